/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Part of vector.h: searching for one needle. */
#include "search.h"

/* What the inner loop needs, in registers. */
struct probe {
	const u8 *at[2];
	vec byte[2];
	vec fold[2];
};

static __always_inline struct probe probe_for(const struct fstri_pair *pair, const u8 *p)
{
	return (struct probe){
		.at = { p + pair->at[0], p + pair->at[1] },
		.byte = { splat(pair->byte[0]), splat(pair->byte[1]) },
		.fold = { splat(pair->fold[0]), splat(pair->fold[1]) },
	};
}

static __always_inline vec probe(const struct probe *q, size_t pos, bool alone, bool icase)
{
	vec v = load(q->at[0] + pos);
	vec w;

	v = equal(icase ? v | q->fold[0] : v, q->byte[0]);
	if (alone)
		return v;
	w = load(q->at[1] + pos);
	return v & equal(icase ? w | q->fold[1] : w, q->byte[1]);
}

/* A group: the positions whose marks 64 bits have room for, told by its end. */
#define GROUP (64 / LANE)

static __always_inline u64 group_marks(const struct probe *q, size_t end, bool alone, bool icase)
{
	u64 m = 0;

#pragma GCC unroll 4
	for (int i = 0; i < GROUP / VEC; i++)
		m |= (u64)marks(probe(q, end - GROUP + i * VEC, alone, icase)) << (i * VEC * LANE);
	return m;
}

/* The marks of position @pos and those behind it, in the group that ends at @end. */
static __always_inline u64 from_place(size_t pos, size_t end)
{
	return end - pos < GROUP ? ~(u64)0 << (GROUP - (end - pos)) * LANE : ~(u64)0;
}

struct hunt {
	const struct fstr_needle *needle;
	struct fstr_scan_state *state;
	const u8 *p;
	size_t counted;		/* positions before it are credited */
};

static __always_inline bool partner_stands(const struct hunt *h, size_t pos)
{
	const struct fstri_pair *pair = &h->needle->rare;

	return (h->p[pos + pair->at[1]] | pair->fold[1]) == pair->byte[1];
}

static __always_inline void credit(struct hunt *h, size_t end, bool alone)
{
	struct fstr_scan_state *state = h->state;

	if (end <= h->counted)
		return;
	fstri_earn(state, end - h->counted);
	if (alone)
		state->patience += (int32_t)((end - h->counted) / BYTES_A_MISS);
	if (alone && state->patience > PATIENCE_MOST)
		state->patience = PATIENCE_MOST;
	h->counted = end;
}

#define NOINLINE __attribute__((__noinline__))

enum verdict { GO_ON, MATCH, DEBT };

/*
 * Compare the candidates that are marked in the group that ends at @end. *@at is
 * that of the match, or the position behind the candidate that was too much.
 */
static __always_inline enum verdict check(struct hunt *h, u64 marked, size_t end, size_t *at,
					  bool alone, bool icase)
{
	credit(h, end, alone);
	for (; marked; marked = without_first(marked)) {
		size_t pos = end - GROUP + first(marked);
		size_t compared;

		if (alone && !partner_stands(h, pos)) {
			h->state->patience--;
			continue;
		}
		compared = fstri_stands(h->needle, h->p + pos, icase);
		if (compared == h->needle->len) {
			*at = pos;
			return MATCH;
		}
		if (!fstri_pay(h->state, compared)) {
			*at = pos + 1;
			return DEBT;
		}
	}
	return GO_ON;
}

/* Four vectors at a time, to where one of them has a candidate, or to the end. */
static __always_inline size_t skip(const struct probe *q, size_t pos, size_t end, bool alone,
				   bool icase)
{
	/* Align the loads of the first byte, where that gains what the one here costs. */
	if (end - pos >= 8 * VEC) {
		if (marks(probe(q, pos, alone, icase)))
			return pos;
		pos += VEC - (size_t)(q->at[0] + pos) % VEC;
	}
	for (; end - pos >= 4 * VEC; pos += 4 * VEC) {
		vec v0 = probe(q, pos, alone, icase);
		vec v1 = probe(q, pos + VEC, alone, icase);
		vec v2 = probe(q, pos + 2 * VEC, alone, icase);
		vec v3 = probe(q, pos + 3 * VEC, alone, icase);

		if (marks((v0 | v1) | (v2 | v3)))
			break;
	}
	return pos;
}

