// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Time is linear in haystack and needle, whatever they hold: both are made longer
 * together.
 */
#include "growth.h"

#define SHORT_HAY (16 * 1024)
#define SHORT_NEEDLE 2048

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

struct field {
	const struct adversary *adversary;
	uint8_t *hay;
	uint8_t *pattern;
	struct fstr_needle *needle;
	struct fstr_frag frag[GROWTH * SHORT_HAY / GROWTH_PIECE + 1];
	struct fstr view;
	ssize_t found;
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

static void find(void *arg)
{
	struct field *f = arg;

	f->found = fstr_find(&f->view, f->needle, 0);
}

/* Time to find nothing. */
static uint64_t time_find(struct kunit *test, void *arg, size_t times, bool pieces)
{
	struct field *f = arg;
	const struct adversary *a = f->adversary;
	size_t hay_len = SHORT_HAY * times;
	size_t len = SHORT_NEEDLE * times;
	size_t nr;
	uint64_t took;

	for (size_t i = 0; i < hay_len; i++)
		f->hay[i] = a->hay(i);
	for (size_t i = 0; i < len; i++)
		f->pattern[i] = a->needle(i, len);
	nr = growth_cut(f->frag, f->hay, hay_len, pieces);
	KUNIT_EXPECT_EQ(test, fstr_init(&f->view, f->frag, nr), 0);
	KUNIT_EXPECT_EQ(test,
			fstr_needle_init(f->needle, fstr_needle_size(len), f->pattern, len, 0), 0);
	took = growth_best_ns(find, f, times);
	KUNIT_EXPECT_EQ_MSG(test, f->found, (ssize_t)-ENOENT, "%s", a->name);
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
		for (size_t i = 0; i < ARRAY_SIZE(adversaries); i++) {
			f->adversary = &adversaries[i];
			growth_expect_linear(test, adversaries[i].name, time_find, f);
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
