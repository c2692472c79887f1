// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The pieces of a socket buffer, one after the other. The walk keeps the buffers
 * it is inside of in an array, as the stack of the kernel is too small to follow
 * a frag_list by recursion to where a sender may have nested it.
 */

#include "compat.h"
#include "skb_walk.h"

void fstri_skb_walk_init(struct fstr_skb_walk *w, const struct sk_buff *skb, size_t from,
			 size_t to)
{
	if (to > skb->len)
		to = skb->len;
	if (from > to)
		from = to;
	w->skb = skb;
	w->taken = 0;
	w->depth = 0;
	w->skip = from;
	w->rest = to - from;
	w->len = 0;
}

/*
 * Goes on to a buffer whose pieces have not been taken: down the frag_list, else
 * to the next on the list it is on, else on that of a buffer above. The
 * outermost buffer's ->next is another packet.
 */
static int walk_next_skb(struct fstr_skb_walk *w)
{
	const struct sk_buff *list = skb_shinfo(w->skb)->frag_list;

	w->taken = 0;
	if (list) {
		if (w->depth == FSTR_SKB_DEPTH)
			return -EOPNOTSUPP;
		w->above[w->depth++] = w->skb;
		w->skb = list;
		return 0;
	}
	while (w->depth && !w->skb->next)
		w->skb = w->above[--w->depth];
	if (!w->depth)
		return -EFAULT;
	w->skb = w->skb->next;
	return 0;
}

/* The next piece as it lies in its buffer; it may be empty. */
static int walk_next_piece(struct fstr_skb_walk *w)
{
	const skb_frag_t *frag;
	int err;

	while (w->taken > skb_shinfo(w->skb)->nr_frags) {
		err = walk_next_skb(w);
		if (err)
			return err;
	}
	if (!w->taken++) {
		w->base = w->skb->data;
		w->page = NULL;
		w->off = 0;
		w->len = skb_headlen(w->skb);
		return 0;
	}
	frag = &skb_shinfo(w->skb)->frags[w->taken - 2];
	w->base = NULL;
	w->page = fstri_skb_frag_page(w->skb, frag);
	w->off = skb_frag_off(frag);
	w->len = skb_frag_size(frag);
	return 0;
}

int fstri_skb_walk_next(struct fstr_skb_walk *w)
{
	while (w->rest) {
		int err = walk_next_piece(w);

		if (err) {
			w->len = 0;
			return err;
		}
		if (w->len <= w->skip) {
			w->skip -= w->len;
			continue;
		}
		w->off += w->skip;
		w->len -= w->skip;
		w->skip = 0;
		if (w->len > w->rest)
			w->len = w->rest;
		w->rest -= w->len;
		if (w->base || w->page)
			return 1;
		w->len = 0;
		return -EFAULT;
	}
	return 0;
}
