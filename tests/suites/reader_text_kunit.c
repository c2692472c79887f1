// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Readers: delimiters, lines, varints and digits; and what others got wrong. */
#include "suite.h"
#include "naive_reader.h"

#define MOST ((size_t)-1)
#define U64_MOST ((uint64_t)-1)
struct text {
	const char *p;
	size_t len;
};

#define TEXT(s) { s, sizeof(s) - 1 }

/* Read to the end by lines: the twin says which. */
static const struct text line_seeds[] = {
	TEXT(""),
	TEXT("a"),
	TEXT("\n"),
	TEXT("\r"),
	TEXT("\r\n"),
	TEXT("a\r\nb"),
	TEXT("a\nb\n"),
	TEXT("\n\n\r\n\r"),
	TEXT("a\rb\r\r\n"),
	TEXT("\r\n\r\n"),
	TEXT("a\r\n\r\nb\n"),
	TEXT("\n\r\n\r"),
	TEXT("a\0\r\n\0"),
	TEXT("string! \r\n\r\nx\n"),
	TEXT("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: \r\n\r\nhello"),
};

static bool part_agrees(const struct fstr *view, const uint8_t *bytes,
			const struct naive_part *part)
{
	return fstr_is_valid(view) && view->len == part->len &&
	       fstr_equal(view, FSTR_BUF(bytes + part->from, part->len), 0);
}

static bool lines_agree(const struct fstr *s, const char *text, unsigned int flags)
{
	struct naive_reader twin = { (const uint8_t *)text, s->len, 0 };
	struct fstr_reader r;
	int err;

	fstr_reader_init(&r, s);
	do {
		struct naive_part want = { 0 };
		struct fstr line = { .len = 77 };
		unsigned int end = 9;

		err = naive_line(&twin, flags, &want);
		if (fstr_reader_line(&r, flags, &line, &end) != err ||
		    fstr_reader_pos(&r) != twin.pos)
			return false;
		if (err ? line.len != 77 || end != 9 :
			  !part_agrees(&line, twin.p, &want) || end != want.end)
			return false;
	} while (!err);
	return true;
}

static void reader_lines_every_cut(struct kunit *test)
{
	struct cuts cuts;
	char name[160];

	for (size_t i = 0; i < 2 * ARRAY_SIZE(line_seeds); i++) {
		const struct text *seed = &line_seeds[i / 2];
		unsigned int flags = i % 2 ? FSTR_CRLF : 0;

		cuts_init(&cuts, arenas(test)->a, seed->p, seed->len, NULL, 0);
		while (cuts_next(&cuts))
			KUNIT_EXPECT_TRUE_MSG(test, lines_agree(&cuts.view, seed->p, flags),
					      "seed %zu, flags %u, cut %s", i / 2, flags,
					      cuts_name(&cuts, name, sizeof(name)));
	}
}

/* What the twin has in common with us, said once by hand. */
static void reader_lines_as_told(struct kunit *test)
{
	static const struct fstr_frag frag[] = { { "a\r", 2 }, { "\nb", 2 } };
	struct fstr_reader r;
	unsigned int end;
	struct fstr s, line;

	KUNIT_EXPECT_EQ(test, fstr_init(&s, frag, 2), 0);
	fstr_reader_init(&r, &s);
	KUNIT_EXPECT_EQ(test, fstr_reader_line(&r, FSTR_CRLF, &line, &end), 0);
	KUNIT_EXPECT_TRUE(test, fstr_equal(&line, FSTR_BUF("a", 1), 0));
	KUNIT_EXPECT_EQ(test, end, 2u);
	KUNIT_EXPECT_EQ(test, fstr_reader_line(&r, FSTR_CRLF, &line, &end), 0);
	KUNIT_EXPECT_TRUE(test, fstr_equal(&line, FSTR_BUF("b", 1), 0));
	KUNIT_EXPECT_EQ(test, end, 0u);
	KUNIT_EXPECT_EQ(test, fstr_reader_line(&r, FSTR_CRLF, &line, &end), -ENOENT);

	fstr_reader_init(&r, &s);
	KUNIT_EXPECT_EQ(test, fstr_reader_line(&r, 0, &line, NULL), 0);
	KUNIT_EXPECT_TRUE(test, fstr_equal(&line, FSTR_BUF("a\r", 2), 0));
	KUNIT_EXPECT_EQ(test, fstr_reader_line(&r, FSTR_CONSUME, &line, NULL), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)3);
}

struct until_seed {
	struct text text;
	struct text needle;
	unsigned int icase;
};

