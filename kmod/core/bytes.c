// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Single bytes, and those of a set. */
#include "isa.h"

/* The first place of @byte, or of one of @set where that is not NULL; @len for none. */
static __always_inline size_t first_in(struct fstri_lease *lease, const u8 *p, size_t len, u8 byte,
				       const struct fstr_byteset *set)
{
	return set ? fstri_find_set(lease, p, len, set) : fstri_find_byte(lease, p, len, byte);
}

/* The window has a frame of its own. The lease is ours now. */
static __attribute__((__noinline__)) ssize_t find_further(struct fstri_walk walk, size_t pos,
							   u8 byte, const struct fstr_byteset *set,
							   struct fstri_lease lease)
{
	struct fstri_blocks blocks = { .walk = walk };
	u8 window[FSTR_WINDOW] FSTRI_UNSET;
	ssize_t found = -ENOENT;

	for (; fstri_blocks_next(&blocks, window, &lease); pos += blocks.n) {
		size_t at = first_in(&lease, blocks.p, blocks.n, byte, set);

		if (at < blocks.n) {
			found = (ssize_t)(pos + at);
			break;
		}
	}
	fstri_lease_end(&lease);
	return found;
}

static __always_inline ssize_t find(const struct fstr *s, size_t from, u8 byte,
				    const struct fstr_byteset *set)
{
	struct fstri_lease lease;
	struct fstri_walk walk;
	size_t at;

	if (from >= s->len)
		return -ENOENT;
	fstri_walk_init(&walk, s, from);
	fstri_walk_next(&walk);
	lease = fstri_lease(fstri_isa, s->len - from);
	at = first_in(&lease, walk.p, walk.n, byte, set);
	if (at == walk.n)
		return find_further(walk, from + walk.n, byte, set, lease);
	fstri_lease_end(&lease);
	return (ssize_t)(from + at);
}

ssize_t fstr_find_byte(const struct fstr *s, uint8_t byte, size_t from)
{
	return find(s, from, byte, NULL);
}

ssize_t fstr_find_any(const struct fstr *s, const struct fstr_byteset *set, size_t from)
{
	return find(s, from, 0, set);
}

size_t fstr_count_byte(const struct fstr *s, uint8_t byte)
{
	struct fstri_lease lease = fstri_lease(fstri_isa, s->len);
	struct fstri_blocks blocks FSTRI_UNSET;
	u8 window[FSTR_WINDOW] FSTRI_UNSET;
	size_t count = 0;

	fstri_blocks_init(&blocks, s, 0);
	while (fstri_blocks_next(&blocks, window, &lease))
		count += fstri_count_byte(&lease, blocks.p, blocks.n, byte);
	fstri_lease_end(&lease);
	return count;
}

static struct fstr_byteset others(const struct fstr_byteset *set)
{
	struct fstr_byteset rest;

	for (size_t i = 0; i < sizeof(rest.row); i++)
		rest.row[i] = (u8)~set->row[i];
	return rest;
}

ssize_t fstr_find_none(const struct fstr *s, const struct fstr_byteset *set, size_t from)
{
	struct fstr_byteset rest = others(set);

	return fstr_find_any(s, &rest, from);
}

/* The runs of a view from the last to the first, up to a position. */
struct backward {
	const struct fstr_frag *behind;	/* the fragment that comes next lies before this */
	size_t tail;	/* bytes of that to leave out */
	size_t pos;	/* of the first byte of this run; how many are left */
	const u8 *p;
	size_t n;
};

static __always_inline struct backward backward_to(const struct fstr *s, size_t end)
{
	struct fstr part = *s;

	if (end < s->len)
		part = fstr_slice(s, 0, end + 1);
	return (struct backward){
		.behind = part.frag + part.nr, .tail = part.tail, .pos = part.len,
	};
}

static __always_inline bool backward_next(struct backward *b)
{
	while (b->pos) {
		const struct fstr_frag *frag = --b->behind;
		size_t end = frag->len - b->tail;

		b->tail = 0;
		b->n = end < b->pos ? end : b->pos;
		if (!b->n)
			continue;
		b->p = (const u8 *)frag->base + (end - b->n);
		b->pos -= b->n;
		return true;
	}
	return false;
}

static __always_inline ssize_t rfind(const struct fstr *s, size_t end, u8 byte,
				     const struct fstr_byteset *set)
{
	struct backward b = backward_to(s, end);
	struct fstri_lease lease = fstri_lease(fstri_isa, b.pos);
	size_t behind = 0;

	while (!behind && backward_next(&b))
		behind = set ? fstri_rfind_set(&lease, b.p, b.n, set) :
			       fstri_rfind_byte(&lease, b.p, b.n, byte);
	fstri_lease_end(&lease);
	return behind ? (ssize_t)(b.pos + behind - 1) : -ENOENT;
}

ssize_t fstr_rfind_byte(const struct fstr *s, uint8_t byte, size_t end)
{
	return rfind(s, end, byte, NULL);
}

ssize_t fstr_rfind_any(const struct fstr *s, const struct fstr_byteset *set, size_t end)
{
	return rfind(s, end, 0, set);
}

ssize_t fstr_rfind_none(const struct fstr *s, const struct fstr_byteset *set, size_t end)
{
	struct fstr_byteset rest = others(set);

	return fstr_rfind_any(s, &rest, end);
}
