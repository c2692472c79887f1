/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * For teddy.h: a row that is looked up by the lower half of a byte and by the upper
 * one. The file that includes this has VEC, the types vec and loose, and
 *	spread(p): the 16 bytes at @p, as often as a vector has room for them
 *	shuffle(table, at): of each 16 bytes of a table those that @at numbers
 *	upper_half(v): of each byte
 */
struct row {
	vec low;
	vec high;
};

static __always_inline struct row row_at(const u8 *table)
{
	return (struct row){ spread(table), spread(table + 16) };
}

/* Without the & 0x0f, which ASCII does not need, AVX2 was 4% faster: not worth it. */
static __always_inline vec row_look(const struct row *row, vec v)
{
	return shuffle(row->low, v & 0x0f) & shuffle(row->high, upper_half(v));
}

static __always_inline vec load_some(const u8 *p, size_t n)
{
	u8 padded[VEC] = { 0 };

	fstri_copy(padded, p, n < VEC ? n : VEC);
	return *(const loose *)padded;
}
