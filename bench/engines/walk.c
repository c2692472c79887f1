// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The plain way that is right over seams: a byte at a time through the
 * fragments, Knuth-Morris-Pratt to search, a pair of cursors to compare.
 */
#include <stdlib.h>

#include "engines.h"

struct walk {
	const struct hay *hay, *other;
	const uint8_t *pattern;
	size_t len;
	size_t *border;	/* of the first 1, 2, ... len bytes of the pattern */
};

static void *walk_open(const struct task *task, const char *impl)
{
	const uint8_t *pattern = (const uint8_t *)task->pattern.bytes;
	struct walk *walk;
	size_t depth = 0;

	(void)impl;
	if (!task->pattern.len)
		return NULL;
	walk = must(malloc(sizeof(*walk)));
	*walk = (struct walk){ task->hay, NULL, pattern, task->pattern.len,
			       must(calloc(task->pattern.len, sizeof(size_t))) };
	for (size_t i = 1; i < walk->len; i++) {
		while (depth && pattern[i] != pattern[depth])
			depth = walk->border[depth - 1];
		depth += pattern[i] == pattern[depth];
		walk->border[i] = depth;
	}
	return walk;
}

static uint64_t walk_run(void *state)
{
	const struct walk *walk = state;
	const uint8_t *pattern = walk->pattern;
	size_t depth = 0;
	uint64_t count = 0;

	for (size_t f = 0; f < walk->hay->nr; f++) {
		const uint8_t *bytes = walk->hay->frag[f].base;

		for (size_t i = 0; i < walk->hay->frag[f].len; i++) {
			while (depth && bytes[i] != pattern[depth])
				depth = walk->border[depth - 1];
			depth += bytes[i] == pattern[depth];
			if (depth == walk->len) {
				count++;
				depth = 0;	/* disjoint */
			}
		}
	}
	return count;
}

static void walk_close(void *state)
{
	struct walk *walk = state;

	free(walk->border);
	free(walk);
}

static void *equal_open(const struct task *task, const char *impl)
{
	struct walk *walk = must(calloc(1, sizeof(*walk)));

	(void)impl;
	walk->hay = task->hay;
	walk->other = task->other;
	return walk;
}

static uint64_t equal_run(void *state)
{
	const struct walk *walk = state;
	const struct fstr_frag *a = walk->hay->frag, *b = walk->other->frag;
	size_t i = 0, k = 0;

	if (walk->hay->len != walk->other->len)
		return 0;
	for (size_t left = walk->hay->len; left; left--) {
		while (i == a->len) {
			a++;
			i = 0;
		}
		while (k == b->len) {
			b++;
			k = 0;
		}
		if (((const uint8_t *)a->base)[i++] != ((const uint8_t *)b->base)[k++])
			return 0;
	}
	return 1;
}

const struct engine walk_find = {
	.name = "walk",
	.ops = OP_BIT(OP_FIND) | OP_BIT(OP_SCAN),
	.open = walk_open,
	.run = walk_run,
	.close = walk_close,
};

const struct engine walk_equal = {
	.name = "walk",
	.ops = OP_BIT(OP_EQUAL),
	.open = equal_open,
	.run = equal_run,
	.close = walk_close,
};
