// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_find and the iterator, over every cut of a table of seeds and at random. */
#include "suite.h"
#include "seeds.h"

#define WANT_TEXT 96	/* of a haystack in a message */

/* All matches from @from on by fstr_find(), the iterator and the naive twin. */
static bool all_agree(const struct fstr *view, struct naive_str hay, struct fstr_needle *needle,
		      struct naive_str pattern, size_t from, unsigned int icase, unsigned int flags)
{
	size_t stride = flags & FSTR_DISJOINT && pattern.len ? pattern.len : 1;
	struct fstr_match match;
	struct fstr_iter iter;
	ssize_t want;

	if (fstr_iter_init(&iter, view, needle, from, flags))
		return false;
	do {
		int err = fstr_iter_next(&iter, &match);

		want = naive_find(hay, pattern, from, icase);
		if (fstr_find(view, needle, from) != want)
			return false;
		if (pattern.len <= 255 &&
		    fstr_find_buf(view, pattern.p, pattern.len, from, icase) != want)
			return false;
		if (want < 0)
			return err == -ENOENT && fstr_iter_next(&iter, &match) == -ENOENT;
		if (err || match.pos != (size_t)want || match.len != pattern.len || match.which)
			return false;
		from = (size_t)want + stride;
	} while (1);
}

/*
 * All matches in a view that grows: by a byte, or by more, before the iterator has
 * come to its end or at it. An empty needle, once told of at the end, is not again.
 */
static bool grown_agrees(const struct fstr *view, struct naive_str hay, struct fstr_needle *needle,
			 struct naive_str pattern, unsigned int icase, unsigned int flags,
			 struct rng *rng)
{
	size_t stride = flags & FSTR_DISJOINT && pattern.len ? pattern.len : 1;
	size_t len = rng_length(rng, (uint32_t)hay.len);
	struct fstr part = fstr_slice(view, 0, len);
	struct fstr_match match;
	struct fstr_iter iter;
	size_t from = 0;

	if (fstr_iter_init(&iter, &part, needle, 0, flags))
		return false;
	for (;;) {
		struct naive_str now = { hay.p, len };
		ssize_t want = naive_find(now, pattern, from, icase);
		int err = fstr_iter_next(&iter, &match);

		if (want >= 0 ? err || match.pos != (size_t)want : err != -ENOENT)
			return false;
		if (want >= 0)
			from = (size_t)want + stride;
		else if (len == hay.len)
			return true;
		if (want < 0 || !rng_below(rng, 4)) {
			len += rng_length(rng, (uint32_t)(hay.len - len));
			part = fstr_slice(view, 0, len);
			fstr_iter_resume(&iter, &part);
		}
	}
}

/* The last match that begins at or before @end, and how many there are. */
static bool backward_agrees(const struct fstr *view, struct naive_str hay,
			    struct fstr_needle *needle, struct naive_str pattern, size_t end,
			    unsigned int icase)
{
	size_t overlapping = 0, disjoint = 0;
	size_t behind = 0;
	ssize_t last = -ENOENT;

	for (ssize_t pos = 0; (pos = naive_find(hay, pattern, (size_t)pos, icase)) >= 0; pos++) {
		if ((size_t)pos <= end)
			last = pos;
		overlapping++;
		if ((size_t)pos >= behind) {
			disjoint++;
			behind = (size_t)pos + pattern.len;
		}
	}
	return fstr_rfind(view, needle, end) == last &&
	       fstr_count(view, needle, 0) == overlapping &&
	       fstr_count(view, needle, FSTR_DISJOINT) == disjoint;
}

static void try_seed(struct kunit *test, const struct find_seed *seed, uint8_t *hay)
{
	struct naive_str pattern = { (const uint8_t *)seed->needle, seed->needle_len };
	struct fstr_needle *needle = suite_needle(seed->needle, seed->needle_len, seed->flags);
	size_t len = seed_text(seed, hay);
	size_t marks[] = { (size_t)(seed->want < 0 ? 0 : seed->want),
			   (size_t)(seed->want < 0 ? 0 : seed->want) + seed->needle_len };
	char name[160], text[WANT_TEXT];
	struct cuts cuts;

	KUNIT_EXPECT_NOT_NULL(test, needle);
	if (!needle)
		return;
	cuts_init(&cuts, arenas(test)->a, hay, len, marks, 2);
	while (cuts_next(&cuts)) {
		ssize_t got = fstr_find(&cuts.view, needle, seed->from);

		KUNIT_EXPECT_EQ_MSG(test, got, seed->want, "seed %u: %s cut %s", seed->line,
				    suite_quote(seed->needle, seed->needle_len, text, sizeof(text)),
				    cuts_name(&cuts, name, sizeof(name)));
		KUNIT_EXPECT_TRUE_MSG(test,
				      all_agree(&cuts.view, (struct naive_str){ hay, len }, needle,
						pattern, seed->from, seed->flags, 0),
				      "seed %u: all matches, cut %s", seed->line,
				      cuts_name(&cuts, name, sizeof(name)));
		KUNIT_EXPECT_TRUE_MSG(test,
				      backward_agrees(&cuts.view, (struct naive_str){ hay, len },
						      needle, pattern, (size_t)-1, seed->flags),
				      "seed %u: backward, cut %s", seed->line,
				      cuts_name(&cuts, name, sizeof(name)));
	}
	world_free(needle);
}

