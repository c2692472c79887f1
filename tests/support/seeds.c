// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "runner.h"

#include "seeds.h"

/* L: that many fill bytes before the text. S: no fill bytes. */
#define L(lead, fill, text, needle, from, want, flags) \
	{ \
		__LINE__, lead, fill, text, sizeof(text) - 1, needle, sizeof(needle) - 1, from, \
			want, flags \
	}
#define S(text, needle, from, want, flags) L(0, 0, text, needle, from, want, flags)

#define HEX64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

const struct find_seed find_seeds[] = {
	/* the empty needle, and the ends */
	S("", "", 0, 0, 0),
	S("", "a", 0, -ENOENT, 0),
	S("", "", 1, -ENOENT, 0),
	S("xxyz", "", 0, 0, 0),
	S("xxyz", "", 1, 1, 0),
	S("xxyz", "", 4, 4, 0),
	S("xxyz", "", 5, -ENOENT, 0),
	S("xxyz", "", (size_t)-1, -ENOENT, 0),
	S("xxyz", "z", (size_t)-1, -ENOENT, 0),
	S("xxyz", "z", 4, -ENOENT, 0),
	S("xxyz", "z", 3, 3, 0),
	S("abc", "abcd", 0, -ENOENT, 0),
	S("\1\2", "\3", 0, -ENOENT, 0),

	/* overlaps and borders */
	S("abcdefg", "a", 0, 0, 0),
	S("abcdefg", "abc", 0, 0, 0),
	S("abcdefg", "g", 0, 6, 0),
	S("abab", "ab", 0, 0, 0),
	S("abab", "ab", 1, 2, 0),
	S("ababa", "aba", 0, 0, 0),
	S("ababa", "aba", 1, 2, 0),
	S("aaaa", "aa", 0, 0, 0),
	S("aaaa", "aa", 2, 2, 0),
	S("aabaaab", "aaab", 0, 3, 0),
	S("ababaca", "abac", 0, 2, 0),
	S("abaabaac", "abaac", 0, 3, 0),
	S("aabaabab", "aabab", 0, 3, 0),
	S("abcabcabd", "abcabd", 0, 3, 0),
	S("abacabadabacabac", "abacabac", 0, 8, 0),

	/* bytes are bytes */
	S("a\0b\0c", "\0c", 0, 3, 0),
	S("\0\0\0\1", "\0\1", 0, 2, 0),
	S("\377\376\377\377", "\377\377", 0, 2, 0),
	S("\200\1\201", "\1\201", 0, 1, 0),
	S("\1\0\1\1", "\1\1", 0, 2, 0),

	/* case: ASCII letters alone fold */
	S("xxHOSTyy", "host", 0, 2, FSTR_ICASE),
	S("xxhOsT", "HoSt", 0, 2, FSTR_ICASE),
	S("xxFUZZY-WUZZY-WAS-A-BEAR", "fuzzy-wuzzy-was-a", 0, 2, FSTR_ICASE),
	S("xxHOST", "host", 0, -ENOENT, 0),
	S("@[`{", "`{", 0, 2, FSTR_ICASE),
	S("`{@[", "@[", 0, 2, FSTR_ICASE),
	S("\300\340", "\340", 0, 1, FSTR_ICASE),
	S("\311t\351T", "\351t", 0, 2, FSTR_ICASE),
	S("CoNtEnT-lEnGtH: 5", "content-length:", 0, 0, FSTR_ICASE),
	L(40, '-', "Connection: CLOSE\r\n", "connection: close", 0, 40, FSTR_ICASE),

	/* delimiters split over fragments and packets */
	S("1234567890\r", "\r\n", 0, -ENOENT, 0),
	S("1234567890\r\n", "\r\n", 0, 10, 0),
	S("Host: a.b\r\n\r\nbody", "\r\n\r\n", 0, 9, 0),
	S("a text of 16 b.\r\n\r\n", "\r\n\r\n", 0, 15, 0),
	S("\r\n\r\r\n\r\n", "\r\n\r\n", 0, 3, 0),
	S("xxfoo bar bazyy", "foo bar baz", 0, 2, 0),
	L(52, 'h', "GET /bmtest HTTP/1.1\r\nHost: www.example.com\r\n\r\n", "GET /bmtest", 0, 52,
	  0),

	/* the last position, and long needles */
	L(255, 'a', "x", "xy", 0, -ENOENT, 0),
	L(255, 'a', "x", "ax", 0, 254, 0),
	L(8191, 0, "1234j", "1234j", 0, 8191, 0),
	L(8188, 0, "1234j", "1234j", 0, 8188, 0),
	L(8190, 0, "1234j", "1234j", 0, 8190, 0),
	L(249, '.', "foobar", "foobar", 0, 249, 0),
	L(253, '.', "foobar", "foobar", 0, 253, 0),
	L(4092, '.', "foobar", "foobar", 0, 4092, 0),
	L(8188, '.', "foobar", "foobar", 0, 8188, 0),
	L(30, 'a', HEX64 "g", HEX64, 0, 30, 0),
	L(30, 'a', HEX64 "g", HEX64 "g", 0, 30, 0),
	L(3, '0', HEX64 HEX64 "xyz", HEX64 HEX64 "x", 0, 3, 0),
	L(0, 0, HEX64 HEX64 "xyz", HEX64 "x", 0, 64, 0),

	/* all but found, again and again: the fast path gives up */
	L(300, 'a', "b", "aaaaaaaaaaaaaaab", 0, 285, 0),
	L(300, 'a', "baaaaaaaaaaaaaaa", "baaaaaaaaaaaaaaa", 0, 300, 0),
	L(200, 'a', "aaaaaaaabaaaaaaa", "aaaaaaaabaaaaaaa", 0, 200, 0),
	S("abababababababababababababababababababababababababababaa", "ababababaa", 0, 46, 0),
};

const size_t NR_FIND_SEEDS = ARRAY_SIZE(find_seeds);

size_t seed_text(const struct find_seed *seed, uint8_t *to)
{
	memset(to, seed->fill, seed->lead);
	memcpy(to + seed->lead, seed->text, seed->text_len);
	return seed->lead + seed->text_len;
}

static uint8_t random_letter(struct rng *rng, uint32_t letters, unsigned int flags)
{
	static const uint8_t alphabet[] = { 'a', 'b', 'c', 0, 0xe1, '\r' };
	uint8_t letter = alphabet[rng_below(rng, letters)];

	return flags & FSTR_ICASE && letter >= 'a' && letter <= 'c' && rng_below(rng, 2) ?
		letter - 'a' + 'A' : letter;
}

void random_case(struct random_case *c, struct rng *rng)
{
	uint32_t letters = 1 + rng_below(rng, 6);
	size_t begin;

	c->flags = rng_below(rng, 3) ? 0 : FSTR_ICASE;
	c->len = rng_length(rng, sizeof(c->hay));
	for (size_t i = 0; i < c->len; i++)
		c->hay[i] = random_letter(rng, letters, c->flags);

	c->needle_len = rng_length(rng, sizeof(c->needle));
	if (rng_below(rng, 4) && c->needle_len <= c->len) {
		begin = rng_below(rng, (uint32_t)(c->len - c->needle_len + 1));
		memcpy(c->needle, c->hay + begin, c->needle_len);
		if (c->needle_len && !rng_below(rng, 3))
			c->needle[rng_below(rng, (uint32_t)c->needle_len)] =
				random_letter(rng, letters, c->flags);
	} else {
		for (size_t i = 0; i < c->needle_len; i++)
			c->needle[i] = random_letter(rng, letters, c->flags);
	}
}
