// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Searching for a set of needles, block by block.
 *
 * Inside a block a filter looks for windows (set_filter.c), and a needle that
 * has one there is compared. At the seams the automata take over, as in find.c,
 * and their nodes are all that goes from block to block.
 *
 * Matches come by their end, but the filter finds them by their windows. Let
 * needle k be found at start s by its window at q. Whatever has its window before
 * q was found before. Another needle j that has its window at or behind q, and
 * may end before k does, or be in progress at k's end,
 *	- lies inside k, and ends before it does; or
 *	- began before s, and has in it, behind its first byte, the beginning of k
 *	  up to the end of the window at least.
 * The set knows whether others end inside k, and which bytes any needle has before
 * such a beginning of k. If none do, and the byte before s is none of those, k is
 * the next match, and the node it ends at is the automaton's. Otherwise the
 * automaton finds the next match, beginning so far before q that it knows of all
 * that is in progress there: the longest needle's length. So it does where there
 * are two automata.
 *
 * Linear time: as in find.c. What a candidate costs is charged, and in debt the
 * automata go on by themselves.
 */
#include "set.h"

/* True where there is no room for a further one. */
static __always_inline bool add_end(struct fstri_ends *ends, u64 pos, u32 out0, u32 out1)
{
	ends->at[ends->nr++] = (struct fstr_set_end){ .pos = pos, .out = { out0, out1 } };
	return ends->nr == ends->room;
}

static __always_inline u32 deepest(const struct fstri_auto *a, u32 n0, u32 n1, bool two)
{
	u32 depth = a[0].depth[n0];

	if (two && a[1].depth[n1] > depth)
		depth = a[1].depth[n1];
	return depth;
}

/*
 * Let the automata take bytes: while the filter is in debt, and while something
 * is in progress that began before this block, before @must, or is as long as
 * half of what was taken. True where there is no room for a further match.
 */
static NOINLINE bool run_automata(struct fstr_scan *scan, struct fstri_ends *ends, size_t must,
				  bool two)
{
	const struct fstri_auto a[2] = {
		fstri_set_auto(scan->set, 0), fstri_set_auto(scan->set, two),
	};
	const u8 *p = scan->block;
	size_t len = scan->len;
	size_t begin = scan->done;
	size_t pos = begin;
	size_t owed = 0;
	u32 longest = scan->set->longest;
	u32 n0 = scan->many.node[0];
	u32 n1 = two ? scan->many.node[1] : 0;
	bool full = false;

	if (scan->credit < 0)
		owed = (size_t)-scan->credit;
	while (pos < len && !full) {
		u8 byte = p[pos++];
		size_t taken = pos - begin;
		u32 out0, out1 = FSTRI_NONE;
		u32 depth;

		n0 = fstri_auto_step(a, n0, byte);
		out0 = a[0].out[n0];
		if (two) {
			n1 = fstri_auto_step(a + 1, n1, byte);
			out1 = a[1].out[n1];
		}
		if (out0 != FSTRI_NONE || (two && out1 != FSTRI_NONE)) {
			n0 = fstri_auto_live(a, n0);
			if (two)
				n1 = fstri_auto_live(a + 1, n1);
			full = add_end(ends, scan->base + pos, out0, out1);
		}
		if (taken < owed || pos < must)
			continue;
		depth = deepest(a, n0, n1, two);
		if (depth <= taken / 2 && pos - depth >= must &&
		    (!depth || len - pos + depth > longest))
			break;
	}
	scan->credit = fstri_earned(scan->credit, pos - begin);
	scan->done = pos;
	scan->many.node[0] = n0;
	if (two)
		scan->many.node[1] = n1;
	return full;
}

/*
 * What is in progress at the end of a block, or began there, the automata follow for so
 * many times the longest needle's length at the most, unless they are on for other reasons.
 */
#define MOST_RUN 4

static void stretch_ahead(const struct fstr_scan *scan, struct fstri_lease *lease)
{
	size_t longest = scan->set->longest;

	fstri_lease_scalar(lease, scan->credit < 0 ? scan->len - scan->done : MOST_RUN * longest);
}

