/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How things are timed. Those that are to be compared take turns in slices of
 * about a millisecond, so that whatever else the machine does falls on all of
 * them alike, each round in another order. A figure is the median over the rounds.
 */
#ifndef FSTR_TIMING_H
#define FSTR_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ROUNDS_MAX 201
#define SLICE_NS 1e6

/**
 * struct timing - one thing while it is timed, and what came of it
 * @run: does it some times; returns the ns for all, by work_ns()
 * @arg: what @run gets
 * @slice: how many runs make a slice; 0 where one was too long for more
 * @warm: a run goes before each slice
 * @iters: timed runs, over all rounds
 * @min_ns: of one run, and so is @median_ns
 * @spread: between the quartiles, as a part of the median
 * @round: ns of one run, in each round
 */
struct timing {
	double (*run)(void *arg, uint64_t times);
	void *arg;
	uint64_t slice;
	bool warm;
	uint64_t iters;
	double min_ns, median_ns, spread;
	double round[ROUNDS_MAX];
};

double now_ns(void);
/* Time of our own: what other processes take of the machine is not in it. */
double work_ns(void);

/*
 * Warms it up, and sees how many of its runs fill a slice of so many ns. False
 * where one run is so long that it was all.
 */
bool timing_calibrate(struct timing *timing, double slice);

/* Times them by turns until now_ns() is at @end, but three rounds at least. */
void timing_rounds(struct timing *const *turn, size_t nr, double end);

/* For qsort() of doubles. */
int by_value(const void *a, const void *b);

#endif
