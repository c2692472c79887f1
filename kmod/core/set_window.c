// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The windows of a set's needles: by which of its bytes each is found, and the
 * tables by the hash of those. See set_filter.c for who looks for them.
 */
#include "set.h"

/*
 * Text that has one needle of a set is likely to have others, and what they have
 * in common hits wherever any of them stands: once in 2^SHARED bytes, say. In large
 * sets that is what keeps buckets from being crowded, and is let be.
 */
#define SHARED 11
#define RAREST 40	/* hits are counted in 2^RAREST bytes */

/* Hashes multiply by this, or by a small odd number of times this. */
#define GOLDEN 0x9e3779b97f4a7c15u	/* 2^64 by the golden ratio */
#define HASHES_TRIED 16

static u64 key_at(const struct fstr_set *set, const struct fstri_set_needle *needle, u32 off)
{
	const u8 *bytes = fstri_set_at(set, needle->bytes);

	return fstri_set_key(set, fstri_le64_part(bytes + off, set->width));
}

/* How many bytes in a row the filter looks at. */
static u32 span_of(const struct fstr_set *set, const struct fstri_set_needle *needle)
{
	if (set->filter == FSTRI_FILTER_HASH)
		return set->width + set->stride - 1;
	return needle->len < set->teddy_rows ? needle->len : set->teddy_rows;
}

/*
 * Where first[] counts a window, which it does before it has its own use: 24 bits
 * of the hash, and the count. NULL where too many others are there.
 */
static u32 *counted(struct fstr_set *set, const struct fstri_set_needle *needle, u32 off)
{
	u32 hash = fstri_set_hash(set, key_at(set, needle, off));
	u32 last = ((u32)1 << (32 - set->window_shift)) - 1;

	for (u32 i = 0; i < 8; i++) {
		u32 *at = &set->first[((hash >> set->window_shift) + i) & last];

		if (!*at)
			*at = hash & ~(u32)0xff;
		if (!((*at ^ hash) >> 8))
			return at;
	}
	return NULL;
}

/* How often each window that could be chosen occurs in the needles. */
static void count_windows(struct fstr_set *set)
{
	for (u32 i = 0; i < set->nr; i++) {
		const struct fstri_set_needle *needle = fstri_set_needle(set, i);

		for (u32 off = 0; off + set->width <= needle->len; off++) {
			u32 *at = counted(set, needle, off);

			if (at && (*at & 0xff) < 0xff)
				++*at;
		}
	}
}

static u32 others_have(struct fstr_set *set, const struct fstri_set_needle *needle, u32 off)
{
	u32 others = 0;

	for (u32 j = 0; set->nr <= FSTRI_FEW_NEEDLES && j < set->stride; j++) {
		u32 *at = counted(set, needle, off + j);

		others += at && (*at & 0xff) ? (*at & 0xff) - 1 : 0;
	}
	return others;
}

/* How often a place in a needle hits, @sum being the ranks of what stands there. */
static u64 hits_at(struct fstr_set *set, const struct fstri_set_needle *needle, u32 off,
		   u32 sum)
{
	/* the ranks say how often all of them come together, in 2^(14 * span) bytes */
	u32 most = 14 * span_of(set, needle);
	u32 rare = sum / 16 < most ? most - sum / 16 : 0;
	u64 shared = (u64)others_have(set, needle, off) << (RAREST - SHARED);

	return shared + (rare < RAREST ? (u64)1 << (RAREST - rare) : 0);
}

/* Where in a needle the bytes in a row that the filter looks at are rarest. */
static u32 rarest(struct fstr_set *set, const struct fstri_set_needle *needle)
{
	const u8 *bytes = fstri_set_at(set, needle->bytes);
	u32 span = span_of(set, needle);
	u64 least = ~(u64)0;
	u32 least_sum = 0;
	u32 best = 0;
	u32 sum = 0;

	for (u32 i = 0; i < needle->len; i++) {
		u64 hits;

		sum += fstri_set_rank(needle, bytes[i]);
		if (i + 1 < span)
			continue;
		if (i + 1 - span + set->width > needle->len)
			break;
		if (i >= span)
			sum -= fstri_set_rank(needle, bytes[i - span]);
		hits = hits_at(set, needle, i + 1 - span, sum);
		if (hits < least || (hits == least && sum < least_sum)) {
			least = hits;
			least_sum = sum;
			best = i + 1 - span;
		}
	}
	return best;
}

static struct fstri_window window_of(const struct fstr_set *set, u32 needle, u32 off, u32 hash)
{
	return (struct fstri_window){
		.hash = hash,
		.needle = set->needles + needle * (u32)sizeof(struct fstri_set_needle),
		.off = off,
	};
}

