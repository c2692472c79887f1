// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mavx2, and run where the CPU has it. */
#define VEC 32
#define NAME(x) fstri_avx2_##x

/* clang knows the pattern, gcc needs to be told. */
#ifdef __clang__
#define MUL32(a, b) (((a) & 0xffffffff) * ((b) & 0xffffffff))
#else
#define MUL32(a, b) ((vec)__builtin_ia32_pmuludq256((v8si)(a), (v8si)(b)))
typedef int v8si __attribute__((__vector_size__(32)));
#endif

#include "../xxh3_vector.h"
