// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include <stdlib.h>
#include <time.h>

#include "bench.h"
#include "timing.h"

#define ROUNDS_MIN 3
#define TOO_LONG_NS 4e8		/* one run of this is all there is */
#define WARM_NS 1e7		/* a run that is shorter is made once more, before its slice */

static double clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

double now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

double work_ns(void)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

bool timing_calibrate(struct timing *timing, double slice)
{
	double took = timing->run(timing->arg, 1);
	uint64_t times = 1;

	if (took > TOO_LONG_NS) {
		timing->round[0] = took;
		timing->iters = 1;
		return false;
	}
	took = timing->run(timing->arg, times);
	/* A short run is lost in the clock: try more of them. */
	while (took < slice / 10 && times < 1u << 20) {
		times *= 2;
		took = timing->run(timing->arg, times);
	}
	timing->warm = took < WARM_NS * (double)times;
	timing->slice = (uint64_t)(slice * (double)times / (took + 1));
	if (!timing->slice)
		timing->slice = 1;
	return true;
}

static void run_slice(struct timing *timing, size_t round)
{
	if (!timing->slice)
		return;
	/* The one before has had the caches to itself. */
	if (timing->warm)
		timing->run(timing->arg, 1);
	timing->round[round] = timing->run(timing->arg, timing->slice) / (double)timing->slice;
	timing->iters += timing->slice;
}

static void summarize(struct timing *timing, size_t rounds)
{
	double *round = timing->round;

	if (!timing->slice)
		rounds = 1;
	qsort(round, rounds, sizeof(round[0]), by_value);
	timing->min_ns = round[0];
	/* Of an even number the middle two's mean, as everyone's tools do. */
	timing->median_ns = (round[(rounds - 1) / 2] + round[rounds / 2]) / 2;
	timing->spread = (round[rounds - 1 - rounds / 4] - round[rounds / 4]) / timing->median_ns;
}

/* Each round has its own order: what one leaves in the caches is not always the same one's luck. */
void timing_rounds(struct timing *const *turn, size_t nr, double end)
{
	size_t *order = must(calloc(nr + 1, sizeof(*order)));
	uint64_t random = 5;
	size_t round = 0;

	for (size_t i = 0; i < nr; i++)
		order[i] = i;
	for (; round < ROUNDS_MAX; round++) {
		if (round >= ROUNDS_MIN && now_ns() >= end)
			break;
		for (size_t i = nr; i-- > 0;) {
			size_t k = next_random(&random) % (i + 1), nth = order[k];

			order[k] = order[i];
			order[i] = nth;
			run_slice(turn[nth], round);
		}
	}
	free(order);
	for (size_t i = 0; i < nr; i++)
		summarize(turn[i], round);
}
