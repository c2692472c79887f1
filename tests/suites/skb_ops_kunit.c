// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What is done with socket buffers as they are, with no array of fragments:
 * against what the joined bytes give. skb_build.h says how a shape is read.
 */
#include "suite.h"
#include "sets.h"

#include <linux/highmem.h>

#include "../../kmod/compat.h"
#include "../runners/kernel/skb_build.h"

#define TEXT "abaabba"
#define LEN (sizeof(TEXT) - 1)
#define LONGEST 6000

static const char *const shapes[] = { "l", "lp", "pp", "lppp", "l0p0p", "l(l,l)", "(h,p)",
				      "p(,0,l(),p)", "l(l(l),l)", "lh(l(p,h),p)" };

struct ops_test {
	size_t end[SKB_BUILD_PIECES];
	size_t other_end[SKB_BUILD_PIECES];
	u8 bytes[LONGEST];
	u8 other[LONGEST];
	char shape[160];
	char other_shape[160];
};

static int ops_init(struct kunit *test)
{
	test->priv = world_alloc(sizeof(struct ops_test));
	return test->priv ? 0 : -ENOMEM;
}

static void ops_exit(struct kunit *test)
{
	world_free(test->priv);
}

static const struct fstr_siphash_key key = { { 0x0706050403020100, 0x0f0e0d0c0b0a0908 } };

/* Copies and hashes of each part. */
static const char *wrong_part(const struct sk_buff *skb, size_t from, size_t to)
{
	size_t at = min(from, LEN);
	size_t len = min(to, LEN) - min(at, min(to, LEN));
	u8 copy[LEN + 2];
	u64 hash = 0;

	memset(copy, '-', sizeof(copy));
	if (fstr_skb_copy(skb, from, copy, len) != (ssize_t)len ||
	    memcmp(copy, TEXT + at, len) || copy[len] != '-')
		return "fstr_skb_copy";
	if (fstr_skb_hash(skb, from, to, 5, FSTR_ICASE, &hash) ||
	    hash != fstr_hash(FSTR_BUF(TEXT + at, len), 5, FSTR_ICASE))
		return "fstr_skb_hash";
	if (fstr_skb_siphash(skb, from, to, &key, &hash) ||
	    hash != fstr_siphash(FSTR_BUF(TEXT + at, len), &key))
		return "fstr_skb_siphash";
	return NULL;
}

/* Whatever is asked for beyond the end. */
static const char *wrong_at_end(const struct sk_buff *skb)
{
	u8 copy[LEN];

	if (fstr_skb_copy(skb, 4, copy, SIZE_MAX) != LEN - 4 || memcmp(copy, TEXT + 4, LEN - 4))
		return "fstr_skb_copy to the end";
	if (fstr_skb_copy(skb, LEN, copy, 1) || fstr_skb_copy(skb, SIZE_MAX, copy, 2))
		return "fstr_skb_copy behind the end";
	return wrong_part(skb, 2, SIZE_MAX) ?: wrong_part(skb, SIZE_MAX, SIZE_MAX);
}

static ssize_t naive_rfind(struct naive_str hay, struct naive_str needle, size_t end)
{
	ssize_t last = -ENOENT;

	for (size_t pos = 0; pos <= end && pos <= hay.len; pos++)
		if (naive_find(hay, needle, pos, 0) == (ssize_t)pos)
			last = pos;
	return last;
}

/* The last match, and all of them, one after the other. */
static const char *wrong_search(const struct sk_buff *skb, struct naive_str text,
				const struct fstr_needle *needle)
{
	struct naive_str hay = { (const u8 *)TEXT, LEN };
	struct fstr_match match;
	struct fstr_skb_scan s;
	struct fstr_scan scan;
	ssize_t want = -1;

	for (size_t end = 0; end <= hay.len + 1; end++)
		if (fstr_skb_rfind(skb, needle, end) != naive_rfind(hay, text, end))
			return "fstr_skb_rfind";
	if (fstr_skb_rfind(skb, needle, SIZE_MAX) != naive_rfind(hay, text, hay.len))
		return "fstr_skb_rfind from the end";
	if (!text.len)
		return NULL;
	fstr_scan_init(&scan, needle, 0);
	if (fstr_skb_scan_init(&s, &scan, skb, 0, SIZE_MAX))
		return "fstr_skb_scan_init";
	do {
		/* another mapping, so that the block lies elsewhere than before */
		void *other = want % 2 ? NULL : kmap_local_page(ZERO_PAGE(0));
		int err = fstr_skb_scan_next(&s, &match);

		if (other)
			kunmap_local(other);
		want = naive_find(hay, text, want + 1, 0);
		if (err ? err != want : (ssize_t)match.pos != want)
			return "fstr_skb_scan_next";
	} while (want >= 0);
	return fstr_skb_scan_next(&s, &match) == -ENOENT ? NULL : "a match behind the last one";
}

