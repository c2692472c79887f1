// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Ours. The view and the needle are made beforehand: they are to us what a
 * buffer chain and a compiled pattern are to others.
 */
#include <stdlib.h>

#include "engines.h"

struct fragstr {
	struct fstr view, other;
	const struct hay *hay;
	struct fstr_needle *needle;
	size_t step;		/* length of the needle */
};

static void fragstr_close(void *state)
{
	struct fragstr *us = state;

	free(us->needle);
	free(us);
}

static void *search_open(const struct engine *engine, const struct task *task)
{
	struct fragstr *us = must(calloc(1, sizeof(*us)));
	size_t size = fstr_needle_size(task->pattern.len);

	(void)engine;
	us->hay = task->hay;
	us->step = task->pattern.len;
	us->needle = must(malloc(size));
	if (!us->step || fstr_init(&us->view, task->hay->frag, task->hay->nr) ||
	    fstr_needle_init(us->needle, size, task->pattern.bytes, us->step,
			     task->op == OP_ICASE ? FSTR_ICASE : 0)) {
		fragstr_close(us);
		return NULL;
	}
	return us;
}

static uint64_t find_run(void *state)
{
	const struct fragstr *us = state;
	struct fstr_match match;
	struct fstr_iter iter;
	uint64_t count = 0;

	if (fstr_iter_init(&iter, &us->view, us->needle, 0, FSTR_DISJOINT))
		return UINT64_MAX;
	while (!fstr_iter_next(&iter, &match))
		count++;
	return count;
}

/* The fragments come one at a time, as packets do. */
static uint64_t scan_run(void *state)
{
	const struct fragstr *us = state;
	struct fstr_match match;
	struct fstr_scan scan;
	uint64_t count = 0;

	if (fstr_scan_init(&scan, us->needle, FSTR_DISJOINT))
		return UINT64_MAX;
	for (size_t i = 0; i < us->hay->nr; i++) {
		if (fstr_scan_feed(&scan, us->hay->frag[i].base, us->hay->frag[i].len))
			return UINT64_MAX;
		while (!fstr_scan_next(&scan, &match))
			count++;
	}
	return count;
}

static void *equal_open(const struct engine *engine, const struct task *task)
{
	struct fragstr *us = must(calloc(1, sizeof(*us)));

	(void)engine;
	if (fstr_init(&us->view, task->hay->frag, task->hay->nr) ||
	    fstr_init(&us->other, task->other->frag, task->other->nr)) {
		fragstr_close(us);
		return NULL;
	}
	return us;
}

static uint64_t equal_run(void *state)
{
	const struct fragstr *us = state;

	return fstr_equal(&us->view, &us->other, 0);
}

/* The copy goes where all the others put theirs. */
struct copier {
	struct fstr view;
	uint8_t *out;
};

static void *copy_open(const struct engine *engine, const struct task *task)
{
	struct copier *copier = must(malloc(sizeof(*copier)));

	(void)engine;
	copier->out = task->out;
	if (!fstr_init(&copier->view, task->hay->frag, task->hay->nr))
		return copier;
	free(copier);
	return NULL;
}

static uint64_t copy_run(void *state)
{
	const struct copier *copier = state;

	return fstr_copy(&copier->view, 0, copier->out, copier->view.len);
}

const struct engine fragstr_find =
	OUR_ENGINE(OPS_FIND | OP_BIT(OP_ICASE), search_open, find_run, fragstr_close);
const struct engine fragstr_scan =
	OUR_ENGINE(OP_BIT(OP_SCAN), search_open, scan_run, fragstr_close);
const struct engine fragstr_equal =
	OUR_ENGINE(OP_BIT(OP_EQUAL), equal_open, equal_run, fragstr_close);
const struct engine fragstr_copy = OUR_ENGINE(OP_BIT(OP_COPY), copy_open, copy_run, free);
