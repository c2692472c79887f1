// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The reader against a FILE over the same bytes (fmemopen), for what both can do.
 *
 * Deviations, each of them wanted:
 *  - seek beyond the end: fseek() fails and stays, the reader goes to the end;
 *  - seek before the start: the same; a reader's positions have no sign;
 *  - skip: fseek(SEEK_CUR) beyond the end fails, the reader goes to the end and
 *    says how far that was;
 *  - read_exact of too many: fread() consumes what there is, the reader nothing;
 *  - numbers: the same, when cut short;
 *  - the end: a FILE remembers to have seen it (feof()), a reader does not.
 */
#define _GNU_SOURCE
#include "suite.h"

#define TEXT_MOST 120
#define OPS 20

struct both {
	struct fstr_reader r;
	FILE *file;
	size_t len;
	char *line;
	size_t room;
	struct rng rng;
};

static size_t draw_len(struct both *b)
{
	size_t left = fstr_reader_remaining(&b->r);
	const size_t some[] = { 0, 1, left - 1, left, left + 1, rng_below(&b->rng, TEXT_MOST) };
	size_t len = some[rng_below(&b->rng, ARRAY_SIZE(some))];

	return len > TEXT_MOST + 1 ? 0 : len;
}

static bool read_agrees(struct both *b, size_t len, bool exact)
{
	uint8_t ours[TEXT_MOST + 2], theirs[TEXT_MOST + 2];
	long pos = ftell(b->file);
	size_t want = fread(theirs, 1, len, b->file), got = 0;

	if (!exact)
		got = fstr_reader_read(&b->r, ours, len);
	else if (!fstr_reader_read_exact(&b->r, ours, len))
		got = len;
	else if (want == len || fseek(b->file, pos, SEEK_SET))
		return false;
	else
		want = 0;
	return got == want && !memcmp(ours, theirs, got);
}

/* The reader clamps what the FILE refuses. */
static bool seek_agrees(struct both *b, size_t len, int whence)
{
	size_t from = whence == SEEK_CUR ? fstr_reader_pos(&b->r) : 0;
	size_t want = len < b->len - from ? len : b->len - from;

	if (fseek(b->file, (long)want, whence))
		return false;
	if (whence == SEEK_SET)
		return fstr_reader_seek(&b->r, len) == want;
	return fstr_reader_skip(&b->r, len) == want;
}

static bool byte_agrees(struct both *b)
{
	int want = getc(b->file);
	uint8_t byte;

	return fstr_reader_u8(&b->r, &byte) ? want == EOF : want == byte;
}

static bool number_agrees(struct both *b)
{
	long pos = ftell(b->file);
	uint8_t theirs[4];
	uint32_t value;

	if (fread(theirs, 4, 1, b->file) != 1)
		return fstr_reader_be32(&b->r, &value) && !fseek(b->file, pos, SEEK_SET);
	return !fstr_reader_be32(&b->r, &value) &&
	       value == ((uint32_t)theirs[0] << 24 | (uint32_t)theirs[1] << 16 |
			 (uint32_t)theirs[2] << 8 | theirs[3]);
}

/* Up to a delimiter, which getdelim() gives as well, and so at the end what is left. */
static bool line_agrees(struct both *b, bool until)
{
	ssize_t want = getdelim(&b->line, &b->room, '\n', b->file);
	unsigned int end = 1;
	struct fstr line;
	int err;

	if (until)
		err = fstr_reader_until_byte(&b->r, '\n', FSTR_CONSUME, &line);
	else
		err = fstr_reader_line(&b->r, 0, &line, &end);
	if (err && until && want > 0 && b->line[want - 1] != '\n')
		return !fseek(b->file, -want, SEEK_CUR);
	if (want < 0 || err)
		return err == -ENOENT && want < 0;
	return line.len + end == (size_t)want && fstr_equal(&line, FSTR_BUF(b->line, line.len), 0);
}

static bool step_agrees(struct both *b)
{
	size_t len = draw_len(b);
	bool ok;

	switch (rng_below(&b->rng, 8)) {
	case 0:
		ok = read_agrees(b, len, false);
		break;
	case 1:
		ok = read_agrees(b, len, true);
		break;
	case 2:
		ok = seek_agrees(b, len, SEEK_SET);
		break;
	case 3:
		ok = seek_agrees(b, len, SEEK_CUR);
		break;
	case 4:
		ok = byte_agrees(b);
		break;
	case 5:
		ok = number_agrees(b);
		break;
	case 6:
		ok = line_agrees(b, false);
		break;
	default:
		ok = line_agrees(b, true);
		break;
	}
	return ok && ftell(b->file) == (long)fstr_reader_pos(&b->r);
}

static void reader_as_a_file(struct kunit *test)
{
	struct both b = { .rng = { .state = 8128 } };
	uint8_t text[TEXT_MOST];
	struct cuts cuts;
	char name[160];

	for (unsigned int round = 0; round < SUITE_ROUNDS; round++) {
		b.len = 1 + rng_below(&b.rng, TEXT_MOST - 1);
		for (size_t i = 0; i < b.len; i++)
			text[i] = (uint8_t)"\n\0ab\377"[rng_below(&b.rng, 5)];
		cuts_init(&cuts, arenas(test)->a, text, b.len, NULL, 0);
		cuts_random(&cuts, &b.rng);
		fstr_reader_init(&b.r, &cuts.view);
		b.file = fmemopen(text, b.len, "r");
		KUNIT_ASSERT_NOT_NULL(test, b.file);
		for (unsigned int i = 0; i < OPS; i++) {
			if (step_agrees(&b))
				continue;
			KUNIT_FAIL(test, "round %u, step %u, cut %s", round, i,
				   cuts_name(&cuts, name, sizeof(name)));
			break;
		}
		fclose(b.file);
	}
	free(b.line);
}

static struct kunit_case stdio_cases[] = {
	KUNIT_CASE(reader_as_a_file),
	{}
};

static struct kunit_suite stdio_suite = {
	.name = "fragstr_stdio",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = stdio_cases,
};

kunit_test_suite(stdio_suite);
