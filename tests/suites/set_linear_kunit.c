// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Searching for a set takes time for the haystack, the needles and the matches,
 * whatever they hold; see linear_kunit.c for how that is seen.
 */
#include "suite.h"
#include "sets.h"

#define SHORT_HAY (8 * 1024)
#define SHORT_NEEDLE 1500	/* longer than a piece, so that short and long do the same */
#define NEEDLES 4
#define GROWTH 8
#define MOST_GROWTH 26
#define TRIES 5
#define PIECE 1448

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
	uint8_t hay[GROWTH * SHORT_HAY];
	uint8_t bytes[NEEDLES][GROWTH * SHORT_NEEDLE];
	struct fstr_set_needle needles[NEEDLES];
	struct fstr_frag frag[GROWTH * SHORT_HAY / PIECE + 1];
};

static size_t count_all(const struct fstr *s, const struct fstr_set *set)
{
	struct fstr_set_iter iter;
	struct fstr_match match;
	size_t nr = 0;

	if (fstr_set_iter_init(&iter, s, set, 0, 0))
		return 0;
	while (!fstr_set_iter_next(&iter, &match))
		nr++;
	return nr;
}

static uint64_t best_time(const struct fstr *s, const struct fstr_set *set, size_t *found)
{
	uint64_t best = (uint64_t)-1;

	for (int i = 0; i < TRIES; i++) {
		uint64_t begin = world_now_ns();
		uint64_t took;

		*found = count_all(s, set);
		took = world_now_ns() - begin;
		if (took < best)
			best = took;
	}
	return best;
}

static uint64_t time_adversary(struct kunit *test, struct field *f, const struct adversary *a,
			       size_t times, bool pieces)
{
	size_t hay_len = SHORT_HAY * times;
	size_t len = a->grows ? SHORT_NEEDLE * times : 12;
	size_t piece = pieces ? PIECE : hay_len;
	struct fstr_set *set;
	size_t found = 0;
	struct fstr s;
	size_t nr = 0;
	uint64_t took = 0;

	for (size_t i = 0; i < hay_len; i++)
		f->hay[i] = (uint8_t)a->hay[i % strlen(a->hay)];
	for (unsigned int n = 0; n < NEEDLES; n++) {
		for (size_t i = 0; i < len; i++)
			f->bytes[n][i] = a->needle(n, i, len);
		f->needles[n].bytes = f->bytes[n];
		f->needles[n].len = a->matches ? n + 1 : len;
		f->needles[n].flags = 0;
	}
	for (size_t at = 0; at < hay_len; at += piece)
		f->frag[nr++] = (struct fstr_frag){
			f->hay + at, hay_len - at < piece ? hay_len - at : piece };
	set = suite_set(f->needles, NEEDLES);
	KUNIT_EXPECT_EQ(test, fstr_init(&s, f->frag, nr), 0);
	KUNIT_EXPECT_NOT_NULL(test, set);
	if (set)
		took = best_time(&s, set, &found);
	KUNIT_EXPECT_EQ_MSG(test, found != 0, a->matches, "%s", a->name);
	world_free(set);
	return took;
}

static void set_linear_in_both(struct kunit *test)
{
	struct field *f;

	if (SUITE_NO_CLOCK)
		kunit_skip(test, "times tell nothing here");
	f = world_alloc(sizeof(*f));
	KUNIT_ASSERT_NOT_NULL(test, f);
	for (size_t i = 0; i < 2 * ARRAY_SIZE(adversaries); i++) {
		const struct adversary *a = &adversaries[i / 2];
		uint64_t little = time_adversary(test, f, a, 1, i % 2);
		uint64_t much = time_adversary(test, f, a, GROWTH, i % 2);

		/* a microsecond of grace for coarse clocks */
		KUNIT_EXPECT_LE_MSG(test, much, MOST_GROWTH * (little + 1000),
				    "%s, %s: %llu ns, then %llu ns", a->name,
				    i % 2 ? "in pieces" : "joined",
				    (unsigned long long)little, (unsigned long long)much);
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
