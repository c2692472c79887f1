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
 * At this depth, a needle is likely to agree for longer yet, as it does everywhere in
 * text of its own period: it is compared then, which is faster than steps. Where that
 * came to nothing, not again for so many bytes.
 */
#define DEEP 32
#define PAUSE 16

/* How much more of a needle stands at @p, of which there are @len bytes. */
static __always_inline size_t agreed(const struct fstr_needle *needle, u32 depth, const u8 *p,
				     size_t len, bool icase)
{
	size_t most = needle->len - depth;
	size_t n = fstri_common(fstri_bytes(needle) + depth, p, most < len ? most : len, icase);

	FSTRI_WORK(n);
	return n;
}

/*
 * Let the automaton take bytes from *@at on: while the fast path is in debt, and
 * while something is matched that began before this block or can only end
 * behind it. What began inside and may end there goes back to the fast path,
 * once giving it back costs at most half of what was taken. True behind a match.
 */
static __always_inline bool run(const struct fstr_needle *needle, struct fstr_scan_state *state,
				const u8 *p, size_t len, size_t *at, bool icase)
{
	const u8 *bytes = fstri_bytes(needle);
	size_t begin = *at;
	size_t pos = begin;
	size_t pause = begin;	/* no comparing before this */
	size_t owed = 0;
	u32 depth = state->depth;

	if (needle->once && !needle->once->has_table)
		fstri_make_table(needle->once, needle->len);
	if (state->credit < 0)
		owed = (u64)-state->credit < len - pos ? (size_t)-state->credit : len - pos;
	while (pos < len) {
		size_t taken;

		if (depth >= DEEP && pos >= pause) {
			size_t n = agreed(needle, depth, p + pos, len - pos, icase);

			pos += n;
			depth += (u32)n;
			pause = n < 2 ? pos + PAUSE : pos;
			if (pos == len || depth == needle->len)
				break;
		}
		depth = step(needle, bytes, depth, icase ? fstri_fold(p[pos]) : p[pos]);
		taken = ++pos - begin;
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

static __attribute__((__noinline__)) bool run_automaton(const struct fstr_needle *needle,
							 struct fstr_scan_state *state, const u8 *p,
							 size_t len, size_t *at)
{
	if (needle->flags & FSTR_ICASE)
		return run(needle, state, p, len, at, true);
	return run(needle, state, p, len, at, false);
}

/*
 * A step of the fast path: so many positions, for which the block is cut short, and
 * what stands over its end is found in full by the next step. A candidate is compared
 * to its end, which of a longer needle would be a long step by itself.
 */
static __always_inline bool step_fast(const struct fstr_needle *needle,
				      struct fstr_scan_state *state, const u8 *p, size_t len,
				      size_t *at, struct fstri_lease *lease)
{
	size_t m = needle->len;
	size_t begin = *at;
	size_t ahead = len - begin;
	size_t n = ahead;
	u32 isa = fstri_lease_next(lease, needle->isa, &n);
	bool found;

	if (ahead - n >= m)
		found = FSTRI_CALL(isa, search, needle, state, p, begin + n + m - 1, at, false);
	else
		found = FSTRI_CALL(isa, search, needle, state, p, len, at, true);
	fstri_lease_took(lease, *at - begin);
	return found;
}

/* At a seam, the automaton takes no more than three times the needle's length. */
static __always_inline bool step_slow(const struct fstr_needle *needle,
				      struct fstr_scan_state *state, const u8 *p, size_t len,
				      size_t *at, struct fstri_lease *lease)
{
	size_t begin = *at;
	bool found;

	fstri_lease_scalar(lease, state->credit < 0 ? len - begin : 3 * (size_t)needle->len);
	found = run_automaton(needle, state, p, len, at);
	fstri_lease_took(lease, *at - begin);
	return found;
}

/**
 * fstri_search() - search a block to the end of the next match
 * @needle: what to look for; not empty
 * @state: how far the search has come; fstri_state_init() at the start
 * @p: the block
 * @len: its length
 * @at: in: where to go on in the block; out: behind the match, or @len
 * @lease: of vectors, for the whole call
 *
 * Behind a match the depth is the needle's border. Who wants disjoint matches
 * sets it to 0.
 *
 * Return: true behind a match, false where the block holds no further one.
 */
bool fstri_search(const struct fstr_needle *needle, struct fstr_scan_state *state, const u8 *p,
		  size_t len, size_t *at, struct fstri_lease *lease)
{
	while (*at < len) {
		if (state->depth || state->credit < 0) {
			if (step_slow(needle, state, p, len, at, lease))
				return true;
		} else if (step_fast(needle, state, p, len, at, lease)) {
			return true;
		}
	}
	return false;
}

/* The window has a frame of its own. */
static __attribute__((__noinline__)) ssize_t find(const struct fstr *s,
						  const struct fstr_needle *needle, size_t from)
{
	struct fstri_lease lease = fstri_needle_lease(needle, s->len - from);
	struct fstr_scan_state state = fstri_state_init(needle);
	struct fstri_blocks blocks FSTRI_UNSET;
	u8 window[FSTR_WINDOW] FSTRI_UNSET;
	ssize_t pos = -ENOENT;

	fstri_blocks_init(&blocks, s, from);
	for (; fstri_blocks_next(&blocks, window, &lease); from += blocks.n) {
		size_t at = 0;

		if (fstri_search(needle, &state, blocks.p, blocks.n, &at, &lease)) {
			pos = (ssize_t)(from + at - needle->len);
			break;
		}
	}
	fstri_lease_end(&lease);
	return pos;
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
	struct fstri_lease lease = fstri_needle_lease(needle, s->len);
	struct fstr_scan_state state = fstri_state_init(needle);
	struct fstri_blocks blocks FSTRI_UNSET;
	u8 window[FSTR_WINDOW] FSTRI_UNSET;
	size_t count = 0;

	if (!needle->len)
		return s->len + 1;
	fstri_blocks_init(&blocks, s, 0);
	while (fstri_blocks_next(&blocks, window, &lease)) {
		size_t at = 0;

		for (; fstri_search(needle, &state, blocks.p, blocks.n, &at, &lease); count++)
			if (flags & FSTR_DISJOINT)
				state.depth = 0;
	}
	fstri_lease_end(&lease);
	return count;
}

/* Where the last match in a view begins, or -ENOENT. The window is its own frame. */
static __attribute__((__noinline__)) ssize_t last_match(const struct fstr *s,
							const struct fstr_needle *needle,
							struct fstri_lease *lease)
{
	struct fstr_scan_state state = fstri_state_init(needle);
	struct fstri_blocks blocks FSTRI_UNSET;
	u8 window[FSTR_WINDOW] FSTRI_UNSET;
	ssize_t last = -ENOENT;
	size_t pos = 0;

	fstri_blocks_init(&blocks, s, 0);
	for (; fstri_blocks_next(&blocks, window, lease); pos += blocks.n) {
		size_t at = 0;

		while (fstri_search(needle, &state, blocks.p, blocks.n, &at, lease))
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
	struct fstri_lease lease;
	ssize_t found = -ENOENT;
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
	lease = fstri_needle_lease(needle, rest.len);
	while (starts && found < 0) {
		size_t n = starts < stretch ? starts : stretch;
		struct fstr part = fstri_last(&rest, n + needle->len - 1);
		ssize_t at = last_match(&part, needle, &lease);

		starts -= n;
		if (at >= 0)
			found = (ssize_t)(starts + (size_t)at);
		rest = fstr_slice(&rest, 0, rest.len - n);
		if (stretch < STRETCH_MOST)
			stretch *= 2;
	}
	fstri_lease_end(&lease);
	return found;
}
