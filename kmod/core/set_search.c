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
 * Which beginnings of k any needle has in it like that, the set knows (@shared).
 * If there is none as long as that, k is the next match, and the node it ends at
 * is the automaton's. If there is, the automaton finds the next match, beginning
 * so far before q that it knows of all that is in progress there: the longest
 * needle's length. So it does where there are two automata.
 *
 * Linear time: as in find.c. What a candidate costs is charged, and in debt the
 * automata go on by themselves.
 */
#include "set.h"

/* The unit is a byte for the automaton. */
#define CANDIDATE_COST 6
#define COMPARE_COST(bytes) (1 + (int32_t)((bytes) / 16))
#define MOST_COMPARED 8		/* windows of one hash; the automaton is as fast then */
#define CREDIT_MOST 2048
#define TIME_OUT 1024

static __always_inline void earn(struct fstr_set_scan *scan, size_t bytes)
{
	scan->credit = bytes > CREDIT_MOST || scan->credit > CREDIT_MOST - (int32_t)bytes ?
		CREDIT_MOST : scan->credit + (int32_t)bytes;
}

static __always_inline void charge(struct fstr_set_scan *scan, int32_t cost)
{
	scan->credit -= cost;
	if (scan->credit < 0)
		scan->credit -= TIME_OUT;
}

