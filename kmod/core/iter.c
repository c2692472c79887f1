// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* All matches in a view, and all places of bytes: a search over its blocks. */
#include "isa.h"

static struct fstr_ahead ahead_from(const struct fstr *s, size_t from)
{
	struct fstri_walk walk = { .next = s->frag };

	if (from <= s->len)
		fstri_walk_init(&walk, s, from);
	return (struct fstr_ahead){ .next = walk.next, .off = walk.off, .rest = walk.rest };
}

/* The next block, in @blocks. */
static __always_inline bool next_block(struct fstr_ahead *ahead, u8 *window,
				       struct fstri_blocks *blocks, struct fstri_lease *lease)
{
	*blocks = (struct fstri_blocks){
		.walk = { .next = ahead->next, .off = ahead->off, .rest = ahead->rest },
	};
	if (!fstri_blocks_next(blocks, window, lease))
		return false;
	fstri_blocks_unread(blocks);
	*ahead = (struct fstr_ahead){
		.next = blocks->walk.next, .off = blocks->walk.off, .rest = blocks->walk.rest,
	};
	return true;
}

int fstr_iter_init(struct fstr_iter *iter, const struct fstr *s, const struct fstr_needle *needle,
		   size_t from, unsigned int flags)
{
	if (flags & ~FSTR_DISJOINT)
		return -EINVAL;
	fstri_scan_begin_needle(&iter->scan, needle, from, flags);
	iter->ahead = ahead_from(s, from);
	/* An empty needle is still to be told of at the end, but not beyond it. */
	iter->scan.state.depth = from <= s->len && !needle->len;
	return 0;
}

void fstr_iter_resume(struct fstr_iter *iter, const struct fstr *s)
{
	size_t done = iter->scan.base + iter->scan.len;

	iter->ahead = ahead_from(s, done);
	if (!iter->scan.needle->len)
		iter->scan.state.depth = done <= s->len;
}

/* The empty needle stands before each byte that is left, then at the end. */
static int next_empty(struct fstr_iter *iter, struct fstr_match *match)
{
	if (!iter->scan.state.depth)
		return -ENOENT;
	*match = (struct fstr_match){ .pos = iter->scan.base };
	iter->scan.base++;
	if (iter->ahead.rest)
		iter->ahead.rest--;
	else
		iter->scan.state.depth = 0;
	return 0;
}

int fstr_iter_next(struct fstr_iter *iter, struct fstr_match *match)
{
	struct fstr_scan *scan = &iter->scan;
	struct fstri_blocks blocks FSTRI_UNSET;
	struct fstri_lease lease;
	int err;

	if (!scan->needle->len)
		return next_empty(iter, match);
	lease = fstri_needle_lease(scan->needle, scan->len - scan->done + iter->ahead.rest);
	while ((err = fstri_scan_next(scan, match, &lease))) {
		if (!next_block(&iter->ahead, iter->window, &blocks, &lease))
			break;
		fstri_scan_block(scan, blocks.p, blocks.n);
	}
	fstri_lease_end(&lease);
	return err;
}

void fstr_byte_iter_init(struct fstr_byte_iter *iter, const struct fstr *s,
			 const struct fstr_byteset *set, size_t from)
{
	iter->set = *set;
	iter->nr_few = (u8)fstri_few_bytes(set, iter->few);
	iter->marks = 0;
	iter->at = 0;
	iter->block = NULL;
	iter->len = 0;
	iter->base = from;
	iter->ahead = ahead_from(s, from);
}

/* The next marks of the block. */
static bool mark_block(struct fstr_byte_iter *iter, struct fstri_lease *lease)
{
	while (iter->at < iter->len) {
		size_t ahead = iter->len - iter->at;
		size_t n = ahead;
		u32 isa = fstri_lease_next(lease, fstri_isa, &n);
		size_t end = iter->at + n;

		iter->marks = FSTRI_CALL(isa, mark_set, iter, end, &iter->at);
		fstri_lease_took(lease, n);
		/* Marks that the end of a step cuts short are made anew by the next one. */
		if (iter->marks && (n == ahead || end - iter->at >= 64))
			return true;
		if (!iter->marks)
			iter->at = end;
	}
	return false;
}

static __attribute__((__noinline__)) bool mark_more(struct fstr_byte_iter *iter)
{
	struct fstri_blocks blocks FSTRI_UNSET;
	struct fstri_lease lease;

	iter->at = iter->len - iter->at > 64 ? iter->at + 64 : iter->len;
	lease = fstri_lease(fstri_isa, iter->len - iter->at + iter->ahead.rest);
	while (!mark_block(iter, &lease)) {
		iter->base += iter->len;
		iter->len = 0;
		iter->at = 0;
		if (!next_block(&iter->ahead, iter->window, &blocks, &lease))
			break;
		iter->block = blocks.p;
		iter->len = blocks.n;
	}
	fstri_lease_end(&lease);
	return iter->marks;
}

ssize_t fstr_byte_iter_next(struct fstr_byte_iter *iter)
{
	size_t place;

	if (!iter->marks && !mark_more(iter))
		return -ENOENT;
	place = (size_t)__builtin_ctzll(iter->marks);
	iter->marks &= iter->marks - 1;
	return (ssize_t)(iter->base + iter->at + place);
}