static const struct until_seed until_seeds[] = {
	{ TEXT(""), TEXT(""), 0 },
	{ TEXT(""), TEXT("a"), 0 },
	{ TEXT("abc"), TEXT(""), 0 },
	{ TEXT("abc"), TEXT("a"), 0 },
	{ TEXT("abc"), TEXT("c"), 0 },
	{ TEXT("abc"), TEXT("bc"), 0 },
	{ TEXT("abc"), TEXT("cd"), 0 },
	{ TEXT("aababaab"), TEXT("ab"), 0 },
	{ TEXT("\0\1\0\0"), TEXT("\0\0"), 0 },
	{ TEXT("\377\377\n"), TEXT("\n"), 0 },
	{ TEXT("Host: a\r\n\r\nbody\r\n\r\n\r"), TEXT("\r\n\r\n"), 0 },
	{ TEXT("one--BOUNDARY-two--boundary--three"), TEXT("--Boundary"), FSTR_ICASE },
};

struct until_case {
	const struct until_seed *seed;
	const struct fstr_needle *needle;
	struct fstr_byteset set;
	uint8_t in[256];
	unsigned int kind;	/* needle, its first byte, any of its bytes */
	unsigned int flags;
};

static int until_ours(const struct until_case *c, struct fstr_reader *r, struct fstr *before)
{
	if (c->kind == 0)
		return fstr_reader_until(r, c->needle, c->flags, before);
	if (c->kind == 1)
		return fstr_reader_until_byte(r, (uint8_t)c->seed->needle.p[0], c->flags, before);
	return fstr_reader_until_any(r, &c->set, c->flags, before);
}

static int until_twin(const struct until_case *c, struct naive_reader *r, struct naive_part *part)
{
	const struct naive_str needle = { (const uint8_t *)c->seed->needle.p, c->seed->needle.len };

	if (c->kind == 0)
		return naive_until(r, needle, c->seed->icase, c->flags, part);
	return naive_until_any(r, c->in, c->flags, part);
}

/* Again and again, with a byte skipped after each, to the end. */
static bool untils_agree(const struct fstr *s, const struct until_case *c)
{
	struct naive_reader twin = { (const uint8_t *)c->seed->text.p, s->len, 0 };
	struct fstr_reader r;
	int err;

	fstr_reader_init(&r, s);
	do {
		struct fstr_reader blind = r;
		struct naive_part want = { 0 };
		struct fstr before = { .len = 77 };

		err = until_twin(c, &twin, &want);
		if (until_ours(c, &blind, NULL) != err || until_ours(c, &r, &before) != err)
			return false;
		if (fstr_reader_pos(&r) != twin.pos || fstr_reader_pos(&blind) != twin.pos)
			return false;
		if (err ? before.len != 77 : !part_agrees(&before, twin.p, &want))
			return false;
		if (!naive_clamp(&twin, 1))
			return true;
		twin.pos++;
		fstr_reader_skip(&r, 1);
	} while (!err);
	return true;
}

static void until_case_init(struct until_case *c, const struct until_seed *seed)
{
	memset(c, 0, sizeof(*c));
	c->seed = seed;
	c->needle = suite_needle(seed->needle.p, seed->needle.len, seed->icase);
	fstr_byteset_init(&c->set, seed->needle.p, seed->needle.len);
}

static void reader_until_every_cut(struct kunit *test)
{
	struct until_case *c = world_alloc(sizeof(*c));
	struct cuts cuts;
	char name[160];

	KUNIT_ASSERT_NOT_NULL(test, c);
	for (size_t i = 0; i < 6 * ARRAY_SIZE(until_seeds); i++) {
		const struct until_seed *seed = &until_seeds[i / 6];

		until_case_init(c, seed);
		c->kind = i % 3;
		c->flags = i % 2 ? FSTR_CONSUME : 0;
		for (size_t k = 0; k < seed->needle.len && (k < 1 || c->kind == 2); k++)
			c->in[(uint8_t)seed->needle.p[k]] = 1;
		if (!c->needle)
			break;
		if (seed->needle.len || c->kind != 1) {
			cuts_init(&cuts, arenas(test)->a, seed->text.p, seed->text.len, NULL, 0);
			while (cuts_next(&cuts))
				KUNIT_EXPECT_TRUE_MSG(test, untils_agree(&cuts.view, c),
						      "seed %zu, kind %u, flags %u, cut %s", i / 6,
						      c->kind, c->flags,
						      cuts_name(&cuts, name, sizeof(name)));
		}
		world_free((void *)c->needle);
	}
	world_free(c);
}

static void reader_until_refuses(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("c", 1, 0);
	struct fstr_byteset set;
	struct fstr_reader r;
	struct fstr before = { .len = 77 };

	KUNIT_ASSERT_NOT_NULL(test, needle);
	fstr_byteset_init(&set, "c", 1);
	fstr_reader_init(&r, FSTR_BUF("abc", 3));
	KUNIT_EXPECT_EQ(test, fstr_reader_until(&r, needle, FSTR_ICASE, &before), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_reader_until_any(&r, &set, FSTR_CRLF, &before), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_reader_until_byte(&r, 0x63, ~FSTR_CONSUME, &before), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)0);
	KUNIT_EXPECT_EQ(test, before.len, (size_t)77);
	world_free(needle);
}

