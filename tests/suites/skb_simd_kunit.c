// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Sections of the FPU: as few as there are steps, over whatever fragments, none that is
 * longer, and none open when a call returns.
 */
#include "suite.h"

#include <fragstr/impl.h>

#include "../runners/kernel/simd.h"
#include "../runners/kernel/skb_build.h"
#include "sets.h"

#define STEP 4096
#define LEN (4 * STEP)
#define LEAST 1024

struct span {
	u8 *hay;
	struct fstr_frag *frag;
	struct fstr view;
	struct fstr_needle *needle;
	struct fstr_set *set;
	const char *impl;	/* to go back to */
};

static const struct fstr_set_needle needles[] = { { "xyzzy", 5, 0 }, { "yyyy", 4, 0 } };

static int span_init(struct kunit *test)
{
	struct span *t = world_alloc(sizeof(*t));

	test->priv = t;
	if (!t)
		return -ENOMEM;
	t->impl = fstr_impl_name();
	t->hay = world_alloc(LEN);
	t->frag = world_alloc(LEN * sizeof(*t->frag) / 16);
	t->needle = suite_needle("xyzzy", 5, 0);
	t->set = suite_set(needles, ARRAY_SIZE(needles));
	return t->hay && t->frag && t->needle && t->set ? 0 : -ENOMEM;
}

static void span_exit(struct kunit *test)
{
	struct span *t = test->priv;

	if (!t)
		return;
	fstr_impl_force(t->impl);
	simd_for_suites();
	world_free(t->hay);
	world_free(t->frag);
	world_free(t->needle);
	world_free(t->set);
	world_free(t);
}

/* The first @len bytes, in fragments of @each. */
static void cut(struct span *t, size_t len, size_t each)
{
	size_t nr = 0;

	for (size_t at = 0; at < len; at += each)
		t->frag[nr++] = (struct fstr_frag){ t->hay + at, min(each, len - at) };
	fstr_init(&t->view, t->frag, nr);
}

/* Each implementation that runs here in turn, with a needle and a set of its own. */
static bool next_impl(struct span *t, size_t *i)
{
	const char *name = fstr_impl_at(*i);

	if (!name || fstr_impl_force(name))
		return false;
	++*i;
	return !fstr_needle_init(t->needle, fstr_needle_size(5), "xyzzy", 5, 0) &&
	       !fstr_set_init(t->set, fstr_set_size(needles, ARRAY_SIZE(needles)), needles,
			      ARRAY_SIZE(needles));
}

/* What is by vectors, with the answer where nothing is to be found. */
enum call {
	FIND, RFIND, COUNT, ITER, SCAN, FIND_BYTE, RFIND_BYTE, COUNT_BYTE, BYTE_ITER, UNTIL,
	UNTIL_BYTE, SET_FIND, HASH, NR_CALLS
};

static bool finds_nothing(const struct span *t, enum call call)
{
	struct fstr_byte_iter bytes;
	struct fstr_byteset set;
	struct fstr_reader r;
	struct fstr_match match;
	struct fstr_scan scan;
	struct fstr_iter iter;

	fstr_reader_init(&r, &t->view);
	switch (call) {
	case FIND:
		return fstr_find(&t->view, t->needle, 0) == -ENOENT;
	case RFIND:
		return fstr_rfind(&t->view, t->needle, LEN) == -ENOENT;
	case COUNT:
		return !fstr_count(&t->view, t->needle, 0);
	case ITER:
		fstr_iter_init(&iter, &t->view, t->needle, 0, 0);
		return fstr_iter_next(&iter, &match) == -ENOENT;
	case SCAN:
		fstr_scan_init(&scan, t->needle, 0);
		fstr_scan_feed(&scan, t->hay, t->view.len);
		return fstr_scan_next(&scan, &match) == -ENOENT;
	case FIND_BYTE:
		return fstr_find_byte(&t->view, 'x', 0) == -ENOENT;
	case RFIND_BYTE:
		return fstr_rfind_byte(&t->view, 'x', LEN) == -ENOENT;
	case COUNT_BYTE:
		return !fstr_count_byte(&t->view, 'x');
	case BYTE_ITER:
		fstr_byteset_init(&set, "x", 1);
		fstr_byte_iter_init(&bytes, &t->view, &set, 0);
		return fstr_byte_iter_next(&bytes) == -ENOENT;
	case UNTIL:
		return fstr_reader_until(&r, t->needle, 0, NULL) == -ENOENT;
	case UNTIL_BYTE:
		return fstr_reader_until_byte(&r, 'x', 0, NULL) == -ENOENT;
	case SET_FIND:
		return fstr_set_find(&t->view, t->set, 0, &match) == -ENOENT;
	default:
		return fstr_hash(&t->view, 7, 0);
	}
}

static bool runs_by_vectors(enum call call)
{
	if (!strcmp(fstr_impl_name(), "scalar"))
		return false;
	if (call == SET_FIND)
		return strcmp(fstr_impl_name(), "sse2");
	return call != HASH || IS_ENABLED(CONFIG_X86_64);
}

