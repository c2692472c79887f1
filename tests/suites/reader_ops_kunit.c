// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Readers: random sequences of operations, by a reader over a random cut and by
 * a naive one over the joined bytes. After each operation the results, the bytes,
 * the position and the rest are compared.
 */
#include "suite.h"
#include "naive_reader.h"

#define OPS 12			/* of a sequence */
#define SEQUENCES 5		/* over each cut */
#define TEXT_MOST 90
#define FILL 0x23

enum reader_op {
	OP_READ, OP_READ_EXACT, OP_READ_ALL, OP_SKIP, OP_SKIP_EXACT, OP_SEEK, OP_MARK, OP_REWIND,
	OP_PEEK, OP_RUN, OP_VIEW, OP_TRANSFER, OP_FIXED, OP_VARINT32, OP_VARINT64, OP_DECIMAL,
	OP_HEX, OP_UNTIL_BYTE, OP_UNTIL_ANY, OP_UNTIL, OP_LINE, NR_OPS
};

static const char *const op_names[NR_OPS] = {
	"read", "read_exact", "read_all", "skip", "skip_exact", "seek", "mark", "rewind",
	"peek", "run", "view", "transfer", "fixed", "varint32", "varint64", "decimal",
	"hex", "until_byte", "until_any", "until", "line",
};

struct step {
	enum reader_op op;
	size_t len;
	unsigned int flags;
};

struct duel {
	struct fstr_reader r, mark;
	struct naive_reader twin;
	size_t twin_mark;
	struct rng rng;
	struct fstr_needle *needle;	/* "ab", whatever the case */
	struct fstr_byteset set;	/* CR, LF, b */
	uint8_t in[256];		/* the same */
	struct step step[OPS];
	size_t steps;
	uint8_t text[TEXT_MOST];
	uint8_t ours[TEXT_MOST + 8];
	uint8_t theirs[TEXT_MOST + 8];
	struct cuts cuts;
};

/* Naive read: what is left over of either buffer stays as it was. */
static size_t twin_read(struct duel *d, size_t len, size_t move)
{
	len = naive_clamp(&d->twin, len);
	memcpy(d->theirs, d->twin.p + d->twin.pos, len);
	d->twin.pos += move < len ? move : len;
	return len;
}

static bool bulk_agrees(struct duel *d, enum reader_op op, size_t len)
{
	size_t left = naive_clamp(&d->twin, SIZE_MAX), told;
	int err = len > left ? -ENODATA : 0;

	switch (op) {
	case OP_READ:
		return fstr_reader_read(&d->r, d->ours, len) == twin_read(d, len, len);
	case OP_READ_EXACT:
		if (!err)
			twin_read(d, len, len);
		return fstr_reader_read_exact(&d->r, d->ours, len) == err;
	case OP_READ_ALL:
		if (len >= left)
			twin_read(d, left, left);
		return fstr_reader_read_all(&d->r, d->ours, len, &told) ==
			       (len < left ? -ENOSPC : 0) && told == left;
	case OP_SKIP:
		d->twin.pos += naive_clamp(&d->twin, len);
		return fstr_reader_skip(&d->r, len) == (len < left ? len : left);
	default:
		if (!err)
			d->twin.pos += len;
		return fstr_reader_skip_exact(&d->r, len) == err;
	}
}

static bool place_agrees(struct duel *d, enum reader_op op, size_t len)
{
	switch (op) {
	case OP_SEEK:
		d->twin.pos = len < d->twin.len ? len : d->twin.len;
		return fstr_reader_seek(&d->r, len) == d->twin.pos;
	case OP_MARK:
		d->mark = d->r;
		d->twin_mark = d->twin.pos;
		return true;
	default:
		d->twin.pos = d->twin_mark;
		return !fstr_reader_rewind(&d->r, &d->mark);
	}
}

struct paper {
	uint8_t *to;
	size_t room;
};

static ssize_t write_on(void *ctx, const void *bytes, size_t len)
{
	struct paper *paper = ctx;

	if (!paper->room)
		return -EFAULT;
	if (len > paper->room)
		len = paper->room;
	memcpy(paper->to, bytes, len);
	paper->to += len;
	paper->room -= len;
	return (ssize_t)len;
}

