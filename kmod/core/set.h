/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Sets of needles: what set_*.c share. */
#ifndef FRAGSTR_SET_H
#define FRAGSTR_SET_H

#include "core.h"

#define NOINLINE __attribute__((__noinline__))

/*
 * One automaton of A. V. Aho and M. J. Corasick. Nodes are numbered breadth
 * first, so the children of node v are those from first[v] to first[v + 1], and
 * shallow nodes, where a search spends its time, come first: node 0 is the root,
 * and those below @dense have a row in the table of next nodes. The others have
 * their children's classes (@label), and step back by @fail. Bytes that no needle
 * tells apart are one class.
 *
 * out[v] is the place in the order of needles where those begin that end at v,
 * FSTRI_NONE where none does. A node without children always has some. before[v]
 * has a bit for each byte, modulo 32, that some needle has before v's string.
 */
struct fstri_part {
	u32 nodes;
	u32 classes;
	u32 dense;
	/* offsets in the set */
	u32 class;
	u32 first;
	u32 fail;
	u32 depth;
	u32 out;
	u32 before;
	u32 label;
	u32 rows;
};

/* So many bytes of a needle are compared at once. */
#define FSTRI_QUICK 32

struct fstri_set_needle {
	u32 bytes;	/* offset in the set of its copy, in small letters if it folds */
	u32 len;
	u32 out;	/* of the node that it ends at */
	u32 next;	/* out[] of what ends there and is shorter */
	u32 end[2];	/* out of struct fstr_set_end where it ends */
	u32 live;	/* where a search goes on behind it */
	u32 border;	/* how deep that is */
	/* bytes, modulo 32, before beginnings of it that its windows end in */
	u32 before;
	u8 part;
	u8 folds;
	u8 inner;	/* other needles end inside it */
	/* its first bytes, and 0x20 for each letter if it folds; 0xff behind its end */
	u8 quick[FSTRI_QUICK];
	u8 fold[FSTRI_QUICK];
};

/* A place in a needle that the filter finds it by. */
struct fstri_window {
	u32 hash;
	u32 needle;	/* offset in the set */
	u32 off;	/* of the place in the needle */
	/* how many there are with that hash; 0 for one whose needle is plain */
	u32 chain;
};

enum fstri_filter {
	FSTRI_FILTER_NONE, FSTRI_FILTER_HASH, FSTRI_FILTER_SSSE3, FSTRI_FILTER_AVX2,
	FSTRI_FILTER_VBMI, FSTRI_FILTER_NEON
};

#define FSTRI_TEDDY_ROWS 6
#define FSTRI_FEW_NEEDLES 64	/* for which 4 of those do, and 64 KiB in all */
#define FSTRI_TEDDY_ROW 128	/* bytes of a table */
#define FSTRI_HEAD_ROWS 3

/*
 * A set is this, then what the offsets point to. Needles that tell letters of
 * either case apart and needles that do not have an automaton each, unless there
 * are only those of one kind, or the others have no letters.
 */
struct fstr_set {
	u32 nr;
	u32 parts;		/* automata: 1 or 2 */
	u32 longest;
	u32 shortest;
	struct fstri_part part[2];
	u32 needles;
	u32 order;		/* by automaton, then as strings, then by number */
	u32 heads;		/* rows of a shuffle filter for what needles begin with */
	/* the filter */
	u32 filter;
	u32 width;		/* bytes of a window */
	u32 stride;		/* windows of a needle; every such position is probed */
	u32 seen;		/* words by the upper bits of a window's hash, bits by the lower */
	u32 seen_shift;
	u32 windows;		/* by hash */
	u32 window_shift;
	u32 teddy;		/* rows of the shuffle filter */
	u32 teddy_rows;
	u32 weeds;		/* candidates of that are looked at by the hash */
	u64 factor;		/* of the hash */
	u64 mask;		/* of the bytes of a window */
	u64 fold;		/* 0x20 in each of those where any needle folds */
	u32 first[];		/* by hash: the offset of the first window */
};

