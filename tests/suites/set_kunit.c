// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Sets over views: every occurrence in order, leftmost-longest, look-up, bad input. */
#include "suite.h"
#include "sets.h"

/* The needles of a seed, apart by '|'; behind a '~' case is ignored. */
struct set_seed {
	unsigned int line;
	const char *hay;
	const char *needles;
};

#define S(hay, needles) { __LINE__, hay, needles }

static const struct set_seed seeds[] = {
	S("abcd", "bc|abcd"),
	S("abcd", "abcd|abc|ab|a|bcd|cd|d"),
	S("ushers", "he|she|his|hers"),
	S("aaaa", "a|aa|aaa|aaaa|aaaaa"),
	S("ababab", "ab|aba|bab|ba"),
	S("abcabc", "abc|abc|c|abc|bc"),
	S("xaby", "ab|ab|ab"),
	S("foobar", "oob|foobarx|bar|obarx"),
	/* one is in progress when another ends; the next one begins inside */
	S("xxabcZ", "xxabcZZZ|abc|cZ"),
	S("abcabd", "abcabx|cab|bd"),
	S("..abcdef..", "abcdefg|cde|abcd|def"),
	S("mississippi", "issi|ssi|ippi|mississ|p"),
	/* case, one by one */
	S("aBcAbC", "~abc|bC|~BC|aBc"),
	S("GET get Get", "GET|~get|get"),
	S("Host: x", "~HOST|host|Host:| "),
	S("@[`{", "~@[|`{|~`{"),
	S("\311t\351T", "~\351t|~\311t|\351T"),
	/* short ones among long ones */
	S("Content-Length: 5\r\n\r\n", "Content-Length:|\r\n\r\n|5|-|\n|Content-Type:"),
	S("Connection: Close\r\nContent-Length: 12\r\n\r\nbody",
	  "~connection: close|~content-length:|\r\n\r\n"),
	S("POST /index.html HTTP/1.1\r\nTransfer-Encoding: chunked\r\n",
	  "GET |POST |PUT |~transfer-encoding:|HTTP/1.1\r\n|HTTP/1.0\r\n|chunked|index"),
	/* longer than words, and than vectors */
	S("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789",
	  "9abcdef0123456789abcdef0|def0123456789abcdef0123456789abcdefX|89|f0"),
	S("................................................................needle",
	  "needle|needles|.needle|dle"),
	S("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "aaaaaaab|aaaaaaaaaaaac|b|ab"),
	S("", "a"),
	S("a", "aa|aaa"),
};

static size_t split(const char *text, struct fstr_set_needle *needles)
{
	size_t nr = 0;

	for (;;) {
		size_t len;

		needles[nr].flags = *text == '~' ? FSTR_ICASE : 0;
		text += *text == '~';
		len = strcspn(text, "|");
		needles[nr].bytes = text;
		needles[nr++].len = len;
		if (!text[len])
			return nr;
		text += len + 1;
	}
}

static void try_seed(struct kunit *test, const struct set_seed *seed, size_t from)
{
	struct naive_str hay = { (const uint8_t *)seed->hay, strlen(seed->hay) };
	struct fstr_set_needle needles[SET_MOST];
	size_t nr = split(seed->needles, needles);
	size_t marks[2] = { hay.len / 2, hay.len / 3 };
	struct cuts cuts;
	struct set_field f;
	char name[160];

	if (set_field_init(&f, hay, needles, nr, from)) {
		cuts_init(&cuts, arenas(test)->a, hay.p, hay.len, marks, 2);
		while (cuts_next(&cuts)) {
			const char *what = set_disagrees(&cuts.view, &f);

			if (!what && !from && !set_match_at_agrees(&cuts.view, &f))
				what = "match_at";
			KUNIT_EXPECT_TRUE_MSG(test, !what, "%s: seed %u from %zu, cut %s", what,
					      seed->line, from,
					      cuts_name(&cuts, name, sizeof(name)));
		}
	} else {
		KUNIT_FAIL(test, "seed %u: no set", seed->line);
	}
	set_field_release(&f);
}

static void set_every_cut(struct kunit *test)
{
	for (size_t i = 0; i < ARRAY_SIZE(seeds); i++)
		for (size_t from = 0; from <= strlen(seeds[i].hay) + 1; from += 1 + from)
			try_seed(test, &seeds[i], from);
}

/* A row of the table above; a needle with a NUL does not show well. */
static void complain(struct kunit *test, const char *what, const struct random_set *c, size_t from)
{
	char hay[260];
	char needle[100];

	KUNIT_FAIL(test, "%s: from %zu, S(\"%s\", ...), needles:", what, from,
		   suite_quote(c->hay, c->len, hay, sizeof(hay)));
	for (size_t i = 0; i < c->nr; i++)
		kunit_info(test, "  %s\"%s\"", c->needles[i].flags ? "~" : "",
			   suite_quote(c->needles[i].bytes, c->needles[i].len, needle,
				       sizeof(needle)));
}

/* False, and a complaint, where something is wrong. */
static bool differential_round(struct kunit *test, struct random_set *c, struct rng *rng)
{
	const char *what = NULL;
	struct cuts cuts;
	struct set_field f;
	size_t from;

	random_set(c, rng);
	from = rng_below(rng, 2) ? 0 : rng_below(rng, (uint32_t)c->len + 2);
	if (!set_field_init(&f, (struct naive_str){ c->hay, c->len }, c->needles, c->nr, from)) {
		KUNIT_FAIL(test, "no set");
		set_field_release(&f);
		return false;
	}
	cuts_init(&cuts, arenas(test)->a, c->hay, c->len, NULL, 0);
	for (int i = 0; !what && i < 4; i++) {
		cuts_random(&cuts, rng);
		what = set_disagrees(&cuts.view, &f);
	}
	if (!what && !set_match_at_agrees(&cuts.view, &f))
		what = "match_at";
	if (what)
		complain(test, what, c, from);
	set_field_release(&f);
	return !what;
}

static void set_differential(struct kunit *test)
{
	struct random_set *c = world_alloc(sizeof(*c));
	struct rng rng = { .state = 4711 };

	KUNIT_ASSERT_NOT_NULL(test, c);
	for (unsigned int round = 0; round < SUITE_ROUNDS / 4; round++)
		if (!differential_round(test, c, &rng))
			break;
	world_free(c);
}

/* A set holds no pointers: it works where it is moved to. */
static void set_can_be_moved(struct kunit *test)
{
	static const struct fstr_set_needle needles[] = { { "needle", 6, 0 }, { "HAY", 3, 1 } };
	size_t size = fstr_set_size(needles, 2);
	struct fstr_set *set = suite_set(needles, 2);
	struct fstr_set *moved = world_alloc(size);
	struct fstr_match match;

	KUNIT_ASSERT_TRUE(test, set && moved);
	memcpy(moved, set, size);
	memset(set, 0xa5, size);
	KUNIT_EXPECT_EQ(test, fstr_set_find(FSTR_BUF("a needle in hay", 15), moved, 0, &match), 0);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)2);
	KUNIT_EXPECT_EQ(test, fstr_set_find(FSTR_BUF("a needle in hay", 15), moved, 3, &match), 0);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)12);
	KUNIT_EXPECT_EQ(test, match.which, 1u);
	world_free(set);
	world_free(moved);
}

