// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Both strings copied into buffers of their own, kept from run to run; then memcmp. */
#include <stdlib.h>
#include <string.h>

#include "engines.h"

struct join {
	const struct hay *a, *b;
	uint8_t *joined_a, *joined_b;
};

static void *join_open(const struct task *task, const char *impl)
{
	struct join *join = must(malloc(sizeof(*join)));

	(void)impl;
	*join = (struct join){ task->hay, task->other, must(malloc(task->hay->len)),
			       must(malloc(task->other->len)) };
	return join;
}

static uint64_t join_run(void *state)
{
	const struct join *join = state;

	if (join->a->len != join->b->len)
		return 0;
	join_into(join->joined_a, join->a);
	join_into(join->joined_b, join->b);
	return !memcmp(join->joined_a, join->joined_b, join->a->len);
}

static void join_close(void *state)
{
	struct join *join = state;

	free(join->joined_a);
	free(join->joined_b);
	free(join);
}

const struct engine join_memcmp = {
	.name = "join+memcmp",
	.ops = OP_BIT(OP_EQUAL),
	.open = join_open,
	.run = join_run,
	.close = join_close,
};
