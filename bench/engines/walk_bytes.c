// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The plain way to read fragments: a cursor that hands out a byte at a time. */
#include <stdlib.h>

#include "engines.h"

struct cursor {
	const struct fstr_frag *frag;
	size_t at;
};

static uint8_t cursor_next(struct cursor *cursor)
{
	while (cursor->at == cursor->frag->len) {
		cursor->frag++;
		cursor->at = 0;
	}
	return ((const uint8_t *)cursor->frag->base)[cursor->at++];
}

static uint64_t equal_run(void *state)
{
	const struct task *task = state;
	struct cursor a = { task->hay->frag, 0 }, b = { task->other->frag, 0 };

	if (task->hay->len != task->other->len)
		return 0;
	for (size_t left = task->hay->len; left; left--) {
		if (cursor_next(&a) != cursor_next(&b))
			return 0;
	}
	return 1;
}

static uint64_t read_run(void *state)
{
	const struct task *task = state;
	struct cursor cursor = { task->hay->frag, 0 };
	uint64_t sum = 0;

	if (task->kind == READ_ALL) {
		for (size_t i = 0; i < task->hay->len; i++)
			task->out[i] = cursor_next(&cursor);
		return task->hay->len;
	}
	if (task->kind == READ_U8) {
		for (size_t left = task->hay->len; left; left--)
			sum += cursor_next(&cursor);
		return sum;
	}
	for (size_t left = task->hay->len / 4; left; left--) {
		uint32_t word = 0;

		for (int i = 0; i < 4; i++)
			word = word << 8 | cursor_next(&cursor);
		sum += word;
	}
	return sum;
}

/* From the first fragment on, each time: how a list of buffers is indexed. */
static uint8_t look_up(const struct fstr_frag *frag, size_t pos)
{
	while (pos >= frag->len) {
		pos -= frag->len;
		frag++;
	}
	return ((const uint8_t *)frag->base)[pos];
}

static uint64_t index_run(void *state)
{
	const struct task *task = state;
	const struct hay *hay = task->hay;
	uint64_t sum = 0;
	uint8_t byte = 0;

	for (size_t i = 0; i < task->pos_nr; i++) {
		size_t pos = task->pos[i];

		if (i && task->kind == INDEX_DEPENDENT)
			pos = index_depend(pos, byte, hay->len);
		byte = look_up(hay->frag, pos);
		sum += byte;
	}
	return sum;
}

static void *index_open(const struct engine *engine, const struct task *task)
{
	/* In order it would be quadratic: nobody does that. */
	if (task->kind == INDEX_FORWARD || task->kind == INDEX_BACKWARD)
		return NULL;
	return task_open(engine, task);
}

const struct engine walk_equal = {
	.name = "walk",
	.ops = OP_BIT(OP_EQUAL),
	.open = task_open,
	.run = equal_run,
	.close = free,
};

const struct engine walk_read = {
	.name = "walk",
	.ops = OP_BIT(OP_READ),
	.open = task_open,
	.run = read_run,
	.close = free,
};

const struct engine walk_index = {
	.name = "walk",
	.ops = OP_BIT(OP_INDEX),
	.open = index_open,
	.run = index_run,
	.close = free,
};
