// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_needle_*. */
#include "suite.h"

static void needle_keeps_a_copy(struct kunit *test)
{
	char pattern[] = "Host:";
	struct fstr_needle *needle = suite_needle(pattern, 5, 0);
	struct fstr_needle *moved = world_alloc(fstr_needle_size(5));

	if (needle && moved) {
		memset(pattern, 'x', 5);
		KUNIT_EXPECT_EQ(test, fstr_needle_len(needle), (size_t)5);
		KUNIT_EXPECT_TRUE(test, !memcmp(fstr_needle_bytes(needle), "Host:", 5));
		memcpy(moved, needle, fstr_needle_size(5));
		memset(needle, 0xff, fstr_needle_size(5));
		KUNIT_EXPECT_EQ(test, fstr_find(FSTR_BUF("a Host: b", 9), moved, 0), (ssize_t)2);
	}
	KUNIT_EXPECT_TRUE(test, needle && moved);
	world_free(needle);
	world_free(moved);
}

static void needle_folds_its_copy(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("HoSt@[\311", 7, FSTR_ICASE);

	KUNIT_ASSERT_NOT_NULL(test, needle);
	KUNIT_EXPECT_TRUE(test, !memcmp(fstr_needle_bytes(needle), "host@[\311", 7));
	world_free(needle);
}

static void needle_refuses(struct kunit *test)
{
	size_t size = fstr_needle_size(5);
	uint8_t *mem = world_alloc(size + 8);
	struct fstr_needle *needle = (struct fstr_needle *)mem;
	struct fstr_needle *odd = (struct fstr_needle *)(mem + 4);

	KUNIT_ASSERT_NOT_NULL(test, mem);
	memset(mem, 0xa5, size + 8);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, size, NULL, 5, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, size, "abcde", 5, 0x80), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, size, "abcde", 5, FSTR_DISJOINT), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(NULL, size, "abcde", 5, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(odd, size, "abcde", 5, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, size - 1, "abcde", 5, 0), -ENOSPC);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, 0, "abcde", 5, 0), -ENOSPC);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, size, "abcde", (size_t)-1, 0), -E2BIG);
	KUNIT_EXPECT_EQ(test, fstr_needle_size((size_t)-1), (size_t)0);
	KUNIT_EXPECT_EQ(test, fstr_needle_size(0xffffffffu), (size_t)0);
	for (size_t i = 0; i < size + 8; i++)
		KUNIT_EXPECT_EQ_MSG(test, mem[i], (uint8_t)0xa5, "byte %zu was written", i);

	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, size, "abcde", 5, 0), 0);
	for (size_t i = size; i < size + 8; i++)
		KUNIT_EXPECT_EQ_MSG(test, mem[i], (uint8_t)0xa5, "byte %zu was written", i);
	KUNIT_EXPECT_EQ(test, fstr_needle_init(needle, fstr_needle_size(0), NULL, 0, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_needle_len(needle), (size_t)0);
	world_free(mem);
}

static struct kunit_case needle_cases[] = {
	KUNIT_CASE(needle_keeps_a_copy),
	KUNIT_CASE(needle_folds_its_copy),
	KUNIT_CASE(needle_refuses),
	{}
};

static struct kunit_suite needle_suite = {
	.name = "fragstr_needle",
	.test_cases = needle_cases,
};

kunit_test_suite(needle_suite);
