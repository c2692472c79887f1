// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mavx2, and run where the CPU has it. */
#define VEC 32
#define LANE 1
#define NAME(x) fstri_avx2_##x
#define SHORTER(x) fstri_sse2_##x

typedef unsigned int mask;
typedef char v32qi __attribute__((__vector_size__(32)));

#define marks(v) ((mask)__builtin_ia32_pmovmskb256((v32qi)(v)))
#define SHUFFLE(table, index) ((vec)__builtin_ia32_pshufb256((v32qi)(table), (v32qi)(index)))

#include "../vector.h"
