// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The textsearch algorithm, against naive twins and against the kernel's kmp where
 * that is there: over flat bytes, over socket buffers, and over blocks that we
 * fetch ourselves, each of which is gone when the next one is asked for.
 */
#include "suite.h"

#include <linux/textsearch.h>

#include "../runners/kernel/skb_build.h"
#include "seeds.h"

#define LONGEST 70000

/* Bytes in blocks, and the one block that a search may look at. */
struct blocks {
	struct naive_str hay;
	const size_t *end;
	size_t nr;
	u8 *held;
	size_t held_at;
	size_t held_len;
	const char *wrong;
};

static void take_back(struct blocks *b)
{
	if (b->held)
		memset(b->held, b->hay.p[0], b->held_len);
	world_free(b->held);
	b->held = NULL;
}

static struct blocks *blocks_of(struct ts_state *state)
{
	return *(struct blocks **)state->cb;
}

static unsigned int next_block(unsigned int consumed, const u8 **dst, struct ts_config *conf,
			       struct ts_state *state)
{
	struct blocks *b = blocks_of(state);
	size_t i;

	if (consumed < b->held_at)
		b->wrong = "it asked for an earlier block";
	take_back(b);
	for (i = 0; i < b->nr && b->end[i] <= consumed; i++)
		b->held_at = b->end[i];
	if (i == b->nr)
		return 0;
	b->held_len = b->end[i] - consumed;
	b->held = world_alloc(b->held_len);
	if (!b->held) {
		b->wrong = "no memory";
		return 0;
	}
	memcpy(b->held, b->hay.p + consumed, b->held_len);
	*dst = b->held;
	return b->held_len;
}

static void no_more_blocks(struct ts_config *conf, struct ts_state *state)
{
	take_back(blocks_of(state));
}

static ssize_t position(unsigned int pos)
{
	return pos == UINT_MAX ? -ENOENT : (ssize_t)pos;
}

/* Every match by find and next, in any order of blocks; NULL, or what is wrong. */
static const char *wrong_in_blocks(struct ts_config *conf, struct naive_str hay,
				   struct naive_str needle, unsigned int flags, const size_t *end,
				   size_t nr)
{
	struct blocks b = { .hay = hay, .end = end, .nr = nr };
	struct ts_state state;
	ssize_t want = naive_find(hay, needle, 0, flags);
	ssize_t got;

	memset(&state, 0, sizeof(state));
	*(struct blocks **)state.cb = &b;
	conf->get_next_block = next_block;
	conf->finish = no_more_blocks;
	got = position(textsearch_find(conf, &state));
	while (got == want && want >= 0) {
		if (state.offset != want + needle.len)
			return "state->offset is not the end of the match";
		want = naive_find(hay, needle, want + 1, flags);
		got = position(textsearch_next(conf, &state));
	}
	if (got != want)
		return want < 0 ? "a match that is none" : "a match is missing, or elsewhere";
	if (position(textsearch_next(conf, &state)) >= 0)
		return "a match behind the last one";
	if (state.offset != hay.len)
		return "state->offset is not the end of the bytes";
	return b.wrong;
}

static const char *wrong_flat(struct ts_config *conf, struct naive_str hay, struct naive_str needle,
			      unsigned int flags)
{
	struct ts_state state;
	ssize_t want = naive_find(hay, needle, 0, flags);
	ssize_t got;

	conf->finish = NULL;
	got = position(textsearch_find_continuous(conf, &state, hay.p, hay.len));
	while (got == want && want >= 0) {
		want = naive_find(hay, needle, want + 1, flags);
		got = position(textsearch_next(conf, &state));
	}
	return got == want ? NULL : "flat bytes";
}

/* The first match, as kmp says; there is no kmp in every kernel. */
static const char *wrong_by_kmp(struct ts_config *conf, struct ts_config *kmp, struct naive_str hay)
{
	struct ts_state state;

	if (IS_ERR(kmp))
		return NULL;
	conf->finish = NULL;
	kmp->finish = NULL;
	if (textsearch_find_continuous(kmp, &state, hay.p, hay.len) !=
	    textsearch_find_continuous(conf, &state, hay.p, hay.len))
		return "kmp says otherwise";
	return NULL;
}

