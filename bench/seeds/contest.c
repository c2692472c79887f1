// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Timing and printing: the ways of a case take turns, as in fragstr-bench. */
#include <stdlib.h>
#include <string.h>

#include "../timing.h"
#include "seeds.h"

/* A way while it is timed. */
struct timed {
	struct lane *lane;
	struct contest *contest;
	struct timing timing;
};

static void wrong(struct lane *lane, uint64_t count, uint64_t want)
{
	lane->count = count;
	lane->want = want;
	lane->ok = false;
}

static double run_times(void *arg, uint64_t times)
{
	struct timed *timed = arg;
	struct contest *contest = timed->contest;
	double start = work_ns();

	for (uint64_t i = 0; i < times; i++) {
		uint64_t count = timed->lane->way->run(&contest->work);

		if (count != contest->want)
			wrong(timed->lane, count, contest->want);
	}
	return work_ns() - start;
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

/* What came of a way, for all the work. */
static void conclude(struct lane *lane, const struct timing *timing, unsigned int parts)
{
	if (!parts)
		parts = 1;
	lane->iters = timing->iters;
	lane->min_ns = parts * timing->min_ns;
	lane->median_ns = parts * timing->median_ns;
	lane->spread = timing->spread;
	lane->want *= parts;
	lane->count *= parts;
}

static void time_lanes(struct lane *lane, size_t nr, struct contest *contest, double seconds)
{
	struct timed *timed = must(calloc(nr, sizeof(*timed)));
	double end = now_ns() + seconds * 1e9 * (double)nr;
	struct timing *turn[WAYS_MAX];

	for (size_t i = 0; i < nr; i++) {
		timed[i] = (struct timed){ &lane[i], contest,
					   { .run = run_times, .arg = &timed[i] } };
		turn[i] = &timed[i].timing;
		prove(&lane[i], contest);
		timing_calibrate(turn[i], SLICE_NS);
	}
	timing_rounds(turn, nr, end);
	for (size_t i = 0; i < nr; i++) {
		prove(&lane[i], contest);
		conclude(&lane[i], turn[i], contest->parts);
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
			     .min_ns = lane->min_ns, .median_ns = lane->median_ns,
			     .spread = lane->spread, .ok = lane->ok };
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
			if (!way[i] || find_lane(lane, nr, way[i]))
				continue;
			lane[nr++] = (struct lane){ .way = way[i], .want = contest->want,
						    .count = contest->want, .ok = true };
		}
	}
	time_lanes(lane, nr, contest, tally->seconds);
	for (size_t i = 0; i < nr; i++)
		keep(tally, contest, &lane[i]);
	for (const struct line *line = contest->line; line->before; line++) {
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
