// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Sets of many shapes, each of which is hard on a filter of another kind. */
#include "suite.h"
#include "sets.h"

/* @nr needles of the bytes of a text, and a haystack that has some of them. */
struct many {
	uint8_t text[16 * 1024];
	struct fstr_set_needle needles[1200];
	size_t nr;
	uint8_t hay[7000];
	size_t len;
};

static void try_many(struct kunit *test, const struct many *m, const char *name)
{
	struct naive_str hay = { m->hay, m->len };
	struct cuts cuts;
	struct set_field f;

	if (set_field_init(&f, hay, m->needles, m->nr, 0)) {
		static const size_t marks[] = { 100, 2000 };
		unsigned int nr = 0;

		cuts_init(&cuts, arenas(test)->a, m->hay, m->len, marks, 2);
		while (cuts_next(&cuts)) {
			bool skip = m->len > 700 && nr++ % 7;
			const char *what = skip ? NULL : set_disagrees(&cuts.view, &f);

			KUNIT_EXPECT_TRUE_MSG(test, !what, "%s: %s", name, what);
		}
	} else {
		KUNIT_FAIL(test, "%s: no set, or %zu matches", name, f.all.nr);
	}
	set_field_release(&f);
}

/* A letter as in English: few are common. */
static uint8_t letter(struct rng *rng)
{
	static const char letters[] = "etaoinshrdlcumwfgypbvk-ETAx:";

	return (uint8_t)letters[rng_below(rng, rng_below(rng, sizeof(letters) - 1) + 1)];
}

/* From 1 needle to as many as take another filter, of some length each. */
static void set_of_many(struct kunit *test)
{
	static const uint16_t counts[] = { 1, 8, 9, 16, 17, 32, 33, 64, 65, 128, 129, 400, 1200 };
	static const uint8_t shortest[] = { 3, 7, 12 };
	struct many *m = world_alloc(sizeof(*m));
	struct rng rng = { .state = 60007 };

	KUNIT_ASSERT_NOT_NULL(test, m);
	for (size_t i = 0; i < sizeof(m->text); i++)
		m->text[i] = letter(&rng);
	for (size_t c = 0; c < 3 * ARRAY_SIZE(counts); c++) {
		size_t least = shortest[c % 3];

		m->nr = counts[c / 3];
		m->len = m->nr > 100 ? 300 : 900;
		for (size_t i = 0; i < m->len; i++)
			m->hay[i] = letter(&rng);
		for (size_t i = 0; i < m->nr; i++) {
			size_t len = least + rng_below(&rng, 9);

			m->needles[i] = (struct fstr_set_needle){
				m->text + rng_below(&rng, sizeof(m->text) - 20), len,
				c % 2 ? FSTR_ICASE : 0 };
			/* some of them are there, at the ends too */
			if (rng_below(&rng, (uint32_t)m->nr) < 12)
				memcpy(m->hay + (i ? rng_below(&rng, (uint32_t)(m->len - len)) :
						 m->len - len), m->needles[i].bytes, len);
		}
		try_many(test, m, "many");
	}
	world_free(m);
}

static void set_of_single_bytes(struct kunit *test)
{
	struct many *m = world_alloc(sizeof(*m));
	struct rng rng = { .state = 256 };

	KUNIT_ASSERT_NOT_NULL(test, m);
	for (size_t i = 0; i < 256; i++) {
		m->text[i] = (uint8_t)i;
		m->needles[i] = (struct fstr_set_needle){ m->text + i, 1, 0 };
	}
	m->len = 600;
	for (size_t i = 0; i < m->len; i++)
		m->hay[i] = (uint8_t)rng_next(&rng);
	m->nr = 256;
	try_many(test, m, "all bytes");
	/* twice each, by another flag, and long ones among them */
	for (size_t i = 0; i < 256; i++)
		m->needles[256 + i] = (struct fstr_set_needle){ m->text + i, 1, FSTR_ICASE };
	m->nr = 512;
	m->needles[m->nr++] = (struct fstr_set_needle){ m->hay + 300, 200, 0 };
	m->needles[m->nr++] = (struct fstr_set_needle){ m->hay + 599, 1, FSTR_ICASE };
	try_many(test, m, "all bytes, twice");
	/* one byte and some long ones: the filter has little to go by */
	m->needles[0] = m->needles[512];
	m->needles[1] = (struct fstr_set_needle){ m->text + 77, 1, 0 };
	m->needles[2] = (struct fstr_set_needle){ m->hay + 310, 20, FSTR_ICASE };
	m->nr = 3;
	try_many(test, m, "one byte among long ones");
	world_free(m);
}

