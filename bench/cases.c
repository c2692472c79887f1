// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The table of cases, and their names. */
#include <fnmatch.h>
#include <string.h>

#include "bench.h"

#define CUT(id) { #id, &cut_##id, NULL }

/* Every cut that needs no needle, and with the one that does. */
static const struct layout cuts[] = {
	CUT(linear), CUT(page), CUT(mtu), CUT(small), CUT(tiny), CUT(mixed), CUT(wire), { }
};

static const struct layout needle_cuts[] = {
	CUT(linear), CUT(page), CUT(mtu), CUT(small), CUT(tiny), CUT(mixed), CUT(wire),
	CUT(worst), { }
};

static const struct layout few_cuts[] = { CUT(linear), CUT(mtu), CUT(small), { } };
static const struct layout short_cuts[] = { CUT(linear), CUT(small), CUT(tiny), { } };
static const struct layout two_cut[] = { CUT(two), { } };

static const struct layout pairs[] = {
	{ "linear", &cut_linear, &cut_linear },
	{ "page-mtu", &cut_page, &cut_mtu },
	{ "mtu-mixed", &cut_mtu, &cut_mixed },
	{ "small-mixed", &cut_small, &cut_mixed },
	{ "tiny-tiny", &cut_tiny, &cut_tiny },
	{ }
};

static const struct layout short_pairs[] = {
	{ "linear", &cut_linear, &cut_linear },
	{ "small-mixed", &cut_small, &cut_mixed },
	{ }
};

#define HEADER "539", 539
#define K10 "10k", 10000
#define K64 "64k", 65536
#define K1000 "1000k", 1000000
#define M1 "1m", 1048576
#define M64 "64m", 67108864

static const struct shape all[] = {
	{ HEADER, short_cuts, 0 }, { K64, cuts, CASE_QUICK }, { M1, cuts, 0 },
	{ M64, few_cuts, 0 }, { }
};

static const struct shape search[] = {
	{ HEADER, short_cuts, 0 }, { K64, needle_cuts, CASE_QUICK }, { M1, needle_cuts, 0 },
	{ M64, few_cuts, 0 }, { }
};

static const struct shape two[] = { { K64, two_cut, CASE_QUICK }, { M1, two_cut, 0 }, { } };
static const struct shape middle[] = { { K64, cuts, 0 }, { M1, cuts, CASE_QUICK }, { } };
static const struct shape worst[] = { { K64, needle_cuts, CASE_QUICK }, { M1, few_cuts, 0 }, { } };
static const struct shape equal[] = {
	{ HEADER, short_pairs, 0 }, { K64, pairs, CASE_QUICK }, { M1, pairs, 0 }, { }
};
static const struct shape look[] = { { K64, cuts, CASE_QUICK }, { M1, few_cuts, 0 }, { } };
static const struct shape read_all[] = { { K10, cuts, CASE_QUICK }, { K1000, cuts, 0 }, { } };

/* Growth: in fragments, of 16 MiB in all; in bytes; in needles. */
#define NUMBER(n) { "n" #n, &(const struct cut){ "n" #n, CUT_NUMBER, n }, NULL }

static const struct layout numbers[] = {
	NUMBER(1), NUMBER(10), NUMBER(100), NUMBER(1000), NUMBER(10000), NUMBER(100000),
	NUMBER(1000000), { }
};
static const struct layout only_mtu[] = { CUT(mtu), { } };

static const struct shape grow_fragments[] = {
	{ "16m", 16777216, numbers, CASE_GROWTH }, { }
};

static const struct shape grow_bytes[] = {
	{ "1k", 1024, only_mtu, CASE_GROWTH }, { "16k", 16384, only_mtu, CASE_GROWTH },
	{ "256k", 262144, only_mtu, CASE_GROWTH }, { "4m", 4194304, only_mtu, CASE_GROWTH },
	{ "64m", 67108864, only_mtu, CASE_GROWTH }, { "1g", 1073741824, only_mtu, CASE_GROWTH },
	{ }
};
static const struct shape grow_needles[] = { { K64, only_mtu, CASE_GROWTH }, { } };

#define LITERAL(s) .source = SOURCE_LITERAL, .pattern = { s, sizeof(s) - 1 }
#define ABSENT .source = SOURCE_ABSENT
#define EXCERPT(n) .source = SOURCE_EXCERPT, .pattern = { NULL, n }
#define A15 "aaaaaaaaaaaaaaa"
#define AB15 "ababababababababababababababab"

