// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mavx2, and run where the CPU has it. */
#include "../set.h"

#define VEC 32
#define MOST_ROWS 5
#define NAME(x) fstri_avx2_##x

typedef u8 vec __attribute__((__vector_size__(VEC)));
typedef u8 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));
typedef u8 half __attribute__((__vector_size__(16), __aligned__(1), __may_alias__));
typedef char chars __attribute__((__vector_size__(VEC)));
typedef loose quick;
typedef chars quick_chars;
typedef short shorts __attribute__((__vector_size__(VEC)));

static __always_inline vec spread(const u8 *p)
{
	half x = *(const half *)p;

	return __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
				       0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

static __always_inline vec shuffle(vec table, vec at)
{
	return (vec)__builtin_ia32_pshufb256((chars)table, (chars)at);
}

static __always_inline vec upper_half(vec v)
{
	return (vec)((shorts)v >> 4) & 0x0f;
}

static __always_inline u64 bits_of(vec v)
{
	return ~(u32)__builtin_ia32_pmovmskb256((chars)(v == 0));
}

static __always_inline bool stands(const struct fstri_set_needle *needle, const u8 *p)
{
	quick text = *(const quick *)p | *(const quick *)needle->fold;
	quick_chars same = (quick_chars)(text == *(const quick *)needle->quick);

	return __builtin_ia32_pmovmskb256(same) == -1;
}

#include "../halves.h"
#include "../plain.h"
#include "../teddy.h"
