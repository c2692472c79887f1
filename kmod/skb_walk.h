/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The way through a socket buffer: its pieces, and the blocks of a piece, each
 * mapped for as long as it is looked at.
 *
 *	fstri_skb_walk_init(&w, skb, from, to);
 *	while ((more = fstri_skb_walk_block(&w, &block, &n)) > 0) {
 *		... block[0] to block[n - 1] ...
 *		fstri_skb_walk_done(&w, block, n);
 *	}
 *
 * With two walks at a time, what was mapped last is done with first.
 */
#ifndef FRAGSTR_SKB_WALK_H
#define FRAGSTR_SKB_WALK_H

#include <linux/highmem.h>
#include <linux/skbuff.h>
#include <fragstr/skb.h>

void fstri_skb_walk_init(struct fstr_skb_walk *w, const struct sk_buff *skb, size_t from,
			 size_t to);

/* Return: 1 with a piece that has bytes of the part; 0 at its end; -errno. */
int fstri_skb_walk_next(struct fstr_skb_walk *w);

/* What is left of this piece, or as much of that as can be mapped at once. */
static inline const u8 *fstri_skb_walk_map(const struct fstr_skb_walk *w, size_t *n)
{
	struct page *page;

	*n = w->len;
	if (!w->page)
		return w->base + w->off;
	page = w->page + (w->off >> PAGE_SHIFT);
	if (skb_frag_must_loop(page))
		*n = min_t(size_t, *n, PAGE_SIZE - offset_in_page(w->off));
	return (const u8 *)kmap_local_page(page) + offset_in_page(w->off);
}

static inline void fstri_skb_walk_unmap(const struct fstr_skb_walk *w, const u8 *block)
{
	if (w->page)
		kunmap_local(block);
}

/* Return: as for fstri_skb_walk_next(), with a block that is mapped. */
static inline int fstri_skb_walk_block(struct fstr_skb_walk *w, const u8 **block, size_t *n)
{
	int more = w->len ? 1 : fstri_skb_walk_next(w);

	if (more > 0)
		*block = fstri_skb_walk_map(w, n);
	return more;
}

/* The first @n bytes of a block have been looked at, and it is to be unmapped. */
static inline void fstri_skb_walk_done(struct fstr_skb_walk *w, const u8 *block, size_t n)
{
	fstri_skb_walk_unmap(w, block);
	w->off += n;
	w->len -= n;
}

#endif /* FRAGSTR_SKB_WALK_H */