static void find_every_cut(struct kunit *test)
{
	uint8_t *hay = world_alloc(CUT_BYTES);

	KUNIT_ASSERT_NOT_NULL(test, hay);
	for (size_t i = 0; i < NR_FIND_SEEDS; i++)
		try_seed(test, &find_seeds[i], hay);
	world_free(hay);
}

/* A slice that ends, or begins, inside the needle does not hold it. */
static void find_in_slices(struct kunit *test)
{
	static const char text[] = "..needle after to..";
	struct fstr_needle *needle = suite_needle("needle", 6, 0);
	struct cuts cuts;
	char name[160];

	KUNIT_ASSERT_NOT_NULL(test, needle);
	cuts_init(&cuts, arenas(test)->a, text, sizeof(text) - 1, NULL, 0);
	while (cuts_next(&cuts)) {
		for (size_t from = 0; from <= 4; from++) {
			for (size_t to = 4; to <= 12; to++) {
				struct fstr part = fstr_slice(&cuts.view, from, to);
				ssize_t want = from <= 2 && to >= 8 ? 2 - (ssize_t)from : -ENOENT;

				KUNIT_EXPECT_EQ_MSG(test, fstr_find(&part, needle, 0), want,
						    "slice %zu to %zu, cut %s", from, to,
						    cuts_name(&cuts, name, sizeof(name)));
			}
		}
	}
	world_free(needle);
}

/* Bytes that are no letter of the needle's, and one in eight of which is. */
static void noise(uint8_t *to, size_t len, struct rng *rng)
{
	for (size_t i = 0; i < len; i++)
		to[i] = rng_below(rng, 8) ? (uint8_t)(0x80 + rng_below(rng, 64)) :
					    (uint8_t)('a' + rng_below(rng, 26));
}

/*
 * Needles of all lengths around the sizes of words and vectors, at each distance
 * from either end of the text, whole and with one byte changed.
 */
static void find_at_every_distance(struct kunit *test)
{
	static const size_t lens[] = { 1,  2,  3,  4,  5,  7,  8,  9,  12, 15, 16,
				       17, 24, 31, 32, 33, 48, 63, 64, 65, 100 };
	enum { PAD = 70 };
	static uint8_t hay[2 * PAD + 100], pattern[100];
	struct rng rng = { .state = 1212 };
	struct cuts cuts;

	for (size_t i = 0; i < ARRAY_SIZE(lens); i++) {
		size_t len = lens[i], total = len + PAD;
		struct naive_str text = { hay, total };
		struct fstr_needle *needle;

		for (size_t c = 0; c < len; c++)
			pattern[c] = (uint8_t)('a' + rng_below(&rng, 26));
		needle = suite_needle(pattern, len, 0);
		KUNIT_ASSERT_NOT_NULL(test, needle);
		for (size_t pad = 0; pad <= PAD; pad++) {
			struct naive_str want = { pattern, len };
			bool ok;

			noise(hay, total, &rng);
			memcpy(hay + pad, pattern, len);
			for (int changed = 0; changed < 2; changed++) {
				cuts_init(&cuts, arenas(test)->a, hay, total, NULL, 0);
				cuts_random(&cuts, &rng);
				ok = all_agree(&cuts.view, text, needle, want, 0, 0, 0) &&
				     backward_agrees(&cuts.view, text, needle, want, total, 0);
				KUNIT_EXPECT_TRUE_MSG(test, ok, "%zu bytes behind %zu, changed %d",
						      len, pad, changed);
				hay[pad + rng_below(&rng, (uint32_t)len)] ^= 0x80;
			}
		}
		world_free(needle);
	}
}

