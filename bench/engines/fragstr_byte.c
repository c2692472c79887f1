// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Ours: single bytes and sets of bytes; backward, each search in what is left of the view. */
#include <stdlib.h>

#include "engines.h"

struct byter {
	struct fstr view;
	struct fstr_byteset set;
	enum kind kind;
	uint8_t byte;
};

static void *byte_open(const struct engine *engine, const struct task *task)
{
	struct byter *byter = must(malloc(sizeof(*byter)));

	(void)engine;
	byter->kind = task->kind;
	byter->byte = (uint8_t)*task->pattern.bytes;
	fstr_byteset_init(&byter->set, task->pattern.bytes, task->pattern.len);
	if (!fstr_init(&byter->view, task->hay->frag, task->hay->nr))
		return byter;
	free(byter);
	return NULL;
}

static uint64_t byte_run(void *state)
{
	const struct byter *byter = state;
	struct fstr_byte_iter iter;
	uint64_t count = 0;

	if (byter->kind == BYTE_COUNT)
		return fstr_count_byte(&byter->view, byter->byte);
	fstr_byte_iter_init(&iter, &byter->view, &byter->set, 0);
	while (fstr_byte_iter_next(&iter) >= 0)
		count++;
	return count;
}

static uint64_t rbyte_run(void *state)
{
	const struct byter *byter = state;
	struct fstr rest = byter->view;
	uint64_t count = 0;
	ssize_t at;

	while ((at = fstr_rfind_byte(&rest, byter->byte, rest.len)) >= 0) {
		count++;
		rest = fstr_slice(&rest, 0, (size_t)at);
	}
	return count;
}

const struct engine fragstr_byte = OUR_ENGINE(OP_BIT(OP_BYTE), byte_open, byte_run, free);
const struct engine fragstr_rbyte = OUR_ENGINE(OP_BIT(OP_RBYTE), byte_open, rbyte_run, free);
