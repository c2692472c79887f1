// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -msse2, and run where the CPU has it. */
#define VEC 16
#define NAME(x) fstri_sse2_##x

/* clang knows the pattern, gcc needs to be told. */
#ifdef __clang__
#define MUL32(a, b) (((a) & 0xffffffff) * ((b) & 0xffffffff))
#else
#define MUL32(a, b) ((vec)__builtin_ia32_pmuludq128((v4si)(a), (v4si)(b)))
typedef int v4si __attribute__((__vector_size__(16)));
#endif

#include "../xxh3_vector.h"
