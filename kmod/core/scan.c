// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans: the searches of find.c and set_search.c, kept between the blocks of a stream. */
#include "set.h"

int fstr_scan_init(struct fstr_scan *scan, const struct fstr_needle *needle, unsigned int flags)
{
	if ((flags & ~FSTR_DISJOINT) || !needle->len)
		return -EINVAL;
	fstri_scan_begin_needle(scan, needle, 0, flags);
	return 0;
}

static bool is_busy(const struct fstr_scan *scan)
{
	if (scan->done < scan->len)
		return true;
	return (scan->flags & FSTRI_SCAN_SET) &&
	       (scan->many.out[0] & scan->many.out[1]) != FSTRI_NONE;
}

int fstr_scan_feed(struct fstr_scan *scan, const void *block, size_t len)
{
	if (is_busy(scan))
		return -EBUSY;
	if (!block && len)
		return -EINVAL;
	if (len > FSTRI_MAX_LEN)
		return -E2BIG;
	fstri_scan_block(scan, block, len);
	return 0;
}

static __always_inline struct fstri_lease lease_for(const struct fstr_scan *scan, size_t len)
{
	if (scan->flags & FSTRI_SCAN_SET)
		return fstri_set_lease(scan->set, len);
	return fstri_needle_lease(scan->needle, len);
}

struct fstri_lease fstri_scan_lease(const struct fstr_scan *scan, size_t len)
{
	return lease_for(scan, len);
}

static __always_inline int go_on(struct fstr_scan *scan, struct fstr_match *match,
				 struct fstri_lease *lease)
{
	if (scan->flags & FSTRI_SCAN_SET)
		return fstri_set_scan_next(scan, match, lease);
	return fstri_scan_next(scan, match, lease);
}

int fstri_scan_go_on(struct fstr_scan *scan, struct fstr_match *match, struct fstri_lease *lease)
{
	return go_on(scan, match, lease);
}

int fstr_scan_next(struct fstr_scan *scan, struct fstr_match *match)
{
	struct fstri_lease lease = lease_for(scan, scan->len - scan->done);
	int err = go_on(scan, match, &lease);

	fstri_lease_end(&lease);
	return err;
}

size_t fstr_scan_partial(const struct fstr_scan *scan)
{
	if (scan->flags & FSTRI_SCAN_SET)
		return fstri_set_scan_partial(scan);
	return scan->state.depth;
}

int fstr_scan_save(const struct fstr_scan *scan, struct fstr_saved *saved)
{
	if (is_busy(scan))
		return -EBUSY;
	saved->pos = scan->base + scan->len;
	if (scan->flags & FSTRI_SCAN_SET) {
		fstri_set_scan_save(scan, saved->state);
		return 0;
	}
	saved->state[0] = scan->state.depth;
	saved->state[1] = scan->needle->len;
	return 0;
}

static int restore_needle(struct fstr_scan *scan, const u32 *state)
{
	const struct fstr_needle *needle = scan->needle;
	bool is_new = !state[0] && !state[1];

	if (!is_new && (state[1] != needle->len || state[0] >= needle->len))
		return -EINVAL;
	scan->state = fstri_state_init(needle);
	scan->state.depth = state[0];
	return 0;
}

int fstr_scan_restore(struct fstr_scan *scan, const struct fstr_saved *saved)
{
	int err;

	if (scan->flags & FSTRI_SCAN_SET)
		err = fstri_set_scan_restore(scan, saved->state);
	else
		err = restore_needle(scan, saved->state);
	if (err)
		return err;
	scan->base = saved->pos;
	scan->block = NULL;
	scan->len = 0;
	scan->done = 0;
	return 0;
}
