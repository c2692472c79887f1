/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Sets to test, and what is to be found by them, as plainly as it can be told. */
#ifndef FRAGSTR_TEST_SETS_H
#define FRAGSTR_TEST_SETS_H

#include <fragstr/fragstr.h>
#include "naive.h"
#include "rng.h"

#define SET_MOST 16	/* needles of a set drawn at random */

struct naive_set {
	const struct fstr_set_needle *needles;
	size_t nr;
};

/* Lists of matches; those behind @room are counted and not kept. */
struct match_list {
	struct fstr_match *at;
	size_t nr;
	size_t room;
};

/* Every occurrence that begins at or after @from: by end, longest first, by number. */
void naive_set_all(struct naive_str hay, struct naive_set set, size_t from,
		   struct match_list *list);

/* The leftmost-longest ones that do not overlap. */
void naive_set_leftmost(struct naive_str hay, struct naive_set set, size_t from,
			struct match_list *list);

/* The longest needle at @pos, of copies the first; false where there is none. */
bool naive_set_match_at(struct naive_str hay, struct naive_set set, size_t pos,
			struct fstr_match *match);

/* The longest end of @hay that begins a needle, and is not all of it. */
size_t naive_set_partial(struct naive_str hay, struct naive_set set);

bool same_match(const struct fstr_match *a, const struct fstr_match *b);

/* A compiled set in memory of exactly its size; world_free() it. NULL on failure. */
struct fstr_set *suite_set(const struct fstr_set_needle *needles, size_t nr);

struct random_set {
	uint8_t hay[200];
	size_t len;
	uint8_t bytes[SET_MOST][40];
	struct fstr_set_needle needles[SET_MOST];
	size_t nr;
};

/*
 * Few letters, and needles taken from the haystack and from each other: copies,
 * beginnings, ends, middles, with a byte changed, or one more.
 */
void random_set(struct random_set *set, struct rng *rng);

/* A haystack, a set, and all that is to be found from @from on. */
struct set_field {
	struct naive_str hay;
	struct naive_set naive;
	struct fstr_set *set;
	struct match_list all;
	struct match_list leftmost;
	size_t from;
};

/* False without memory; release it in any case. */
bool set_field_init(struct set_field *f, struct naive_str hay,
		    const struct fstr_set_needle *needles, size_t nr, size_t from);
void set_field_release(struct set_field *f);

/* What a view of the haystack is searched wrong by; NULL for all right. */
const char *set_disagrees(const struct fstr *view, const struct set_field *f);

/* Whether each position is looked up right. */
bool set_match_at_agrees(const struct fstr *view, const struct set_field *f);

#endif
