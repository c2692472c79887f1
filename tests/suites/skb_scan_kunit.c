// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans, for a needle or several, that go over the packets of a stream. */
#include "suite.h"
#include "sets.h"

#include "../runners/kernel/skb_build.h"

#define TEXT "abaabba"
#define LEN (sizeof(TEXT) - 1)

/*
 * A stream in packets: @scan, a new one, goes from one to the next, saved in between,
 * and finds what it finds in the stream as one block.
 */
static void try_packets(struct kunit *test, const struct fstr_scan *scan, struct naive_str hay,
			size_t packet)
{
	struct fstr_saved saved = { 0 };
	struct fstr_scan whole = *scan;
	struct fstr_match match, want;
	struct fstr_skb_scan s;

	KUNIT_EXPECT_EQ(test, fstr_scan_feed(&whole, hay.p, hay.len), 0);
	for (size_t at = 0; at < hay.len; at += packet) {
		size_t len = min(packet, hay.len - at);
		size_t end[] = { len / 3, len / 2, len };
		struct fstr_scan part = *scan;
		struct sk_buff *skb;

		skb = skb_build("lh(p)", hay.p + at, end);
		KUNIT_ASSERT_NOT_NULL(test, skb);
		KUNIT_EXPECT_EQ(test, fstr_scan_restore(&part, &saved), 0);
		KUNIT_EXPECT_EQ(test, fstr_skb_scan_init(&s, &part, skb, 0, SIZE_MAX), 0);
		while (!fstr_skb_scan_next(&s, &match)) {
			KUNIT_EXPECT_EQ(test, fstr_scan_next(&whole, &want), 0);
			KUNIT_EXPECT_EQ(test, match.pos, want.pos);
			KUNIT_EXPECT_EQ(test, match.which, want.which);
		}
		KUNIT_EXPECT_EQ(test, fstr_scan_save(&part, &saved), 0);
		kfree_skb(skb);
	}
	KUNIT_EXPECT_EQ(test, fstr_scan_next(&whole, &want), -ENOENT);
	KUNIT_EXPECT_EQ(test, saved.pos, hay.len);
}

static void skb_scan_packets(struct kunit *test)
{
	static const char text[] = "abababaabababbabab";
	static const struct fstr_set_needle needles[] = {
		{ "ababab", 6, 0 }, { "BAB", 3, FSTR_ICASE }, { "b", 1, 0 },
	};
	struct naive_str hay = { (const u8 *)text, sizeof(text) - 1 };
	struct fstr_needle *needle = suite_needle(needles[0].bytes, needles[0].len, 0);
	struct fstr_set *set = suite_set(needles, ARRAY_SIZE(needles));
	struct fstr_scan scan;

	KUNIT_ASSERT_TRUE(test, needle && set);
	for (size_t packet = 1; packet <= hay.len; packet++) {
		KUNIT_EXPECT_EQ(test, fstr_scan_init(&scan, needle, 0), 0);
		try_packets(test, &scan, hay, packet);
		fstr_scan_init_set(&scan, set);
		try_packets(test, &scan, hay, packet);
	}
	world_free(needle);
	world_free(set);
}

/* A scan that is not done with its block takes no other. */
static void skb_scan_busy(struct kunit *test)
{
	struct fstr_needle *needle = suite_needle("a", 1, 0);
	struct fstr_match match = { 0 };
	struct fstr_skb_scan s = { .err = 5 };
	struct fstr_scan scan;
	size_t end[] = { LEN };
	struct sk_buff *skb;

	skb = skb_build("l", (const u8 *)TEXT, end);
	KUNIT_ASSERT_NOT_NULL(test, skb);
	KUNIT_ASSERT_NOT_NULL(test, needle);
	fstr_scan_init(&scan, needle, 0);
	fstr_scan_feed(&scan, "aa", 2);
	KUNIT_EXPECT_EQ(test, fstr_skb_scan_init(&s, &scan, skb, 0, LEN), -EBUSY);
	KUNIT_EXPECT_EQ(test, s.err, 5);
	while (!fstr_scan_next(&scan, &match))
		;
	KUNIT_EXPECT_EQ(test, fstr_skb_scan_init(&s, &scan, skb, 1, LEN), 0);
	KUNIT_EXPECT_EQ(test, fstr_skb_scan_next(&s, &match), 0);
	KUNIT_EXPECT_EQ(test, match.pos, 3ull); /* 2, and the part begins at 1 */
	kfree_skb(skb);
	world_free(needle);
}

static struct kunit_case skb_scan_cases[] = {
	KUNIT_CASE(skb_scan_packets),
	KUNIT_CASE(skb_scan_busy),
	{}
};

static struct kunit_suite skb_scan_suite = {
	.name = "fragstr_skb_scan",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = skb_scan_cases,
};

kunit_test_suite(skb_scan_suite);
