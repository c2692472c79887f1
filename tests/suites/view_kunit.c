// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Views: fstr_init, fstr_slice, fstr_copy, fstr_is_valid, FSTR_BUF. */
#include "suite.h"

#define SSIZE_TOP ((size_t)-1 >> 1)

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

static void init_sums_lengths(struct kunit *test)
{
	static const struct fstr_frag frags[] = {
		{ NULL, 0 },   { "he", 2 },    { (void *)8, 0 },
		{ "llo ", 4 }, { "world", 5 }, { NULL, 0 },
	};
	struct fstr s;
	char out[16];

	KUNIT_EXPECT_EQ(test, fstr_init(&s, frags, 6), 0);
	KUNIT_EXPECT_EQ(test, s.len, (size_t)11);
	KUNIT_EXPECT_TRUE(test, fstr_is_valid(&s));
	KUNIT_EXPECT_EQ(test, fstr_copy(&s, 0, out, sizeof(out)), (size_t)11);
	KUNIT_EXPECT_TRUE(test, !memcmp(out, "hello world", 11));

	KUNIT_EXPECT_EQ(test, fstr_init(&s, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, s.len, (size_t)0);
	KUNIT_EXPECT_TRUE(test, fstr_is_valid(&s));
}

static void init_refuses(struct kunit *test)
{
	/* Never read: only lengths and bases are looked at. */
	const struct fstr_frag null_base[] = { { "a", 1 }, { NULL, 1 } };
	const struct fstr_frag longest[] = { { letters, SSIZE_TOP }, { letters, 0 } };
	const struct fstr_frag one_more[] = { { letters, SSIZE_TOP }, { letters, 1 } };
	const struct fstr_frag wraps[] = { { letters, 3 }, { letters, (size_t)-1 } };
	struct fstr s = { .len = 77 };

	KUNIT_EXPECT_EQ(test, fstr_init(&s, null_base, 2), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_init(&s, NULL, 1), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_init(&s, one_more, 2), -E2BIG);
	KUNIT_EXPECT_EQ(test, fstr_init(&s, wraps, 2), -E2BIG);
	KUNIT_EXPECT_EQ(test, s.len, (size_t)77);
	KUNIT_EXPECT_EQ(test, fstr_init(&s, longest, 2), 0);
	KUNIT_EXPECT_EQ(test, s.len, SSIZE_TOP);
}

static void buf_is_a_view(struct kunit *test)
{
	size_t evaluated = 0;
	const struct fstr *s = FSTR_BUF(letters, (evaluated++, 5));
	char out[8];

	KUNIT_EXPECT_EQ(test, evaluated, (size_t)1);
	KUNIT_EXPECT_TRUE(test, fstr_is_valid(s));
	KUNIT_EXPECT_EQ(test, fstr_copy(s, 0, out, sizeof(out)), (size_t)5);
	KUNIT_EXPECT_TRUE(test, fstr_is_valid(FSTR_BUF(NULL, 0)));
}

static void is_valid_sees_faults(struct kunit *test)
{
	static const struct fstr_frag frags[] = { { "abc", 3 }, { "de", 2 } };
	struct fstr good = { frags, 2, 1, 3, 1 };
	struct fstr bad = good;

	KUNIT_EXPECT_TRUE(test, fstr_is_valid(&good));
	bad.len = 4;
	KUNIT_EXPECT_FALSE(test, fstr_is_valid(&bad));
	bad = good;
	bad.off = 4;
	KUNIT_EXPECT_FALSE(test, fstr_is_valid(&bad));
	bad = good;
	bad.tail = 3;
	KUNIT_EXPECT_FALSE(test, fstr_is_valid(&bad));
	bad = good;
	bad.nr = 0;
	KUNIT_EXPECT_FALSE(test, fstr_is_valid(&bad));
	bad = (struct fstr){ frags, 1, 2, (size_t)-1, 2 };
	KUNIT_EXPECT_FALSE(test, fstr_is_valid(&bad));
}

/* The bytes [from, to) of @text are what @part holds. */
static bool holds(const struct fstr *part, const char *text, size_t from, size_t to)
{
	char out[80];

	return fstr_is_valid(part) && part->len == to - from &&
	       fstr_copy(part, 0, out, sizeof(out)) == to - from &&
	       !memcmp(out, text + from, to - from);
}

/* Every slice, and every slice of it, in every cut. */
static void slice_every_cut(struct kunit *test)
{
	static const size_t ends[] = { 0, 1, 2, 3, 5, 6, 7, 8, (size_t)-1 };
	const size_t nr = ARRAY_SIZE(ends);
	struct cuts cuts;
	char name[160];

	cuts_init(&cuts, arenas(test)->a, letters, 7, NULL, 0);
	while (cuts_next(&cuts)) {
		for (size_t i = 0; i < nr * nr; i++) {
			size_t to = ends[i / nr] < 7 ? ends[i / nr] : 7;
			size_t from = ends[i % nr] < to ? ends[i % nr] : to;
			struct fstr part = fstr_slice(&cuts.view, ends[i % nr], ends[i / nr]);
			struct fstr inner = fstr_slice(&part, 1, part.len - 1);
			bool one_less = part.len >= 2;

			KUNIT_EXPECT_TRUE_MSG(test, holds(&part, letters, from, to),
					      "slice(%zu, %zu) cut %s", ends[i % nr], ends[i / nr],
					      cuts_name(&cuts, name, sizeof(name)));
			KUNIT_EXPECT_TRUE_MSG(test,
					      holds(&inner, letters, one_less ? from + 1 : from,
						    one_less ? to - 1 : inner.len + from),
					      "slice of slice(%zu, %zu) cut %s", ends[i % nr],
					      ends[i / nr], cuts_name(&cuts, name, sizeof(name)));
		}
	}
}

/* What a slice drops is dropped: its fragments are those it has bytes of. */
static void slice_drops_fragments(struct kunit *test)
{
	static const struct fstr_frag frags[] = {
		{ "ab", 2 }, { "", 0 }, { "cd", 2 }, { "ef", 2 }
	};
	struct fstr s, part;

	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, 4), 0);
	part = fstr_slice(&s, 2, 4);
	KUNIT_EXPECT_EQ(test, part.nr, (size_t)1);
	KUNIT_EXPECT_PTR_EQ(test, part.frag, &frags[2]);
	part = fstr_slice(&s, 3, 3);
	KUNIT_EXPECT_EQ(test, part.nr, (size_t)0);
	KUNIT_EXPECT_EQ(test, part.len, (size_t)0);
}

