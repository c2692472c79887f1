// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Strings for the cases: the bytes of a capture, and the cuts they are laid out in. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

const struct cut cut_linear = { "linear", CUT_EVERY, SIZE_MAX };
const struct cut cut_page = { "page", CUT_EVERY, 4096 };
const struct cut cut_mtu = { "mtu", CUT_EVERY, 1448 };
const struct cut cut_small = { "small", CUT_EVERY, 64 };
const struct cut cut_tiny = { "tiny", CUT_EVERY, 16 };
const struct cut cut_mixed = { "mixed", CUT_MIXED, 0 };
const struct cut cut_wire = { "wire", CUT_WIRE, 0 };
const struct cut cut_two = { "two", CUT_TWO, 0 };
const struct cut cut_worst = { "worst", CUT_WORST, 0 };

void traffic_init(struct traffic *traffic, const struct capture *capture)
{
	uint8_t *to = must(malloc(capture->bytes));
	size_t *segment = must(calloc(capture->segments, sizeof(*segment)));

	*traffic = (struct traffic){ to, capture->bytes, segment, capture->segments };
	for (size_t i = 0; i < capture->nr; i++) {
		const struct stream *stream = &capture->stream[i];

		for (size_t k = 0; k < stream->nr; k++) {
			memcpy(to, stream->frag[k].base, stream->frag[k].len);
			to += stream->frag[k].len;
			*segment++ = stream->frag[k].len;
		}
	}
}

void traffic_free(struct traffic *traffic)
{
	free(traffic->bytes);
	free(traffic->segment);
}

/* The traffic, repeated to a length, and a NUL; the caller frees it. */
uint8_t *traffic_text(const struct traffic *traffic, size_t len)
{
	uint8_t *text = must(malloc(len + 1));

	for (size_t pos = 0; pos < len; pos += traffic->len) {
		size_t part = len - pos < traffic->len ? len - pos : traffic->len;

		memcpy(text + pos, traffic->bytes, part);
	}
	text[len] = 0;
	return text;
}

/* splitmix64: the same cuts in every run, on every machine. */
uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/* From @pos to the next seam that a needle wants to have in it. */
static size_t cut_at_needle(const uint8_t *flat, size_t len, size_t pos, enum cut_kind kind,
			    const struct pattern *pattern)
{
	size_t begin = kind == CUT_TWO ? pattern->len : 2, half = pattern->len / 2;
	size_t at = pos < half ? 0 : pos - half + 1;

	if (begin > pattern->len)
		begin = pattern->len;
	for (; at + half < len && at + begin <= len; at++) {
		if (at + half > pos && !memcmp(flat + at, pattern->bytes, begin))
			return at + half - pos;
	}
	return len - pos;
}

/* What the cutting of a string knows. */
struct cutter {
	const struct cut *cut;
	const struct traffic *traffic;
	const struct pattern *pattern;
	uint64_t random;
};

static size_t cut_len(struct cutter *cutter, const struct hay *hay, size_t pos)
{
	const struct cut *cut = cutter->cut;
	size_t len;

	switch (cut->kind) {
	case CUT_MIXED:
		return 1 + next_random(&cutter->random) % 300;
	case CUT_WIRE:
		return cutter->traffic->segment[hay->nr % cutter->traffic->nr];
	case CUT_NUMBER:
		len = hay->len / cut->every;
		/* The last one takes what does not divide. */
		return hay->nr + 1 == cut->every || !len ? hay->len - pos : len;
	case CUT_TWO:
	case CUT_WORST:
		return cut_at_needle(hay->flat, hay->len, pos, cut->kind, cutter->pattern);
	default:
		return cut->every;
	}
}

/**
 * hay_init() - lay a string out in fragments
 * @hay: the string to fill; hay_free() gives its fragments back
 * @flat: its bytes, which are copied for the fragments, and borrowed as a whole
 * @len: how many there are
 * @cut: how to cut them
 * @traffic: where the bytes come from, for the cut of the wire
 * @pattern: the needle, for the cuts that depend on it
 */
void hay_init(struct hay *hay, const uint8_t *flat, size_t len, const struct cut *cut,
	      const struct traffic *traffic, const struct pattern *pattern)
{
	struct cutter cutter = { cut, traffic, pattern, 1 };
	size_t pos = 0, room = 0;

	*hay = (struct hay){ .flat = flat, .len = len };
	while (pos < len) {
		size_t part = cut_len(&cutter, hay, pos);
		void *block;

		if (part > len - pos)
			part = len - pos;
		if (hay->nr == room) {
			room = room ? room * 2 : 64;
			hay->frag = must(reallocarray(hay->frag, room, sizeof(*hay->frag)));
		}
		block = must(malloc(part));
		memcpy(block, flat + pos, part);
		hay->frag[hay->nr++] = (struct fstr_frag){ block, part };
		pos += part;
	}
}

void hay_free(struct hay *hay)
{
	for (size_t i = 0; i < hay->nr; i++)
		free((void *)hay->frag[i].base);
	free(hay->frag);
}
