// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Searching for one needle, block by block.
 *
 * Inside a block, words look for a pair of bytes that seldom stand there by
 * chance, and each candidate is compared. At the seams the needle's automaton
 * takes over: it starts at the first place in the last bytes of a block where
 * the needle's first bytes stand, and runs into the next block for as long as
 * something of the needle is matched. Its depth is all that goes from block to
 * block, so a view, an sk_buff and a stream are searched by the same code.
 *
 * Linear time. Bytes that pass are credited to the fast path, and what a false
 * candidate costs is charged to it. In debt it is off, and the automaton goes on
 * a byte at a time until the debt is paid. So all comparing together costs no
 * more than a constant for each byte of the haystack, and one needle's length.
 */
#include "isa.h"
#include "search.h"

/* The depth of the automaton behind one more byte. */
static __always_inline u32 step(const struct fstr_needle *needle, const u8 *bytes, u32 depth,
				u8 byte)
{
	while (depth != FSTRI_NONE && bytes[depth] != byte) {
		FSTRI_WORK(1);
		depth = fstri_fail(needle, depth);
	}
	return depth + 1;
}

/*
 * Let the automaton take bytes from *@at on: while the fast path is in debt, and
 * while something is matched that began before this block or can only end
 * behind it. What began inside and may end there goes back to the fast path,
 * once giving it back costs at most half of what was taken. True behind a match.
 */
static __always_inline bool run_automaton(const struct fstr_needle *needle,
					  struct fstr_scan_state *state, const u8 *p, size_t len,
					  size_t *at, bool icase)
{
	const u8 *bytes = fstri_bytes(needle);
	size_t begin = *at;
	size_t pos = begin;
	size_t owed = 0;
	u32 depth = state->depth;

	if (needle->once && !needle->once->has_table)
		fstri_make_table(needle->once, needle->len);
	if (state->credit < 0)
		owed = (u64)-state->credit < len - pos ? (size_t)-state->credit : len - pos;
	while (pos < len) {
		u8 byte = icase ? fstri_fold(p[pos]) : p[pos];
		size_t taken = ++pos - begin;

		depth = step(needle, bytes, depth, byte);
		if (depth == needle->len)
			break;
		if (taken < owed || depth > taken / 2)
			continue;
		if (len - pos + depth >= needle->len || !depth) {
			pos -= depth;
			depth = 0;
			break;
		}
	}
	*at = pos;
	fstri_earn(state, pos - begin);
	state->depth = depth == needle->len ? needle->border : depth;
	return depth == needle->len;
}

/* A candidate is compared to its end: of a longer needle, that would be a long step. */
static __always_inline u32 simd_begin(const struct fstr_needle *needle, size_t ahead)
{
	size_t len = needle->len;

	return len < FSTRI_STEP ? fstri_simd_begin(needle->isa, ahead) : FSTRI_SCALAR;
}

/*
 * A step of the fast path: so many positions, for which the block is cut short. What
 * stands over its end then is found in full by the step behind it.
 */
static __always_inline bool step_candidates(const struct fstr_needle *needle,
					    struct fstr_scan_state *state, const u8 *p, size_t len,
					    size_t *at)
{
	u32 isa = simd_begin(needle, len - *at);
	bool found;

	if (len - *at - (needle->len - 1) > FSTRI_STEP)
		len = *at + FSTRI_STEP + (needle->len - 1);
	found = FSTRI_CALL(isa, candidates, needle, state, p, len, at);
	fstri_simd_end(isa);
	return found;
}

/* Towards the end of a block, up to a place where the automaton is to start. */
static __always_inline void step_head(const struct fstr_needle *needle,
				      struct fstr_scan_state *state, const u8 *p, size_t len,
				      size_t *at)
{
	u32 isa = simd_begin(needle, len - *at);

	*at = FSTRI_CALL(isa, head, needle, p, len, *at);
	fstri_simd_end(isa);
	if (*at < len) {
		state->depth = 1;
		++*at;
	}
}

static __always_inline bool search(const struct fstr_needle *needle, struct fstr_scan_state *state,
				   const u8 *p, size_t len, size_t *at, bool icase)
{
	while (*at < len) {
		if (state->depth || state->credit < 0) {
			if (run_automaton(needle, state, p, len, at, icase))
				return true;
		} else if (len - *at >= needle->len) {
			if (step_candidates(needle, state, p, len, at))
				return true;
		} else {
			step_head(needle, state, p, len, at);
		}
	}
	return false;
}

/**
 * fstri_search() - search a block to the end of the next match
 * @needle: what to look for; not empty
 * @state: how far the search has come; all zero but the credit at the start
 * @p: the block
 * @len: its length
 * @at: in: where to go on in the block; out: behind the match, or @len
 *
 * Behind a match the depth is the needle's border. Who wants disjoint matches
 * sets it to 0.
 *
 * Return: true behind a match, false where the block holds no further one.
 */
bool fstri_search(const struct fstr_needle *needle, struct fstr_scan_state *state, const u8 *p,
		  size_t len, size_t *at)
{
	if (needle->flags & FSTR_ICASE)
		return search(needle, state, p, len, at, true);
	return search(needle, state, p, len, at, false);
}

