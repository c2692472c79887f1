/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * As much of KUnit's interface as our suites speak, for userspace and for
 * kernels without CONFIG_KUNIT. Prints KTAP. The runner.h that includes this
 * says how to print (lite_print) and allocate (lite_alloc, lite_free).
 *
 * An ASSERT returns from the function it stands in, so suites use it in case
 * functions only.
 */
#ifndef FRAGSTR_TEST_LITE_H
#define FRAGSTR_TEST_LITE_H

struct kunit {
	void *priv;
	bool failed;
	bool skipped;
	unsigned int complaints;
};

struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
};

struct kunit_suite {
	const char name[256];
	int (*init)(struct kunit *test);
	void (*exit)(struct kunit *test);
	struct kunit_case *test_cases;
};

#define KUNIT_CASE(function) { .run_case = function, .name = #function }
#define KUNIT_CASE_SLOW(function) KUNIT_CASE(function)

/* lite.c finds the suites by this name; see tests/suites/list.h. */
#define kunit_test_suite(suite)					\
	extern struct kunit_suite *const lite_##suite;		\
	struct kunit_suite *const lite_##suite = &(suite)

/* Counts a complaint; says no to all but the first few of a case. */
bool lite_complain(struct kunit *test, const char *file, int line);

#define lite_fail(test, expr, fmt, ...) do {					\
	if (lite_complain(test, __FILE__, __LINE__)) {				\
		lite_print("    # %s\n", expr);					\
		lite_print("    # " fmt "\n", ##__VA_ARGS__);			\
	}									\
} while (0)

#define LITE_CHECK(test, cond, expr, fail, fmt, ...) do {			\
	if (!(cond)) {								\
		lite_fail(test, expr, fmt, ##__VA_ARGS__);			\
		fail;								\
	}									\
} while (0)

#define LITE_COMPARE(test, a, op, b, fail, fmt, ...) do {			\
	__typeof__(a) lite_a = (a);						\
	__typeof__(b) lite_b = (b);						\
	if (!(lite_a op lite_b)) {						\
		if (lite_complain(test, __FILE__, __LINE__)) {			\
			lite_print("    # %s: %lld, %s: %lld\n", #a " " #op,	\
				   (long long)lite_a, #b, (long long)lite_b);	\
			lite_print("    # " fmt "\n", ##__VA_ARGS__);		\
		}								\
		fail;								\
	}									\
} while (0)

#define KUNIT_FAIL(test, fmt, ...) lite_fail(test, "failed", fmt, ##__VA_ARGS__)

#define KUNIT_EXPECT_TRUE_MSG(test, cond, ...) LITE_CHECK(test, (cond), #cond, , __VA_ARGS__)
#define KUNIT_EXPECT_FALSE_MSG(test, cond, ...) \
	LITE_CHECK(test, !(cond), "not " #cond, , __VA_ARGS__)
#define KUNIT_EXPECT_EQ_MSG(test, a, b, ...) LITE_COMPARE(test, a, ==, b, , __VA_ARGS__)
#define KUNIT_EXPECT_NE_MSG(test, a, b, ...) LITE_COMPARE(test, a, !=, b, , __VA_ARGS__)
#define KUNIT_EXPECT_LT_MSG(test, a, b, ...) LITE_COMPARE(test, a, <, b, , __VA_ARGS__)
#define KUNIT_EXPECT_LE_MSG(test, a, b, ...) LITE_COMPARE(test, a, <=, b, , __VA_ARGS__)
#define KUNIT_EXPECT_GT_MSG(test, a, b, ...) LITE_COMPARE(test, a, >, b, , __VA_ARGS__)
#define KUNIT_EXPECT_GE_MSG(test, a, b, ...) LITE_COMPARE(test, a, >=, b, , __VA_ARGS__)
#define KUNIT_EXPECT_PTR_EQ_MSG(test, a, b, ...) \
	LITE_CHECK(test, (a) == (b), #a " == " #b, , __VA_ARGS__)

#define KUNIT_EXPECT_TRUE(test, cond) KUNIT_EXPECT_TRUE_MSG(test, cond, " ")
#define KUNIT_EXPECT_FALSE(test, cond) KUNIT_EXPECT_FALSE_MSG(test, cond, " ")
#define KUNIT_EXPECT_EQ(test, a, b) KUNIT_EXPECT_EQ_MSG(test, a, b, " ")
#define KUNIT_EXPECT_NE(test, a, b) KUNIT_EXPECT_NE_MSG(test, a, b, " ")
#define KUNIT_EXPECT_LT(test, a, b) KUNIT_EXPECT_LT_MSG(test, a, b, " ")
#define KUNIT_EXPECT_LE(test, a, b) KUNIT_EXPECT_LE_MSG(test, a, b, " ")
#define KUNIT_EXPECT_GT(test, a, b) KUNIT_EXPECT_GT_MSG(test, a, b, " ")
#define KUNIT_EXPECT_GE(test, a, b) KUNIT_EXPECT_GE_MSG(test, a, b, " ")
#define KUNIT_EXPECT_PTR_EQ(test, a, b) KUNIT_EXPECT_PTR_EQ_MSG(test, a, b, " ")
#define KUNIT_EXPECT_NOT_NULL(test, p) LITE_CHECK(test, (p) != NULL, #p " != NULL", , " ")

#define KUNIT_ASSERT_TRUE(test, cond) LITE_CHECK(test, (cond), #cond, return, " ")
#define KUNIT_ASSERT_EQ(test, a, b) LITE_COMPARE(test, a, ==, b, return, " ")
#define KUNIT_ASSERT_LE(test, a, b) LITE_COMPARE(test, a, <=, b, return, " ")
#define KUNIT_ASSERT_NOT_NULL(test, p) LITE_CHECK(test, (p) != NULL, #p " != NULL", return, " ")

#define kunit_info(test, fmt, ...) \
	((void)(test), (void)lite_print("    # " fmt "\n", ##__VA_ARGS__))
#define kunit_skip(test, fmt, ...) do {						\
	kunit_info(test, fmt, ##__VA_ARGS__);					\
	(test)->skipped = true;							\
	return;									\
} while (0)

struct lite_sum {
	unsigned int passed;
	unsigned int failed;
	unsigned int skipped;
};

/*
 * Run every suite whose name matches @only, NULL for all. Where that is none,
 * the sum is all zero, which a runner takes for a failure.
 */
struct lite_sum lite_run(const char *only);

#endif