static void set_refuses(struct kunit *test)
{
	struct fstr_set_needle needles[] = { { "ab", 2, 0 }, { "c", 1, FSTR_ICASE } };
	static const struct fstr_set_needle huge = { "x", (size_t)-1, 0 };
	size_t size = fstr_set_size(needles, 2);
	uint8_t *memory = world_alloc(size + 8);
	struct fstr_set *set = (struct fstr_set *)memory;
	struct fstr_match match = { .pos = 99 };
	struct fstr_set_iter iter;

	KUNIT_ASSERT_NOT_NULL(test, memory);
	memset(memory, 0x5a, size + 8);
	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size - 1, needles, 2), -ENOSPC);
	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size, NULL, 2), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_set_init(NULL, size, needles, 2), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_set_init((void *)(memory + 4), size, needles, 2), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size, &huge, 1), -E2BIG);
	KUNIT_EXPECT_EQ(test, fstr_set_size(&huge, 1), (size_t)0);
	needles[1].flags = FSTR_DISJOINT;
	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size, needles, 2), -EINVAL);
	needles[1].flags = 0;
	needles[1].len = 0;
	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size, needles, 2), -EINVAL);
	needles[1].len = 1;
	needles[1].bytes = NULL;
	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size, needles, 2), -EINVAL);
	for (size_t i = 0; i < size; i++)
		if (memory[i] != 0x5a)
			KUNIT_FAIL(test, "memory changed by a call that failed");

	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size, needles, 1), 0);
	KUNIT_EXPECT_EQ(test, fstr_set_iter_init(&iter, FSTR_BUF("ab", 2), set, 0, FSTR_ICASE),
			-EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_set_find(FSTR_BUF("ab", 2), set, 3, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_set_find(FSTR_BUF("ab", 2), set, (size_t)-1, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_set_match_at(FSTR_BUF("ab", 2), (size_t)-1, set, &match),
			-ENOENT);
	KUNIT_EXPECT_EQ(test, match.pos, (uint64_t)99);
	/* the bytes behind the size that was asked for are not touched */
	for (size_t i = size; i < size + 8; i++)
		KUNIT_EXPECT_EQ(test, memory[i], (uint8_t)0x5a);
	/* no needles, no matches */
	KUNIT_EXPECT_EQ(test, fstr_set_init(set, size, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_set_find(FSTR_BUF("ab", 2), set, 0, &match), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_set_match_at(FSTR_BUF("ab", 2), 0, set, &match), -ENOENT);
	world_free(memory);
}

static void set_memory(struct kunit *test)
{
	struct fstr_set_needle *needles = world_alloc(1000 * sizeof(*needles));

	KUNIT_ASSERT_NOT_NULL(test, needles);
	for (size_t i = 0; i < 1000; i++)
		needles[i].len = 10 + i % 11;
	KUNIT_EXPECT_LE(test, fstr_set_size(needles, 64), (size_t)64 * 1024);
	KUNIT_EXPECT_LE(test, fstr_set_size(needles, 1000), (size_t)2 * 1024 * 1024);
	world_free(needles);
}

static struct kunit_case set_cases[] = {
	KUNIT_CASE(set_every_cut),
	KUNIT_CASE(set_differential),
	KUNIT_CASE(set_can_be_moved),
	KUNIT_CASE(set_refuses),
	KUNIT_CASE(set_memory),
	{}
};

static struct kunit_suite set_suite = {
	.name = "fragstr_set",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = set_cases,
};

kunit_test_suite(set_suite);
