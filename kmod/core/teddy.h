/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The filter of a set by vectors: each byte of a window is looked up in a table of
 * its row, which says in eight bits which buckets of needles have it there, and
 * the rows are joined by AND (known as Teddy, by G. Langdale). The file that
 * includes this has VEC, NAME(x), the type vec of VEC bytes, loose for loads of it,
 * and
 *	struct row, row_at(table), row_look(row, v): a table of 128 bytes, the
 *		buckets of each byte of a vector
 *	bits_of(v): which bytes are not 0
 *	load_some(p, n): a vector of the first @n bytes, and zeros
 *	common(): see set_filter.h
 */

/* Named one by one, as gcc keeps an array that a loop goes over in memory. */
struct probe {
	struct row a[FSTRI_TEDDY_GROUPS];
	struct row b[FSTRI_TEDDY_GROUPS];
	struct row c[FSTRI_TEDDY_GROUPS];
	struct row d[FSTRI_TEDDY_GROUPS];
};

static __always_inline void load_group(struct probe *t, const u8 *table, int g, int rows)
{
	table += g * FSTRI_TEDDY_ROWS * FSTRI_TEDDY_ROW;
	t->a[g] = row_at(table);
	t->b[g] = row_at(table + FSTRI_TEDDY_ROW);
	t->c[g] = row_at(table + 2 * FSTRI_TEDDY_ROW);
	if (rows > 3)
		t->d[g] = row_at(table + 3 * FSTRI_TEDDY_ROW);
}

static __always_inline vec look_group(const struct probe *t, const u8 *p, int g, int rows)
{
	vec some = row_look(&t->a[g], *(const loose *)p) &
		   row_look(&t->b[g], *(const loose *)(p + 1)) &
		   row_look(&t->c[g], *(const loose *)(p + 2));

	if (rows > 3)
		some &= row_look(&t->d[g], *(const loose *)(p + 3));
	return some;
}

static __always_inline u64 look(const struct probe *t, const u8 *p, int rows, int groups)
{
	vec all = look_group(t, p, 0, rows);

	if (groups > 1)
		all |= look_group(t, p, 1, rows);
	return bits_of(all);
}

/*
 * The last positions of a block, where it has not the bytes for a vector of them:
 * by the vector that ends where the block does, over positions already seen, or in
 * a copy with zeros behind it.
 */
static __always_inline u64 look_at_end(const struct probe *t, const u8 *p, size_t *pos, size_t end,
				       size_t len, int rows, int groups)
{
	size_t reach = VEC + (size_t)rows - 1;
	u8 padded[2 * VEC] = { 0 };
	size_t at = *pos;
	size_t left = len - at;
	u64 bits;

	if (len >= reach && len - end >= (size_t)rows - 1) {
		*pos = len - reach;
		return look(t, p + *pos, rows, groups) & ~(u64)0 << (at - *pos);
	}
	/* less than @reach, which the compiler cannot see */
	fstri_copy(padded, p + at, left < reach ? left : reach);
	bits = look(t, padded, rows, groups);
	return end - at < VEC ? bits & (((u64)1 << (end - at)) - 1) : bits;
}

static __always_inline struct probe make_probe(const struct fstr_set *set, int rows, int groups)
{
	const u8 *table = fstri_set_at(set, set->teddy);
	struct probe t;

	load_group(&t, table, 0, rows);
	if (groups > 1)
		load_group(&t, table, 1, rows);
	return t;
}

static __always_inline u64 candidates(const struct probe *t, const u8 *p, size_t *pos,
				      size_t *span, size_t end, size_t len, int rows, int groups)
{
	size_t reach = VEC + (size_t)rows - 1;
	size_t at = *pos;

	*span = VEC;
	for (; at < end && len - at >= reach; at += VEC) {
		u64 bits = look(t, p + at, rows, groups);

		if (bits) {
			*pos = at;
			return bits;
		}
	}
	*pos = at;
	return at < end ? look_at_end(t, p, pos, end, len, rows, groups) : 0;
}

#include "set_filter.h"

enum fstri_verdict NAME(set_filter)(struct fstr_set_scan *scan, struct fstri_ends *ends,
				    size_t *must)
{
	if (scan->set->teddy_groups > 1)
		return filter_block(scan, ends, must, 4, 2);
	if (scan->set->teddy_rows > 3)
		return filter_block(scan, ends, must, 4, 1);
	return filter_block(scan, ends, must, 3, 1);
}

/* As many bytes as there are, up to a vector of them; behind those, anything. */
size_t NAME(set_head)(const struct fstr_set *set, const u8 *p, size_t pos, size_t len)
{
	const u8 *table = fstri_set_at(set, set->heads);
	const struct row a = row_at(table);
	const struct row b = row_at(table + FSTRI_TEDDY_ROW);
	const struct row c = row_at(table + 2 * FSTRI_TEDDY_ROW);

	while (pos < len) {
		size_t n = len - pos < VEC ? len - pos : VEC;
		vec one = row_look(&a, load_some(p + pos, n));
		vec two = one & row_look(&b, load_some(p + pos + 1, n - 1));
		u64 bits = bits_of(two & row_look(&c, load_some(p + pos + 2, n > 2 ? n - 2 : 0)));
		u64 last = (u64)1 << (n - 1);

		/* the last two positions do not know what comes behind them */
		bits &= (last >> 1) - 1;
		bits |= bits_of(two) & last >> 1;
		bits |= bits_of(one) & last;
		if (bits)
			return pos + first_bit(bits);
		pos += n;
	}
	return len;
}