static void byteset_holds_what_it_was_given(struct kunit *test)
{
	struct fstr_byteset set;
	unsigned int count = 0;

	fstr_byteset_init(&set, "\0z\377z", 4);
	fstr_byteset_add_range(&set, 'b', 'd');
	fstr_byteset_add_range(&set, 'q', 'p');
	fstr_byteset_add_range(&set, 254, 255);
	for (unsigned int i = 0; i < 256; i++)
		count += fstr_byteset_has(&set, (uint8_t)i);
	KUNIT_EXPECT_EQ(test, count, 7u);
	for (size_t i = 0; i < 7; i++)
		KUNIT_EXPECT_TRUE(test, fstr_byteset_has(&set, (uint8_t)"\0bcdz\376\377"[i]));
}

enum number { VARINT32, VARINT64, DECIMAL, HEX };

struct number_seed {
	struct text text;
	enum number kind;
	uint64_t most;
	int want;
	uint64_t value;
	size_t pos;
};

static const struct number_seed number_seeds[] = {
	{ TEXT(""), VARINT32, 0, -ENODATA, 0, 0 },
	{ TEXT("\0\1"), VARINT32, 0, 0, 0, 1 },
	{ TEXT("\177\1"), VARINT32, 0, 0, 127, 1 },
	{ TEXT("\200\1"), VARINT32, 0, 0, 128, 2 },
	{ TEXT("\254\2x"), VARINT32, 0, 0, 300, 2 },
	{ TEXT("\200"), VARINT32, 0, -ENODATA, 0, 0 },
	{ TEXT("\200\0"), VARINT32, 0, -EINVAL, 0, 0 },
	{ TEXT("\377\200\0"), VARINT64, 0, -EINVAL, 0, 0 },
	{ TEXT("\377\377\377\377\17"), VARINT32, 0, 0, 0xffffffff, 5 },
	{ TEXT("\377\377\377\377\20"), VARINT32, 0, -EOVERFLOW, 0, 0 },
	{ TEXT("\377\377\377\377\0"), VARINT32, 0, -EINVAL, 0, 0 },
	{ TEXT("\377\377\377\377"), VARINT32, 0, -ENODATA, 0, 0 },
	{ TEXT("\200\200\200\200\200\0"), VARINT32, 0, -EOVERFLOW, 0, 0 },
	{ TEXT("\377\377\377\377\20"), VARINT64, 0, 0, 0x10fffffff, 5 },
	{ TEXT("\377\377\377\377\377\377\377\377\377\1"), VARINT64, 0, 0, U64_MOST, 10 },
	{ TEXT("\377\377\377\377\377\377\377\377\377\2"), VARINT64, 0, -EOVERFLOW, 0, 0 },
	{ TEXT("\377\377\377\377\377\377\377\377\377\201"), VARINT64, 0, -EOVERFLOW, 0, 0 },
	{ TEXT("\200\200\200\200\200\200\200\200\200\1"), VARINT64, 0, 0, 1ull << 63, 10 },

	{ TEXT(""), DECIMAL, 9, -ENODATA, 0, 0 },
	{ TEXT("x"), DECIMAL, 9, -EINVAL, 0, 0 },
	{ TEXT("-1"), DECIMAL, 9, -EINVAL, 0, 0 },
	{ TEXT("0"), DECIMAL, 0, 0, 0, 1 },
	{ TEXT("1"), DECIMAL, 0, -EOVERFLOW, 0, 0 },
	{ TEXT("255a"), DECIMAL, 255, 0, 255, 3 },
	{ TEXT("256"), DECIMAL, 255, -EOVERFLOW, 0, 0 },
	{ TEXT("00000000000000000000000000012/"), DECIMAL, 255, 0, 12, 29 },
	{ TEXT("12:"), DECIMAL, 255, 0, 12, 2 },
	{ TEXT("18446744073709551615"), DECIMAL, U64_MOST, 0, U64_MOST, 20 },
	{ TEXT("18446744073709551616"), DECIMAL, U64_MOST, -EOVERFLOW, 0, 0 },
	{ TEXT("18446744073709551620"), DECIMAL, U64_MOST, -EOVERFLOW, 0, 0 },
	{ TEXT("99999999999999999999"), DECIMAL, U64_MOST, -EOVERFLOW, 0, 0 },
	{ TEXT("1a\r"), HEX, 255, 0, 26, 2 },
	{ TEXT("fFg"), HEX, 255, 0, 255, 2 },
	{ TEXT("0x1"), HEX, 255, 0, 0, 1 },
	{ TEXT("@G"), HEX, 255, -EINVAL, 0, 0 },
	{ TEXT("`g"), HEX, 255, -EINVAL, 0, 0 },
	{ TEXT("100"), HEX, 255, -EOVERFLOW, 0, 0 },
	{ TEXT("ffffffffffffffff"), HEX, U64_MOST, 0, U64_MOST, 16 },
	{ TEXT("10000000000000000"), HEX, U64_MOST, -EOVERFLOW, 0, 0 },
};

