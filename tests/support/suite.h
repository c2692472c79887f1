/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What each suite includes; runner.h is the runner's, found by the include path. */
#ifndef FRAGSTR_TEST_SUITE_H
#define FRAGSTR_TEST_SUITE_H

#include "runner.h"

#ifndef SUITE_NO_CLOCK
#define SUITE_NO_CLOCK false	/* what takes longer need not be more work */
#endif

#include <fragstr/fragstr.h>
#include "cut.h"
#include "naive.h"
#include "rng.h"
#include "world.h"

/* Two arenas to each test of a suite, one for each side of a comparison. */
struct suite_arenas {
	struct cut_arena *a;
	struct cut_arena *b;
};

int suite_init(struct kunit *test);
void suite_exit(struct kunit *test);

static inline struct suite_arenas *arenas(struct kunit *test)
{
	return test->priv;
}

/* A needle in memory of exactly its size; world_free() it. NULL on failure. */
struct fstr_needle *suite_needle(const void *bytes, size_t len, unsigned int flags);

/* Bytes as a C string literal would have them; gives @buf. */
const char *suite_quote(const void *bytes, size_t len, char *buf, size_t size);

#endif
