// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Readers: up to a delimiter, and by lines. */
#include "isa.h"

/* The runs from where a reader stands. */
static struct fstri_walk walk_from(const struct fstr_reader *r)
{
	struct fstri_walk walk = {
		.next = r->next,
		.rest = r->after,
		.n = fstri_reader_run_len(r),
	};

	if (walk.n)
		walk.p = r->end + r->at;
	return walk;
}

/* What is left of the view before the run of a walk. */
static size_t before_run(const struct fstr_reader *r, const struct fstri_walk *walk)
{
	return fstr_reader_remaining(r) - walk->rest - walk->n;
}

/* Give away the @len bytes before a delimiter, and maybe the delimiter. */
static void give(struct fstr_reader *r, size_t len, size_t delimiter, unsigned int flags,
		 struct fstr *before)
{
	if (before)
		*before = fstr_reader_view(r, len);
	else
		fstr_reader_skip(r, len);
	if (flags & FSTR_CONSUME)
		fstr_reader_skip(r, delimiter);
}

/*
 * How far ahead a byte stands, or -ENOENT. *@last is the one before it, if that
 * is ahead as well, otherwise it is left alone.
 */
static ssize_t find_byte(const struct fstr_reader *r, u8 byte, u8 *last)
{
	struct fstri_lease lease = fstri_lease(fstri_isa, fstr_reader_remaining(r));
	struct fstri_walk walk = walk_from(r);
	ssize_t found = -ENOENT;

	do {
		size_t at;

		if (!walk.n)
			continue;
		at = fstri_find_byte(&lease, walk.p, walk.n, byte);
		if (at)
			*last = walk.p[at - 1];
		if (at < walk.n)
			found = (ssize_t)(before_run(r, &walk) + at);
	} while (found < 0 && fstri_walk_next(&walk));
	fstri_lease_end(&lease);
	return found;
}

int fstr_reader_until_byte(struct fstr_reader *r, uint8_t byte, unsigned int flags,
			   struct fstr *before)
{
	ssize_t len;
	u8 last;

	if (flags & ~FSTR_CONSUME)
		return -EINVAL;
	len = find_byte(r, byte, &last);
	if (len < 0)
		return -ENOENT;
	give(r, (size_t)len, 1, flags, before);
	return 0;
}

int fstr_reader_until_any(struct fstr_reader *r, const struct fstr_byteset *set,
			  unsigned int flags, struct fstr *before)
{
	struct fstri_lease lease = fstri_lease(fstri_isa, fstr_reader_remaining(r));
	struct fstri_walk walk = walk_from(r);
	size_t at = 0;

	if (flags & ~FSTR_CONSUME)
		return -EINVAL;
	do {
		if (walk.n)
			at = fstri_find_set(&lease, walk.p, walk.n, set);
	} while (at == walk.n && fstri_walk_next(&walk));
	fstri_lease_end(&lease);
	if (at == walk.n)
		return -ENOENT;
	give(r, before_run(r, &walk) + at, 1, flags, before);
	return 0;
}

int fstr_reader_until(struct fstr_reader *r, const struct fstr_needle *needle,
		      unsigned int flags, struct fstr *before)
{
	struct fstri_lease lease = fstri_needle_lease(needle, fstr_reader_remaining(r));
	struct fstr_scan_state state = fstri_state_init(needle);
	struct fstri_walk walk = walk_from(r);
	bool found;
	size_t end;

	if (flags & ~FSTR_CONSUME)
		return -EINVAL;
	if (!needle->len) {
		give(r, 0, 0, flags, before);
		return 0;
	}
	do {
		end = 0;
		found = fstri_search(needle, &state, walk.p, walk.n, &end, &lease);
	} while (!found && fstri_walk_next(&walk));
	fstri_lease_end(&lease);
	if (!found)
		return -ENOENT;
	end += before_run(r, &walk);
	give(r, end - needle->len, needle->len, flags, before);
	return 0;
}

int fstr_reader_line(struct fstr_reader *r, unsigned int flags, struct fstr *line,
		     unsigned int *end)
{
	size_t left = fstr_reader_remaining(r);
	unsigned int ends_in = 1;
	ssize_t len;
	u8 last = 0;

	if (flags & ~FSTR_CRLF)
		return -EINVAL;
	if (!left)
		return -ENOENT;
	len = find_byte(r, '\n', &last);
	if (len < 0) {
		len = (ssize_t)left;
		ends_in = 0;
	} else if (len && (flags & FSTR_CRLF) && last == '\r') {
		len--;
		ends_in = 2;
	}
	*line = fstr_reader_view(r, (size_t)len);
	fstr_reader_skip(r, ends_in);
	if (end)
		*end = ends_in;
	return 0;
}
