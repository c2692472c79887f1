// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* xxHash, its header inlined and compiled for this very processor. */
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <stdlib.h>

#include "peers.h"

static void *xxh3_open(const struct task *task)
{
	struct task *copy;

	if (task->kind != HASH_XXH3)
		return NULL;
	copy = must(malloc(sizeof(*copy)));
	*copy = *task;
	return copy;
}

static uint64_t xxh3_run(void *kept, const uint8_t *bytes, size_t len)
{
	(void)kept;
	return XXH3_64bits(bytes, len);
}

static void *stream_open(const struct engine *engine, const struct task *task)
{
	(void)engine;
	return xxh3_open(task);
}

static uint64_t stream_run(void *state)
{
	const struct task *task = state;
	XXH3_state_t xxh;

	XXH3_64bits_reset(&xxh);
	for (size_t i = 0; i < task->hay->nr; i++)
		XXH3_64bits_update(&xxh, task->hay->frag[i].base, task->hay->frag[i].len);
	return XXH3_64bits_digest(&xxh);
}

/*
 * XXH64 is another hash than that of the case: it is right where it is that of the
 * joined bytes.
 */
struct xxh64 {
	struct task task;
	uint64_t flat, xxh3;
};

static void *xxh64_open(const struct engine *engine, const struct task *task)
{
	struct xxh64 *xxh64;

	(void)engine;
	if (task->kind != HASH_XXH3)
		return NULL;
	xxh64 = must(malloc(sizeof(*xxh64)));
	xxh64->task = *task;
	xxh64->flat = XXH64(task->hay->flat, task->hay->len, 0);
	xxh64->xxh3 = naive_xxh3(task->hay->flat, task->hay->len);
	return xxh64;
}

static uint64_t xxh64_stream_run(void *state)
{
	const struct xxh64 *us = state;
	const struct hay *hay = us->task.hay;
	XXH64_state_t xxh;
	uint64_t hash;

	XXH64_reset(&xxh, 0);
	for (size_t i = 0; i < hay->nr; i++)
		XXH64_update(&xxh, hay->frag[i].base, hay->frag[i].len);
	hash = XXH64_digest(&xxh);
	return hash == us->flat ? us->xxh3 : hash;
}

static uint64_t xxh64_join_run(void *state)
{
	const struct xxh64 *us = state;
	uint64_t hash;

	join_into(us->task.scratch[0], us->task.hay);
	hash = XXH64(us->task.scratch[0], us->task.hay->len, 0);
	return hash == us->flat ? us->xxh3 : hash;
}

#define TEXT_OF(number) #number
#define DOTTED(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char *xxhash_version(void)
{
	return DOTTED(XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE);
}

static const struct method xxh3_method = { xxh3_open, xxh3_run, free };

const struct engine xxhash_flat = FLAT_ENGINE("xxh3", OP_BIT(OP_HASH), &xxh3_method);
const struct engine xxhash_join = JOIN_ENGINE("xxh3", OP_BIT(OP_HASH), &xxh3_method);

const struct engine xxhash_stream = {
	.name = "xxh3-stream",
	.ops = OP_BIT(OP_HASH),
	.open = stream_open,
	.run = stream_run,
	.close = free,
};

const struct engine xxh64_join = {
	.name = "join+xxh64",
	.ops = OP_BIT(OP_HASH),
	.open = xxh64_open,
	.run = xxh64_join_run,
	.close = free,
};

const struct engine xxh64_stream = {
	.name = "xxh64-stream",
	.ops = OP_BIT(OP_HASH),
	.open = xxh64_open,
	.run = xxh64_stream_run,
	.close = free,
};
