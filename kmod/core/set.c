// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Sets: several needles compiled into lent memory, and looked up at a position. */
#include "set.h"

#define SET_ALIGN 8
#define LINE 64		/* of a cache; a vector that lies in two is loaded twice */
#define MOST_NEEDLES 65535
#define MOST_BYTES ((size_t)1 << 26)	/* of all needles: offsets in a set are 32 bits */

/* What the filter's tables are sized by; see set_filter.c. */
#define MOST_STRIDE 8
#define MOST_WIDTH 8

/* Rows of next nodes: memory for speed where the filter is off. */
#define ROWS_LEAST ((size_t)16 * 1024)
#define ROWS_EACH 23

struct totals {
	size_t bytes;
	size_t longest;
	size_t shortest;
};

/* Lays regions out one behind the other. */
static u32 take(size_t *at, size_t bytes)
{
	size_t begin = *at;

	*at += (bytes + SET_ALIGN - 1) / SET_ALIGN * SET_ALIGN;
	return (u32)begin;
}

/* False for more than a set can hold. */
static bool add_up(const struct fstr_set_needle *needles, size_t nr, struct totals *totals)
{
	*totals = (struct totals){ .shortest = nr ? needles[0].len : 0 };
	if (nr > MOST_NEEDLES)
		return false;
	for (size_t i = 0; i < nr; i++) {
		size_t len = needles[i].len;

		if (len > MOST_BYTES - totals->bytes)
			return false;
		totals->bytes += len;
		if (len > totals->longest)
			totals->longest = len;
		if (len < totals->shortest)
			totals->shortest = len;
	}
	return true;
}

static u32 bits_for(size_t nr)
{
	u32 bits = 0;

	while ((size_t)1 << bits < nr)
		bits++;
	return bits;
}

static u32 between(u32 least, u32 x, u32 most)
{
	if (x < least)
		return least;
	return x > most ? most : x;
}

/* Half of the shortest needle is for windows, the other half for steps. */
static void size_windows(struct fstr_set *set)
{
	set->stride = between(1, (set->shortest + 1) / 2, MOST_STRIDE);
	set->width = between(1, set->shortest - set->stride + 1, MOST_WIDTH);
}

/* Memory for all the rows that there may be, or for as many as are worth it. */
static size_t rows_budget(size_t nodes)
{
	size_t all = nodes * (nodes < 256 ? nodes : 256) * sizeof(u32);
	size_t most = nodes * ROWS_EACH;

	if (most < ROWS_LEAST)
		most = ROWS_LEAST;
	return all < most ? all : most;
}

/*
 * What comes before the nodes. Gives where they begin. The tables of the filters begin
 * with a line where the set is at @address.
 */
static size_t lay_out(struct fstr_set *set, size_t address, size_t nr, const struct totals *totals)
{
	size_t at = sizeof(*set);
	size_t windows;
	u32 seen_bits, hash_bits;

	*set = (struct fstr_set){
		.nr = (u32)nr,
		.longest = (u32)totals->longest,
		.shortest = (u32)totals->shortest,
	};
	size_windows(set);
	windows = nr * set->stride;
	seen_bits = between(6, bits_for(windows) + 1, 16);
	hash_bits = between(8, bits_for(windows) + (windows > 256 ? 1 : 3), 20);
	take(&at, (((size_t)1 << hash_bits) + 1) * sizeof(u32));
	set->seen_shift = 32 - seen_bits;
	set->window_shift = 32 - hash_bits;
	/* and one that stands nowhere, which the hashes without windows have */
	set->needles = take(&at, (nr + 1) * sizeof(struct fstri_set_needle));
	set->order = take(&at, nr * sizeof(u32));
	set->seen = take(&at, sizeof(u32) << seen_bits);
	set->windows = take(&at, (windows + 1) * sizeof(struct fstri_window));
	at += -(address + at) % LINE;
	set->heads = take(&at, FSTRI_HEAD_ROWS * FSTRI_TEDDY_ROW);
	set->teddy = take(&at, (nr > FSTRI_FEW_NEEDLES ? FSTRI_TEDDY_ROWS : 4) * FSTRI_TEDDY_ROW);
	for (u32 i = 0; i < 2; i++)
		set->part[i].class = take(&at, 256);
	return at;
}

