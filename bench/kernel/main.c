// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * fragstr_bench.ko: prints the speeds to the kernel's log, and does not stay loaded:
 *
 *	insmod fragstr_bench.ko; dmesg | sed -n 's/.*fragstr_bench: csv: //p' >now.csv
 *
 * In a kernel with KUnit it is a suite instead, which is skipped unless asked for: by
 * fragstr_bench.run=1 on the kernel's command line, or run=1 behind the insmod.
 */

#include <linux/module.h>

#include "bench.h"

static struct bench_choice choice = { .only = "", .sample_us = 500 };
module_param_named(sample_us, choice.sample_us, uint, 0444);
MODULE_PARM_DESC(sample_us, "microseconds that a sample takes; each case is 61 of them an engine");

module_param_named(only, choice.only, charp, 0444);
MODULE_PARM_DESC(only, "no other cases than those whose name this is a part of");

#if IS_ENABLED(CONFIG_KUNIT)
#include <kunit/test.h>

static bool run;
module_param(run, bool, 0444);
MODULE_PARM_DESC(run, "run the benchmark as a KUnit suite");

static void bench_suite_run(struct kunit *test)
{
	if (!run)
		kunit_skip(test, "asked for by fragstr_bench.run=1");
	KUNIT_EXPECT_EQ(test, bench_run(&choice), 0);
}

static struct kunit_case bench_cases[] = {
	KUNIT_CASE(bench_suite_run),
	{}
};

static struct kunit_suite bench_suite = {
	.name = "fragstr_bench",
	.test_cases = bench_cases,
};

kunit_test_suite(bench_suite);
#else
/* Never stays, so that it can be loaded again for another run. */
static int __init bench_init(void)
{
	return bench_run(&choice) ?: -EAGAIN;
}

module_init(bench_init);
#endif

MODULE_DESCRIPTION("Benchmark of fragstr in the kernel");
MODULE_AUTHOR("The fragstr authors");
MODULE_LICENSE("Dual MIT/GPL");