static bool number_agrees(const struct fstr *s, const struct number_seed *seed)
{
	uint64_t value = 0;
	struct fstr_reader r;
	uint32_t word = 0;
	int err = 0;

	fstr_reader_init(&r, s);
	switch (seed->kind) {
	case VARINT32:
		err = fstr_reader_varint32(&r, &word);
		value = word;
		break;
	case VARINT64:
		err = fstr_reader_varint64(&r, &value);
		break;
	case DECIMAL:
		err = fstr_reader_decimal(&r, seed->most, &value);
		break;
	case HEX:
		err = fstr_reader_hex(&r, seed->most, &value);
		break;
	}
	return err == seed->want && value == seed->value && fstr_reader_pos(&r) == seed->pos;
}

static void reader_digits_every_cut(struct kunit *test)
{
	struct cuts cuts;
	char name[160];

	for (size_t i = 0; i < ARRAY_SIZE(number_seeds); i++) {
		const struct number_seed *seed = &number_seeds[i];

		cuts_init(&cuts, arenas(test)->a, seed->text.p, seed->text.len, NULL, 0);
		while (cuts_next(&cuts))
			KUNIT_EXPECT_TRUE_MSG(test, number_agrees(&cuts.view, seed),
					      "seed %zu, cut %s", i,
					      cuts_name(&cuts, name, sizeof(name)));
	}
}

/* Faults that others had, by hand. */
static void reader_rows_of_others(struct kunit *test)
{
	static const struct fstr_frag abc[] = { { "", 0 }, { "a", 1 }, { "b", 1 }, { "c", 1 } };
	static const char text[] = "string! \r\n\r\nx\n";
	struct fstr_reader r;
	struct fstr s, before;
	char out[4] = "####";

	KUNIT_EXPECT_EQ(test, fstr_init(&s, abc, 4), 0);
	fstr_reader_init(&r, &s);
	KUNIT_EXPECT_EQ(test, fstr_reader_read(&r, out, 1), (size_t)1);
	KUNIT_EXPECT_EQ(test, fstr_reader_skip(&r, 1), (size_t)1);
	KUNIT_EXPECT_EQ(test, fstr_reader_read(&r, out + 1, 1), (size_t)1);
	KUNIT_EXPECT_TRUE(test, !memcmp(out, "ac##", 4));
	fstr_reader_seek(&r, 0);
	KUNIT_EXPECT_EQ(test, fstr_reader_read(&r, out, 3), (size_t)3);
	KUNIT_EXPECT_TRUE(test, !memcmp(out, "abc#", 4));

	fstr_reader_init(&r, &s);
	KUNIT_EXPECT_EQ(test, fstr_reader_skip(&r, 50), (size_t)3);
	KUNIT_EXPECT_EQ(test, fstr_reader_skip(&r, 1), (size_t)0);
	fstr_reader_init(&r, &s);
	KUNIT_EXPECT_EQ(test, fstr_reader_skip(&r, (size_t)1 << 31), (size_t)3);
	fstr_reader_init(&r, &s);
	KUNIT_EXPECT_EQ(test, fstr_reader_skip(&r, MOST), (size_t)3);
	fstr_reader_init(&r, &s);
	KUNIT_EXPECT_EQ(test, fstr_reader_read_exact(&r, out, 4), -ENODATA);
	KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)0);

	fstr_reader_init(&r, FSTR_BUF(text, 14));
	KUNIT_EXPECT_EQ(test, fstr_reader_until_byte(&r, '\n', 0, &before), 0);
	KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)9);
	KUNIT_EXPECT_EQ(test, fstr_reader_seek(&r, 10), (size_t)10);
	KUNIT_EXPECT_EQ(test, fstr_reader_until_byte(&r, '\n', 0, &before), 0);
	KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)11);
}

static struct kunit_case reader_text_cases[] = {
	KUNIT_CASE(reader_lines_every_cut),
	KUNIT_CASE(reader_lines_as_told),
	KUNIT_CASE(reader_until_every_cut),
	KUNIT_CASE(reader_until_refuses),
	KUNIT_CASE(byteset_holds_what_it_was_given),
	KUNIT_CASE(reader_digits_every_cut),
	KUNIT_CASE(reader_rows_of_others),
	{}
};

static struct kunit_suite reader_text_suite = {
	.name = "fragstr_reader_text",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = reader_text_cases,
};

kunit_test_suite(reader_text_suite);
