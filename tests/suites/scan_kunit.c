// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans: the same matches as fstr_find on the whole, as soon as they are there. */
#include "suite.h"
#include "seeds.h"
#include "sets.h"

/* What a scan must say next, kept by the naive twin. */
struct scan_twin {
	struct naive_str hay;
	struct naive_str needle;
	unsigned int icase;
	unsigned int flags;
	size_t from;	/* where the next match may begin */
	size_t since;	/* where what is partial may begin */
};

/* The next match that ends in the first @fed bytes, or -ENOENT. */
static ssize_t twin_next(struct scan_twin *twin, size_t fed)
{
	struct naive_str seen = { twin->hay.p, fed };
	ssize_t pos = naive_find(seen, twin->needle, twin->from, twin->icase);

	if (pos >= 0) {
		twin->from = (size_t)pos + (twin->flags & FSTR_DISJOINT ? twin->needle.len : 1);
		twin->since = twin->flags & FSTR_DISJOINT ? twin->from : 0;
	}
	return pos;
}

static size_t twin_partial(const struct scan_twin *twin, size_t fed)
{
	return naive_partial((struct naive_str){ twin->hay.p, fed }, twin->needle, twin->since,
			     twin->icase);
}

/* All matches that the block brought, and nothing else; then what is partial. */
static bool block_agrees(struct fstr_scan *scan, struct scan_twin *twin, size_t fed)
{
	struct fstr_match match = { .pos = 12345 };
	ssize_t want;

	while ((want = twin_next(twin, fed)) >= 0) {
		if (fstr_scan_next(scan, &match) || match.pos != (uint64_t)want ||
		    match.len != twin->needle.len || match.which)
			return false;
		/* behind a match: its border, or nothing */
		if (fstr_scan_partial(scan) != twin_partial(twin, (size_t)want + twin->needle.len))
			return false;
	}
	match.pos = 12345;
	if (fstr_scan_next(scan, &match) != -ENOENT || match.pos != 12345)
		return false;
	return fstr_scan_partial(scan) == twin_partial(twin, fed);
}

/* Feed the fragments of a view, saving and restoring the scan between them. */
static bool scan_agrees(const struct cuts *cuts, struct fstr_needle *needle, struct scan_twin twin)
{
	const struct fstr *view = &cuts->view;
	struct fstr_saved saved;
	struct fstr_scan scan;
	size_t fed = 0;

	if (fstr_scan_init(&scan, needle, twin.flags))
		return false;
	for (size_t i = 0; i < view->nr; i++) {
		size_t off = i ? 0 : view->off;
		size_t len = view->frag[i].len - off - (i + 1 < view->nr ? 0 : view->tail);
		const uint8_t *base = view->frag[i].base;

		if (fstr_scan_feed(&scan, len ? base + off : base, len))
			return false;
		fed += len;
		if (!block_agrees(&scan, &twin, fed))
			return false;
		if (i % 2 && (fstr_scan_save(&scan, &saved) ||
			      fstr_scan_restore(&scan, &saved)))
			return false;
	}
	return fed == twin.hay.len;
}

static void try_seed(struct kunit *test, const struct find_seed *seed, uint8_t *hay)
{
	struct fstr_needle *needle = suite_needle(seed->needle, seed->needle_len, seed->flags);
	struct scan_twin twin = {
		.hay = { hay, seed_text(seed, hay) },
		.needle = { (const uint8_t *)seed->needle, seed->needle_len },
		.icase = seed->flags,
	};
	size_t mark = seed->want < 0 ? 0 : (size_t)seed->want;
	struct cuts cuts;
	char name[160];

	KUNIT_EXPECT_NOT_NULL(test, needle);
	if (!needle)
		return;
	/* the long ones are there for find; partial's twin is slow on them */
	cuts_init(&cuts, arenas(test)->a, hay, twin.hay.len, &mark, 1);
	while (twin.hay.len < 1000 && cuts_next(&cuts)) {
		twin.flags = 0;
		KUNIT_EXPECT_TRUE_MSG(test, scan_agrees(&cuts, needle, twin), "seed %u cut %s",
				      seed->line, cuts_name(&cuts, name, sizeof(name)));
		twin.flags = FSTR_DISJOINT;
		KUNIT_EXPECT_TRUE_MSG(test, scan_agrees(&cuts, needle, twin),
				      "seed %u disjoint cut %s", seed->line,
				      cuts_name(&cuts, name, sizeof(name)));
	}
	world_free(needle);
}

static void scan_every_cut(struct kunit *test)
{
	uint8_t *hay = world_alloc(CUT_BYTES);

	KUNIT_ASSERT_NOT_NULL(test, hay);
	for (size_t i = 0; i < NR_FIND_SEEDS; i++)
		if (find_seeds[i].needle_len)
			try_seed(test, &find_seeds[i], hay);
	world_free(hay);
}

static void scan_differential(struct kunit *test)
{
	struct rng rng = { .state = 99173 };
	struct random_case c;
	char text[2][400];
	struct cuts cuts;

	for (unsigned int round = 0; round < SUITE_ROUNDS; round++) {
		struct fstr_needle *needle;
		struct scan_twin twin;

		random_case(&c, &rng);
		if (!c.needle_len)
			continue;
		twin = (struct scan_twin){
			.hay = { c.hay, c.len },
			.needle = { c.needle, c.needle_len },
			.icase = c.flags,
			.flags = rng_below(&rng, 2) ? FSTR_DISJOINT : 0,
		};
		needle = suite_needle(c.needle, c.needle_len, c.flags);
		KUNIT_ASSERT_NOT_NULL(test, needle);
		cuts_init(&cuts, arenas(test)->a, c.hay, c.len, NULL, 0);
		cuts_random(&cuts, &rng);
		KUNIT_EXPECT_TRUE_MSG(test, scan_agrees(&cuts, needle, twin),
				      "S(\"%s\", \"%s\", 0, 0, %u), scan flags %u",
				      suite_quote(c.hay, c.len, text[0], sizeof(text[0])),
				      suite_quote(c.needle, c.needle_len, text[1], sizeof(text[1])),
				      c.flags, twin.flags);
		world_free(needle);
	}
}

