// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Timing. The rows of a series take turns in slices of about a millisecond, so
 * that whatever else the machine does falls on all of them alike, each round in
 * another order. A row's figure is the median over the rounds.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "session.h"

#define ROUNDS_MIN 3
#define SLICE_MAX_NS 1e6
#define SLICE_MIN_NS 5e4
#define TOO_LONG_NS 4e8		/* one run of this is all that a row gets */
#define WARM_NS 1e7		/* a run that is shorter is made once more, before its slice */
#define ROW_SECONDS 0.08	/* what a row gets where the user asks for nothing */
#define ROW_BYTES 5e7		/* a string this much longer takes as much again */

/* Engines that were too slow at a smaller point of the growth curve. */
struct slow {
	const struct engine *engine[64];
	size_t nr;
	enum op op;
	char what[8];
};

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Time of our own: what other processes take of the machine is not in it. */
static double work_ns(void)
{
	struct timespec now;

	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now))
		return now_ns();
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Runs a row some times; the answer of each run is looked at. Returns ns for all. */
static double run_times(struct timed *timed, uint64_t times)
{
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

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static bool is_slow(const struct slow *slow, const struct engine *engine)
{
	for (size_t i = 0; i < slow->nr; i++) {
		if (slow->engine[i] == engine)
			return true;
	}
	return false;
}

/* The first run, and whether what it wrote is right. Returns its time. */
static double run_first(struct timed *timed)
{
	struct row *row = &timed->row;
	double took;

	if (timed->task.out)
		memset(timed->task.out, 0, row->len);
	took = run_times(timed, 1);
	if (!timed->task.out || row->engine->no_answer)
		return took;
	for (size_t i = 0; i < row->len; i++) {
		if (timed->task.out[i] != timed->task.hay->flat[i]) {
			row->count = i;
			row->ok = false;
			break;
		}
	}
	return took;
}

/* Warms a row up, and sees how many of its runs fill a slice. */
static void calibrate(struct timed *timed, double slice, struct slow *slow)
{
	uint64_t times = 1;
	double took = run_first(timed);

	if (took > TOO_LONG_NS) {
		timed->round[0] = took;
		timed->row.iters = 1;
		if (slow->nr < ARRAY_SIZE(slow->engine))
			slow->engine[slow->nr++] = timed->row.engine;
		return;
	}
	took = run_times(timed, times);
	/* A short run is lost in the clock: try more of them. */
	while (took < slice / 10 && times < 1u << 20) {
		times *= 2;
		took = run_times(timed, times);
	}
	timed->warm = took < WARM_NS * (double)times;
	timed->iters = (uint64_t)(slice * (double)times / (took + 1));
	if (!timed->iters)
		timed->iters = 1;
}

static void run_slice(struct timed *timed, size_t round)
{
	double took;

	if (timed->dropped || !timed->iters)
		return;
	/* The row before has had the caches to itself. */
	if (timed->warm)
		run_times(timed, 1);
	took = run_times(timed, timed->iters);
	timed->round[round] = took / (double)timed->iters;
	timed->row.iters += timed->iters;
}

/*
 * Rounds until the time is used up; returns how many there were. Each has an order
 * of its own: what one row leaves in the caches is not always the same one's luck.
 */
static size_t run_rounds(struct session *session, double end)
{
	size_t *order = must(calloc(session->nr, sizeof(*order)));
	uint64_t random = 5;
	size_t round = 0;

	for (size_t i = 0; i < session->nr; i++)
		order[i] = i;
	for (; round < ROUNDS_MAX; round++) {
		if (round >= ROUNDS_MIN && now_ns() >= end)
			break;
		for (size_t i = session->nr; i-- > 0;) {
			size_t k = next_random(&random) % (i + 1), nth = order[k];

			order[k] = order[i];
			order[i] = nth;
			run_slice(&session->timed[nth], round);
		}
	}
	free(order);
	return round;
}

static void summarize(struct timed *timed, size_t rounds)
{
	struct row *row = &timed->row;
	double *round = timed->round, units = (double)row->units;

	if (!timed->iters)
		rounds = 1;
	qsort(round, rounds, sizeof(round[0]), by_value);
	row->min_ns = round[0] / units;
	/* Of an even number the middle two's mean, as everyone's tools do. */
	row->median_ns = (round[(rounds - 1) / 2] + round[rounds / 2]) / 2 / units;
	row->spread = (round[rounds - 1 - rounds / 4] - round[rounds / 4]) / units /
		      row->median_ns;
}

static void time_series(struct session *session, double budget, struct slow *slow)
{
	double slice = budget / (double)(session->nr * 5);
	double end = now_ns() + budget;
	size_t rounds;

	if (slice > SLICE_MAX_NS)
		slice = SLICE_MAX_NS;
	if (slice < SLICE_MIN_NS)
		slice = SLICE_MIN_NS;
	for (size_t i = 0; i < session->nr; i++) {
		struct timed *timed = &session->timed[i];

		timed->dropped = session->series.shape->when & CASE_GROWTH &&
				 is_slow(slow, timed->row.engine);
		if (!timed->dropped)
			calibrate(timed, slice, slow);
	}
	rounds = run_rounds(session, end);
	for (size_t i = 0; i < session->nr; i++) {
		if (!session->timed[i].dropped)
			summarize(&session->timed[i], rounds);
	}
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