static __always_inline void end_at(struct fstr_set_scan *scan, const struct fstri_auto *a,
				   u32 i, u32 node)
{
	scan->out[i] = a->out[node];
	scan->node[i] = a->out[node] == FSTRI_NONE ? node : fstri_auto_live(a, node);
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
 * half of what was taken. True behind a match.
 */
static __always_inline bool run_automata(struct fstr_set_scan *scan, const struct fstri_auto *a,
					 size_t must, bool two)
{
	const u8 *p = scan->block;
	size_t len = scan->len;
	size_t begin = scan->done;
	size_t pos = begin;
	size_t owed = 0;
	u32 longest = scan->set->longest;
	u32 n0 = scan->node[0];
	u32 n1 = two ? scan->node[1] : 0;
	bool found = false;

	if (scan->set->filter == FSTRI_FILTER_NONE)
		owed = len;
	else if (scan->credit < 0)
		owed = (size_t)-scan->credit;
	while (pos < len && !found) {
		u8 byte = p[pos++];
		size_t taken = pos - begin;
		u32 depth;

		n0 = fstri_auto_step(a, n0, byte);
		found = a[0].out[n0] != FSTRI_NONE;
		if (two) {
			n1 = fstri_auto_step(a + 1, n1, byte);
			found |= a[1].out[n1] != FSTRI_NONE;
		}
		if (found || taken < owed || pos < must)
			continue;
		depth = deepest(a, n0, n1, two);
		if (depth <= taken / 2 && pos - depth >= must &&
		    (!depth || len - pos + depth > longest))
			break;
	}
	earn(scan, pos - begin);
	scan->done = pos;
	end_at(scan, a, 0, n0);
	if (two)
		end_at(scan, a + 1, 1, n1);
	return found;
}

/* Let the automata go on from @from if that is further on, with nothing matched. */
static __always_inline void skip_to(struct fstr_set_scan *scan, size_t from, bool two)
{
	if (from <= scan->done)
		return;
	scan->done = from;
	scan->node[0] = 0;
	if (two)
		scan->node[1] = 0;
}

/*
 * The last bytes of a block, in which no match ends any more: what may begin
 * there? Steps over what no needle begins with.
 */
static __always_inline void run_tail(struct fstr_set_scan *scan, const struct fstri_auto *a,
				     bool two)
{
	const u8 *head = fstri_set_at(scan->set, scan->set->heads);
	const u8 *p = scan->block;
	size_t len = scan->len;
	size_t pos;
	u32 n0, n1;

	if (len >= scan->set->longest)
		skip_to(scan, len - scan->set->longest + 1, two);
	pos = scan->done;
	n0 = scan->node[0];
	n1 = two ? scan->node[1] : 0;
	while (pos < len) {
		if (!n0 && !n1) {
			while (pos < len - 1 && !(head[p[pos]] & head[256 + p[pos + 1]]))
				pos++;
			if (pos == len - 1 && !head[p[pos]])
				break;
		}
		n0 = fstri_auto_step(a, n0, p[pos]);
		if (two)
			n1 = fstri_auto_step(a + 1, n1, p[pos]);
		pos++;
	}
	scan->done = len;
	scan->node[0] = fstri_auto_live(a, n0);
	if (two)
		scan->node[1] = fstri_auto_live(a + 1, n1);
}

enum verdict { FALSE_ALARM, FOUND, UNCLEAR };

/*
 * Is there a match at the window at @pos that begins at @from at the earliest,
 * and ends behind what is done? Then *@found is the needle, and the scan behind
 * it. Unclear is what only the automata can tell.
 */
static __always_inline enum verdict confirm(struct fstr_set_scan *scan, size_t pos, size_t from,
					    const struct fstri_set_needle **found)
{
	const struct fstr_set *set = scan->set;
	size_t len = scan->len;
	const u8 *p = scan->block;
	const u32 *first = fstri_set_at(set, set->window_first);
	const struct fstri_window *window = fstri_set_at(set, set->windows);
	u64 key = fstri_set_key(set, fstri_le64_part(p + pos, len - pos));
	u32 hash = fstri_set_hash(key) >> set->window_shift;
	u32 compared = 0;
	size_t end = 0;

	for (u32 i = first[hash]; i < first[hash + 1]; i++) {
		const struct fstri_set_needle *needle;
		size_t same, begin;

		if (window[i].key != key)
			continue;
		if (pos - from < window[i].off)
			continue;
		if (++compared > MOST_COMPARED)
			return UNCLEAR;
		begin = pos - window[i].off;
		needle = fstri_set_needle(set, window[i].needle);
		if (len - begin < needle->len || begin + needle->len <= scan->done)
			continue;
		same = fstri_common(p + begin, fstri_set_at(set, needle->bytes), needle->len,
				    needle->folds);
		scan->credit -= COMPARE_COST(same);
		if (same < needle->len)
			continue;
		if (set->parts > 1 || needle->shared == FSTRI_NONE ||
		    needle->shared >= window[i].off + set->width)
			return UNCLEAR;
		*found = needle;
		end = begin + needle->len;
	}
	if (!end)
		return FALSE_ALARM;
	scan->done = end;
	return FOUND;
}

static __always_inline u32 first_bit(u64 bits)
{
	return (u32)bits ? (u32)__builtin_ctz((u32)bits) : 32 + (u32)__builtin_ctz((u32)(bits >> 32));
}

static __always_inline u64 candidates(const struct fstr_set *set, const u8 *p, size_t *pos,
				      size_t *span, size_t end, size_t len)
{
	return fstri_hash_candidates(set, p, pos, span, end, len);
}

/*
 * Look for matches that lie wholly in the block. FOUND: the scan is behind one.
 * FALSE_ALARM: there is none. UNCLEAR: the automata are to go on from where the
 * scan is now, until nothing is in progress that began before *@must.
 */
static __always_inline enum verdict run_filter(struct fstr_set_scan *scan,
					       const struct fstri_auto *a, size_t *must, bool two)
{
	const struct fstr_set *set = scan->set;
	size_t from = scan->done - deepest(a, scan->node[0], two ? scan->node[1] : 0, two);
	size_t len = scan->len;
	size_t pos = from;
	size_t seen = scan->done;
	size_t end, span;
	u64 bits;

	if (len - from < set->shortest)
		return FALSE_ALARM;
	end = len - set->width + 1;
	while ((bits = candidates(set, scan->block, &pos, &span, end, len)) != 0) {
		for (; bits; bits &= bits - 1) {
			size_t at = pos + first_bit(bits) * set->stride;
			const struct fstri_set_needle *needle;
			enum verdict verdict = confirm(scan, at, from, &needle);

			if (at > seen) {
				earn(scan, at - seen);
				seen = at;
			}
			charge(scan, CANDIDATE_COST);
			if (verdict == FOUND) {
				end_at(scan, a, 0, needle->node);
				return FOUND;
			}
			if (verdict == UNCLEAR || scan->credit < 0) {
				*must = at + 1;
				if (*must >= set->longest)
					skip_to(scan, *must - set->longest, two);
				return UNCLEAR;
			}
		}
		pos += span;
	}
	earn(scan, len - seen);
	return FALSE_ALARM;
}

static __always_inline bool search(struct fstr_set_scan *scan, bool last, bool two)
{
	const struct fstri_auto a[2] = {
		fstri_set_auto(scan->set, 0), fstri_set_auto(scan->set, two),
	};
	bool filter = scan->set->filter != FSTRI_FILTER_NONE;
	bool automata = scan->node[0] || (two && scan->node[1]);
	size_t must = 0;

	while (scan->done < scan->len) {
		if (automata || scan->credit < 0 || !filter) {
			if (run_automata(scan, a, must, two))
				return true;
			automata = false;
			must = 0;
			continue;
		}
		switch (run_filter(scan, a, &must, two)) {
		case FOUND:
			return true;
		case UNCLEAR:
			automata = true;
			break;
		case FALSE_ALARM:
			if (last)
				scan->done = scan->len;
			else
				run_tail(scan, a, two);
			break;
		}
	}
	return false;
}

/**
 * fstri_set_search() - search the block of a scan to the end of the next match
 * @scan: the scan; nothing that it found is still to be told
 * @last: nothing comes behind the block, so what is in progress does not matter
 *
 * Return: true behind a match, which @out has; false where the block holds no
 * further one.
 */
bool fstri_set_search(struct fstr_set_scan *scan, bool last)
{
	if (!scan->set->nr) {
		scan->done = scan->len;
		return false;
	}
	if (scan->set->parts > 1)
		return search(scan, last, true);
	return search(scan, last, false);
}

/* Let the automata take one byte of the block; @out has what ends behind it. */
void fstri_set_step(struct fstr_set_scan *scan)
{
	u8 byte = scan->block[scan->done++];

	for (u32 i = 0; i < scan->set->parts; i++) {
		const struct fstri_auto a = fstri_set_auto(scan->set, i);

		end_at(scan, &a, i, fstri_auto_step(&a, scan->node[i], byte));
	}
}