const struct family families[] = {
	{ OP_BYTE, .what = "never", .source = SOURCE_BYTE_NEVER, .shapes = all },
	{ OP_BYTE, .what = "rare", .source = SOURCE_BYTE_RARE, .shapes = all },
	{ OP_BYTE, .what = "lf", LITERAL("\n"), .shapes = all },
	{ OP_BYTE, .what = "common", .source = SOURCE_BYTE_COMMON, .shapes = middle },
	{ OP_BYTE, BYTE_COUNT, "count-lf", LITERAL("\n"), .shapes = all },
	{ OP_BYTE, BYTE_ANY, "any-3", LITERAL("\r\n:"), .shapes = all },
	{ OP_RBYTE, .what = "never", .source = SOURCE_BYTE_NEVER, .shapes = all },
	{ OP_RBYTE, .what = "rare", .source = SOURCE_BYTE_RARE, .shapes = middle },
	{ OP_RBYTE, .what = "lf", LITERAL("\n"), .shapes = all },

	{ OP_FIND, .what = "crlfcrlf", LITERAL("\r\n\r\n"), .shapes = search },
	{ OP_FIND, .what = "content-length", LITERAL("Content-Length:"), .shapes = search },
	{ OP_FIND, .what = "connection-close", LITERAL("Connection: close"), .shapes = search },
	{ OP_FIND, .what = "absent", ABSENT, .shapes = search },
	{ OP_FIND, .what = "absent-common", LITERAL("Content-Connection: "), .shapes = search },
	{ OP_FIND, .what = "rare", EXCERPT(32), .shapes = search },
	{ OP_FIND, .what = "common", LITERAL("tion"), .shapes = search },
	{ OP_FIND, .what = "2-byte", LITERAL("\r\n"), .shapes = search },
	{ OP_FIND, .what = "long-100", EXCERPT(100), .shapes = search },
	{ OP_FIND, .what = "long-1000", EXCERPT(1000), .shapes = search },
	{ OP_FIND, .what = "crlfcrlf", LITERAL("\r\n\r\n"), .text = TEXT_ONE_MATCH, .shapes = two },
	{ OP_FIND, .what = "content-length", LITERAL("Content-Length:"),
	  .text = TEXT_ONE_MATCH, .shapes = two },
	{ OP_FIND, .what = "long-1000", EXCERPT(1000), .text = TEXT_ONE_MATCH, .shapes = two },
	{ OP_RFIND, .what = "crlfcrlf", LITERAL("\r\n\r\n"), .shapes = search },
	{ OP_RFIND, .what = "absent", ABSENT, .shapes = search },
	{ OP_ICASE, .what = "content-length", LITERAL("content-length:"), .shapes = search },
	{ OP_ICASE, .what = "connection-close", LITERAL("connection: close"), .shapes = search },
	{ OP_ICASE, .what = "absent", ABSENT, .shapes = search },

	{ OP_SET, .what = "3", .set_nr = 3, .shapes = all },
	{ OP_SET, .what = "8", .set_nr = 8, .shapes = all },
	{ OP_SET, .what = "64", .set_nr = 64, .shapes = all },
	{ OP_SET, .what = "1000", .set_nr = 1000, .shapes = middle },
	{ OP_SET, .what = "words", .set_nr = 1000, .of_language = true, .shapes = middle },
	{ OP_ISET, .what = "3", .set_nr = 3, .shapes = all },
	{ OP_ISET, .what = "8", .set_nr = 8, .shapes = middle },
	{ OP_ISET, .what = "64", .set_nr = 64, .shapes = all },
	{ OP_ISET, .what = "1000", .set_nr = 1000, .shapes = middle },

	/*
	 * Every window ends in the needle's b-less part: 31 bytes agree before the
	 * last fails, so who compares from the front and restarts is quadratic.
	 */
	{ OP_WORST, .what = "a31b", LITERAL(A15 A15 "ab"), .text = TEXT_A, .shapes = worst },
	/*
	 * The mirror image: the last bytes of every window agree, so shift tables
	 * (Horspool, 2-grams) shift by one, and compare from the back to no avail.
	 */
	{ OP_WORST, .what = "ba31", LITERAL("b" A15 A15 "a"), .text = TEXT_A, .shapes = worst },
	/*
	 * Both ends of the needle agree everywhere and only its middle does not: it
	 * defeats probes at the first and last byte, as many packed-pair scans have.
	 */
	{ OP_WORST, .what = "a16ba15", LITERAL(A15 "ab" A15), .text = TEXT_A, .shapes = worst },
	/*
	 * Each second place has 30 bytes right, and all pairs of its bytes but "aa"
	 * are there: it defeats pair filters, and skips after a mismatch stay short.
	 */
	{ OP_WORST, .what = "ab15aa", LITERAL(AB15 "aa"), .text = TEXT_AB, .shapes = worst },
	/*
	 * Any filter of k bytes lets one place in 2^k pass, so filters of two or three
	 * bytes fire all the time; whoever pays much for a false alarm is slow here.
	 */
	{ OP_WORST, .what = "letters", LITERAL("abbabaabbaababbabaababbaabbabaab"),
	  .text = TEXT_LETTERS, .shapes = worst },
	/*
	 * All bytes are ones that every table of letter frequencies calls rare: it
	 * defeats the choice of a probe by such a table, for each probe hits often.
	 */
	{ OP_WORST, .what = "rare-lies", LITERAL("Q~XZZ~QXQZ~~XQXZ"), .text = TEXT_RARE,
	  .shapes = worst },
	/*
	 * A long needle with the text's own period and a fault in the middle: the hash
	 * of any short part of it but one hits at each period, and 500 bytes agree.
	 */
	{ OP_WORST, .what = "periodic-middle", .source = SOURCE_PERIODIC_MIDDLE,
	  .pattern = { NULL, 1000 }, .text = TEXT_PERIODIC, .shapes = worst },
	/*
	 * The fault at the end: 999 bytes agree once in each period. Quadratic for whom
	 * a period costs a whole compare; two-way without its memory of the period.
	 */
	{ OP_WORST, .what = "periodic-end", .source = SOURCE_PERIODIC_END,
	  .pattern = { NULL, 1000 }, .text = TEXT_PERIODIC, .shapes = worst },

	{ OP_SCAN, .what = "crlfcrlf", LITERAL("\r\n\r\n"), .shapes = middle },
	{ OP_SCAN, .what = "content-length", LITERAL("Content-Length:"), .shapes = middle },

	{ OP_EQUAL, .what = "same", .shapes = equal },
	{ OP_HASH, HASH_XXH3, "xxh3", .shapes = all },
	{ OP_HASH, HASH_SIP24, "siphash", .shapes = all },
	{ OP_HASH, HASH_SIP13, "siphash13", .shapes = middle },
	{ OP_INDEX, INDEX_RANDOM, "random", .shapes = look },
	{ OP_INDEX, INDEX_DEPENDENT, "dependent", .shapes = look },
	{ OP_INDEX, INDEX_FORWARD, "forward", .shapes = look },
	{ OP_INDEX, INDEX_BACKWARD, "backward", .shapes = look },
	{ OP_READ, READ_U8, "u8", .shapes = all },
	{ OP_READ, READ_BE32, "be32", .shapes = all },
	{ OP_READ, READ_ALL, "all", .shapes = read_all },
	{ OP_COPY, .what = "all", .shapes = all },

	{ OP_FIND, .what = "grow-fragments", ABSENT, .shapes = grow_fragments },
	{ OP_FIND, .what = "grow-bytes", ABSENT, .shapes = grow_bytes },
	{ OP_HASH, HASH_XXH3, "grow-fragments", .shapes = grow_fragments },
	{ OP_HASH, HASH_XXH3, "grow-bytes", .shapes = grow_bytes },
	{ OP_INDEX, INDEX_RANDOM, "grow-fragments", .shapes = grow_fragments },
	{ OP_COPY, .what = "grow-fragments", .shapes = grow_fragments },
	{ OP_SET, .what = "grow-needles-1", .set_nr = 1, .shapes = grow_needles },
	{ OP_SET, .what = "grow-needles-10", .set_nr = 10, .shapes = grow_needles },
	{ OP_SET, .what = "grow-needles-100", .set_nr = 100, .shapes = grow_needles },
	{ OP_SET, .what = "grow-needles-1000", .set_nr = 1000, .shapes = grow_needles },
	{ OP_SET, .what = "grow-needles-10000", .set_nr = 10000, .shapes = grow_needles },
	{ }
};

