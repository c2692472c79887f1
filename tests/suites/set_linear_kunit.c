// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Searching for a set takes time for the haystack, the needles and the matches,
 * whatever they hold; see growth.h for how that is seen.
 */
#include "growth.h"
#include "sets.h"

#define SHORT_HAY (8 * 1024)
#define SHORT_NEEDLE 1500	/* longer than a piece, so that short and long do the same */
#define NEEDLES 4

struct adversary {
	const char *name;
	const char *hay;	/* again and again */
	/* byte @i of needle @nr, which is @len long */
	uint8_t (*needle)(unsigned int nr, size_t i, size_t len);
	bool grows;		/* the needles as well */
	bool matches;
};

static uint8_t a_then_b(unsigned int nr, size_t i, size_t len)
{
	return i == len - 1 - nr ? 'b' : 'a';
}

static uint8_t b_then_a(unsigned int nr, size_t i, size_t len)
{
	(void)len;
	return i == nr ? 'b' : 'a';
}

static uint8_t ab_with_a_fault(unsigned int nr, size_t i, size_t len)
{
	return i == len / 2 + nr ? 'c' : "ab"[i % 2];
}

/* A window that is everywhere, in needles that are nowhere. */
static uint8_t common_words(unsigned int nr, size_t i, size_t len)
{
	return i == len - 1 ? (uint8_t)('0' + nr) : "xqzj"[i % 4];
}

static uint8_t only_a(unsigned int nr, size_t i, size_t len)
{
	(void)nr;
	(void)i;
	(void)len;
	return 'a';
}

static const struct adversary adversaries[] = {
	{ "a* with a^n b a^k", "a", a_then_b, true, false },
	{ "a* with a^k b a^n", "a", b_then_a, true, false },
	{ "(ab)* with (ab)^n c (ab)^n", "ab", ab_with_a_fault, true, false },
	{ "(xqzj)* with (xqzj)^n and a digit", "xqzj", common_words, true, false },
	{ "(xqzj)* with short ones", "xqzj", common_words, false, false },
	{ "a* with a^1 to a^4, each match told", "a", only_a, false, true },
};

struct field {
	const struct adversary *adversary;
	uint8_t hay[GROWTH * SHORT_HAY];
	uint8_t bytes[NEEDLES][GROWTH * SHORT_NEEDLE];
	struct fstr_set_needle needles[NEEDLES];
	struct fstr_frag frag[GROWTH * SHORT_HAY / GROWTH_PIECE + 1];
	struct fstr view;
	struct fstr_set *set;
	size_t found;
};

static void count_all(void *arg)
{
	struct field *f = arg;
	struct fstr_set_iter iter;
	struct fstr_match match;

	f->found = 0;
	if (fstr_set_iter_init(&iter, &f->view, f->set, 0, 0))
		return;
	while (!fstr_set_iter_next(&iter, &match))
		f->found++;
}

static void make_needles(struct field *f, size_t len)
{
	for (unsigned int n = 0; n < NEEDLES; n++) {
		for (size_t i = 0; i < len; i++)
			f->bytes[n][i] = f->adversary->needle(n, i, len);
		f->needles[n].bytes = f->bytes[n];
		f->needles[n].len = f->adversary->matches ? n + 1 : len;
		f->needles[n].flags = 0;
	}
}

static uint64_t time_set(struct kunit *test, void *arg, size_t times, bool pieces)
{
	struct field *f = arg;
	const struct adversary *a = f->adversary;
	size_t hay_len = SHORT_HAY * times;
	size_t nr;
	uint64_t took = 0;

	for (size_t i = 0; i < hay_len; i++)
		f->hay[i] = (uint8_t)a->hay[i % strlen(a->hay)];
	make_needles(f, a->grows ? SHORT_NEEDLE * times : 12);
	nr = growth_cut(f->frag, f->hay, hay_len, pieces);
	f->set = suite_set(f->needles, NEEDLES);
	f->found = 0;
	KUNIT_EXPECT_EQ(test, fstr_init(&f->view, f->frag, nr), 0);
	KUNIT_EXPECT_NOT_NULL(test, f->set);
	if (f->set)
		took = growth_best_ns(count_all, f, times);
	KUNIT_EXPECT_EQ_MSG(test, f->found != 0, a->matches, "%s", a->name);
	world_free(f->set);
	return took;
}

static void set_linear_in_both(struct kunit *test)
{
	struct field *f;

	if (SUITE_NO_CLOCK)
		kunit_skip(test, "times tell nothing here");
	f = world_alloc(sizeof(*f));
	KUNIT_ASSERT_NOT_NULL(test, f);
	for (size_t i = 0; i < ARRAY_SIZE(adversaries); i++) {
		f->adversary = &adversaries[i];
		growth_expect_linear(test, adversaries[i].name, time_set, f);
	}
	world_free(f);
}

static struct kunit_case set_linear_cases[] = {
	KUNIT_CASE_SLOW(set_linear_in_both),
	{}
};

static struct kunit_suite set_linear_suite = {
	.name = "fragstr_set_linear",
	.test_cases = set_linear_cases,
};

kunit_test_suite(set_linear_suite);
