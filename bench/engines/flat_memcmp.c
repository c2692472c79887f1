// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* memcmp on bytes that somebody else has joined: a bound. */
#include <stdlib.h>
#include <string.h>

#include "engines.h"

struct flat {
	const uint8_t *a;
	uint8_t *b;	/* its own copy: bytes are not compared with themselves */
	size_t len;
};

static void *flat_open(const struct task *task, const char *impl)
{
	struct flat *flat = must(malloc(sizeof(*flat)));

	(void)impl;
	*flat = (struct flat){ task->hay->flat, must(malloc(task->hay->len)), task->hay->len };
	join_into(flat->b, task->other);
	return flat;
}

static uint64_t flat_run(void *state)
{
	const struct flat *flat = state;

	return !memcmp(flat->a, flat->b, flat->len);
}

static void flat_close(void *state)
{
	struct flat *flat = state;

	free(flat->b);
	free(flat);
}

const struct engine flat_memcmp = {
	.name = "flat:memcmp",
	.ops = OP_BIT(OP_EQUAL),
	.open = flat_open,
	.run = flat_run,
	.close = flat_close,
};
