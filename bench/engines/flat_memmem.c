// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The C library's memmem on bytes that somebody else has joined: a bound. */
#define _GNU_SOURCE	/* memmem */
#include <stdlib.h>
#include <string.h>

#include "engines.h"

uint64_t memmem_count(const uint8_t *bytes, size_t len, const struct pattern *pattern)
{
	const uint8_t *end = bytes + len;
	uint64_t count = 0;

	while ((bytes = memmem(bytes, (size_t)(end - bytes), pattern->bytes, pattern->len))) {
		count++;
		bytes += pattern->len;
	}
	return count;
}

static void *flat_open(const struct task *task, const char *impl)
{
	struct task *copy;

	(void)impl;
	if (!task->pattern.len)
		return NULL;
	copy = must(malloc(sizeof(*copy)));
	*copy = *task;
	return copy;
}

static uint64_t flat_run(void *state)
{
	const struct task *task = state;

	return memmem_count(task->hay->flat, task->hay->len, &task->pattern);
}

const struct engine flat_memmem = {
	.name = "flat:memmem",
	.ops = OP_BIT(OP_FIND) | OP_BIT(OP_SCAN),
	.open = flat_open,
	.run = flat_run,
	.close = free,
};
