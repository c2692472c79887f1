// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans for sets, and searches of views: the search of set_search.c, told in order. */
#include "set.h"

#define WINDOW_FIRST 256	/* of a window that grows while nothing is found */

void fstr_set_scan_init(struct fstr_set_scan *scan, const struct fstr_set *set)
{
	*scan = (struct fstr_set_scan){
		.set = set,
		.out = { FSTRI_NONE, FSTRI_NONE },
		.credit = FSTRI_SET_CREDIT_START,
	};
}

static bool is_told(const struct fstr_set_scan *scan)
{
	return scan->out[0] == FSTRI_NONE && scan->out[1] == FSTRI_NONE;
}

static void next_block(struct fstr_set_scan *scan, const u8 *block, size_t len)
{
	scan->base += scan->len;
	scan->block = block;
	scan->len = len;
	scan->done = 0;
}

int fstr_set_scan_feed(struct fstr_set_scan *scan, const void *block, size_t len)
{
	if (scan->done < scan->len || !is_told(scan))
		return -EBUSY;
	if (!block && len)
		return -EINVAL;
	if (len > FSTRI_MAX_LEN)
		return -E2BIG;
	next_block(scan, block, len);
	return 0;
}

/* Number of the needle that comes next in an automaton's matches. */
static u32 number_at(const struct fstr_set *set, u32 at)
{
	return fstri_set_order(set)[at] & ~FSTRI_LAST;
}

/* The match behind @at: a copy of that needle, or the next shorter one that ends there. */
static u32 behind(const struct fstr_set *set, u32 at, u32 part)
{
	const struct fstri_set_needle *needle;
	const u32 *fail, *out;

	if (!(fstri_set_order(set)[at] & FSTRI_LAST))
		return at + 1;
	needle = fstri_set_needle(set, number_at(set, at));
	fail = fstri_set_at(set, set->part[part].fail);
	out = fstri_set_at(set, set->part[part].out);
	return out[fail[needle->node]];
}

/* Which automaton has the next match: the longer one, then that of the smaller number. */
static u32 choose(const struct fstr_set_scan *scan)
{
	const struct fstr_set *set = scan->set;
	u32 nr[2], len[2];

	if (scan->out[1] == FSTRI_NONE)
		return 0;
	if (scan->out[0] == FSTRI_NONE)
		return 1;
	for (u32 i = 0; i < 2; i++) {
		nr[i] = number_at(set, scan->out[i]);
		len[i] = fstri_set_needle(set, nr[i])->len;
	}
	return len[1] > len[0] || (len[1] == len[0] && nr[1] < nr[0]);
}

/* Tell one of the matches that end where the scan is. */
static void tell(struct fstr_set_scan *scan, struct fstr_match *match)
{
	u32 part = choose(scan);
	u32 nr = number_at(scan->set, scan->out[part]);
	size_t len = fstri_set_needle(scan->set, nr)->len;

	*match = (struct fstr_match){
		.pos = scan->base + scan->done - len,
		.len = len,
		.which = nr,
	};
	scan->out[part] = behind(scan->set, scan->out[part], part);
}

int fstr_set_scan_next(struct fstr_set_scan *scan, struct fstr_match *match)
{
	if (is_told(scan) && !fstri_set_search(scan, false))
		return -ENOENT;
	tell(scan, match);
	return 0;
}

static u32 depth_of(const struct fstr_set *set, u32 part, u32 node)
{
	return ((const u32 *)fstri_set_at(set, set->part[part].depth))[node];
}

size_t fstr_set_scan_partial(const struct fstr_set_scan *scan)
{
	u32 depth[2];

	for (u32 i = 0; i < 2; i++)
		depth[i] = depth_of(scan->set, i, scan->node[i]);
	return depth[0] > depth[1] ? depth[0] : depth[1];
}

int fstr_set_scan_save(const struct fstr_set_scan *scan, struct fstr_set_saved *saved)
{
	if (scan->done < scan->len || !is_told(scan))
		return -EBUSY;
	/* The second automaton's nodes count on from the first one's, to know it again. */
	*saved = (struct fstr_set_saved){
		.pos = scan->base + scan->len,
		.node = { scan->node[0], scan->set->part[0].nodes + scan->node[1] },
	};
	return 0;
}

int fstr_set_scan_restore(struct fstr_set_scan *scan, const struct fstr_set *set,
			  const struct fstr_set_saved *saved)
{
	u32 node[2] = { saved->node[0], saved->node[1] - set->part[0].nodes };

	for (u32 i = 0; i < 2; i++) {
		const struct fstri_auto a = fstri_set_auto(set, i);

		/* a scan does not stay where nothing goes on */
		if (node[i] >= set->part[i].nodes || fstri_auto_live(&a, node[i]) != node[i])
			return -EINVAL;
	}
	fstr_set_scan_init(scan, set);
	scan->base = saved->pos;
	scan->node[0] = node[0];
	scan->node[1] = node[1];
	return 0;
}

int fstr_set_iter_init(struct fstr_set_iter *iter, const struct fstr *s,
		       const struct fstr_set *set, size_t from, unsigned int flags)
{
	struct fstri_walk walk = { .next = s->frag };

	if (flags & ~FSTR_LEFTMOST)
		return -EINVAL;
	if (from <= s->len)
		fstri_walk_init(&walk, s, from);
	fstr_set_scan_init(&iter->scan, set);
	iter->scan.base = from;
	iter->scan.flags = flags;
	iter->next = walk.next;
	iter->off = walk.off;
	iter->rest = walk.rest;
	return 0;
}

