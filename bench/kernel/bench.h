/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The benchmark in the kernel: cases times engines, over socket buffers. */
#ifndef FRAGSTR_BENCH_KERNEL_H
#define FRAGSTR_BENCH_KERNEL_H

#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/textsearch.h>
#include <fragstr/impl.h>
#include <fragstr/skb.h>

#define BENCH_LARGE 65536
#define BENCH_SMALL 1500

/* What is searched, compared or hashed: the buffer, and its bytes joined up. */
struct bench_hay {
	const char *shape;
	size_t len;
	u8 *flat;
	struct sk_buff *skb;
	struct sk_buff *twin;	/* the same bytes, to compare with */
};

enum bench_text { BENCH_HTTP, BENCH_NEARLY, BENCH_LETTERS };

/* Bytes behind the needle: by fsm's account a pattern is six times as long. */
#define BENCH_BEHIND 128

/*
 * Text of HTTP, or bytes of which each is all but a match, or two letters at random;
 * the needle stands near its end and nowhere else.
 */
void bench_text(u8 *to, size_t len, enum bench_text text, const char *needle, size_t needle_len);

extern const char *const bench_shapes[];
extern const size_t bench_nr_shapes;

/* Lays hay->flat out in hay->skb and hay->twin. */
int bench_hay_init(struct bench_hay *hay, const char *shape);
void bench_hay_free(struct bench_hay *hay);

struct bench_case {
	const char *name;
	const char *needle;	/* NULL where there is nothing to search */
	size_t needle_len;
	enum bench_text text;
};

/* What an engine made ready for a case. */
struct bench_job {
	const struct bench_hay *hay;
	const struct bench_case *what;
	struct ts_config *conf;
	struct fstr_needle *compiled;
	struct fstr_set *set;	/* names of headers that are not there */
	u8 *buf;		/* room for the bytes of the hay */
	struct fstr_frag *frag;	/* and for its fragments */
};

#define BENCH_FRAGS 1024

struct bench_engine {
	const char *name;
	const char *algo;	/* of textsearch, or NULL */
	u64 (*run)(const struct bench_job *job);
	const char *impl;	/* the one that ours is to run by; NULL for the best */
	bool refused;		/* vectors were chosen, and each step of them is refused the FPU */
};

/* The calls of one kind; the first one is ours, and says what the others must. */
extern const struct bench_engine bench_find[], bench_set[], bench_equal[], bench_hash[],
	bench_siphash[];
extern const size_t bench_nr_find, bench_nr_set, bench_nr_equal, bench_nr_hash, bench_nr_siphash;

int bench_job_init(struct bench_job *job, const struct bench_engine *engine);
void bench_job_free(struct bench_job *job);

/* Prints the length from which on vectors pay. */
int bench_break_even(unsigned int sample_us);

struct bench_choice {
	char *only;		/* a part of the names of the cases to run; "" for all */
	unsigned int sample_us;	/* that a sample takes */
};

/*
 * Prints a line of CSV for each engine of each case, and, where all are run, the
 * break-even first. Takes some seconds.
 */
int bench_run(const struct bench_choice *choice);

#endif
