/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the parts of the benchmark share: cases, engines, rows.
 *
 * A case is <operation>/<what>/<cut>/<size>. An engine is one way to do an
 * operation, in a small file of its own under engines/. A row is one engine (in
 * one of its implementations) on one case. Cases that differ only in the cut
 * make a series: the same bytes and the same answer, so their rows are timed
 * together, turn by turn, and the seam tax is read within one series.
 */
#ifndef FSTR_BENCH_H
#define FSTR_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <fragstr/fragstr.h>

#include "capture.h"

/* ---- strings and their cuts (hay.c) ---- */

/* What a capture gives the cases: its streams joined up, and their segments. */
struct traffic {
	uint8_t *bytes;
	size_t len;
	size_t *segment;	/* lengths of the segments, in order */
	size_t nr;
};

void traffic_init(struct traffic *traffic, const struct capture *capture);
void traffic_free(struct traffic *traffic);
uint8_t *traffic_text(const struct traffic *traffic, size_t len);
uint64_t next_random(uint64_t *state);

/* A string laid out in fragments, each in a heap block of its own. */
struct hay {
	const uint8_t *flat;	/* the same bytes joined, a NUL behind: for bounds and twins */
	size_t len;
	struct fstr_frag *frag;
	size_t nr;
};

struct pattern {
	const char *bytes;
	size_t len;
};

/*
 * Where a string is cut. CUT_WORST cuts each place that begins with the first
 * two bytes of the needle at half the needle's length, CUT_TWO the only match.
 */
struct cut {
	const char *name;
	enum cut_kind { CUT_EVERY, CUT_NUMBER, CUT_MIXED, CUT_WIRE, CUT_WORST, CUT_TWO } kind;
	size_t every;	/* length of a fragment, for CUT_NUMBER how many there are */
};

extern const struct cut cut_linear, cut_page, cut_mtu, cut_small, cut_tiny, cut_mixed, cut_wire,
	cut_two, cut_worst;

void hay_init(struct hay *hay, const uint8_t *flat, size_t len, const struct cut *cut,
	      const struct traffic *traffic, const struct pattern *pattern);
void hay_free(struct hay *hay);

/* ---- engines ---- */

enum op {
	OP_BYTE, OP_RBYTE, OP_FIND, OP_RFIND, OP_ICASE, OP_SET, OP_ISET, OP_WORST, OP_SCAN,
	OP_EQUAL, OP_HASH, OP_INDEX, OP_READ, OP_COPY, OP_NR
};

#define OP_BIT(op) (1u << (op))

/* What an operation does exactly, where there is more than one such thing. */
enum kind {
	KIND_NONE,
	BYTE_COUNT,	/* as many as there are, in one call where there is one */
	BYTE_ANY,	/* each byte that is among those of the pattern */
	HASH_XXH3, HASH_SIP24, HASH_SIP13,
	INDEX_RANDOM, INDEX_DEPENDENT, INDEX_FORWARD, INDEX_BACKWARD,
	READ_U8, READ_BE32, READ_ALL,
};

/* One piece of work, the same for every engine. */
struct task {
	enum op op;
	enum kind kind;
	const struct hay *hay;
	const struct hay *other;	/* the second string of OP_EQUAL */
	struct pattern pattern;		/* what the searches look for; one byte for OP_BYTE */
	const struct pattern *set;	/* what OP_SET and OP_ISET look for */
	size_t set_nr;
	const size_t *pos;		/* the positions of INDEX_RANDOM and INDEX_DEPENDENT */
	size_t pos_nr;
	uint8_t *out;			/* where OP_COPY and READ_ALL put the bytes */
	uint8_t *scratch[2];		/* kept from run to run, to join into; shared by all */
};

struct method;

/**
 * struct engine - one way to do an operation
 * @name: as in the column `engine`; "flat:..." where it is given the joined
 *	  bytes for nothing, and so is a bound and no rival
 * @ops: OP_BIT() of each operation it serves
 * @ours: it runs once for each implementation of the library
 * @method: for the engines of engines/join.c: what is done with joined bytes
 * @ceiling: OP_BIT() of each operation that nothing can do faster than it
 * @no_answer: what it returns is not the answer (for ceilings)
 * @open: gets ready what a user would keep (compiled needle, buffers); not
 *	  timed. NULL where it cannot serve the task
 * @run: does the work once; timed. Returns the answer: for searches how many
 *	 matches there are, for OP_EQUAL 1 or 0, for OP_HASH the hash, for OP_INDEX
 *	 and reads of numbers the sum of what was read, for the others how many
 *	 bytes were written
 * @close: undoes @open
 */
struct engine {
	const char *name;
	unsigned int ops;
	bool ours;
	const struct method *method;
	unsigned int ceiling;
	bool no_answer;
	void *(*open)(const struct engine *engine, const struct task *task);
	uint64_t (*run)(void *state);
	void (*close)(void *state);
};

extern const struct engine *const engines[];	/* ours first; NULL at the end */

/* A library that engines need. */
struct peer {
	const char *name, *package;
	const char *version;	/* NULL where this program is built without it */
};

