// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_compare, fstr_mismatch, fstr_*_with, fstr_matches_at, fstr_peek, fstr_concat. */
#include "suite.h"

struct compare_seed {
	const char *a;
	const char *b;
	int order;
	ssize_t mismatch;
};

static const struct compare_seed compare_seeds[] = {
	{ "", "", 0, -ENOENT },
	{ "", "a", -1, 0 },
	{ "a", "a", 0, -ENOENT },
	{ "a", "b", -1, 0 },
	{ "abc", "abd", -1, 2 },
	{ "abc", "abcd", -1, 3 },
	{ "b", "abcd", 1, 0 },
	/* bytes compare as unsigned ones */
	{ "\177", "\200", -1, 0 },
	{ "a\377b", "a\1b", 1, 1 },
	{ "the quick brown fox jumps over", "the quick brown fox jumps over", 0, -ENOENT },
	{ "the quick brown fox jumps over", "the quick brown fox jumps ovfr", -1, 28 },
	{ "thf quick brown fox jumps over", "the quick brown fox jumps over", 1, 2 },
	{ "the quick brown fox jumps over", "the quick brown fox jumps", 1, 25 },
};

static void compare_every_cut(struct kunit *test)
{
	struct suite_arenas *both = arenas(test);
	char name[2][160];
	struct cuts a, b;

	for (size_t i = 0; i < ARRAY_SIZE(compare_seeds); i++) {
		const struct compare_seed *seed = &compare_seeds[i];
		struct rng rng = { .state = i + 1 };

		cuts_init(&a, both->a, seed->a, strlen(seed->a), NULL, 0);
		cuts_init(&b, both->b, seed->b, strlen(seed->b), NULL, 0);
		while (cuts_next(&a)) {
			cuts_random(&b, &rng);
			cuts_name(&a, name[0], sizeof(name[0]));
			cuts_name(&b, name[1], sizeof(name[1]));
			KUNIT_EXPECT_EQ_MSG(test, fstr_compare(&a.view, &b.view), seed->order,
					    "seed %zu cuts %s and %s", i, name[0], name[1]);
			KUNIT_EXPECT_EQ_MSG(test, fstr_compare(&b.view, &a.view), -seed->order,
					    "seed %zu turned, cuts %s and %s", i, name[0], name[1]);
			KUNIT_EXPECT_EQ_MSG(test, fstr_mismatch(&a.view, &b.view), seed->mismatch,
					    "seed %zu cuts %s and %s", i, name[0], name[1]);
			KUNIT_EXPECT_EQ_MSG(test, fstr_mismatch(&b.view, &a.view), seed->mismatch,
					    "seed %zu turned, cuts %s and %s", i, name[0], name[1]);
		}
	}
}

struct part_seed {
	const char *text;
	size_t pos;
	const char *part;
	unsigned int flags;
	bool want;
};

static const struct part_seed part_seeds[] = {
	{ "abc", 2, "cd", 0, false },
	{ "abc", 3, "", 0, true },
	{ "abc", 4, "", 0, false },
	{ "abc", (size_t)-1, "a", 0, false },
	{ "abc", (size_t)-1, "", 0, false },
	{ "abc", 0, "abc", 0, true },
	{ "abc", 0, "abcd", 0, false },
	{ "abc", 1, "bc", 0, true },
	{ "abc", 1, "BC", 0, false },
	{ "abc", 1, "BC", FSTR_ICASE, true },
	{ "abc", 1, "bd", 0, false },
	{ "Content-Length: 12", 8, "length", FSTR_ICASE, true },
	{ "Content-Length: 12", 8, "Length: 12", 0, true },
	{ "Content-Length: 12", 8, "Length: 123", 0, false },
};

static bool stands_at(const struct part_seed *seed, size_t pos)
{
	struct naive_str part = { (const uint8_t *)seed->part, strlen(seed->part) };
	struct naive_str text = { (const uint8_t *)seed->text + pos, part.len };

	return part.len <= strlen(seed->text) - pos && naive_equal(text, part, seed->flags);
}

