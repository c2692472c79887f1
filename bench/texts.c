// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The bytes of the cases: what is searched, and what for. */
#define _GNU_SOURCE	/* memmem */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"

#define PERIOD 7

/* A string and its copies take several times its length: leave the machine its air. */
static bool fits(size_t len)
{
	long pages = sysconf(_SC_AVPHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	return pages < 0 || size < 0 || len / (size_t)size < (size_t)pages / 6;
}

/* Begins a short string with a response, so that 539 bytes of it are a header. */
static void turn_to_header(uint8_t *text, size_t len, const struct traffic *traffic)
{
	static const char start[] = "HTTP/1.";
	const uint8_t *at = memmem(traffic->bytes, traffic->len, start, strlen(start));

	if (at && len <= traffic->len - (size_t)(at - traffic->bytes))
		memcpy(text, at, len);
}

static void replace_byte(uint8_t *text, size_t len, uint8_t byte)
{
	for (size_t i = 0; i < len; i++) {
		if (text[i] == byte)
			text[i] ^= 1;
	}
}

/* Breaks all matches, and makes one at three quarters. */
static void leave_one_match(uint8_t *text, size_t len, const struct pattern *pattern)
{
	uint8_t *at = text;

	while ((at = memmem(at, (size_t)(text + len - at), pattern->bytes, pattern->len)))
		*at = *at == '~' ? '_' : '~';
	if (pattern->len < len / 4)
		memcpy(text + len / 4 * 3, pattern->bytes, pattern->len);
}

static void fill_random(uint8_t *text, size_t len, const char *letters)
{
	uint64_t random = 7;
	size_t nr = strlen(letters);

	for (size_t i = 0; i < len; i++)
		text[i] = (uint8_t)letters[(next_random(&random) >> 32) % nr];
}

/* The byte of a periodic text, without what "ab" would already be. */
static uint8_t periodic_byte(size_t i)
{
	return (uint8_t)("abacaba"[i % PERIOD]);
}

uint8_t *text_make(const struct series *series, const struct traffic *traffic,
		   const struct pattern *pattern)
{
	size_t len = series->shape->len;
	uint8_t *text;

	if (!fits(len))
		return NULL;
	text = traffic_text(traffic, len);
	switch (series->family->text) {
	case TEXT_TRAFFIC:
		if (len < 4096)
			turn_to_header(text, len, traffic);
		if (series->family->source == SOURCE_BYTE_NEVER)
			replace_byte(text, len, (uint8_t)*pattern->bytes);
		break;
	case TEXT_ONE_MATCH:
		leave_one_match(text, len, pattern);
		break;
	case TEXT_A:
		memset(text, 'a', len);
		break;
	case TEXT_AB:
		for (size_t i = 0; i < len; i++)
			text[i] = (uint8_t)"ab"[i % 2];
		break;
	case TEXT_LETTERS:
		fill_random(text, len, "ab");
		break;
	case TEXT_RARE:
		fill_random(text, len, "QXZ~");
		break;
	case TEXT_PERIODIC:
		for (size_t i = 0; i < len; i++)
			text[i] = periodic_byte(i);
		break;
	}
	return text;
}

/* The byte that is there least (never, if @least is 0) or most often. */
static uint8_t byte_by_count(const struct traffic *traffic, size_t least, bool most)
{
	size_t count[256] = { };
	int best = -1;

	for (size_t i = 0; i < traffic->len; i++)
		count[traffic->bytes[i]]++;
	for (int byte = 255; byte >= 0; byte--) {
		if (count[byte] < least)
			continue;
		if (best < 0 || (most ? count[byte] > count[best] : count[byte] < count[best]))
			best = byte;
	}
	return (uint8_t)(best < 0 ? 0 : best);
}

static struct pattern absent_pattern(const struct traffic *traffic)
{
	static const struct pattern candidates[] = {
		{ "X-Absent-Header:", 16 },
		{ "X-Missing-Header:", 17 },
		{ "X-Header-Of-No-Host:", 20 },
		{ "X-Quite-Unheard-Of:", 19 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(candidates); i++) {
		if (!naive_count(traffic->bytes, traffic->len, &candidates[i]))
			return candidates[i];
	}
	return (struct pattern){ };
}

static struct pattern copied(const void *bytes, size_t len)
{
	return (struct pattern){ memcpy(must(malloc(len + 1)), bytes, len), len };
}

static struct pattern periodic_needle(size_t len, bool middle)
{
	char *bytes = must(malloc(len));

	for (size_t i = 0; i < len; i++)
		bytes[i] = (char)periodic_byte(i);
	bytes[middle ? len / 2 : len - 1] = 'x';
	return (struct pattern){ bytes, len };
}

struct pattern needle_make(const struct series *series, const struct traffic *traffic)
{
	const struct family *family = series->family;
	size_t room = series->shape->len < traffic->len ? series->shape->len : traffic->len;
	struct pattern absent;
	uint8_t byte;

	switch (family->source) {
	case SOURCE_LITERAL:
		return copied(family->pattern.bytes, family->pattern.len);
	case SOURCE_ABSENT:
		absent = absent_pattern(traffic);
		return copied(absent.bytes, absent.len);
	case SOURCE_EXCERPT:
		if (family->pattern.len > room / 4)
			return (struct pattern){ };
		return copied(traffic->bytes + room / 4 * 3, family->pattern.len);
	case SOURCE_BYTE_NEVER:
	case SOURCE_BYTE_RARE:
	case SOURCE_BYTE_COMMON:
		byte = byte_by_count(traffic, family->source == SOURCE_BYTE_RARE,
				     family->source == SOURCE_BYTE_COMMON);
		return copied(&byte, 1);
	case SOURCE_PERIODIC_MIDDLE:
	case SOURCE_PERIODIC_END:
		return periodic_needle(family->pattern.len,
				       family->source == SOURCE_PERIODIC_MIDDLE);
	default:
		return (struct pattern){ };
	}
}
