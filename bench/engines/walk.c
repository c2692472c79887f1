// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The plain way to search that is right over seams: a byte at a time through the
 * fragments, by Knuth-Morris-Pratt.
 */
#include <stdlib.h>

#include "engines.h"

struct walk {
	const struct hay *hay;
	uint8_t *pattern;
	size_t len;
	size_t *border;		/* of the first 1, 2, ... len bytes of the pattern */
	uint8_t fold[256];	/* each byte as it is compared */
};

static void walk_close(void *state)
{
	struct walk *walk = state;

	free(walk->pattern);
	free(walk->border);
	free(walk);
}

static void *walk_open(const struct engine *engine, const struct task *task)
{
	struct walk *walk = must(calloc(1, sizeof(*walk)));
	size_t depth = 0;

	(void)engine;
	walk->hay = task->hay;
	walk->len = task->pattern.len;
	walk->pattern = must(malloc(walk->len));
	walk->border = must(calloc(walk->len, sizeof(size_t)));
	for (int i = 0; i < 256; i++) {
		bool large = i >= 'A' && i <= 'Z';

		walk->fold[i] = (uint8_t)(i + (task->op == OP_ICASE && large ? 0x20 : 0));
	}
	for (size_t i = 0; i < walk->len; i++)
		walk->pattern[i] = walk->fold[(uint8_t)task->pattern.bytes[i]];
	for (size_t i = 1; i < walk->len; i++) {
		while (depth && walk->pattern[i] != walk->pattern[depth])
			depth = walk->border[depth - 1];
		depth += walk->pattern[i] == walk->pattern[depth];
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
			uint8_t byte = walk->fold[bytes[i]];

			while (depth && byte != pattern[depth])
				depth = walk->border[depth - 1];
			depth += byte == pattern[depth];
			if (depth == walk->len) {
				count++;
				depth = 0;	/* disjoint */
			}
		}
	}
	return count;
}

/* One byte, or any of several: a table says which count. */
static uint64_t byte_run(void *state)
{
	const struct task *task = state;
	bool wanted[256] = { };
	uint64_t count = 0;

	for (size_t i = 0; i < task->pattern.len; i++)
		wanted[(uint8_t)task->pattern.bytes[i]] = true;
	for (size_t f = task->hay->nr; f-- > 0;) {
		const uint8_t *bytes = task->hay->frag[f].base;

		for (size_t i = task->hay->frag[f].len; i-- > 0;)
			count += wanted[bytes[i]];
	}
	return count;
}

const struct engine walk_find = {
	.name = "walk",
	.ops = OPS_FIND | OP_BIT(OP_ICASE) | OP_BIT(OP_SCAN),
	.open = walk_open,
	.run = walk_run,
	.close = walk_close,
};

const struct engine walk_byte = {
	.name = "walk",
	.ops = OP_BIT(OP_BYTE) | OP_BIT(OP_RBYTE),
	.open = task_open,
	.run = byte_run,
	.close = free,
};
