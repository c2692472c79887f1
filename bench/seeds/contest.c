// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Timing and printing. As in fragstr-bench the ways of a case take turns in
 * slices of about a millisecond, each round begins with another one, and the
 * figure of a way is the median over the rounds.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "seeds.h"

#define ROUNDS_MIN 3
#define ROUNDS_MAX 201
#define SLICE_NS 1e6

/* A way while it is timed. */
struct timed {
	struct lane *lane;
	uint64_t iters;		/* runs in one slice */
	double round[ROUNDS_MAX];
};

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void wrong(struct lane *lane, uint64_t count, uint64_t want)
{
	lane->count = count;
	lane->want = want;
	lane->ok = false;
}

static double run_times(struct lane *lane, struct work *work, uint64_t want, uint64_t times)
{
	double start = now_ns();

	for (uint64_t i = 0; i < times; i++) {
		uint64_t count = lane->way->run(work);

		if (count != want)
			wrong(lane, count, want);
	}
	return now_ns() - start;
}

static void prove(struct lane *lane, struct contest *contest)
{
	uint64_t count;

	if (!contest->proof)
		return;
	count = contest->proof(lane->way, &contest->work);
	if (count != contest->want_proof)
		wrong(lane, count, contest->want_proof);
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

/* Warms a way up, and sees how many of its runs fill a slice. */
static void calibrate(struct timed *timed, struct contest *contest)
{
	uint64_t times = 1;
	double took;

	prove(timed->lane, contest);
	took = run_times(timed->lane, &contest->work, contest->want, times);
	while (took < SLICE_NS / 10 && times < 1u << 20) {
		times *= 2;
		took = run_times(timed->lane, &contest->work, contest->want, times);
	}
	timed->iters = (uint64_t)(SLICE_NS * (double)times / (took + 1));
	if (!timed->iters)
		timed->iters = 1;
}

static size_t run_rounds(struct timed *timed, size_t nr, struct contest *contest, double end)
{
	size_t round = 0;

	for (; round < ROUNDS_MAX; round++) {
		if (round >= ROUNDS_MIN && now_ns() >= end)
			break;
		for (size_t i = 0; i < nr; i++) {
			struct timed *turn = &timed[(i + round) % nr];

			/* The way before has had the caches to itself. */
			if (turn->iters > 1)
				run_times(turn->lane, &contest->work, contest->want, 1);
			turn->round[round] = run_times(turn->lane, &contest->work, contest->want,
						       turn->iters) / (double)turn->iters;
			turn->lane->iters += turn->iters;
		}
	}
	return round;
}

static void time_lanes(struct lane *lane, size_t nr, struct contest *contest, double seconds)
{
	struct timed *timed = must(calloc(nr, sizeof(*timed)));
	double end = now_ns() + seconds * 1e9 * (double)nr;
	size_t rounds;

	for (size_t i = 0; i < nr; i++) {
		timed[i].lane = &lane[i];
		calibrate(&timed[i], contest);
	}
	rounds = run_rounds(timed, nr, contest, end);
	for (size_t i = 0; i < nr; i++) {
		double *round = timed[i].round;

		prove(&lane[i], contest);
		qsort(round, rounds, sizeof(*round), by_value);
		lane[i].min_ns = round[0];
		lane[i].median_ns = (round[(rounds - 1) / 2] + round[rounds / 2]) / 2;
		if (!contest->parts)
			continue;
		lane[i].min_ns *= contest->parts;
		lane[i].median_ns *= contest->parts;
		lane[i].want *= contest->parts;
		lane[i].count *= contest->parts;
	}
	free(timed);
}

/* Keeps a lane for the CSV, in the form that fragstr-bench gives its rows. */
static void keep(struct tally *tally, const struct contest *contest, const struct lane *lane)
{
	struct results *results = &tally->results;
	struct engine *engine = must(calloc(1, sizeof(*engine)));
	struct row *row;

	results->row = must(reallocarray(results->row, results->nr + 1, sizeof(*row)));
	row = &results->row[results->nr++];
	engine->name = lane->way->name;
	*row = (struct row){ .engine = engine, .impl = "auto", .len = contest->bytes,
			     .want = lane->want, .count = lane->count, .iters = lane->iters,
			     .min_ns = lane->min_ns, .median_ns = lane->median_ns, .ok = lane->ok };
	snprintf(row->name, sizeof(row->name), "%s", contest->name);
	results->wrong += !lane->ok;
}

void contest_end(struct tally *tally)
{
	for (size_t i = 0; i < tally->results.nr; i++)
		free((void *)tally->results.row[i].engine);
	free(tally->results.row);
}

static const struct lane *find_lane(const struct lane *lane, size_t nr, const struct way *way)
{
	for (size_t i = 0; i < nr; i++) {
		if (lane[i].way == way)
			return &lane[i];
	}
	return NULL;
}

static void print_lane(const struct contest *contest, const struct lane *lane)
{
	char text[64];

	if (!lane) {
		printf("  %-33s", "");
		return;
	}
	if (lane->ok)
		snprintf(text, sizeof(text), "%.2f", lane->median_ns / contest->per);
	else
		snprintf(text, sizeof(text), "WRONG %llu, not %llu",
			 (unsigned long long)lane->count, (unsigned long long)lane->want);
	printf("  %-22s %10s", lane->way->name, text);
}

static void print_line(const struct contest *contest, const struct lane *before,
		       const struct lane *after, const struct lane *bound, const char *reported)
{
	char ratio[32] = "-";

	if (before->ok && after->ok)
		snprintf(ratio, sizeof(ratio), "%.*fx",
			 before->median_ns < 10 * after->median_ns ? 2 : 0,
			 before->median_ns / after->median_ns);
	printf("%-30s %-7s", contest->name, contest->unit);
	print_lane(contest, before);
	print_lane(contest, after);
	print_lane(contest, bound);
	printf(" %8s %9s\n", ratio, reported ? reported : "-");
	fflush(stdout);
}

void contest_head(const char *title, const char *text)
{
	printf("\n%s\n%s\n\n%-30s %-7s  %-33s  %-33s  %-33s %8s %9s\n", title, text, "case", "unit",
	       "before", "after", "bound", "ratio", "reported");
}

void contest_run(struct tally *tally, struct contest *contest)
{
	struct lane lane[WAYS_MAX];
	size_t nr = 0;

	for (const struct line *line = contest->line; line->before; line++) {
		const struct way *const way[] = { line->before, line->after, line->bound };

		for (size_t i = 0; i < ARRAY_SIZE(way); i++) {
			if (!way[i] || !way[i]->run || find_lane(lane, nr, way[i]))
				continue;
			lane[nr++] = (struct lane){ .way = way[i], .want = contest->want,
						    .count = contest->want, .ok = true };
		}
	}
	time_lanes(lane, nr, contest, tally->seconds);
	for (size_t i = 0; i < nr; i++)
		keep(tally, contest, &lane[i]);
	for (const struct line *line = contest->line; line->before; line++) {
		/* A way that is not there yet. */
		if (!line->after->run)
			continue;
		print_line(contest, find_lane(lane, nr, line->before),
			   find_lane(lane, nr, line->after), find_lane(lane, nr, line->bound),
			   line->reported);
	}
}

void contest_add(struct tally *tally, const struct contest *contest, const struct lane *lane,
		 const struct way *after)
{
	const struct results *results = &tally->results;
	struct lane ours = { .way = after };

	for (size_t i = 0; i < results->nr; i++) {
		const struct row *row = &results->row[i];

		if (strcmp(row->name, contest->name) || strcmp(row->engine->name, after->name))
			continue;
		ours.median_ns = row->median_ns;
		ours.count = row->count;
		ours.want = row->want;
		ours.ok = row->ok;
	}
	keep(tally, contest, lane);
	print_line(contest, lane, &ours, NULL, NULL);
}
