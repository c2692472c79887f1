// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The first starting point: Pekko's ByteString. Equality went through generic
 * code, element by element, and each look-up by index scanned the fragments from
 * the first one on. What was reported of the change is in the comments of its
 * own benchmarks, ByteString_equals and ByteString_byteAtUnchecked: 64 KiB, flat
 * or in 1024 fragments of 64 bytes, and 1024 fragments of one byte.
 */
#include <stdlib.h>
#include <string.h>

#include "rope.h"

#define K64 65536

static const struct cut cut_byte = { "byte", CUT_EVERY, 1 };

static uint64_t equal_walk(struct work *work)
{
	return rope_equal_walk(work->a, work->b);
}

static uint64_t equal_iterator(struct work *work)
{
	return rope_equal_iterator(work->a, work->b);
}

static uint64_t equal_index(struct work *work)
{
	return rope_equal_index(work->a, work->b);
}

static uint64_t equal_fragstr(struct work *work)
{
	return fstr_equal(&work->view, &work->other, 0);
}

static uint64_t equal_flat(struct work *work)
{
	return !memcmp(work->a->flat, work->b->flat, work->len);
}

/* What it says where the last byte differs, and the first. */
static uint64_t equal_proof(const struct way *way, struct work *work)
{
	const struct fstr_frag *last = &work->b->frag[work->b->nr - 1];
	uint8_t *in_frag[] = { (uint8_t *)last->base + last->len - 1,
			       (uint8_t *)work->b->frag[0].base };
	uint8_t *in_flat[] = { (uint8_t *)work->b->flat + work->len - 1,
			       (uint8_t *)work->b->flat };
	uint64_t said = 0;

	for (size_t i = 0; i < ARRAY_SIZE(in_frag); i++) {
		*in_frag[i] ^= 1;
		*in_flat[i] ^= 1;
		said += way->run(work);
		*in_frag[i] ^= 1;
		*in_flat[i] ^= 1;
	}
	return said;
}

/*
 * Look-ups are summed up, each weighed with its turn: bytes that are right but in
 * another order give another sum.
 */
static uint64_t at_scan(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len; i++)
		sum += i * (uint64_t)rope_at(work->a, work->order[i]);
	return sum;
}

static uint64_t at_near(struct work *work)
{
	struct fstr_pos where = { };
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len; i++)
		sum += i * (uint64_t)fstr_at(&work->view, work->order[i], &where);
	return sum;
}

static uint64_t at_index(struct work *work)
{
	size_t hint = 0;
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len; i++)
		sum += i * (uint64_t)fstr_index_at(work->index, work->order[i], &hint);
	return sum;
}

static uint64_t at_flat(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len; i++)
		sum += i * work->a->flat[work->order[i]];
	return sum;
}

static uint64_t u8_scan(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len; i++)
		sum += i * (uint64_t)rope_at(work->a, i);
	return sum;
}

static uint64_t u8_reader(struct work *work)
{
	struct fstr_reader reader;
	uint64_t sum = 0;
	uint8_t value;

	fstr_reader_init(&reader, &work->view);
	for (size_t i = 0; !fstr_reader_u8(&reader, &value); i++)
		sum += i * value;
	return sum;
}

static uint64_t u8_flat(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len; i++)
		sum += i * work->a->flat[i];
	return sum;
}

/* A number was put together of the elements at four indices. */
static uint64_t be32_scan(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len / 4; i++) {
		uint32_t value = 0;

		for (size_t k = 0; k < 4; k++)
			value = value << 8 | (uint32_t)rope_at(work->a, 4 * i + k);
		sum += i * value;
	}
	return sum;
}

static uint64_t be32_reader(struct work *work)
{
	struct fstr_reader reader;
	uint64_t sum = 0;
	uint32_t value;

	fstr_reader_init(&reader, &work->view);
	for (size_t i = 0; !fstr_reader_be32(&reader, &value); i++)
		sum += i * value;
	return sum;
}

