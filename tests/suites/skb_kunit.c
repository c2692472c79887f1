// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Real socket buffers, against skb_copy_bits() and a search of the joined bytes.
 * How a shape like "lp(l,p)" is read stands in skb_build.h.
 */
#include "suite.h"

#include <linux/highmem.h>

#include "../../kmod/compat.h"
#include "../runners/kernel/skb_build.h"

#define ROOM SKB_BUILD_PIECES
#define TEXT "abaabba"
#define LONGEST 9000

struct skb_needle {
	struct fstr_needle *needle;
	struct naive_str text;
};

struct skb_test {
	struct fstr_frag frag[ROOM + 1];
	size_t end[ROOM + 1];
	struct skb_needle needle[40];	/* what may stand in TEXT, and what may not */
	size_t nr_needles;
	u8 bytes[LONGEST];
	u8 joined[LONGEST];
	u8 copy[LONGEST];
	char shape[160];
};

static bool add_needle(struct skb_test *t, const char *text, size_t len)
{
	struct skb_needle *n = &t->needle[t->nr_needles];

	n->needle = suite_needle(text, len, 0);
	n->text = (struct naive_str){ (const u8 *)text, len };
	t->nr_needles += !!n->needle;
	return n->needle;
}

static int skb_test_init(struct kunit *test)
{
	struct skb_test *t = world_alloc(sizeof(*t));
	size_t len = strlen(TEXT);
	bool ok;

	if (!t)
		return -ENOMEM;
	test->priv = t;
	t->nr_needles = 0;
	ok = add_needle(t, "", 0) && add_needle(t, "bbb", 3) && add_needle(t, "aaa", 3) &&
	     add_needle(t, "abab", 4) && add_needle(t, TEXT "a", len + 1);
	for (size_t from = 0; from < len; from++)
		for (size_t to = from + 1; to <= len; to++)
			ok = ok && add_needle(t, TEXT + from, to - from);
	return ok ? 0 : -ENOMEM;
}

static void skb_test_exit(struct kunit *test)
{
	struct skb_test *t = test->priv;

	if (!t)
		return;
	while (t->nr_needles)
		world_free(t->needle[--t->nr_needles].needle);
	world_free(t);
}

/* Each wrong_...() gives NULL, or what is wrong. t->joined holds the bytes. */

static const char *wrong_part(struct skb_test *t, const struct sk_buff *skb, size_t from, size_t to)
{
	size_t end = min_t(size_t, to, skb->len);
	size_t at = min(from, end);
	size_t len = end - at;
	ssize_t nr = fstr_from_skb(skb, from, to, t->frag, ROOM);
	struct fstr view;

	if (nr < 0 || nr > ROOM)
		return "result of fstr_from_skb";
	for (ssize_t i = 0; i < nr; i++)
		if (!t->frag[i].len)
			return "an empty fragment";
	if (fstr_init(&view, t->frag, nr) || view.len != len)
		return "length of the part";
	if (!fstr_equal(&view, FSTR_BUF(t->joined + at, len), 0))
		return "fstr_equal with the joined bytes";
	if (fstr_copy(&view, 0, t->copy, SIZE_MAX) != len || memcmp(t->copy, t->joined + at, len))
		return "fstr_copy";
	return NULL;
}

static const char *wrong_room(struct skb_test *t, const struct sk_buff *skb)
{
	ssize_t nr = fstr_from_skb(skb, 0, SIZE_MAX, NULL, 0);
	const struct fstr_frag unwritten = { t, 4711 };

	if (nr < 0 || nr > ROOM)
		return "the number of fragments, with no room";
	for (ssize_t room = 0; room <= nr; room++) {
		t->frag[room] = unwritten;
		if (fstr_from_skb(skb, 0, SIZE_MAX, t->frag, room) != nr)
			return "the number of fragments, with little room";
		if (memcmp(&t->frag[room], &unwritten, sizeof(unwritten)))
			return "a fragment behind the room";
	}
	return NULL;
}

static const char *wrong_find(struct skb_test *t, const struct sk_buff *skb,
			      const struct skb_needle *n, size_t from)
{
	struct naive_str hay = { t->joined, skb->len };
	ssize_t want = naive_find(hay, n->text, from, 0);
	struct fstr view;

	if (fstr_skb_find(skb, n->needle, from) != want)
		return "fstr_skb_find";
	if (fstr_init(&view, t->frag, fstr_from_skb(skb, 0, SIZE_MAX, t->frag, ROOM)))
		return "fstr_init";
	return fstr_find(&view, n->needle, from) != want ? "fstr_find" : NULL;
}

