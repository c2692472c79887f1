// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mavx512f, and run where the CPU has it. */
#define VEC 64
#define NAME(x) fstri_avx512_##x

/* clang knows the pattern, gcc needs to be told; with all lanes, the third is not used. */
#ifdef __clang__
#define MUL32(a, b) (((a) & 0xffffffff) * ((b) & 0xffffffff))
#else
#define MUL32(a, b) ((vec)__builtin_ia32_pmuludq512_mask((v16si)(a), (v16si)(b), (v8di)(a), 0xff))
typedef int v16si __attribute__((__vector_size__(64)));
typedef long long v8di __attribute__((__vector_size__(64)));
#endif

#include "../xxh3_vector.h"
