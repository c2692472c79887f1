// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The third starting point: a load driver for HTTP that made a String of each
 * response, to look for three patterns in it. 20,000 responses of 539 bytes, of
 * which the third pattern is absent: that search runs to the end.
 */
#define _GNU_SOURCE	/* memmem */
#include <stdlib.h>
#include <string.h>

#include "../timing.h"
#include "seeds.h"

#define RESPONSES 20000
#define PARTS 20
#define RESPONSE 539

static const struct pattern patterns[3] = {
	{ "\r\n\r\n", 4 },
	{ "Content-Length:", 15 },
	{ "Connection: Close", 17 },
};

/* The response may be another one each time, for all that the compiler knows. */
#define FORGET() __asm__ volatile("" : : : "memory")

/* What was found, as one number: a position counts from 1, and absent is 0. */
static uint64_t three_memmem(const uint8_t *bytes, size_t len)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < ARRAY_SIZE(patterns); i++) {
		const uint8_t *at = memmem(bytes, len, patterns[i].bytes, patterns[i].len);

		sum = 1000 * sum + (at ? (uint64_t)(at - bytes) + 1 : 0);
	}
	return sum;
}

static uint64_t parse_copy(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->times; i++) {
		uint8_t *copy = must(malloc(work->len + 1)), *to = copy;

		for (size_t k = 0; k < work->a->nr; k++) {
			memcpy(to, work->a->frag[k].base, work->a->frag[k].len);
			to += work->a->frag[k].len;
		}
		*to = 0;
		FORGET();
		sum += three_memmem(copy, work->len);
		free(copy);
	}
	return sum;
}

static uint64_t parse_fragstr(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->times; i++) {
		uint64_t found = 0;

		FORGET();
		for (size_t k = 0; k < ARRAY_SIZE(patterns); k++) {
			ssize_t at = fstr_find(&work->view, work->needle[k], 0);

			found = 1000 * found + (at < 0 ? 0 : (uint64_t)at + 1);
		}
		sum += found;
	}
	return sum;
}

/* One pass for the three patterns: the first match of each. */
static uint64_t parse_set(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->times; i++) {
		uint64_t at[ARRAY_SIZE(patterns)] = { }, found = 0;
		struct fstr_set_iter iter;
		struct fstr_match match;

		FORGET();
		if (fstr_set_iter_init(&iter, &work->view, work->set, 0, 0))
			return UINT64_MAX;
		while (!fstr_set_iter_next(&iter, &match)) {
			if (!at[match.which])
				at[match.which] = match.pos + 1;
		}
		for (size_t k = 0; k < ARRAY_SIZE(patterns); k++)
			found = 1000 * found + at[k];
		sum += found;
	}
	return sum;
}

static uint64_t parse_flat(struct work *work)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < work->times; i++) {
		FORGET();
		sum += three_memmem(work->a->flat, work->len);
	}
	return sum;
}

static const struct way way_copy = { "old:copy+memmem", parse_copy };
static const struct way way_fragstr = { "fragstr", parse_fragstr };
static const struct way way_set = { "fragstr-set", parse_set };
static const struct way way_flat = { "flat:memmem", parse_flat };

/* Too simple to be wrong: the first place, counted from 1, or 0. */
static uint64_t naive_find(const uint8_t *bytes, size_t len, const struct pattern *pattern)
{
	for (size_t pos = 0; pos + pattern->len <= len; pos++) {
		size_t i = 0;

		while (i < pattern->len && bytes[pos + i] == (uint8_t)pattern->bytes[i])
			i++;
		if (i == pattern->len)
			return pos + 1;
	}
	return 0;
}

static uint64_t naive_parse(const uint8_t *bytes)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < ARRAY_SIZE(patterns); i++)
		sum = 1000 * sum + naive_find(bytes, RESPONSE, &patterns[i]);
	return sum;
}

/*
 * Of the responses in the traffic the one with the longest head that fits, with
 * the first two patterns in it and without the third; what is missing to the
 * length is the beginning of its body.
 */
static const uint8_t *find_response(const struct traffic *traffic, size_t *head)
{
	static const char start[] = "HTTP/1.1 200 ";
	const uint8_t *found = NULL;

	*head = 0;
	for (size_t pos = 0; traffic->len >= RESPONSE && pos <= traffic->len - RESPONSE; pos++) {
		const uint8_t *bytes = traffic->bytes + pos;
		uint64_t end, length;

		if (memcmp(bytes, start, sizeof(start) - 1))
			continue;
		end = naive_find(bytes, RESPONSE, &patterns[0]);
		length = naive_find(bytes, RESPONSE, &patterns[1]);
		if (end + 3 > *head && length && length < end &&
		    !naive_find(bytes, RESPONSE, &patterns[2])) {
			*head = end + 3;
			found = bytes;
		}
	}
	return found;
}

/* The ways that are timed on two cuts, and some for nine JVMs of three shares each. */
const size_t headers_lanes = 8 + 27;

