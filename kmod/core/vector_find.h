/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Part of vector.h: searching for one needle. */
#include "search.h"

struct hunt {
	const struct fstr_needle *needle;
	struct fstr_scan_state *state;
	const u8 *p;
	size_t end;		/* the first position that is not tried */
	size_t counted;		/* positions before it are credited */
};

/* What the inner loop needs, in registers. */
struct probe {
	const u8 *at[2];
	vec byte[2];
	vec fold[2];
};

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

/* Marks of as many vectors as there is room for in 64 bits. */
#define TOGETHER (64 / (VEC * LANE))

static __always_inline u64 marks_together(const struct probe *q, size_t pos, bool alone, bool icase)
{
	u64 m = 0;

#pragma GCC unroll 4
	for (int i = 0; i < TOGETHER; i++)
		m |= (u64)marks(probe(q, pos + i * VEC, alone, icase)) << (i * VEC * LANE);
	return m;
}

static __always_inline bool partner_stands(const struct hunt *h, size_t pos)
{
	const struct fstri_pair *pair = &h->needle->rare;

	return (h->p[pos + pair->at[1]] | pair->fold[1]) == pair->byte[1];
}

enum verdict { GO_ON, MATCH, DEBT };

/*
 * Compare the candidates that are marked, the first at @base. *@at is that of
 * the match, or the position behind the candidate that was too much.
 */
static __always_inline enum verdict check(struct hunt *h, u64 marked, size_t base, size_t *at,
					  bool alone, bool icase)
{
	struct fstr_scan_state *state = h->state;

	if (base > h->counted) {
		fstri_earn(state, base - h->counted);
		if (alone)
			state->patience += (int32_t)((base - h->counted) / BYTES_A_MISS);
		if (alone && state->patience > PATIENCE_MOST)
			state->patience = PATIENCE_MOST;
		h->counted = base;
	}
	for (; marked; marked = without_first(marked)) {
		size_t pos = base + first(marked);
		size_t compared;

		if (alone && !partner_stands(h, pos)) {
			state->patience--;
			continue;
		}
		compared = fstri_stands(h->needle, h->p + pos, icase);
		if (compared == h->needle->len) {
			*at = pos;
			return MATCH;
		}
		if (!fstri_pay(state, compared)) {
			*at = pos + 1;
			return DEBT;
		}
	}
	return GO_ON;
}

/*
 * From *@at to the end by one byte of the pair (@alone), while that pays, or by
 * both. GO_ON with *@at before the end: it did not pay.
 */
static __always_inline enum verdict hunt(struct hunt *h, size_t *at, bool alone, bool icase)
{
	const struct fstri_pair *pair = &h->needle->rare;
	const struct probe q = {
		.at = { h->p + pair->at[0], h->p + pair->at[1] },
		.byte = { splat(pair->byte[0]), splat(pair->byte[1]) },
		.fold = { splat(pair->fold[0]), splat(pair->fold[1]) },
	};
	enum verdict verdict;
	size_t pos = *at;	/* all before it are tried */
	size_t base = pos;

	/* A stretch too short for four vectors: one by one, the last over the others. */
	if (h->end - pos < 4 * VEC) {
		for (; pos < h->end; pos += VEC) {
			base = h->end - pos < VEC ? h->end - VEC : pos;
			verdict = check(h, marks(probe(&q, base, alone, icase)) &
					from_byte(pos - base), base, at, alone, icase);
			if (verdict != GO_ON)
				return verdict;
		}
		goto out;
	}
	/* One vector first, for matches that follow each other closely. */
	verdict = check(h, marks(probe(&q, pos, alone, icase)), pos, at, alone, icase);
	if (verdict != GO_ON)
		return verdict;
	pos += VEC;
	base = h->end - pos < 4 * VEC ? h->end - 4 * VEC : pos;
	while (pos < h->end) {
		vec v0 = probe(&q, base, alone, icase);
		vec v1 = probe(&q, base + VEC, alone, icase);
		vec v2 = probe(&q, base + 2 * VEC, alone, icase);
		vec v3 = probe(&q, base + 3 * VEC, alone, icase);

		if (marks((v0 | v1) | (v2 | v3))) {
			for (size_t i = base; i < base + 4 * VEC; i += TOGETHER * VEC) {
				u64 m = marks_together(&q, i, alone, icase);

				if (i < pos)
					m &= pos - i < 64 / LANE ? ~(u64)0 << (pos - i) * LANE : 0;
				verdict = check(h, m, i, at, alone, icase);
				if (verdict != GO_ON)
					return verdict;
			}
			if (alone && h->state->patience < 0) {
				*at = base + 4 * VEC;
				return GO_ON;
			}
		}
		pos = base + 4 * VEC;
		base = h->end - pos < 4 * VEC ? h->end - 4 * VEC : pos;
		/* Loads of one byte are aligned, but for the first and the last ones. */
		if (alone && base == pos)
			base -= (size_t)(q.at[0] + pos) % VEC;
	}
out:
	fstri_earn(h->state, h->end - h->counted);
	*at = h->end;
	return GO_ON;
}