static const struct fstr_set_needle set_needles[] = {
	{ "bb", 2 }, { "aab", 3 }, { "BA", 2, FSTR_ICASE }, { "abb", 3 }, { "abbaa", 5 },
};

static struct fstr_set *new_set(void)
{
	return suite_set(set_needles, ARRAY_SIZE(set_needles));
}

static const char *wrong_set(const struct sk_buff *skb)
{
	struct fstr_set *set = new_set();
	const char *wrong = set ? NULL : "no memory";

	for (size_t from = 0; from <= LEN + 1 && !wrong; from++) {
		struct fstr_match want = { .pos = 4711 };
		struct fstr_match got = want;
		int err = fstr_set_find(FSTR_BUF(TEXT, LEN), set, from, &want);

		if (fstr_skb_set_find(skb, set, from, &got) != err || got.pos != want.pos ||
		    got.len != want.len || got.which != want.which)
			wrong = "fstr_skb_set_find";
	}
	world_free(set);
	return wrong;
}

static const char *wrong_anything(const struct sk_buff *skb)
{
	static const char *const texts[] = { "", "a", "b", "ab", "ba", "aab", "aba", "bba", TEXT,
					     "bb", "bbb", TEXT "a" };
	const char *wrong = wrong_at_end(skb) ?: wrong_set(skb);

	for (size_t to = 0; to <= LEN + 1 && !wrong; to++)
		for (size_t from = 0; from <= to + 1 && !wrong; from++)
			wrong = wrong_part(skb, from, to);
	for (size_t i = 0; i < ARRAY_SIZE(texts) && !wrong; i++) {
		struct naive_str text = { (const u8 *)texts[i], strlen(texts[i]) };
		struct fstr_needle *needle = suite_needle(text.p, text.len, 0);

		wrong = needle ? wrong_search(skb, text, needle) : "no memory";
		world_free(needle);
	}
	return wrong;
}

static void ops_every_cut(struct kunit *test)
{
	struct ops_test *t = test->priv;

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		size_t nr = skb_build_pieces(shapes[i]);

		skb_build_first_cut(t->end, nr, LEN);
		do {
			struct sk_buff *skb = skb_build(shapes[i], (const u8 *)TEXT, t->end);
			const char *wrong = skb ? wrong_anything(skb) : "no memory";

			if (wrong)
				KUNIT_FAIL(test, "%s, shape %s, pieces end at %zu %zu...", wrong,
					   shapes[i], t->end[0], t->end[nr > 1]);
			kfree_skb(skb);
		} while (skb_build_next_cut(t->end, nr, LEN));
	}
}

/* All that is asked of two buffers, from here on in each. */
static const char *wrong_pair(const struct sk_buff *a, struct naive_str x, size_t a_from,
			      const struct sk_buff *b, struct naive_str y, size_t b_from)
{
	const struct fstr_frag f = { x.p + min(a_from, x.len), x.len - min(a_from, x.len) };
	const struct fstr_frag g = { y.p + min(b_from, y.len), y.len - min(b_from, y.len) };
	const struct fstr u = fstr_flat(&f);
	const struct fstr v = fstr_flat(&g);
	int order = 7;

	if (fstr_skb_equal(a, a_from, b, b_from, 0) != fstr_equal(&u, &v, 0))
		return "fstr_skb_equal";
	if (fstr_skb_equal(a, a_from, b, b_from, FSTR_ICASE) != fstr_equal(&u, &v, FSTR_ICASE))
		return "fstr_skb_equal, whatever the case";
	if (fstr_skb_compare(a, a_from, b, b_from, &order) || order != fstr_compare(&u, &v))
		return "fstr_skb_compare";
	if (fstr_skb_compare(b, b_from, a, a_from, &order) || order != fstr_compare(&v, &u))
		return "fstr_skb_compare, the other way round";
	return NULL;
}

