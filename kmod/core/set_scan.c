// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Scans for sets, and searches of views: the search of set_search.c, told in order. */
#include "set.h"

/* Of a window that grows while there are few matches. */
#define WINDOW_FIRST (FSTR_WINDOW < 1024 ? FSTR_WINDOW : 1024)

void fstr_scan_init_set(struct fstr_scan *scan, const struct fstr_set *set)
{
	fstri_scan_begin(scan, 0, FSTRI_SCAN_SET);
	scan->set = set;
	scan->many = (struct fstr_set_state){ .out = { FSTRI_NONE, FSTRI_NONE } };
	scan->credit = FSTRI_SET_CREDIT_START;
}

static bool is_told(const u32 *out)
{
	return out[0] == FSTRI_NONE && out[1] == FSTRI_NONE;
}

/* Which automaton has the next match: the longer one, then that of the smaller number. */
static NOINLINE u32 choose(const struct fstr_set *set, const struct fstr_set_end *end)
{
	u32 nr[2], len[2];

	if (end->out[0] == FSTRI_NONE)
		return 1;
	for (u32 i = 0; i < 2; i++) {
		nr[i] = fstri_set_order(set)[end->out[i]] & ~FSTRI_LAST;
		len[i] = fstri_set_needle(set, nr[i])->len;
	}
	return len[1] > len[0] || (len[1] == len[0] && nr[1] < nr[0]);
}

static __always_inline bool is_alone(const struct fstr_set_end *end)
{
	return end->out[1] - FSTRI_ALONE <= FSTRI_QUICK;
}

static __always_inline void tell_alone(struct fstr_set_end *end, struct fstr_match *match)
{
	u32 len = end->out[1] - FSTRI_ALONE;

	*match = (struct fstr_match){ .pos = end->pos - len, .len = len, .which = end->out[0] };
	end->out[0] = FSTRI_NONE;
	end->out[1] = FSTRI_NONE;
}

/* Tell one of the matches that end at a place; @end is left with the others. */
static __always_inline void tell(const struct fstr_set *set, struct fstr_set_end *end,
				 struct fstr_match *match)
{
	const struct fstri_set_needle *needle;
	u32 part, at, entry, nr;

	if (is_alone(end)) {
		tell_alone(end, match);
		return;
	}
	part = end->out[1] == FSTRI_NONE ? 0 : choose(set, end);
	at = end->out[part];
	entry = fstri_set_order(set)[at];
	nr = entry & ~FSTRI_LAST;
	needle = fstri_set_needle(set, nr);
	*match = (struct fstr_match){
		.pos = end->pos - needle->len,
		.len = needle->len,
		.which = nr,
	};
	/* a copy of that needle comes next, or a shorter one that ends there */
	end->out[part] = entry & FSTRI_LAST ? needle->next : at + 1;
}

int fstri_set_scan_next(struct fstr_scan *scan, struct fstr_match *match,
			struct fstri_lease *lease)
{
	struct fstr_set_end end = {
		.pos = scan->base + scan->done, .out = { scan->many.out[0], scan->many.out[1] } };
	struct fstri_ends ends = { .at = &end, .room = 1 };

	if (is_told(scan->many.out) && !fstri_set_search(scan, &ends, false, lease))
		return -ENOENT;
	tell(scan->set, &end, match);
	scan->many.out[0] = end.out[0];
	scan->many.out[1] = end.out[1];
	return 0;
}

static u32 depth_of(const struct fstr_set *set, u32 part, u32 node)
{
	return ((const u32 *)fstri_set_at(set, set->part[part].depth))[node];
}

size_t fstri_set_scan_partial(const struct fstr_scan *scan)
{
	u32 depth[2];

	for (u32 i = 0; i < 2; i++)
		depth[i] = depth_of(scan->set, i, scan->many.node[i]);
	return depth[0] > depth[1] ? depth[0] : depth[1];
}

/* The second automaton's nodes count on from the first one's, to know it again. */
void fstri_set_scan_save(const struct fstr_scan *scan, u32 *state)
{
	state[0] = scan->many.node[0];
	state[1] = scan->set->part[0].nodes + scan->many.node[1];
}