/* The window has a frame of its own. */
static __attribute__((__noinline__)) ssize_t find(const struct fstr *s,
						  const struct fstr_needle *needle, size_t from)
{
	struct fstr_scan_state state = fstri_state_init(needle);
	struct fstri_blocks blocks;
	u8 window[FSTR_WINDOW];

	fstri_blocks_init(&blocks, s, from);
	for (; fstri_blocks_next(&blocks, window); from += blocks.n) {
		size_t at = 0;

		if (fstri_search(needle, &state, blocks.p, blocks.n, &at))
			return (ssize_t)(from + at - needle->len);
	}
	return -ENOENT;
}

ssize_t fstr_find(const struct fstr *s, const struct fstr_needle *needle, size_t from)
{
	if (from > s->len || s->len - from < needle->len)
		return -ENOENT;
	return needle->len ? find(s, needle, from) : (ssize_t)from;
}

static __attribute__((__noinline__)) ssize_t find_once(const struct fstr *s, const u8 *bytes,
							size_t len, size_t from, unsigned int flags)
{
	u8 fail[FSTRI_ONCE_MOST];
	struct fstri_once once = { .bytes = bytes, .fail = fail };
	struct fstr_needle needle;

	fstri_needle_once(&needle, &once, len, flags);
	return find(s, &needle, from);
}

static __attribute__((__noinline__)) ssize_t find_once_folded(const struct fstr *s, const u8 *bytes,
							       size_t len, size_t from)
{
	u8 folded[FSTRI_ONCE_MOST];

	for (size_t i = 0; i < len; i++)
		folded[i] = fstri_fold(bytes[i]);
	return find_once(s, folded, len, from, FSTR_ICASE);
}

ssize_t fstr_find_buf(const struct fstr *s, const void *bytes, size_t len, size_t from,
		      unsigned int flags)
{
	if ((flags & ~FSTR_ICASE) || (!bytes && len))
		return -EINVAL;
	if (len > FSTRI_ONCE_MOST)
		return -E2BIG;
	if (from > s->len || s->len - from < len)
		return -ENOENT;
	if (!len)
		return (ssize_t)from;
	if (flags & FSTR_ICASE)
		return find_once_folded(s, bytes, len, from);
	return find_once(s, bytes, len, from, 0);
}

size_t fstr_count(const struct fstr *s, const struct fstr_needle *needle, unsigned int flags)
{
	struct fstr_scan_state state = fstri_state_init(needle);
	struct fstri_blocks blocks;
	u8 window[FSTR_WINDOW];
	size_t count = 0;

	if (!needle->len)
		return s->len + 1;
	fstri_blocks_init(&blocks, s, 0);
	while (fstri_blocks_next(&blocks, window)) {
		size_t at = 0;

		for (; fstri_search(needle, &state, blocks.p, blocks.n, &at); count++)
			if (flags & FSTR_DISJOINT)
				state.depth = 0;
	}
	return count;
}

/* Where the last match in a view begins, or -ENOENT. The window is its own frame. */
static __attribute__((__noinline__)) ssize_t last_match(const struct fstr *s,
							const struct fstr_needle *needle)
{
	struct fstr_scan_state state = fstri_state_init(needle);
	struct fstri_blocks blocks;
	u8 window[FSTR_WINDOW];
	ssize_t last = -ENOENT;
	size_t pos = 0;

	fstri_blocks_init(&blocks, s, 0);
	for (; fstri_blocks_next(&blocks, window); pos += blocks.n) {
		size_t at = 0;

		while (fstri_search(needle, &state, blocks.p, blocks.n, &at))
			last = (ssize_t)(pos + at - needle->len);
	}
	return last;
}

/*
 * From the end, a stretch at a time, each searched forward for its last match:
 * so there is one automaton, and no second table in the needle. Stretches grow,
 * and none is shorter than the needle, of which they overlap by all but one byte.
 */
#define STRETCH 512
#define STRETCH_MOST 65536

ssize_t fstr_rfind(const struct fstr *s, const struct fstr_needle *needle, size_t end)
{
	size_t stretch = needle->len > STRETCH ? needle->len : STRETCH;
	struct fstr rest;
	size_t starts;	/* positions from 0 on that are not tried yet */

	if (needle->len > s->len)
		return -ENOENT;
	starts = s->len - needle->len;
	if (starts > end)
		starts = end;
	if (!needle->len)
		return (ssize_t)starts;

	starts++;
	rest = fstr_slice(s, 0, starts + needle->len - 1);
	while (starts) {
		size_t n = starts < stretch ? starts : stretch;
		struct fstr part = fstri_last(&rest, n + needle->len - 1);
		ssize_t at = last_match(&part, needle);

		starts -= n;
		if (at >= 0)
			return (ssize_t)(starts + (size_t)at);
		rest = fstr_slice(&rest, 0, rest.len - n);
		if (stretch < STRETCH_MOST)
			stretch *= 2;
	}
	return -ENOENT;
}