/*
 * The first group of four vectors that has marks, and in *@end, its end. Chosen
 * without a branch, which would be mispredicted as often as not.
 */
static __always_inline u64 first_marks(const struct probe *q, size_t begin, size_t *end,
				       bool alone, bool icase)
{
	u64 m;

	*end = begin + GROUP;
	m = group_marks(q, *end, alone, icase);
#pragma GCC unroll 4
	for (size_t i = 2; i <= 4 * VEC / GROUP; i++) {
		u64 next = group_marks(q, begin + i * GROUP, alone, icase);

		*end = m ? *end : begin + i * GROUP;
		m = m ? m : next;
	}
	return m;
}

/* The first place in [@from, @to) where the needle's first FSTRI_EARLY bytes stand. */
static __always_inline size_t early_place(const struct fstr_needle *needle, const u8 *p,
					  size_t from, size_t to, bool icase)
{
	const struct probe q = probe_for(&needle->early, p);

	while (from < to) {
		size_t stop;

		from = skip(&q, from, to, false, icase);
		for (stop = from + 4 * VEC; from < to && from < stop; from += VEC) {
			u64 m = marks(probe(&q, from, false, icase));

			for (; m; m = without_first(m)) {
				size_t at = from + first(m);

				if (at >= to)
					break;
				if (fstri_begins(needle, p + at, icase))
					return at;
			}
		}
	}
	return to;
}

/*
 * The first place from @from on, too near the end of the block for a whole match,
 * where the needle's first bytes stand, or the first of them at the very end; @len
 * where there is none.
 */
static __always_inline size_t head(const struct fstr_needle *needle, const u8 *p, size_t len,
				   size_t from, bool icase)
{
	const struct fstri_pair *pair = &needle->head;
	const struct probe q = probe_for(pair, p);
	size_t base = len - VEC;
	vec v;
	mask m;

	/*
	 * Of a long needle, whose tail is more than a vector, so many bytes stand
	 * behind the places before the last vectors that a rare pair tells more.
	 */
	if (from + FSTRI_EARLY < base) {
		from = early_place(needle, p, from, base - FSTRI_EARLY, icase);
		if (from < base - FSTRI_EARLY)
			return from;
	}
	for (; from < base; from += VEC) {
		m = marks(probe(&q, from, false, icase));
		if (m)
			return from + first(m);
	}
	v = load(p + base);
	m = marks(equal(icase ? v | q.fold[1] : v, q.byte[1]));
	/* behind the last byte, anything may come */
	m = m >> LANE | from_byte(VEC - 1);
	m &= marks(equal(icase ? v | q.fold[0] : v, q.byte[0])) & from_byte(from - base);
	return m ? base + first(m) : len;
}

/*
 * From *@at to @end by one byte of the pair (@alone), while that pays, or by both.
 * GO_ON with *@at before the end: it did not pay.
 */
static __always_inline enum verdict hunt(const struct fstr_needle *needle,
					 struct fstr_scan_state *state, const u8 *p, size_t end,
					 size_t *at, bool alone, bool icase)
{
	const struct probe q = probe_for(&needle->rare, p);
	struct hunt h = { .needle = needle, .state = state, .p = p, .counted = *at };
	size_t pos = *at;	/* all before it are tried */
	/* Behind a match, the next one may be close. (Marks kept for then were no gain.) */
	bool dense = pos;

	while (pos < end) {
		enum verdict verdict;
		size_t begin;
		u64 m;

		begin = dense ? pos : skip(&q, pos, end, alone, icase);
		if (begin == end) {
			pos = end;
			break;
		}
		if (end - begin >= 4 * VEC) {
			m = first_marks(&q, begin, &pos, alone, icase);
		} else {
			pos = end - begin < GROUP ? end : begin + GROUP;
			m = group_marks(&q, pos, alone, icase) & from_place(begin, pos);
		}
		dense = m;
		if (!m)
			continue;
		verdict = check(&h, m, pos, at, alone, icase);
		if (verdict != GO_ON)
			return verdict;
		if (alone && state->patience < 0)
			break;
	}
	*at = pos;
	credit(&h, pos, alone);
	return GO_ON;
}

/* The four ways to search a block, each with the registers to itself. */
static NOINLINE bool by_pair(const struct fstr_needle *needle, struct fstr_scan_state *state,
			     const u8 *p, size_t len, size_t *at, bool last);
