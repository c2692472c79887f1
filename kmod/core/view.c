// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Views: made, sliced and copied out of. */
#include "core.h"

int fstr_init(struct fstr *s, const struct fstr_frag *frag, size_t nr)
{
	size_t len = 0;

	if (nr && !frag)
		return -EINVAL;
	for (size_t i = 0; i < nr; i++) {
		if (!frag[i].base && frag[i].len)
			return -EINVAL;
		if (frag[i].len > FSTRI_MAX_LEN - len)
			return -E2BIG;
		len += frag[i].len;
	}
	*s = (struct fstr){ .frag = frag, .nr = nr, .len = len };
	return 0;
}

bool fstr_is_valid(const struct fstr *s)
{
	struct fstr whole;

	if (!s->nr)
		return !s->off && !s->len && !s->tail;
	if (fstr_init(&whole, s->frag, s->nr))
		return false;
	if (s->off > s->frag[0].len || s->tail > s->frag[s->nr - 1].len)
		return false;
	return s->off <= whole.len && s->tail <= whole.len - s->off &&
	       s->len == whole.len - s->off - s->tail;
}

struct fstr fstr_slice(const struct fstr *s, size_t from, size_t to)
{
	struct fstr part = *s;
	size_t drop;

	if (to > s->len)
		to = s->len;
	if (from >= to)
		return (struct fstr){ .frag = s->frag };

	/* @part is not empty, so neither loop runs out of fragments. */
	part.len = to - from;
	drop = s->tail + (s->len - to);
	while (drop >= part.frag[part.nr - 1].len)
		drop -= part.frag[--part.nr].len;
	part.tail = drop;

	drop = s->off + from;
	while (drop >= part.frag->len) {
		drop -= part.frag++->len;
		part.nr--;
	}
	part.off = drop;
	return part;
}

/* The last @len bytes of @s, at most all; their place is found from the end. */
struct fstr fstri_last(const struct fstr *s, size_t len)
{
	struct fstr part = { .frag = s->frag, .len = len, .tail = s->tail };
	size_t reach = 0;

	if (!len)
		return (struct fstr){ .frag = s->frag };
	while (reach < len + s->tail)
		reach += s->frag[s->nr - ++part.nr].len;
	part.frag = s->frag + (s->nr - part.nr);
	/* @reach counts what lies before the view in its first fragment as well. */
	part.off = reach - s->tail - len;
	return part;
}

size_t fstr_copy(const struct fstr *s, size_t from, void *to, size_t len)
{
	struct fstri_walk walk;
	u8 *out = to;

	if (from >= s->len)
		return 0;
	if (len > s->len - from)
		len = s->len - from;
	fstri_walk_init(&walk, s, from);
	walk.rest = len;
	while (fstri_walk_next(&walk)) {
		fstri_copy(out, walk.p, walk.n);
		out += walk.n;
	}
	return len;
}

const void *fstr_peek(const struct fstr *s, size_t pos, size_t len, void *buf)
{
	struct fstri_walk walk;

	if (pos > s->len || len > s->len - pos)
		return NULL;
	fstri_walk_init(&walk, s, pos);
	if (fstri_walk_next(&walk) && walk.n >= len)
		return walk.p;
	fstr_copy(s, pos, buf, len);
	return buf;
}

ssize_t fstr_concat(const struct fstr *parts, size_t nr, struct fstr_frag *frag, size_t room)
{
	size_t needed = 0;
	size_t len = 0;

	for (size_t i = 0; i < nr; i++) {
		if (parts[i].len > FSTRI_MAX_LEN - len)
			return -E2BIG;
		len += parts[i].len;
	}
	for (size_t i = 0; i < nr; i++) {
		struct fstri_walk walk;

		fstri_walk_init(&walk, &parts[i], 0);
		for (; fstri_walk_next(&walk); needed++)
			if (needed < room)
				frag[needed] = (struct fstr_frag){ walk.p, walk.n };
	}
	return (ssize_t)needed;
}
