// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The filter of a set: where in a block may a needle stand?
 *
 * A window is a few bytes at some place of a needle. Where needles are long
 * enough, each has several in a row, as many as the stride, so that one of them
 * begins at a position that is a multiple of the stride, wherever the needle
 * stands: only those are probed (the idea of S. Wu and U. Manber, "A fast
 * algorithm for multi-pattern searching", 1994, with q-grams in the place of
 * shifts). A probe is a look into a bit table by the hash of the window's bytes.
 */
#include "set.h"

#define BUCKETS 8
/*
 * With fewer bytes a hit the hash filter is faster than a shuffle filter. Most hits
 * of many needles are false: with fewer bytes than that a hit, to look at all of
 * them by the hash first is faster than to compare each, and otherwise slower.
 */
#define BYTES_A_HIT 8
#define BYTES_A_FALSE_HIT 512
#define ALL_BYTES 1024u	/* how often any byte occurs; six rows of that fit in 64 bits */

/* Byte @c may stand in row @r of a table for @filter, for bucket @bit. */
static void allow(u32 filter, u8 *table, u32 r, u8 c, u8 bit)
{
	table += r * FSTRI_TEDDY_ROW;
	if (fstri_set_by_halves(filter)) {
		table[c & 0x0f] |= bit;
		table[16 + (c >> 4)] |= bit;
	} else {
		table[c & 0x7f] |= bit;
	}
}

/* The @len bytes at @bytes, and any behind them, for a bucket of a table. */
static void allow_all(const struct fstr_set *set, const struct fstri_set_needle *needle, u32 off,
		      u32 rows, u32 filter, u8 *table, u8 bit)
{
	const u8 *bytes = fstri_set_at(set, needle->bytes + off);

	for (u32 r = 0; r < rows; r++) {
		if (r < needle->len - off) {
			allow(filter, table, r, bytes[r], bit);
			if (needle->folds && (u8)(bytes[r] - 'a') < 26)
				allow(filter, table, r, bytes[r] ^ 0x20, bit);
			continue;
		}
		for (u32 c = 0; c < 256; c++)
			allow(filter, table, r, (u8)c, bit);
	}
}

/* What a match may begin with, in eight buckets. */
static void build_heads(struct fstr_set *set)
{
	u8 *heads = fstri_set_make(set, set->heads);

	memset(heads, 0, FSTRI_HEAD_ROWS * FSTRI_TEDDY_ROW);
	for (u32 i = 0; i < set->nr; i++) {
		const struct fstri_set_needle *needle = fstri_set_needle(set, i);
		u8 first = *(const u8 *)fstri_set_at(set, needle->bytes);

		allow_all(set, needle, 0, FSTRI_HEAD_ROWS, set->filter, heads,
			  (u8)(1 << first % 8));
	}
}

/* By vectors where the CPU has them. */
static u32 best_filter(void)
{
	switch (fstri_isa) {
#ifdef FSTRI_HAVE_AVX512
	case FSTRI_AVX512VBMI:
		return FSTRI_FILTER_VBMI;
#endif
#ifdef FSTRI_X86
	case FSTRI_AVX512:
	case FSTRI_AVX2:
		return FSTRI_FILTER_AVX2;
	case FSTRI_SSSE3:
		return FSTRI_FILTER_SSSE3;
#elif defined(FSTRI_ARM64)
	case FSTRI_NEON:
		return FSTRI_FILTER_NEON;
#endif
	default:
		return FSTRI_FILTER_HASH;
	}
}

/*
 * With more rows a shuffle filter hits less often, and takes longer: a thousand unlike
 * words are found 1.1 times as fast by five rows as by four where a row is looked up by
 * halves, and 1.5 times by six where it is one look-up.
 */
static u32 most_rows(const struct fstr_set *set)
{
	return set->filter == FSTRI_FILTER_VBMI ? 6 : 5;
}

static bool is_allowed(const struct fstr_set *set, const u8 *table, u32 r, u8 c, u8 bit)
{
	table += r * FSTRI_TEDDY_ROW;
	if (fstri_set_by_halves(set->filter))
		return table[c & 0x0f] & table[16 + (c >> 4)] & bit;
	return table[c & 0x7f] & bit;
}

/* A bucket: the weights of the bytes of each row. */
struct bucket {
	u32 row[FSTRI_TEDDY_ROWS];
};

/* How often a byte of that rank occurs, in sixteenths. */
static u32 weight(u8 rank)
{
	return (u32)1 << rank / 16;
}

/* How often one of the bytes of such weights does. */
static u32 how_often(u32 weights)
{
	u32 whole = (weights + 15) / 16;

	return whole < ALL_BYTES ? whole : ALL_BYTES;
}