static const char *wrong_join(struct skb_test *t, const struct sk_buff *skb, const void *bytes)
{
	if (skb_copy_bits(skb, 0, t->joined, skb->len) || memcmp(t->joined, bytes, skb->len))
		return "the buffer that the test built";
	return wrong_room(t, skb);
}

/* All parts and all needles of a buffer that holds some of TEXT. */
static const char *wrong_anything(struct skb_test *t, const struct sk_buff *skb, const char *bytes)
{
	const char *wrong = wrong_join(t, skb, bytes);

	for (size_t to = 0; to <= skb->len + 1 && !wrong; to++)
		for (size_t from = 0; from <= to + 1 && !wrong; from++)
			wrong = wrong_part(t, skb, from, to);
	wrong = wrong ?: wrong_part(t, skb, 1, SIZE_MAX);
	wrong = wrong ?: wrong_part(t, skb, SIZE_MAX, SIZE_MAX);
	for (size_t i = 0; i < t->nr_needles && !wrong; i++) {
		for (size_t from = 0; from <= skb->len + 1 && !wrong; from++)
			wrong = wrong_find(t, skb, &t->needle[i], from);
		wrong = wrong ?: wrong_find(t, skb, &t->needle[i], SIZE_MAX);
	}
	return wrong;
}

/* Fails the test if something is wrong, and says with what; gives back if so. */
static bool report(struct kunit *test, const char *wrong, const char *shape, const char *how)
{
	struct skb_test *t = test->priv;
	unsigned int nr = skb_build_pieces(shape);
	char ends[240];
	int n = 0;

	if (!wrong)
		return false;
	ends[0] = 0;
	for (unsigned int i = 0; i < nr; i++)
		n += scnprintf(ends + n, sizeof(ends) - n, " %zu", t->end[i]);
	KUNIT_FAIL(test, "wrong: %s; shape %s, pieces end at%s, %s", wrong, shape, ends, how);
	return true;
}

/* A buffer of two pieces that holds TEXT. */
static struct sk_buff *build_text(struct skb_test *t, const char *shape)
{
	t->end[0] = 4;
	t->end[1] = strlen(TEXT);
	return skb_build(shape, (const u8 *)TEXT, t->end);
}

static void skb_every_cut(struct kunit *test)
{
	static const char *const shapes[] = {
		"l", "p", "lp", "pp", "lppp", "l0p0p", "(l)", "l(l)", "l(l,l)",
		"(p,p,p)", "lp(pp)", "l(lp,p)", "p(,0,l(),p)", "l(l(l),l)",
		"(l(p,l),p)", "(((l(p)),l))", "lp(l(p,l),p)",
	};
	struct skb_test *t = test->priv;
	size_t len = strlen(TEXT);

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		size_t nr = skb_build_pieces(shapes[i]);

		skb_build_first_cut(t->end, nr, len);
		do {
			struct sk_buff *skb = skb_build(shapes[i], (const u8 *)TEXT, t->end);
			const char *wrong = skb ? wrong_anything(t, skb, TEXT) : "no memory";

			kfree_skb(skb);
			if (report(test, wrong, shapes[i], "as built"))
				return;
		} while (skb_build_next_cut(t->end, nr, len));
	}
}

static void skb_empty(struct kunit *test)
{
	static const char *const shapes[] = { "", "0", "00", "()", "(,0)", "0((),)" };
	struct skb_test *t = test->priv;

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		struct sk_buff *skb = skb_build(shapes[i], (const u8 *)TEXT, t->end);
		const char *wrong = skb ? wrong_anything(t, skb, "") : "no memory";

		if (report(test, wrong, shapes[i], "as built"))
			return;
		KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 1, NULL, 0), 0);
		kfree_skb(skb);
	}
}

/* A list of packets hangs on ->next too; it is not the packet's. */
static void skb_next_is_another(struct kunit *test)
{
	static const char *const shapes[] = { "lp", "l(p)", "(l,(p))" };
	struct skb_test *t = test->priv;

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		struct sk_buff *skb, *other;

		t->end[0] = 3;
		t->end[1] = 5;
		skb = skb_build(shapes[i], (const u8 *)TEXT, t->end);
		t->end[0] = 1;
		t->end[1] = 2;
		other = skb_build(shapes[i], (const u8 *)TEXT + 5, t->end);
		KUNIT_ASSERT_NOT_NULL(test, skb);
		KUNIT_ASSERT_NOT_NULL(test, other);
		skb->next = other;
		report(test, wrong_anything(t, skb, TEXT), shapes[i], "before another");
		skb->next = NULL;
		kfree_skb(other);
		kfree_skb(skb);
	}
}

