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
 *	FEW_REGISTERS: they do not hold two groups of tables
 *	load_some(p, n): a vector of the first @n bytes, and zeros
 *	common(): see set_filter.h
 */

/* Named one by one, as gcc keeps an array that a loop goes over in memory. */
struct group {
	struct row a;
	struct row b;
	struct row c;
	struct row d;
};

struct probe {
	struct group group[FSTRI_TEDDY_GROUPS];
	const u8 *table;
};

static __always_inline struct group load_group(const u8 *table, int g, int rows)
{
	struct group group;

	table += g * FSTRI_TEDDY_ROWS * FSTRI_TEDDY_ROW;
	group.a = row_at(table);
	group.b = row_at(table + FSTRI_TEDDY_ROW);
	group.c = row_at(table + 2 * FSTRI_TEDDY_ROW);
	if (rows > 3)
		group.d = row_at(table + 3 * FSTRI_TEDDY_ROW);
	return group;
}

/* A vector of bytes; where only @left are there, zeros behind those. */
static __always_inline vec load(const u8 *p, size_t at, size_t left, bool whole)
{
	if (whole)
		return *(const loose *)(p + at);
	return left > at ? load_some(p + at, left - at) : (vec){};
}

static __always_inline vec look_group(const struct group *group, const u8 *p, size_t left,
				      bool whole, int rows)
{
	vec some = row_look(&group->a, load(p, 0, left, whole)) &
		   row_look(&group->b, load(p, 1, left, whole)) &
		   row_look(&group->c, load(p, 2, left, whole));

	if (rows > 3)
		some &= row_look(&group->d, load(p, 3, left, whole));
	return some;
}

/* @left is of interest where the vectors are not @whole. */
static __always_inline u64 look(const struct probe *t, const u8 *p, size_t left, bool whole,
				int rows, int groups)
{
	const u8 *table = t->table;
	vec all = {};

	if (groups == 1)
		return bits_of(look_group(&t->group[0], p, left, whole, rows));
	for (int g = 0; g < groups; g++) {
		struct group group;

		if (FEW_REGISTERS) {
			/* loaded each time: a compiler would keep copies on the stack */
			__asm__("" : "+r"(table));
			group = load_group(table, g, rows);
			all |= look_group(&group, p, left, whole, rows);
		} else {
			all |= look_group(&t->group[g], p, left, whole, rows);
		}
	}
	return bits_of(all);
}

/*
 * The last positions of a block, where it has not the bytes for a vector of them:
 * by the vector that ends where the block does, over positions already seen, or
 * with zeros behind the block.
 */
static __always_inline u64 look_at_end(const struct probe *t, const u8 *p, size_t *pos, size_t end,
				       size_t len, int rows, int groups)
{
	size_t reach = VEC + (size_t)rows - 1;
	size_t at = *pos;
	u64 bits;

	if (len >= reach && len - end >= (size_t)rows - 1) {
		*pos = len - reach;
		return look(t, p + *pos, 0, true, rows, groups) & ~(u64)0 << (at - *pos);
	}
	bits = look(t, p + at, len - at, false, rows, groups);
	return end - at < VEC ? bits & (((u64)1 << (end - at)) - 1) : bits;
}

static __always_inline struct probe make_probe(const struct fstr_set *set, int rows, int groups)
{
	struct probe t;

	t.table = fstri_set_at(set, set->teddy);
	for (int g = 0; g < groups; g++)
		if (groups == 1 || !FEW_REGISTERS)
			t.group[g] = load_group(t.table, g, rows);
	return t;
}

static __always_inline u64 candidates(const struct probe *t, const u8 *p, size_t *pos,
				      size_t *span, size_t end, size_t len, int rows, int groups)
{
	size_t reach = VEC + (size_t)rows - 1;
	size_t at = *pos;

	*span = VEC;
	for (; at < end && len - at >= reach; at += VEC) {
		u64 bits = look(t, p + at, 0, true, rows, groups);

		if (bits) {
			*pos = at;
			return bits;
		}
	}
	*pos = at;
	return at < end ? look_at_end(t, p, pos, end, len, rows, groups) : 0;
}

#include "set_filter.h"

/* One copy in each function, so that none has the stack of all. */
static NOINLINE enum fstri_verdict filter_3(struct fstr_set_scan *scan, struct fstri_ends *ends,
					    size_t *must)
{
	return filter_block(scan, ends, must, 3, 1);
}

static NOINLINE enum fstri_verdict filter_4(struct fstr_set_scan *scan, struct fstri_ends *ends,
					    size_t *must)
{
	return filter_block(scan, ends, must, 4, 1);
}

static NOINLINE enum fstri_verdict filter_4_twice(struct fstr_set_scan *scan,
						  struct fstri_ends *ends, size_t *must)
{
	return filter_block(scan, ends, must, 4, 2);
}

enum fstri_verdict NAME(set_filter)(struct fstr_set_scan *scan, struct fstri_ends *ends,
				    size_t *must)
{
	if (scan->set->teddy_groups > 1)
		return filter_4_twice(scan, ends, must);
	if (scan->set->teddy_rows > 3)
		return filter_4(scan, ends, must);
	return filter_3(scan, ends, must);
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
		bits |= bits_of(two) & (last >> 1);
		bits |= bits_of(one) & last;
		if (bits)
			return pos + first_bit(bits);
		pos += n;
	}
	return len;
}
