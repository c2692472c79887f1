// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mavx512vbmi -mavx512bw, and run where the CPU has both. */
#include "../set.h"

#define VEC 64
#define MOST_ROWS 6
#define NAME(x) fstri_vbmi_##x

typedef u8 vec __attribute__((__vector_size__(VEC)));
typedef u8 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));
typedef char chars __attribute__((__vector_size__(VEC)));
/* What is compared at once, by half a vector. */
typedef u8 quick __attribute__((__vector_size__(FSTRI_QUICK), __aligned__(1), __may_alias__));
typedef char quick_chars __attribute__((__vector_size__(FSTRI_QUICK)));

/* By the lower seven bits of a byte: exact for ASCII. */
struct row {
	vec low;
	vec high;
};

static __always_inline struct row row_at(const u8 *table)
{
	return (struct row){ *(const loose *)table, *(const loose *)(table + 64) };
}

#ifdef __clang__
#define FROM(p) ((const chars *)(p))

static __always_inline vec row_look(const struct row *row, vec v)
{
	return (vec)__builtin_ia32_vpermi2varqi512((chars)row->low, (chars)v, (chars)row->high);
}

static __always_inline u64 bits_of(vec v)
{
	return __builtin_ia32_cvtb2mask512((chars)(v != 0));
}
#else
#define FROM(p) ((const char *)(p))

static __always_inline vec row_look(const struct row *row, vec v)
{
	return (vec)__builtin_ia32_vpermt2varqi512_mask((chars)v, (chars)row->low,
							(chars)row->high, ~(u64)0);
}

static __always_inline u64 bits_of(vec v)
{
	return __builtin_ia32_ptestmb512((chars)v, (chars)v, ~(u64)0);
}
#endif

/* Nothing that the mask leaves out is read. */
#define LOADS_BY_MASK
static __always_inline vec load_some(const u8 *p, size_t n)
{
	u64 which = n < VEC ? ((u64)1 << n) - 1 : ~(u64)0;
	const chars none = { 0 };

	return (vec)__builtin_ia32_loaddquqi512_mask(FROM(p), none, which);
}

static __always_inline bool stands(const struct fstri_set_needle *needle, const u8 *p)
{
	quick text = *(const quick *)p | *(const quick *)needle->fold;
	quick_chars same = (quick_chars)(text == *(const quick *)needle->quick);

	return __builtin_ia32_pmovmskb256(same) == -1;
}

#include "../plain.h"
#include "../teddy.h"