/* Whether a table for a filter has the halves of a byte, not its lower seven bits. */
static __always_inline bool fstri_set_by_halves(u32 filter)
{
	return filter == FSTRI_FILTER_SSSE3 || filter == FSTRI_FILTER_AVX2 ||
	       filter == FSTRI_FILTER_NEON;
}

/* In order[]: the number of a needle, and whether it is the last of its string. */
#define FSTRI_LAST 0x80000000u

/*
 * Matches that end together are told by out[] of both automata; one that is known
 * to be alone by its number, and its length with this added.
 */
#define FSTRI_ALONE 0x80000000u

static __always_inline const void *fstri_set_at(const struct fstr_set *set, u32 off)
{
	return (const u8 *)set + off;
}

static __always_inline const struct fstri_set_needle *fstri_set_needle(const struct fstr_set *set,
								       u32 nr)
{
	return (const struct fstri_set_needle *)fstri_set_at(set, set->needles) + nr;
}

/* While it is made. */
static __always_inline void *fstri_set_make(struct fstr_set *set, u32 off)
{
	return (u8 *)set + off;
}

static __always_inline const u32 *fstri_set_order(const struct fstr_set *set)
{
	return fstri_set_at(set, set->order);
}

/* An automaton with its offsets resolved. */
struct fstri_auto {
	const u8 *class;
	const u32 *first;
	const u32 *fail;
	const u32 *depth;
	const u32 *out;
	const u8 *label;
	const u32 *rows;
	u32 dense;
	u32 classes;
};

static __always_inline struct fstri_auto fstri_set_auto(const struct fstr_set *set, u32 i)
{
	const struct fstri_part *part = &set->part[i];

	return (struct fstri_auto){
		.class = fstri_set_at(set, part->class),
		.first = fstri_set_at(set, part->first),
		.fail = fstri_set_at(set, part->fail),
		.depth = fstri_set_at(set, part->depth),
		.out = fstri_set_at(set, part->out),
		.label = fstri_set_at(set, part->label),
		.rows = fstri_set_at(set, part->rows),
		.dense = part->dense,
		.classes = part->classes,
	};
}

/* The child of a node, 0 where there is none. */
static __always_inline u32 fstri_auto_child(const struct fstri_auto *a, u32 node, u32 class)
{
	for (u32 i = a->first[node]; i < a->first[node + 1]; i++)
		if (a->label[i] == class)
			return i;
	return 0;
}

static __always_inline u32 fstri_auto_step_class(const struct fstri_auto *a, u32 node, u32 class)
{
	while (node >= a->dense) {
		u32 child = fstri_auto_child(a, node, class);

		if (child)
			return child;
		node = a->fail[node];
	}
	return a->rows[(size_t)node * a->classes + class];
}

static __always_inline u32 fstri_auto_step(const struct fstri_auto *a, u32 node, u8 byte)
{
	return fstri_auto_step_class(a, node, a->class[byte]);
}

/* Behind a match: the longest end of it that another match may begin with. */
static __always_inline u32 fstri_auto_live(const struct fstri_auto *a, u32 node)
{
	while (node && a->first[node] == a->first[node + 1])
		node = a->fail[node];
	return node;
}

static __always_inline u64 fstri_set_key(const struct fstr_set *set, u64 bytes)
{
	return (bytes & set->mask) | set->fold;
}

/* The upper bits are the better ones. */
static __always_inline u64 fstri_set_hash64(const struct fstr_set *set, u64 key)
{
	return key * set->factor;
}

static __always_inline u32 fstri_set_hash(const struct fstr_set *set, u64 key)
{
	return (u32)(fstri_set_hash64(set, key) >> 32);
}

/* The first up to eight of the @n bytes at @p, as fstri_le64() has them. */
static __always_inline u64 fstri_le64_part(const u8 *p, size_t n)
{
	u64 x = 0;

	if (n >= 8)
		return fstri_le64(p);
	for (size_t i = n; i-- > 0;)
		x = x << 8 | p[i];
	return x;
}

