// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Ours: several needles in one pass. */
#include <stdlib.h>

#include "engines.h"

struct setter {
	struct fstr view;
	struct fstr_set *set;
};

static void set_close(void *state)
{
	struct setter *setter = state;

	free(setter->set);
	free(setter);
}

static void *set_open(const struct engine *engine, const struct task *task)
{
	struct setter *setter = must(calloc(1, sizeof(*setter)));
	struct fstr_set_needle *needles = must(calloc(task->set_nr, sizeof(*needles)));
	size_t size;
	bool bad;

	(void)engine;
	for (size_t i = 0; i < task->set_nr; i++) {
		needles[i].bytes = task->set[i].bytes;
		needles[i].len = task->set[i].len;
		needles[i].flags = task->op == OP_ISET ? FSTR_ICASE : 0;
	}
	size = fstr_set_size(needles, task->set_nr);
	setter->set = must(malloc(size));
	bad = fstr_init(&setter->view, task->hay->frag, task->hay->nr) ||
	      fstr_set_init(setter->set, size, needles, task->set_nr);
	free(needles);
	if (!bad)
		return setter;
	set_close(setter);
	return NULL;
}

static uint64_t set_run(void *state)
{
	const struct setter *setter = state;
	struct fstr_set_iter iter;
	struct fstr_match match;
	uint64_t count = 0;

	if (fstr_set_iter_init(&iter, &setter->view, setter->set, 0, 0))
		return UINT64_MAX;
	while (!fstr_set_iter_next(&iter, &match))
		count++;
	return count;
}

const struct engine fragstr_set =
	OUR_ENGINE(OP_BIT(OP_SET) | OP_BIT(OP_ISET), set_open, set_run, set_close);
