// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* For every arm64. Narrowing pairs of bytes leaves four bits of each. */
#define VEC 16
#define LANE 4
#define NAME(x) fstri_neon_##x
#define SHORTER(x) fstri_scalar_##x

typedef unsigned long long mask;
typedef unsigned short v8hu __attribute__((__vector_size__(16)));
typedef unsigned char v8qu __attribute__((__vector_size__(8)));

#define marks(v) ((mask)(__builtin_convertvector((v8hu)(v) >> 4, v8qu)))

#include "../vector.h"
