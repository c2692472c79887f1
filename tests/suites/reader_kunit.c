// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Readers: moving, reading in bulk, and numbers of a fixed length. */
#include "suite.h"
#include "naive_reader.h"

#define MOST ((size_t)-1)

static const char letters[] = "abcdefgh";
static const size_t lens[] = { 0, 1, 2, 3, 4, 5, 7, 8, 9, MOST / 2, MOST / 2 + 1, MOST };

static struct fstr_reader reader_at(const struct fstr *s, size_t pos)
{
	struct fstr_reader r;

	fstr_reader_init(&r, s);
	fstr_reader_skip(&r, pos);
	return r;
}

static bool stands_at(const struct fstr_reader *r, size_t pos, size_t len)
{
	return fstr_reader_pos(r) == pos && fstr_reader_remaining(r) == len - pos;
}

/* The text of a sink, and how it is to behave. */
struct paper {
	char text[16];
	size_t len;
	size_t room;	/* takes this much, then nothing */
	int error;	/* what it fails with then */
	unsigned int calls;
};

static ssize_t write_on(void *ctx, const void *bytes, size_t len)
{
	struct paper *paper = ctx;
	size_t n = len < paper->room - paper->len ? len : paper->room - paper->len;

	paper->calls++;
	if (!n && paper->error)
		return paper->error;
	memcpy(paper->text + paper->len, bytes, n);
	paper->len += n;
	return (ssize_t)n;
}

/* Each call that copies or moves, of @len bytes from @pos on. */
static bool moves_agree(const struct fstr *s, size_t pos, size_t len)
{
	struct fstr_reader start = reader_at(s, pos), r = start;
	size_t want = len < s->len - pos ? len : s->len - pos;
	int exact = want == len ? 0 : -ENODATA;
	struct paper paper = { .room = sizeof(paper.text) };
	char out[16];
	struct fstr part;

	memset(out, '#', sizeof(out));
	if (fstr_reader_read(&r, out, len) != want || !stands_at(&r, pos + want, s->len) ||
	    memcmp(out, letters + pos, want) || out[want] != '#')
		return false;
	r = start;
	memset(out, '#', sizeof(out));
	if (fstr_reader_read_exact(&r, out, len) != exact ||
	    !stands_at(&r, exact ? pos : pos + len, s->len) ||
	    (exact ? out[0] != '#' : memcmp(out, letters + pos, len) || out[len] != '#'))
		return false;
	r = start;
	if (fstr_reader_skip(&r, len) != want || !stands_at(&r, pos + want, s->len))
		return false;
	r = start;
	if (fstr_reader_skip_exact(&r, len) != exact ||
	    !stands_at(&r, exact ? pos : pos + len, s->len))
		return false;
	r = start;
	part = fstr_reader_view(&r, len);
	if (!fstr_is_valid(&part) || part.len != want || !stands_at(&r, pos + want, s->len) ||
	    !fstr_equal(&part, FSTR_BUF(letters + pos, want), 0))
		return false;
	r = start;
	return fstr_reader_transfer(&r, len, write_on, &paper) == (ssize_t)want &&
	       paper.len == want && !memcmp(paper.text, letters + pos, want) &&
	       stands_at(&r, pos + want, s->len);
}

static void reader_moves_every_cut(struct kunit *test)
{
	struct cuts cuts;
	char name[160];

	for (size_t size = 0; size <= 8; size++) {
		cuts_init(&cuts, arenas(test)->a, letters, size, NULL, 0);
		while (cuts_next(&cuts)) {
			for (size_t i = 0; i < (size + 1) * ARRAY_SIZE(lens); i++) {
				size_t pos = i / ARRAY_SIZE(lens);
				size_t len = lens[i % ARRAY_SIZE(lens)];

				KUNIT_EXPECT_TRUE_MSG(test, moves_agree(&cuts.view, pos, len),
						      "%zu bytes of %zu from %zu, cut %s", len,
						      size, pos,
						      cuts_name(&cuts, name, sizeof(name)));
			}
		}
	}
}