int fstri_set_scan_restore(struct fstr_scan *scan, const u32 *state)
{
	const struct fstr_set *set = scan->set;
	u32 node[2] = { state[0], state[1] - set->part[0].nodes };

	if (!state[0] && !state[1])
		node[1] = 0;
	for (u32 i = 0; i < 2; i++) {
		const struct fstri_auto a = fstri_set_auto(set, i);

		/* a scan does not stay where nothing goes on */
		if (node[i] >= set->part[i].nodes || fstri_auto_live(&a, node[i]) != node[i])
			return -EINVAL;
	}
	fstr_scan_init_set(scan, set);
	scan->many.node[0] = node[0];
	scan->many.node[1] = node[1];
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
	fstr_scan_init_set(&iter->scan, set);
	iter->scan.base = from;
	iter->scan.flags = flags;
	iter->next = walk.next;
	iter->off = walk.off;
	iter->rest = walk.rest;
	iter->nr = 0;
	iter->told = 0;
	iter->room = flags & FSTR_LEFTMOST ? 1 : FSTR_SET_ENDS;
	iter->window = WINDOW_FIRST;
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

/* Step over @n bytes that there are. */
static void step_over(struct fstri_walk *walk, size_t n)
{
	while (n) {
		size_t have = walk->next->len - walk->off;

		if (have > n) {
			walk->off += n;
			walk->rest -= n;
			return;
		}
		n -= have;
		walk->rest -= have;
		walk->next++;
		walk->off = 0;
	}
}

/* Copy small fragments that lie in a row, up to @room bytes. */
static __always_inline size_t gather(struct fstri_walk *walk, u8 *window, size_t room)
{
	size_t most = walk->rest < room ? walk->rest : room;
	const struct fstr_frag *frag = walk->next;
	size_t off = walk->off;
	size_t n = 0;

	while (n < most) {
		size_t part = frag->len - off;

		if (part >= FSTRI_SMALL)
			break;
		if (part > most - n) {
			/* the window or the view ends within the fragment */
			part = most - n;
			fstri_copy(window + n, (const u8 *)frag->base + off, part);
			off += part;
			n = most;
			break;
		}
		/* an empty one's base may be NULL, which has no place behind it */
		if (part)
			fstri_copy(window + n, (const u8 *)frag->base + off, part);
		n += part;
		off = 0;
		frag++;
	}
	walk->next = frag;
	walk->off = off;
	walk->rest -= n;
	return n;
}

/* Begin anew at a place in the view that is @n bytes behind where the walk is. */
static void go_on_at(struct fstr_set_iter *iter, struct fstri_walk *walk, size_t n)
{
	struct fstr_scan *scan = &iter->scan;

	step_over(walk, n);
	set_walk(iter, walk);
	fstri_scan_block(scan, NULL, 0);
	scan->base += n;
}

/*
 * Search small fragments that lie in a row, copied to a window. It is gone when
 * there is no room for a further match, and filled anew from there.
 */
static NOINLINE bool search_small(struct fstr_set_iter *iter, struct fstri_ends *ends,
				  struct fstri_lease *lease)
{
	struct fstr_scan *scan = &iter->scan;
	u8 window[FSTR_WINDOW] FSTRI_UNSET;

	for (;;) {
		struct fstri_walk walk = walk_of(iter);
		size_t n = gather(&walk, window, iter->window);

		if (!n)
			return false;
		fstri_scan_block(scan, window, n);
		fstri_set_search(scan, ends, !walk.rest, lease);
		if (scan->done == n) {
			set_walk(iter, &walk);
			fstri_scan_block(scan, NULL, 0);
			if (iter->window < FSTR_WINDOW)
				iter->window *= 2;
		} else {
			scan->len = 0;
			walk = walk_of(iter);
			go_on_at(iter, &walk, scan->done);
			while (iter->window > WINDOW_FIRST && iter->window / 2 > scan->done)
				iter->window /= 2;
		}
		if (ends->nr)
			return true;
	}
}

/*
 * Go on to where further matches end. Going on for more in the next blocks was no gain,
 * and slower where a window is filled anew for what there was no room for.
 */
static bool next_ends(struct fstr_set_iter *iter)
{
	struct fstr_scan *scan = &iter->scan;
	struct fstri_ends ends = { .at = iter->end, .room = iter->room };
	struct fstri_lease lease = fstri_set_lease(scan->set, scan->len - scan->done + iter->rest);

	iter->nr = 0;
	iter->told = 0;
	for (;;) {
		struct fstri_walk walk = walk_of(iter);

		if (scan->done < scan->len &&
		    fstri_set_search(scan, &ends, !walk.rest, &lease))
			break;
		if (!fstri_walk_next(&walk))
			break;
		if (walk.n < FSTRI_SMALL && walk.rest) {
			if (search_small(iter, &ends, &lease))
				break;
			continue;
		}
		fstri_scan_block(scan, walk.p, walk.n);
		set_walk(iter, &walk);
	}
	fstri_lease_end(&lease);
	iter->nr = ends.nr;
	return ends.nr;
}

/*
 * The leftmost match, and the longest of those, where the one that ends first is
 * known. Reads on for as long as something is in progress that began no later.
 */
static void leftmost_longest(struct fstr_set_iter *iter, struct fstr_match *best)
{
	struct fstr_scan *scan = &iter->scan;
	struct fstri_walk walk = walk_of(iter);
	struct fstr_scan ahead = *scan;
	struct fstri_walk ahead_walk = walk;
	struct fstr_set_end end = iter->end[0];
	size_t behind;

	tell(scan->set, &end, best);
	for (;;) {
		size_t partial = fstri_set_scan_partial(&ahead);
		struct fstr_match match;

		if (!partial || ahead.base + ahead.done - partial > best->pos)
			break;
		if (ahead.done == ahead.len) {
			if (!fstri_walk_next(&ahead_walk))
				break;
			fstri_scan_block(&ahead, ahead_walk.p, ahead_walk.n);
		}
		fstri_set_step(&ahead, &end);
		if (is_told(end.out))
			continue;
		tell(scan->set, &end, &match);
		/* one that begins there is longer, one that begins before is better */
		if (match.pos <= best->pos)
			*best = match;
	}
	/* on behind it, in this block or in a further one */
	behind = (size_t)(best->pos + best->len - scan->base) - scan->done;
	if (behind <= scan->len - scan->done) {
		scan->done += behind;
	} else {
		behind -= scan->len - scan->done;
		scan->done = scan->len;
		go_on_at(iter, &walk, behind);
	}
	scan->many.node[0] = 0;
	scan->many.node[1] = 0;
}

/* Where matches are to be looked for, or are not alone. */
static NOINLINE int look_for_next(struct fstr_set_iter *iter, struct fstr_match *match)
{
	struct fstr_set_end *end;

	if (iter->told == iter->nr) {
		/* once in each view, and for a short one that counts */
		if (iter->scan.done == iter->scan.len && !iter->rest)
			return -ENOENT;
		if (!next_ends(iter))
			return -ENOENT;
	}
	if (iter->scan.flags & FSTR_LEFTMOST) {
		leftmost_longest(iter, match);
		iter->told = 1;
		return 0;
	}
	end = &iter->end[iter->told];
	tell(iter->scan.set, end, match);
	if (is_told(end->out))
		iter->told++;
	return 0;
}

int fstr_set_iter_next(struct fstr_set_iter *iter, struct fstr_match *match)
{
	struct fstr_set_end *end = &iter->end[iter->told];

	if (iter->told == iter->nr || !is_alone(end) || iter->scan.flags & FSTR_LEFTMOST)
		return look_for_next(iter, match);
	tell_alone(end, match);
	iter->told++;
	return 0;
}

int fstr_set_find(const struct fstr *s, const struct fstr_set *set, size_t from,
		  struct fstr_match *match)
{
	struct fstr_set_iter iter FSTRI_UNSET;

	fstr_set_iter_init(&iter, s, set, from, 0);
	iter.room = 1;
	return fstr_set_iter_next(&iter, match);
}
