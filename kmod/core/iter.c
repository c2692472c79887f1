// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* All matches in a view: a scan over its blocks. */
#include "isa.h"

int fstr_iter_init(struct fstr_iter *iter, const struct fstr *s, const struct fstr_needle *needle,
		   size_t from, unsigned int flags)
{
	struct fstri_walk walk = { .next = s->frag };

	if (flags & ~FSTR_DISJOINT)
		return -EINVAL;
	if (from <= s->len)
		fstri_walk_init(&walk, s, from);
	iter->scan = fstri_new_scan(needle, flags);
	iter->scan.base = from;
	iter->next = walk.next;
	iter->off = walk.off;
	iter->rest = walk.rest;
	/* An empty needle is still to be told of at the end, but not beyond it. */
	iter->scan.state.depth = from <= s->len && !needle->len;
	return 0;
}

/* The empty needle stands before each byte that is left, then at the end. */
static int next_empty(struct fstr_iter *iter, struct fstr_match *match)
{
	if (!iter->scan.state.depth)
		return -ENOENT;
	*match = (struct fstr_match){ .pos = iter->scan.base };
	if (iter->rest) {
		iter->rest--;
		iter->scan.base++;
	} else {
		iter->scan.state.depth = 0;
	}
	return 0;
}

static bool next_block(struct fstr_iter *iter)
{
	struct fstri_blocks blocks = {
		.walk = { .next = iter->next, .off = iter->off, .rest = iter->rest },
	};

	if (!fstri_blocks_next(&blocks, iter->window))
		return false;
	fstri_scan_block(&iter->scan, blocks.p, blocks.n);
	fstri_blocks_unread(&blocks);
	iter->next = blocks.walk.next;
	iter->off = blocks.walk.off;
	iter->rest = blocks.walk.rest;
	return true;
}

int fstr_iter_next(struct fstr_iter *iter, struct fstr_match *match)
{
	if (!iter->scan.needle->len)
		return next_empty(iter, match);
	while (fstri_scan_next(&iter->scan, match))
		if (!next_block(iter))
			return -ENOENT;
	return 0;
}
