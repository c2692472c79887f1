// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_equal. */
#include "suite.h"

struct equal_seed {
	const char *a;
	const char *b;
	unsigned int flags;
	bool want;
};

static const struct equal_seed equal_seeds[] = {
	{ "", "", 0, true },
	{ "a", "", 0, false },
	{ "a", "a", 0, true },
	{ "a", "b", 0, false },
	{ "abcde", "abcde", 0, true },
	{ "abcde", "abcdf", 0, false },
	{ "bbcde", "abcde", 0, false },
	{ "abcd", "abcde", 0, false },
	{ "aBcDe", "AbCdE", 0, false },
	{ "aBcDe", "AbCdE", FSTR_ICASE, true },
	/* the neighbours of the letters, and Latin-1, do not fold */
	{ "@[`{", "`{@[", FSTR_ICASE, false },
	{ "az", "AZ", FSTR_ICASE, true },
	{ "\340", "\300", FSTR_ICASE, false },
	{ "a\301", "A\341", FSTR_ICASE, false },
	{ "abyz-the-lazy-dogs", "ABYZ-THE-LAZY-DOGS", FSTR_ICASE, true },
	{ "{[`@{[`@{[`@", "[{@`[{@`[{@`", FSTR_ICASE, false },
	{ "the quick brown fox jumps", "the quick brown fox jumps", 0, true },
	{ "the quick brown fox jumps", "the quick brown fox jumpS", 0, false },
	{ "the quick brown fox jumps", "THE QUICK BROWN FOX JUMPS", FSTR_ICASE, true },
	{ "The quick brown fox jumps", "the quick brown fox jumqs", FSTR_ICASE, false },
};

static void equal_every_cut(struct kunit *test)
{
	struct suite_arenas *both = arenas(test);
	char name[2][160];
	struct cuts a, b;

	for (size_t i = 0; i < ARRAY_SIZE(equal_seeds); i++) {
		const struct equal_seed *seed = &equal_seeds[i];
		struct rng rng = { .state = i + 1 };

		cuts_init(&a, both->a, seed->a, strlen(seed->a), NULL, 0);
		while (cuts_next(&a)) {
			/* the other side at random: all of both would be their product */
			cuts_init(&b, both->b, seed->b, strlen(seed->b), NULL, 0);
			cuts_random(&b, &rng);
			KUNIT_EXPECT_EQ_MSG(test, fstr_equal(&a.view, &b.view, seed->flags),
					    seed->want, "seed %zu cuts %s and %s", i,
					    cuts_name(&a, name[0], sizeof(name[0])),
					    cuts_name(&b, name[1], sizeof(name[1])));
			KUNIT_EXPECT_EQ_MSG(test, fstr_equal(&b.view, &a.view, seed->flags),
					    seed->want, "seed %zu turned, cuts %s and %s", i,
					    cuts_name(&a, name[0], sizeof(name[0])),
					    cuts_name(&b, name[1], sizeof(name[1])));
		}
	}
}

/* One byte changed, at each place of a long string, and none. */
static void equal_differs_anywhere(struct kunit *test)
{
	struct suite_arenas *both = arenas(test);
	struct rng rng = { .state = 41 };
	static uint8_t text[1200], other[1200];	/* too much for a kernel stack */
	struct cuts a, b;
	char name[160];

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)(i % 251);
	for (size_t i = 0; i <= sizeof(text); i++) {
		memcpy(other, text, sizeof(text));
		if (i < sizeof(text))
			other[i] ^= (uint8_t)(1u << rng_below(&rng, 8));
		cuts_init(&a, both->a, text, sizeof(text), NULL, 0);
		cuts_init(&b, both->b, other, sizeof(other), NULL, 0);
		cuts_random(&a, &rng);
		cuts_random(&b, &rng);
		KUNIT_EXPECT_EQ_MSG(test, fstr_equal(&a.view, &b.view, 0), i == sizeof(text),
				    "difference at %zu, cut %s", i,
				    cuts_name(&a, name, sizeof(name)));
	}
}

/* A list against itself shifted by one; and the same view twice. */
static void equal_same_fragments(struct kunit *test)
{
	static const struct fstr_frag frags[] = { { "abc", 3 }, { "abc", 3 }, { "abd", 3 } };
	struct fstr s, first, second;

	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, 3), 0);
	KUNIT_EXPECT_TRUE(test, fstr_equal(&s, &s, 0));
	first = fstr_slice(&s, 0, 6);
	second = fstr_slice(&s, 3, 9);
	KUNIT_EXPECT_FALSE(test, fstr_equal(&first, &second, 0));
	first = fstr_slice(&s, 0, 5);
	second = fstr_slice(&s, 3, 8);
	KUNIT_EXPECT_TRUE(test, fstr_equal(&first, &second, 0));
	first = fstr_slice(&s, 0, 5);
	second = fstr_slice(&s, 1, 6);
	KUNIT_EXPECT_FALSE(test, fstr_equal(&first, &second, 0));
}

static void random_pair(struct rng *rng, uint8_t *a, uint8_t *b, size_t len)
{
	static const char alphabet[] = "aAzZ@[`{\301\341";

	for (size_t i = 0; i < len; i++) {
		a[i] = (uint8_t)alphabet[rng_below(rng, sizeof(alphabet) - 1)];
		b[i] = a[i];
		if (!rng_below(rng, 40))
			b[i] ^= 0x20;
		if (!rng_below(rng, 200))
			b[i] ^= 1;
	}
}

static void equal_differential(struct kunit *test)
{
	struct suite_arenas *both = arenas(test);
	struct rng rng = { .state = 20260 };
	uint8_t a[120], b[120];
	struct cuts ca, cb;
	char buf[2][160];

	for (unsigned int round = 0; round < SUITE_ROUNDS; round++) {
		size_t len = rng_length(&rng, sizeof(a));
		unsigned int flags = rng_below(&rng, 2) ? FSTR_ICASE : 0;
		bool want;

		random_pair(&rng, a, b, len);
		want = naive_equal((struct naive_str){ a, len }, (struct naive_str){ b, len },
				   flags);
		cuts_init(&ca, both->a, a, len, NULL, 0);
		cuts_init(&cb, both->b, b, len, NULL, 0);
		cuts_random(&ca, &rng);
		cuts_random(&cb, &rng);
		KUNIT_EXPECT_EQ_MSG(test, fstr_equal(&ca.view, &cb.view, flags), want,
				    "{ \"%s\", \"%s\", %u, %d },", suite_quote(a, len, buf[0], 160),
				    suite_quote(b, len, buf[1], 160), flags, want);
	}
}

static struct kunit_case equal_cases[] = {
	KUNIT_CASE(equal_every_cut),
	KUNIT_CASE(equal_differs_anywhere),
	KUNIT_CASE(equal_same_fragments),
	KUNIT_CASE(equal_differential),
	{}
};

static struct kunit_suite equal_suite = {
	.name = "fragstr_equal",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = equal_cases,
};

kunit_test_suite(equal_suite);
