// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "growth.h"

#define TRIES 5
#define ROUNDS 5
#define GRACE_NS 8000	/* for coarse clocks */

size_t growth_cut(struct fstr_frag *frag, const uint8_t *hay, size_t len, bool pieces)
{
	size_t piece = pieces ? GROWTH_PIECE : len;
	size_t nr = 0;

	for (size_t at = 0; at < len; at += piece)
		frag[nr++] = (struct fstr_frag){ hay + at, len - at < piece ? len - at : piece };
	return nr;
}

uint64_t growth_best_ns(void (*run)(void *arg), void *arg, size_t times)
{
	uint64_t best = (uint64_t)-1;

	for (int i = 0; i < TRIES; i++) {
		uint64_t begin = world_work_ns();
		uint64_t took;

		for (size_t done = 0; done < GROWTH; done += times)
			run(arg);
		took = world_work_ns() - begin;
		if (took < best)
			best = took;
	}
	return best;
}

void growth_expect_linear(struct kunit *test, const char *name, growth_time_fn *time, void *arg)
{
	world_refuse_vectors(false);
	for (int pieces = 0; pieces < 2; pieces++) {
		uint64_t little, much;
		int left = ROUNDS;

		/* a busy machine is slow at one of the two; what is not linear, each time */
		do {
			little = time(test, arg, 1, pieces);
			much = time(test, arg, GROWTH, pieces);
		} while (much > GROWTH_MOST * (little + GRACE_NS) && --left);

		/* Some machine's clock is its ticks: one that stood still tells nothing. */
		if (!little)
			continue;

		KUNIT_EXPECT_LE_MSG(test, much, GROWTH_MOST * (little + GRACE_NS),
				    "%s, %s: %d short ones %llu ns, the long one %llu ns",
				    name, pieces ? "in pieces" : "joined", GROWTH,
				    (unsigned long long)little, (unsigned long long)much);
	}
	world_refuse_vectors(true);
}
