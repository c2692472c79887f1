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

struct fstri_set_needle {
	u32 bytes;	/* offset in the set of its copy, in small letters if it folds */
	u32 len;
	u32 node;	/* that it ends at */
	u32 out;	/* of that node */
	u32 next;	/* out[] of what ends there and is shorter */
	u32 live;	/* where a search goes on behind it */
	/* bytes, modulo 32, before beginnings of it that its windows end in */
	u32 before;
	u8 part;
	u8 folds;
	u8 inner;	/* other needles end inside it */
};

/* A place in a needle that the filter finds it by. */
struct fstri_window {
	u64 key;	/* the bytes, as fstri_set_key() gives them */
	u32 needle;
	u32 off;	/* of the place in the needle */
};

enum fstri_filter { FSTRI_FILTER_NONE, FSTRI_FILTER_HASH, FSTRI_FILTER_AVX2, FSTRI_FILTER_VBMI };

#define FSTRI_TEDDY_ROWS 4
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
	u32 windows;		/* by hash; first[] says where each hash's begin */
	u32 window_first;
	u32 window_shift;
	u32 teddy;		/* rows of the shuffle filter */
	u32 teddy_rows;
	u64 mask;		/* of the bytes of a window */
	u64 fold;		/* 0x20 in each byte where any needle folds */
};

/* What heads are looked for by. A tail is too short to borrow the FPU for. */
static __always_inline u32 fstri_set_head_filter(const struct fstr_set *set)
{
#ifdef FSTRI_LENT_FPU
	(void)set;
	return FSTRI_FILTER_HASH;
#else
	return set->filter;
#endif
}

/* In order[]: the number of a needle, and whether it is the last of its string. */
#define FSTRI_LAST 0x80000000u

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
	return (bytes & set->mask) | (set->fold & set->mask);
}

/* The upper bits are the better ones. */
static __always_inline u32 fstri_set_hash(u64 key)
{
	return (u32)((key * 0x9e3779b97f4a7c15u) >> 32);
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

/* set_filter.c */
void fstri_set_build_filter(struct fstr_set *set);

/*
 * What a filter has found: positions where windows may stand, counted from @base,
 * in order. Looking for them stops where there is no room for more, or a while
 * behind the first one: the search may stop at that.
 */
#define FSTRI_MOST_CANDIDATES 8
#define FSTRI_LOOK_AHEAD 1024

struct fstri_candidates {
	size_t base;
	u32 nr;
	u32 at[FSTRI_MOST_CANDIDATES];
};

/*
 * Look for candidates from @pos on; positions up to @end are worth a look, and the
 * block ends at @len. Return: where to go on, @end or more if there is nothing
 * further.
 */
size_t fstri_hash_candidates(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
			     size_t len, struct fstri_candidates *found);
size_t fstri_avx2_set_candidates(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
				 size_t len, struct fstri_candidates *found);
size_t fstri_vbmi_set_candidates(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
				 size_t len, struct fstri_candidates *found);

/* A step from *@pos on; what is found behind its end is found again. False: no FPU. */
static __always_inline bool fstri_avx2_step(const struct fstr_set *set, const u8 *p, size_t *pos,
					    size_t end, size_t len,
					    struct fstri_candidates *found)
{
	u32 isa = fstri_simd_begin(FSTRI_AVX2, end - *pos);
	size_t at;

	if (!isa)
		return false;
	if (end - *pos > FSTRI_STEP)
		end = *pos + FSTRI_STEP;
	at = fstri_avx2_set_candidates(set, p, *pos, end, len, found);
	fstri_simd_end(isa);
	*pos = at < end ? at : end;
	return true;
}

/* The first place from @pos on where a needle may begin, @len where none may. */
size_t fstri_hash_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len);
size_t fstri_avx2_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len);
size_t fstri_vbmi_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len);

/*
 * Where matches end, as a search finds them: as many as there is room for at once,
 * so that a filter need not begin anew for each.
 */
struct fstri_ends {
	struct fstr_set_end *at;
	u32 nr;
	u32 room;
};

/* set_search.c */
bool fstri_set_search(struct fstr_set_scan *scan, struct fstri_ends *ends, bool last);
void fstri_set_step(struct fstr_set_scan *scan, struct fstr_set_end *end);

#define FSTRI_FOLD64 (~(u64)0 / 0xff * 0x20)

#define FSTRI_SET_CREDIT_START 128

#endif