/* The nodes of an automaton. The rows come last: what else takes less is theirs. */
static void lay_out_nodes(struct fstri_part *part, size_t *at, size_t nodes)
{
	part->nodes = (u32)nodes;
	part->first = take(at, (nodes + 1) * sizeof(u32));
	part->fail = take(at, nodes * sizeof(u32));
	part->depth = take(at, nodes * sizeof(u32));
	part->out = take(at, nodes * sizeof(u32));
	part->before = take(at, nodes * sizeof(u32));
	part->label = take(at, nodes);
}

size_t fstr_set_size(const struct fstr_set_needle *needles, size_t nr)
{
	struct totals totals;
	struct fstr_set set;
	size_t at;

	if (!add_up(needles, nr, &totals))
		return 0;
	at = lay_out(&set, 0, nr, &totals);
	take(&at, LINE);
	take(&at, totals.bytes);
	/* two roots, and no nodes shared */
	lay_out_nodes(&set.part[0], &at, totals.bytes + 1);
	lay_out_nodes(&set.part[1], &at, 1);
	/* what rounding up may come to where the nodes are split otherwise */
	take(&at, 16 * SET_ALIGN);
	take(&at, rows_budget(totals.bytes + 2));
	return at;
}

/* Whether letters make a difference to a needle. */
static bool has_letters(const struct fstr_set_needle *needle)
{
	const u8 *bytes = needle->bytes;

	for (size_t i = 0; i < needle->len; i++)
		if ((u8)((bytes[i] | 0x20) - 'a') < 26)
			return true;
	return false;
}

/*
 * Copy the needles in. Those that fold and those that do not are told apart if
 * there are both; needles without letters may be of either kind.
 */
static void copy_needles(struct fstr_set *set, const struct fstr_set_needle *needles, size_t *at,
			 size_t bytes)
{
	struct fstri_set_needle *to = fstri_set_make(set, set->needles);
	u8 *copy = fstri_set_make(set, take(at, bytes));
	bool exact = false, folds = false;

	for (u32 i = 0; i < set->nr; i++) {
		bool icase = needles[i].flags & FSTR_ICASE;

		to[i] = (struct fstri_set_needle){
			.bytes = (u32)(copy - (u8 *)set),
			.len = (u32)needles[i].len,
			.folds = has_letters(&needles[i]) ? 1 + icase : 0,
		};
		exact |= to[i].folds == 1;
		folds |= to[i].folds == 2;
		for (u32 j = 0; j < to[i].len; j++) {
			u8 byte = ((const u8 *)needles[i].bytes)[j];

			*copy++ = icase ? fstri_fold(byte) : byte;
		}
	}
	set->parts = 1 + (exact && folds);
	set->fold = folds ? FSTRI_FOLD64 : 0;
	for (u32 i = 0; i < set->nr; i++) {
		to[i].part = exact && to[i].folds == 2;
		to[i].folds = folds && (!exact || to[i].folds == 2);
	}
}

/* A table of the bytes that a part's needles tell apart. */
static void make_classes(struct fstr_set *set, u32 i)
{
	const struct fstri_set_needle *needle = fstri_set_needle(set, 0);
	u8 *class = fstri_set_make(set, set->part[i].class);
	bool folds = false;
	u32 nr = 0;

	memset(class, 0, 256);
	for (u32 n = 0; n < set->nr; n++) {
		const u8 *bytes = fstri_set_at(set, needle[n].bytes);

		if (needle[n].part != i)
			continue;
		folds |= needle[n].folds;
		for (u32 j = 0; j < needle[n].len; j++)
			class[bytes[j]] = 1;
	}
	for (u32 c = 0; c < 256; c++)
		nr += !class[c] && !(folds && fstri_fold((u8)c) != c);
	/* class 0 is all the other bytes, if there are any */
	nr = nr ? 1 : 0;
	for (u32 c = 0; c < 256; c++)
		if (class[c])
			class[c] = (u8)nr++;
	for (u32 c = 'A'; folds && c <= 'Z'; c++)
		class[c] = class[c | 0x20];
	set->part[i].classes = nr ? nr : 1;
}

