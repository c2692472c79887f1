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
#include "core.h"

/*
 * The unit is what the automaton takes for a byte. A candidate costs about that,
 * and comparing is some 16 times as fast.
 */
#define CANDIDATE_COST(compared) (1 + (int64_t)(compared) / 16)
#define CREDIT_MOST 1024	/* so that a long good run cannot buy a long bad one */
#define TIME_OUT 1024		/* bytes that the fast path stays off for at the least */

static __always_inline void earn(struct fstri_state *state, size_t bytes)
{
	state->credit += (int64_t)bytes;
	if (state->credit > CREDIT_MOST)
		state->credit = CREDIT_MOST;
}

/* The depth of the automaton behind one more byte. */
static __always_inline u32 step(const struct fstr_needle *needle, const u8 *bytes, u32 depth,
				u8 byte)
{
	while (depth != FSTRI_NONE && bytes[depth] != byte)
		depth = needle->fail[depth];
	return depth + 1;
}

/*
 * Let the automaton take bytes from *@at on: while the fast path is in debt, and
 * while something is matched that began before this block or can only end
 * behind it. What began inside and may end there goes back to the fast path,
 * once giving it back costs at most half of what was taken. True behind a match.
 */
static __always_inline bool run_automaton(const struct fstr_needle *needle,
					  struct fstri_state *state, const u8 *p, size_t len,
					  size_t *at, bool icase)
{
	const u8 *bytes = fstri_bytes(needle);
	size_t begin = *at;
	size_t pos = begin;
	size_t owed = 0;
	u32 depth = state->depth;

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
	earn(state, pos - begin);
	state->depth = depth == needle->len ? needle->border : depth;
	return depth == needle->len;
}

/*
 * Compare the candidates for a match that lies wholly in the block, from *@at
 * on. True behind a match; otherwise *@at is the first position where none of
 * them can begin, or, in debt, where the automaton is to go on.
 */
static __always_inline bool try_candidates(const struct fstr_needle *needle,
					   struct fstri_state *state, const u8 *p, size_t len,
					   size_t *at, bool icase)
{
	size_t end = len - needle->len + 1;
	size_t pos = *at;

	while (pos < end) {
		size_t next = fstri_word_candidate(&needle->rare, p, pos, end);
		size_t same;

		earn(state, next - pos);
		pos = next;
		if (pos == end)
			break;
		same = fstri_common(p + pos, fstri_bytes(needle), needle->len, icase);
		if (same == needle->len) {
			*at = pos + needle->len;
			state->depth = needle->border;
			return true;
		}
		pos++;
		state->credit += 1 - CANDIDATE_COST(same);
		if (state->credit < 0) {
			state->credit -= TIME_OUT;
			break;
		}
	}
	*at = pos;
	return false;
}

/*
 * The first place from @pos on, too near the end of the block for a whole
 * match, where the needle's first bytes stand.
 */
static __always_inline size_t find_head(const struct fstr_needle *needle, const u8 *p, size_t len,
					size_t pos)
{
	const struct fstri_pair *head = &needle->head;

	pos = fstri_word_candidate(head, p, pos, len - 1);
	if (pos == len - 1 && (p[pos] | head->fold[0]) != head->byte[0])
		pos = len;
	return pos;
}

static __always_inline bool search(const struct fstr_needle *needle, struct fstri_state *state,
				   const u8 *p, size_t len, size_t *at, bool icase)
{
	while (*at < len) {
		if (state->depth || state->credit < 0) {
			if (run_automaton(needle, state, p, len, at, icase))
				return true;
		} else if (len - *at >= needle->len) {
			if (try_candidates(needle, state, p, len, at, icase))
				return true;
		} else {
			*at = find_head(needle, p, len, *at);
			if (*at < len) {
				state->depth = 1;
				++*at;
			}
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
bool fstri_search(const struct fstr_needle *needle, struct fstri_state *state, const u8 *p,
		  size_t len, size_t *at)
{
	if (needle->flags & FSTR_ICASE)
		return search(needle, state, p, len, at, true);
	return search(needle, state, p, len, at, false);
}

ssize_t fstr_find(const struct fstr *s, const struct fstr_needle *needle, size_t from)
{
	struct fstri_state state = { .credit = FSTRI_CREDIT_START };
	struct fstri_walk walk;

	if (from > s->len || s->len - from < needle->len)
		return -ENOENT;
	if (!needle->len)
		return (ssize_t)from;

	fstri_walk_init(&walk, s, from);
	while (fstri_walk_next(&walk)) {
		size_t at = 0;

		if (fstri_search(needle, &state, walk.p, walk.n, &at))
			return (ssize_t)(s->len - walk.rest - walk.n + at - needle->len);
	}
	return -ENOENT;
}
