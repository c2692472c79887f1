// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Ours: a needle from the end on. */
#include <stdlib.h>

#include "engines.h"

struct rfinder {
	struct fstr view;
	struct fstr_needle *needle;
	size_t len;
};

static void rfind_close(void *state)
{
	struct rfinder *rfinder = state;

	free(rfinder->needle);
	free(rfinder);
}

static void *rfind_open(const struct engine *engine, const struct task *task)
{
	struct rfinder *rfinder = must(malloc(sizeof(*rfinder)));
	size_t size = fstr_needle_size(task->pattern.len);

	(void)engine;
	rfinder->needle = must(malloc(size));
	rfinder->len = task->pattern.len;
	if (!fstr_init(&rfinder->view, task->hay->frag, task->hay->nr) &&
	    !fstr_needle_init(rfinder->needle, size, task->pattern.bytes, rfinder->len, 0))
		return rfinder;
	rfind_close(rfinder);
	return NULL;
}

static uint64_t rfind_run(void *state)
{
	const struct rfinder *rfinder = state;
	struct fstr rest = rfinder->view;
	uint64_t count = 0;
	ssize_t at;

	while ((at = fstr_rfind(&rest, rfinder->needle, rest.len)) >= 0) {
		count++;
		rest = fstr_slice(&rest, 0, (size_t)at);
	}
	return count;
}

const struct engine fragstr_rfind =
	OUR_ENGINE(OP_BIT(OP_RFIND), rfind_open, rfind_run, rfind_close);
