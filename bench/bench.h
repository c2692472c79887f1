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

/* A string laid out in fragments, each in a heap block of its own. */
struct hay {
	const uint8_t *flat;	/* the same bytes joined: for bounds and twins */
	size_t len;
	struct fstr_frag *frag;
	size_t nr;
};

struct cut {
	const char *name;
	enum { CUT_EVERY, CUT_MIXED, CUT_WIRE } kind;
	size_t every;		/* the length of each fragment, for CUT_EVERY */
};

extern const struct cut cut_linear, cut_page, cut_mtu, cut_small, cut_tiny, cut_mixed, cut_wire;

void hay_init(struct hay *hay, const uint8_t *flat, size_t len, const struct cut *cut,
	      const struct traffic *traffic);
void hay_free(struct hay *hay);

/* ---- engines ---- */

enum op { OP_FIND, OP_SCAN, OP_EQUAL, OP_NR };

#define OP_BIT(op) (1u << (op))

struct pattern {
	const char *bytes;
	size_t len;
};

/* One piece of work, the same for every engine. */
struct task {
	const struct hay *hay;
	const struct hay *other;	/* the second string of OP_EQUAL */
	struct pattern pattern;		/* what OP_FIND and OP_SCAN look for */
};

/**
 * struct engine - one way to do an operation
 * @name: as in the column `engine`; "flat:..." where it is given the joined
 *	  bytes for nothing, and so is a bound and no rival
 * @ops: OP_BIT() of each operation it serves
 * @impls: names for @open beside "auto", NULL at the end; may be NULL
 * @open: gets ready what a user would keep (compiled needle, buffers); not
 *	  timed. NULL where it cannot serve the task
 * @run: does the work once; timed. Returns the answer: for searches how many
 *	 disjoint matches there are, for OP_EQUAL 1 or 0
 * @close: undoes @open
 */
struct engine {
	const char *name;
	unsigned int ops;
	const char *const *impls;
	void *(*open)(const struct task *task, const char *impl);
	uint64_t (*run)(void *state);
	void (*close)(void *state);
};

extern const struct engine *const engines[];	/* ours first; NULL at the end */

/* ---- cases (cases.c) ---- */

struct series {
	enum op op;
	const char *what;
	const char *size;
	size_t len;
	struct pattern pattern;
	const struct layout *layout;	/* the cuts, nameless one at the end */
};

/* How a case cuts its string, and the second one where there are two. */
struct layout {
	const char *name;
	const struct cut *cut, *other;
};

#define CASE_NAME_MAX 96

const struct series *series_at(size_t number);	/* NULL behind the last */
const char *op_name(enum op op);
void case_name(char name[CASE_NAME_MAX], const struct series *series, const struct layout *layout);

/* What the user asked for. */
struct options {
	const char *filter;	/* globs; NULL is all */
	const char *engine;
	const char *csv;
	const char *capture;
	double seconds;
	bool list;
};

bool case_wanted(const struct options *options, const char *name);
bool engine_wanted(const struct options *options, const struct engine *engine, enum op op);

/* ---- rows (run.c), and what is made of them (table.c, csv.c) ---- */

struct row {
	char name[CASE_NAME_MAX];	/* of the case */
	const struct layout *layout;
	const struct engine *engine;
	const char *impl;
	size_t len;		/* bytes of the string */
	uint64_t want, count;	/* the twin's answer and the engine's */
	uint64_t iters;		/* timed runs, over all rounds */
	double min_ns, median_ns;	/* of one run */
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

/* Finds the header patterns in the streams, and tells; false if a count is wrong (job.c). */
bool job_run(const struct capture *capture);

/* For OP_FIND and the job: a pattern that does not occur in the bytes (cases.c). */
struct pattern absent_pattern(const uint8_t *bytes, size_t len);

#endif
