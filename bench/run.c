// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Timing. The rows of a series take turns in slices of about a millisecond, so
 * that whatever else the machine does falls on all of them alike; each round
 * begins with another row. A row's figure is the median over the rounds.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench.h"

#define ROUNDS_MIN 3
#define ROUNDS_MAX 201
#define SLICE_MAX_NS 1e6
#define SLICE_MIN_NS 1e5

/* A row while it is timed. */
struct timed {
	struct row *row;
	struct task task;
	void *state;
	uint64_t iters;		/* runs in one slice */
	double round[ROUNDS_MAX];
};

/* One series while it is timed. */
struct session {
	const struct series *series;
	const struct options *options;
	uint8_t *flat;
	uint64_t want;
	struct pattern pattern;
	struct hay *hay;	/* two for each layout */
	struct timed *timed;
	size_t nr;
};

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Runs a row some times; the answer of each run is looked at. Returns ns for all. */
static double run_times(struct timed *timed, uint64_t times)
{
	struct row *row = timed->row;
	double start = now_ns();

	for (uint64_t i = 0; i < times; i++) {
		uint64_t count = row->engine->run(timed->state);

		if (count != row->want) {
			row->count = count;
			row->ok = false;
		}
	}
	return now_ns() - start;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* How many layouts and engines of a series are wanted; 0 for none of it. */
static size_t count_rows(const struct options *options, const struct series *series)
{
	char name[CASE_NAME_MAX];
	size_t nr = 0;

	for (const struct layout *layout = series->layout; layout->name; layout++) {
		case_name(name, series, layout);
		if (!case_wanted(options, name))
			continue;
		for (size_t e = 0; engines[e]; e++) {
			if (!engine_wanted(options, engines[e], series->op))
				continue;
			nr++;
			for (size_t i = 0; engines[e]->impls && engines[e]->impls[i]; i++)
				nr++;
		}
	}
	return nr;
}

static void open_row(struct session *session, const struct layout *layout,
		     const struct engine *engine, const char *impl, struct row *row)
{
	struct timed *timed = &session->timed[session->nr];
	const struct hay *hay = &session->hay[2 * (layout - session->series->layout)];

	timed->task = (struct task){ hay, hay + 1, session->pattern };
	timed->state = engine->open(&timed->task, impl);
	if (!timed->state)
		return;
	*row = (struct row){ .layout = layout, .engine = engine, .impl = impl };
	case_name(row->name, session->series, layout);
	row->len = session->series->len;
	row->want = session->want;
	row->count = session->want;
	row->ok = true;
	timed->row = row;
	session->nr++;
}

static void open_layout(struct session *session, const struct traffic *traffic,
			const struct layout *layout, struct row *row)
{
	const struct series *series = session->series;
	struct hay *hay = &session->hay[2 * (layout - series->layout)];

	hay_init(&hay[0], session->flat, series->len, layout->cut, traffic);
	if (layout->other)
		hay_init(&hay[1], session->flat, series->len, layout->other, traffic);
	for (size_t e = 0; engines[e]; e++) {
		const char *const *impl = engines[e]->impls;

		if (!engine_wanted(session->options, engines[e], series->op))
			continue;
		open_row(session, layout, engines[e], "auto", row + session->nr);
		for (; impl && *impl; impl++)
			open_row(session, layout, engines[e], *impl, row + session->nr);
	}
}

static void open_session(struct session *session, const struct traffic *traffic, struct row *row)
{
	const struct series *series = session->series;
	size_t layouts = 0;

	session->flat = traffic_text(traffic, series->len);
	session->pattern = series->pattern;
	if (series->op == OP_EQUAL) {
		session->want = 1;
	} else {
		if (!session->pattern.len)
			session->pattern = absent_pattern(session->flat, series->len);
		session->want = naive_count(session->flat, series->len, &session->pattern);
	}
	while (series->layout[layouts].name)
		layouts++;
	session->hay = must(calloc(2 * layouts, sizeof(*session->hay)));
	for (const struct layout *layout = series->layout; layout->name; layout++) {
		char name[CASE_NAME_MAX];

		case_name(name, series, layout);
		if (case_wanted(session->options, name))
			open_layout(session, traffic, layout, row);
	}
}

static void close_session(struct session *session)
{
	for (size_t i = 0; i < session->nr; i++)
		session->timed[i].row->engine->close(session->timed[i].state);
	for (const struct layout *layout = session->series->layout; layout->name; layout++) {
		struct hay *hay = &session->hay[2 * (layout - session->series->layout)];

		hay_free(&hay[0]);
		hay_free(&hay[1]);
	}
	free(session->hay);
	free(session->timed);
	free(session->flat);
}

/* Warms every row up, and sees how many of its runs fill a slice. */
static void calibrate(struct session *session, double slice)
{
	for (size_t i = 0; i < session->nr; i++) {
		struct timed *timed = &session->timed[i];
		uint64_t times = 1;
		double took;

		run_times(timed, 1);
		took = run_times(timed, times);
		/* A short run is lost in the clock: try more of them. */
		while (took < slice / 10 && times < 1u << 20) {
			times *= 2;
			took = run_times(timed, times);
		}
		timed->iters = (uint64_t)(slice * (double)times / (took + 1));
		if (!timed->iters)
			timed->iters = 1;
	}
}

/* Rounds until the time is used up; returns how many there were. */
static size_t run_rounds(struct session *session, double budget)
{
	double end = now_ns() + budget;
	size_t round = 0;

	for (; round < ROUNDS_MAX; round++) {
		if (round >= ROUNDS_MIN && now_ns() >= end)
			break;
		for (size_t i = 0; i < session->nr; i++) {
			struct timed *timed = &session->timed[(i + round) % session->nr];

			/* The row before has had the caches to itself. */
			if (timed->iters > 1)
				run_times(timed, 1);
			timed->round[round] =
				run_times(timed, timed->iters) / (double)timed->iters;
			timed->row->iters += timed->iters;
		}
	}
	return round;
}

static void time_series(struct session *session, double budget)
{
	double slice = budget / (double)(session->nr * 5);
	double start = now_ns();
	size_t rounds;

	if (slice > SLICE_MAX_NS)
		slice = SLICE_MAX_NS;
	if (slice < SLICE_MIN_NS)
		slice = SLICE_MIN_NS;
	calibrate(session, slice);
	rounds = run_rounds(session, budget - (now_ns() - start));
	for (size_t i = 0; i < session->nr; i++) {
		struct timed *timed = &session->timed[i];

		qsort(timed->round, rounds, sizeof(timed->round[0]), by_value);
		timed->row->min_ns = timed->round[0];
		/* Of an even number the middle two's mean, as everyone's tools do. */
		timed->row->median_ns =
			(timed->round[(rounds - 1) / 2] + timed->round[rounds / 2]) / 2;
	}
}

/**
 * run_all() - time the wanted cases
 * @results: gets a row for each case and engine
 * @options: which cases and engines, and for how long
 * @traffic: the bytes for the cases
 *
 * Each row gets an equal part of the time, but no less than three rounds.
 */
void run_all(struct results *results, const struct options *options,
	     const struct traffic *traffic)
{
	enum op last = OP_NR;
	size_t total = 0;

	for (size_t i = 0; series_at(i); i++)
		total += count_rows(options, series_at(i));
	results->row = must(calloc(total + 1, sizeof(*results->row)));
	for (size_t i = 0; series_at(i); i++) {
		struct session session = { .series = series_at(i), .options = options };
		size_t nr = count_rows(options, series_at(i));
		struct row *row = results->row + results->nr;

		if (!nr)
			continue;
		session.timed = must(calloc(nr, sizeof(*session.timed)));
		open_session(&session, traffic, row);
		if (session.nr)
			time_series(&session, options->seconds * 1e9 * (double)nr / (double)total);
		results->nr += session.nr;
		close_session(&session);
		table_print(row, session.nr, session.series->op != last);
		last = session.series->op;
		for (size_t k = 0; k < session.nr; k++)
			results->wrong += !row[k].ok;
	}
}