/* The one match anywhere in a text that rfind takes in several stretches. */
static void try_every_place(struct kunit *test, const char *pattern)
{
	enum { LEN = 4000 };
	uint8_t *hay = world_alloc(LEN);
	struct fstr_needle *needle = suite_needle(pattern, 6, 0);
	struct fstr_frag frag[2];
	struct fstr s;

	KUNIT_ASSERT_TRUE(test, hay && needle);
	memset(hay, 'e', LEN);
	for (size_t pos = 0; pos <= LEN - 6; pos++) {
		memcpy(hay + pos, pattern, 6);
		frag[0] = (struct fstr_frag){ hay, pos + pos % 7 > LEN ? LEN : pos + pos % 7 };
		frag[1] = (struct fstr_frag){ hay + frag[0].len, LEN - frag[0].len };
		KUNIT_ASSERT_EQ(test, fstr_init(&s, frag, 2), 0);
		KUNIT_EXPECT_EQ(test, fstr_find(&s, needle, pos % 64), (ssize_t)pos);
		KUNIT_EXPECT_EQ(test, fstr_rfind(&s, needle, (size_t)-1), (ssize_t)pos);
		KUNIT_EXPECT_EQ(test, fstr_rfind(&s, needle, pos), (ssize_t)pos);
		if (pos)
			KUNIT_EXPECT_EQ(test, fstr_rfind(&s, needle, pos - 1), (ssize_t)-ENOENT);
		memset(hay + pos, 'e', 6);
	}
	world_free(needle);
	world_free(hay);
}

static void find_at_every_place(struct kunit *test)
{
	try_every_place(test, "needle");
	try_every_place(test, "n~~dle");	/* a byte so rare that it is looked for alone */
}

/* A needle longer than any fragment, and than the view; and no fragment with a byte. */
static void find_among_empties(struct kunit *test)
{
	size_t nr = 20001;
	struct fstr_frag *frags = world_alloc(nr * sizeof(*frags));
	struct fstr_needle *needle = suite_needle("needle", 6, 0);
	struct fstr s;

	KUNIT_ASSERT_TRUE(test, frags && needle);
	for (size_t i = 0; i < nr; i++)
		frags[i] = (struct fstr_frag){ NULL, 0 };
	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, nr), 0);
	KUNIT_EXPECT_EQ(test, fstr_find(&s, needle, 0), (ssize_t)-ENOENT);
	for (size_t i = 0; i < 6; i++)
		frags[3000 * (i + 1)] = (struct fstr_frag){ &"needle"[i], 1 };
	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, nr), 0);
	KUNIT_EXPECT_EQ(test, fstr_find(&s, needle, 0), (ssize_t)0);
	KUNIT_EXPECT_EQ(test, fstr_rfind(&s, needle, 5), (ssize_t)0);
	KUNIT_EXPECT_EQ(test, fstr_count(&s, needle, 0), (size_t)1);
	frags[18000].base = "x";
	KUNIT_EXPECT_EQ(test, fstr_find(&s, needle, 0), (ssize_t)-ENOENT);
	world_free(needle);
	world_free(frags);
}

/* A seed row of what disagrees; here, as its texts are large for a kernel's stack. */
static void tell_seed(struct kunit *test, const struct random_case *c, size_t from,
		      unsigned int flags)
{
	struct naive_str hay = { c->hay, c->len };
	struct naive_str pattern = { c->needle, c->needle_len };
	char text[2][400];

	suite_quote(c->hay, c->len, text[0], sizeof(text[0]));
	suite_quote(c->needle, c->needle_len, text[1], sizeof(text[1]));
	KUNIT_FAIL(test, "S(\"%s\", \"%s\", %zu, %zd, %u), iterator %u", text[0], text[1], from,
		   naive_find(hay, pattern, from, c->flags), c->flags, flags);
}

static void find_differential(struct kunit *test)
{
	struct rng rng = { .state = 7561 };
	struct random_case c;
	struct cuts cuts;

	for (unsigned int round = 0; round < SUITE_ROUNDS; round++) {
		struct naive_str hay, pattern;
		struct fstr_needle *needle;
		unsigned int flags;
		size_t from;
		bool ok;

		random_case(&c, &rng);
		hay = (struct naive_str){ c.hay, c.len };
		pattern = (struct naive_str){ c.needle, c.needle_len };
		needle = suite_needle(c.needle, c.needle_len, c.flags);
		KUNIT_ASSERT_NOT_NULL(test, needle);
		flags = rng_below(&rng, 2) ? FSTR_DISJOINT : 0;
		from = rng_below(&rng, 2) ? 0 : rng_below(&rng, (uint32_t)c.len + 2);
		cuts_init(&cuts, arenas(test)->a, c.hay, c.len, NULL, 0);
		cuts_random(&cuts, &rng);
		ok = all_agree(&cuts.view, hay, needle, pattern, from, c.flags, flags) &&
		     backward_agrees(&cuts.view, hay, needle, pattern, from, c.flags) &&
		     grown_agrees(&cuts.view, hay, needle, pattern, c.flags, flags, &rng);
		if (!ok)
			tell_seed(test, &c, from, flags);
		world_free(needle);
	}
}

