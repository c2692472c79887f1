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

static __always_inline u64 fstri_le64(const u8 *p)
{
	u64 x;

	__builtin_memcpy(&x, p, sizeof(x));
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? x : __builtin_bswap64(x);
}

static __always_inline u32 fstri_le32(const u8 *p)
{
	u32 x;

	__builtin_memcpy(&x, p, sizeof(x));
	return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? x : __builtin_bswap32(x);
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

	w->p = NULL;
	w->n = 0;
	w->next = s->frag;
	w->rest = s->len - from;
	while (w->rest && w->next->len <= off)
		off -= w->next++->len;
	w->off = off;
}

/*
 * Copy a piece, which is short more often than not: by moves of which the last
 * overlaps, where a call of memcpy() would cost more than the bytes.
 */
static __always_inline void fstri_copy(u8 *to, const u8 *from, size_t n)
{
	if (n > 64) {
		if (n > 512) {
			memcpy(to, from, n);
			return;
		}
		for (size_t i = 0; i < n - 32; i += 32)
			__builtin_memcpy(to + i, from + i, 32);
		__builtin_memcpy(to + n - 32, from + n - 32, 32);
	} else if (n > 32) {
		__builtin_memcpy(to, from, 32);
		__builtin_memcpy(to + n - 32, from + n - 32, 32);
	} else if (n >= 16) {
		__builtin_memcpy(to, from, 16);
		__builtin_memcpy(to + n - 16, from + n - 16, 16);
	} else if (n >= 8) {
		__builtin_memcpy(to, from, 8);
		__builtin_memcpy(to + n - 8, from + n - 8, 8);
	} else if (n >= 4) {
		__builtin_memcpy(to, from, 4);
		__builtin_memcpy(to + n - 4, from + n - 4, 4);
	} else if (n) {
		to[0] = from[0];
		to[n / 2] = from[n / 2];
		to[n - 1] = from[n - 1];
	}
}

/*
 * Walk over a view in blocks: a run as it lies, or, where runs are small, as many
 * of them as fit into a window, copied there. A block costs its user more than
 * copying the bytes of a run below FSTRI_SMALL does.
 */
#define FSTRI_SMALL 256

struct fstri_blocks {
	struct fstri_walk walk;
	bool pending;	/* the walk's run has not been given */
	const u8 *p;	/* this block */
	size_t n;
};

static __always_inline void fstri_blocks_init(struct fstri_blocks *b, const struct fstr *s,
					      size_t from)
{
	fstri_walk_init(&b->walk, s, from);
	b->pending = false;
}

/* @window has room for FSTRI_WINDOW bytes. */
static __always_inline bool fstri_blocks_next(struct fstri_blocks *b, u8 *window)
{
	size_t n = 0;

	if (!b->pending && !fstri_walk_next(&b->walk))
		return false;
	b->pending = false;
	b->p = b->walk.p;
	b->n = b->walk.n;
	if (b->n >= FSTRI_SMALL)
		return true;
	do {
		b->pending = b->walk.n >= FSTRI_SMALL || b->walk.n > FSTRI_WINDOW - n;
		if (b->pending)
			break;
		fstri_copy(window + n, b->walk.p, b->walk.n);
		n += b->walk.n;
	} while (fstri_walk_next(&b->walk));
	b->p = window;
	b->n = n;
	return true;
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

/*
 * Instruction sets with code of their own. The one in use is chosen by the world
 * around the core before the first call, and again only by tests.
 */
enum fstri_isa { FSTRI_SCALAR, FSTRI_SSE2, FSTRI_AVX2, FSTRI_AVX512, FSTRI_AVX512VBMI };

extern u32 fstri_isa;

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
