// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The C library and plain C on bytes: compared, copied, read, looked up. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "../peers/peers.h"

static uint64_t flat_memcmp_run(void *state)
{
	const struct task *task = state;

	return !memcmp(task->hay->flat, task->other->flat, task->hay->len);
}

static uint64_t join_memcmp_run(void *state)
{
	const struct task *task = state;

	if (task->hay->len != task->other->len)
		return 0;
	join_into(task->scratch[0], task->hay);
	join_into(task->scratch[1], task->other);
	return !memcmp(task->scratch[0], task->scratch[1], task->hay->len);
}

/* Reads of numbers are not copies. */
static void *copy_open(const struct engine *engine, const struct task *task)
{
	return task->out ? task_open(engine, task) : NULL;
}

static uint64_t flat_memcpy_run(void *state)
{
	const struct task *task = state;

	memcpy(task->out, task->hay->flat, task->hay->len);
	return task->hay->len;
}

static uint64_t each_memcpy_run(void *state)
{
	const struct task *task = state;
	uint8_t *to = task->out;

	for (size_t i = 0; i < task->hay->nr; i++) {
		memcpy(to, task->hay->frag[i].base, task->hay->frag[i].len);
		to += task->hay->frag[i].len;
	}
	return (uint64_t)(to - task->out);
}

static void *be32_open(const struct engine *engine, const struct task *task)
{
	return task->kind == READ_BE32 ? task_open(engine, task) : NULL;
}

static uint64_t be32_run(void *state)
{
	const struct task *task = state;
	const uint8_t *at = task->hay->flat;
	uint64_t sum = 0;

	for (size_t left = task->hay->len / 4; left; left--, at += 4) {
		uint32_t word;

		memcpy(&word, at, 4);
		/* A reader hands out one number at a time: no vector may sum them up. */
		__asm__ volatile("" : "+r"(word));
		sum += ntohl(word);
	}
	return sum;
}

static void *bytes_open(const struct engine *engine, const struct task *task)
{
	return task->kind == READ_U8 ? task_open(engine, task) : NULL;
}

static uint64_t bytes_run(void *state)
{
	const struct task *task = state;
	uint64_t sum = 0;

	for (size_t i = 0; i < task->hay->len; i++) {
		uint8_t byte = task->hay->flat[i];

		__asm__ volatile("" : "+r"(byte));
		sum += byte;
	}
	return sum;
}

static uint64_t index_run(void *state)
{
	const struct task *task = state;
	const uint8_t *flat = task->hay->flat;
	size_t len = task->hay->len, pos = task->pos[0];
	uint64_t sum = 0;

	switch (task->kind) {
	case INDEX_FORWARD:
		return bytes_run(state);
	case INDEX_BACKWARD:
		for (size_t i = len; i-- > 0;) {
			uint8_t byte = flat[i];

			__asm__ volatile("" : "+r"(byte));
			sum += byte;
		}
		return sum;
	case INDEX_RANDOM:
		for (size_t i = 0; i < task->pos_nr; i++)
			sum += flat[task->pos[i]];
		return sum;
	default:
		for (size_t i = 0; i < task->pos_nr; i++) {
			if (i)
				pos = index_depend(task->pos[i], flat[pos], len);
			sum += flat[pos];
		}
		return sum;
	}
}

#define TASK_ENGINE(title, which, opener, runner, bound) \
	{ .name = title, .ops = OP_BIT(which), .open = opener, .run = runner, .close = free, \
	  .ceiling = (bound) ? OP_BIT(which) : 0 }

const struct engine flat_memcmp =
	TASK_ENGINE("flat:memcmp", OP_EQUAL, task_open, flat_memcmp_run, true);
const struct engine join_memcmp =
	TASK_ENGINE("join+memcmp", OP_EQUAL, task_open, join_memcmp_run, false);
const struct engine flat_be32 = TASK_ENGINE("flat:be32", OP_READ, be32_open, be32_run, true);
const struct engine flat_bytes = TASK_ENGINE("flat:u8", OP_READ, bytes_open, bytes_run, true);
const struct engine flat_index = TASK_ENGINE("flat:index", OP_INDEX, task_open, index_run, true);

const struct engine flat_memcpy = {
	.name = "flat:memcpy",
	.ops = OP_BIT(OP_COPY) | OP_BIT(OP_READ),
	.ceiling = OP_BIT(OP_COPY) | OP_BIT(OP_READ),
	.open = copy_open,
	.run = flat_memcpy_run,
	.close = free,
};

const struct engine each_memcpy = {
	.name = "memcpy-each",
	.ops = OP_BIT(OP_COPY) | OP_BIT(OP_READ),
	.open = copy_open,
	.run = each_memcpy_run,
	.close = free,
};

const char *libc_version(void)
{
#ifdef __GLIBC__
	return gnu_get_libc_version();
#else
	return "unknown";
#endif
}
