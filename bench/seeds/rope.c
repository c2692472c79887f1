// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Twins of what a rope of bytes did before: it was a sequence of elements to
 * generic code, which asked an iterator for one after the other, each of them
 * boxed, or asked for the one at an index, which was looked for from the first
 * fragment on. A file of its own, so that no compiler sees who calls.
 *
 * The first two are one thing, before and after a compiler at run time has had its
 * way with it: at the worst each step is a call through a pointer, at the best
 * everything is inlined. What the original measured lies in between.
 */
#include "rope.h"

int rope_at(const struct hay *rope, size_t pos)
{
	const struct fstr_frag *frag = rope->frag;

	if (pos >= rope->len)
		return -1;
	while (pos >= frag->len) {
		pos -= frag->len;
		frag++;
	}
	return ((const uint8_t *)frag->base)[pos];
}

bool rope_equal_index(const struct hay *a, const struct hay *b)
{
	if (a->len != b->len)
		return false;
	for (size_t i = 0; i < a->len; i++) {
		if (rope_at(a, i) != rope_at(b, i))
			return false;
	}
	return true;
}

/* Small numbers have one box each, made once. */
struct box {
	uint8_t value;
};

static struct box boxes[256];

struct elements {
	bool (*has_next)(const struct elements *elements);
	const struct box *(*next)(struct elements *elements);
	const struct fstr_frag *frag, *end;
	size_t pos;
};

static bool flat_has_next(const struct elements *elements)
{
	return elements->pos < elements->frag->len;
}

static const struct box *flat_next(struct elements *elements)
{
	return &boxes[((const uint8_t *)elements->frag->base)[elements->pos++]];
}

static bool rope_has_next(const struct elements *elements)
{
	return elements->frag < elements->end;
}

static const struct box *rope_next(struct elements *elements)
{
	const struct box *box = flat_next(elements);

	while (elements->frag < elements->end && !flat_has_next(elements)) {
		elements->frag++;
		elements->pos = 0;
	}
	return box;
}

static void elements_init(struct elements *elements, const struct hay *rope)
{
	bool flat = rope->nr == 1;

	*elements = (struct elements){
		.has_next = flat ? flat_has_next : rope_has_next,
		.next = flat ? flat_next : rope_next,
		.frag = rope->frag,
		.end = rope->frag + rope->nr,
	};
	for (size_t i = 0; !boxes[255].value && i < ARRAY_SIZE(boxes); i++)
		boxes[i].value = (uint8_t)i;
}

bool rope_equal_iterator(const struct hay *a, const struct hay *b)
{
	struct elements x, y;

	elements_init(&x, a);
	elements_init(&y, b);
	while (x.has_next(&x) && y.has_next(&y)) {
		if (x.next(&x)->value != y.next(&y)->value)
			return false;
	}
	return x.has_next(&x) == y.has_next(&y);
}

/* Goes on by one byte; where that is the last of a fragment, to the next one. */
static uint8_t walk_next(const struct fstr_frag **frag, size_t *pos)
{
	uint8_t byte = ((const uint8_t *)(*frag)->base)[*pos];

	if (++*pos == (*frag)->len) {
		++*frag;
		*pos = 0;
	}
	return byte;
}

bool rope_equal_walk(const struct hay *a, const struct hay *b)
{
	const struct fstr_frag *x = a->frag, *y = b->frag;
	size_t i = 0, k = 0;

	if (a->len != b->len)
		return false;
	for (size_t n = 0; n < a->len; n++) {
		if (walk_next(&x, &i) != walk_next(&y, &k))
			return false;
	}
	return true;
}
