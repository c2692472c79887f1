// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the filter of a set has found, compared: see set_search.c for what may be
 * told by that alone.
 */
#include "set.h"

#define COMPARE_COST(bytes) (1 + (int)((bytes) / 16))
#define MOST_COMPARED 8		/* windows of one hash; the automaton is as fast then */
#define TIME_OUT 1024

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

/* As plain.h does, for a chain of windows, needles of any length, and near the end. */
static NOINLINE enum fstri_verdict confirm(const struct fstr_scan *scan,
					   struct fstri_pass *pass, struct fstri_ends *ends)
{
	const struct fstr_set *set = scan->set;
	size_t len = scan->len;
	size_t pos = pass->at;
	const u8 *p = scan->block;
	u32 hash = fstri_set_hash(set, fstri_set_key(set, fstri_le64_part(p + pos, len - pos)));
	const struct fstri_window *window =
		fstri_set_at(set, set->first[hash >> set->window_shift]);
	u32 nr = window->chain ? window->chain : 1;
	u32 compared = 0;

	pass->credit -= FSTRI_CANDIDATE_COST;
	for (; nr--; window++) {
		const struct fstri_set_needle *needle = fstri_set_at(set, window->needle);
		size_t begin, equal;

		if (window->hash != hash || pos < pass->from + window->off)
			continue;
		if (++compared > MOST_COMPARED)
			return FSTRI_UNCLEAR;
		begin = pos - window->off;
		/* the needle that stands nowhere is longer than any */
		if (needle->len > set->longest || len - begin < needle->len ||
		    begin + needle->len <= pass->done)
			continue;
		equal = compare(p + begin, fstri_set_at(set, needle->bytes), needle->len,
				needle->folds);
		pass->credit -= COMPARE_COST(equal);
		if (equal < needle->len)
			continue;
		if (set->parts > 1 || needle->inner)
			return FSTRI_UNCLEAR;
		if (begin > pass->from && needle->before >> p[begin - 1] % 32 & 1)
			return FSTRI_UNCLEAR;
		ends->at[ends->nr++] = (struct fstr_set_end){
			.pos = scan->base + begin + needle->len,
			.out = { needle->end[0], needle->end[1] },
		};
		fstri_set_matched(pass, needle, begin + needle->len);
		if (ends->nr == ends->room)
			return FSTRI_FULL;
	}
	return pass->credit < 0 ? FSTRI_UNCLEAR : FSTRI_ALL;
}

/*
 * By vectors, a step of them; or by the hash of the same windows, where that is the
 * filter or the world does not lend its FPU.
 */
static size_t find_candidates(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
			      size_t len, struct fstri_candidates *found,
			      struct fstri_lease *lease)
{
	size_t n = end - pos;
	u32 lent = fstri_lease_next(lease, set->filter, &n);
	size_t at;

	if (lent && n < end - pos) {
		end = pos + n;
		/* the last windows of the step, whole */
		if (len - end >= set->teddy_rows)
			len = end + set->teddy_rows - 1;
	}
	at = FSTRI_SET_CALL(lent, set_candidates, set, p, pos, end, len, found);
	if (lent && set->weeds)
		fstri_set_weed(set, p, len, found);
	return at < end ? at : end;
}

/*
 * Look for matches that lie wholly in the block. FULL: there is no room for a
 * further one; the scan is behind the last. ALL: the block has no further one.
 * UNCLEAR: the automata are to go on from where the scan is now, until nothing is
 * in progress that began before *@must.
 */
enum fstri_verdict fstri_set_run_filter(struct fstr_scan *scan, struct fstri_ends *ends,
					size_t *must, struct fstri_lease *lease)
{
	const struct fstr_set *set = scan->set;
	struct fstri_pass pass = {
		.from = scan->done - fstri_in_progress(scan),
		.done = scan->done,
		/* what is compared begins at the window or before it */
		.near = scan->len < FSTRI_QUICK ? 0 : scan->len - FSTRI_QUICK + 1,
		.live = scan->many.node[0],
		.credit = scan->credit,
	};
	enum fstri_verdict verdict = FSTRI_ALL;
	struct fstri_candidates found FSTRI_UNSET;
	size_t len = scan->len;
	size_t pos = pass.from;
	int earned = 0;
	size_t end;

	if (len - pos < set->shortest)
		return FSTRI_ALL;
	end = len - set->width + 1;
	while (pos < end && verdict == FSTRI_ALL) {
		size_t passed = pos > scan->done ? pos : scan->done;
		size_t begin = pos;

		found.enough = ends->room - ends->nr;
		if (found.enough > FSTRI_ENOUGH)
			found.enough = FSTRI_ENOUGH;
		pos = find_candidates(set, scan->block, pos, end, len, &found, lease);
		earned = fstri_earned(pass.credit, pos > passed ? pos - passed : 0) - pass.credit;
		pass.credit += earned;
		pass.group = 0;
		while (verdict == FSTRI_ALL && pass.group < found.nr) {
			u32 now = fstri_lease_now(lease, set->filter);

			verdict = FSTRI_SET_CALL(now, set_plain, scan, &found, &pass, ends);
			if (verdict == FSTRI_LATER)
				verdict = confirm(scan, &pass, ends);
		}
		fstri_lease_took(lease, pos - begin);
	}
	/* what is not done is not earned yet */
	if (verdict != FSTRI_ALL)
		pass.credit -= pos - pass.at < (size_t)earned ? (int)(pos - pass.at) : earned;
	scan->credit = pass.credit < 0 ? pass.credit - TIME_OUT : pass.credit;
	scan->done = pass.done;
	scan->many.node[0] = pass.live;
	if (verdict == FSTRI_UNCLEAR) {
		*must = pass.at + 1;
		if (*must >= set->longest)
			fstri_skip_to(scan, *must - set->longest);
	}
	return verdict;
}