static void matches_at_every_cut(struct kunit *test)
{
	struct suite_arenas *both = arenas(test);
	struct cuts s, part;
	char name[160];

	for (size_t i = 0; i < ARRAY_SIZE(part_seeds); i++) {
		const struct part_seed *seed = &part_seeds[i];
		size_t len = strlen(seed->text), part_len = strlen(seed->part);
		struct rng rng = { .state = i + 1 };

		cuts_init(&s, both->a, seed->text, len, &seed->pos, 1);
		cuts_init(&part, both->b, seed->part, part_len, NULL, 0);
		while (cuts_next(&s)) {
			cuts_random(&part, &rng);
			cuts_name(&s, name, sizeof(name));
			KUNIT_EXPECT_EQ_MSG(test, fstr_matches_at(&s.view, seed->pos, &part.view,
								  seed->flags),
					    seed->want, "seed %zu cut %s", i, name);
			KUNIT_EXPECT_EQ_MSG(test,
					    fstr_starts_with(&s.view, &part.view, seed->flags),
					    stands_at(seed, 0), "seed %zu cut %s", i, name);
			KUNIT_EXPECT_EQ_MSG(test, fstr_ends_with(&s.view, &part.view, seed->flags),
					    len >= part_len && stands_at(seed, len - part_len),
					    "seed %zu cut %s", i, name);
		}
	}
}

/* Nothing before a slice is looked at. */
static void matches_at_in_a_slice(struct kunit *test)
{
	struct fstr s = fstr_slice(FSTR_BUF("xabc", 4), 1, 4);

	for (size_t pos = 0; pos < 5; pos++)
		KUNIT_EXPECT_FALSE(test, fstr_matches_at(&s, pos, FSTR_BUF("xab", 3), 0));
	KUNIT_EXPECT_FALSE(test, fstr_ends_with(&s, FSTR_BUF("xabc", 4), 0));
	KUNIT_EXPECT_TRUE(test, fstr_ends_with(&s, FSTR_BUF("abc", 3), 0));
}

static void peek_every_cut(struct kunit *test)
{
	static const char text[] = "abcdefgh";
	struct cuts cuts;
	char name[160];

	cuts_init(&cuts, arenas(test)->a, text, 8, NULL, 0);
	while (cuts_next(&cuts)) {
		for (size_t pos = 0; pos <= 8; pos++) {
			for (size_t len = 0; len <= 8 - pos; len++) {
				char buf[9] = "########";
				const char *p = fstr_peek(&cuts.view, pos, len, buf);

				KUNIT_EXPECT_TRUE_MSG(test, p && !memcmp(p, text + pos, len),
						      "%zu from %zu, cut %s", len, pos,
						      cuts_name(&cuts, name, sizeof(name)));
				KUNIT_EXPECT_TRUE_MSG(test,
						      buf[p == buf ? len : 0] == '#' || len == 8,
						      "%zu from %zu, cut %s", len, pos,
						      cuts_name(&cuts, name, sizeof(name)));
			}
		}
	}
	KUNIT_EXPECT_TRUE(test, !fstr_peek(FSTR_BUF(text, 8), 0, 9, NULL));
	KUNIT_EXPECT_TRUE(test, !fstr_peek(FSTR_BUF(text, 8), 9, 0, NULL));
	KUNIT_EXPECT_TRUE(test, !fstr_peek(FSTR_BUF(text, 8), 1, (size_t)-1, NULL));
}

