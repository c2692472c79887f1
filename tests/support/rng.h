/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Numbers that look random and are the same in every run and every world:
 * xorshift64 (G. Marsaglia, "Xorshift RNGs", 2003).
 */
#ifndef FRAGSTR_TEST_RNG_H
#define FRAGSTR_TEST_RNG_H

#include <fragstr/fragstr.h>

struct rng {
	uint64_t state;	/* not 0 */
};

static inline uint32_t rng_next(struct rng *rng)
{
	rng->state ^= rng->state << 13;
	rng->state ^= rng->state >> 7;
	rng->state ^= rng->state << 17;
	return (uint32_t)(rng->state >> 32);
}

/* In [0, bound), @bound being at least 1. */
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
	return (uint32_t)(((uint64_t)rng_next(rng) * bound) >> 32);
}

/* In [0, most], half of the time under an eighth of it: short ones find more. */
static inline uint32_t rng_length(struct rng *rng, uint32_t most)
{
	return rng_below(rng, (rng_next(rng) & 1 ? most / 8 : most) + 1);
}

#endif
