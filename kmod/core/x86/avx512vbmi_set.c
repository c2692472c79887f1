// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mavx512vbmi -mavx512bw, and run where the CPU has both. */
#include "../set_state.h"

#define VEC 64
#define FEW_REGISTERS 0
#define NAME(x) fstri_vbmi_##x

typedef u8 vec __attribute__((__vector_size__(VEC)));
typedef u8 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));
typedef char chars __attribute__((__vector_size__(VEC)));

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
static __always_inline vec row_look(const struct row *row, vec v)
{
	return (vec)__builtin_ia32_vpermi2varqi512((chars)row->low, (chars)v, (chars)row->high);
}

static __always_inline u64 bits_of(vec v)
{
	return __builtin_ia32_cvtb2mask512((chars)(v != 0));
}
#else
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
static __always_inline vec load_some(const u8 *p, size_t n)
{
	u64 which = n < VEC ? ((u64)1 << n) - 1 : ~(u64)0;
	const chars none = { 0 };

	return (vec)__builtin_ia32_loaddquqi512_mask((const char *)p, none, which);
}

static __always_inline vec fold(vec v)
{
	vec letters = (vec)((v - 'A') < 26);

	return v | (letters & 0x20);
}

static __always_inline size_t common(const u8 *a, const u8 *b, size_t len, bool folds)
{
	size_t n = 0;

	do {
		vec va = load_some(a + n, len - n);
		vec vb = load_some(b + n, len - n);

		if (bits_of(folds ? fold(va) ^ vb : va ^ vb))
			return n;
		n += VEC;
	} while (n < len);
	return len;
}

#include "../teddy.h"
