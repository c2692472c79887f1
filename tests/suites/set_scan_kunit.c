// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans for sets: every occurrence as soon as it is there, and what is partial. */
#include "suite.h"
#include "sets.h"

#define MOST_MATCHES 4000

struct stream {
	struct naive_str hay;
	struct naive_set naive;
	struct fstr_set *set;
	struct match_list all;	/* of the whole stream */
	size_t told;
	size_t fed;
};

static bool partial_agrees(const struct stream *st, const struct fstr_scan *scan, size_t end)
{
	return fstr_scan_partial(scan) ==
	       naive_set_partial((struct naive_str){ st->hay.p, end }, st->naive);
}

/* All matches that the block brought, and nothing else; then what is partial. */
static bool block_agrees(struct stream *st, struct fstr_scan *scan)
{
	struct fstr_match match = { .pos = 12345 };

	while (st->told < st->all.nr) {
		const struct fstr_match *want = &st->all.at[st->told];

		if (want->pos + want->len > st->fed)
			break;
		if (fstr_scan_next(scan, &match) || !same_match(&match, want) ||
		    !partial_agrees(st, scan, (size_t)want->pos + want->len))
			return false;
		st->told++;
	}
	match.pos = 12345;
	return fstr_scan_next(scan, &match) == -ENOENT && match.pos == 12345 &&
	       partial_agrees(st, scan, st->fed);
}

/* Feed the fragments of a view, saving and restoring the scan between them. */
static bool scan_agrees(const struct cuts *cuts, struct stream *st)
{
	const struct fstr *view = &cuts->view;
	struct fstr_saved saved;
	struct fstr_scan scan;

	st->told = 0;
	st->fed = 0;
	fstr_scan_init_set(&scan, st->set);
	for (size_t i = 0; i < view->nr; i++) {
		size_t off = i ? 0 : view->off;
		size_t len = view->frag[i].len - off - (i + 1 < view->nr ? 0 : view->tail);
		const uint8_t *base = view->frag[i].base;

		if (fstr_scan_feed(&scan, len ? base + off : base, len))
			return false;
		st->fed += len;
		if (!block_agrees(st, &scan))
			return false;
		if (i % 2 && (fstr_scan_save(&scan, &saved) ||
			      fstr_scan_restore(&scan, &saved)))
			return false;
	}
	return st->fed == st->hay.len;
}

static bool stream_init(struct stream *st, const struct random_set *c)
{
	*st = (struct stream){
		.hay = { c->hay, c->len },
		.naive = { c->needles, c->nr },
		.set = suite_set(c->needles, c->nr),
		.all = { world_alloc(MOST_MATCHES * sizeof(*st->all.at)), 0, MOST_MATCHES },
	};
	if (!st->set || !st->all.at)
		return false;
	naive_set_all(st->hay, st->naive, 0, &st->all);
	return st->all.nr <= MOST_MATCHES;
}

static void complain(struct kunit *test, const struct random_set *c, const struct cuts *cuts)
{
	char text[260];

	KUNIT_FAIL(test, "hay \"%s\"", suite_quote(c->hay, c->len, text, sizeof(text)));
	kunit_info(test, "  cut %s", cuts_name(cuts, text, sizeof(text)));
	for (size_t i = 0; i < c->nr; i++)
		kunit_info(test, "  %s\"%s\"", c->needles[i].flags ? "~" : "",
			   suite_quote(c->needles[i].bytes, c->needles[i].len, text,
				       sizeof(text)));
}

static void set_scan_differential(struct kunit *test)
{
	struct random_set *c = world_alloc(sizeof(*c));
	struct rng rng = { .state = 31337 };
	bool ok = true;

	KUNIT_ASSERT_NOT_NULL(test, c);
	for (unsigned int round = 0; ok && round < SUITE_ROUNDS / 8; round++) {
		struct cuts cuts;
		struct stream st;

		random_set(c, &rng);
		if (!stream_init(&st, c))
			KUNIT_FAIL(test, "no set");
		cuts_init(&cuts, arenas(test)->a, c->hay, c->len, NULL, 0);
		for (int i = 0; ok && i < 3; i++) {
			cuts_random(&cuts, &rng);
			ok = scan_agrees(&cuts, &st);
			if (!ok)
				complain(test, c, &cuts);
		}
		world_free(st.set);
		world_free(st.all.at);
	}
	world_free(c);
}

static void set_scan_refuses(struct kunit *test)
{
	static const struct fstr_set_needle two[] = { { "ab", 2, 0 }, { "b", 1, 0 } };
	static const struct fstr_set_needle longer[] = { { "abc", 3, 0 }, { "b", 1, 0 } };
	struct fstr_set *set = suite_set(two, 2);
	struct fstr_set *other = suite_set(longer, 2);
	struct fstr_saved saved = { .pos = 77 };
	struct fstr_scan scan, elsewhere;
	struct fstr_match match;

	KUNIT_ASSERT_TRUE(test, set && other);
	fstr_scan_init_set(&scan, set);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, NULL, 1), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "ab", (size_t)-1), -E2BIG);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "xab", 3), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "q", 1), -EBUSY);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
	KUNIT_EXPECT_EQ(test, match.which, 0u);
	/* the block is read, but b is still to be told */
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&scan, "q", 1), -EBUSY);
	KUNIT_EXPECT_EQ(test, fstr_scan_save(&scan, &saved), -EBUSY);
	KUNIT_EXPECT_EQ(test, saved.pos, (uint64_t)77);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), 0);
	KUNIT_EXPECT_EQ(test, match.which, 1u);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)2);
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&scan, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_scan_save(&scan, &saved), 0);
	KUNIT_EXPECT_EQ(test, saved.pos, (uint64_t)3);
	KUNIT_EXPECT_EQ(test, sizeof(saved), (size_t)16);
	KUNIT_EXPECT_LE(test, sizeof(scan), (size_t)64);

	fstr_scan_init_set(&elsewhere, other);
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&elsewhere, "zzz", 3), 0);
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&elsewhere, &saved), -EINVAL);
	/* which changed nothing */
	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&elsewhere, "zzz", 3), -EBUSY);
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &saved), 0);
	saved.state[0] = 1000;
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &saved), -EINVAL);
	/* where a needle ends and nothing goes on, no scan stays */
	saved.state[0] = 2;
	KUNIT_EXPECT_EQ(test, fstr_scan_restore(&scan, &saved), -EINVAL);
	world_free(set);
	world_free(other);
}

/* Offsets go beyond what a size_t of a small machine holds. */
static void set_scan_far_into_a_stream(struct kunit *test)
{
	static const struct fstr_set_needle needles[] = { { "ab", 2, 0 } };
	struct fstr_set *set = suite_set(needles, 1);
	struct fstr_saved saved;
	struct fstr_match match = { .pos = 0 };
	struct fstr_scan scan;

	KUNIT_ASSERT_NOT_NULL(test, set);
	fstr_scan_init_set(&scan, set);
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
	world_free(set);
}

static struct kunit_case set_scan_cases[] = {
	KUNIT_CASE(set_scan_differential),
	KUNIT_CASE(set_scan_refuses),
	KUNIT_CASE(set_scan_far_into_a_stream),
	{}
};

static struct kunit_suite set_scan_suite = {
	.name = "fragstr_set_scan",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = set_scan_cases,
};

kunit_test_suite(set_scan_suite);
