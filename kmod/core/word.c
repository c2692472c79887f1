// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Bytes by the machine word: what a kernel without the FPU runs.
 *
 * Every load lies within the bytes that were asked for. The last word of a run
 * is loaded so that it ends where the run ends, over bytes already seen.
 */
#include "isa.h"
#include "search.h"

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

static __always_inline size_t find_pair(const struct fstri_pair *pair, const u8 *p, size_t from,
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

static size_t pair_at(const struct fstri_pair *pair, const u8 *p, size_t from, size_t to)
{
	if (pair->fold[0] | pair->fold[1])
		return find_pair(pair, p, from, to, true);
	return find_pair(pair, p, from, to, false);
}

static __always_inline size_t head(const struct fstr_needle *needle, const u8 *p, size_t len,
				   size_t from)
{
	const struct fstri_pair *head = &needle->head;
	size_t pos;

	if (from == len)
		return len;
	pos = pair_at(head, p, from, len - 1);
	if (pos == len - 1 && (p[pos] | head->fold[0]) != head->byte[0])
		return len;
	return pos;
}

static __always_inline bool search(const struct fstr_needle *needle, struct fstr_scan_state *state,
				   const u8 *p, size_t len, size_t *at, bool last, bool icase)
{
	size_t end = fstri_starts(needle, len);
	size_t pos = *at;

	while (pos < end) {
		size_t next = pair_at(&needle->rare, p, pos, end);
		size_t compared;

		fstri_earn(state, next - pos);
		pos = next;
		if (pos == end)
			break;
		compared = fstri_stands(needle, p + pos, icase);
		if (compared == needle->len)
			return fstri_matched(needle, state, pos, at);
		pos++;
		if (!fstri_pay(state, compared)) {
			*at = pos;
			return false;
		}
	}
	*at = pos;
	if (last) {
		*at = head(needle, p, len, pos);
		fstri_began(state, len, at);
	}
	return false;
}

bool fstri_scalar_search(const struct fstr_needle *needle, struct fstr_scan_state *state,
			 const u8 *p, size_t len, size_t *at, bool last)
{
	if (needle->flags & FSTR_ICASE)
		return search(needle, state, p, len, at, last, true);
	return search(needle, state, p, len, at, last, false);
}

size_t fstri_scalar_find_byte(const u8 *p, size_t len, u8 byte)
{
	const struct fstri_pair one = { .byte = { byte, byte } };

	return pair_at(&one, p, 0, len);
}

size_t fstri_scalar_rfind_byte(const u8 *p, size_t len, u8 byte)
{
	fstri_word wanted = byte * FSTRI_ONES;
	size_t end = len;

	for (; end >= FSTRI_WORD; end -= FSTRI_WORD)
		if (zero_bytes(fstri_load(p + end - FSTRI_WORD) ^ wanted))
			break;
	while (end && p[end - 1] != byte)
		end--;
	return end;
}

size_t fstri_scalar_count_byte(const u8 *p, size_t len, u8 byte)
{
	fstri_word wanted = byte * FSTRI_ONES;
	size_t count = 0;
	size_t pos = 0;

	while (len - pos >= FSTRI_WORD) {
		size_t steps = (len - pos) / FSTRI_WORD;
		fstri_word found = 0;

		/* a byte of @found counts to 255, pairs of them are then added */
		if (steps > 255)
			steps = 255;
		for (; steps; steps--, pos += FSTRI_WORD)
			found += zero_bytes(fstri_load(p + pos) ^ wanted) >> 7;
		for (; found; found >>= 8)
			count += found & 0xff;
	}
	for (; pos < len; pos++)
		count += p[pos] == byte;
	return count;
}

size_t fstri_scalar_find_set(const u8 *p, size_t len, const struct fstr_byteset *set)
{
	size_t pos = 0;

	while (pos < len && !fstr_byteset_has(set, p[pos]))
		pos++;
	return pos;
}

size_t fstri_scalar_rfind_set(const u8 *p, size_t len, const struct fstr_byteset *set)
{
	while (len && !fstr_byteset_has(set, p[len - 1]))
		len--;
	return len;
}

/**
 * fstri_few_bytes() - the members of a small set
 * @set: the set
 * @few: where to list them, FSTRI_FEW of them, some again where they are fewer
 *
 * Return: how many they are; 0 where that is none, or more than FSTRI_FEW.
 */
size_t fstri_few_bytes(const struct fstr_byteset *set, u8 *few)
{
	size_t nr = 0;

	for (unsigned int i = 0; i < sizeof(set->row); i += 8) {
		for (u64 rows = fstri_le64(set->row + i); rows; rows &= rows - 1) {
			unsigned int bit = (unsigned int)__builtin_ctzll(rows);
			unsigned int row = i + bit / 8;

			if (nr == FSTRI_FEW)
				return 0;
			few[nr++] = (u8)(row / 16 * 0x80 + row % 16 + 16 * (bit % 8));
		}
	}
	for (size_t i = nr; i < FSTRI_FEW; i++)
		few[i] = nr ? few[0] : 0;
	return nr;
}

/* No branch for a byte: they are looked for by this where they come often. */
u64 fstri_scalar_mark_set(const struct fstr_byte_iter *iter, size_t len, size_t *at)
{
	for (; *at < len; *at += 64) {
		size_t n = len - *at < 64 ? len - *at : 64;
		u64 marks = 0;

		for (size_t i = 0; i < n; i++)
			marks |= (u64)fstr_byteset_has(&iter->set, iter->block[*at + i]) << i;
		if (marks)
			return marks;
	}
	return 0;
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

void fstri_scalar_gather(struct fstri_blocks *b, u8 *window)
{
	fstri_gather(b, window);
}