static bool look_agrees(struct duel *d, enum reader_op op, size_t len)
{
	size_t left = naive_clamp(&d->twin, SIZE_MAX), n = naive_clamp(&d->twin, len);
	struct paper paper = { d->ours, rng_below(&d->rng, TEXT_MOST) };
	struct fstr view;
	const void *p;
	ssize_t got;

	switch (op) {
	case OP_PEEK:
		p = fstr_reader_peek(&d->r, len, d->ours);
		if (len > left || !len)
			return p == (len ? NULL : d->ours);
		if (p == d->ours)
			twin_read(d, len, 0);
		return p && !memcmp(p, d->twin.p + d->twin.pos, len);
	case OP_RUN:
		n = fstr_reader_run(&d->r, &p);
		return n <= left && !n == !left && (!n || !memcmp(p, d->twin.p + d->twin.pos, n));
	case OP_VIEW:
		view = fstr_reader_view(&d->r, len);
		fstr_copy(&view, 0, d->ours, TEXT_MOST);
		return fstr_is_valid(&view) && view.len == twin_read(d, len, len);
	default:
		/* As far as it goes: where it fails depends on the cut. */
		got = fstr_reader_transfer(&d->r, len, write_on, &paper);
		n = fstr_reader_pos(&d->r) - d->twin.pos;
		twin_read(d, n, n);
		return got == (ssize_t)n || (got == -EFAULT && !paper.room);
	}
}

static bool fixed_agrees(struct duel *d, size_t n, bool big)
{
	uint64_t want = 0, got = 0;
	uint16_t half = 0;
	uint32_t word = 0;
	uint8_t byte = 0;
	int err;

	switch (n) {
	case 1:
		err = fstr_reader_u8(&d->r, &byte);
		got = byte;
		break;
	case 2:
		err = big ? fstr_reader_be16(&d->r, &half) : fstr_reader_le16(&d->r, &half);
		got = half;
		break;
	case 3:
		err = big ? fstr_reader_be24(&d->r, &word) : fstr_reader_le24(&d->r, &word);
		got = word;
		break;
	case 4:
		err = big ? fstr_reader_be32(&d->r, &word) : fstr_reader_le32(&d->r, &word);
		got = word;
		break;
	default:
		n = 8;
		err = big ? fstr_reader_be64(&d->r, &got) : fstr_reader_le64(&d->r, &got);
		break;
	}
	return naive_fixed(&d->twin, n, big, &want) == err && want == got;
}

static bool number_agrees(struct duel *d, enum reader_op op, uint64_t most)
{
	uint64_t want = 0, got = 0;
	uint32_t word = 0;
	int err;

	switch (op) {
	case OP_VARINT32:
		err = fstr_reader_varint32(&d->r, &word);
		return naive_varint(&d->twin, 32, &want) == err && want == word;
	case OP_VARINT64:
		err = fstr_reader_varint64(&d->r, &got);
		return naive_varint(&d->twin, 64, &want) == err && want == got;
	case OP_DECIMAL:
		err = fstr_reader_decimal(&d->r, most, &got);
		return naive_digits(&d->twin, 10, most, &want) == err && want == got;
	default:
		err = fstr_reader_hex(&d->r, most, &got);
		return naive_digits(&d->twin, 16, most, &want) == err && want == got;
	}
}

static bool text_agrees(struct duel *d, enum reader_op op, unsigned int flags)
{
	static const uint8_t ab[] = { 'a', 'b' };
	struct naive_part want = { 0 };
	struct fstr part = { 0 };
	uint8_t only_a[256] = { ['a'] = 1 };
	unsigned int end = 0;
	int err, twin_err;

	switch (op) {
	case OP_UNTIL_BYTE:
		err = fstr_reader_until_byte(&d->r, 'a', flags, &part);
		twin_err = naive_until_any(&d->twin, only_a, flags, &want);
		break;
	case OP_UNTIL_ANY:
		err = fstr_reader_until_any(&d->r, &d->set, flags, &part);
		twin_err = naive_until_any(&d->twin, d->in, flags, &want);
		break;
	case OP_UNTIL:
		err = fstr_reader_until(&d->r, d->needle, flags, &part);
		twin_err = naive_until(&d->twin, (struct naive_str){ ab, 2 }, FSTR_ICASE, flags,
				       &want);
		break;
	default:
		err = fstr_reader_line(&d->r, flags ? FSTR_CRLF : 0, &part, &end);
		twin_err = naive_line(&d->twin, flags, &want);
		break;
	}
	fstr_copy(&part, 0, d->ours, TEXT_MOST);
	memcpy(d->theirs, d->twin.p + want.from, want.len);
	return err == twin_err && fstr_is_valid(&part) && part.len == want.len && end == want.end;
}