static struct ts_config *prepare(const char *algo, struct naive_str needle, unsigned int flags)
{
	return textsearch_prepare(algo, needle.p, needle.len, GFP_KERNEL,
				  TS_AUTOLOAD | (flags & FSTR_ICASE ? TS_IGNORECASE : 0));
}

static void destroy(struct ts_config *conf)
{
	if (!IS_ERR(conf))
		textsearch_destroy(conf);
}

/* Some bits of @mask say where a block ends, and the last one does at the end. */
static size_t cut_by_mask(unsigned int mask, size_t len, size_t *end)
{
	size_t nr = 0;

	for (size_t i = 1; i < len; i++)
		if (mask & 1u << (i - 1))
			end[nr++] = i;
	end[nr++] = len;
	return nr;
}

static const char *wrong_every_cut(struct naive_str hay, struct naive_str needle,
				   unsigned int flags)
{
	struct ts_config *conf = prepare("fragstr", needle, flags);
	struct ts_config *kmp = prepare("kmp", needle, flags);
	const char *wrong;
	size_t end[16];

	if (IS_ERR(conf)) {
		destroy(kmp);
		return "textsearch_prepare";
	}
	wrong = wrong_flat(conf, hay, needle, flags);
	wrong = wrong ?: wrong_by_kmp(conf, kmp, hay);
	for (unsigned int mask = 0; mask < 1u << (hay.len - 1) && !wrong; mask++) {
		size_t nr = cut_by_mask(mask, hay.len, end);

		wrong = wrong_in_blocks(conf, hay, needle, flags, end, nr);
	}
	destroy(conf);
	destroy(kmp);
	return wrong;
}

static void report(struct kunit *test, const char *wrong, struct naive_str hay,
		   struct naive_str needle, unsigned int flags)
{
	char in[160], what[160];

	if (wrong)
		KUNIT_FAIL(test, "%s: \"%s\" in \"%s\", flags %u", wrong,
			   suite_quote(needle.p, needle.len, what, sizeof(what)),
			   suite_quote(hay.p, hay.len, in, sizeof(in)), flags);
}

/* Each part of each text is a needle, and so are some that are not in there. */
static void ts_every_cut(struct kunit *test)
{
	static const struct {
		const char *text;
		size_t len;
		unsigned int flags;
	} rows[] = {
		{ "abaabba", 7, 0 },	 { "aaaaaaaa", 8, 0 },	  { "a\0a\0\0a\0", 7, 0 },
		{ "ababacab", 8, 0 },	 { "\0\0\0\1", 4, 0 },	  { "\r\n\r\r\n\r\n", 7, 0 },
		{ "aBaAbBA", 7, FSTR_ICASE }, { "@`[{a\xe1", 6, FSTR_ICASE },
	};
	static const char *const absent[] = { "b", "ab", "aab", "aaaaaaaaa", "bab", "\n" };

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct naive_str hay = { (const u8 *)rows[i].text, rows[i].len };
		struct naive_str needle;

		for (size_t from = 0; from < hay.len; from++) {
			for (size_t to = from + 1; to <= hay.len; to++) {
				needle = (struct naive_str){ hay.p + from, to - from };
				report(test, wrong_every_cut(hay, needle, rows[i].flags), hay,
				       needle, rows[i].flags);
			}
		}
		for (size_t n = 0; n < ARRAY_SIZE(absent); n++) {
			needle = (struct naive_str){ (const u8 *)absent[n], strlen(absent[n]) };
			report(test, wrong_every_cut(hay, needle, rows[i].flags), hay, needle,
			       rows[i].flags);
		}
	}
}

static const char *wrong_case(struct random_case *c, struct rng *rng)
{
	struct naive_str needle = { c->needle, c->needle_len };
	struct naive_str hay = { c->hay, c->len };
	struct ts_config *conf = prepare("fragstr", needle, c->flags);
	struct ts_config *kmp = prepare("kmp", needle, c->flags);
	size_t nr = 1 + rng_below(rng, 12);
	const char *wrong = "textsearch_prepare";
	size_t end[12];

	if (!IS_ERR(conf)) {
		skb_build_random_cut(rng, end, nr, hay.len);
		wrong = wrong_flat(conf, hay, needle, c->flags);
		wrong = wrong ?: wrong_in_blocks(conf, hay, needle, c->flags, end, nr);
		wrong = wrong ?: wrong_by_kmp(conf, kmp, hay);
	}
	destroy(conf);
	destroy(kmp);
	return wrong;
}