struct copy_seed {
	const char *bytes;
	size_t from;
	size_t len;
	size_t want;
};

static const struct copy_seed copy_seeds[] = {
	{ "", 0, 9, 0 },
	{ "abcd", 0, 0, 0 },
	{ "abcd", 0, 4, 4 },
	{ "abcd", 1, (size_t)-1, 3 },
	{ "abcd", 3, 1, 1 },
	{ "abcd", 4, 1, 0 },
	{ "abcd", 5, 1, 0 },
	{ "abcd", (size_t)-1, 2, 0 },
	{ "hello world", 0, 20, 11 },
	{ "the quick brown fox jumps over the lazy dog", 5, 33, 33 },
};

static void copy_every_cut(struct kunit *test)
{
	char out[64], name[160];
	struct cuts cuts;

	for (size_t i = 0; i < ARRAY_SIZE(copy_seeds); i++) {
		const struct copy_seed *seed = &copy_seeds[i];

		cuts_init(&cuts, arenas(test)->a, seed->bytes, strlen(seed->bytes), &seed->from, 1);
		while (cuts_next(&cuts)) {
			size_t got;
			bool same;

			memset(out, '#', sizeof(out));
			got = fstr_copy(&cuts.view, seed->from, out, seed->len);
			same = got == seed->want && out[got] == '#' &&
			       (!got || !memcmp(out, seed->bytes + seed->from, got));
			KUNIT_EXPECT_TRUE_MSG(test, same, "seed %zu cut %s: %zu bytes", i,
					      cuts_name(&cuts, name, sizeof(name)), got);
		}
	}
}

static struct kunit_case view_cases[] = {
	KUNIT_CASE(init_sums_lengths),
	KUNIT_CASE(init_refuses),
	KUNIT_CASE(buf_is_a_view),
	KUNIT_CASE(is_valid_sees_faults),
	KUNIT_CASE(slice_every_cut),
	KUNIT_CASE(slice_drops_fragments),
	KUNIT_CASE(copy_every_cut),
	{}
};

static struct kunit_suite view_suite = {
	.name = "fragstr_view",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = view_cases,
};

kunit_test_suite(view_suite);