static void find_buf_refuses(struct kunit *test)
{
	uint8_t *pattern = world_alloc(256);

	KUNIT_ASSERT_NOT_NULL(test, pattern);
	memset(pattern, 'a', 256);
	KUNIT_EXPECT_EQ(test, fstr_find_buf(FSTR_BUF("a", 1), pattern, 256, 0, 0), (ssize_t)-E2BIG);
	KUNIT_EXPECT_EQ(test, fstr_find_buf(FSTR_BUF("a", 1), NULL, 1, 0, 0), (ssize_t)-EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_find_buf(FSTR_BUF("a", 1), "a", 1, 0, FSTR_DISJOINT),
			(ssize_t)-EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_find_buf(FSTR_BUF("a", 1), NULL, 0, 1, 0), (ssize_t)1);
	KUNIT_EXPECT_EQ(test, fstr_find_buf(FSTR_BUF("a", 1), NULL, 0, 2, 0), (ssize_t)-ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_find_buf(FSTR_BUF("a", 1), pattern, 255, 0, 0),
			(ssize_t)-ENOENT);
	world_free(pattern);
}

static void iter_refuses(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("a", 1, 0);
	struct fstr_match match = { .pos = 99 };
	struct fstr_iter iter;

	KUNIT_ASSERT_NOT_NULL(test, needle);
	KUNIT_EXPECT_EQ(test, fstr_iter_init(&iter, FSTR_BUF("a", 1), needle, 0, FSTR_ICASE),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_iter_init(&iter, FSTR_BUF("a", 1), needle, (size_t)-1, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_iter_next(&iter, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)99);
	world_free(needle);
}

struct churn {
	uint8_t *bytes;
	size_t len;
	struct rng rng;
};

static void rewrite(void *arg)
{
	struct churn *churn = arg;

	for (int i = 0; i < 64; i++)
		churn->bytes[rng_below(&churn->rng, (uint32_t)churn->len)] = "ab"[i % 2];
}

/*
 * Bytes that change under the search: whatever it answers, it stays inside the
 * fragments, which lie against unmapped pages, and it ends.
 */
static void find_while_bytes_change(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("ababababaa", 10, 0);
	struct churn churn = { .rng = { .state = 5 } };
	uint64_t until = world_now_ns() + 200 * 1000 * 1000;
	struct world_thread *thread;
	struct fstr_frag frag[2];
	size_t size;
	struct fstr s;

	KUNIT_ASSERT_NOT_NULL(test, needle);
	churn.bytes = world_guarded_alloc(1, &size);
	churn.len = size;
	KUNIT_ASSERT_NOT_NULL(test, churn.bytes);
	memset(churn.bytes, 'a', size);
	frag[0] = (struct fstr_frag){ churn.bytes, size / 2 + 1 };
	frag[1] = (struct fstr_frag){ churn.bytes + size / 2 + 1, size / 2 - 1 };
	KUNIT_ASSERT_EQ(test, fstr_init(&s, frag, 2), 0);
	thread = world_thread_start(rewrite, &churn);
	KUNIT_ASSERT_NOT_NULL(test, thread);
	while (world_now_ns() < until) {
		ssize_t got = fstr_find(&s, needle, 0);

		KUNIT_EXPECT_TRUE(test, got == -ENOENT || (got >= 0 && (size_t)got <= size - 10));
		KUNIT_EXPECT_TRUE(test, fstr_equal(&s, &s, 0));
	}
	world_thread_stop(thread);
	world_guarded_free(churn.bytes, size);
	world_free(needle);
}

static struct kunit_case find_cases[] = {
	KUNIT_CASE(find_every_cut),
	KUNIT_CASE(find_in_slices),
	KUNIT_CASE(find_at_every_distance),
	KUNIT_CASE(find_at_every_place),
	KUNIT_CASE(find_among_empties),
	KUNIT_CASE(find_differential),
	KUNIT_CASE(find_buf_refuses),
	KUNIT_CASE(iter_refuses),
	KUNIT_CASE(find_while_bytes_change),
	{}
};

static struct kunit_suite find_suite = {
	.name = "fragstr_find",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = find_cases,
};

kunit_test_suite(find_suite);
