// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_find_byte and its kin: forward, backward, of a set, and counted. */
#include "suite.h"

static bool is_in(const char *set, size_t nr, uint8_t byte)
{
	for (size_t i = 0; i < nr; i++)
		if ((uint8_t)set[i] == byte)
			return true;
	return false;
}

/* The first position from @from on, or the last up to it, that is in the set or not. */
static ssize_t naive_first(struct naive_str s, const char *set, size_t nr, size_t from, bool want)
{
	for (size_t i = from; i < s.len; i++)
		if (is_in(set, nr, s.p[i]) == want)
			return (ssize_t)i;
	return -ENOENT;
}

static ssize_t naive_last(struct naive_str s, const char *set, size_t nr, size_t end, bool want)
{
	for (size_t i = end < s.len ? end + 1 : s.len; i-- > 0;)
		if (is_in(set, nr, s.p[i]) == want)
			return (ssize_t)i;
	return -ENOENT;
}

/* The iterator is too large for a kernel stack, and there is one suite at a time. */
static bool iterated(const struct fstr *view, struct naive_str s, const struct fstr_byteset *in,
		     const char *set, size_t nr, size_t from)
{
	static struct fstr_byte_iter iter;
	ssize_t want;

	fstr_byte_iter_init(&iter, view, in, from);
	do {
		want = naive_first(s, set, nr, from, true);
		if (fstr_byte_iter_next(&iter) != want)
			return false;
		from = (size_t)want + 1;
	} while (want >= 0);
	/* and it stays at the end */
	return fstr_byte_iter_next(&iter) == -ENOENT;
}

/* All calls at a position, against the twins. */
static bool agree(const struct fstr *view, struct naive_str s, const char *set, size_t nr,
		  size_t pos)
{
	struct fstr_byteset in;
	size_t count = 0;
	uint8_t byte = nr ? (uint8_t)set[0] : 0x80;

	fstr_byteset_init(&in, set, nr);
	for (size_t i = 0; i < s.len; i++)
		count += s.p[i] == byte;
	return fstr_find_byte(view, byte, pos) ==
		       naive_first(s, (const char *)&byte, 1, pos, true) &&
	       fstr_rfind_byte(view, byte, pos) ==
		       naive_last(s, (const char *)&byte, 1, pos, true) &&
	       fstr_count_byte(view, byte) == count &&
	       iterated(view, s, &in, set, nr, pos) &&
	       fstr_find_any(view, &in, pos) == naive_first(s, set, nr, pos, true) &&
	       fstr_rfind_any(view, &in, pos) == naive_last(s, set, nr, pos, true) &&
	       fstr_find_none(view, &in, pos) == naive_first(s, set, nr, pos, false) &&
	       fstr_rfind_none(view, &in, pos) == naive_last(s, set, nr, pos, false);
}

struct bytes_seed {
	const char *text;
	const char *set;
	size_t nr;
};

static const struct bytes_seed bytes_seeds[] = {
	{ "", "a", 1 },
	{ "abbbeb", "b", 1 },
	{ "abbefg", "b", 1 },
	{ "\1\2", "\3", 1 },
	{ "test", "\r", 1 },
	{ "aaaa", "", 0 },
	{ "a\177\200\377", "\200\377", 2 },
	{ "key=value; key2=value2", "=;", 2 },
	{ "string! \r\n\r\nx\n", "\n", 1 },
	{ "Host: www.example.com\r\nAccept: */*\r\nConnection: close\r\n\r\n", "\r\n:", 3 },
	{ "Host: www.example.com\r\nAccept: */*\r\nConnection: close\r\n\r\n", " \t\r\n:,;=", 8 },
	{ "0123456789abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ!", "!?.", 3 },
};

static void bytes_every_cut(struct kunit *test)
{
	struct cuts cuts;
	char name[160];

	for (size_t i = 0; i < ARRAY_SIZE(bytes_seeds); i++) {
		const struct bytes_seed *seed = &bytes_seeds[i];
		struct naive_str s = { (const uint8_t *)seed->text, strlen(seed->text) };

		cuts_init(&cuts, arenas(test)->a, s.p, s.len, NULL, 0);
		while (cuts_next(&cuts)) {
			for (size_t pos = 0; pos <= s.len + 1; pos += 1 + s.len / 12) {
				bool ok = agree(&cuts.view, s, seed->set, seed->nr, pos);

				KUNIT_EXPECT_TRUE_MSG(test, ok, "seed %zu at %zu, cut %s", i, pos,
						      cuts_name(&cuts, name, sizeof(name)));
			}
			KUNIT_EXPECT_TRUE_MSG(test, agree(&cuts.view, s, seed->set, seed->nr,
							  (size_t)-1),
					      "seed %zu at the last number, cut %s", i,
					      cuts_name(&cuts, name, sizeof(name)));
		}
	}
}