/* From each position to each, by seek and by bookmark, then a byte. */
static bool seek_agrees(const struct fstr *s, size_t from, size_t to)
{
	struct fstr_reader r = reader_at(s, from), mark = reader_at(s, to);
	size_t want = to < s->len ? to : s->len;
	uint8_t byte;

	if (fstr_reader_seek(&r, to) != want || !stands_at(&r, want, s->len))
		return false;
	if (want < s->len && (fstr_reader_u8(&r, &byte) || byte != (uint8_t)letters[want]))
		return false;
	r = reader_at(s, from);
	return !fstr_reader_rewind(&r, &mark) && stands_at(&r, want, s->len);
}

/* What is contiguous is not copied, what is not is, and nothing moves. */
static bool peek_agrees(const struct fstr *s, size_t pos, size_t len)
{
	const struct fstr_reader r = reader_at(s, pos);
	struct fstr_reader ahead = r;
	const void *run = NULL;
	size_t contiguous = fstr_reader_run(&ahead, &run);
	char buf[16];
	const char *p;

	memset(buf, '#', sizeof(buf));
	p = fstr_reader_peek(&r, len, buf);
	if (!stands_at(&r, pos, s->len) || !stands_at(&ahead, pos, s->len))
		return false;
	if (contiguous > s->len - pos || (!contiguous && pos < s->len))
		return false;
	if (contiguous && memcmp(run, letters + pos, contiguous))
		return false;
	if (len > s->len - pos)
		return !p && buf[0] == '#';
	if (!p || memcmp(p, letters + pos, len))
		return false;
	if (len <= contiguous)
		return p == (len ? run : buf) && buf[0] == '#';
	return p == buf && buf[len] == '#';
}

static void reader_seeks_and_peeks_every_cut(struct kunit *test)
{
	struct cuts cuts;
	char name[160];

	cuts_init(&cuts, arenas(test)->a, letters, 8, NULL, 0);
	while (cuts_next(&cuts)) {
		for (size_t i = 0; i < 9 * ARRAY_SIZE(lens); i++) {
			size_t pos = i / ARRAY_SIZE(lens);
			size_t len = lens[i % ARRAY_SIZE(lens)];

			KUNIT_EXPECT_TRUE_MSG(test, seek_agrees(&cuts.view, pos, len),
					      "from %zu to %zu, cut %s", pos, len,
					      cuts_name(&cuts, name, sizeof(name)));
			KUNIT_EXPECT_TRUE_MSG(test, peek_agrees(&cuts.view, pos, len),
					      "%zu bytes from %zu, cut %s", len, pos,
					      cuts_name(&cuts, name, sizeof(name)));
		}
	}
}

#define FIXED(type, call)							\
	static int read_##call(struct fstr_reader *r, uint64_t *value)		\
	{									\
		type got = (type)*value;					\
		int err = fstr_reader_##call(r, &got);				\
										\
		*value = got;							\
		return err;							\
	}

FIXED(uint8_t, u8)
FIXED(uint16_t, be16)
FIXED(uint16_t, le16)
FIXED(uint32_t, be24)
FIXED(uint32_t, le24)
FIXED(uint32_t, be32)
FIXED(uint32_t, le32)
FIXED(uint64_t, be64)
FIXED(uint64_t, le64)

static const struct fixed {
	int (*read)(struct fstr_reader *r, uint64_t *value);
	size_t n;
	bool big;
} fixed[] = {
	{ read_u8, 1, true },	 { read_be16, 2, true }, { read_le16, 2, false },
	{ read_be24, 3, true },	 { read_le24, 3, false }, { read_be32, 4, true },
	{ read_le32, 4, false }, { read_be64, 8, true }, { read_le64, 8, false },
};

