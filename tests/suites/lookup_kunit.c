// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_at and the index, alone and with a hint that threads share. */
#include "suite.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

static struct fstr_index *suite_index(const struct fstr *s)
{
	size_t size = fstr_index_size(s);
	struct fstr_index *ix = world_alloc(size);

	if (ix && fstr_index_init(ix, size, s)) {
		world_free(ix);
		ix = NULL;
	}
	return ix;
}

/* Every position, in an order that goes near and far, with and without a hint. */
static bool right_everywhere(const struct fstr *s, const char *bytes, const struct fstr_index *ix)
{
	struct fstr_pos where = { 0 };
	struct fstr_pos located;
	size_t hint = 12345;

	for (size_t i = 0; i < 3 * s->len; i++) {
		size_t pos = i < s->len ? i : i < 2 * s->len ? 2 * s->len - 1 - i : i * 7 % s->len;
		size_t seen = hint;

		if (fstr_at(s, pos, &where) != (uint8_t)bytes[pos] ||
		    where.base[pos - where.start] != (uint8_t)bytes[pos])
			return false;
		if (fstr_index_at(ix, pos, NULL) != (uint8_t)bytes[pos] ||
		    fstr_index_at(ix, pos, &hint) != (uint8_t)bytes[pos])
			return false;
		if (hint >= s->nr)
			return false;
		/* what others may write there */
		if (i % 5 == 0)
			hint = (size_t)0 - i % 3;
		else if (i % 7 == 0)
			hint = seen;
		if (fstr_index_locate(ix, pos, &hint, &located) ||
		    pos - located.start >= located.len ||
		    located.base[pos - located.start] != (uint8_t)bytes[pos])
			return false;
	}
	return true;
}

static void lookup_every_cut(struct kunit *test)
{
	static const size_t lens[] = { 0, 1, 2, 7, 8, 62 };
	struct cuts cuts;
	char name[160];

	for (size_t i = 0; i < ARRAY_SIZE(lens); i++) {
		cuts_init(&cuts, arenas(test)->a, letters, lens[i], NULL, 0);
		while (cuts_next(&cuts)) {
			struct fstr_index *ix = suite_index(&cuts.view);

			KUNIT_ASSERT_NOT_NULL(test, ix);
			KUNIT_EXPECT_TRUE_MSG(test, right_everywhere(&cuts.view, letters, ix),
					      "%zu bytes, cut %s", lens[i],
					      cuts_name(&cuts, name, sizeof(name)));
			world_free(ix);
		}
	}
}

static void lookup_out_of_range(struct kunit *test)
{
	struct fstr_pos where = { .frag = 0, .start = 0 };
	static const struct fstr_frag frags[] = { { "ab", 2 }, { "", 0 }, { "c", 1 }, { NULL, 0 } };
	struct fstr_index *ix;
	size_t hint = 2;
	struct fstr s;

	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, 4), 0);
	ix = suite_index(&s);
	KUNIT_ASSERT_NOT_NULL(test, ix);
	KUNIT_EXPECT_EQ(test, fstr_at(&s, 1, &where), 'b');
	KUNIT_EXPECT_EQ(test, fstr_at(&s, 3, &where), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_at(&s, (size_t)-1, &where), -ENOENT);
	KUNIT_EXPECT_EQ(test, where.frag, (size_t)0);
	KUNIT_EXPECT_EQ(test, fstr_at(&s, 2, &where), 'c');
	KUNIT_EXPECT_EQ(test, where.frag, (size_t)2);
	KUNIT_EXPECT_EQ(test, fstr_index_at(ix, 3, &hint), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_index_at(ix, (size_t)-1, NULL), -ENOENT);
	KUNIT_EXPECT_EQ(test, fstr_index_locate(ix, 3, NULL, &where), -ENOENT);
	KUNIT_EXPECT_EQ(test, where.frag, (size_t)2);
	world_free(ix);
}

static void index_refuses(struct kunit *test)
{
	const struct fstr *s = FSTR_BUF(letters, 10);
	size_t size = fstr_index_size(s);
	uint8_t *mem = world_alloc(size + 8);

	KUNIT_ASSERT_NOT_NULL(test, mem);
	memset(mem, 0xa5, size + 8);
	KUNIT_EXPECT_EQ(test, fstr_index_init(NULL, size, s), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_index_init((struct fstr_index *)(mem + 4), size, s), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_index_init((struct fstr_index *)mem, size - 1, s), -ENOSPC);
	KUNIT_EXPECT_EQ(test, mem[0], (uint8_t)0xa5);
	KUNIT_EXPECT_EQ(test, fstr_index_init((struct fstr_index *)mem, size, s), 0);
	KUNIT_EXPECT_EQ(test, mem[size], (uint8_t)0xa5);
	world_free(mem);
}