static NOINLINE bool by_pair_icase(const struct fstr_needle *needle, struct fstr_scan_state *state,
				   const u8 *p, size_t len, size_t *at, bool last);

static __always_inline bool search(const struct fstr_needle *needle, struct fstr_scan_state *state,
				   const u8 *p, size_t len, size_t *at, bool last, bool alone,
				   bool icase)
{
	size_t end = fstri_starts(needle, len);
	enum verdict verdict = GO_ON;

	if (*at < end)
		verdict = hunt(needle, state, p, end, at, alone, icase);
	if (verdict == MATCH)
		return fstri_matched(needle, state, *at, at);
	if (verdict == DEBT)
		return false;
	if (alone && *at < end)
		return icase ? by_pair_icase(needle, state, p, len, at, last) :
			       by_pair(needle, state, p, len, at, last);
	if (last) {
		*at = head(needle, p, len, *at, icase);
		fstri_began(state, len, at);
	}
	return false;
}

static NOINLINE bool by_pair(const struct fstr_needle *needle, struct fstr_scan_state *state,
			     const u8 *p, size_t len, size_t *at, bool last)
{
	return search(needle, state, p, len, at, last, false, false);
}

static NOINLINE bool by_pair_icase(const struct fstr_needle *needle, struct fstr_scan_state *state,
				   const u8 *p, size_t len, size_t *at, bool last)
{
	return search(needle, state, p, len, at, last, false, true);
}

static NOINLINE bool by_byte(const struct fstr_needle *needle, struct fstr_scan_state *state,
			     const u8 *p, size_t len, size_t *at, bool last)
{
	return search(needle, state, p, len, at, last, true, false);
}

static NOINLINE bool by_byte_icase(const struct fstr_needle *needle, struct fstr_scan_state *state,
				   const u8 *p, size_t len, size_t *at, bool last)
{
	return search(needle, state, p, len, at, last, true, true);
}

/*
 * Which of the VEC positions from @base on, of those that a match may begin at, are
 * candidates, in a block that may end before vectors at them do: each is loaded so
 * that it ends there at the latest, over bytes before it.
 */
static __always_inline u64 short_marks(const struct fstri_pair *pair, const u8 *p, size_t len,
				       size_t base)
{
	mask m = (mask)~(mask)0;

	for (int i = 0; i < 2; i++) {
		size_t at = base + pair->at[i];
		size_t from = at < len - VEC ? at : len - VEC;
		vec v = equal(load(p + from) | splat(pair->fold[i]), splat(pair->byte[i]));

		m &= marks(v) >> (at - from) * LANE;
	}
	return m;
}

/* A block of a vector at least, that has less than a group of positions. */
static NOINLINE bool by_vector(const struct fstr_needle *needle, struct fstr_scan_state *state,
			       const u8 *p, size_t len, size_t *at, bool last)
{
	struct hunt h = { .needle = needle, .state = state, .p = p, .counted = *at };
	size_t end = fstri_starts(needle, len);
	bool icase = needle->flags & FSTR_ICASE;
	size_t pos = *at;

	for (; pos < end; pos += VEC) {
		u64 m = short_marks(&needle->rare, p, len, pos);
		enum verdict verdict;

		if (end - pos < VEC)
			m &= ~((u64)from_byte(end - pos));
		verdict = check(&h, m << (64 - VEC * LANE), pos + VEC, at, false, icase);
		if (verdict != GO_ON)
			return verdict == MATCH && fstri_matched(needle, state, *at, at);
	}
	if (*at < end)
		*at = end;
	if (last) {
		*at = head(needle, p, len, *at, icase);
		fstri_began(state, len, at);
	}
	return false;
}

bool NAME(search)(const struct fstr_needle *needle, struct fstr_scan_state *state, const u8 *p,
		  size_t len, size_t *at, bool last)
{
	size_t end = fstri_starts(needle, len);

	if (len < VEC)
		return SHORTER(search)(needle, state, p, len, at, last);
	if (end < GROUP)
		return by_vector(needle, state, p, len, at, last);
	if (needle->flags & FSTR_ICASE)
		return state->patience < 0 ? by_pair_icase(needle, state, p, len, at, last) :
					     by_byte_icase(needle, state, p, len, at, last);
	return state->patience < 0 ? by_pair(needle, state, p, len, at, last) :
				     by_byte(needle, state, p, len, at, last);
}
