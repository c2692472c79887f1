// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* For every x86-64. It has no byte shuffle. */
#define VEC 16
#define LANE 1
#define NAME(x) fstri_sse2_##x
#define SHORTER(x) fstri_scalar_##x

typedef unsigned int mask;
typedef char v16qi __attribute__((__vector_size__(16)));

#define marks(v) ((mask)__builtin_ia32_pmovmskb128((v16qi)(v)))

#include "../vector.h"
