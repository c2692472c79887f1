// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The use case: a table keyed by views. Connection preambles of four bytes, in
 * five layouts each, as one of them is in the packet that a segment border cuts.
 */
#include "suite.h"

#define BUCKETS 64
#define PREAMBLES 200
#define LAYOUTS 5

struct entry {
	struct entry *next;
	struct fstr key;
	int number;
};

struct table {
	struct entry *bucket[BUCKETS];
	struct entry entries[PREAMBLES];
	struct fstr_frag frags[PREAMBLES];
	uint8_t bytes[PREAMBLES][4];
};

static struct entry **bucket_of(struct table *table, const struct fstr *key)
{
	return &table->bucket[fstr_hash(key, 7, 0) % BUCKETS];
}

static int look_up(struct table *table, const struct fstr *key)
{
	for (struct entry *e = *bucket_of(table, key); e; e = e->next)
		if (fstr_equal(&e->key, key, 0))
			return e->number;
	return -1;
}

static void fill(struct table *table)
{
	struct rng rng = { .state = 8 };

	memset(table, 0, sizeof(*table));
	for (int i = 0; i < PREAMBLES; i++) {
		struct entry *e = &table->entries[i];
		struct entry **bucket;

		for (int c = 0; c < 4; c++)
			table->bytes[i][c] = (uint8_t)rng_next(&rng);
		table->frags[i] = (struct fstr_frag){ table->bytes[i], 4 };
		e->key = fstr_flat(&table->frags[i]);
		e->number = i;
		bucket = bucket_of(table, &e->key);
		e->next = *bucket;
		*bucket = e;
	}
}

/* Four bytes as 4, 1+3, 2+2, 3+1 and 1+1+1+1, with an empty fragment in each. */
static struct fstr lay_out(const uint8_t *bytes, int layout, struct fstr_frag *frag)
{
	static const uint8_t lens[LAYOUTS][5] = {
		{ 4, 0, 0, 0, 0 }, { 1, 0, 3, 0, 0 }, { 0, 2, 2, 0, 0 }, { 3, 1, 0, 0, 0 },
		{ 1, 1, 0, 1, 1 },
	};
	struct fstr s = { 0 };
	size_t at = 0;

	for (int i = 0; i < 5; i++) {
		frag[i] = (struct fstr_frag){ lens[layout][i] ? bytes + at : NULL,
					      lens[layout][i] };
		at += lens[layout][i];
	}
	fstr_init(&s, frag, 5);
	return s;
}

static void table_of_preambles(struct kunit *test)
{
	struct table *table = world_alloc(sizeof(*table));
	struct fstr_frag frag[5];
	uint8_t other[4];

	KUNIT_ASSERT_NOT_NULL(test, table);
	fill(table);
	for (int i = 0; i < PREAMBLES; i++) {
		for (int layout = 0; layout < LAYOUTS; layout++) {
			struct fstr key = lay_out(table->bytes[i], layout, frag);

			KUNIT_EXPECT_EQ_MSG(test, look_up(table, &key), i, "layout %d", layout);
			memcpy(other, table->bytes[i], 4);
			other[layout % 4] ^= 1;
			key = lay_out(other, layout, frag);
			KUNIT_EXPECT_EQ_MSG(test, look_up(table, &key), -1, "layout %d", layout);
		}
	}
	world_free(table);
}

static struct kunit_case table_cases[] = {
	KUNIT_CASE(table_of_preambles),
	{}
};

static struct kunit_suite table_suite = {
	.name = "fragstr_table",
	.test_cases = table_cases,
};

kunit_test_suite(table_suite);