/* Longer than 4 GiB: only lengths are looked at, and bases of the right fragment. */
static void index_of_a_very_long_view(struct kunit *test)
{
	static const char one[] = "x", two[] = "y";
	size_t huge = (size_t)-1 / 4;
	const struct fstr_frag frags[] = { { one, huge }, { two, 1 }, { one, 1 } };
	struct fstr_pos where = { 0 };
	struct fstr_index *ix;
	struct fstr s;

	if (sizeof(size_t) < 8)
		kunit_skip(test, "no view is that long here");
	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, 3), 0);
	ix = suite_index(&s);
	KUNIT_ASSERT_NOT_NULL(test, ix);
	KUNIT_EXPECT_EQ(test, fstr_index_at(ix, 0, NULL), 'x');
	KUNIT_EXPECT_EQ(test, fstr_index_at(ix, huge, NULL), 'y');
	KUNIT_EXPECT_EQ(test, fstr_index_at(ix, huge + 1, NULL), 'x');
	KUNIT_EXPECT_EQ(test, fstr_at(&s, huge, &where), 'y');
	world_free(ix);
}

/* Ten thousand empty fragments around one byte. */
static void lookup_among_empties(struct kunit *test)
{
	size_t nr = 10001;
	struct fstr_frag *frags = world_alloc(nr * sizeof(*frags));
	struct fstr_pos where = { 0 };
	struct fstr_index *ix;
	struct fstr s;

	KUNIT_ASSERT_NOT_NULL(test, frags);
	for (size_t i = 0; i < nr; i++)
		frags[i] = (struct fstr_frag){ NULL, 0 };
	frags[7777] = (struct fstr_frag){ "q", 1 };
	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, nr), 0);
	ix = suite_index(&s);
	KUNIT_ASSERT_NOT_NULL(test, ix);
	KUNIT_EXPECT_EQ(test, fstr_at(&s, 0, &where), 'q');
	KUNIT_EXPECT_EQ(test, where.frag, (size_t)7777);
	KUNIT_EXPECT_EQ(test, fstr_index_at(ix, 0, NULL), 'q');
	KUNIT_EXPECT_EQ(test, fstr_index_at(ix, 1, NULL), -ENOENT);
	KUNIT_EXPECT_TRUE(test, fstr_equal(&s, FSTR_BUF("q", 1), 0));
	KUNIT_EXPECT_EQ(test, fstr_hash(&s, 3, 0), fstr_hash(FSTR_BUF("q", 1), 3, 0));
	world_free(ix);
	world_free(frags);
}

#define SHARED_FRAGS 61
#define SHARED_BYTES 4000
#define READERS 8

/* One index and one hint, and whether anybody was given a wrong byte. */
struct shared {
	const struct fstr_index *ix;
	size_t hint;
	unsigned int wrong;
	unsigned int started;
};

static uint8_t shared_byte(size_t pos)
{
	return (uint8_t)(pos % 251);
}

static void read_shared(void *arg)
{
	struct shared *shared = arg;
	struct rng rng = { .state = 1 + world_now_ns() };

	for (int i = 0; i < 1000; i++) {
		size_t pos = rng_below(&rng, SHARED_BYTES);

		if (fstr_index_at(shared->ix, pos, &shared->hint) != shared_byte(pos))
			__atomic_store_n(&shared->wrong, 1, __ATOMIC_RELAXED);
	}
	__atomic_fetch_add(&shared->started, 1, __ATOMIC_RELAXED);
}

static void index_shared_by_threads(struct kunit *test)
{
	uint8_t *bytes = world_alloc(SHARED_BYTES);
	struct world_thread *threads[READERS];
	struct fstr_frag frags[SHARED_FRAGS];
	struct shared shared = { 0 };
	struct fstr_index *ix;
	struct fstr s;
	uint64_t until;

	KUNIT_ASSERT_NOT_NULL(test, bytes);
	for (size_t i = 0; i < SHARED_BYTES; i++)
		bytes[i] = shared_byte(i);
	for (size_t i = 0, at = 0; i < SHARED_FRAGS; i++) {
		size_t len = i + 1 < SHARED_FRAGS ? 1 + i * 29 % 97 : SHARED_BYTES - at;

		frags[i] = (struct fstr_frag){ bytes + at, len };
		at += len;
	}
	KUNIT_ASSERT_EQ(test, fstr_init(&s, frags, SHARED_FRAGS), 0);
	ix = suite_index(&s);
	KUNIT_ASSERT_NOT_NULL(test, ix);
	shared.ix = ix;
	until = world_now_ns() + (uint64_t)SUITE_THREADS_MS * 1000 * 1000;
	for (int i = 0; i < READERS; i++)
		threads[i] = world_thread_start(read_shared, &shared);
	while (world_now_ns() < until)
		read_shared(&shared);
	for (int i = 0; i < READERS; i++) {
		KUNIT_EXPECT_NOT_NULL(test, threads[i]);
		if (threads[i])
			world_thread_stop(threads[i]);
	}
	KUNIT_EXPECT_EQ(test, shared.wrong, 0u);
	KUNIT_EXPECT_GT(test, shared.started, 0u);
	world_free(ix);
	world_free(bytes);
}

static struct kunit_case lookup_cases[] = {
	KUNIT_CASE(lookup_every_cut),
	KUNIT_CASE(lookup_out_of_range),
	KUNIT_CASE(index_refuses),
	KUNIT_CASE(index_of_a_very_long_view),
	KUNIT_CASE(lookup_among_empties),
	KUNIT_CASE_SLOW(index_shared_by_threads),
	{}
};

static struct kunit_suite lookup_suite = {
	.name = "fragstr_lookup",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = lookup_cases,
};

kunit_test_suite(lookup_suite);
