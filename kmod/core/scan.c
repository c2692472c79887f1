// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans: the search of find.c, kept between the blocks of a stream. */
#include "core.h"

static struct fstr_scan new_scan(const struct fstr_needle *needle, unsigned int flags)
{
	return (struct fstr_scan){
		.needle = needle,
		.credit = FSTRI_CREDIT_START,
		.flags = flags,
	};
}

int fstr_scan_init(struct fstr_scan *scan, const struct fstr_needle *needle, unsigned int flags)
{
	if ((flags & ~FSTR_DISJOINT) || !needle->len)
		return -EINVAL;
	*scan = new_scan(needle, flags);
	return 0;
}

static void next_block(struct fstr_scan *scan, const u8 *block, size_t len)
{
	scan->base += scan->len;
	scan->block = block;
	scan->len = len;
	scan->done = 0;
}

int fstr_scan_feed(struct fstr_scan *scan, const void *block, size_t len)
{
	if (scan->done < scan->len)
		return -EBUSY;
	if (!block && len)
		return -EINVAL;
	if (len > FSTRI_MAX_LEN)
		return -E2BIG;
	next_block(scan, block, len);
	return 0;
}

int fstr_scan_next(struct fstr_scan *scan, struct fstr_match *match)
{
	const struct fstr_needle *needle = scan->needle;
	struct fstri_state state = { .depth = scan->depth, .credit = scan->credit };
	bool found = fstri_search(needle, &state, scan->block, scan->len, &scan->done);

	scan->credit = state.credit;
	scan->depth = state.depth;
	if (!found)
		return -ENOENT;
	if (scan->flags & FSTR_DISJOINT)
		scan->depth = 0;
	*match = (struct fstr_match){
		.pos = scan->base + scan->done - needle->len,
		.len = needle->len,
	};
	return 0;
}

size_t fstr_scan_partial(const struct fstr_scan *scan)
{
	return scan->depth;
}

int fstr_scan_save(const struct fstr_scan *scan, struct fstr_saved *saved)
{
	if (scan->done < scan->len)
		return -EBUSY;
	*saved = (struct fstr_saved){
		.pos = scan->base + scan->len,
		.depth = scan->depth,
		.len = scan->needle->len,
	};
	return 0;
}

int fstr_scan_restore(struct fstr_scan *scan, const struct fstr_needle *needle,
		      unsigned int flags, const struct fstr_saved *saved)
{
	struct fstr_scan restored;
	int err;

	if (saved->len != needle->len || saved->depth >= needle->len)
		return -EINVAL;
	err = fstr_scan_init(&restored, needle, flags);
	if (err)
		return err;
	restored.base = saved->pos;
	restored.depth = saved->depth;
	*scan = restored;
	return 0;
}

int fstr_iter_init(struct fstr_iter *iter, const struct fstr *s, const struct fstr_needle *needle,
		   size_t from, unsigned int flags)
{
	struct fstri_walk walk = { .next = s->frag };

	if (flags & ~FSTR_DISJOINT)
		return -EINVAL;
	if (from <= s->len)
		fstri_walk_init(&walk, s, from);
	*iter = (struct fstr_iter){
		.scan = new_scan(needle, flags),
		.next = walk.next,
		.off = walk.off,
		.rest = walk.rest,
	};
	iter->scan.base = from;
	/* An empty needle is still to be told of at the end, but not beyond it. */
	iter->scan.depth = from <= s->len && !needle->len;
	return 0;
}

/* The empty needle stands before each byte that is left, then at the end. */
static int next_empty(struct fstr_iter *iter, struct fstr_match *match)
{
	if (!iter->scan.depth)
		return -ENOENT;
	*match = (struct fstr_match){ .pos = iter->scan.base };
	if (iter->rest) {
		iter->rest--;
		iter->scan.base++;
	} else {
		iter->scan.depth = 0;
	}
	return 0;
}

int fstr_iter_next(struct fstr_iter *iter, struct fstr_match *match)
{
	struct fstri_walk walk = { .next = iter->next, .off = iter->off, .rest = iter->rest };

	if (!iter->scan.needle->len)
		return next_empty(iter, match);
	while (fstr_scan_next(&iter->scan, match)) {
		if (!fstri_walk_next(&walk))
			return -ENOENT;
		next_block(&iter->scan, walk.p, walk.n);
		iter->next = walk.next;
		iter->off = walk.off;
		iter->rest = walk.rest;
	}
	return 0;
}