/* For each window: count it, then put it in its place. */
static void each_window(struct fstr_set *set, bool place)
{
	struct fstri_set_needle *needles = fstri_set_make(set, set->needles);
	struct fstri_window *windows = fstri_set_make(set, set->windows);
	u32 *first = set->first;
	u32 *seen = fstri_set_make(set, set->seen);

	for (u32 i = 0; i < set->nr; i++) {
		struct fstri_set_needle *needle = &needles[i];
		u32 off = needle->before;

		for (u32 j = 0; j < set->stride; j++) {
			u32 hash = fstri_set_hash(set, key_at(set, needle, off + j));

			if (!place) {
				first[hash >> set->window_shift]++;
				continue;
			}
			windows[--first[hash >> set->window_shift]] =
				window_of(set, i, off + j, hash);
			seen[hash >> set->seen_shift] |= (u32)1 << hash % 32;
		}
		if (place)
			needle->before = fstri_set_before(set, needle, off + set->width);
	}
}

/* How many windows have the hash of another one. */
static u32 count_clashes(struct fstr_set *set)
{
	u32 hashes = (u32)1 << (32 - set->window_shift);
	u32 clashes = 0;

	memset(set->first, 0, ((size_t)hashes + 1) * sizeof(*set->first));
	each_window(set, false);
	for (u32 i = 0; i < hashes; i++)
		clashes += set->first[i] > 1 ? set->first[i] - 1 : 0;
	return clashes;
}

/*
 * Windows that are alone with their hashes are found fastest: of a few hashes, take
 * the one that has most of them, and count the windows by it.
 */
static void choose_hash(struct fstr_set *set)
{
	u32 least = count_clashes(set);
	u64 best = set->factor;

	for (u32 i = 1; least && i < HASHES_TRIED && set->nr <= FSTRI_FEW_NEEDLES; i++) {
		u32 clashes;

		set->factor = GOLDEN * (2 * i + 1);
		clashes = count_clashes(set);
		if (clashes < least) {
			least = clashes;
			best = set->factor;
		}
	}
	if (set->factor == best)
		return;
	set->factor = best;
	count_clashes(set);
}

/* What comparing at once takes of a needle. */
static void build_quick(const struct fstr_set *set, struct fstri_set_needle *needle)
{
	const u8 *bytes = fstri_set_at(set, needle->bytes);

	for (u32 i = 0; i < FSTRI_QUICK; i++) {
		bool letter = i < needle->len && needle->folds && (u8)(bytes[i] - 'a') < 26;

		needle->quick[i] = i < needle->len ? bytes[i] : 0xff;
		needle->fold[i] = i < needle->len ? letter * 0x20 : 0xff;
	}
}

/*
 * Whether a needle is short, and a match wherever it stands, with no other one that
 * ends in it or where it does, or is in progress there and began before it.
 */
static bool is_plain(const struct fstr_set *set, const struct fstri_set_needle *needle)
{
	return needle->len <= FSTRI_QUICK && set->parts == 1 && !needle->inner && !needle->before &&
	       needle->next == FSTRI_NONE;
}

/* A plain one that is alone with the hashes of its windows. */
static void tell_alone(struct fstr_set *set, u32 off)
{
	struct fstri_set_needle *needle = fstri_set_make(set, off);

	needle->end[0] = (off - set->needles) / (u32)sizeof(*needle);
	needle->end[1] = FSTRI_ALONE + needle->len;
}

/* Window 0 is of a needle that stands nowhere, so that each hash has a window. */
void fstri_set_build_windows(struct fstr_set *set)
{
	struct fstri_set_needle *needles = fstri_set_make(set, set->needles);
	struct fstri_window *windows = fstri_set_make(set, set->windows);
	u32 *first = set->first;
	u32 hashes = (u32)1 << (32 - set->window_shift);

	needles[set->nr] = (struct fstri_set_needle){ .len = ~(u32)0, .fold = { 0xff } };
	for (u32 i = 0; i < set->nr; i++) {
		build_quick(set, &needles[i]);
		needles[i].end[0] = needles[i].out;
		needles[i].end[1] = FSTRI_NONE;
	}
	set->mask = ~(u64)0 >> (64 - 8 * set->width);
	set->fold = set->fold ? FSTRI_FOLD64 & set->mask : 0;
	set->factor = GOLDEN;
	memset(first, 0, ((size_t)hashes + 1) * sizeof(*first));
	if (set->nr <= FSTRI_FEW_NEEDLES)
		count_windows(set);
	/* @before has the place until that is used */
	for (u32 i = 0; i < set->nr; i++)
		needles[i].before = rarest(set, &needles[i]);
	choose_hash(set);
	memset(fstri_set_make(set, set->seen), 0, (size_t)4 << (32 - set->seen_shift));
	/* first[] counts; now it says where each one's end, and then, begin */
	first[0]++;
	for (u32 i = 1; i <= hashes; i++)
		first[i] += first[i - 1];
	each_window(set, true);
	windows[0] = window_of(set, set->nr, 0, 0);
	for (u32 i = 0; i < hashes; i++) {
		u32 nr = first[i + 1] - first[i];
		u32 at = nr ? first[i] : 0;

		if (nr > 1 || !is_plain(set, fstri_set_at(set, windows[at].needle)))
			windows[at].chain = nr;
		else
			tell_alone(set, windows[at].needle);
		first[i] = set->windows + at * (u32)sizeof(*windows);
	}
}