/* The tails of stretches and windows are looked at twice, and counted so. */
static size_t most_sections(enum call call, size_t sections)
{
	return sections + (call == RFIND || call == SET_FIND);
}

static void sections_span_fragments(struct kunit *test)
{
	static const size_t cuts[] = { 16, 100, 300, 1448, STEP, STEP + 1, LEN };
	struct span *t = test->priv;

	memset(t->hay, 'a', LEN);
	for (size_t i = 0; next_impl(t, &i);) {
		for (size_t c = 0; c < ARRAY_SIZE(cuts) * NR_CALLS; c++) {
			enum call call = c % NR_CALLS;
			size_t most = most_sections(call, LEN / STEP);
			unsigned long taken;

			cut(t, LEN, cuts[c / NR_CALLS]);
			simd_set(LEAST, 0);
			KUNIT_EXPECT_TRUE(test, finds_nothing(t, call));
			taken = simd_taken();
			if (!runs_by_vectors(call))
				KUNIT_EXPECT_EQ(test, taken, 0ul);
			else
				KUNIT_EXPECT_TRUE_MSG(test, taken >= LEN / STEP && taken <= most,
						      "%s, call %d, cut %zu: %lu sections",
						      fstr_impl_name(), call, cuts[c / NR_CALLS],
						      taken);
			KUNIT_EXPECT_FALSE(test, simd_is_open());
			cut(t, LEAST - 1, cuts[c / NR_CALLS]);
			simd_set(LEAST, 0);
			KUNIT_EXPECT_TRUE(test, finds_nothing(t, call));
			KUNIT_EXPECT_EQ(test, simd_taken(), 0ul);
		}
	}
}

/* A section of so many positions, and the next one then: of each length. */
static void sections_are_short(struct kunit *test)
{
	static const enum call calls[] = { FIND, FIND_BYTE, RFIND_BYTE, COUNT_BYTE, BYTE_ITER };
	struct span *t = test->priv;

	memset(t->hay, 'a', LEN);
	for (size_t i = 0; next_impl(t, &i);) {
		for (size_t len = LEAST; len <= LEN; len += 509) {
			for (size_t c = 0; c < ARRAY_SIZE(calls); c++) {
				/* of a needle, those that a match may begin at */
				size_t places = calls[c] == FIND ? len - 4 : len;
				unsigned long want = DIV_ROUND_UP(places, STEP);

				cut(t, len, len);
				simd_set(LEAST, 0);
				KUNIT_EXPECT_TRUE(test, finds_nothing(t, calls[c]));
				KUNIT_EXPECT_EQ_MSG(test, simd_taken(),
						    runs_by_vectors(calls[c]) ? want : 0,
						    "%s, call %d, %zu bytes", fstr_impl_name(),
						    calls[c], len);
			}
		}
	}
}

/* Refused for as long as a section would be, not for each fragment. */
static void refusals_hold(struct kunit *test)
{
	struct span *t = test->priv;

	memset(t->hay, 'a', LEN);
	cut(t, LEN, 16);
	for (size_t i = 0; next_impl(t, &i);) {
		for (enum call call = FIND; call < NR_CALLS; call++) {
			simd_set(LEAST, 1);
			KUNIT_EXPECT_TRUE(test, finds_nothing(t, call));
			KUNIT_EXPECT_EQ(test, simd_taken(), 0ul);
			if (call != SCAN)
				KUNIT_EXPECT_LE(test, simd_asked(),
						most_sections(call, LEN / STEP));
		}
	}
}

/* Behind a match, each of some hundred, in the middle of sections. */
static void none_is_open_behind_matches(struct kunit *test)
{
	struct span *t = test->priv;
	size_t matches = 0;

	memset(t->hay, 'a', LEN);
	for (size_t at = 0; at + 5 <= LEN; at += 100, matches++)
		memcpy(t->hay + at, "xyzzy", 5);
	for (size_t i = 0; next_impl(t, &i);) {
		for (size_t each = 16; each <= LEN; each *= 4) {
			struct fstr_byte_iter bytes;
			struct fstr_byteset set;
			struct fstr_match match;
			struct fstr_iter iter;
			size_t n = 0;

			cut(t, LEN, each);
			simd_set(1, 0);
			fstr_iter_init(&iter, &t->view, t->needle, 0, 0);
			for (; !fstr_iter_next(&iter, &match); n++)
				KUNIT_EXPECT_FALSE(test, simd_is_open());
			KUNIT_EXPECT_EQ(test, n, matches);
			fstr_byteset_init(&set, "xy", 2);
			fstr_byte_iter_init(&bytes, &t->view, &set, 0);
			for (n = 0; fstr_byte_iter_next(&bytes) >= 0; n++)
				KUNIT_EXPECT_FALSE(test, simd_is_open());
			KUNIT_EXPECT_EQ(test, n, 3 * matches);
			KUNIT_EXPECT_EQ(test, fstr_count(&t->view, t->needle, 0), matches);
			KUNIT_EXPECT_EQ(test, fstr_rfind(&t->view, t->needle, LEN),
					(ssize_t)(100 * (matches - 1)));
			KUNIT_EXPECT_EQ(test, fstr_set_find(&t->view, t->set, 1, &match), 0);
			KUNIT_EXPECT_EQ(test, match.pos, 100ull);
			KUNIT_EXPECT_FALSE(test, simd_is_open());
		}
	}
}

