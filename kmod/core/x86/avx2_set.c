// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mavx2, and run where the CPU has it. */
#include "../set.h"

#define VEC 32
#define NAME(x) fstri_avx2_##x

typedef u8 vec __attribute__((__vector_size__(VEC)));
typedef u8 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));
typedef u8 half __attribute__((__vector_size__(16), __aligned__(1), __may_alias__));
typedef char chars __attribute__((__vector_size__(VEC)));
typedef loose quick;
typedef chars quick_chars;
typedef short shorts __attribute__((__vector_size__(VEC)));

/* By the lower half of a byte, and by the upper one. */
struct row {
	vec low;
	vec high;
};

static __always_inline vec twice(const u8 *p)
{
	half x = *(const half *)p;

	return __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
				       0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

static __always_inline struct row row_at(const u8 *table)
{
	return (struct row){ twice(table), twice(table + 16) };
}

static __always_inline vec shuffle(vec table, vec at)
{
	return (vec)__builtin_ia32_pshufb256((chars)table, (chars)at);
}

/* Without the first & 0x0f, which ASCII does not need, it was 4% faster: not worth it. */
static __always_inline vec row_look(const struct row *row, vec v)
{
	vec high = (vec)((shorts)v >> 4) & 0x0f;

	return shuffle(row->low, v & 0x0f) & shuffle(row->high, high);
}

static __always_inline u64 bits_of(vec v)
{
	return ~(u32)__builtin_ia32_pmovmskb256((chars)(v == 0));
}

static __always_inline vec load_some(const u8 *p, size_t n)
{
	u8 padded[VEC] = { 0 };

	fstri_copy(padded, p, n < VEC ? n : VEC);
	return *(const loose *)padded;
}

static __always_inline bool stands(const struct fstri_set_needle *needle, const u8 *p)
{
	quick text = *(const quick *)p | *(const quick *)needle->fold;
	quick_chars same = (quick_chars)(text == *(const quick *)needle->quick);

	return __builtin_ia32_pmovmskb256(same) == -1;
}

#include "../plain.h"
#include "../teddy.h"
