// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Ours: look-up. Anywhere by an index, in order by the place of the last look-up. */
#include <stdlib.h>

#include "engines.h"

struct looker {
	struct task task;
	struct fstr view;
	struct fstr_index *index;
};

static void index_close(void *state)
{
	struct looker *looker = state;

	free(looker->index);
	free(looker);
}

static void *index_open(const struct engine *engine, const struct task *task)
{
	struct looker *looker = must(calloc(1, sizeof(*looker)));
	size_t size;

	(void)engine;
	looker->task = *task;
	if (!fstr_init(&looker->view, task->hay->frag, task->hay->nr)) {
		size = fstr_index_size(&looker->view);
		looker->index = must(malloc(size));
		if (!fstr_index_init(looker->index, size, &looker->view))
			return looker;
	}
	index_close(looker);
	return NULL;
}

static uint64_t index_random(const struct looker *looker)
{
	const struct task *task = &looker->task;
	uint64_t sum = 0;

	for (size_t i = 0; i < task->pos_nr; i++)
		sum += (uint64_t)fstr_index_at(looker->index, task->pos[i], NULL);
	return sum;
}

static uint64_t index_dependent(const struct looker *looker)
{
	const struct task *task = &looker->task;
	uint64_t sum = 0;
	int byte = 0;

	for (size_t i = 0, pos = task->pos[0]; i < task->pos_nr; i++) {
		if (i)
			pos = index_depend(task->pos[i], (uint8_t)byte, looker->view.len);
		byte = fstr_index_at(looker->index, pos, NULL);
		sum += (uint64_t)byte;
	}
	return sum;
}

static uint64_t index_run(void *state)
{
	const struct looker *looker = state;
	const struct fstr *view = &looker->view;
	struct fstr_pos where = { };
	uint64_t sum = 0;

	switch (looker->task.kind) {
	case INDEX_RANDOM:
		return index_random(looker);
	case INDEX_DEPENDENT:
		return index_dependent(looker);
	case INDEX_FORWARD:
		for (size_t i = 0; i < view->len; i++)
			sum += (uint64_t)fstr_at(view, i, &where);
		return sum;
	default:
		for (size_t i = view->len; i-- > 0;)
			sum += (uint64_t)fstr_at(view, i, &where);
		return sum;
	}
}

const struct engine fragstr_index =
	OUR_ENGINE(OP_BIT(OP_INDEX), index_open, index_run, index_close);
