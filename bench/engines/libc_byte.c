// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The C library's searches for a byte; fragment by fragment, no seam can hide one. */
#define _GNU_SOURCE	/* memrchr */
#include <stdlib.h>
#include <string.h>

#include "engines.h"

static uint64_t memchr_count(const uint8_t *bytes, size_t len, char byte)
{
	const uint8_t *end = bytes + len;
	uint64_t count = 0;

	while (bytes < end && (bytes = memchr(bytes, byte, (size_t)(end - bytes)))) {
		count++;
		bytes++;
	}
	return count;
}

static uint64_t memrchr_count(const uint8_t *bytes, size_t len, char byte)
{
	const uint8_t *at;
	uint64_t count = 0;

	while ((at = memrchr(bytes, byte, len))) {
		count++;
		len = (size_t)(at - bytes);
	}
	return count;
}

static uint64_t memchr_run(void *kept, const uint8_t *bytes, size_t len)
{
	const struct task *task = kept;

	return memchr_count(bytes, len, *task->pattern.bytes);
}

static uint64_t memrchr_run(void *kept, const uint8_t *bytes, size_t len)
{
	const struct task *task = kept;

	return memrchr_count(bytes, len, *task->pattern.bytes);
}

static uint64_t each_memchr_run(void *state)
{
	const struct task *task = state;
	const struct hay *hay = task->hay;
	uint64_t count = 0;

	for (size_t i = 0; i < hay->nr; i++)
		count += memchr_count(hay->frag[i].base, hay->frag[i].len, *task->pattern.bytes);
	return count;
}

static uint64_t each_memrchr_run(void *state)
{
	const struct task *task = state;
	const struct hay *hay = task->hay;
	uint64_t count = 0;

	for (size_t i = hay->nr; i-- > 0;)
		count += memrchr_count(hay->frag[i].base, hay->frag[i].len,
				       *task->pattern.bytes);
	return count;
}

/*
 * How fast bytes can be looked at at all: for one that is not among them, which
 * takes a copy without it where there is none such.
 */
struct absent {
	uint8_t *bytes;
	size_t len;
};

static void *absent_open(const struct engine *engine, const struct task *task)
{
	struct absent *absent = must(malloc(sizeof(*absent)));

	(void)engine;
	absent->len = task->hay->len;
	absent->bytes = must(malloc(absent->len));
	for (size_t i = 0; i < absent->len; i++)
		absent->bytes[i] = task->hay->flat[i] ? task->hay->flat[i] : 1;
	return absent;
}

static uint64_t absent_run(void *state)
{
	const struct absent *absent = state;

	return memchr_count(absent->bytes, absent->len, 0);
}

static void absent_close(void *state)
{
	struct absent *absent = state;

	free(absent->bytes);
	free(absent);
}

/* It looks for one byte, not for any of several. */
static void *one_open(const struct task *task)
{
	return task->kind == BYTE_ANY ? NULL : task_open(NULL, task);
}

static void *each_open(const struct engine *engine, const struct task *task)
{
	return task->kind == BYTE_ANY ? NULL : task_open(engine, task);
}

static const struct method memchr_method = { one_open, memchr_run, free };
static const struct method memrchr_method = { one_open, memrchr_run, free };

const struct engine flat_memchr = FLAT_ENGINE("memchr", OP_BIT(OP_BYTE), &memchr_method);
const struct engine join_memchr = JOIN_ENGINE("memchr", OP_BIT(OP_BYTE), &memchr_method);
const struct engine flat_memrchr = FLAT_ENGINE("memrchr", OP_BIT(OP_RBYTE), &memrchr_method);
const struct engine join_memrchr = JOIN_ENGINE("memrchr", OP_BIT(OP_RBYTE), &memrchr_method);

const struct engine each_memchr = {
	.name = "memchr-each",
	.ops = OP_BIT(OP_BYTE),
	.open = each_open,
	.run = each_memchr_run,
	.close = free,
};

const struct engine each_memrchr = {
	.name = "memrchr-each",
	.ops = OP_BIT(OP_RBYTE),
	.open = task_open,
	.run = each_memrchr_run,
	.close = free,
};

#define OPS_LOOK (OPS_FIND | OP_BIT(OP_BYTE) | OP_BIT(OP_RBYTE) | OP_BIT(OP_RFIND) | \
		  OP_BIT(OP_ICASE) | OP_BIT(OP_SET) | OP_BIT(OP_ISET) | OP_BIT(OP_SCAN) | \
		  OP_BIT(OP_HASH))

const struct engine flat_absent = {
	.name = "flat:memchr-absent",
	.ops = OPS_LOOK,
	.ceiling = OPS_LOOK,
	.no_answer = true,
	.open = absent_open,
	.run = absent_run,
	.close = absent_close,
};