/* One byte at every place of a text that is otherwise quiet, and all of them at once. */
static void bytes_at_every_place(struct kunit *test)
{
	enum { LEN = 700 };
	static uint8_t text[LEN];
	static const char set[] = "x\1\2\3";
	struct cuts cuts;

	for (size_t pos = 0; pos <= LEN; pos++) {
		struct naive_str s = { text, LEN };

		memset(text, pos < LEN ? 'a' : 'x', LEN);
		if (pos < LEN)
			text[pos] = 'x';
		cuts_init(&cuts, arenas(test)->a, text, LEN, &pos, 1);
		cuts_next(&cuts);
		for (size_t nr = 1; nr <= 4; nr += 3)
			KUNIT_EXPECT_TRUE_MSG(test, agree(&cuts.view, s, set, nr, pos % 70),
					      "%zu values, at %zu", nr, pos);
	}
}

/* Every value there is, in a set of its own and in one of all the others. */
static void bytesets_hold_what_they_should(struct kunit *test)
{
	struct fstr_byteset set;

	for (unsigned int byte = 0; byte < 256; byte++) {
		uint8_t one = (uint8_t)byte;

		fstr_byteset_init(&set, &one, 1);
		for (unsigned int other = 0; other < 256; other++)
			KUNIT_EXPECT_EQ(test, fstr_byteset_has(&set, (uint8_t)other),
					other == byte);
	}
	fstr_byteset_init(&set, NULL, 0);
	fstr_byteset_add_range(&set, 0x7e, 0x82);
	fstr_byteset_add_range(&set, 9, 8);
	for (unsigned int byte = 0; byte < 256; byte++)
		KUNIT_EXPECT_EQ(test, fstr_byteset_has(&set, (uint8_t)byte),
				byte >= 0x7e && byte <= 0x82);
}

/* Sets of every size over bytes of all values, long enough for any vector. */
static void bytes_differential(struct kunit *test)
{
	static uint8_t text[3000];	/* too much for a kernel stack */
	struct rng rng = { .state = 515 };
	struct cuts cuts;
	char set[80], name[160];

	for (unsigned int round = 0; round < SUITE_ROUNDS / 2; round++) {
		size_t len = rng_length(&rng, sizeof(text));
		size_t nr = rng_below(&rng, 2) ? rng_below(&rng, 5) : rng_below(&rng, sizeof(set));
		uint32_t values = 1 + rng_below(&rng, 256);
		size_t pos = rng_below(&rng, (uint32_t)len + 2);
		struct naive_str s;

		for (size_t i = 0; i < len; i++)
			text[i] = (uint8_t)(rng_below(&rng, values) * 37);
		for (size_t i = 0; i < nr; i++)
			set[i] = (char)rng_next(&rng);
		cuts_init(&cuts, arenas(test)->a, text, len, NULL, 0);
		cuts_random(&cuts, &rng);
		s = (struct naive_str){ text, len };
		KUNIT_EXPECT_TRUE_MSG(test, agree(&cuts.view, s, set, nr, pos),
				      "round %u: %zu bytes of %u values, a set of %zu, at %zu, cut %s",
				      round, len, values, nr, pos,
				      cuts_name(&cuts, name, sizeof(name)));
	}
}

/* More of one byte than the vectors' counters hold. */
static void count_many(struct kunit *test)
{
	uint8_t *text = world_alloc(CUT_BYTES);
	size_t lens[] = { 255, 256, 257, 1024, 1028, 2048, 2056, 8191, 8192, 8193, 16000 };
	struct fstr_frag frag[2];
	struct fstr s;

	KUNIT_ASSERT_NOT_NULL(test, text);
	memset(text, 'a', CUT_BYTES);
	for (size_t i = 0; i < ARRAY_SIZE(lens); i++) {
		KUNIT_EXPECT_EQ(test, fstr_count_byte(FSTR_BUF(text, lens[i]), 'a'), lens[i]);
		KUNIT_EXPECT_EQ(test, fstr_count_byte(FSTR_BUF(text, lens[i]), 'b'), (size_t)0);
		frag[0] = (struct fstr_frag){ text, lens[i] - 100 };
		frag[1] = (struct fstr_frag){ text, 100 };
		KUNIT_ASSERT_EQ(test, fstr_init(&s, frag, 2), 0);
		KUNIT_EXPECT_EQ(test, fstr_count_byte(&s, 'a'), lens[i]);
	}
	world_free(text);
}

static struct kunit_case bytes_cases[] = {
	KUNIT_CASE(bytes_every_cut),
	KUNIT_CASE(bytes_at_every_place),
	KUNIT_CASE(bytesets_hold_what_they_should),
	KUNIT_CASE(bytes_differential),
	KUNIT_CASE(count_many),
	{}
};

static struct kunit_suite bytes_suite = {
	.name = "fragstr_bytes",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = bytes_cases,
};

kunit_test_suite(bytes_suite);