/* set_build.c */
u32 *fstri_set_sort(struct fstr_set *set, u32 *order, u32 *spare, u32 nr);
size_t fstri_set_count_nodes(const struct fstr_set *set, const u32 *order, u32 nr);
void fstri_set_build(struct fstr_set *set, u32 part, u32 begin, u32 end);
u32 fstri_set_before(const struct fstr_set *set, const struct fstri_set_needle *needle, u32 from);

/* How common a byte of a needle is, as fstri_rank[] has it. */
static __always_inline u8 fstri_set_rank(const struct fstri_set_needle *needle, u8 byte)
{
	u8 low = fstri_rank[byte];
	u8 high = low;

	if (needle->folds && (u8)(byte - 'a') < 26)
		high = fstri_rank[byte ^ 0x20];
	return low > high ? low : high;
}

/* set_window.c */
void fstri_set_build_windows(struct fstr_set *set);

/* set_filter.c */
void fstri_set_build_filter(struct fstr_set *set);

/*
 * What a filter has found: where windows may stand, by those groups of positions
 * that have any; a group's first position counts from @base. A filter stops when it
 * has enough: the search may stop there, but going back and forth costs as much as
 * several candidates.
 */
#define FSTRI_GROUP 64
#define FSTRI_LOOK 32768		/* as far as sixteen bits tell from @base */
#define FSTRI_ENOUGH (FSTR_SET_ENDS / 2)
#define FSTRI_MOST_GROUPS (FSTRI_ENOUGH + 2)	/* with those at the end of a block */

struct fstri_candidates {
	size_t base;
	u32 nr;
	u32 enough;	/* at most FSTRI_ENOUGH */
	uint16_t at[FSTRI_MOST_GROUPS];
	u64 bits[FSTRI_MOST_GROUPS];
};

/*
 * Where there are candidates is hard to predict: a group is put in its place in
 * any case, and stays there if it has any. A place for each group, and a bit for those
 * that have any, took 12 % longer.
 */
static __always_inline void fstri_add_group(struct fstri_candidates *found, size_t pos, u64 bits)
{
	found->at[found->nr] = (uint16_t)(pos - found->base);
	found->bits[found->nr] = bits;
	found->nr += bits != 0;
}

/* Leave those candidates that the hash filter would find as well. */
void fstri_set_weed(const struct fstr_set *set, const u8 *p, size_t len,
		    struct fstri_candidates *found);

/*
 * Where matches end, as a search finds them: as many as there is room for at once,
 * so that a filter need not begin anew for each.
 */
struct fstri_ends {
	struct fstr_set_end *at;
	u32 nr;
	u32 room;
};

/*
 * ALL: the block has no further match. FULL: there is no room for a further one;
 * the scan is behind the last. UNCLEAR: the automata are to go on from where the
 * scan is now, until nothing is in progress that began before *@must. LATER: the
 * filter alone has a use for that.
 */
enum fstri_verdict { FSTRI_ALL, FSTRI_FULL, FSTRI_UNCLEAR, FSTRI_LATER };

/* How far the filter has come in a block. */
struct fstri_pass {
	size_t from;	/* where a match may begin */
	size_t done;	/* behind the last match */
	size_t at;	/* the candidate looked at last */
	size_t near;	/* the end of the block: less than FSTRI_QUICK bytes are left there */
	u32 live;	/* the node behind the last match */
	u32 group;	/* of the candidates, and the next one */
	int credit;
};

/*
 * What each filter has code of its own for.
 *
 * set_candidates	look for candidates from @pos on; positions up to @end are worth a
 *			look, and the block ends at @len. Where to go on, @end or more if
 *			there is nothing further
 * set_plain		look at candidates; see plain.h
 * set_head		the first place from @pos on where a needle may begin, @len where
 *			none may
 */
#define FSTRI_SET_DECLARE(filter)							\
	size_t fstri_##filter##_set_candidates(const struct fstr_set *set, const u8 *p,	\
					       size_t pos, size_t end, size_t len,	\
					       struct fstri_candidates *found);		\
	enum fstri_verdict fstri_##filter##_set_plain(const struct fstr_scan *scan,	\
						      struct fstri_candidates *found,	\
						      struct fstri_pass *pass,		\
						      struct fstri_ends *ends);		\
	size_t fstri_##filter##_set_head(const struct fstr_set *set, const u8 *p, size_t pos, \
					 size_t len)

