// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The filter of a set by hashed windows; see set_filter.c. */
#include "set_state.h"

#define PROBES 8	/* in a row, so that they overlap in the CPU */

struct probe {
	const u32 *seen;
	u32 shift;
	u32 stride;
	u64 mask;
	u64 fold;
};

static __always_inline struct probe make_probe(const struct fstr_set *set, int rows, int groups)
{
	(void)rows;
	(void)groups;
	return (struct probe){
		.seen = fstri_set_at(set, set->seen),
		.shift = set->seen_shift,
		.stride = set->stride,
		.mask = set->mask,
		.fold = set->fold & set->mask,
	};
}

/* The lowest bit says whether the window at @p may be one of the set. */
static __always_inline u32 is_seen(const struct probe *probe, u64 bytes)
{
	u32 hash = fstri_set_hash((bytes & probe->mask) | probe->fold);

	return probe->seen[hash >> probe->shift] >> hash % 32;
}

static __always_inline u32 is_seen_at(const struct probe *probe, const u8 *p)
{
	return is_seen(probe, fstri_le64(p));
}

/* Four of them, written out for compilers that keep a loop as it is. */
static __always_inline u32 any_seen(const struct probe *probe, const u8 *p, size_t stride)
{
	return is_seen_at(probe, p) | is_seen_at(probe, p + stride) |
	       is_seen_at(probe, p + 2 * stride) | is_seen_at(probe, p + 3 * stride);
}

static __always_inline u64 candidates(const struct probe *probe, const u8 *p, size_t *pos,
				      size_t *span, size_t end, size_t len, int rows, int groups)
{
	size_t stride = probe->stride;
	size_t reach = (PROBES - 1) * stride + 8;
	size_t at = *pos;

	(void)rows;
	(void)groups;
	*span = PROBES * stride;
	for (; at < len && len - at >= reach; at += PROBES * stride) {
		u32 hits = 0;

		if (!((any_seen(probe, p + at, stride) |
		       any_seen(probe, p + at + 4 * stride, stride)) & 1))
			continue;
		for (u32 i = 0; i < PROBES; i++)
			hits |= (is_seen_at(probe, p + at + i * stride) & 1) << i;
		*pos = at;
		return hits;
	}
	*span = stride;
	for (; at < end; at += stride) {
		if (is_seen(probe, fstri_le64_part(p + at, len - at)) & 1) {
			*pos = at;
			return 1;
		}
	}
	*pos = at;
	return 0;
}

static __always_inline size_t common(const u8 *a, const u8 *b, size_t len, bool folds)
{
	return fstri_common(a, b, len, folds);
}

#include "set_filter.h"

enum fstri_verdict fstri_hash_set_filter(struct fstr_set_scan *scan, struct fstri_ends *ends,
					 size_t *must)
{
	return filter_block(scan, ends, must, 0, 0);
}

size_t fstri_hash_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len)
{
	const u8 *head = fstri_set_at(set, set->heads);

	for (; pos < len; pos++) {
		u8 buckets = head[p[pos] % FSTRI_TEDDY_ROW];

		if (len - pos > 1)
			buckets &= head[FSTRI_TEDDY_ROW + p[pos + 1] % FSTRI_TEDDY_ROW];
		if (len - pos > 2)
			buckets &= head[2 * FSTRI_TEDDY_ROW + p[pos + 2] % FSTRI_TEDDY_ROW];
		if (buckets)
			break;
	}
	return pos;
}