static void ts_random(struct kunit *test)
{
	struct random_case *c = world_alloc(sizeof(*c));
	struct rng rng = { 4040 };

	KUNIT_ASSERT_NOT_NULL(test, c);
	for (int round = 0; round < SUITE_ROUNDS; round++) {
		random_case(c, &rng);
		if (!c->needle_len)
			continue;
		report(test, wrong_case(c, &rng), (struct naive_str){ c->hay, c->len },
		       (struct naive_str){ c->needle, c->needle_len }, c->flags);
	}
	world_free(c);
}

/* One byte, and 65535, as many as an ematch can have; over blocks of 1000 bytes. */
static void ts_lengths(struct kunit *test)
{
	static const size_t lengths[] = { 1, 2, 7, 8, 9, 127, 128, 129, 255, 1000, 4096, 65535 };
	u8 *bytes = world_alloc(LONGEST);
	size_t end[LONGEST / 1000];

	KUNIT_ASSERT_NOT_NULL(test, bytes);
	for (size_t i = 0; i < LONGEST; i++)
		bytes[i] = i * i % 251 + i / 256;
	for (size_t i = 0; i < ARRAY_SIZE(end); i++)
		end[i] = 1000 * (i + 1);
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		struct naive_str hay = { bytes, LONGEST };
		struct naive_str needle = { bytes + 3990, lengths[i] };
		struct ts_config *conf = prepare("fragstr", needle, 0);
		const char *wrong = "textsearch_prepare";

		if (!IS_ERR(conf)) {
			KUNIT_EXPECT_EQ(test, textsearch_get_pattern_len(conf), lengths[i]);
			KUNIT_EXPECT_EQ(test, 0, memcmp(textsearch_get_pattern(conf), needle.p,
							needle.len));
			wrong = wrong_in_blocks(conf, hay, needle, 0, end, ARRAY_SIZE(end));
		}
		if (wrong)
			KUNIT_FAIL(test, "%s: %zu bytes", wrong, lengths[i]);
		destroy(conf);
	}
	world_free(bytes);
}

/* Where we differ from kmp, which folds Latin-1: documented in Kconfig. */
static void ts_folds_ascii_alone(struct kunit *test)
{
	struct naive_str small = { (const u8 *)"caf\xe9", 4 };
	struct ts_config *conf = prepare("fragstr", small, FSTR_ICASE);
	struct ts_config *kmp = prepare("kmp", small, FSTR_ICASE);
	struct ts_state state;

	KUNIT_ASSERT_TRUE(test, !IS_ERR(conf));
	conf->finish = NULL;
	KUNIT_EXPECT_EQ(test, textsearch_find_continuous(conf, &state, "CAF\xe9", 4), 0u);
	KUNIT_EXPECT_EQ(test, textsearch_find_continuous(conf, &state, "CAF\xc9", 4), UINT_MAX);
	if (!IS_ERR(kmp)) {
		kmp->finish = NULL;
		KUNIT_EXPECT_EQ(test, textsearch_find_continuous(kmp, &state, "CAF\xc9", 4), 0u);
	}
	destroy(kmp);
	destroy(conf);
}

static void ts_bad_input(struct kunit *test)
{
	struct ts_config *conf;

	conf = textsearch_prepare("fragstr", "", 0, GFP_KERNEL, 0);
	KUNIT_EXPECT_EQ(test, PTR_ERR(conf), (long)-EINVAL);
	conf = textsearch_prepare("fragstr", "a", UINT_MAX, GFP_KERNEL, 0);
	KUNIT_EXPECT_EQ(test, PTR_ERR(conf), (long)-EINVAL);
	conf = textsearch_prepare("fragstr", "a", UINT_MAX / 5, GFP_KERNEL, 0);
	KUNIT_EXPECT_EQ(test, PTR_ERR(conf), (long)-EINVAL);
	conf = textsearch_prepare("fragstr_", "a", 1, GFP_KERNEL, 0);
	KUNIT_EXPECT_EQ(test, PTR_ERR(conf), (long)-ENOENT);
}

