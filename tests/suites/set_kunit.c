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

static struct kunit_case set_cases[] = {
	KUNIT_CASE(set_every_cut),
	KUNIT_CASE(set_differential),
	{}
};

static struct kunit_suite set_suite = {
	.name = "fragstr_set",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = set_cases,
};

kunit_test_suite(set_suite);
