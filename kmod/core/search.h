/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the search for a needle shares with its implementations: candidates are
 * found by each in its own way, compared and paid for by all in the same.
 */
#ifndef FRAGSTR_SEARCH_H
#define FRAGSTR_SEARCH_H

#include "core.h"

/*
 * The unit is what the automaton takes for a byte. A candidate costs about that,
 * and comparing is some 16 times as fast.
 */
#define CANDIDATE_COST(compared) (1 + (int64_t)(compared) / 16)
#define CREDIT_MOST 1024	/* so that a long good run cannot buy a long bad one */
#define TIME_OUT 1024		/* bytes that the fast path stays off for at the least */

/*
 * Looking for one byte, with its partner checked by hand, takes 6 ps a byte less
 * than looking for both, and 6 ns where the byte comes alone: so it pays for a
 * byte that comes more seldom than this.
 */
#define BYTES_A_MISS 1024
#define PATIENCE_MOST 64

static __always_inline void fstri_earn(struct fstr_scan_state *state, size_t bytes)
{
	FSTRI_WORK(bytes);
	state->credit += (int64_t)bytes;
	if (state->credit > CREDIT_MOST)
		state->credit = CREDIT_MOST;
}

/* Whether @n bytes differ: 4 or 8, a constant, so that they are one word. */
static __always_inline u64 fstri_differ(const u8 *p, const u8 *bytes, const u8 *folds, size_t n,
					bool icase)
{
	u64 x = 0, y = 0, fold = 0;

	__builtin_memcpy(&x, p, n);
	__builtin_memcpy(&y, bytes, n);
	if (icase)
		__builtin_memcpy(&fold, folds, n);
	return (x | fold) ^ y;
}

/*
 * Compare a candidate. @folds has 0x20 for each letter of a needle that ignores
 * case: with that bit set, the two cases of a letter are the same byte, and no
 * other byte is. Return: how many bytes were compared before a difference, the
 * length of the needle where there is none.
 */
static __always_inline size_t fstri_stands(const struct fstr_needle *needle, const u8 *p,
					   bool icase)
{
	const u8 *bytes = fstri_bytes(needle);
	const u8 *folds = fstri_folds(needle);
	size_t len = needle->len;
	size_t n = 0;

	if (icase && needle->once)
		return fstri_common(p, bytes, len, true);

	if (len < 4) {
		while (n < len && (icase ? p[n] | folds[n] : p[n]) == bytes[n])
			n++;
		return n;
	}
	if (len < 8)
		return fstri_differ(p, bytes, folds, 4, icase) ||
		       fstri_differ(p + len - 4, bytes + len - 4, folds + len - 4, 4, icase) ?
			       0 : len;
	for (; len - n > 16; n += 16)
		if (fstri_differ(p + n, bytes + n, folds + n, 8, icase) |
		    fstri_differ(p + n + 8, bytes + n + 8, folds + n + 8, 8, icase))
			return n;
	if (len - n > 8 && fstri_differ(p + n, bytes + n, folds + n, 8, icase))
		return n;
	return fstri_differ(p + len - 8, bytes + len - 8, folds + len - 8, 8, icase) ? n : len;
}

/* Whether the first FSTRI_EARLY bytes of a needle stand at @p; it has as many. */
static __always_inline bool fstri_begins(const struct fstr_needle *needle, const u8 *p, bool icase)
{
	const u8 *bytes = fstri_bytes(needle);
	const u8 *folds = fstri_folds(needle);

	if (icase && needle->once)
		return fstri_common(p, bytes, FSTRI_EARLY, true) == FSTRI_EARLY;
	return !(fstri_differ(p, bytes, folds, 8, icase) |
		 fstri_differ(p + FSTRI_EARLY - 8, bytes + FSTRI_EARLY - 8,
			      folds + FSTRI_EARLY - 8, 8, icase));
}

/* Positions of a block at which a whole match may begin: those below. */
static __always_inline size_t fstri_starts(const struct fstr_needle *needle, size_t len)
{
	return len < needle->len ? 0 : len - needle->len + 1;
}

/* At *@at the needle may have begun, if that is not the end: the automaton takes over. */
static __always_inline void fstri_began(struct fstr_scan_state *state, size_t len, size_t *at)
{
	if (*at == len)
		return;
	state->depth = 1;
	++*at;
}

/* Behind a match: where the search goes on, and how much of it may be the next one. */
static __always_inline bool fstri_matched(const struct fstr_needle *needle,
					  struct fstr_scan_state *state, size_t pos, size_t *at)
{
	FSTRI_WORK(needle->len);
	*at = pos + needle->len;
	state->depth = needle->border;
	return true;
}

/*
 * Pay for a candidate that was none. Return: false where the fast path is in
 * debt now, and the automaton is to go on.
 */
static __always_inline bool fstri_pay(struct fstr_scan_state *state, size_t compared)
{
	FSTRI_WORK(1 + compared);
	state->credit += 1 - CANDIDATE_COST(compared);
	if (state->credit >= 0)
		return true;
	state->credit -= TIME_OUT;
	return false;
}

#endif