/* skb_find_text() in every window of a buffer; a match lies wholly in it. */
static const char *wrong_windows(struct sk_buff *skb, struct naive_str hay, struct naive_str needle)
{
	struct ts_config *conf = prepare("fragstr", needle, 0);
	struct ts_config *kmp = prepare("kmp", needle, 0);
	const char *wrong = IS_ERR(conf) ? "textsearch_prepare" : NULL;

	for (size_t to = 0; to <= hay.len && !wrong; to++) {
		for (size_t from = 0; from <= to && !wrong; from++) {
			struct naive_str window = { hay.p + from, to - from };
			ssize_t got = position(skb_find_text(skb, from, to, conf));

			if (got != naive_find(window, needle, 0, 0))
				wrong = "skb_find_text";
			else if (!IS_ERR(kmp) && got != position(skb_find_text(skb, from, to, kmp)))
				wrong = "skb_find_text, for kmp says otherwise";
		}
	}
	destroy(conf);
	destroy(kmp);
	return wrong;
}

static void ts_skb_windows(struct kunit *test)
{
	static const char *const shapes[] = { "l", "lp", "lppp", "l(l,l)", "l(lp,p)", "p(l,p)" };
	struct naive_str hay = { (const u8 *)"abaabba", 7 };
	size_t end[SKB_BUILD_PIECES];

	for (size_t i = 0; i < ARRAY_SIZE(shapes); i++) {
		size_t nr = skb_build_pieces(shapes[i]);

		skb_build_first_cut(end, nr, hay.len);
		do {
			struct sk_buff *skb = skb_build(shapes[i], hay.p, end);

			KUNIT_ASSERT_NOT_NULL(test, skb);
			for (size_t at = 0; at < hay.len; at++) {
				struct naive_str needle = { hay.p + at,
							    min_t(size_t, 1 + at % 4,
								  hay.len - at) };

				report(test, wrong_windows(skb, hay, needle), hay, needle, 0);
			}
			kfree_skb(skb);
		} while (skb_build_next_cut(end, nr, hay.len));
	}
}

struct shared_search {
	struct ts_config *conf;
	unsigned int wrong;
};

static void search_again(void *arg)
{
	static const char text[] = "abababababababababababababababababababacabababab";
	struct shared_search *shared = arg;
	struct ts_state state;

	for (int i = 0; i < 100; i++) {
		struct ts_config *conf = shared->conf;

		if (textsearch_find_continuous(conf, &state, text, sizeof(text) - 1) != 34 ||
		    textsearch_next(conf, &state) != UINT_MAX)
			shared->wrong++;
	}
}

/* One rule, many CPUs. */
static void ts_shared(struct kunit *test)
{
	struct naive_str needle = { (const u8 *)"ababac", 6 };
	struct shared_search other = { .conf = prepare("fragstr", needle, 0) };
	struct shared_search mine = other;
	struct world_thread *thread;
	u64 end = world_now_ns() + SUITE_THREADS_MS * 1000000ull;

	KUNIT_ASSERT_TRUE(test, !IS_ERR(other.conf));
	other.conf->finish = NULL;
	thread = world_thread_start(search_again, &other);
	KUNIT_ASSERT_NOT_NULL(test, thread);
	while (world_now_ns() < end)
		search_again(&mine);
	world_thread_stop(thread);
	KUNIT_EXPECT_EQ(test, mine.wrong + other.wrong, 0u);
	destroy(other.conf);
}

static struct kunit_case ts_cases[] = {
	KUNIT_CASE(ts_every_cut),
	KUNIT_CASE(ts_random),
	KUNIT_CASE(ts_lengths),
	KUNIT_CASE(ts_folds_ascii_alone),
	KUNIT_CASE(ts_bad_input),
	KUNIT_CASE(ts_skb_windows),
	KUNIT_CASE(ts_shared),
	{}
};

static struct kunit_suite ts_suite = {
	.name = "fragstr_ts",
	.test_cases = ts_cases,
};

kunit_test_suite(ts_suite);
