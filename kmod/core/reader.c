// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Readers: moving, and reading in bulk.
 *
 * A reader that has used up a run stays at its end until a byte behind it is
 * wanted. So the fragment of the last byte read is the one before r->next, and
 * a view can be closed there.
 */
#include "core.h"

/* Go forward by @len bytes, at most what is left, and copy them if @to is given. */
static __always_inline void advance(struct fstr_reader *r, u8 *to, size_t len)
{
	size_t run = fstri_reader_run_len(r);
	const struct fstr_frag *frag;
	size_t after = r->after;

	if (len <= run) {
		if (to && len)
			fstri_copy(to, r->end + r->at, len);
		r->at += (ssize_t)len;
		return;
	}
	if (to && run) {
		fstri_copy(to, r->end + r->at, run);
		to += run;
	}
	len -= run;
	for (frag = r->next; frag->len < len; frag++) {
		if (to) {
			fstri_copy(to, frag->base, frag->len);
			to += frag->len;
		}
		len -= frag->len;
		after -= frag->len;
	}
	if (to)
		fstri_copy(to, frag->base, len);
	run = frag->len < after ? frag->len : after;
	r->end = (const u8 *)frag->base + run;
	r->at = (ssize_t)len - (ssize_t)run;
	r->after = after - run;
	r->next = frag + 1;
}

size_t fstr_reader_read(struct fstr_reader *r, void *to, size_t len)
{
	size_t left = fstr_reader_remaining(r);

	if (len > left)
		len = left;
	if (len)
		advance(r, to, len);
	return len;
}

int fstr_reader_read_exact(struct fstr_reader *r, void *to, size_t len)
{
	if (len > fstr_reader_remaining(r))
		return -ENODATA;
	fstr_reader_read(r, to, len);
	return 0;
}

int fstr_reader_read_all(struct fstr_reader *r, void *to, size_t room, size_t *len)
{
	*len = fstr_reader_remaining(r);
	if (*len > room)
		return -ENOSPC;
	fstr_reader_read(r, to, *len);
	return 0;
}

size_t fstr_reader_skip(struct fstr_reader *r, size_t len)
{
	size_t left = fstr_reader_remaining(r);

	if (len > left)
		len = left;
	advance(r, NULL, len);
	return len;
}

int fstr_reader_skip_exact(struct fstr_reader *r, size_t len)
{
	if (len > fstr_reader_remaining(r))
		return -ENODATA;
	fstr_reader_skip(r, len);
	return 0;
}

/* Go back by @len bytes, at most the position. */
static void go_back(struct fstr_reader *r, size_t len)
{
	while (len) {
		/* In the first fragment that is before the view, and not needed. */
		const u8 *start = r->next[-1].base;
		size_t read = (size_t)(r->end + r->at - start);

		if (len <= read) {
			r->at -= (ssize_t)len;
			return;
		}
		len -= read;
		r->after += (size_t)(r->end - start);
		/* Something lies before this run, so this does not pass the start. */
		do {
			r->next--;
		} while (!r->next[-1].len);
		r->end = (const u8 *)r->next[-1].base + r->next[-1].len;
		r->at = 0;
	}
}

size_t fstr_reader_seek(struct fstr_reader *r, size_t pos)
{
	size_t now = fstr_reader_pos(r);

	if (pos < now)
		go_back(r, now - pos);
	else
		fstr_reader_skip(r, pos - now);
	return fstr_reader_pos(r);
}

int fstr_reader_rewind(struct fstr_reader *r, const struct fstr_reader *mark)
{
	if (r->frag != mark->frag || r->off != mark->off || r->len != mark->len)
		return -EINVAL;
	*r = *mark;
	return 0;
}

const void *fstr_reader_peek(const struct fstr_reader *r, size_t len, void *buf)
{
	struct fstr_reader ahead = *r;

	if (len > fstr_reader_remaining(r))
		return NULL;
	if (!len || !fstri_reader_more(&ahead))
		return buf;
	if (len <= fstri_reader_run_len(&ahead))
		return ahead.end + ahead.at;
	fstr_reader_read(&ahead, buf, len);
	return buf;
}

size_t fstr_reader_run(struct fstr_reader *r, const void **p)
{
	if (!fstri_reader_more(r))
		return 0;
	*p = r->end + r->at;
	return fstri_reader_run_len(r);
}

struct fstr fstr_reader_view(struct fstr_reader *r, size_t len)
{
	size_t left = fstr_reader_remaining(r);
	struct fstr view = { .frag = r->next };
	const struct fstr_frag *last;

	if (len > left)
		len = left;
	if (!len || !fstri_reader_more(r))
		return view;
	view.frag = r->next - 1;
	view.off = (size_t)(r->end + r->at - (const u8 *)view.frag->base);
	view.len = len;
	fstr_reader_skip(r, len);
	last = r->next - 1;
	view.nr = (size_t)(r->next - view.frag);
	view.tail = last->len - (size_t)(r->end + r->at - (const u8 *)last->base);
	return view;
}

ssize_t fstr_reader_transfer(struct fstr_reader *r, size_t len, fstr_sink_fn sink, void *ctx)
{
	size_t left = fstr_reader_remaining(r);
	size_t done = 0;

	if (len > left)
		len = left;
	while (done < len && fstri_reader_more(r)) {
		size_t run = fstri_reader_run_len(r);
		size_t n = run < len - done ? run : len - done;
		ssize_t took = sink(ctx, r->end + r->at, n);

		if (took < 0)
			return took;
		if ((size_t)took > n)
			return -EINVAL;
		r->at += took;
		done += (size_t)took;
		if ((size_t)took < n)
			break;
	}
	return (ssize_t)done;
}
