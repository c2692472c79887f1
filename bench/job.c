// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The main job: every TCP stream of a capture is a view over its segments as
 * they came, and the header patterns are found in it where they lie.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

struct tally {
	uint64_t matches;
	uint64_t over_border;	/* of these, how many lie in more than one segment */
	uint64_t joined;	/* what the naive twin counts in the joined bytes */
	size_t differ;		/* streams in which the two are not the same */
};

static uint8_t *join(const struct stream *stream)
{
	uint8_t *joined = must(malloc(stream->len)), *to = joined;

	for (size_t i = 0; i < stream->nr; i++) {
		memcpy(to, stream->frag[i].base, stream->frag[i].len);
		to += stream->frag[i].len;
	}
	return joined;
}

static void tally_stream(struct tally *tally, const struct stream *stream,
			 const struct fstr_needle *needle, const struct pattern *pattern)
{
	uint64_t count = 0, twin;
	size_t frag = 0, end = stream->frag[0].len;
	uint8_t *joined;
	struct fstr view, rest;
	size_t done = 0;
	ssize_t at;

	if (fstr_init(&view, stream->frag, stream->nr)) {
		tally->differ++;
		return;
	}
	rest = view;
	while ((at = fstr_find(&rest, needle, 0)) >= 0) {
		size_t pos = done + (size_t)at;

		count++;
		while (end <= pos)
			end += stream->frag[++frag].len;
		tally->over_border += end - pos < pattern->len;
		done = pos + pattern->len;
		rest = fstr_slice(&rest, (size_t)at + pattern->len, rest.len);
	}
	joined = join(stream);
	twin = naive_count(joined, stream->len, pattern);
	free(joined);
	tally->matches += count;
	tally->joined += twin;
	tally->differ += count != twin;
}

static bool tally_pattern(const struct capture *capture, const char *name,
			  const struct pattern *pattern)
{
	size_t size = fstr_needle_size(pattern->len);
	struct fstr_needle *needle = must(malloc(size));
	struct tally tally = { };

	if (fstr_needle_init(needle, size, pattern->bytes, pattern->len, 0)) {
		free(needle);
		printf("%-20s cannot be compiled\n", name);
		return false;
	}
	for (size_t i = 0; i < capture->nr; i++)
		tally_stream(&tally, &capture->stream[i], needle, pattern);
	free(needle);
	printf("%-20s %8llu %19llu  ", name, (unsigned long long)tally.matches,
	       (unsigned long long)tally.over_border);
	if (tally.differ)
		printf("WRONG: %llu in the joined text (%zu streams differ)\n",
		       (unsigned long long)tally.joined, tally.differ);
	else
		printf("the same %llu in the joined text\n", (unsigned long long)tally.joined);
	return !tally.differ;
}

/**
 * job_run() - find the header patterns in all streams, and tell what was found
 * @capture: the streams
 *
 * Return: true if every count is that of the joined text.
 */
bool job_run(const struct capture *capture)
{
	static const struct {
		const char *name;
		struct pattern pattern;
	} headers[] = {
		{ "CRLFCRLF", { "\r\n\r\n", 4 } },
		{ "Content-Length:", { "Content-Length:", 15 } },
		{ "Connection: close", { "Connection: close", 17 } },
	};
	bool right = true;

	printf("%zu packets: %zu TCP streams of %zu segments, %zu bytes", capture->packets,
	       capture->nr, capture->segments, capture->bytes);
	if (capture->behind_gaps)
		printf("; %zu bytes behind gaps are left out", capture->behind_gaps);
	printf("\n\n%-20s %8s %19s\n", "pattern", "matches", "over segment border");
	for (size_t i = 0; i < ARRAY_SIZE(headers); i++)
		right &= tally_pattern(capture, headers[i].name, &headers[i].pattern);
	return right;
}