/*
 * How often a bucket hits, and, with @window, would if that were in it; then the
 * bucket is changed where @put.
 */
static u64 hits(const struct fstr_set *set, struct bucket *bucket, u32 nr,
		const struct fstri_window *window, bool put)
{
	const u8 *table = fstri_set_at(set, set->teddy);
	const struct fstri_set_needle *needle = NULL;
	const u8 *bytes = NULL;
	u64 product = 1;

	if (window) {
		needle = fstri_set_at(set, window->needle);
		bytes = fstri_set_at(set, needle->bytes + window->off);
	}
	for (u32 r = 0; r < set->teddy_rows; r++) {
		u32 sum = bucket->row[r];

		if (needle && r >= needle->len - window->off)
			sum = 16 * ALL_BYTES;
		else if (needle && !is_allowed(set, table, r, bytes[r], (u8)(1 << nr)))
			sum += weight(fstri_set_rank(needle, bytes[r]));
		if (put)
			bucket->row[r] = sum;
		product *= how_often(sum);
	}
	return product;
}

/* Put each needle into the bucket that comes to hit least more often by it. */
static void build_teddy(struct fstr_set *set)
{
	const struct fstri_window *windows = fstri_set_at(set, set->windows);
	struct bucket bucket[BUCKETS] = { 0 };
	u8 *table = fstri_set_make(set, set->teddy);

	memset(table, 0, set->teddy_rows * FSTRI_TEDDY_ROW);
	for (u32 i = 0; i < set->nr; i++) {
		const struct fstri_window *window = &windows[1 + i];
		const struct fstri_set_needle *needle = fstri_set_at(set, window->needle);
		u64 least = ~(u64)0;
		u32 best = 0;

		for (u32 nr = 0; nr < BUCKETS; nr++) {
			u64 more = hits(set, &bucket[nr], nr, window, false) -
				   hits(set, &bucket[nr], nr, NULL, false);

			if (more < least) {
				least = more;
				best = nr;
			}
		}
		hits(set, &bucket[best], best, window, true);
		allow_all(set, needle, window->off, set->teddy_rows, set->filter, table,
			  (u8)(1 << best));
	}
}

/*
 * After how many bytes a bucket hits, by how common bytes are. Most needles of a
 * large set may be alike, and then a few buckets do for thousands.
 */
static u64 bytes_a_hit(const struct fstr_set *set)
{
	const u8 *table = fstri_set_at(set, set->teddy);
	struct bucket bucket[BUCKETS] = { 0 };
	u64 limit = 1;
	u64 sum = 1;

	for (u32 r = 0; r < set->teddy_rows; r++) {
		limit *= ALL_BYTES;
		for (u32 c = 0; c < 256; c++)
			for (u32 nr = 0; nr < BUCKETS; nr++)
				if (is_allowed(set, table, r, (u8)c, (u8)(1 << nr)))
					bucket[nr].row[r] += weight(fstri_rank[c]);
	}
	for (u32 nr = 0; nr < BUCKETS; nr++) {
		u64 product = 1;

		for (u32 r = 0; r < set->teddy_rows; r++)
			product *= how_often(bucket[nr].row[r]);
		sum += product;
	}
	return limit / sum;
}

/*
 * Look at each position by so many rows. Return: after how many bytes that hits; few
 * needles have buckets of their own.
 */
static u64 try_teddy(struct fstr_set *set, u32 rows)
{
	set->teddy_rows = rows;
	set->stride = 1;
	set->width = rows < set->shortest ? rows : set->shortest;
	fstri_set_build_windows(set);
	build_teddy(set);
	return set->nr > BUCKETS ? bytes_a_hit(set) : BYTES_A_FALSE_HIT;
}

void fstri_set_build_filter(struct fstr_set *set)
{
	u32 stride = set->stride;
	u32 width = set->width;
	u64 bytes = 0;

	if (!set->nr)
		return;
	set->filter = best_filter();
	if (set->filter != FSTRI_FILTER_HASH) {
		bytes = try_teddy(set, set->nr > BUCKETS ? 4 : 3);
		if (set->nr > FSTRI_FEW_NEEDLES && bytes < BYTES_A_FALSE_HIT)
			bytes = try_teddy(set, most_rows(set));
	}
	if (bytes < BYTES_A_HIT) {
		set->filter = FSTRI_FILTER_HASH;
		set->teddy_rows = 0;
		set->stride = stride;
		set->width = width;
		fstri_set_build_windows(set);
	} else if (bytes < BYTES_A_FALSE_HIT) {
		set->weeds = true;
		set->width = set->shortest < sizeof(u64) ? set->shortest : sizeof(u64);
		fstri_set_build_windows(set);
		build_teddy(set);
	}
	build_heads(set);
}