static __always_inline bool candidates(const struct fstr_needle *needle,
				       struct fstr_scan_state *state, const u8 *p, size_t len,
				       size_t *at, bool icase)
{
	struct hunt h = {
		.needle = needle,
		.state = state,
		.p = p,
		.end = len - needle->len + 1,
		.counted = *at,
	};
	enum verdict verdict = GO_ON;
	size_t pos = *at;

	if (h.end - pos < VEC)
		return fstri_scalar_candidates(needle, state, p, len, at);
	if (state->patience >= 0)
		verdict = hunt(&h, &pos, true, icase);
	if (verdict == GO_ON && pos < h.end) {
		if (h.end - pos < VEC)
			pos = h.end - VEC;
		verdict = hunt(&h, &pos, false, icase);
	}
	if (verdict == MATCH)
		return fstri_matched(needle, state, pos, at);
	*at = pos;
	return false;
}

bool NAME(candidates)(const struct fstr_needle *needle, struct fstr_scan_state *state, const u8 *p,
		      size_t len, size_t *at)
{
	if (needle->flags & FSTR_ICASE)
		return candidates(needle, state, p, len, at, true);
	return candidates(needle, state, p, len, at, false);
}

/* The first place in [@from, @to) where a pair stands, and the needle's first byte. */
static __always_inline size_t early_place(const struct fstr_needle *needle, const u8 *p,
					  size_t from, size_t to)
{
	const struct fstri_pair *pair = &needle->early;
	const struct probe q = {
		.at = { p + pair->at[0], p + pair->at[1] },
		.byte = { splat(pair->byte[0]), splat(pair->byte[1]) },
		.fold = { splat(pair->fold[0]), splat(pair->fold[1]) },
	};
	const struct fstri_pair *head = &needle->head;

	for (size_t pos = from; pos < to; pos += VEC) {
		u64 m = marks(probe(&q, pos, false, true));

		for (; m; m = without_first(m)) {
			size_t at = pos + first(m);

			if (at >= to)
				break;
			if ((p[at] | head->fold[0]) == head->byte[0])
				return at;
		}
	}
	return to;
}

size_t NAME(head)(const struct fstr_needle *needle, const u8 *p, size_t len, size_t from)
{
	const struct fstri_pair *head = &needle->head;
	size_t base = len - VEC;
	vec v;
	mask m;

	if (len < VEC)
		return fstri_scalar_head(needle, p, len, from);
	/*
	 * Of a long needle, whose tail is more than a vector, so many bytes stand
	 * behind the places before the last vectors that a rare pair tells more.
	 */
	if (from + FSTRI_EARLY < base) {
		from = early_place(needle, p, from, base - FSTRI_EARLY);
		if (from < base - FSTRI_EARLY)
			return from;
	}
	for (; from < base; from += VEC) {
		v = load(p + from + 1);
		m = marks(equal(v | splat(head->fold[1]), splat(head->byte[1])));
		v = load(p + from);
		m &= marks(equal(v | splat(head->fold[0]), splat(head->byte[0])));
		if (m)
			return from + first(m);
	}
	v = load(p + base);
	m = marks(equal(v | splat(head->fold[1]), splat(head->byte[1])));
	/* behind the last byte, anything may come */
	m = m >> LANE | from_byte(VEC - 1);
	m &= marks(equal(v | splat(head->fold[0]), splat(head->byte[0]))) & from_byte(from - base);
	return m ? base + first(m) : len;
}
