/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What the core files share. The only header they include. */
#ifndef FRAGSTR_CORE_H
#define FRAGSTR_CORE_H

#define FSTR_ENV_NEED_CORE
#include "fragstr/fragstr.h"
#include "fragstr/impl.h"
#include "lease.h"

#define FSTRI_MAX_LEN ((size_t)-1 >> 1)	/* SSIZE_MAX */

/*
 * A count of what a search does: positions passed, bytes compared, steps back of
 * the automaton. In a build for one test alone, which asks whether it is linear.
 */
#ifdef FSTRI_COUNT_WORK
extern u64 fstri_work;
#define FSTRI_WORK(n) ((void)(fstri_work += (n)))
#else
#define FSTRI_WORK(n) ((void)0)
#endif

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

/* Bytes of fragment @i that are in the view, the first and last being cut. */
static __always_inline size_t fstri_frag_len(const struct fstr *s, size_t i)
{
	size_t len = s->frag[i].len;

	if (!i)
		len -= s->off;
	if (i == s->nr - 1)
		len -= s->tail;
	return len;
}

static __always_inline const u8 *fstri_frag_base(const struct fstr *s, size_t i)
{
	const u8 *base = s->frag[i].base;

	/* not to NULL, not even 0 bytes */
	return !i && s->off ? base + s->off : base;
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
 * copying the bytes of a run below FSTRI_SMALL does. (At 256, fragments of 1 to
 * 300 bytes are searched at half the speed: each seventh ends a window.)
 */
#define FSTRI_SMALL (FSTR_WINDOW < 512 ? FSTR_WINDOW : 512)

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

/* Copy small runs to @window, as many as follow each other and fit. */
static __always_inline void fstri_gather(struct fstri_blocks *b, u8 *window)
{
	struct fstri_walk walk = b->walk;
	size_t n = 0;

	do {
		b->pending = walk.n >= FSTRI_SMALL || walk.n > FSTR_WINDOW - n;
		if (b->pending)
			break;
		fstri_copy(window + n, walk.p, walk.n);
		n += walk.n;
	} while (fstri_walk_next(&walk));
	b->walk = walk;
	b->p = window;
	b->n = n;
}

/* Take back the run that is pending, so that the walk begins with it next time. */
static __always_inline void fstri_blocks_unread(struct fstri_blocks *b)
{
	if (!b->pending)
		return;
	b->pending = false;
	b->walk.next--;
	b->walk.off = (size_t)(b->walk.p - (const u8 *)b->walk.next->base);
	b->walk.rest += b->walk.n;
}

/* Two places in a needle, and what must stand there for a candidate. */
struct fstri_pair {
	u32 at[2];
	u8 byte[2];
	u8 fold[2];	/* 0x20 where letters of either case do, else 0 */
};

/*
 * A needle: this, then fail[len], the bytes, and their folds: 0x20 for each
 * letter where it ignores case, else 0. @fail is the table of Knuth,
 * Morris and Pratt: at depth d, where byte d does not fit, go on at depth
 * fail[d]; FSTRI_NONE, which is -1, stands before depth 0.
 */
struct fstr_needle {
	u32 len;
	u32 flags;
	u32 isa;
	int32_t patience;	/* below 0: the pair's first byte is not rare enough */
	u32 border;		/* depth after a match that others may overlap */
	struct fstri_pair rare;	/* seldom stands there by chance */
	struct fstri_pair head;	/* the first two bytes (one, twice) */
	struct fstri_pair early;	/* as @rare, among the first FSTRI_EARLY bytes */
	struct fstri_once *once;	/* NULL but in fstr_find_buf() */
	u32 fail[];
};

#define FSTRI_NONE ((u32)-1)
#define FSTRI_EARLY 16

/*
 * A pattern that is used once: no memory was lent, so its bytes are elsewhere
 * and its table is made when it is needed first, one byte to an entry.
 */
#define FSTRI_ONCE_MOST 255
#define FSTRI_ONCE_NONE 255

struct fstri_once {
	const u8 *bytes;
	bool has_table;
	u8 *fail;	/* room for FSTRI_ONCE_MOST */
};

static __always_inline const u8 *fstri_bytes(const struct fstr_needle *needle)
{
	return needle->once ? needle->once->bytes : (const u8 *)(needle->fail + needle->len);
}

static __always_inline u32 fstri_fail(const struct fstr_needle *needle, u32 depth)
{
	u8 fail;

	if (!needle->once)
		return needle->fail[depth];
	fail = needle->once->fail[depth];
	return fail == FSTRI_ONCE_NONE ? FSTRI_NONE : fail;
}

/*
 * Instruction sets with code of their own, from the plainest. The one in use is
 * chosen by the world around the core before the first call, and again only by tests.
 */
enum fstri_isa {
	FSTRI_SCALAR, FSTRI_SSE2, FSTRI_SSSE3, FSTRI_AVX2, FSTRI_AVX512, FSTRI_AVX512VBMI,
	FSTRI_NEON, FSTRI_NR_ISAS
};

extern u32 fstri_isa;

/* Is it built in, and does this machine run it? */
bool fstri_runs_here(u32 isa);

static __always_inline const u8 *fstri_folds(const struct fstr_needle *needle)
{
	return fstri_bytes(needle) + needle->len;
}

/* view.c */
struct fstr fstri_last(const struct fstr *s, size_t len);

/* needle.c */
extern const u8 fstri_rank[256];
void fstri_needle_once(struct fstr_needle *needle, struct fstri_once *once, size_t len,
		       unsigned int flags);
void fstri_make_table(struct fstri_once *once, u32 len);

/* find.c */

#define FSTRI_CREDIT_START 64

static __always_inline struct fstr_scan_state fstri_state_init(const struct fstr_needle *needle)
{
	return (struct fstr_scan_state){
		.credit = FSTRI_CREDIT_START,
		.patience = needle->patience,
	};
}

/* To look for a needle in @len bytes. One longer than a step is for the scalar code. */
static __always_inline struct fstri_lease fstri_needle_lease(const struct fstr_needle *needle,
							     size_t len)
{
	size_t m = needle->len;

	return fstri_lease(m < FSTRI_STEP ? needle->isa : FSTRI_SCALAR, len);
}

bool fstri_search(const struct fstr_needle *needle, struct fstr_scan_state *state, const u8 *p,
		  size_t len, size_t *at, struct fstri_lease *lease);

/* scan.c */

/* Member by member: a kernel's compiler would clear it first. */
static __always_inline void fstri_scan_begin(struct fstr_scan *scan, u64 base, unsigned int flags)
{
	scan->block = NULL;
	scan->len = 0;
	scan->done = 0;
	scan->base = base;
	scan->flags = flags;
}

static __always_inline void fstri_scan_begin_needle(struct fstr_scan *scan,
						    const struct fstr_needle *needle, u64 base,
						    unsigned int flags)
{
	fstri_scan_begin(scan, base, flags);
	scan->needle = needle;
	scan->state = fstri_state_init(needle);
	scan->credit = 0;
}

static __always_inline void fstri_scan_block(struct fstr_scan *scan, const u8 *block, size_t len)
{
	scan->base += scan->len;
	scan->block = block;
	scan->len = len;
	scan->done = 0;
}

static __always_inline int fstri_scan_next(struct fstr_scan *scan, struct fstr_match *match,
					   struct fstri_lease *lease)
{
	const struct fstr_needle *needle = scan->needle;

	if (!fstri_search(needle, &scan->state, scan->block, scan->len, &scan->done, lease))
		return -ENOENT;
	if (scan->flags & FSTR_DISJOINT)
		scan->state.depth = 0;
	*match = (struct fstr_match){
		.pos = scan->base + scan->done - needle->len,
		.len = needle->len,
	};
	return 0;
}

/* As fstr_scan_next(), with a lease that is for more than a block. */
struct fstri_lease fstri_scan_lease(const struct fstr_scan *scan, size_t len);
int fstri_scan_go_on(struct fstr_scan *scan, struct fstr_match *match, struct fstri_lease *lease);

/* set_scan.c: those calls for a scan that has FSTRI_SCAN_SET in its flags */
#define FSTRI_SCAN_SET 0x80000000u

int fstri_set_scan_next(struct fstr_scan *scan, struct fstr_match *match,
			struct fstri_lease *lease);
size_t fstri_set_scan_partial(const struct fstr_scan *scan);
void fstri_set_scan_save(const struct fstr_scan *scan, u32 *state);
int fstri_set_scan_restore(struct fstr_scan *scan, const u32 *state);

/* word.c */
#define FSTRI_FEW 3
size_t fstri_few_bytes(const struct fstr_byteset *set, u8 *few);
size_t fstri_common(const u8 *a, const u8 *b, size_t len, bool icase);

/* reader.c */

/* Bytes from where a reader stands to the end of its run. */
static __always_inline size_t fstri_reader_run_len(const struct fstr_reader *r)
{
	return (size_t)-r->at;
}

/*
 * Let a reader whose run is used up go on to the next one. True where there is a
 * byte at r->end + r->at, false at the end of the view.
 */
static __always_inline bool fstri_reader_more(struct fstr_reader *r)
{
	struct fstri_walk walk = { .next = r->next, .rest = r->after };

	if (r->at)
		return true;
	if (!fstri_walk_next(&walk))
		return false;
	r->next = walk.next;
	r->after = walk.rest;
	r->end = walk.p + walk.n;
	r->at = -(ssize_t)walk.n;
	return true;
}

#endif /* FRAGSTR_CORE_H */
