// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Bytes by the machine word: what a kernel without the FPU runs.
 *
 * Every load lies within the bytes that were asked for. The last word of a run
 * is loaded so that it ends where the run ends, over bytes already seen.
 */
#include "core.h"

/* 0x80 in each byte of @w that is 0, and in no other. */
static __always_inline fstri_word zero_bytes(fstri_word w)
{
	return ~(((w & FSTRI_LOWS) + FSTRI_LOWS) | w | FSTRI_LOWS);
}

/*
 * FSTRI_HIGHS all set where no byte of @w is 0; which one is, it cannot tell.
 * It is the complement of the well-known (w - ONES) & ~w & HIGHS, so that what
 * is known of several words is joined by AND, an operation a word less.
 */
static __always_inline fstri_word no_zero_byte(fstri_word w)
{
	return w | (FSTRI_ONES - 1 - w);
}

/* Number in memory order of the first byte marked by zero_bytes(). */
static __always_inline size_t first_byte(fstri_word marks)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return (size_t)__builtin_ctzl(marks) / 8;
#else
	return (size_t)__builtin_clzl(marks) / 8;
#endif
}

struct probe {
	const u8 *at[2];	/* where the pair stands for position 0 */
	fstri_word byte[2];
	fstri_word fold[2];
	bool folds;		/* constant in each copy of the code */
};

static __always_inline fstri_word probe_one(const struct probe *q, int i, size_t pos)
{
	fstri_word w = fstri_load(q->at[i] + pos);

	return (q->folds ? w | q->fold[i] : w) ^ q->byte[i];
}

/* A word that has a 0 byte for each candidate at @pos and the bytes behind it. */
static __always_inline fstri_word probe(const struct probe *q, size_t pos)
{
	return probe_one(q, 0, pos) | probe_one(q, 1, pos);
}

static __always_inline bool probe_byte(const struct probe *q, size_t pos)
{
	return (q->at[0][pos] | (u8)q->fold[0]) == (u8)q->byte[0] &&
	       (q->at[1][pos] | (u8)q->fold[1]) == (u8)q->byte[1];
}

/* The first candidate in [@from, @to), word by word, the last over old bytes. */
static __always_inline size_t next_candidate(const struct probe *q, size_t from, size_t to)
{
	size_t pos = from;
	fstri_word marks;

	if (to - from < FSTRI_WORD) {
		while (pos < to && !probe_byte(q, pos))
			pos++;
		return pos;
	}
	for (; to - pos >= FSTRI_WORD; pos += FSTRI_WORD) {
		marks = zero_bytes(probe(q, pos));
		if (marks)
			return pos + first_byte(marks);
	}
	if (pos == to)
		return to;
	/* None stands in [from, pos), so what is found here is new. */
	pos = to - FSTRI_WORD;
	marks = zero_bytes(probe(q, pos));
	return marks ? pos + first_byte(marks) : to;
}

static __always_inline size_t candidate(const struct fstri_pair *pair, const u8 *p, size_t from,
					size_t to, bool folds)
{
	const struct probe q = {
		.at = { p + pair->at[0], p + pair->at[1] },
		.byte = { pair->byte[0] * FSTRI_ONES, pair->byte[1] * FSTRI_ONES },
		.fold = { pair->fold[0] * FSTRI_ONES, pair->fold[1] * FSTRI_ONES },
		.folds = folds,
	};
	/* Eight words a step are no faster. */
	const size_t step = 4 * FSTRI_WORD;
	size_t pos = from;

	for (; to - pos >= step; pos += step) {
		fstri_word none = no_zero_byte(probe(&q, pos)) &
				  no_zero_byte(probe(&q, pos + FSTRI_WORD)) &
				  no_zero_byte(probe(&q, pos + 2 * FSTRI_WORD)) &
				  no_zero_byte(probe(&q, pos + 3 * FSTRI_WORD));

		if ((none & FSTRI_HIGHS) != FSTRI_HIGHS)
			break;
	}
	return next_candidate(&q, pos, to);
}

/**
 * fstri_word_candidate() - the first place where both bytes of a pair stand
 * @pair: the pair
 * @p: the bytes
 * @from: the first position to try
 * @to: the first position not to try; @p has bytes up to @to - 1 plus the
 *	farther place of the pair
 *
 * Return: the position, @to where there is none.
 */
size_t fstri_word_candidate(const struct fstri_pair *pair, const u8 *p, size_t from, size_t to)
{
	if (pair->fold[0] | pair->fold[1])
		return candidate(pair, p, from, to, true);
	return candidate(pair, p, from, to, false);
}

static __always_inline fstri_word difference(const u8 *a, const u8 *b, bool icase)
{
	fstri_word wa = fstri_load(a);
	fstri_word wb = fstri_load(b);

	return icase ? fstri_fold_word(wa) ^ fstri_fold_word(wb) : wa ^ wb;
}

static __always_inline size_t common(const u8 *a, const u8 *b, size_t len, bool icase)
{
	size_t n = 0;
	fstri_word diff;

	for (; len - n >= FSTRI_WORD; n += FSTRI_WORD) {
		diff = difference(a + n, b + n, icase);
		if (diff)
			return n + first_byte(diff);
	}
	if (n == len)
		return len;
	if (len >= FSTRI_WORD) {
		diff = difference(a + len - FSTRI_WORD, b + len - FSTRI_WORD, icase);
		return diff ? len - FSTRI_WORD + first_byte(diff) : len;
	}
	while (n < len && (icase ? fstri_fold(a[n]) == fstri_fold(b[n]) : a[n] == b[n]))
		n++;
	return n;
}

/**
 * fstri_common() - how many bytes two runs have in common at their start
 * @a: one
 * @b: the other
 * @len: the length of both
 * @icase: letters of either case are the same
 *
 * Return: the number of bytes, @len where the runs are equal.
 */
size_t fstri_common(const u8 *a, const u8 *b, size_t len, bool icase)
{
	return icase ? common(a, b, len, true) : common(a, b, len, false);
}
