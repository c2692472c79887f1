// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What people do today: copy the fragments into one buffer, then memmem. The
 * buffer is kept from run to run, so that no allocation is counted.
 */
#include <stdlib.h>

#include "engines.h"

struct join {
	const struct hay *hay;
	struct pattern pattern;
	uint8_t *buffer;
};

static void *join_open(const struct task *task, const char *impl)
{
	struct join *join;

	(void)impl;
	if (!task->pattern.len)
		return NULL;
	join = must(malloc(sizeof(*join)));
	*join = (struct join){ task->hay, task->pattern, must(malloc(task->hay->len)) };
	return join;
}

static uint64_t join_run(void *state)
{
	const struct join *join = state;

	join_into(join->buffer, join->hay);
	return memmem_count(join->buffer, join->hay->len, &join->pattern);
}

static void join_close(void *state)
{
	struct join *join = state;

	free(join->buffer);
	free(join);
}

const struct engine join_memmem = {
	.name = "join+memmem",
	.ops = OP_BIT(OP_FIND) | OP_BIT(OP_SCAN),
	.open = join_open,
	.run = join_run,
	.close = join_close,
};
