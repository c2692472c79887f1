// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "runner.h"

#include "../../suites/list.h"

#define MOST_COMPLAINTS 5	/* of a case that are printed; a fault shows in thousands of cuts */

#define DECLARE(suite) extern struct kunit_suite *const lite_##suite;
LITE_SUITES(DECLARE)

#define LISTED(suite) &lite_##suite,
static struct kunit_suite *const *const suites[] = { LITE_SUITES(LISTED) };

#define NR_SUITES (sizeof(suites) / sizeof(suites[0]))

bool lite_complain(struct kunit *test, const char *file, int line)
{
	test->failed = true;
	if (++test->complaints > MOST_COMPLAINTS)
		return false;
	lite_print("    # EXPECTATION FAILED at %s:%d\n", file, line);
	return true;
}

static void run_case(struct kunit_suite *suite, struct kunit_case *c, unsigned int nr,
		     struct lite_sum *sum)
{
	struct kunit test = { 0 };

	if (suite->init && suite->init(&test)) {
		lite_print("    # %s: the suite's init failed\n", c->name);
		test.failed = true;
	} else {
		c->run_case(&test);
		if (suite->exit)
			suite->exit(&test);
	}
	if (test.complaints > MOST_COMPLAINTS)
		lite_print("    # %u complaints in all\n", test.complaints);
	lite_print("    %s %u %s%s\n", test.failed ? "not ok" : "ok", nr, c->name,
		   test.skipped && !test.failed ? " # SKIP" : "");
	if (test.failed)
		sum->failed++;
	else if (test.skipped)
		sum->skipped++;
	else
		sum->passed++;
}

static void run_suite(struct kunit_suite *suite, unsigned int nr, struct lite_sum *total)
{
	struct lite_sum sum = { 0 };
	unsigned int count = 0;

	while (suite->test_cases[count].run_case)
		count++;
	lite_print("    KTAP version 1\n");
	lite_print("    # Subtest: %s\n", suite->name);
	lite_print("    1..%u\n", count);
	for (unsigned int i = 0; i < count; i++)
		run_case(suite, &suite->test_cases[i], i + 1, &sum);
	lite_print("%s %u %s\n", sum.failed || !count ? "not ok" : "ok", nr, suite->name);
	total->passed += sum.passed;
	total->failed += sum.failed;
	total->skipped += sum.skipped;
}

struct lite_sum lite_run(const char *only)
{
	struct lite_sum sum = { 0 };
	unsigned int chosen = 0;
	unsigned int nr = 0;

	for (size_t i = 0; i < NR_SUITES; i++)
		chosen += !only || !strcmp(only, (*suites[i])->name);
	lite_print("KTAP version 1\n");
	lite_print("1..%u\n", chosen);
	for (size_t i = 0; i < NR_SUITES; i++)
		if (!only || !strcmp(only, (*suites[i])->name))
			run_suite(*suites[i], ++nr, &sum);
	return sum;
}