/* Many needles that share their rarest bytes, or are one another's copies. */
static void set_of_likes(struct kunit *test)
{
	struct many *m = world_alloc(sizeof(*m));

	KUNIT_ASSERT_NOT_NULL(test, m);
	for (size_t i = 0; i < 500; i++) {
		uint8_t *to = m->text + 16 * i;

		memcpy(to, "XQZJ-0000-tail", 14);
		for (int j = 0; j < 4; j++)
			to[5 + j] = (uint8_t)('0' + (i >> 2 * j) % 4);
		m->needles[i] = (struct fstr_set_needle){ to, 9 + i % 6, 0 };
	}
	m->nr = 500;
	m->len = 0;
	for (size_t i = 0; i < 40; i++) {
		memcpy(m->hay + m->len, "XQZJ-0000-tail", 14);
		m->hay[m->len + 5] = (uint8_t)('0' + i % 5);
		m->hay[m->len + 7] = (uint8_t)('0' + i % 3);
		m->len += 14;
	}
	try_many(test, m, "alike");
	for (size_t i = 0; i < 100; i++)
		m->needles[i] = m->needles[i % 2];
	m->nr = 100;
	try_many(test, m, "copies");
	world_free(m);
}

#define JOINT 3

/*
 * Words that have little in common, so that each stands for itself: all of one, or
 * its beginning, or its end, then something else, often or seldom. Each begins as
 * the one before it ends, so that, without that, they overlap.
 */
static size_t add_word(struct many *m, struct rng *rng, size_t apart)
{
	static const uint8_t fill[] = { ' ', 0, 0xff, 'e' };
	const struct fstr_set_needle *needle = &m->needles[rng_below(rng, (uint32_t)m->nr)];
	bool joined = !rng_below(rng, 3);
	size_t gap = joined ? 0 : rng_below(rng, (uint32_t)apart + 1);
	size_t from = rng_below(rng, 4) ? 0 : rng_below(rng, (uint32_t)needle->len);
	size_t len;

	if (joined)
		from = JOINT;
	len = needle->len - from;
	if (!rng_below(rng, 4))
		len = rng_below(rng, (uint32_t)len + 1);
	if (m->len + gap + len > sizeof(m->hay))
		return 0;
	memset(m->hay + m->len, fill[rng_below(rng, ARRAY_SIZE(fill))], gap);
	memcpy(m->hay + m->len + gap, (const uint8_t *)needle->bytes + from, len);
	for (size_t i = 0; i < len && needle->flags; i++)
		if (m->hay[m->len + gap + i] >= 'a' && rng_below(rng, 2))
			m->hay[m->len + gap + i] ^= 0x20;
	return gap + len;
}

static void set_of_words(struct kunit *test)
{
	static const uint16_t apart[] = { 2, 12, 90, 700, 3000 };
	struct many *m = world_alloc(sizeof(*m));
	struct rng rng = { .state = 77 };

	KUNIT_ASSERT_NOT_NULL(test, m);
	for (size_t round = 0; round < 4 * ARRAY_SIZE(apart); round++) {
		uint8_t *to = m->text;
		size_t added;

		m->nr = round % 4 < 2 ? 3 : 12;
		for (size_t i = 0; i < m->nr; i++) {
			/* some are longer than what is compared at once */
			size_t len = 5 + rng_below(&rng, i % 4 ? 26 : 40);

			to[0] = (uint8_t)('A' + i);
			for (size_t j = 1; j < len; j++)
				to[j] = (uint8_t)('a' + (i * 7 + j + rng_below(&rng, 3)) % 26);
			to[len - 1] = ':';
			if (i)
				memcpy(to, to - JOINT, JOINT);
			m->needles[i] = (struct fstr_set_needle){ to, len, round % 2 };
			to += len;
		}
		m->len = 0;
		while ((added = add_word(m, &rng, apart[round / 4])))
			m->len += added;
		try_many(test, m, "words");
	}
	world_free(m);
}