/* One number after the other from @pos on, to beyond the end. */
static bool numbers_agree(const struct fstr *s, const uint8_t *bytes, const struct fixed *f,
			  size_t pos)
{
	struct naive_reader twin = { bytes, s->len, pos };
	struct fstr_reader r = reader_at(s, pos);
	int err;

	do {
		uint64_t got = 0x5a, want = 0x5a;

		err = naive_fixed(&twin, f->n, f->big, &want);
		if (f->read(&r, &got) != err || got != want || !stands_at(&r, twin.pos, s->len))
			return false;
	} while (!err);
	return true;
}

static void reader_numbers_every_cut(struct kunit *test)
{
	static const size_t sizes[] = { 0, 1, 2, 3, 4, 7, 8, 9, 31, 130 };
	struct cuts cuts;
	uint8_t bytes[130];
	char name[160];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * 37 + 0x81);
	for (size_t i = 0; i < ARRAY_SIZE(sizes) * ARRAY_SIZE(fixed); i++) {
		const struct fixed *f = &fixed[i % ARRAY_SIZE(fixed)];
		size_t size = sizes[i / ARRAY_SIZE(fixed)];

		cuts_init(&cuts, arenas(test)->a, bytes, size, NULL, 0);
		while (cuts_next(&cuts))
			for (size_t pos = 0; pos <= size && pos < 9; pos++)
				KUNIT_EXPECT_TRUE_MSG(test,
						      numbers_agree(&cuts.view, bytes, f, pos),
						      "%zu bytes, big-endian %d, from %zu, cut %s",
						      f->n, f->big, pos,
						      cuts_name(&cuts, name, sizeof(name)));
	}
}

/* Every call, where nothing is left. */
static bool says_it_is_at_the_end(struct fstr_reader r, struct fstr_needle *needle)
{
	struct paper paper = { .room = sizeof(paper.text) };
	size_t pos = fstr_reader_pos(&r), len = 5;
	struct fstr part = { .len = 77 };
	const void *p = &paper;
	unsigned int end = 9;
	struct fstr_byteset set;
	uint64_t value = 3;
	uint32_t word = 3;
	char out[1] = { '#' };

	fstr_byteset_init(&set, NULL, 0);
	fstr_byteset_add_range(&set, 0, 255);
	for (size_t i = 0; i < ARRAY_SIZE(fixed); i++)
		if (fixed[i].read(&r, &value) != -ENODATA || value != 3)
			return false;
	if (fstr_reader_read(&r, out, 0) || fstr_reader_read(&r, NULL, 0) ||
	    fstr_reader_read(&r, out, MOST) || fstr_reader_read_exact(&r, out, 0) ||
	    fstr_reader_read_exact(&r, out, 1) != -ENODATA ||
	    fstr_reader_read_all(&r, NULL, 0, &len) || len)
		return false;
	if (fstr_reader_skip(&r, 0) || fstr_reader_skip(&r, MOST) ||
	    fstr_reader_skip_exact(&r, 0) || fstr_reader_skip_exact(&r, 1) != -ENODATA ||
	    fstr_reader_run(&r, &p) || p != &paper || fstr_reader_peek(&r, 0, out) != out ||
	    fstr_reader_peek(&r, 1, out) || fstr_reader_view(&r, MOST).len)
		return false;
	if (fstr_reader_transfer(&r, MOST, write_on, &paper) || paper.calls ||
	    fstr_reader_varint32(&r, &word) != -ENODATA || word != 3 ||
	    fstr_reader_varint64(&r, &value) != -ENODATA ||
	    fstr_reader_decimal(&r, 9, &value) != -ENODATA ||
	    fstr_reader_hex(&r, 9, &value) != -ENODATA || value != 3)
		return false;
	if (fstr_reader_until_byte(&r, 0, FSTR_CONSUME, &part) != -ENOENT ||
	    fstr_reader_until_any(&r, &set, 0, &part) != -ENOENT ||
	    fstr_reader_until(&r, needle, FSTR_CONSUME, &part) != -ENOENT ||
	    fstr_reader_line(&r, FSTR_CRLF, &part, &end) != -ENOENT || part.len != 77 || end != 9)
		return false;
	return fstr_reader_seek(&r, MOST) == pos && stands_at(&r, pos, pos) && out[0] == '#';
}

