// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The series one after the other, each with its part of the time. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session.h"

#define SLICE_MIN_NS 5e4
#define ROW_SECONDS 0.08	/* what a row gets where the user asks for nothing */
#define ROW_BYTES 5e7		/* a string this much longer takes as much again */

/* Engines that were too slow at a smaller point of the growth curve. */
struct slow {
	const struct engine *engine[64];
	size_t nr;
	enum op op;
	char what[8];
};

/* Runs a row some times; the answer of each run is looked at. Returns ns for all. */
static double run_times(void *arg, uint64_t times)
{
	struct timed *timed = arg;
	struct row *row = &timed->row;
	double start;

	session_force(row);
	start = work_ns();
	for (uint64_t i = 0; i < times; i++) {
		uint64_t count = row->engine->run(timed->state);

		if (count != row->want && !row->engine->no_answer) {
			row->count = count;
			row->ok = false;
		}
	}
	return work_ns() - start;
}

static bool is_slow(const struct slow *slow, const struct engine *engine)
{
	for (size_t i = 0; i < slow->nr; i++) {
		if (slow->engine[i] == engine)
			return true;
	}
	return false;
}

static void check_written(struct timed *timed)
{
	struct row *row = &timed->row;

	if (!timed->task.out || row->engine->no_answer)
		return;
	for (size_t i = 0; i < row->len; i++) {
		if (timed->task.out[i] != timed->task.hay->flat[i]) {
			row->count = i;
			row->ok = false;
			break;
		}
	}
}

static void calibrate(struct timed *timed, double slice, struct slow *slow)
{
	timed->timing.run = run_times;
	timed->timing.arg = timed;
	if (timed->task.out)
		memset(timed->task.out, 0, timed->row.len);
	if (!timing_calibrate(&timed->timing, slice) && slow->nr < ARRAY_SIZE(slow->engine))
		slow->engine[slow->nr++] = timed->row.engine;
	check_written(timed);
}

static void conclude(struct timed *timed)
{
	const struct timing *timing = &timed->timing;
	struct row *row = &timed->row;

	row->iters = timing->iters;
	row->min_ns = timing->min_ns / (double)row->units;
	row->median_ns = timing->median_ns / (double)row->units;
	row->spread = timing->spread;
}

static void time_series(struct session *session, double budget, struct slow *slow)
{
	struct timing **turn = must(calloc(session->nr, sizeof(*turn)));
	double slice = budget / (double)(session->nr * 5);
	double end = now_ns() + budget;
	size_t nr = 0;

	if (slice > SLICE_NS)
		slice = SLICE_NS;
	if (slice < SLICE_MIN_NS)
		slice = SLICE_MIN_NS;
	for (size_t i = 0; i < session->nr; i++) {
		struct timed *timed = &session->timed[i];

		timed->dropped = session->series.shape->when & CASE_GROWTH &&
				 is_slow(slow, timed->row.engine);
		if (timed->dropped)
			continue;
		calibrate(timed, slice, slow);
		turn[nr++] = &timed->timing;
	}
	timing_rounds(turn, nr, end);
	for (size_t i = 0; i < session->nr; i++) {
		if (!session->timed[i].dropped)
			conclude(&session->timed[i]);
	}
	free(turn);
}

/* A new curve begins: who was slow on the last one gets another chance. */
static void slow_begin(struct slow *slow, const struct family *family)
{
	if (slow->op == family->op && !strncmp(slow->what, family->what, sizeof(slow->what)))
		return;
	*slow = (struct slow){ .op = family->op };
	memcpy(slow->what, family->what, strnlen(family->what, sizeof(slow->what)));
}

/* How much of the time each row of a series should have; a short one has 1. */
static double weight(const struct series *series)
{
	return 1 + (double)series->shape->len / ROW_BYTES;
}

static void show_progress(const struct series *series, double done, double total, double left)
{
	static double last;
	bool terminal = isatty(STDERR_FILENO);

	/* A log gets a line now and then, a terminal one that is written over. */
	if (!terminal && last && now_ns() - last < 2e10)
		return;
	last = now_ns();
	fprintf(stderr, "%s%3.0f %%, about %.0f s left: %s/%s/%s%s", terminal ? "\r\033[K" : "",
		100 * done / total, left / 1e9, op_name(series->family->op),
		series->family->what, series->shape->size, terminal ? "" : "\n");
}

static void run_series(struct results *results, struct session *session, double budget,
		       struct slow *slow)
{
	struct row *row = results->row + results->nr;
	size_t nr = 0;

	slow_begin(slow, session->series.family);
	if (session->nr)
		time_series(session, budget, slow);
	for (size_t i = 0; i < session->nr; i++) {
		if (session->timed[i].dropped)
			continue;
		results->wrong += !session->timed[i].row.ok;
		row[nr++] = session->timed[i].row;
	}
	results->nr += nr;
}

/**
 * run_all() - time the wanted cases
 * @results: gets a row for each case and engine
 * @options: which cases and engines, and for how long
 * @traffic: the bytes for the cases
 *
 * Each row gets its part of the time, but no less than three rounds.
 */
void run_all(struct results *results, const struct options *options,
	     const struct traffic *traffic)
{
	enum op last = OP_NR;
	struct slow slow = { .op = OP_NR };
	double total = 0, done = 0, start = now_ns(), end;
	struct series series;
	size_t rows = 0;

	for (size_t i = 0; series_at(i, &series); i++) {
		rows += session_rows(options, &series);
		total += (double)session_rows(options, &series) * weight(&series);
	}
	results->row = must(calloc(rows + 1, sizeof(*results->row)));
	end = start + 1e9 * (options->seconds < 0 ? ROW_SECONDS * total : options->seconds);
	for (size_t i = 0; series_at(i, &series); i++) {
		size_t nr = session_rows(options, &series), before = results->nr;
		double share = (double)nr * weight(&series), now = now_ns(), left = end - now;
		struct session session;

		if (!nr)
			continue;
		/* Slow cases may need more than they were given: so will those to come. */
		if (done && left < (now - start) / done * (total - done))
			left = (now - start) / done * (total - done);
		show_progress(&series, done, total, left);
		session_open(&session, options, &series, traffic);
		left = end - now_ns();
		run_series(results, &session, left * share / (total - done), &slow);
		session_close(&session);
		done += share;
		if (isatty(STDERR_FILENO))
			fputs("\r\033[K", stderr);
		table_print(results->row + before, results->nr - before, series.family->op != last);
		last = series.family->op;
	}
}