const struct peer *peer_at(size_t number);	/* NULL behind the last */

/* The position that INDEX_DEPENDENT looks at after it has seen a byte. */
static inline size_t index_depend(size_t pos, uint8_t byte, size_t len)
{
	pos += byte;
	return pos < len ? pos : pos - len;
}

/* ---- cases (cases.c, texts.c) ---- */

/* How a case cuts its string, and the second one where there are two. */
struct layout {
	const char *name;
	const struct cut *cut, *other;
};

/* Where the bytes of a string come from. */
enum text {
	TEXT_TRAFFIC, TEXT_ONE_MATCH,
	TEXT_A, TEXT_AB, TEXT_LETTERS, TEXT_RARE, TEXT_PERIODIC,
};

/* Where a needle comes from; LITERAL is in the table of cases. */
enum source {
	SOURCE_NONE, SOURCE_LITERAL, SOURCE_ABSENT, SOURCE_EXCERPT,
	SOURCE_BYTE_NEVER, SOURCE_BYTE_RARE, SOURCE_BYTE_COMMON,
	SOURCE_PERIODIC_MIDDLE, SOURCE_PERIODIC_END,
};

/* What is done to what: a line of the table of cases. */
struct family {
	enum op op;
	enum kind kind;
	const char *what;
	enum source source;
	struct pattern pattern;	/* for SOURCE_EXCERPT only a length */
	size_t set_nr;
	bool of_language;	/* words, not names of headers */
	enum text text;
	const struct shape *shapes;	/* sizes and their cuts; nameless one at the end */
};

/* A size, and how strings of this size are cut. */
struct shape {
	const char *size;
	size_t len;
	const struct layout *layouts;	/* nameless one at the end */
	unsigned int when;	/* CASE_... */
};

#define CASE_QUICK 1u	/* in a quick run as well */
#define CASE_GROWTH 2u	/* a point of a growth curve: skipped by engines that were too slow */

/* The rows that are timed together. */
struct series {
	const struct family *family;
	const struct shape *shape;
};

#define CASE_NAME_MAX 96

bool series_at(size_t number, struct series *series);	/* false behind the last */
const char *op_name(enum op op);
void case_name(char name[CASE_NAME_MAX], const struct series *series, const struct layout *layout);

extern const struct family families[];	/* nameless one at the end (table of cases.c) */

/* Bytes for a series; the caller frees them. NULL where they would not fit into memory. */
uint8_t *text_make(const struct series *series, const struct traffic *traffic,
		   const struct pattern *pattern);

/* The needle of a series in a buffer of its own; no bytes where there is none. */
struct pattern needle_make(const struct series *series, const struct traffic *traffic);

/* The first of fixed lists, none of which is the end of another. */
struct pattern *names_make(size_t nr, bool of_language);
void names_free(struct pattern *set, size_t nr);

/* What the user asked for. */
struct options {
	const char *filter;	/* globs; NULL is all */
	const char *engine;
	const char *csv;
	const char *capture;
	double seconds;		/* below 0: as many as the rows want */
	bool list;
	bool quick;
};

bool case_wanted(const struct options *options, const struct series *series,
		 const struct layout *layout);
bool engine_wanted(const struct options *options, const struct engine *engine, enum op op);

/* ---- rows (session.c, run.c), and what is made of them (table.c, csv.c) ---- */

struct row {
	char name[CASE_NAME_MAX];	/* of the case */
	enum op op;
	const struct layout *layout;
	const struct engine *engine;
	const char *impl;
	size_t len;		/* bytes of the string */
	uint64_t units;		/* look-ups in one run for OP_INDEX, else 1 */
	uint64_t want, count;	/* the twin's answer and the engine's */
	uint64_t iters;		/* timed runs, over all rounds */
	double min_ns, median_ns;	/* of one run; of one look-up for OP_INDEX */
	double spread;		/* between the quartiles, as a part of the median */
	bool ok;
};

struct results {
	struct row *row;
	size_t nr;
	size_t wrong;
};

/* Times the wanted cases; rows are added to @results, and printed series by series. */
void run_all(struct results *results, const struct options *options,
	     const struct traffic *traffic);

void table_print(const struct row *row, size_t nr, bool head);

int csv_check(const char *path, struct complaint *why);
int csv_write(const char *path, const struct results *results, struct complaint *why);

/* ---- the rest ---- */

/* Naive twins: too simple to be wrong (naive.c). */
uint64_t naive_count(const uint8_t *hay, size_t len, const struct pattern *pattern);
uint64_t naive_answer(const struct task *task);
uint64_t naive_xxh3(const uint8_t *bytes, size_t len);	/* of more than 240 bytes */
uint64_t naive_siphash(const uint8_t *bytes, size_t len, const uint64_t key[2],
		       unsigned int rounds);

extern const uint64_t siphash_key[2];	/* what every engine takes */

/* Finds the header patterns in the streams, and tells; false if a count is wrong (job.c). */
bool job_run(const struct capture *capture);

#endif