/* Buffers as they are after a way through the stack. */
static void skb_handled(struct kunit *test)
{
	static const char *const shapes[] = { "lpp", "l(l,l)", "lp(p)", "(lp,p)" };
	struct skb_test *t = test->priv;

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		struct sk_buff *skb, *clone, *copy;

		t->end[0] = 2;
		t->end[1] = 4;
		t->end[2] = strlen(TEXT);
		skb = skb_build(shapes[i], (const u8 *)TEXT, t->end);
		KUNIT_ASSERT_NOT_NULL(test, skb);
		clone = skb_clone(skb, GFP_KERNEL);
		copy = pskb_copy(skb, GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, clone);
		KUNIT_ASSERT_NOT_NULL(test, copy);
		report(test, wrong_anything(t, clone, TEXT), shapes[i], "a clone");
		report(test, wrong_anything(t, copy, TEXT), shapes[i], "a copy");

		KUNIT_ASSERT_TRUE(test, pskb_pull(clone, 1));
		report(test, wrong_anything(t, clone, TEXT + 1), shapes[i], "a clone, pulled");
		KUNIT_ASSERT_EQ(test, pskb_trim(copy, 5), 0);
		report(test, wrong_anything(t, copy, TEXT), shapes[i], "a copy, trimmed");
		KUNIT_ASSERT_TRUE(test, pskb_pull(skb, 3));
		report(test, wrong_anything(t, skb, TEXT + 3), shapes[i], "pulled over a seam");
		KUNIT_ASSERT_EQ(test, skb_linearize(copy), 0);
		report(test, wrong_anything(t, copy, TEXT), shapes[i], "made linear");
		kfree_skb(copy);
		kfree_skb(clone);
		kfree_skb(skb);
	}
}

/* As deep as is allowed, then one deeper, where only the bytes before can be had. */
static void skb_depth(struct kunit *test)
{
	struct skb_test *t = test->priv;
	const char *deep = "l((((((((p))))))))";
	struct fstr_needle *needle = t->needle[5].needle; /* "a" */
	struct sk_buff *skb = build_text(t, deep);

	KUNIT_ASSERT_NOT_NULL(test, skb);
	report(test, wrong_anything(t, skb, TEXT), deep, "as built");
	kfree_skb(skb);

	skb = build_text(t, "l(((((((((p)))))))))");
	KUNIT_ASSERT_NOT_NULL(test, skb);
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 4, t->frag, ROOM), 1);
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 5, t->frag, ROOM), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 4, 5, NULL, 0), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, needle, 1), 2);
	KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, needle, 4), -EOPNOTSUPP);
	kfree_skb(skb);
}

/* A buffer with fewer bytes than it says; those of the next one are no help. */
static void skb_too_short(struct kunit *test)
{
	struct skb_test *t = test->priv;
	struct sk_buff *skb, *other;

	skb = build_text(t, "l(p)");
	other = build_text(t, "lp");
	KUNIT_ASSERT_NOT_NULL(test, skb);
	KUNIT_ASSERT_NOT_NULL(test, other);
	skb->next = other;
	skb->len++;
	skb->data_len++;
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 7, t->frag, ROOM), 2);
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 8, t->frag, ROOM), -EFAULT);
	KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, t->needle[1].needle, 0), -EFAULT);
	skb->len--;
	skb->data_len--;
	skb->next = NULL;
	kfree_skb(other);
	kfree_skb(skb);
}

/* High memory has no address to give, but can be mapped and searched. */
static void skb_high_memory(struct kunit *test)
{
	struct skb_test *t = test->priv;
	struct naive_str all = { t->bytes, LONGEST };
	struct skb_needle n;
	struct sk_buff *skb;
	bool high;

	for (size_t i = 0; i < LONGEST; i++)
		t->bytes[i] = 'a' + i * i % 251 % 23;
	t->end[0] = 100;
	t->end[1] = LONGEST - 100;
	t->end[2] = LONGEST;
	skb = skb_build("lhp", t->bytes, t->end);
	KUNIT_ASSERT_NOT_NULL(test, skb);
	high = PageHighMem(skb_frag_page(&skb_shinfo(skb)->frags[0]));
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 100, t->frag, ROOM), 1);
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 101, t->frag, ROOM), high ? -EFAULT : 2);

	for (size_t at = 0; at < LONGEST - 40; at += 37) {
		n.text = (struct naive_str){ t->bytes + at, 40 };
		n.needle = suite_needle(n.text.p, n.text.len, 0);
		KUNIT_ASSERT_NOT_NULL(test, n.needle);
		KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, n.needle, at / 2),
				naive_find(all, n.text, at / 2, 0));
		world_free(n.needle);
	}
	kfree_skb(skb);
}

