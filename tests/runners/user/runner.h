/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef FRAGSTR_TEST_RUNNER_H
#define FRAGSTR_TEST_RUNNER_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#define lite_print(...) printf(__VA_ARGS__)
/* The last two are of this folder: they need a C library. */
#define LITE_SUITES(X) FSTR_SUITES(X) X(sink_suite) X(stdio_suite)

/* How many cases a random run tries, by what a case costs here. */
#define SUITE_ROUNDS 20000

/* How long threads hammer what they share. */
#ifndef SUITE_THREADS_MS
#define SUITE_THREADS_MS 300
#endif

#include "../lite/lite.h"

#endif
