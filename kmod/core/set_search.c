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

/* The unit is a byte for the automaton. */
#define CANDIDATE_COST 6
#define COMPARE_COST(bytes) (1 + (int)((bytes) / 16))
#define MOST_COMPARED 8		/* windows of one hash; the automaton is as fast then */
#define CREDIT_MOST 2048
#define TIME_OUT 1024

static __always_inline void earn(struct fstr_set_scan *scan, size_t bytes)
{
	scan->credit = bytes > CREDIT_MOST || scan->credit > CREDIT_MOST - (int)bytes ?
		CREDIT_MOST : scan->credit + (int)bytes;
}

static __always_inline void charge(struct fstr_set_scan *scan, int cost)
{
	scan->credit -= cost;
	if (scan->credit < 0)
		scan->credit -= TIME_OUT;
}

/* How much of the end of what is done is in progress. */
static __always_inline u32 in_progress(const struct fstr_set_scan *scan)
{
	const struct fstr_set *set = scan->set;
	u32 most = 0;

	for (u32 i = 0; i < set->parts; i++) {
		const u32 *depth = fstri_set_at(set, set->part[i].depth);

		if (scan->node[i] && depth[scan->node[i]] > most)
			most = depth[scan->node[i]];
	}
	return most;
}

/* Let the automata go on from @from if that is further on, with nothing matched. */
static __always_inline void skip_to(struct fstr_set_scan *scan, size_t from)
{
	if (from <= scan->done)
		return;
	scan->done = from;
	scan->node[0] = 0;
	scan->node[1] = 0;
}

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
static NOINLINE bool run_automata(struct fstr_set_scan *scan, struct fstri_ends *ends, size_t must,
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
	u32 n0 = scan->node[0];
	u32 n1 = two ? scan->node[1] : 0;
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
	earn(scan, pos - begin);
	scan->done = pos;
	scan->node[0] = n0;
	if (two)
		scan->node[1] = n1;
	return full;
}

static size_t find_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len)
{
	switch (fstri_set_head_filter(set)) {
#ifdef FSTRI_X86
	case FSTRI_FILTER_AVX2:
		return fstri_avx2_set_head(set, p, pos, len);
#endif
#ifdef FSTRI_AVX512_SETS
	case FSTRI_FILTER_VBMI:
		return fstri_vbmi_set_head(set, p, pos, len);
#endif
	default:
		return fstri_hash_set_head(set, p, pos, len);
	}
}

/*
 * The last bytes of a block, in which no match ends any more: what may begin
 * there? Steps over what no needle begins with.
 */
