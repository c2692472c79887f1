// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Socket buffers as byte strings. Both calls go over the pieces of a buffer by
 * one walk. It keeps the buffers it is inside of in an array, as the stack of
 * the kernel is too small to follow a frag_list by recursion to where a sender
 * may have nested it.
 */

#include <linux/highmem.h>
#include <linux/skbuff.h>
#include <fragstr/skb.h>

#include "compat.h"

struct walk {
	const struct sk_buff *skb;	/* the buffer it is in */
	unsigned int taken;		/* pieces of that: linear part, page fragments */
	unsigned int depth;
	const struct sk_buff *above[FSTR_SKB_DEPTH];
	size_t skip;			/* bytes to leave out from here on */
	size_t rest;			/* bytes to give after them */

	/* This piece: at @base, or @off behind the start of @page. */
	const u8 *base;
	struct page *page;
	size_t off;
	size_t len;
};

static void walk_init(struct walk *w, const struct sk_buff *skb, size_t from, size_t to)
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
}

/*
 * Goes on to a buffer whose pieces have not been taken: down the frag_list, else
 * to the next on the list it is on, else on that of a buffer above. The
 * outermost buffer's ->next is another packet.
 */
static int walk_next_skb(struct walk *w)
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
static int walk_next_piece(struct walk *w)
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

/* Return: 1 with a piece that has bytes of the part; 0 at its end; -errno. */
static int walk_next(struct walk *w)
{
	while (w->rest) {
		int err = walk_next_piece(w);

		if (err)
			return err;
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
		return w->base || w->page ? 1 : -EFAULT;
	}
	return 0;
}

ssize_t fstr_from_skb(const struct sk_buff *skb, size_t from, size_t to, struct fstr_frag *frag,
		      size_t room)
{
	struct walk w;
	size_t nr = 0;
	int more;

	walk_init(&w, skb, from, to);
	while ((more = walk_next(&w)) > 0) {
		const u8 *base = w.base;

		if (!base) {
			if (PageHighMem(w.page))
				return -EFAULT;
			base = page_address(w.page);
		}
		if (nr < room) {
			frag[nr].base = base + w.off;
			frag[nr].len = w.len;
		}
		nr++;
	}
	return more < 0 ? more : (ssize_t)nr;
}

/* The first match that ends in this piece. */
static ssize_t scan_piece(struct fstr_scan *scan, const struct walk *w)
{
	struct fstr_match match;
	size_t done, len;
	int err;

	if (!w->page) {
		fstr_scan_feed(scan, w->base + w->off, w->len);
		return fstr_scan_next(scan, &match) ? -ENOENT : match.pos;
	}
	for (done = 0; done < w->len; done += len) {
		size_t off = w->off + done;
		struct page *page = w->page + (off >> PAGE_SHIFT);
		u8 *p = kmap_local_page(page);

		len = w->len - done;
		if (skb_frag_must_loop(page))
			len = min_t(size_t, len, PAGE_SIZE - offset_in_page(off));
		fstr_scan_feed(scan, p + offset_in_page(off), len);
		err = fstr_scan_next(scan, &match);
		kunmap_local(p);
		if (!err)
			return match.pos;
	}
	return -ENOENT;
}

ssize_t fstr_skb_find(const struct sk_buff *skb, const struct fstr_needle *needle, size_t from)
{
	struct fstr_scan scan;
	struct walk w;
	ssize_t pos;
	int more;

	if (from > skb->len)
		return -ENOENT;
	if (fstr_scan_init(&scan, needle, 0))
		return from; /* an empty needle, which stands everywhere */

	walk_init(&w, skb, from, skb->len);
	while ((more = walk_next(&w)) > 0) {
		pos = scan_piece(&scan, &w);
		if (pos >= 0)
			return from + pos;
	}
	return more < 0 ? more : -ENOENT;
}