#define TEN "pppppppppp"

/* 40 pieces of @each bytes. */
static struct sk_buff *skb_of(const struct span *t, const char *shape, size_t each)
{
	size_t end[SKB_BUILD_PIECES];

	for (size_t i = 0; i < ARRAY_SIZE(end); i++)
		end[i] = (i + 1) * each;
	return skb_build(shape, t->hay, end);
}

static void sections_span_skbs(struct kunit *test)
{
	static const size_t pieces[] = { 16, 26, 128, 400 };
	struct span *t = test->priv;

	memset(t->hay, 'a', LEN);
	for (size_t c = 0; c < ARRAY_SIZE(pieces); c++) {
		struct sk_buff *skb = skb_of(t, TEN "(" TEN "(" TEN "," TEN "))", pieces[c]);
		size_t len = 40 * pieces[c];
		unsigned long want = len < LEAST ? 0 : DIV_ROUND_UP(len, STEP);
		struct fstr_match match;
		u64 hash;

		KUNIT_ASSERT_NOT_NULL(test, skb);
		for (size_t i = 0; next_impl(t, &i);) {
			bool vectors = runs_by_vectors(FIND);

			simd_set(LEAST, 0);
			KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, t->needle, 0), (ssize_t)-ENOENT);
			KUNIT_EXPECT_EQ(test, simd_taken(), vectors ? want : 0);
			simd_set(LEAST, 0);
			KUNIT_EXPECT_EQ(test, fstr_skb_rfind(skb, t->needle, len),
					(ssize_t)-ENOENT);
			KUNIT_EXPECT_EQ(test, simd_taken(), vectors ? want : 0);
			simd_set(LEAST, 0);
			KUNIT_EXPECT_EQ(test, fstr_skb_hash(skb, 0, len, 7, 0, &hash), 0);
			KUNIT_EXPECT_EQ(test, simd_taken(), runs_by_vectors(HASH) ? want : 0);
			simd_set(LEAST, 0);
			KUNIT_EXPECT_EQ(test, fstr_skb_set_find(skb, t->set, 0, &match), -ENOENT);
			KUNIT_EXPECT_LE(test, simd_taken(),
					runs_by_vectors(SET_FIND) ? want + 1 : 0);
			KUNIT_EXPECT_FALSE(test, simd_is_open());
		}
		kfree_skb(skb);
	}
}

/* An skb that goes on where nobody may follow, with a section open there. */
static void none_is_open_behind_errors(struct kunit *test)
{
	struct span *t = test->priv;
	struct sk_buff *skb;
	size_t end[10];
	struct fstr_match match;
	u64 hash;

	memset(t->hay, 'a', LEN);
	for (size_t i = 0; i < ARRAY_SIZE(end); i++)
		end[i] = 2000 + i * 100;
	skb = skb_build("p(p(p(p(p(p(p(p(p(p)))))))))", t->hay, end);
	KUNIT_ASSERT_NOT_NULL(test, skb);
	for (size_t i = 0; next_impl(t, &i);) {
		simd_set(LEAST, 0);
		KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, t->needle, 0), (ssize_t)-EOPNOTSUPP);
		KUNIT_EXPECT_FALSE(test, simd_is_open());
		KUNIT_EXPECT_EQ(test, fstr_skb_rfind(skb, t->needle, 5000), (ssize_t)-EOPNOTSUPP);
		KUNIT_EXPECT_FALSE(test, simd_is_open());
		KUNIT_EXPECT_EQ(test, fstr_skb_set_find(skb, t->set, 0, &match), -EOPNOTSUPP);
		KUNIT_EXPECT_FALSE(test, simd_is_open());
		KUNIT_EXPECT_EQ(test, fstr_skb_hash(skb, 0, 5000, 7, 0, &hash), -EOPNOTSUPP);
		KUNIT_EXPECT_FALSE(test, simd_is_open());
		KUNIT_EXPECT_TRUE(test, simd_taken() || !runs_by_vectors(FIND));
	}
	kfree_skb(skb);
}

static struct kunit_case skb_simd_cases[] = {
	KUNIT_CASE(sections_span_fragments),
	KUNIT_CASE(sections_are_short),
	KUNIT_CASE(refusals_hold),
	KUNIT_CASE(none_is_open_behind_matches),
	KUNIT_CASE(sections_span_skbs),
	KUNIT_CASE(none_is_open_behind_errors),
	{}
};

static struct kunit_suite skb_simd_suite = {
	.name = "fragstr_skb_simd",
	.init = span_init,
	.exit = span_exit,
	.test_cases = skb_simd_cases,
};

kunit_test_suite(skb_simd_suite);