/* The rare bytes of one needle are in another, nearer to the start than it has them. */
static void set_at_the_start(struct kunit *test)
{
	struct many *m = world_alloc(sizeof(*m));

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->needles[0] = (struct fstr_set_needle){ "ZQJXeZQJ", 8, 0 };
	m->needles[1] = (struct fstr_set_needle){ "eeeeeeeeZQJeeee", 15, 0 };
	/* enough of them that it does not matter that others have a window */
	for (m->nr = 2; m->nr < 70; m->nr++) {
		uint8_t *to = m->text + 8 * m->nr;

		memcpy(to, "00000000", 8);
		to[3] = (uint8_t)('0' + m->nr / 10);
		to[7] = (uint8_t)('0' + m->nr % 10);
		m->needles[m->nr] = (struct fstr_set_needle){ to, 8, 0 };
	}
	/* longer than what is copied, and so lies on its own behind an unmapped page */
	for (m->len = 0; m->len < 640; m->len += 8)
		memcpy(m->hay + m->len, m->len % 48 ? "eeeeeeee" : "ZQJXeZQJ", 8);
	try_many(test, m, "at the start");
	world_free(m);
}

/* Zeros, which a vector may have behind the text, are none that stand there. */
static void set_at_the_end(struct kunit *test)
{
	struct many *m = world_alloc(sizeof(*m));

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->needles[0] = (struct fstr_set_needle){ "\0\0\0", 3, 0 };
	m->needles[1] = (struct fstr_set_needle){ "a", 1, 0 };
	m->nr = 2;
	/* longer than what is copied, and so lies on its own before an unmapped page */
	for (m->len = 600; m->len < 640; m->len += 13) {
		memset(m->hay, 'b', m->len);
		memset(m->hay + m->len - 2, 0, 2);
		try_many(test, m, "at the end");
	}
	world_free(m);
}

/*
 * Zeros that a filter takes for a window, though no needle has one like that: what
 * stands for no needle is compared then, and must be nowhere.
 */
static void set_of_near_zeros(struct kunit *test)
{
	struct many *m = world_alloc(sizeof(*m));

	KUNIT_ASSERT_NOT_NULL(test, m);
	m->len = 600;
	memset(m->hay, 0, m->len);
	/* the same by the lower seven bits of each byte */
	m->needles[0] = (struct fstr_set_needle){ "\200\200\200\200", 4, 0 };
	m->nr = 1;
	try_many(test, m, "zeros by seven bits");
	/* by the upper half of the one and the lower half of the other */
	m->needles[0] = (struct fstr_set_needle){ "P\0\0", 3, 0 };
	m->needles[1] = (struct fstr_set_needle){ "\5\0\0", 3, 0 };
	m->nr = 2;
	try_many(test, m, "zeros by halves");
	world_free(m);
}

/* One needle and little else, where groups, steps, windows and pages end. */
static void set_at_borders(struct kunit *test)
{
	static const struct fstr_set_needle needles[] = { { "1234j", 5, 0 }, { "j1", 2, 0 } };
	static const size_t borders[] = { 64, 256, 1024, 1536, 4096, 8192 };
	uint8_t *hay = world_alloc(8192 + 16);
	struct fstr_set *set = suite_set(needles, 2);

	KUNIT_ASSERT_TRUE(test, hay && set);
	for (size_t i = 0; i < sizeof(borders) / sizeof(*borders); i++) {
		for (size_t at = borders[i] - 8; at <= borders[i] + 1; at++) {
			struct fstr_match match = { 0 };

			memset(hay, 0, at);
			memcpy(hay + at, "1234j", 5);
			for (size_t cut = 0; cut <= 5; cut++) {
				struct fstr_frag frag[] = {
					{ hay, at + cut }, { hay + at + cut, 5 - cut },
				};
				struct fstr s;

				KUNIT_EXPECT_EQ(test, fstr_init(&s, frag, 2), 0);
				KUNIT_EXPECT_EQ(test, fstr_set_find(&s, set, 0, &match), 0);
				KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)at);
				KUNIT_EXPECT_EQ(test, match.which, 0u);
			}
		}
	}
	world_free(hay);
	world_free(set);
}

static struct kunit_case set_shape_cases[] = {
	KUNIT_CASE(set_of_words),
	KUNIT_CASE(set_at_the_start),
	KUNIT_CASE(set_at_the_end),
	KUNIT_CASE(set_of_near_zeros),
	KUNIT_CASE(set_at_borders),
	KUNIT_CASE_SLOW(set_of_many),
	KUNIT_CASE(set_of_single_bytes),
	KUNIT_CASE(set_of_likes),
	{}
};

static struct kunit_suite set_shape_suite = {
	.name = "fragstr_set_shape",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = set_shape_cases,
};

kunit_test_suite(set_shape_suite);
