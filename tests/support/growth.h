/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How time grows. A piece of work is made GROWTH times as long, and is to take what as
 * many of the short one take. Where each candidate was compared to its end, it would
 * take GROWTH times that. The bound lies between the two, and far from both, since the
 * clock is anybody's; and both are timed in one go, since on a busy machine what takes
 * longer than a turn waits for the next.
 */
#ifndef FRAGSTR_TEST_GROWTH_H
#define FRAGSTR_TEST_GROWTH_H

#include "suite.h"

#define GROWTH 8
#define GROWTH_MOST 3
#define GROWTH_PIECE 1448

/* A haystack as one fragment or in pieces; returns how many there are. */
size_t growth_cut(struct fstr_frag *frag, const uint8_t *hay, size_t len, bool pieces);

/* The least time of a few tries of GROWTH / @times runs each. */
uint64_t growth_best_ns(void (*run)(void *arg), void *arg, size_t times);

/*
 * The ns, by growth_best_ns(), that a piece of work takes at @times its short length,
 * joined or in pieces.
 */
typedef uint64_t growth_time_fn(struct kunit *test, void *arg, size_t times, bool pieces);

/* Fails the test, with @name, where either grows by more than it may. */
void growth_expect_linear(struct kunit *test, const char *name, growth_time_fn *time, void *arg);

#endif