static uint64_t be32_flat(struct work *work)
{
	const uint8_t *p = work->a->flat;
	uint64_t sum = 0;

	for (size_t i = 0; i < work->len / 4; i++, p += 4)
		sum += i * ((uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
			    (uint32_t)p[2] << 8 | p[3]);
	return sum;
}

static const struct way way_walk = { "old:walk", equal_walk };
static const struct way way_iterator = { "old:iterator", equal_iterator };
static const struct way way_by_index = { "old:by-index", equal_index };
static const struct way way_equal = { "fragstr", equal_fragstr };
static const struct way way_memcmp = { "flat:memcmp", equal_flat };
static const struct way way_at_scan = { "old:scan", at_scan };
static const struct way way_at = { "fragstr", at_near };
static const struct way way_index_at = { "fragstr-index", at_index };
static const struct way way_at_flat = { "flat:at", at_flat };
static const struct way way_u8_scan = { "old:scan", u8_scan };
static const struct way way_u8 = { "fragstr", u8_reader };
static const struct way way_u8_flat = { "flat:u8", u8_flat };
static const struct way way_be32_scan = { "old:scan", be32_scan };
static const struct way way_be32 = { "fragstr", be32_reader };
static const struct way way_be32_flat = { "flat:be32", be32_flat };

enum order { FORWARD, BACKWARD, RANDOM };

/* A case on one string, but for its strings. */
struct lookup {
	const struct cut *cut;
	size_t len;
	enum order order;
	struct contest contest;
};

#define LOOKUP(r) \
	{ { &way_at_scan, &way_at, &way_at_flat, r }, \
	  { &way_at_scan, &way_index_at, &way_at_flat, r } }

static const struct lookup lookups[] = {
	{ &cut_byte, 1024, FORWARD, { .name = "index/sequential/byte/1k", .line = LOOKUP("84x"),
				      .per = 1024, .unit = "ns" } },
	{ &cut_byte, 1024, BACKWARD, { .name = "index/backward/byte/1k", .line = LOOKUP("100x"),
				       .per = 1024, .unit = "ns" } },
	{ &cut_byte, 1024, RANDOM, { .name = "index/random/byte/1k", .line = LOOKUP("1.2x"),
				     .per = 1024, .unit = "ns" } },
	{ &cut_small, K64, FORWARD, { .name = "index/sequential/small/64k", .line = LOOKUP(NULL),
				      .per = K64, .unit = "ns" } },
	{ &cut_small, K64, FORWARD, { .name = "read/u8/small/64k", .per = K64, .unit = "ns",
		.line = { { &way_u8_scan, &way_u8, &way_u8_flat, "132x" } } } },
	{ &cut_small, K64, FORWARD, { .name = "read/be32/small/64k", .per = K64 / 4, .unit = "ns",
		.line = { { &way_be32_scan, &way_be32, &way_be32_flat, "115x" } } } },
};

struct comparison {
	const struct cut *a, *b;
	struct contest contest;
};

static const struct comparison comparisons[] = {
	{ &cut_linear, &cut_linear, { .name = "equal/same/linear/64k",
		.line = { { &way_walk, &way_equal, &way_memcmp, "4x" },
			  { &way_iterator, &way_equal, &way_memcmp, "4x" } } } },
	{ &cut_linear, &cut_small, { .name = "equal/same/linear-small/64k",
		.line = { { &way_walk, &way_equal, &way_memcmp, "17x" },
			  { &way_iterator, &way_equal, &way_memcmp, "17x" },
			  { &way_by_index, &way_equal, &way_memcmp, NULL } } } },
	{ &cut_small, &cut_small, { .name = "equal/same/small-small/64k",
		.line = { { &way_walk, &way_equal, &way_memcmp, "27x" },
			  { &way_iterator, &way_equal, &way_memcmp, "27x" },
			  { &way_by_index, &way_equal, &way_memcmp, NULL } } } },
};

/* Ways that are timed: 4, 5 and 5, then 4 times 4, then 3 and 3. */
const size_t bytestring_lanes = 36;

static void compare(struct tally *tally, const struct traffic *traffic,
		    const struct comparison *comparison)
{
	struct contest contest = comparison->contest;
	uint8_t *flat = traffic_text(traffic, K64), *twin = traffic_text(traffic, K64);
	struct hay a, b;

	hay_init(&a, flat, K64, comparison->a, traffic, NULL);
	hay_init(&b, twin, K64, comparison->b, traffic, NULL);
	contest.work = (struct work){ .a = &a, .b = &b, .view = view_of(&a),
				      .other = view_of(&b), .len = K64 };
	contest.proof = equal_proof;
	contest.want = 1;
	contest.per = 1000;
	contest.unit = "us";
	contest.bytes = K64;
	contest_run(tally, &contest);
	hay_free(&a);
	hay_free(&b);
	free(flat);
	free(twin);
}

static size_t *make_order(enum order order, size_t len)
{
	size_t *pos = must(calloc(len, sizeof(*pos)));
	uint32_t random = 1;

	for (size_t i = 0; i < len; i++) {
		/* The top bits of a linear congruential generator, for what they are worth. */
		random = random * 1664525 + 1013904223;
		pos[i] = order == FORWARD ? i : order == BACKWARD ? len - 1 - i :
			 (random >> 8) % len;
	}
	return pos;
}

static void look_up(struct tally *tally, const struct traffic *traffic,
		    const struct lookup *lookup)
{
	struct contest contest = lookup->contest;
	uint8_t *flat = traffic_text(traffic, lookup->len);
	size_t *order = make_order(lookup->order, lookup->len);
	struct fstr_index *index;
	struct fstr view;
	struct hay hay;
	size_t size;

	hay_init(&hay, flat, lookup->len, lookup->cut, traffic, NULL);
	view = view_of(&hay);
	size = fstr_index_size(&view);
	index = must(malloc(size));
	if (fstr_index_init(index, size, &view))
		abort();
	contest.work = (struct work){ .a = &hay, .view = view, .index = index, .order = order,
				      .len = lookup->len };
	/* The bounds read the joined bytes: as plain as a twin can be. */
	contest.want = contest.line[0].bound->run(&contest.work);
	contest.bytes = lookup->len;
	contest_run(tally, &contest);
	free(index);
	free(order);
	free(flat);
	hay_free(&hay);
}

void bytestring_run(struct tally *tally, const struct traffic *traffic)
{
	contest_head("ByteString: equality, and look-up over 1024 fragments",
		     "before: C twins of the old rope, an element at a time (walk: all inlined;\n"
		     "iterator: a call and a box for each; by-index and scan: each index looked for\n"
		     "from fragment 0); reported: what the change to the original gained, on a JVM");
	for (size_t i = 0; i < ARRAY_SIZE(comparisons); i++)
		compare(tally, traffic, &comparisons[i]);
	for (size_t i = 0; i < ARRAY_SIZE(lookups); i++)
		look_up(tally, traffic, &lookups[i]);
}
