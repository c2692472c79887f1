/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Candidates of a set's filter, compared: the common case. The file that includes
 * this has NAME(x), and
 *	stands(needle, p): whether what is compared at once of a needle stands at @p
 */

/* What is looked at, and for what; constant for as long as it goes well. */
struct plain {
	const struct fstr_set *set;
	const u8 *p;
	size_t near;
	size_t from;
	size_t done;
	u64 base;
	u64 mask;
	u64 fold;
	u32 shift;
};

/*
 * The end of the needle that may stand at a window, put at @to, and whether it
 * does. False for what is not plain.
 */
static __always_inline bool look_at(const struct plain *c, size_t at, struct fstr_set_end *to,
				    bool *is)
{
	const struct fstri_set_needle *needle;
	const struct fstri_window *window;
	size_t begin, end;
	u64 key;

	if (at >= c->near)
		return false;
	key = (fstri_le64(c->p + at) & c->mask) | c->fold;
	window = fstri_set_at(c->set, c->set->first[fstri_set_hash64(c->set, key) >> c->shift]);
	if (window->chain || at < c->from + window->off)
		return false;
	needle = fstri_set_at(c->set, window->needle);
	begin = at - window->off;
	end = begin + needle->len;
	*is = stands(needle, c->p + begin) & (end > c->done);
	*to = (struct fstr_set_end){
		.pos = c->base + end, .out = { needle->end[0], needle->end[1] } };
	return true;
}

/* What is in progress behind the last match. */
static __always_inline void go_on_behind(const struct plain *c, struct fstri_pass *pass,
					 const struct fstr_set_end *last)
{
	fstri_set_matched(pass, fstri_set_needle(c->set, last->out[0]),
			  (size_t)(last->pos - c->base));
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
	const struct plain c = {
		.set = set,
		.p = scan->block,
		/* what is compared begins at the window or before it */
		.near = scan->len < FSTRI_QUICK ? 0 : scan->len - FSTRI_QUICK + 1,
		.from = pass->from,
		.done = pass->done,
		.base = scan->base,
		.mask = set->mask,
		.fold = set->fold & set->mask,
		.shift = 32 + set->window_shift,
	};
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
		if (!look_at(&c, at, to, &is)) {
			verdict = FSTRI_LATER;
			break;
		}
		to += is;
		credit -= FSTRI_CANDIDATE_COST;
	}
	if (to > begin)
		go_on_behind(&c, pass, to - 1);
	ends->nr = (u32)(to - ends->at);
	pass->at = at;
	pass->credit = credit;
	pass->group = group;
	if (verdict == FSTRI_ALL && to == room)
		return FSTRI_FULL;
	return verdict == FSTRI_ALL && credit < 0 ? FSTRI_UNCLEAR : verdict;
}