static size_t find_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len,
			const struct fstri_lease *lease)
{
	u32 filter = fstri_lease_now(lease, set->filter);

	return FSTRI_SET_CALL(filter, set_head, set, p, pos, len);
}

/* From a place on where something is in progress, or may begin. */
static NOINLINE void run_to_end(struct fstr_scan *scan, bool two, struct fstri_lease *lease)
{
	const struct fstri_auto a[2] = {
		fstri_set_auto(scan->set, 0), fstri_set_auto(scan->set, two),
	};
	const u8 *p = scan->block;
	size_t len = scan->len;
	size_t pos = scan->done;
	u32 n0 = scan->many.node[0];
	u32 n1 = two ? scan->many.node[1] : 0;

	while (pos < len) {
		n0 = fstri_auto_step(a, n0, p[pos]);
		if (two)
			n1 = fstri_auto_step(a + 1, n1, p[pos]);
		pos++;
		if (!n0 && !n1)
			pos = find_head(scan->set, p, pos, len, lease);
	}
	scan->done = len;
	scan->many.node[0] = fstri_auto_live(a, n0);
	if (two)
		scan->many.node[1] = fstri_auto_live(a + 1, n1);
}

/*
 * The last bytes of a block, in which no match ends any more: what may begin
 * there? Mostly nothing does.
 */
static __always_inline void run_tail(struct fstr_scan *scan, bool two, struct fstri_lease *lease)
{
	size_t begin;

	if (scan->len >= scan->set->longest)
		fstri_skip_to(scan, scan->len - scan->set->longest + 1);
	begin = scan->done;
	if (!scan->many.node[0] && (!two || !scan->many.node[1]))
		scan->done = find_head(scan->set, scan->block, scan->done, scan->len, lease);
	if (scan->done < scan->len) {
		stretch_ahead(scan, lease);
		run_to_end(scan, two, lease);
	}
	fstri_lease_took(lease, scan->done - begin);
}

static __always_inline void search(struct fstr_scan *scan, struct fstri_ends *ends, bool last,
				   bool two, struct fstri_lease *lease)
{
	bool automata = fstri_in_progress(scan) > scan->done;
	size_t must = 0;

	while (scan->done < scan->len) {
		if (automata || scan->credit < 0) {
			size_t begin = scan->done;
			bool full;

			stretch_ahead(scan, lease);
			full = run_automata(scan, ends, must, two);
			fstri_lease_took(lease, scan->done - begin);
			if (full)
				return;
			automata = false;
			must = 0;
			continue;
		}
		switch (fstri_set_run_filter(scan, ends, &must, lease)) {
		case FSTRI_FULL:
			return;
		case FSTRI_UNCLEAR:
			automata = true;
			break;
		default:
			if (last)
				scan->done = scan->len;
			else
				run_tail(scan, two, lease);
			break;
		}
	}
}

/**
 * fstri_set_search() - search the block of a scan
 * @scan: the scan
 * @ends: where to tell where matches end; none yet, and room for one at least
 * @last: nothing comes behind the block, so what is in progress does not matter
 * @lease: of the filter's vectors, for the whole call
 *
 * Stops behind a match where there is no room for the next one.
 *
 * Return: true where there are matches.
 */
bool fstri_set_search(struct fstr_scan *scan, struct fstri_ends *ends, bool last,
		      struct fstri_lease *lease)
{
	if (!scan->set->nr)
		scan->done = scan->len;
	else if (scan->set->parts > 1)
		search(scan, ends, last, true, lease);
	else
		search(scan, ends, last, false, lease);
	return ends->nr;
}

/* Let the automata take one byte of the block; @end has what ends behind it. */
void fstri_set_step(struct fstr_scan *scan, struct fstr_set_end *end)
{
	u8 byte = scan->block[scan->done++];

	*end = (struct fstr_set_end){
		.pos = scan->base + scan->done, .out = { FSTRI_NONE, FSTRI_NONE } };
	for (u32 i = 0; i < scan->set->parts; i++) {
		const struct fstri_auto a = fstri_set_auto(scan->set, i);
		u32 node = fstri_auto_step(&a, scan->many.node[i], byte);

		end->out[i] = a.out[node];
		scan->many.node[i] = fstri_auto_live(&a, node);
	}
}
