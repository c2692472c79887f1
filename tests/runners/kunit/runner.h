/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The suites in KUnit itself, and what the KUnit of 6.1 does not have yet. */
#ifndef FRAGSTR_TEST_RUNNER_H
#define FRAGSTR_TEST_RUNNER_H

#include <kunit/test.h>

/* How many cases a random run tries: KASAN watches each of them. */
#define SUITE_ROUNDS 5000
#define SUITE_THREADS_MS 200

/* KCSAN stops whoever it watches for 80 microseconds: long runs meet that, short ones not. */
#define SUITE_NO_CLOCK IS_ENABLED(CONFIG_KCSAN)

#ifndef KUNIT_CASE_SLOW
#define KUNIT_CASE_SLOW(function) KUNIT_CASE(function)
#endif

#endif