static void reader_at_the_end(struct kunit *test)
{
	static const struct fstr_frag none[] = { { NULL, 0 }, { (void *)8, 0 }, { "", 0 } };
	struct fstr_needle *needle = suite_needle("a", 1, 0);
	struct fstr_reader r;
	struct cuts cuts;
	struct fstr s;

	KUNIT_ASSERT_NOT_NULL(test, needle);
	for (size_t nr = 0; nr <= ARRAY_SIZE(none); nr++) {
		KUNIT_EXPECT_EQ(test, fstr_init(&s, nr ? none : NULL, nr), 0);
		fstr_reader_init(&r, &s);
		KUNIT_EXPECT_TRUE_MSG(test, says_it_is_at_the_end(r, needle), "%zu empty", nr);
	}
	cuts_init(&cuts, arenas(test)->a, letters, 5, NULL, 0);
	while (cuts_next(&cuts)) {
		r = reader_at(&cuts.view, 5);
		KUNIT_EXPECT_TRUE(test, says_it_is_at_the_end(r, needle));
		r = reader_at(&cuts.view, MOST);
		KUNIT_EXPECT_TRUE(test, says_it_is_at_the_end(r, needle));
		s = fstr_slice(&cuts.view, 3, 3);
		fstr_reader_init(&r, &s);
		KUNIT_EXPECT_TRUE(test, says_it_is_at_the_end(r, needle));
	}
	world_free(needle);
}

static void reader_reads_all(struct kunit *test)
{
	struct fstr_reader r;
	struct cuts cuts;
	char out[9];
	size_t len;

	cuts_init(&cuts, arenas(test)->a, letters, 8, NULL, 0);
	while (cuts_next(&cuts)) {
		for (size_t pos = 0; pos <= 8; pos++) {
			r = reader_at(&cuts.view, pos);
			memset(out, '#', sizeof(out));
			for (size_t room = 0; room < 8 - pos; room++) {
				KUNIT_EXPECT_EQ(test, fstr_reader_read_all(&r, out, room, &len),
						-ENOSPC);
				KUNIT_EXPECT_EQ(test, len, 8 - pos);
				KUNIT_EXPECT_EQ(test, out[0], '#');
				KUNIT_EXPECT_TRUE(test, stands_at(&r, pos, 8));
			}
			KUNIT_EXPECT_EQ(test, fstr_reader_read_all(&r, out, 8 - pos, &len), 0);
			KUNIT_EXPECT_EQ(test, len, 8 - pos);
			KUNIT_EXPECT_TRUE(test, !memcmp(out, letters + pos, 8 - pos));
			KUNIT_EXPECT_EQ(test, out[8 - pos], '#');
			KUNIT_EXPECT_TRUE(test, stands_at(&r, 8, 8));
		}
	}
}

static ssize_t take_too_much(void *ctx, const void *bytes, size_t len)
{
	(void)ctx;
	(void)bytes;
	return (ssize_t)len + 1;
}