#ifdef FSTRI_HAVE_UNREADABLE_SKB
/* Memory of a device: the linear part can be read, the fragments cannot. */
static void skb_unreadable(struct kunit *test)
{
	struct skb_test *t = test->priv;
	struct sk_buff *skb;

	skb = build_text(t, "lp");
	KUNIT_ASSERT_NOT_NULL(test, skb);
	skb->unreadable = 1;
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 4, t->frag, ROOM), 1);
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 0, 5, t->frag, ROOM), -EFAULT);
	KUNIT_EXPECT_EQ(test, fstr_from_skb(skb, 5, 6, NULL, 0), -EFAULT);
	KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, t->needle[5].needle, 1), 2);
	KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, t->needle[1].needle, 0), -EFAULT);
	KUNIT_EXPECT_EQ(test, fstr_skb_find(skb, t->needle[0].needle, 6), 6);
	skb->unreadable = 0;
	kfree_skb(skb);
}
#endif

/*
 * Long ones of random shape. The needles are taken from around the seams, so
 * that they are found across them; few letters, so that they are nearly found
 * elsewhere.
 */
static const char *wrong_at_random(struct skb_test *t, const struct sk_buff *skb, struct rng *rng)
{
	const char *wrong = wrong_join(t, skb, t->bytes);
	unsigned int nr = skb_build_pieces(t->shape);

	for (int i = 0; i < 4 && !wrong; i++) {
		size_t seam = nr ? t->end[rng_below(rng, nr)] : 0;
		size_t from = seam - min_t(size_t, seam, rng_length(rng, 600));
		size_t len = rng_length(rng, min_t(size_t, skb->len - from, 1200));
		struct skb_needle n = { .text = { t->bytes + from, len } };

		wrong = wrong_part(t, skb, from, from + len);
		n.needle = suite_needle(n.text.p, len, 0);
		if (!n.needle)
			return "no memory";
		wrong = wrong ?: wrong_find(t, skb, &n, rng_below(rng, from + 2));
		wrong = wrong ?: wrong_find(t, skb, &n, from + rng_below(rng, 3));
		world_free(n.needle);
	}
	return wrong;
}

static void skb_random(struct kunit *test)
{
	struct skb_test *t = test->priv;
	struct rng rng = { 20250520 };

	for (int round = 0; round < SUITE_ROUNDS / 10; round++) {
		unsigned int letters = 2 + rng_length(&rng, 24);
		struct sk_buff *skb;
		const char *wrong;
		size_t len, nr;

		skb_build_random(&rng, t->shape, sizeof(t->shape));
		nr = skb_build_pieces(t->shape);
		len = nr ? rng_length(&rng, LONGEST) : 0;
		for (size_t i = 0; i < len; i++)
			t->bytes[i] = 'a' + rng_below(&rng, letters);
		skb_build_random_cut(&rng, t->end, nr, len);
		skb = skb_build(t->shape, t->bytes, t->end);
		wrong = skb ? wrong_at_random(t, skb, &rng) : "no memory";
		kfree_skb(skb);
		if (report(test, wrong, t->shape, "at random"))
			return;
	}
}

static struct kunit_case skb_cases[] = {
	KUNIT_CASE(skb_every_cut),
	KUNIT_CASE(skb_empty),
	KUNIT_CASE(skb_next_is_another),
	KUNIT_CASE(skb_handled),
	KUNIT_CASE(skb_depth),
	KUNIT_CASE(skb_too_short),
	KUNIT_CASE(skb_high_memory),
#ifdef FSTRI_HAVE_UNREADABLE_SKB
	KUNIT_CASE(skb_unreadable),
#endif
	KUNIT_CASE(skb_random),
	{}
};

static struct kunit_suite skb_suite = {
	.name = "fragstr_skb",
	.init = skb_test_init,
	.exit = skb_test_exit,
	.test_cases = skb_cases,
};

kunit_test_suite(skb_suite);
