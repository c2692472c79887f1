/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * From what a filter lets through to matches: one copy for each filter. The file
 * that includes this has
 *	struct probe, make_probe(): what candidates() needs of the set
 *	candidates(): the next positions, from *@pos on, where windows may stand,
 *		as bits; the lowest one is the new *@pos, each further one a stride
 *		on, and *@span is how far they reach. Positions up to @end are worth
 *		a look, the block ends at @len. 0 where there are none
 *	common(): as fstri_common(), but may be less by a few where bytes differ
 */

enum fstri_confirm { FALSE_ALARM, FOUND, UNCLEAR };

/*
 * Is there a match at the window at @pos that begins at @from at the earliest,
 * and ends behind @done? Then *@found is the needle, and *@end where it ends.
 * Unclear is what only the automata can tell.
 */
static __always_inline enum fstri_confirm confirm(struct fstr_set_scan *scan, size_t pos,
						  size_t from, size_t done,
						  const struct fstri_set_needle **found,
						  size_t *end)
{
	const struct fstr_set *set = scan->set;
	size_t len = scan->len;
	const u8 *p = scan->block;
	const u32 *first = fstri_set_at(set, set->window_first);
	const struct fstri_window *window = fstri_set_at(set, set->windows);
	u64 key = fstri_set_key(set, fstri_le64_part(p + pos, len - pos));
	u32 hash = fstri_set_hash(key) >> set->window_shift;
	enum fstri_confirm verdict = FALSE_ALARM;
	u32 compared = 0;

	for (u32 i = first[hash]; i < first[hash + 1]; i++) {
		const struct fstri_set_needle *needle;
		size_t begin, equal;

		if (window[i].key != key)
			continue;
		if (pos - from < window[i].off)
			continue;
		if (++compared > MOST_COMPARED)
			return UNCLEAR;
		begin = pos - window[i].off;
		needle = fstri_set_needle(set, window[i].needle);
		if (len - begin < needle->len || begin + needle->len <= done)
			continue;
		equal = common(p + begin, fstri_set_at(set, needle->bytes), needle->len,
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

static __always_inline u32 first_bit(u64 bits)
{
	u32 low = (u32)bits;

	if (low)
		return (u32)__builtin_ctz(low);
	return 32 + (u32)__builtin_ctz((u32)(bits >> 32));
}

/*
 * Look for matches that lie wholly in the block. @rows and @groups are for
 * candidates(), and constant in each copy.
 */
static __always_inline enum fstri_verdict filter_block(struct fstr_set_scan *scan,
						       struct fstri_ends *ends, size_t *must,
						       int rows, int groups)
{
	const struct fstr_set *set = scan->set;
	const u32 *depth = fstri_set_at(set, set->part[0].depth);
	size_t from = scan->done - in_progress(scan);
	struct probe probe = make_probe(set, rows, groups);
	size_t done = scan->done;
	size_t seen = done;
	size_t len = scan->len;
	size_t pos = from;
	size_t end, span;
	u64 bits;

	if (len - from < set->shortest)
		return FSTRI_NO_MATCH;
	end = len - set->width + 1;
	while ((bits = candidates(&probe, scan->block, &pos, &span, end, len, rows, groups))) {
		for (; bits; bits &= bits - 1) {
			size_t at = pos + first_bit(bits) * set->stride;
			const struct fstri_set_needle *needle;
			enum fstri_confirm verdict;

			if (at > seen) {
				earn(scan, at - seen);
				seen = at;
			}
			verdict = confirm(scan, at, from, done, &needle, &done);
			charge(scan, CANDIDATE_COST);
			if (verdict == FOUND) {
				scan->node[0] = needle->live;
				scan->done = done;
				from = done - (needle->live ? depth[needle->live] : 0);
				if (add_end(ends, scan->base + done, needle->out, FSTRI_NONE))
					return FSTRI_FULL;
			}
			if (verdict == UNCLEAR || scan->credit < 0) {
				*must = at + 1;
				if (*must >= set->longest)
					skip_to(scan, *must - set->longest);
				return FSTRI_UNCLEAR;
			}
		}
		pos += span;
	}
	if (len > seen)
		earn(scan, len - seen);
	return FSTRI_NO_MATCH;
}
