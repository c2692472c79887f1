/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What the core files share. The only header they include. */
#ifndef FRAGSTR_CORE_H
#define FRAGSTR_CORE_H

#define FSTR_ENV_NEED_CORE
#include "fragstr/fragstr.h"

#define FSTRI_MAX_LEN ((size_t)-1 >> 1)	/* SSIZE_MAX */

/* Machine words of bytes. */

typedef unsigned long fstri_word;

#define FSTRI_WORD sizeof(fstri_word)
#define FSTRI_ONES (~(fstri_word)0 / 0xff)
#define FSTRI_LOWS (FSTRI_ONES * 0x7f)
#define FSTRI_HIGHS (FSTRI_ONES * 0x80)

static __always_inline fstri_word fstri_load(const u8 *p)
{
	fstri_word w;

	__builtin_memcpy(&w, p, sizeof(w));
	return w;
}

static __always_inline u8 fstri_fold(u8 c)
{
	return (u8)(c - 'A') < 26 ? c | 0x20 : c;
}

/* fstri_fold() of each byte of a word. */
static __always_inline fstri_word fstri_fold_word(fstri_word w)
{
	fstri_word low = w & FSTRI_LOWS;
	fstri_word from_a = low + FSTRI_ONES * (0x80 - 'A');
	fstri_word above_z = low + FSTRI_ONES * (0x7f - 'Z');

	return w | ((from_a & ~above_z & ~w & FSTRI_HIGHS) >> 2);
}

/*
 * Walk over the runs of a view: the bytes it has of each fragment, empty ones
 * left out.
 */
struct fstri_walk {
	const struct fstr_frag *next;
	size_t off;	/* bytes of *next to leave out */
	size_t rest;	/* bytes of the view from there on */
	const u8 *p;	/* this run */
	size_t n;
};

static __always_inline bool fstri_walk_next(struct fstri_walk *w)
{
	while (w->rest) {
		const struct fstr_frag *frag = w->next++;
		size_t off = w->off;

		w->off = 0;
		w->n = frag->len - off;
		if (!w->n)
			continue;
		if (w->n > w->rest)
			w->n = w->rest;
		w->p = (const u8 *)frag->base + off;
		w->rest -= w->n;
		return true;
	}
	return false;
}

/* Begin at position @from, at most the length of the view. */
static __always_inline void fstri_walk_init(struct fstri_walk *w, const struct fstr *s, size_t from)
{
	size_t off = s->off + from;

	w->next = s->frag;
	w->rest = s->len - from;
	while (w->rest && w->next->len <= off)
		off -= w->next++->len;
	w->off = off;
}

/* Two places in a needle, and what must stand there for a candidate. */
struct fstri_pair {
	u32 at[2];
	u8 byte[2];
	u8 fold[2];	/* 0x20 where letters of either case do, else 0 */
};

/*
 * A needle: this, then fail[len], then the bytes. @fail is the table of Knuth,
 * Morris and Pratt: at depth d, where byte d does not fit, go on at depth
 * fail[d]; FSTRI_NONE, which is -1, stands before depth 0.
 */
struct fstr_needle {
	u32 len;
	u32 flags;
	u32 border;		/* depth after a match that others may overlap */
	struct fstri_pair rare;	/* seldom stands there by chance */
	struct fstri_pair head;	/* the first two bytes (one, twice) */
	u32 fail[];
};

#define FSTRI_NONE ((u32)-1)

static __always_inline const u8 *fstri_bytes(const struct fstr_needle *needle)
{
	return (const u8 *)(needle->fail + needle->len);
}

/* needle.c */
extern const u8 fstri_rank[256];

/* find.c */

/*
 * How far a search has come: the automaton's depth, and the account of the
 * fast path. See find.c.
 */
struct fstri_state {
	u32 depth;
	int64_t credit;
};

#define FSTRI_CREDIT_START 64

bool fstri_search(const struct fstr_needle *needle, struct fstri_state *state, const u8 *p,
		  size_t len, size_t *at);

/* word.c */
size_t fstri_word_candidate(const struct fstri_pair *pair, const u8 *p, size_t from, size_t to);
size_t fstri_common(const u8 *a, const u8 *b, size_t len, bool icase);

#endif /* FRAGSTR_CORE_H */
