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

#define PROBES 8	/* in a row, so that they overlap in the CPU */

static u8 rank(const struct fstri_set_needle *needle, u8 byte)
{
	u8 low = fstri_rank[byte];
	u8 high = low;

	if (needle->folds && (u8)(byte - 'a') < 26)
		high = fstri_rank[byte ^ 0x20];
	return low > high ? low : high;
}

/* Where in a needle @span bytes in a row are rarest. */
static u32 rarest(const struct fstr_set *set, const struct fstri_set_needle *needle, u32 span)
{
	const u8 *bytes = fstri_set_at(set, needle->bytes);
	u32 best = 0;
	u32 least;
	u32 sum = 0;

	for (u32 i = 0; i < span; i++)
		sum += rank(needle, bytes[i]);
	least = sum;
	for (u32 i = span; i < needle->len; i++) {
		sum += rank(needle, bytes[i]);
		sum -= rank(needle, bytes[i - span]);
		if (sum < least) {
			least = sum;
			best = i + 1 - span;
		}
	}
	return best;
}

static u64 key_at(const struct fstr_set *set, const struct fstri_set_needle *needle, u32 off)
{
	const u8 *bytes = fstri_set_at(set, needle->bytes);

	return fstri_set_key(set, fstri_le64_part(bytes + off, set->width));
}

/* Calls for each window: count it, then put it in its place. */
static void each_window(struct fstr_set *set, bool place)
{
	struct fstri_window *windows = fstri_set_make(set, set->windows);
	u32 *first = fstri_set_make(set, set->window_first);
	u32 *seen = fstri_set_make(set, set->seen);

	for (u32 i = 0; i < set->nr; i++) {
		const struct fstri_set_needle *needle = fstri_set_needle(set, i);
		u32 off = rarest(set, needle, set->width + set->stride - 1);

		for (u32 j = 0; j < set->stride; j++) {
			u64 key = key_at(set, needle, off + j);
			u32 hash = fstri_set_hash(key);
			u32 bit = hash >> set->seen_shift;

			if (place) {
				windows[--first[hash >> set->window_shift]] =
					(struct fstri_window){ key, i, off + j };
				continue;
			}
			first[hash >> set->window_shift]++;
			seen[bit / 32] |= (u32)1 << bit % 32;
		}
	}
}

static void build_windows(struct fstr_set *set)
{
	u32 *first = fstri_set_make(set, set->window_first);
	u32 hashes = (u32)1 << (32 - set->window_shift);

	memset(fstri_set_make(set, set->seen), 0, (size_t)1 << (32 - set->seen_shift - 3));
	memset(first, 0, ((size_t)hashes + 1) * sizeof(*first));
	each_window(set, false);
	/* first[] counts; now it says where each one's end, and then, begin */
	for (u32 i = 1; i <= hashes; i++)
		first[i] += first[i - 1];
	each_window(set, true);
}

/*
 * What a match may begin with, in eight buckets: a table of first bytes, and one
 * of second bytes, where a needle of one byte has any.
 */
static void build_heads(struct fstr_set *set)
{
	u8 *head = fstri_set_make(set, set->heads);

	memset(head, 0, 512);
	for (u32 i = 0; i < set->nr; i++) {
		const struct fstri_set_needle *needle = fstri_set_needle(set, i);
		const u8 *bytes = fstri_set_at(set, needle->bytes);
		u8 bucket = (u8)(1 << bytes[0] % 8);
		u32 len = needle->len < 2 ? needle->len : 2;

		for (u32 j = 0; j < len; j++) {
			head[256 * j + bytes[j]] |= bucket;
			if (needle->folds && (u8)(bytes[j] - 'a') < 26)
				head[256 * j + (bytes[j] ^ 0x20)] |= bucket;
		}
		for (u32 c = 0; len < 2 && c < 256; c++)
			head[256 + c] |= bucket;
	}
}

void fstri_set_build_filter(struct fstr_set *set)
{
	if (!set->nr)
		return;
	set->filter = FSTRI_FILTER_HASH;
	set->mask = ~(u64)0 >> (64 - 8 * set->width);
	build_windows(set);
	build_heads(set);
}

static __always_inline u32 probe(const struct fstr_set *set, const u32 *seen, u64 bytes)
{
	u32 bit = fstri_set_hash(fstri_set_key(set, bytes)) >> set->seen_shift;

	return seen[bit / 32] >> bit % 32 & 1;
}

u64 fstri_hash_candidates(const struct fstr_set *set, const u8 *p, size_t *pos, size_t *span,
			  size_t end, size_t len)
{
	const struct fstr_set s = { .mask = set->mask, .fold = set->fold,
				    .seen_shift = set->seen_shift };
	const u32 *seen = fstri_set_at(set, set->seen);
	size_t stride = set->stride;
	size_t reach = (PROBES - 1) * stride + 8;
	size_t at = *pos;

	*span = PROBES * stride;
	for (; at < len && len - at >= reach; at += PROBES * stride) {
		u32 hits = 0;

		for (u32 i = 0; i < PROBES; i++)
			hits |= probe(&s, seen, fstri_le64(p + at + i * stride)) << i;
		if (hits) {
			*pos = at;
			return hits;
		}
	}
	*span = stride;
	for (; at < end; at += stride) {
		if (probe(&s, seen, fstri_le64_part(p + at, len - at))) {
			*pos = at;
			return 1;
		}
	}
	*pos = at;
	return 0;
}