/* Short ones of two shapes, the same, or not, or one the beginning of the other. */
static void ops_pairs(struct kunit *test)
{
	static const char *const rows[][2] = {
		{ "abcdef", "abcdef" }, { "abcdef", "abcdeg" },	  { "abcdef", "bbcdef" },
		{ "abcdef", "abcde" },	{ "abcDEf", "aBcdef" },	  { "abc\377ef", "abc\177ef" },
		{ "abcdef", "ab" },	{ "xxabcdef", "yabcdef" }, { "abcdef", "" },
	};
	struct ops_test *t = test->priv;
	struct rng rng = { 77 };

	for (int round = 0; round < SUITE_ROUNDS; round++) {
		const char *const *row = rows[round % ARRAY_SIZE(rows)];
		struct naive_str x = { (const u8 *)row[0], strlen(row[0]) };
		struct naive_str y = { (const u8 *)row[1], strlen(row[1]) };
		const char *shape = shapes[rng_below(&rng, ARRAY_SIZE(shapes))];
		const char *other = shapes[rng_below(&rng, ARRAY_SIZE(shapes))];
		size_t a_from = rng_below(&rng, 4);
		size_t b_from = rng_below(&rng, 4);
		const char *wrong = "no memory";
		struct sk_buff *a, *b;

		skb_build_random_cut(&rng, t->end, skb_build_pieces(shape), x.len);
		skb_build_random_cut(&rng, t->other_end, skb_build_pieces(other), y.len);
		a = skb_build(shape, x.p, t->end);
		b = skb_build(other, y.p, t->other_end);
		if (a && b)
			wrong = wrong_pair(a, x, 0, b, y, 0) ?: wrong_pair(a, x, 2, b, y, 1) ?:
				wrong_pair(a, x, a_from, b, y, b_from) ?:
				wrong_pair(a, x, SIZE_MAX, b, y, SIZE_MAX);
		if (wrong)
			KUNIT_FAIL(test, "%s: %s as %s from %zu, %s as %s from %zu", wrong, row[0],
				   shape, a_from, row[1], other, b_from);
		kfree_skb(a);
		kfree_skb(b);
	}
}

/* Long ones of any shape. */
static void ops_random(struct kunit *test)
{
	struct ops_test *t = test->priv;
	struct rng rng = { 20251130 };

	for (int round = 0; round < SUITE_ROUNDS / 10; round++) {
		struct naive_str x = { t->bytes };
		struct naive_str y = { t->other };
		const char *wrong = "no memory";
		struct sk_buff *a, *b;
		size_t nr, other_nr, from;

		skb_build_random(&rng, t->shape, sizeof(t->shape));
		skb_build_random(&rng, t->other_shape, sizeof(t->other_shape));
		nr = skb_build_pieces(t->shape);
		other_nr = skb_build_pieces(t->other_shape);
		if (!nr || !other_nr)
			continue;
		x.len = 1 + rng_length(&rng, LONGEST - 1);
		y.len = x.len;
		for (size_t i = 0; i < x.len; i++)
			t->bytes[i] = rng_next(&rng);
		memcpy(t->other, t->bytes, x.len);
		if (round % 2)
			t->other[rng_below(&rng, y.len)] ^= 0x20;
		skb_build_random_cut(&rng, t->end, nr, x.len);
		skb_build_random_cut(&rng, t->other_end, other_nr, y.len);
		a = skb_build(t->shape, x.p, t->end);
		b = skb_build(t->other_shape, y.p, t->other_end);
		from = rng_below(&rng, x.len + 1);
		if (a && b)
			wrong = wrong_pair(a, x, 0, b, y, 0) ?: wrong_pair(a, x, from, b, y, from);
		if (wrong)
			KUNIT_FAIL(test, "%s: round %d, %s and %s", wrong, round, t->shape,
				   t->other_shape);
		kfree_skb(a);
		kfree_skb(b);
	}
}