static bool step_agrees(struct duel *d, const struct step *s)
{
	struct fstr_reader rest;
	size_t len;
	bool ok;

	memset(d->ours, FILL, sizeof(d->ours));
	memset(d->theirs, FILL, sizeof(d->theirs));
	if (s->op <= OP_SKIP_EXACT)
		ok = bulk_agrees(d, s->op, s->len);
	else if (s->op <= OP_REWIND)
		ok = place_agrees(d, s->op, s->len);
	else if (s->op <= OP_TRANSFER)
		ok = look_agrees(d, s->op, s->len);
	else if (s->op == OP_FIXED)
		ok = fixed_agrees(d, s->len % 5, s->flags);
	else if (s->op <= OP_HEX)
		ok = number_agrees(d, s->op, s->flags ? (uint64_t)-1 : s->len);
	else
		ok = text_agrees(d, s->op, s->flags);
	if (!ok || memcmp(d->ours, d->theirs, sizeof(d->ours)))
		return false;

	len = naive_clamp(&d->twin, SIZE_MAX);
	if (fstr_reader_pos(&d->r) != d->twin.pos || fstr_reader_remaining(&d->r) != len)
		return false;
	/* A copy reads the rest: @r itself is to stay as the step left it. */
	rest = d->r;
	return fstr_reader_read(&rest, d->ours, sizeof(d->ours)) == len &&
	       !memcmp(d->ours, d->twin.p + d->twin.pos, len);
}

static size_t draw_len(struct duel *d)
{
	size_t left = naive_clamp(&d->twin, SIZE_MAX);

	switch (rng_below(&d->rng, 9)) {
	case 0:
		return 0;
	case 1:
		return 1;
	case 2:
		return left - 1;	/* SIZE_MAX at the end */
	case 3:
		return left;
	case 4:
		return left + 1;
	case 5:
		return SIZE_MAX - rng_below(&d->rng, 3);
	case 6:
		return d->twin.pos - 1;
	default:
		return rng_length(&d->rng, TEXT_MOST);
	}
}

static bool sequence_agrees(struct duel *d, const struct fstr *view)
{
	fstr_reader_init(&d->r, view);
	d->mark = d->r;
	d->twin = (struct naive_reader){ d->text, view->len, 0 };
	d->twin_mark = 0;
	for (d->steps = 0; d->steps < OPS; d->steps++) {
		struct step *s = &d->step[d->steps];

		s->op = rng_below(&d->rng, NR_OPS);
		/* What is consumed to the end leaves nothing to do: go back at times. */
		if (d->twin.pos == d->twin.len && rng_below(&d->rng, 2))
			s->op = rng_below(&d->rng, 2) ? OP_SEEK : OP_REWIND;
		s->len = draw_len(d);
		s->flags = rng_below(&d->rng, 2) ? FSTR_CONSUME : 0;
		if (!step_agrees(d, s))
			return false;
	}
	return true;
}

/* Text with what the calls look for, and bytes with their high bit set. */
static size_t draw_text(struct duel *d)
{
	static const char alphabet[] = "aAbB\r\n\r\n0019fF \200\200\201\377\1";
	size_t len = rng_length(&d->rng, TEXT_MOST);

	for (size_t i = 0; i < len; i++)
		d->text[i] = (uint8_t)alphabet[rng_below(&d->rng, sizeof(alphabet) - 1)];
	return len;
}