FSTRI_SET_DECLARE(hash);
FSTRI_SET_DECLARE(ssse3);
FSTRI_SET_DECLARE(avx2);
FSTRI_SET_DECLARE(vbmi);
FSTRI_SET_DECLARE(neon);

#if defined(FSTRI_X86)
#define FSTRI_NARROW_SET_CALL(filter, call, ...)				\
	((filter) == FSTRI_FILTER_AVX2	? fstri_avx2_##call(__VA_ARGS__) :	\
	 (filter) == FSTRI_FILTER_SSSE3 ? fstri_ssse3_##call(__VA_ARGS__) :	\
					  fstri_hash_##call(__VA_ARGS__))
#ifdef FSTRI_HAVE_AVX512
#define FSTRI_SET_CALL(filter, call, ...)					\
	((filter) == FSTRI_FILTER_VBMI ? fstri_vbmi_##call(__VA_ARGS__) :	\
					 FSTRI_NARROW_SET_CALL(filter, call, __VA_ARGS__))
#else
#define FSTRI_SET_CALL FSTRI_NARROW_SET_CALL
#endif
#elif defined(FSTRI_ARM64)
/* which it has none of its own for */
#define fstri_neon_set_plain fstri_hash_set_plain
#define FSTRI_SET_CALL(filter, call, ...)					\
	((filter) == FSTRI_FILTER_NEON ? fstri_neon_##call(__VA_ARGS__) :	\
					 fstri_hash_##call(__VA_ARGS__))
#else
#define FSTRI_SET_CALL(filter, call, ...) ((void)(filter), fstri_hash_##call(__VA_ARGS__))
#endif

/* The unit of credit is a byte for the automaton. */
#define FSTRI_SET_CREDIT_START 128
#define FSTRI_SET_CREDIT_MOST 2048
#define FSTRI_CANDIDATE_COST 6

static __always_inline int fstri_earned(int credit, size_t bytes)
{
	credit += bytes < 2 * FSTRI_SET_CREDIT_MOST ? (int)bytes : 2 * FSTRI_SET_CREDIT_MOST;
	return credit < FSTRI_SET_CREDIT_MOST ? credit : FSTRI_SET_CREDIT_MOST;
}

/* How much of the end of what is done is in progress. */
static __always_inline u32 fstri_in_progress(const struct fstr_scan *scan)
{
	const struct fstr_set *set = scan->set;
	u32 most = 0;

	for (u32 i = 0; i < set->parts; i++) {
		const u32 *depth = fstri_set_at(set, set->part[i].depth);

		if (scan->many.node[i] && depth[scan->many.node[i]] > most)
			most = depth[scan->many.node[i]];
	}
	return most;
}

/* Let the automata go on from @from if that is further on, with nothing matched. */
static __always_inline void fstri_skip_to(struct fstr_scan *scan, size_t from)
{
	if (from <= scan->done)
		return;
	scan->done = from;
	scan->many.node[0] = 0;
	scan->many.node[1] = 0;
}

static __always_inline void fstri_set_matched(struct fstri_pass *pass,
					      const struct fstri_set_needle *needle, size_t end)
{
	pass->done = end;
	pass->from = end - needle->border;
	pass->live = needle->live;
}

/* The filter is what is wanted of the world, if that is by vectors. */
static __always_inline struct fstri_lease fstri_set_lease(const struct fstr_set *set, size_t len)
{
	return fstri_lease(set->filter == FSTRI_FILTER_HASH ? 0 : set->filter, len);
}

/* set_confirm.c */
enum fstri_verdict fstri_set_run_filter(struct fstr_scan *scan, struct fstri_ends *ends,
					size_t *must, struct fstri_lease *lease);

/* set_search.c */
bool fstri_set_search(struct fstr_scan *scan, struct fstri_ends *ends, bool last,
		      struct fstri_lease *lease);
void fstri_set_step(struct fstr_scan *scan, struct fstr_set_end *end);

#define FSTRI_FOLD64 (~(u64)0 / 0xff * 0x20)

#endif
