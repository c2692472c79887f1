// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The filter of a set by hashed windows; see set_filter.c. */
#include "set.h"

#define PROBES 8	/* in a row, so that they overlap in the CPU */

struct probe {
	const u32 *seen;
	u64 factor;
	u32 shift;
	u64 mask;
	u64 fold;
};

/* The lowest bit says whether the window at @p may be one of the set. */
static __always_inline u32 is_seen(const struct probe *probe, u64 bytes)
{
	u32 hash = (u32)((((bytes & probe->mask) | probe->fold) * probe->factor) >> 32);

	return probe->seen[hash >> probe->shift] >> hash % 32;
}

static __always_inline u32 is_seen_at(const struct probe *probe, const u8 *p)
{
	return is_seen(probe, fstri_le64(p));
}

/*
 * Four of them, written out for compilers that keep a loop as it is. No gain: shifts that
 * are constants; a function by itself; eight hashes in a vector and a gather (AVX-512:
 * 1.17 times as fast for 60 lines, and 0.8 with the bits looked up one by one).
 */
static __always_inline u32 any_seen(const struct probe *probe, const u8 *p, size_t stride)
{
	return is_seen_at(probe, p) | is_seen_at(probe, p + stride) |
	       is_seen_at(probe, p + 2 * stride) | is_seen_at(probe, p + 3 * stride);
}

static __always_inline struct probe probe_of(const struct fstr_set *set)
{
	return (struct probe){
		.seen = fstri_set_at(set, set->seen),
		.shift = set->seen_shift,
		.factor = set->factor,
		.mask = set->mask,
		.fold = set->fold,
	};
}

void fstri_set_weed(const struct fstr_set *set, const u8 *p, size_t len,
		    struct fstri_candidates *found)
{
	const struct probe probe = probe_of(set);
	u32 nr = found->nr;

	found->nr = 0;
	for (u32 i = 0; i < nr; i++) {
		size_t pos = found->base + found->at[i];
		u64 bits = found->bits[i];
		u64 seen = 0;

		/* near the end there are not the bytes for it */
		if (len - pos < FSTRI_GROUP + 8) {
			fstri_add_group(found, pos, bits);
			continue;
		}
		for (; bits; bits &= bits - 1) {
			u32 at = (u32)__builtin_ctzll(bits);

			seen |= (u64)(is_seen_at(&probe, p + pos + at) & 1) << at;
		}
		fstri_add_group(found, pos, seen);
	}
}

size_t fstri_hash_set_candidates(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
				 size_t len, struct fstri_candidates *found)
{
	const struct probe probe = probe_of(set);
	size_t stride = set->stride;
	size_t reach = (PROBES - 1) * stride + 8;

	found->nr = 0;
	for (; pos < len && len - pos >= reach; pos += PROBES * stride) {
		u64 bits = 0;

		if (!((any_seen(&probe, p + pos, stride) |
		       any_seen(&probe, p + pos + 4 * stride, stride)) & 1))
			continue;
		for (u32 i = 0; i < PROBES; i++)
			bits |= (u64)(is_seen_at(&probe, p + pos + i * stride) & 1) << i * stride;
		if (!found->nr)
			found->base = pos;
		else if (pos - found->base >= FSTRI_LOOK)
			return pos;
		fstri_add_group(found, pos, bits);
		if (found->nr >= found->enough)
			return pos + PROBES * stride;
	}
	if (found->nr)
		return pos;
	for (; pos < end; pos += stride) {
		if (is_seen(&probe, fstri_le64_part(p + pos, len - pos)) & 1) {
			found->base = pos;
			fstri_add_group(found, pos, 1);
			return pos + stride;
		}
	}
	return pos;
}

static __always_inline u8 buckets_of(const u8 *row, u8 byte, bool halves)
{
	return halves ? row[byte & 0x0f] & row[16 + (byte >> 4)] : row[byte & 0x7f];
}

static __always_inline size_t find_head(const u8 *head, const u8 *p, size_t pos, size_t len,
					bool halves)
{
	for (; pos < len; pos++) {
		u8 buckets = buckets_of(head, p[pos], halves);

		if (len - pos > 1)
			buckets &= buckets_of(head + FSTRI_TEDDY_ROW, p[pos + 1], halves);
		if (len - pos > 2)
			buckets &= buckets_of(head + 2 * FSTRI_TEDDY_ROW, p[pos + 2], halves);
		if (buckets)
			break;
	}
	return pos;
}

/* Of a set for another filter, too, whose vectors are not to be had. */
size_t fstri_hash_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len)
{
	const u8 *head = fstri_set_at(set, set->heads);

	if (fstri_set_by_halves(set->filter))
		return find_head(head, p, pos, len, true);
	return find_head(head, p, pos, len, false);
}

#define NAME(x) fstri_hash_##x

static __always_inline u64 load_8(const u8 *p)
{
	u64 w;

	__builtin_memcpy(&w, p, 8);
	return w;
}

static __always_inline u64 differ_at(const struct fstri_set_needle *needle, const u8 *p, size_t at)
{
	return (load_8(p + at) | load_8(needle->fold + at)) ^ load_8(needle->quick + at);
}

/* Whether a needle, or what of it is compared at once, stands at @p. */
static __always_inline bool stands(const struct fstri_set_needle *needle, const u8 *p)
{
	return !(differ_at(needle, p, 0) | differ_at(needle, p, 8) |
		 differ_at(needle, p, 16) | differ_at(needle, p, 24));
}

#include "plain.h"