static void scan_holds_back_what_it_must(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("foo", 3, 0);
	struct fstr_match match;
	struct fstr_scan scan;

	KUNIT_ASSERT_NOT_NULL(test, needle);
	KUNIT_EXPECT_EQ(test, fstr_scan_init(&scan, needle, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "fo", 2), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_scan_partial(&scan), (size_t)2);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "xx", 2), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_scan_partial(&scan), (size_t)0);
	world_free(needle);
}

static void scan_refuses(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("ab", 2, 0);
	struct fstr_needle *longer = suite_needle("abc", 3, 0);
	struct fstr_needle *empty = suite_needle("", 0, 0);
	struct fstr_saved saved = { .pos = 77 };
	struct fstr_scan scan = { .base = 55 };
	struct fstr_scan elsewhere;
	struct fstr_match match;

	KUNIT_ASSERT_TRUE(test, needle && longer && empty);
	KUNIT_EXPECT_EQ(test, fstr_scan_init(&scan, empty, 0), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_scan_init(&scan, needle, FSTR_ICASE), -EINVAL);
	KUNIT_EXPECT_EQ(test, scan.base, (uint64_t)55);

	KUNIT_EXPECT_EQ(test, fstr_scan_init(&scan, needle, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, NULL, 1), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "ab", (size_t)-1), -E2BIG);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "abxab", 5), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "q", 1), -EBUSY);
	KUNIT_EXPECT_EQ(test, fstr_scan_save(&scan, &saved), -EBUSY);
	KUNIT_EXPECT_EQ(test, saved.pos, (uint64_t)77);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "q", 1), -EBUSY);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)3);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_scan_save(&scan, &saved), 0);
	KUNIT_EXPECT_EQ(test, saved.pos, (uint64_t)5);
	KUNIT_EXPECT_EQ(test, sizeof(saved), (size_t)16);
	KUNIT_EXPECT_LE(test, sizeof(scan), (size_t)64);

	KUNIT_EXPECT_EQ(test, fstr_scan_init(&elsewhere, longer, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&elsewhere, "zzz", 3), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&elsewhere, &saved), -EINVAL);
	/* which changed nothing */
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&elsewhere, "zzz", 3), -EBUSY);
	saved.state[0] = 2;
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &saved), -EINVAL);
	saved.state[1] = 0;
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &saved), -EINVAL);
	world_free(needle);
	world_free(longer);
	world_free(empty);
}

/* Offsets go beyond what a size_t of a small machine holds. */
static void scan_far_into_a_stream(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("ab", 2, 0);
	struct fstr_saved saved;
	struct fstr_match match = { 0 };
	struct fstr_scan scan;

	KUNIT_ASSERT_NOT_NULL(test, needle);
	KUNIT_EXPECT_EQ(test, fstr_scan_init(&scan, needle, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "a", 1), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_scan_save(&scan, &saved), 0);
	saved.pos = 1ull << 40;
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &saved), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "bab", 3), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)(1ull << 40) - 1);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)(1ull << 40) + 1);
	world_free(needle);
}

/*
 * A scan goes back to what was saved, for one needle or several, whatever it has been
 * fed since; and zeros are saved of a scan that has seen nothing.
 */
static void scan_goes_back(struct kunit *test)
{
	static const struct fstr_set_needle two[] = { { "abcab", 5, 0 }, { "BCA", 3, FSTR_ICASE } };
	struct fstr_needle *needle = suite_needle("bca", 3, FSTR_ICASE);
	struct fstr_set *set = suite_set(two, 2);
	struct fstr_saved saved, none = { 0 };
	struct fstr_scan scan;
	struct fstr_match match;

	KUNIT_ASSERT_TRUE(test, needle && set);
	for (int i = 0; i < 2; i++) {
		if (i)
			fstr_scan_init_set(&scan, set);
		else
			KUNIT_EXPECT_EQ(test, fstr_scan_init(&scan, needle, 0), 0);
		KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "xbc", 3), 0);
		KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), -ENOENT);
		KUNIT_EXPECT_EQ(test, fstr_scan_save(&scan, &saved), 0);
		for (int again = 0; again < 2; again++) {
			KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "abca", 4), 0);
			KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
			KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)1);
			/* in the middle of a block */
			KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &saved), 0);
			KUNIT_EXPECT_EQ(test, fstr_scan_partial(&scan), (size_t)2);
		}
		KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &none), 0);
		KUNIT_EXPECT_EQ(test, fstr_scan_partial(&scan), (size_t)0);
		KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "abca", 4), 0);
		KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
		KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)1);
	}
	world_free(needle);
	world_free(set);
}

static struct kunit_case scan_cases[] = {
	KUNIT_CASE(scan_every_cut),
	KUNIT_CASE(scan_differential),
	KUNIT_CASE(scan_holds_back_what_it_must),
	KUNIT_CASE(scan_refuses),
	KUNIT_CASE(scan_far_into_a_stream),
	KUNIT_CASE(scan_goes_back),
	{}
};

static struct kunit_suite scan_suite = {
	.name = "fragstr_scan",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = scan_cases,
};

kunit_test_suite(scan_suite);
