// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans: the search of find.c, kept between the blocks of a stream. */
#include "core.h"

struct fstr_scan fstri_new_scan(const struct fstr_needle *needle, unsigned int flags)
{
	return (struct fstr_scan){
		.needle = needle,
		.state = fstri_state_init(needle),
		.flags = flags,
	};
}

int fstr_scan_init(struct fstr_scan *scan, const struct fstr_needle *needle, unsigned int flags)
{
	if ((flags & ~FSTR_DISJOINT) || !needle->len)
		return -EINVAL;
	*scan = fstri_new_scan(needle, flags);
	return 0;
}

void fstri_scan_block(struct fstr_scan *scan, const u8 *block, size_t len)
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
	fstri_scan_block(scan, block, len);
	return 0;
}

int fstr_scan_next(struct fstr_scan *scan, struct fstr_match *match)
{
	return fstri_scan_next(scan, match);
}

size_t fstr_scan_partial(const struct fstr_scan *scan)
{
	return scan->state.depth;
}

int fstr_scan_save(const struct fstr_scan *scan, struct fstr_saved *saved)
{
	if (scan->done < scan->len)
		return -EBUSY;
	*saved = (struct fstr_saved){
		.pos = scan->base + scan->len,
		.depth = scan->state.depth,
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
	restored.state.depth = saved->depth;
	*scan = restored;
	return 0;
}