static void concat_every_cut(struct kunit *test)
{
	struct suite_arenas *both = arenas(test);
	struct fstr_frag frag[24];
	struct cuts a, b;
	char name[160];
	struct fstr s;
	struct rng rng = { .state = 77 };

	cuts_init(&a, both->a, "abcdef", 6, NULL, 0);
	cuts_init(&b, both->b, "ghi", 3, NULL, 0);
	while (cuts_next(&a)) {
		struct fstr parts[4];
		ssize_t nr;

		cuts_random(&b, &rng);
		parts[0] = fstr_slice(&b.view, 1, 1);
		parts[1] = a.view;
		parts[2] = b.view;
		parts[3] = fstr_slice(&a.view, 2, 4);
		memset(frag, 0, sizeof(frag));
		cuts_name(&a, name, sizeof(name));
		nr = fstr_concat(parts, 4, frag, ARRAY_SIZE(frag));
		KUNIT_ASSERT_LE(test, nr, (ssize_t)ARRAY_SIZE(frag));
		KUNIT_EXPECT_EQ_MSG(test, fstr_init(&s, frag, (size_t)nr), 0, "cut %s", name);
		KUNIT_EXPECT_TRUE_MSG(test, fstr_equal(&s, FSTR_BUF("abcdefghicd", 11), 0),
				      "cut %s", name);
		KUNIT_EXPECT_EQ_MSG(test, fstr_concat(parts, 4, NULL, 0), nr, "cut %s", name);
		frag[2].base = NULL;
		KUNIT_EXPECT_EQ_MSG(test, fstr_concat(parts, 4, frag, 2), nr, "cut %s", name);
		KUNIT_EXPECT_TRUE_MSG(test, !frag[2].base, "written behind the room, cut %s", name);
	}
}

static void concat_refuses(struct kunit *test)
{
	struct fstr_frag huge = { "x", (size_t)-1 / 2 };
	struct fstr parts[2] = { fstr_flat(&huge), fstr_flat(&huge) };
	struct fstr_frag frag[2];

	KUNIT_EXPECT_EQ(test, fstr_concat(parts, 2, frag, 2), (ssize_t)-E2BIG);
	KUNIT_EXPECT_EQ(test, fstr_concat(parts, 1, frag, 2), (ssize_t)1);
}

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

/* Against memcmp() of the joined bytes. */
static void compare_differential(struct kunit *test)
{
	struct suite_arenas *both = arenas(test);
	struct rng rng = { .state = 31337 };
	static uint8_t a[700], b[700];	/* too much for a kernel stack */
	struct cuts ca, cb;

	for (unsigned int round = 0; round < SUITE_ROUNDS / 2; round++) {
		size_t la = rng_length(&rng, sizeof(a));
		size_t lb = rng_below(&rng, 2) ? la : rng_length(&rng, sizeof(b));
		size_t least = la < lb ? la : lb;
		size_t same = 0;
		int want;

		for (size_t i = 0; i < sizeof(a); i++)
			a[i] = (uint8_t)rng_next(&rng);
		memcpy(b, a, sizeof(a));
		if (rng_below(&rng, 3))
			b[rng_below(&rng, sizeof(b))] ^= (uint8_t)rng_next(&rng);
		want = sign(memcmp(a, b, least));
		if (!want)
			want = (la > lb) - (la < lb);
		while (same < least && a[same] == b[same])
			same++;
		cuts_init(&ca, both->a, a, la, NULL, 0);
		cuts_init(&cb, both->b, b, lb, NULL, 0);
		cuts_random(&ca, &rng);
		cuts_random(&cb, &rng);
		KUNIT_EXPECT_EQ_MSG(test, fstr_compare(&ca.view, &cb.view), want, "round %u",
				    round);
		KUNIT_EXPECT_EQ_MSG(test, fstr_mismatch(&ca.view, &cb.view),
				    want ? (ssize_t)same : -ENOENT, "round %u", round);
		KUNIT_EXPECT_EQ_MSG(test, fstr_equal(&ca.view, &cb.view, 0), !want, "round %u",
				    round);
	}
}

static struct kunit_case compare_cases[] = {
	KUNIT_CASE(compare_every_cut),
	KUNIT_CASE(matches_at_every_cut),
	KUNIT_CASE(matches_at_in_a_slice),
	KUNIT_CASE(peek_every_cut),
	KUNIT_CASE(concat_every_cut),
	KUNIT_CASE(concat_refuses),
	KUNIT_CASE(compare_differential),
	{}
};

static struct kunit_suite compare_suite = {
	.name = "fragstr_compare",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = compare_cases,
};

kunit_test_suite(compare_suite);
