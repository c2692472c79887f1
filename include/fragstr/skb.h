/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * fragstr on socket buffers, in the kernel. The bytes of a buffer are its
 * linear part, its page fragments, and the buffers on its frag_list, in that
 * order; what hangs on skb->next of the buffer itself is never looked at.
 */
#ifndef FRAGSTR_SKB_H
#define FRAGSTR_SKB_H

#include <fragstr/fragstr.h>

struct sk_buff;

/* How deep frag_lists may nest in a buffer: the kernel itself makes one level. */
#define FSTR_SKB_DEPTH 8

/**
 * fstr_from_skb() - lay out a part of a socket buffer as fragments
 * @skb: the buffer
 * @from: where the part begins; clamped to @to
 * @to: where it ends; clamped to the length of the buffer
 * @frag: lent array to fill, for fstr_init(); may be NULL where @room is 0
 * @room: how many fragments it takes
 *
 * The fragments point into the buffer: they are good for as long as the caller
 * holds it and nobody changes its layout. No empty ones are made.
 *
 * Nothing is written behind @room, and the array is worth something only if
 * the result is between 0 and @room. With a larger result, lend that many.
 *
 * Context: any.
 * Return: the number of fragments that the part takes; -EFAULT where some of
 * it cannot be read in place (device memory, high memory: fstr_skb_find() serves
 * the latter), or the buffer holds fewer bytes than it says; -EOPNOTSUPP where
 * frag_lists nest deeper than FSTR_SKB_DEPTH.
 */
ssize_t fstr_from_skb(const struct sk_buff *skb, size_t from, size_t to, struct fstr_frag *frag,
		      size_t room);

/**
 * fstr_skb_find() - the first place where a needle stands in a socket buffer
 * @skb: the buffer
 * @needle: what to look for
 * @from: where a match may begin at the earliest
 *
 * As fstr_find() on all bytes of the buffer, with no array to lend, and over
 * high memory as well, which it maps a page at a time.
 *
 * Context: any.
 * Return: the position, counted from the start of the buffer; -ENOENT where
 * there is none, and for every @from beyond the end; -EFAULT and -EOPNOTSUPP as
 * for fstr_from_skb(), where no match ends before such bytes.
 */
ssize_t fstr_skb_find(const struct sk_buff *skb, const struct fstr_needle *needle, size_t from);

#endif /* FRAGSTR_SKB_H */
