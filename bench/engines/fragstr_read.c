// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Ours: a reader that goes through the view. */
#include <stdlib.h>

#include "engines.h"

struct reading {
	struct fstr view;
	enum kind kind;
	uint8_t *out;
};

static void *read_open(const struct engine *engine, const struct task *task)
{
	struct reading *reading = must(malloc(sizeof(*reading)));

	(void)engine;
	reading->kind = task->kind;
	reading->out = task->out;
	if (!fstr_init(&reading->view, task->hay->frag, task->hay->nr))
		return reading;
	free(reading);
	return NULL;
}

static uint64_t read_run(void *state)
{
	const struct reading *reading = state;
	struct fstr_reader reader;
	uint64_t sum = 0;
	size_t len = 0;
	uint32_t word;
	uint8_t byte;

	fstr_reader_init(&reader, &reading->view);
	switch (reading->kind) {
	case READ_U8:
		while (!fstr_reader_u8(&reader, &byte))
			sum += byte;
		return sum;
	case READ_BE32:
		while (!fstr_reader_be32(&reader, &word))
			sum += word;
		return sum;
	default:
		fstr_reader_read_all(&reader, reading->out, reading->view.len, &len);
		return len;
	}
}

const struct engine fragstr_read = OUR_ENGINE(OP_BIT(OP_READ), read_open, read_run, free);