/* A sink that stops or fails after @room bytes, at each place. */
static void reader_transfers_to_sinks(struct kunit *test)
{
	struct fstr_reader r;
	struct cuts cuts;

	cuts_init(&cuts, arenas(test)->a, letters, 8, NULL, 0);
	while (cuts_next(&cuts)) {
		for (size_t room = 0; room <= 8; room++) {
			struct paper full = { .room = room };
			struct paper broken = { .room = room, .error = -E2BIG };

			fstr_reader_init(&r, &cuts.view);
			KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, MOST, write_on, &full),
					(ssize_t)room);
			KUNIT_EXPECT_TRUE(test, stands_at(&r, room, 8));
			KUNIT_EXPECT_LE(test, full.calls, (unsigned int)cuts.nr);

			fstr_reader_init(&r, &cuts.view);
			/* What was taken in part ends it as well, with no error yet. */
			while (fstr_reader_transfer(&r, MOST, write_on, &broken) > 0)
				;
			KUNIT_EXPECT_TRUE(test, stands_at(&r, room, 8));
			KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, MOST, write_on, &broken),
					(ssize_t)(room < 8 ? -E2BIG : 0));
			KUNIT_EXPECT_EQ(test, broken.len, room);
			KUNIT_EXPECT_TRUE(test, !memcmp(broken.text, letters, room));
		}
		fstr_reader_init(&r, &cuts.view);
		KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, 8, take_too_much, NULL),
				(ssize_t)-EINVAL);
		KUNIT_EXPECT_TRUE(test, stands_at(&r, 0, 8));
		KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, 0, take_too_much, NULL), (ssize_t)0);
	}
}

static void reader_rewinds_within_a_view(struct kunit *test)
{
	static const struct fstr_frag frag[] = { { "aba", 3 }, { "ba", 2 } };
	struct fstr_reader r, other, before;
	struct fstr s, part[4];

	KUNIT_EXPECT_EQ(test, fstr_init(&s, frag, 2), 0);
	part[0] = fstr_slice(&s, 1, 4);
	part[1] = fstr_slice(&s, 2, 5);	/* another start in the fragment */
	part[2] = fstr_slice(&s, 1, 5);	/* another length */
	part[3] = fstr_slice(&s, 3, 5);	/* another fragment */
	r = reader_at(&part[0], 1);
	for (size_t i = 1; i < ARRAY_SIZE(part); i++) {
		other = reader_at(&part[i], 0);
		KUNIT_EXPECT_EQ(test, fstr_reader_rewind(&r, &other), -EINVAL);
		KUNIT_EXPECT_TRUE(test, stands_at(&r, 1, 3));
	}
	before = r;
	KUNIT_EXPECT_EQ(test, fstr_reader_skip(&r, 9), (size_t)2);
	KUNIT_EXPECT_EQ(test, fstr_reader_rewind(&r, &before), 0);
	KUNIT_EXPECT_TRUE(test, stands_at(&r, 1, 3));
}

/* The fragments lie against an unmapped page themselves. */
static void reader_stays_in_the_array(struct kunit *test)
{
	size_t size, room;
	uint8_t *p = world_guarded_alloc(1, &size);
	struct fstr_frag *frag;
	struct fstr s;

	KUNIT_ASSERT_NOT_NULL(test, p);
	room = size / sizeof(*frag);
	frag = (struct fstr_frag *)(p + size) - room;
	for (size_t i = 0; i < room; i++)
		frag[i] = (struct fstr_frag){ NULL, 0 };
	for (size_t i = 0; i < 8; i++)
		frag[room - 8 + i] = (struct fstr_frag){ letters + i, 1 };
	KUNIT_EXPECT_EQ(test, fstr_init(&s, frag, room), 0);
	for (size_t i = 0; i < 9 * ARRAY_SIZE(lens); i++)
		KUNIT_EXPECT_TRUE(test, moves_agree(&s, i / ARRAY_SIZE(lens),
						    lens[i % ARRAY_SIZE(lens)]));
	world_guarded_free(p, size);
}

static struct kunit_case reader_cases[] = {
	KUNIT_CASE(reader_moves_every_cut),
	KUNIT_CASE(reader_seeks_and_peeks_every_cut),
	KUNIT_CASE(reader_numbers_every_cut),
	KUNIT_CASE(reader_at_the_end),
	KUNIT_CASE(reader_reads_all),
	KUNIT_CASE(reader_transfers_to_sinks),
	KUNIT_CASE(reader_rewinds_within_a_view),
	KUNIT_CASE(reader_stays_in_the_array),
	{}
};

static struct kunit_suite reader_suite = {
	.name = "fragstr_reader",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = reader_cases,
};

kunit_test_suite(reader_suite);