bool series_at(size_t number, struct series *series)
{
	for (const struct family *family = families; family->what; family++) {
		for (const struct shape *shape = family->shapes; shape->size; shape++) {
			if (number--)
				continue;
			*series = (struct series){ family, shape };
			return true;
		}
	}
	return false;
}

const char *op_name(enum op op)
{
	static const char *const names[OP_NR] = {
		[OP_BYTE] = "byte", [OP_RBYTE] = "rbyte", [OP_FIND] = "find",
		[OP_RFIND] = "rfind", [OP_ICASE] = "icase", [OP_SET] = "set",
		[OP_ISET] = "iset", [OP_WORST] = "worst", [OP_SCAN] = "scan",
		[OP_EQUAL] = "equal", [OP_HASH] = "hash", [OP_INDEX] = "index",
		[OP_READ] = "read", [OP_COPY] = "copy",
	};

	return names[op];
}

void case_name(char name[CASE_NAME_MAX], const struct series *series, const struct layout *layout)
{
	snprintf(name, CASE_NAME_MAX, "%s/%s/%s/%s", op_name(series->family->op),
		 series->family->what, layout->name, series->shape->size);
}

/* In a quick run: the plain cut, two that matter, and the odd ones where they are alone. */
static bool is_quick(const struct series *series, const struct layout *layout)
{
	static const char *const wanted[] = {
		"linear", "mtu", "small", "two", "page-mtu", "small-mixed"
	};

	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
		if (!strcmp(layout->name, wanted[i]))
			return series->shape->when & CASE_QUICK;
	}
	return false;
}

bool case_wanted(const struct options *options, const struct series *series,
		 const struct layout *layout)
{
	char name[CASE_NAME_MAX];

	if (options->quick && !is_quick(series, layout))
		return false;
	case_name(name, series, layout);
	return !options->filter || !fnmatch(options->filter, name, 0);
}

bool engine_wanted(const struct options *options, const struct engine *engine, enum op op)
{
	return engine->ops & OP_BIT(op) &&
	       (!options->engine || !fnmatch(options->engine, engine->name, 0));
}