static struct fstri_walk walk_of(const struct fstr_set_iter *iter)
{
	return (struct fstri_walk){ .next = iter->next, .off = iter->off, .rest = iter->rest };
}

static void set_walk(struct fstr_set_iter *iter, const struct fstri_walk *walk)
{
	iter->next = walk->next;
	iter->off = walk->off;
	iter->rest = walk->rest;
}

/* Step over @n bytes that there are; to @to, where that is not NULL, they are copied. */
static __always_inline size_t step_over(struct fstri_walk *walk, size_t n, u8 *to)
{
	size_t done = 0;

	while (walk->rest && done < n) {
		const struct fstr_frag *frag = walk->next;
		size_t have = frag->len - walk->off;
		size_t part = have < walk->rest ? have : walk->rest;

		if (to && part >= FSTRI_SMALL)
			break;
		if (part > n - done)
			part = n - done;
		if (to)
			fstri_copy(to + done, (const u8 *)frag->base + walk->off, part);
		done += part;
		walk->rest -= part;
		walk->off += part;
		if (part == have) {
			walk->next++;
			walk->off = 0;
		}
	}
	return done;
}

/* Begin anew at a place in the view that is @n bytes behind where the walk is. */
static void go_on_at(struct fstr_set_iter *iter, struct fstri_walk *walk, size_t n)
{
	struct fstr_set_scan *scan = &iter->scan;

	step_over(walk, n, NULL);
	set_walk(iter, walk);
	next_block(scan, NULL, 0);
	scan->base += n;
}

/*
 * Search small fragments that lie in a row, copied to a window. It is gone when a
 * match has been found, and filled anew from there for the next one.
 */
static __attribute__((__noinline__)) bool search_small(struct fstr_set_iter *iter)
{
	struct fstr_set_scan *scan = &iter->scan;
	size_t room = WINDOW_FIRST;
	u8 window[FSTRI_WINDOW];

	for (;;) {
		struct fstri_walk walk = walk_of(iter);
		size_t n = step_over(&walk, room, window);
		bool found;

		if (!n)
			return false;
		next_block(scan, window, n);
		found = fstri_set_search(scan, !walk.rest);
		scan->len = 0;
		walk = walk_of(iter);
		go_on_at(iter, &walk, scan->done);
		if (found)
			return true;
		if (room < FSTRI_WINDOW)
			room *= 2;
	}
}

/* Go on to where the next match ends. */
static bool next_end(struct fstr_set_iter *iter)
{
	struct fstr_set_scan *scan = &iter->scan;

	for (;;) {
		struct fstri_walk walk = walk_of(iter);

		if (fstri_set_search(scan, !walk.rest))
			return true;
		if (search_small(iter))
			return true;
		walk = walk_of(iter);
		if (!fstri_walk_next(&walk))
			return false;
		next_block(scan, walk.p, walk.n);
		set_walk(iter, &walk);
	}
}

/* A match that begins where another one does, or before it, is the better one. */
static void keep_better(struct fstr_set_scan *scan, struct fstr_match *best)
{
	struct fstr_match match;

	if (is_told(scan))
		return;
	tell(scan, &match);
	if (match.pos <= best->pos)
		*best = match;
	scan->out[0] = FSTRI_NONE;
	scan->out[1] = FSTRI_NONE;
}

/*
 * The leftmost match, and the longest of those, where @match is the one that ends
 * first. Reads on for as long as something is in progress that began no later.
 */
static void leftmost_longest(struct fstr_set_iter *iter, struct fstr_match *match)
{
	struct fstr_set_scan *scan = &iter->scan;
	struct fstr_set_iter ahead = *iter;
	struct fstri_walk walk = walk_of(iter);
	size_t behind;

	tell(&ahead.scan, match);
	for (;;) {
		struct fstr_set_scan *s = &ahead.scan;
		size_t partial = fstr_set_scan_partial(s);

		s->out[0] = FSTRI_NONE;
		s->out[1] = FSTRI_NONE;
		if (!partial || s->base + s->done - partial > match->pos)
			break;
		if (s->done == s->len) {
			struct fstri_walk next = walk_of(&ahead);

			if (!fstri_walk_next(&next))
				break;
			next_block(s, next.p, next.n);
			set_walk(&ahead, &next);
		}
		fstri_set_step(s);
		keep_better(s, match);
	}
	/* on behind it, in this block or in a further one */
	behind = match->pos + match->len - scan->base - scan->done;
	if (behind <= scan->len - scan->done) {
		scan->done += behind;
	} else {
		behind -= scan->len - scan->done;
		scan->done = scan->len;
		go_on_at(iter, &walk, behind);
	}
	scan->node[0] = 0;
	scan->node[1] = 0;
	scan->out[0] = FSTRI_NONE;
	scan->out[1] = FSTRI_NONE;
}

int fstr_set_iter_next(struct fstr_set_iter *iter, struct fstr_match *match)
{
	if (is_told(&iter->scan) && !next_end(iter))
		return -ENOENT;
	if (iter->scan.flags & FSTR_LEFTMOST)
		leftmost_longest(iter, match);
	else
		tell(&iter->scan, match);
	return 0;
}

int fstr_set_find(const struct fstr *s, const struct fstr_set *set, size_t from,
		  struct fstr_match *match)
{
	struct fstr_set_iter iter;

	fstr_set_iter_init(&iter, s, set, from, 0);
	return fstr_set_iter_next(&iter, match);
}
