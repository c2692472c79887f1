// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Sets over views: every occurrence in order, leftmost-longest, look-up, bad input. */
#include "suite.h"
#include "sets.h"

#define MOST_MATCHES 20000

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

/* Whether the iterator gives just the matches of a list. */
static bool iter_agrees(const struct fstr *view, const struct fstr_set *set, size_t from,
			unsigned int flags, const struct match_list *want)
{
	struct fstr_match match = { 0 };
	struct fstr_set_iter iter;

	if (fstr_set_iter_init(&iter, view, set, from, flags))
		return false;
	for (size_t i = 0; i < want->nr; i++)
		if (fstr_set_iter_next(&iter, &match) || !same_match(&match, &want->at[i]))
			return false;
	match.pos = 12345;
	return fstr_set_iter_next(&iter, &match) == -ENOENT && match.pos == 12345 &&
	       fstr_set_iter_next(&iter, &match) == -ENOENT;
}

struct field {
	struct naive_str hay;
	struct naive_set naive;
	struct fstr_set *set;
	struct match_list all;
	struct match_list leftmost;
	size_t from;
};

static bool field_init(struct field *f, struct naive_str hay, const struct fstr_set_needle *needles,
		       size_t nr, size_t from)
{
	*f = (struct field){
		.hay = hay,
		.naive = { needles, nr },
		.set = suite_set(needles, nr),
		.all = { world_alloc(MOST_MATCHES * sizeof(*f->all.at)), 0, MOST_MATCHES },
		.leftmost = { world_alloc(MOST_MATCHES * sizeof(*f->all.at)), 0, MOST_MATCHES },
		.from = from,
	};
	if (!f->set || !f->all.at || !f->leftmost.at)
		return false;
	naive_set_all(hay, f->naive, from, &f->all);
	naive_set_leftmost(hay, f->naive, from, &f->leftmost);
	return f->all.nr <= MOST_MATCHES;
}

static void field_release(struct field *f)
{
	world_free(f->set);
	world_free(f->all.at);
	world_free(f->leftmost.at);
}

/* What stands at each position. */
static bool match_at_agrees(const struct fstr *view, const struct field *f)
{
	for (size_t pos = 0; pos <= f->hay.len + 1; pos++) {
		struct fstr_match want = { .pos = 77 }, got = { .pos = 77 };
		bool there = naive_set_match_at(f->hay, f->naive, pos, &want);

		if (fstr_set_match_at(view, pos, f->set, &got) != (there ? 0 : -ENOENT) ||
		    !same_match(&want, &got))
			return false;
	}
	return true;
}

static const char *disagrees(const struct fstr *view, const struct field *f)
{
	struct fstr_match want = { .pos = 77 }, got = { .pos = 77 };
	int err = fstr_set_find(view, f->set, f->from, &got);

	if (f->all.nr)
		want = f->all.at[0];
	if (err != (f->all.nr ? 0 : -ENOENT) || !same_match(&want, &got))
		return "find";
	if (!iter_agrees(view, f->set, f->from, 0, &f->all))
		return "every occurrence";
	if (!iter_agrees(view, f->set, f->from, FSTR_LEFTMOST, &f->leftmost))
		return "leftmost";
	return NULL;
}

static void try_seed(struct kunit *test, const struct set_seed *seed, size_t from)
{
	struct naive_str hay = { (const uint8_t *)seed->hay, strlen(seed->hay) };
	struct fstr_set_needle needles[SET_MOST];
	size_t nr = split(seed->needles, needles);
	size_t marks[2] = { hay.len / 2, hay.len / 3 };
	struct cuts cuts;
	struct field f;
	char name[160];

	if (field_init(&f, hay, needles, nr, from)) {
		cuts_init(&cuts, arenas(test)->a, hay.p, hay.len, marks, 2);
		while (cuts_next(&cuts)) {
			const char *what = disagrees(&cuts.view, &f);

			if (!what && !from && !match_at_agrees(&cuts.view, &f))
				what = "match_at";
			KUNIT_EXPECT_TRUE_MSG(test, !what, "%s: seed %u from %zu, cut %s", what,
					      seed->line, from,
					      cuts_name(&cuts, name, sizeof(name)));
		}
	} else {
		KUNIT_FAIL(test, "seed %u: no set", seed->line);
	}
	field_release(&f);
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

static void differential_round(struct kunit *test, struct random_set *c, struct rng *rng)
{
	const char *what = NULL;
	struct cuts cuts;
	struct field f;
	size_t from;

	random_set(c, rng);
	from = rng_below(rng, 2) ? 0 : rng_below(rng, (uint32_t)c->len + 2);
	if (!field_init(&f, (struct naive_str){ c->hay, c->len }, c->needles, c->nr, from)) {
		KUNIT_FAIL(test, "no set");
		field_release(&f);
		return;
	}
	cuts_init(&cuts, arenas(test)->a, c->hay, c->len, NULL, 0);
	for (int i = 0; !what && i < 4; i++) {
		cuts_random(&cuts, rng);
		what = disagrees(&cuts.view, &f);
	}
	if (!what && !match_at_agrees(&cuts.view, &f))
		what = "match_at";
	if (what && !test->failed)
		complain(test, what, c, from);
	field_release(&f);
}

static void set_differential(struct kunit *test)
{
	struct random_set *c = world_alloc(sizeof(*c));
	struct rng rng = { .state = 4711 };

	KUNIT_ASSERT_NOT_NULL(test, c);
	for (unsigned int round = 0; round < SUITE_ROUNDS / 4; round++)
		differential_round(test, c, &rng);
	world_free(c);
}

/* @nr needles of the bytes of a text, and a haystack that has some of them. */
struct many {
	uint8_t text[16 * 1024];
	struct fstr_set_needle needles[1200];
	size_t nr;
	uint8_t hay[4000];
	size_t len;
};

static void try_many(struct kunit *test, const struct many *m, const char *name)
{
	struct naive_str hay = { m->hay, m->len };
	struct cuts cuts;
	struct field f;

	if (field_init(&f, hay, m->needles, m->nr, 0)) {
		static const size_t marks[] = { 100, 2000 };
		unsigned int nr = 0;

		cuts_init(&cuts, arenas(test)->a, m->hay, m->len, marks, 2);
		while (cuts_next(&cuts)) {
			const char *what = nr++ % 7 ? NULL : disagrees(&cuts.view, &f);

			KUNIT_EXPECT_TRUE_MSG(test, !what, "%s: %s", name, what);
		}
	} else {
		KUNIT_FAIL(test, "%s: no set, or %zu matches", name, f.all.nr);
	}
	field_release(&f);
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
	struct many *m = world_alloc(sizeof(*m));

	KUNIT_ASSERT_NOT_NULL(test, m);
	for (size_t i = 0; i < 1000; i++)
		m->needles[i] = (struct fstr_set_needle){ m->text, 10 + i % 11, 0 };
	KUNIT_EXPECT_LE(test, fstr_set_size(m->needles, 64), (size_t)64 * 1024);
	KUNIT_EXPECT_LE(test, fstr_set_size(m->needles, 1000), (size_t)2 * 1024 * 1024);
	world_free(m);
}

static struct kunit_case set_cases[] = {
	KUNIT_CASE(set_every_cut),
	KUNIT_CASE(set_differential),
	KUNIT_CASE_SLOW(set_of_many),
	KUNIT_CASE(set_of_single_bytes),
	KUNIT_CASE(set_of_likes),
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