/* What each call says of a buffer whose bytes end, or cannot be had, at 4. */
static void expect_errors(struct kunit *test, const struct sk_buff *skb, int want)
{
	struct fstr_needle *needle = suite_needle("a", 1, 0);
	struct fstr_set *set = new_set();
	struct fstr_match match = { .pos = 4711 };
	struct fstr_skb_scan s;
	struct fstr_scan scan;
	u8 copy[LEN + 2];
	u64 hash = 4711;
	int order = 7;

	if (!needle || !set) {
		KUNIT_FAIL(test, "no memory");
		return;
	}
	KUNIT_EXPECT_EQ(test, fstr_skb_set_find(skb, set, 2, &match), want);
	KUNIT_EXPECT_EQ(test, fstr_skb_set_find(skb, set, 1, &match), 0);
	KUNIT_EXPECT_EQ(test, fstr_skb_copy(skb, 0, copy, 4), 4);
	KUNIT_EXPECT_EQ(test, fstr_skb_copy(skb, 0, copy, sizeof(copy)), want);
	KUNIT_EXPECT_EQ(test, fstr_skb_hash(skb, 1, SIZE_MAX, 0, 0, &hash), want);
	KUNIT_EXPECT_EQ(test, fstr_skb_siphash(skb, 1, SIZE_MAX, &key, &hash), want);
	KUNIT_EXPECT_EQ(test, hash, 4711ull);
	KUNIT_EXPECT_EQ(test, fstr_skb_hash(skb, 1, 4, 0, 0, &hash), 0);
	KUNIT_EXPECT_EQ(test, fstr_skb_equal(skb, 0, skb, 0, 0), want);
	KUNIT_EXPECT_EQ(test, fstr_skb_compare(skb, 0, skb, 0, &order), want);
	KUNIT_EXPECT_EQ(test, order, 7);
	KUNIT_EXPECT_EQ(test, fstr_skb_equal(skb, 0, skb, 1, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_skb_rfind(skb, needle, 3), 3);
	KUNIT_EXPECT_EQ(test, fstr_skb_rfind(skb, needle, SIZE_MAX), want);

	fstr_scan_init(&scan, needle, 0);
	KUNIT_EXPECT_EQ(test, fstr_skb_scan_init(&s, &scan, skb, 3, SIZE_MAX), 0);
	KUNIT_EXPECT_EQ(test, fstr_skb_scan_next(&s, &match), 0);
	KUNIT_EXPECT_EQ(test, fstr_skb_scan_next(&s, &match), want);
	KUNIT_EXPECT_EQ(test, fstr_skb_scan_next(&s, &match), want);
	world_free(needle);
	world_free(set);
}

static void ops_bad_input(struct kunit *test)
{
	struct ops_test *t = test->priv;
	struct sk_buff *skb;

	/* deeper than is served */
	t->end[0] = 4;
	t->end[1] = LEN;
	skb = skb_build("l(((((((((p)))))))))", (const u8 *)TEXT, t->end);
	KUNIT_ASSERT_NOT_NULL(test, skb);
	expect_errors(test, skb, -EOPNOTSUPP);
	kfree_skb(skb);

	/* fewer bytes than it says */
	t->end[1] = 4;
	skb = skb_build("l(p)", (const u8 *)TEXT, t->end);
	KUNIT_ASSERT_NOT_NULL(test, skb);
	skb->len += 3;
	skb->data_len += 3;
	expect_errors(test, skb, -EFAULT);
	skb->len -= 3;
	skb->data_len -= 3;
	kfree_skb(skb);

#ifdef FSTRI_HAVE_UNREADABLE_SKB
	t->end[1] = LEN;
	skb = skb_build("lp", (const u8 *)TEXT, t->end);
	KUNIT_ASSERT_NOT_NULL(test, skb);
	skb->unreadable = 1;
	expect_errors(test, skb, -EFAULT);
	skb->unreadable = 0;
	kfree_skb(skb);
#endif
}

static struct kunit_case ops_cases[] = {
	KUNIT_CASE(ops_every_cut),
	KUNIT_CASE(ops_pairs),
	KUNIT_CASE(ops_random),
	KUNIT_CASE(ops_bad_input),
	{}
};

static struct kunit_suite skb_ops_suite = {
	.name = "fragstr_skb_ops",
	.init = ops_init,
	.exit = ops_exit,
	.test_cases = ops_cases,
};

kunit_test_suite(skb_ops_suite);
