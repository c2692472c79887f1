/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* A series while it is timed: what session.c makes ready and run.c times. */
#ifndef FSTR_SESSION_H
#define FSTR_SESSION_H

#include "bench.h"
#include "timing.h"

/* A row while it is timed. */
struct timed {
	struct row row;
	struct task task;
	void *state;
	bool dropped;		/* it was too slow at a smaller size */
	struct timing timing;
};

/* One series while it is timed. */
struct session {
	struct series series;
	const struct options *options;
	struct task task;	/* what the tasks of all its rows have */
	uint8_t *flat, *twin;	/* the joined bytes; a copy of them for OP_EQUAL */
	struct pattern *set;
	size_t *pos;
	uint64_t want;
	struct hay *hay;	/* two for each layout */
	struct timed *timed;
	size_t nr;
};

/* How many rows a series may have; 0 where none of it is wanted. */
size_t session_rows(const struct options *options, const struct series *series);

void session_open(struct session *session, const struct options *options,
		  const struct series *series, const struct traffic *traffic);
void session_close(struct session *session);

/* The best implementation for NULL or "auto". */
void session_force(const struct row *row);

#endif
