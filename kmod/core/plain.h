/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Candidates of a set's filter, compared: the common case. The file that includes
 * this has NAME(x), and
 *	stands(needle, p): whether what is compared at once of a needle stands at @p
 */

/*
 * The end of the needle that may stand at a window, put at @to, and whether it
 * does. False for what is not plain. What does not change is read anew for each:
 * kept in registers, it is too much, and spilled to where it is slower than here.
 */
static __always_inline bool look_at(const struct fstr_set *set, const struct fstr_scan *scan,
				    const struct fstri_pass *pass, size_t at,
				    struct fstr_set_end *to, bool *is)
{
	const struct fstri_set_needle *needle;
	const struct fstri_window *window;
	size_t begin, end;
	u32 hash;

	if (at >= pass->near)
		return false;
	hash = fstri_set_hash(set, fstri_set_key(set, fstri_le64(scan->block + at)));
	window = fstri_set_at(set, set->first[hash >> set->window_shift]);
	if (window->chain || at < pass->from + window->off)
		return false;
	needle = fstri_set_at(set, window->needle);
	begin = at - window->off;
	end = begin + needle->len;
	*is = stands(needle, scan->block + begin) & (end > pass->done);
	*to = (struct fstr_set_end){
		.pos = scan->base + end, .out = { needle->end[0], needle->end[1] } };
	return true;
}

/*
 * Look at candidates, as long as their windows are alone with their hashes, their
 * needles plain, and the end of the block is not near. Whether there is a match is
 * no branch: false alarms and matches come in no order. A match does not change
 * what is looked for behind it, as nothing that began before it can end there.
 */
enum fstri_verdict NAME(set_plain)(const struct fstr_scan *scan,
				   struct fstri_candidates *found, struct fstri_pass *pass,
				   struct fstri_ends *ends)
{
	const struct fstr_set *set = scan->set;
	struct fstr_set_end *begin = ends->at + ends->nr;
	struct fstr_set_end *room = ends->at + ends->room;
	struct fstr_set_end *to = begin;
	enum fstri_verdict verdict = FSTRI_ALL;
	u32 group = pass->group;
	int credit = pass->credit;
	size_t at = pass->at;

	while (group < found->nr && to < room && credit >= 0) {
		u64 bits = found->bits[group];
		bool is;

		at = found->base + found->at[group] + (u32)__builtin_ctzll(bits);
		/* the next group where that was the last one, without a branch */
		bits &= bits - 1;
		found->bits[group] = bits;
		group += !bits;
		if (!look_at(set, scan, pass, at, to, &is)) {
			verdict = FSTRI_LATER;
			break;
		}
		to += is;
		credit -= FSTRI_CANDIDATE_COST;
	}
	if (to > begin)
		fstri_set_matched(pass, fstri_set_needle(set, to[-1].out[0]),
				  (size_t)(to[-1].pos - scan->base));
	ends->nr = (u32)(to - ends->at);
	pass->at = at;
	pass->credit = credit;
	pass->group = group;
	if (verdict == FSTRI_ALL && to == room)
		return FSTRI_FULL;
	return verdict == FSTRI_ALL && credit < 0 ? FSTRI_UNCLEAR : verdict;
}
