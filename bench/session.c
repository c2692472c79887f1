// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* A series made ready: its bytes, its cuts, the right answer, and its rows. */
#include <stdlib.h>
#include <string.h>

#include <fragstr/impl.h>

#include "session.h"

#define LOOKUPS 4096

static size_t count_impls(void)
{
	size_t nr = 0;

	while (fstr_impl_at(nr))
		nr++;
	return nr;
}

size_t session_rows(const struct options *options, const struct series *series)
{
	size_t nr = 0;

	for (const struct layout *layout = series->shape->layouts; layout->name; layout++) {
		if (!case_wanted(options, series, layout))
			continue;
		for (size_t e = 0; engines[e]; e++) {
			if (!engine_wanted(options, engines[e], series->family->op))
				continue;
			nr += engines[e]->ours && !options->quick ? 1 + count_impls() : 1;
		}
	}
	return nr;
}

void session_force(const struct row *row)
{
	if (row->engine->ours)
		fstr_impl_force(strcmp(row->impl, "auto") ? row->impl : NULL);
}

static uint64_t count_units(const struct task *task)
{
	if (task->op != OP_INDEX)
		return 1;
	return task->kind == INDEX_FORWARD || task->kind == INDEX_BACKWARD ? task->hay->len :
									     task->pos_nr;
}

static void open_row(struct session *session, const struct layout *layout,
		     const struct engine *engine, const char *impl)
{
	struct timed *timed = &session->timed[session->nr];
	const struct hay *hay = &session->hay[2 * (layout - session->series.shape->layouts)];
	struct row *row = &timed->row;

	timed->task = session->task;
	timed->task.hay = hay;
	timed->task.other = hay + 1;
	*row = (struct row){ .op = timed->task.op, .layout = layout, .engine = engine,
			     .impl = impl, .len = hay->len, .ok = true };
	session_force(row);
	timed->state = engine->open(engine, &timed->task);
	if (!timed->state)
		return;
	case_name(row->name, &session->series, layout);
	row->units = count_units(&timed->task);
	row->want = session->want;
	row->count = session->want;
	session->nr++;
}

static void open_layout(struct session *session, const struct traffic *traffic,
			const struct layout *layout)
{
	const struct pattern *pattern = &session->task.pattern;
	struct hay *hay = &session->hay[2 * (layout - session->series.shape->layouts)];
	size_t len = session->series.shape->len;

	hay_init(&hay[0], session->flat, len, layout->cut, traffic, pattern);
	if (layout->other)
		hay_init(&hay[1], session->twin, len, layout->other, traffic, pattern);
	for (size_t e = 0; engines[e]; e++) {
		if (!engine_wanted(session->options, engines[e], session->task.op))
			continue;
		open_row(session, layout, engines[e], "auto");
		if (!engines[e]->ours || session->options->quick)
			continue;
		for (size_t i = 0; fstr_impl_at(i); i++)
			open_row(session, layout, engines[e], fstr_impl_at(i));
	}
}

static size_t *random_positions(size_t nr, size_t len)
{
	size_t *pos = must(calloc(nr, sizeof(*pos)));
	uint64_t random = 3;

	for (size_t i = 0; i < nr; i++)
		pos[i] = next_random(&random) % len;
	return pos;
}

/* What all rows look for, and in what; false where memory does not do. */
static bool open_task(struct session *session, const struct traffic *traffic)
{
	const struct family *family = session->series.family;
	struct task *task = &session->task;
	size_t len = session->series.shape->len;

	*task = (struct task){ .op = family->op, .kind = family->kind,
			       .pattern = needle_make(&session->series, traffic) };
	if (family->source != SOURCE_NONE && (!task->pattern.len || task->pattern.len > len))
		return false;
	session->flat = text_make(&session->series, traffic, &task->pattern);
	if (!session->flat) {
		printf("\n%s/%s/%s is left out: there is too little free memory\n",
		       op_name(family->op), family->what, session->series.shape->size);
		return false;
	}
	for (size_t i = 0; i < ARRAY_SIZE(task->scratch); i++) {
		if (!i || family->op == OP_EQUAL)
			task->scratch[i] = must(malloc(len + 1));
	}
	if (family->op == OP_EQUAL)
		session->twin = memcpy(must(malloc(len + 1)), session->flat, len + 1);
	if (family->op == OP_COPY || family->kind == READ_ALL)
		task->out = must(malloc(len + 1));
	if (family->set_nr)
		session->set = names_make(family->set_nr, family->of_language);
	task->set = session->set;
	task->set_nr = family->set_nr;
	if (family->op == OP_INDEX)
		session->pos = random_positions(LOOKUPS, len);
	task->pos = session->pos;
	task->pos_nr = LOOKUPS;
	return true;
}

/**
 * session_open() - make a series ready
 * @session: the session to fill; it has no rows where there is nothing to time
 * @options: what is wanted
 * @series: the series
 * @traffic: the bytes for it
 */
void session_open(struct session *session, const struct options *options,
		  const struct series *series, const struct traffic *traffic)
{
	struct hay plain = { .len = series->shape->len }, twin;
	size_t layouts = 0;

	*session = (struct session){ .series = *series, .options = options };
	while (series->shape->layouts[layouts].name)
		layouts++;
	session->hay = must(calloc(2 * layouts, sizeof(*session->hay)));
	session->timed = must(calloc(session_rows(options, series), sizeof(*session->timed)));
	if (!open_task(session, traffic))
		return;
	plain.flat = session->flat;
	twin = plain;
	session->task.hay = &plain;
	session->task.other = &twin;
	session->want = naive_answer(&session->task);
	for (size_t i = 0; i < layouts; i++) {
		if (case_wanted(options, series, &series->shape->layouts[i]))
			open_layout(session, traffic, &series->shape->layouts[i]);
	}
	session->task.hay = NULL;
	session->task.other = NULL;
}

void session_close(struct session *session)
{
	size_t layouts = 0;

	for (size_t i = 0; i < session->nr; i++)
		session->timed[i].row.engine->close(session->timed[i].state);
	while (session->series.shape->layouts[layouts].name)
		layouts++;
	for (size_t i = 0; i < 2 * layouts; i++)
		hay_free(&session->hay[i]);
	names_free(session->set, session->task.set_nr);
	free((void *)session->task.pattern.bytes);
	free(session->task.out);
	free(session->task.scratch[0]);
	free(session->task.scratch[1]);
	free(session->pos);
	free(session->hay);
	free(session->timed);
	free(session->twin);
	free(session->flat);
}
