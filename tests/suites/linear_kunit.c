// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Time is linear in haystack and needle, whatever they hold. Both are made eight
 * times as long: the time may then grow by eight, and where each candidate was
 * compared to its end it would grow by 64. The bound lies between the two, and
 * far from both, since the clock is anybody's.
 */
#include "suite.h"

#define SHORT_HAY (16 * 1024)
#define SHORT_NEEDLE 2048
#define GROWTH 8
#define MOST_GROWTH 26
#define TRIES 5
#define PIECE 1448

struct adversary {
	const char *name;
	/* byte @i of a haystack, and of a needle that is @len long */
	uint8_t (*hay)(size_t i);
	uint8_t (*needle)(size_t i, size_t len);
};

static uint8_t all_a(size_t i)
{
	(void)i;
	return 'a';
}

static uint8_t ab(size_t i)
{
	return "ab"[i % 2];
}

static uint8_t a_then_b(size_t i, size_t len)
{
	return i == len - 1 ? 'b' : 'a';
}

static uint8_t b_then_a(size_t i, size_t len)
{
	(void)len;
	return i ? 'a' : 'b';
}

static uint8_t b_in_the_middle(size_t i, size_t len)
{
	return i == len / 2 ? 'b' : 'a';
}

static uint8_t ab_then_aa(size_t i, size_t len)
{
	return i == len - 1 ? 'a' : ab(i);
}

static uint8_t ab_with_a_fault(size_t i, size_t len)
{
	return i == len / 3 ? 'c' : ab(i);
}

static uint8_t aab(size_t i)
{
	return "aab"[i % 3];
}

/* No pair of it comes once. */
static uint8_t aab_then_ba(size_t i, size_t len)
{
	if (i + 2 >= len)
		return i + 2 == len ? 'b' : 'a';
	return aab(i + 9 - len % 3);
}

static const struct adversary adversaries[] = {
	/* every end of every block is a beginning of the needle */
	{ "a* with a^n b", all_a, a_then_b },
	{ "a* with b a^n", all_a, b_then_a },
	{ "a* with a^n b a^n", all_a, b_in_the_middle },
	/* every second byte is a candidate that fails at its end, or far into it */
	{ "(ab)* with (ab)^n aa", ab, ab_then_aa },
	{ "(ab)* with (ab)^n c (ab)^2n", ab, ab_with_a_fault },
	{ "(aab)* with (aab)^n ba", aab, aab_then_ba },
};

static uint64_t best_time(const struct fstr *s, const struct fstr_needle *needle, ssize_t *found)
{
	uint64_t best = (uint64_t)-1;

	for (int i = 0; i < TRIES; i++) {
		uint64_t begin = world_now_ns();
		uint64_t took;

		*found = fstr_find(s, needle, 0);
		took = world_now_ns() - begin;
		if (took < best)
			best = took;
	}
	return best;
}

struct field {
	uint8_t *hay;
	uint8_t *pattern;
	struct fstr_needle *needle;
	struct fstr_frag frag[GROWTH * SHORT_HAY / PIECE + 1];
};

static bool field_init(struct field *f)
{
	f->hay = world_alloc(GROWTH * SHORT_HAY);
	f->pattern = world_alloc(GROWTH * SHORT_NEEDLE);
	f->needle = world_alloc(fstr_needle_size(GROWTH * SHORT_NEEDLE));
	return f->hay && f->pattern && f->needle;
}

static void field_release(struct field *f)
{
	world_free(f->hay);
	world_free(f->pattern);
	world_free(f->needle);
	world_free(f);
}

/* Time to find nothing, in pieces or joined, at @times the short lengths. */
static uint64_t time_adversary(struct kunit *test, struct field *f, const struct adversary *a,
			       size_t times, bool pieces)
{
	size_t hay_len = SHORT_HAY * times;
	size_t len = SHORT_NEEDLE * times;
	size_t piece = pieces ? PIECE : hay_len;
	ssize_t found = 0;
	struct fstr s;
	size_t nr = 0;
	uint64_t took;

	for (size_t i = 0; i < hay_len; i++)
		f->hay[i] = a->hay(i);
	for (size_t i = 0; i < len; i++)
		f->pattern[i] = a->needle(i, len);
	for (size_t at = 0; at < hay_len; at += piece)
		f->frag[nr++] = (struct fstr_frag){
			f->hay + at, hay_len - at < piece ? hay_len - at : piece };
	KUNIT_EXPECT_EQ(test, fstr_init(&s, f->frag, nr), 0);
	KUNIT_EXPECT_EQ(test,
			fstr_needle_init(f->needle, fstr_needle_size(len), f->pattern, len, 0), 0);
	took = best_time(&s, f->needle, &found);
	KUNIT_EXPECT_EQ_MSG(test, found, (ssize_t)-ENOENT, "%s", a->name);
	return took;
}

static void linear_in_both(struct kunit *test)
{
	struct field *f;

	if (SUITE_NO_CLOCK)
		kunit_skip(test, "times tell nothing here");
	f = world_alloc(sizeof(*f));
	KUNIT_ASSERT_NOT_NULL(test, f);
	if (field_init(f)) {
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
	} else {
		KUNIT_FAIL(test, "no memory");
	}
	field_release(f);
}

static struct kunit_case linear_cases[] = {
	KUNIT_CASE_SLOW(linear_in_both),
	{}
};

static struct kunit_suite linear_suite = {
	.name = "fragstr_linear",
	.test_cases = linear_cases,
};

kunit_test_suite(linear_suite);
