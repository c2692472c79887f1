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
#define ALL_BYTES 16384u	/* the weights of all of them, about */

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

/* By vectors where the CPU has them; each position is looked at then. */
static bool choose_teddy(struct fstr_set *set)
{
	switch (fstri_isa) {
#ifdef FSTRI_AVX512_SETS
	case FSTRI_AVX512VBMI:
		set->filter = FSTRI_FILTER_VBMI;
		break;
#endif
#ifdef FSTRI_X86
	case FSTRI_AVX512:
	case FSTRI_AVX2:
		set->filter = FSTRI_FILTER_AVX2;
		break;
	case FSTRI_SSSE3:
		set->filter = FSTRI_FILTER_SSSE3;
		break;
#elif defined(FSTRI_ARM64)
	case FSTRI_NEON:
		set->filter = FSTRI_FILTER_NEON;
		break;
#endif
	default:
		return false;
	}
	set->teddy_rows = set->nr > BUCKETS ? 4 : 3;
	set->stride = 1;
	set->width = set->teddy_rows < set->shortest ? set->teddy_rows : set->shortest;
	return true;
}

static bool is_allowed(const struct fstr_set *set, const u8 *table, u32 r, u8 c, u8 bit)
{
	table += r * FSTRI_TEDDY_ROW;
	if (fstri_set_by_halves(set->filter))
		return table[c & 0x0f] & table[16 + (c >> 4)] & bit;
	return table[c & 0x7f] & bit;
}

/* How often a byte occurs, as the ranks have it. */
static u32 weight(const struct fstri_set_needle *needle, u8 byte)
{
	return (u32)1 << fstri_set_rank(needle, byte) / 16;
}

/* A bucket: how often the bytes of each row occur, together. */
struct bucket {
	u32 row[FSTRI_TEDDY_ROWS];
};

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
			sum = ALL_BYTES;
		else if (needle && !is_allowed(set, table, r, bytes[r], (u8)(1 << nr)))
			sum += weight(needle, bytes[r]);
		if (sum > ALL_BYTES)
			sum = ALL_BYTES;
		if (put)
			bucket->row[r] = sum;
		product *= sum;
	}
	return product;
}

/* Put each needle into the bucket that comes to hit least more often by it. */
static void build_teddy(struct fstr_set *set)
{
	const struct fstri_window *windows = fstri_set_at(set, set->windows);
	struct bucket bucket[BUCKETS] = { 0 };
	u8 *table = fstri_set_make(set, set->teddy);

	memset(table, 0, FSTRI_TEDDY_ROWS * FSTRI_TEDDY_ROW);
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
					bucket[nr].row[r] += (u32)1 << fstri_rank[c] / 16;
	}
	for (u32 nr = 0; nr < BUCKETS; nr++) {
		u64 product = 1;

		for (u32 r = 0; r < set->teddy_rows; r++)
			product *= bucket[nr].row[r];
		sum += product;
	}
	return limit / sum;
}

void fstri_set_build_filter(struct fstr_set *set)
{
	u32 stride = set->stride;
	u32 width = set->width;
	u64 bytes = 0;

	if (!set->nr)
		return;
	if (choose_teddy(set)) {
		fstri_set_build_windows(set);
		build_teddy(set);
		bytes = set->nr > BUCKETS ? bytes_a_hit(set) : BYTES_A_FALSE_HIT;
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