static NOINLINE void run_tail(struct fstr_set_scan *scan, bool two)
{
	const struct fstri_auto a[2] = {
		fstri_set_auto(scan->set, 0), fstri_set_auto(scan->set, two),
	};
	const u8 *p = scan->block;
	size_t len = scan->len;
	size_t pos;
	u32 n0, n1;

	if (len >= scan->set->longest)
		skip_to(scan, len - scan->set->longest + 1);
	pos = scan->done;
	n0 = scan->node[0];
	n1 = two ? scan->node[1] : 0;
	while (pos < len) {
		if (!n0 && !n1) {
			pos = find_head(scan->set, p, pos, len);
			if (pos == len)
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

static __always_inline u64 fold_8(u64 w)
{
	const u64 ones = ~(u64)0 / 0xff;
	u64 low = w & ones * 0x7f;
	u64 from_a = low + ones * (0x80 - 'A');
	u64 above_z = low + ones * (0x7f - 'Z');

	return w | (from_a & ~above_z & ~w & ones * 0x80) >> 2;
}

static __always_inline u64 load_8(const u8 *p)
{
	u64 w;

	__builtin_memcpy(&w, p, 8);
	return w;
}

/* Four to eight bytes, by two loads that overlap. */
static __always_inline u64 load_4_twice(const u8 *p, size_t len)
{
	u32 a, b;

	__builtin_memcpy(&a, p, 4);
	__builtin_memcpy(&b, p + len - 4, 4);
	return (u64)a << 32 | b;
}

static __always_inline u64 differ(u64 text, u64 bytes, bool folds)
{
	return (folds ? fold_8(text) : text) ^ bytes;
}

/*
 * How many bytes of a needle stand at @p, where it is short none if it differs.
 * Most are short: loads that overlap, and no call.
 */
static __always_inline size_t compare(const u8 *p, const u8 *bytes, size_t len, bool folds)
{
	u64 diff;

	if (len < 4 || len > 24)
		return fstri_common(p, bytes, len, folds);
	if (len < 8)
		diff = differ(load_4_twice(p, len), load_4_twice(bytes, len), folds);
	else
		diff = differ(load_8(p), load_8(bytes), folds) |
		       differ(load_8(p + (len - 8) / 2), load_8(bytes + (len - 8) / 2), folds) |
		       differ(load_8(p + len - 8), load_8(bytes + len - 8), folds);
	return diff ? 0 : len;
}

enum confirmed { FALSE_ALARM, FOUND, UNCLEAR };

/*
 * Is there a match at the window at @pos that begins at @from at the earliest,
 * and ends behind @done? Then *@found is the needle, and *@end where it ends.
 * Unclear is what only the automata can tell.
 */
static __always_inline enum confirmed confirm(struct fstr_set_scan *scan, size_t pos,
					      size_t from, size_t done,
					      const struct fstri_set_needle **found, size_t *end)
{
	const struct fstr_set *set = scan->set;
	size_t len = scan->len;
	const u8 *p = scan->block;
	const u32 *first = fstri_set_at(set, set->window_first);
	const struct fstri_window *window = fstri_set_at(set, set->windows);
	u64 key = fstri_set_key(set, fstri_le64_part(p + pos, len - pos));
	u32 hash = fstri_set_hash(key) >> set->window_shift;
	enum confirmed verdict = FALSE_ALARM;
	u32 compared = 0;

	for (u32 i = first[hash]; i < first[hash + 1]; i++) {
		const struct fstri_set_needle *needle;
		size_t begin, equal;

		if (window[i].key != key)
			continue;
		if (pos < from || pos - from < window[i].off)
			continue;
		if (++compared > MOST_COMPARED)
			return UNCLEAR;
		begin = pos - window[i].off;
		needle = fstri_set_needle(set, window[i].needle);
		if (len - begin < needle->len || begin + needle->len <= done)
			continue;
		equal = compare(p + begin, fstri_set_at(set, needle->bytes), needle->len,
				needle->folds);
		scan->credit -= COMPARE_COST(equal);
		if (equal < needle->len)
			continue;
		if (set->parts > 1 || needle->inner)
			return UNCLEAR;
		/* nothing is in progress that began before @from */
		if (begin > from && needle->before >> p[begin - 1] % 32 & 1)
			return UNCLEAR;
		verdict = FOUND;
		*found = needle;
		*end = begin + needle->len;
	}
	return verdict;
}

/*
 * By vectors, for as long as they can be had. The hash then goes on to the end
 * (*@hashed): of a needle's windows it probes one, which may be behind all that
 * vectors look at.
 */
static size_t find_candidates(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
			      size_t len, struct fstri_candidates *found, bool *hashed)
{
	switch (*hashed ? FSTRI_FILTER_HASH : set->filter) {
#ifdef FSTRI_X86
	case FSTRI_FILTER_AVX2:
		if (fstri_avx2_step(set, p, &pos, end, len, found))
			return pos;
		break;
#endif
#ifdef FSTRI_AVX512_SETS
	case FSTRI_FILTER_VBMI:
		return fstri_vbmi_set_candidates(set, p, pos, end, len, found);
#endif
	}
	*hashed = true;
	return fstri_hash_candidates(set, p, pos, end, len, found);
}

/*
 * FULL: there is no room for a further match; the scan is behind the last one.
 * NO_MATCH: the block has no further one. GO_ON: the automata are to go on from
 * where the scan is now, until nothing is in progress that began before *@must.
 */
enum verdict { NO_MATCH, FULL, GO_ON };

/* Look for matches that lie wholly in the block. */
static enum verdict run_filter(struct fstr_set_scan *scan, struct fstri_ends *ends, size_t *must)
{
	const struct fstr_set *set = scan->set;
	const u32 *depth = fstri_set_at(set, set->part[0].depth);
	size_t from = scan->done - in_progress(scan);
	struct fstri_candidates found;
	size_t done = scan->done;
	size_t seen = done;
	size_t len = scan->len;
	size_t pos = from;
	bool hashed = false;
	size_t end;

	if (len - from < set->shortest)
		return NO_MATCH;
	end = len - set->width + 1;
	while (pos < end) {
		pos = find_candidates(set, scan->block, pos, end, len, &found, &hashed);
		for (u32 i = 0; i < found.nr; i++) {
			size_t at = found.base + found.at[i];
			const struct fstri_set_needle *needle;
			enum confirmed confirmed;

			if (at > seen) {
				earn(scan, at - seen);
				seen = at;
			}
			confirmed = confirm(scan, at, from, done, &needle, &done);
			charge(scan, CANDIDATE_COST);
			if (confirmed == FOUND) {
				scan->node[0] = needle->live;
				scan->done = done;
				from = done - (needle->live ? depth[needle->live] : 0);
				if (add_end(ends, scan->base + done, needle->out, FSTRI_NONE))
					return FULL;
			}
			if (confirmed == UNCLEAR || scan->credit < 0) {
				*must = at + 1;
				if (*must >= set->longest)
					skip_to(scan, *must - set->longest);
				return GO_ON;
			}
		}
	}
	if (len > seen)
		earn(scan, len - seen);
	return NO_MATCH;
}

static __always_inline void search(struct fstr_set_scan *scan, struct fstri_ends *ends, bool last,
				   bool two)
{
	bool automata = in_progress(scan) > scan->done;
	size_t must = 0;

	while (scan->done < scan->len) {
		if (automata || scan->credit < 0) {
			if (run_automata(scan, ends, must, two))
				return;
			automata = false;
			must = 0;
			continue;
		}
		switch (run_filter(scan, ends, &must)) {
		case FULL:
			return;
		case GO_ON:
			automata = true;
			break;
		case NO_MATCH:
			if (last)
				scan->done = scan->len;
			else
				run_tail(scan, two);
			break;
		}
	}
}

/**
 * fstri_set_search() - search the block of a scan
 * @scan: the scan
 * @ends: where to tell where matches end; none yet, and room for one at least
 * @last: nothing comes behind the block, so what is in progress does not matter
 *
 * Stops behind a match where there is no room for the next one.
 *
 * Return: true where there are matches.
 */
bool fstri_set_search(struct fstr_set_scan *scan, struct fstri_ends *ends, bool last)
{
	if (!scan->set->nr)
		scan->done = scan->len;
	else if (scan->set->parts > 1)
		search(scan, ends, last, true);
	else
		search(scan, ends, last, false);
	return ends->nr;
}

/* Let the automata take one byte of the block; @end has what ends behind it. */
void fstri_set_step(struct fstr_set_scan *scan, struct fstr_set_end *end)
{
	u8 byte = scan->block[scan->done++];

	*end = (struct fstr_set_end){
		.pos = scan->base + scan->done, .out = { FSTRI_NONE, FSTRI_NONE } };
	for (u32 i = 0; i < scan->set->parts; i++) {
		const struct fstri_auto a = fstri_set_auto(scan->set, i);
		u32 node = fstri_auto_step(&a, scan->node[i], byte);

		end->out[i] = a.out[node];
		scan->node[i] = fstri_auto_live(&a, node);
	}
}