/* The original's variants, each warm and cold. */
static const struct {
	const char *name;
	struct way way[2];
} variants[] = {
	{ "new-string", { { "java:new-string", NULL }, { "java:new-string-cold", NULL } } },
	{ "bytes", { { "java:bytes", NULL }, { "java:bytes-cold", NULL } } },
	{ "reused-string", { { "java:reused-string", NULL },
			     { "java:reused-string-cold", NULL } } },
};

static void add_java(struct tally *tally, const struct contest *contest, const struct way way[2],
		     const struct java_times times[3])
{
	for (size_t cold = 0; cold < 2; cold++) {
		struct lane lane = { .way = &way[cold], .want = PARTS * contest->want,
				     .count = PARTS * contest->want, .ok = true };
		double ns[3], least = times[0].min_ns;

		for (size_t i = 0; i < 3; i++) {
			ns[i] = cold ? times[i].cold_ns : times[i].median_ns;
			least = times[i].min_ns < least ? times[i].min_ns : least;
			lane.iters += cold ? 1 : times[i].rounds;
			if (times[i].answer != lane.want) {
				lane.count = times[i].answer;
				lane.ok = false;
			}
		}
		qsort(ns, 3, sizeof(*ns), by_value);
		lane.min_ns = cold ? ns[0] : least;
		lane.median_ns = ns[1];
		contest_add(tally, contest, &lane, &way_fragstr);
	}
}

/* What the original was written in. NULL, or why it could not be run. */
static const char *run_java(struct tally *tally, const struct contest *contest,
			    const uint8_t *response)
{
	for (size_t i = 0; i < ARRAY_SIZE(variants); i++) {
		struct java_times times[3];

		for (size_t k = 0; k < ARRAY_SIZE(times); k++) {
			const char *why = java_run(&times[k], variants[i].name, response, RESPONSE,
						   RESPONSES, 3 * tally->seconds);

			if (why)
				return why;
		}
		add_java(tally, contest, variants[i].way, times);
	}
	return NULL;
}

/* The patterns one by one, and as a set. */
static void compile(struct work *work)
{
	struct fstr_set_needle member[ARRAY_SIZE(patterns)];
	struct fstr_set *set;
	size_t size;

	for (size_t i = 0; i < ARRAY_SIZE(patterns); i++) {
		struct fstr_needle *needle;

		member[i] = (struct fstr_set_needle){ patterns[i].bytes, patterns[i].len, 0 };
		size = fstr_needle_size(patterns[i].len);
		needle = must(malloc(size));
		if (fstr_needle_init(needle, size, patterns[i].bytes, patterns[i].len, 0))
			abort();
		work->needle[i] = needle;
	}
	size = fstr_set_size(member, ARRAY_SIZE(member));
	set = must(malloc(size));
	if (fstr_set_init(set, size, member, ARRAY_SIZE(member)))
		abort();
	work->set = set;
}

static void forget(struct work *work)
{
	for (size_t i = 0; i < ARRAY_SIZE(patterns); i++)
		free((void *)work->needle[i]);
	free((void *)work->set);
}

static void run_case(struct tally *tally, struct contest *contest, const uint8_t *response,
		     const struct cut *cut, const struct traffic *traffic)
{
	struct hay hay;

	hay_init(&hay, response, RESPONSE, cut, traffic, NULL);
	contest->work.a = &hay;
	contest->work.view = view_of(&hay);
	contest_run(tally, contest);
	hay_free(&hay);
}

int headers_run(struct tally *tally, const struct traffic *traffic, struct complaint *why)
{
	struct contest contest = {
		.line = { { &way_copy, &way_fragstr, &way_flat, NULL },
			  { &way_copy, &way_set, &way_flat, NULL } },
		.per = RESPONSES,
		.unit = "ns",
		.parts = PARTS,
		.work = { .len = RESPONSE, .times = RESPONSES / PARTS },
		.bytes = (size_t)RESPONSES * RESPONSE,
	};
	const char *missing;
	char text[256];
	size_t head;
	const uint8_t *response = find_response(traffic, &head);

	if (!response)
		return complain(why, "the capture has no response of %d bytes to parse", RESPONSE);
	snprintf(text, sizeof(text),
		 "20,000 responses of %d bytes (head of %zu, then body); ns for a response; before:\n"
		 "a new string of each, then three searches; bound: a string that is made once",
		 RESPONSE, head);
	contest_head("Header parse: CRLFCRLF, Content-Length:, Connection: Close", text);
	compile(&contest.work);
	contest.want = RESPONSES / PARTS * naive_parse(response);
	contest.name = "find/headers/small/20000x539b";
	run_case(tally, &contest, response, &cut_small, traffic);
	contest.name = "find/headers/linear/20000x539b";
	run_case(tally, &contest, response, &cut_linear, traffic);
	missing = run_java(tally, &contest, response);
	if (missing)
		printf("the original in Java: %s\n", missing);
	forget(&contest.work);
	return 0;
}
