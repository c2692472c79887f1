/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The three starting points of this library, each with what was done before it:
 * what the tables share.
 *
 * A case is a piece of work with one right answer. It is done in several ways,
 * which are timed together, turn by turn. A line of a table sets one of the old
 * ways against ours.
 */
#ifndef FSTR_SEEDS_H
#define FSTR_SEEDS_H

#include "../bench.h"

#define WAYS_MAX 8
#define LINES_MAX 8

/* What the ways of a case work on; each table uses a part of it. */
struct work {
	const struct hay *a, *b;	/* the strings, laid out; b only to compare */
	struct fstr view, other;	/* the same two as views */
	const struct fstr_index *index;
	size_t len;			/* bytes of a */
	const size_t *order;		/* positions to look up */
	uint8_t *room;			/* where bytes are copied to: len of them */
	uint8_t *result;		/* what the last read-all gave; made by malloc */
	const struct fstr_needle *needle[3];
	const struct fstr_set *set;	/* of the same */
	size_t times;			/* how many times over, in one run */
};

/* One way to do the work of a case. Returns the answer. */
struct way {
	const char *name;	/* "old:..." before, "flat:..." a bound, else ours */
	uint64_t (*run)(struct work *work);
};

/* One line: an old way against ours. */
struct line {
	const struct way *before, *after, *bound;
	const char *reported;	/* the ratio that the original tells; NULL for none */
};

/*
 * struct contest - a case, and what came of it
 * @proof: looks closer than the answer of a run does, and is not timed: what was
 *	   copied, what is said of strings that differ. NULL for nothing
 * @parts: a run does one of so many like parts of the work, that it be shorter than
 *	   what a scheduler gives somebody else; what is kept is for all. 0 is 1
 * @per: what the work is divided by for the table, into units of that many ns
 */
struct contest {
	const char *name;
	struct line line[LINES_MAX];
	uint64_t (*proof)(const struct way *way, struct work *work);
	uint64_t want, want_proof;	/* of one run */
	unsigned int parts;
	double per;
	const char *unit;
	struct work work;
	size_t bytes;		/* for the CSV */
};

/* The outcome of one way, for all the work. */
struct lane {
	const struct way *way;
	uint64_t want, count;
	uint64_t iters;
	double min_ns, median_ns, spread;
	bool ok;
};

/* Everything that was timed. */
struct tally {
	struct results results;
	double seconds;		/* for a lane */
};

/* Times a case, prints its lines, keeps its rows (contest.c). */
void contest_run(struct tally *tally, struct contest *contest);
/* The same for a lane that was timed elsewhere, against one of the case before it. */
void contest_add(struct tally *tally, const struct contest *contest, const struct lane *lane,
		 const struct way *after);
/* Frees the rows, but not how many were wrong. */
void contest_end(struct tally *tally);
void contest_head(const char *title, const char *text);

/* The tables. */
void bytestring_run(struct tally *tally, const struct traffic *traffic);
void stream_run(struct tally *tally, const struct traffic *traffic);
int headers_run(struct tally *tally, const struct traffic *traffic, struct complaint *why);

/* How many lanes a table times, to share the time out. */
extern const size_t bytestring_lanes, stream_lanes, headers_lanes;

/* A view of a string that is known to be good. */
struct fstr view_of(const struct hay *hay);

/*
 * Java (java.c): first the 20,000 responses of a new JVM, then the same when it
 * is warm. NULL, or why there are no such rows.
 */
struct java_times {
	double cold_ns, min_ns, median_ns;	/* for all responses */
	uint64_t rounds, answer;
};

const char *java_run(struct java_times *times, const char *variant, const uint8_t *bytes,
		     size_t len, size_t responses, double seconds);

#endif