/* There is memory for the root's row at least: it is as long as there are nodes. */
static void lay_out_rows(struct fstri_part *part, size_t *at, size_t most)
{
	size_t row = part->classes * sizeof(u32);
	size_t rows = (u32)most / (u32)row;

	if (rows > part->nodes)
		rows = part->nodes;
	part->dense = (u32)rows;
	part->rows = take(at, rows * row);
}

static void compile(struct fstr_set *set, size_t at, size_t budget)
{
	u32 *order = fstri_set_make(set, set->order);
	size_t nodes[2];
	u32 nr[2] = { 0, 0 };
	u32 begin = 0;

	for (u32 i = 0; i < 2; i++) {
		for (u32 n = 0; n < set->nr; n++)
			if (fstri_set_needle(set, n)->part == i)
				order[begin + nr[i]++] = n;
		/* what is free now is enough: a needle has a byte, a byte a node */
		fstri_set_sort(set, order + begin, fstri_set_make(set, (u32)at), nr[i]);
		nodes[i] = fstri_set_count_nodes(set, order + begin, nr[i]);
		begin += nr[i];
		make_classes(set, i);
	}
	for (u32 i = 0; i < 2; i++)
		lay_out_nodes(&set->part[i], &at, nodes[i]);
	lay_out_rows(&set->part[1], &at, budget / 2);
	lay_out_rows(&set->part[0], &at, budget - budget / 2);
	fstri_set_build(set, 0, 0, nr[0]);
	fstri_set_build(set, 1, nr[0], set->nr);
	fstri_set_build_filter(set);
}

int fstr_set_init(struct fstr_set *set, size_t size, const struct fstr_set_needle *needles,
		  size_t nr)
{
	struct totals totals;
	size_t at;

	if ((!needles && nr) || !set || (size_t)set % SET_ALIGN)
		return -EINVAL;
	if (!add_up(needles, nr, &totals))
		return -E2BIG;
	for (size_t i = 0; i < nr; i++)
		if ((needles[i].flags & ~FSTR_ICASE) || !needles[i].bytes || !needles[i].len)
			return -EINVAL;
	if (size < fstr_set_size(needles, nr))
		return -ENOSPC;
	at = lay_out(set, (size_t)set, nr, &totals);
	copy_needles(set, needles, &at, totals.bytes);
	compile(set, at, rows_budget(totals.bytes + 2));
	return 0;
}

/* Where the longest needle of a part that stands at the start of a walk is told. */
static u32 match_part(const struct fstr_set *set, u32 part, struct fstri_walk walk)
{
	const struct fstri_auto a = fstri_set_auto(set, part);
	u32 found = FSTRI_NONE;
	u32 node = 0;

	while (fstri_walk_next(&walk)) {
		for (size_t i = 0; i < walk.n; i++) {
			node = fstri_auto_child(&a, node, a.class[walk.p[i]]);
			if (!node)
				return found;
			/* its own, not those of a shorter end of it */
			if (a.out[node] != a.out[a.fail[node]])
				found = a.out[node];
		}
	}
	return found;
}

int fstr_set_match_at(const struct fstr *s, size_t pos, const struct fstr_set *set,
		      struct fstr_match *match)
{
	const u32 *order = fstri_set_order(set);
	struct fstri_walk walk;
	u32 best = FSTRI_NONE;
	u32 best_len = 0;

	if (pos >= s->len)
		return -ENOENT;
	fstri_walk_init(&walk, s, pos);
	for (u32 i = 0; i < set->parts; i++) {
		u32 found = match_part(set, i, walk);
		u32 nr, len;

		if (found == FSTRI_NONE)
			continue;
		nr = order[found] & ~FSTRI_LAST;
		len = fstri_set_needle(set, nr)->len;
		if (len > best_len || (len == best_len && nr < best)) {
			best = nr;
			best_len = len;
		}
	}
	if (!best_len)
		return -ENOENT;
	*match = (struct fstr_match){ .pos = pos, .len = best_len, .which = best };
	return 0;
}