static void complain(struct kunit *test, struct duel *d, size_t len)
{
	const struct step *s = &d->step[d->steps];
	char name[160], text[200];

	suite_quote(d->text, len, text, sizeof(text));
	KUNIT_FAIL(test, "\"%s\", cut %s, step %zu: %s(%zu, %u), then at %zu instead of %zu", text,
		   cuts_name(&d->cuts, name, sizeof(name)), d->steps, op_names[s->op], s->len,
		   s->flags, fstr_reader_pos(&d->r), d->twin.pos);
}

static void reader_as_its_twin(struct kunit *test)
{
	struct duel *d = world_alloc(sizeof(*d));

	KUNIT_ASSERT_NOT_NULL(test, d);
	memset(d, 0, sizeof(*d));
	d->rng.state = 77003;
	d->needle = suite_needle("ab", 2, FSTR_ICASE);
	fstr_byteset_init(&d->set, "\r\nb", 3);
	d->in['\r'] = 1;
	d->in['\n'] = 1;
	d->in['b'] = 1;
	for (unsigned int round = 0; d->needle && round < SUITE_ROUNDS; round++) {
		size_t len = draw_text(d);

		cuts_init(&d->cuts, arenas(test)->a, d->text, len, NULL, 0);
		cuts_random(&d->cuts, &d->rng);
		for (unsigned int i = 0; i < SEQUENCES; i++)
			if (!sequence_agrees(d, &d->cuts.view))
				complain(test, d, len);
	}
	KUNIT_EXPECT_NOT_NULL(test, d->needle);
	world_free(d->needle);
	world_free(d);
}

/* Somebody writes while we read: answers may be any, but the reader stays inside. */
static void scribble(void *arg)
{
	static const char alphabet[] = "\r\n9\200a";
	static struct rng rng = { .state = 5 };
	uint8_t *p = arg;

	p[rng_below(&rng, 64)] = (uint8_t)alphabet[rng_below(&rng, sizeof(alphabet) - 1)];
}

static void read_what_changes(struct kunit *test, const struct fstr *s)
{
	struct fstr_reader r;
	struct fstr part;
	uint64_t number;
	uint8_t byte;

	fstr_reader_init(&r, s);
	while (fstr_reader_remaining(&r)) {
		size_t pos = fstr_reader_pos(&r);

		fstr_reader_varint64(&r, &number);
		fstr_reader_decimal(&r, (uint64_t)-1, &number);
		if (!fstr_reader_until_byte(&r, '9', 0, &part))
			KUNIT_EXPECT_TRUE(test, fstr_is_valid(&part));
		if (!fstr_reader_line(&r, FSTR_CRLF, &part, NULL))
			KUNIT_EXPECT_TRUE(test, fstr_is_valid(&part));
		fstr_reader_u8(&r, &byte);
		KUNIT_EXPECT_TRUE(test, fstr_reader_pos(&r) > pos);
		KUNIT_EXPECT_LE(test, fstr_reader_pos(&r), s->len);
	}
}

static void reader_while_bytes_change(struct kunit *test)
{
	uint8_t *bytes = world_alloc(64);
	struct fstr_frag frag[13];
	struct world_thread *writer;
	struct fstr s;

	KUNIT_ASSERT_NOT_NULL(test, bytes);
	memset(bytes, 'a', 64);
	for (size_t i = 0; i < ARRAY_SIZE(frag); i++)
		frag[i] = (struct fstr_frag){ bytes + 5 * i, i < 12 ? 5 : 4 };
	writer = world_thread_start(scribble, bytes);
	if (writer && !fstr_init(&s, frag, ARRAY_SIZE(frag))) {
		for (unsigned int i = 0; i < SUITE_ROUNDS; i++)
			read_what_changes(test, &s);
		world_thread_stop(writer);
	} else {
		KUNIT_FAIL(test, "no thread");
	}
	world_free(bytes);
}

static struct kunit_case reader_ops_cases[] = {
	KUNIT_CASE_SLOW(reader_as_its_twin),
	KUNIT_CASE_SLOW(reader_while_bytes_change),
	{}
};

static struct kunit_suite reader_ops_suite = {
	.name = "fragstr_reader_ops",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = reader_ops_cases,
};

kunit_test_suite(reader_ops_suite);
