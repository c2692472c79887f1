/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every cut of a string.
 *
 *	struct cuts cuts;
 *
 *	cuts_init(&cuts, arena, bytes, len, marks, nr_marks);
 *	while (cuts_next(&cuts))
 *		... cuts.view holds the bytes in another layout each time ...
 *
 * A string of up to CUT_ALL bytes is laid out in every way there is; a longer
 * one as a whole, in two pieces at each boundary of interest (a byte to either
 * side of each mark, of 8, 16, 32, 64, 256 and 4096, and of its end), in equal
 * pieces of many sizes, and at random. Each of those is laid out nine times: the
 * fragments' last bytes against an unmapped page, their first bytes, and in
 * blocks of exactly their size for the sanitizers to watch; and plain, with
 * empty fragments strewn in, and as a slice of a longer string whose other bytes
 * tempt to go on.
 */
#ifndef FRAGSTR_TEST_CUT_H
#define FRAGSTR_TEST_CUT_H

#include <fragstr/fragstr.h>

#define CUT_ALL 8		/* bytes of a string that is cut in every way */
#define CUT_PIECES 70		/* most pieces of a layout */
#define CUT_BYTES 16384		/* longest string */
#define CUT_SPARE 3		/* bytes at each end of the longer string */

struct cut_slot {
	uint8_t *p;
	size_t size;
	void *heap;
};

/* Guarded memory for the pieces of one string at a time. */
struct cut_arena {
	struct cut_slot slot[CUT_PIECES];
	struct fstr_frag frag[2 * CUT_PIECES + 1];
	size_t nr;
	uint8_t *text;	/* the bytes with the spare ones around them */
};

struct cut_arena *cut_arena_new(void);
void cut_arena_free(struct cut_arena *arena);

struct cuts {
	struct fstr view;	/* this layout */
	struct cut_arena *arena;
	const uint8_t *bytes;
	size_t len;
	const size_t *marks;
	size_t nr_marks;
	size_t shape;		/* number of the next cut */
	unsigned int variant;	/* of the nine */
	uint16_t end[CUT_PIECES];	/* where the pieces of this cut end */
	size_t nr;
};

void cuts_init(struct cuts *cuts, struct cut_arena *arena, const void *bytes, size_t len,
	       const size_t *marks, size_t nr_marks);
bool cuts_next(struct cuts *cuts);

/*
 * One random cut, with a random one of the nine variants; @random gives a number
 * below its argument.
 */
struct rng;
void cuts_random(struct cuts *cuts, struct rng *rng);

/* Say how the string is cut, as "3|4|12 edge 1 dress 0"; gives @buf. */
const char *cuts_name(const struct cuts *cuts, char *buf, size_t size);

#endif
