/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What to search for in what: a table, and cases drawn at random. */
#ifndef FRAGSTR_TEST_SEEDS_H
#define FRAGSTR_TEST_SEEDS_H

#include <fragstr/fragstr.h>
#include "rng.h"

/* The haystack is @lead times the byte @fill, then the text. */
struct find_seed {
	unsigned int line;	/* of the table, for messages */
	size_t lead;
	char fill;
	const char *text;
	size_t text_len;
	const char *needle;
	size_t needle_len;
	size_t from;
	ssize_t want;
	unsigned int flags;
};

extern const struct find_seed find_seeds[];
extern const size_t NR_FIND_SEEDS;

/* Write the haystack of a seed, CUT_BYTES at the most; gives its length. */
size_t seed_text(const struct find_seed *seed, uint8_t *to);

struct random_case {
	uint8_t hay[200];
	size_t len;
	uint8_t needle[80];
	size_t needle_len;
	unsigned int flags;
};

/*
 * Few letters, short lengths, and most needles taken from the haystack, so that
 * many match, nearly match, and overlap themselves.
 */
void random_case(struct random_case *c, struct rng *rng);

#endif
