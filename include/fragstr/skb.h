/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * fragstr on socket buffers, in the kernel. The bytes of a buffer are its
 * linear part, its page fragments, and the buffers on its frag_list, in that
 * order; what hangs on skb->next of the buffer itself is never looked at.
 *
 * Either lay a buffer out as fragments, in an array that you lend, and use all of
 * <fragstr/fragstr.h>, or call what is here for a buffer as it is: that needs no
 * array, and serves high memory, which has no address until it is mapped, a page
 * at a time. No call sleeps, locks or allocates.
 *
 * What cannot be had is an error, never bytes left out:
 *
 *	-EFAULT		memory of a device, which the CPU cannot read; or the
 *			buffer holds fewer bytes than it says
 *	-EOPNOTSUPP	frag_lists nest deeper than FSTR_SKB_DEPTH
 */
#ifndef FRAGSTR_SKB_H
#define FRAGSTR_SKB_H

#include <fragstr/fragstr.h>

struct sk_buff;
struct page;

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
 * Return: the number of fragments that the part takes; -EFAULT and -EOPNOTSUPP
 * as above, and -EFAULT for high memory.
 */
ssize_t fstr_from_skb(const struct sk_buff *skb, size_t from, size_t to, struct fstr_frag *frag,
		      size_t room);

/**
 * fstr_skb_find() - the first place where a needle stands in a socket buffer
 * @skb: the buffer
 * @needle: what to look for
 * @from: where a match may begin at the earliest
 *
 * As fstr_find() on all bytes of the buffer.
 *
 * Context: any.
 * Return: the position, counted from the start of the buffer; -ENOENT where
 * there is none, and for every @from beyond the end; -EFAULT and -EOPNOTSUPP as
 * above, where no match ends before such bytes.
 */
ssize_t fstr_skb_find(const struct sk_buff *skb, const struct fstr_needle *needle, size_t from);

/**
 * fstr_skb_rfind() - the last place where a needle stands in a socket buffer
 * @skb: the buffer
 * @needle: what to look for
 * @end: where a match may begin at the latest
 *
 * As fstr_rfind() on all bytes of the buffer. It goes forward, over all bytes up
 * to the end of a match at @end, since a buffer is a list that has one direction.
 *
 * Context: any.
 * Return: the position, counted from the start of the buffer; -ENOENT where
 * there is none; -EFAULT and -EOPNOTSUPP as above, where such bytes lie before the
 * end of a match at @end.
 */
ssize_t fstr_skb_rfind(const struct sk_buff *skb, const struct fstr_needle *needle, size_t end);

/**
 * fstr_skb_set_find() - the first match of any needle in a socket buffer
 * @skb: the buffer
 * @set: what to look for
 * @from: where a match may begin at the earliest
 * @match: where to tell it; its position counts from the start of the buffer
 *
 * As fstr_set_find() on all bytes of the buffer.
 *
 * Context: any.
 * Return: 0; -ENOENT where there is none, and for every @from beyond the end;
 * -EFAULT and -EOPNOTSUPP as above, where no match ends before such bytes. @match is
 * unchanged on failure.
 */
int fstr_skb_set_find(const struct sk_buff *skb, const struct fstr_set *set, size_t from,
		      struct fstr_match *match);

/**
 * fstr_skb_copy() - copy bytes out of a socket buffer
 * @skb: the buffer
 * @from: position of the first byte to copy
 * @to: where to copy them
 * @len: how many are wanted
 *
 * As fstr_copy(): fewer than @len at the end of the buffer.
 *
 * Context: any.
 * Return: the number of bytes copied; -EFAULT and -EOPNOTSUPP as above, @to
 * holding the bytes before such ones.
 */
ssize_t fstr_skb_copy(const struct sk_buff *skb, size_t from, void *to, size_t len);

/**
 * fstr_skb_equal() - do two socket buffers hold the same bytes?
 * @a: one buffer
 * @a_from: position of its first byte to compare; clamped to its length
 * @b: the other
 * @b_from: the same for that
 * @flags: 0 or FSTR_ICASE; other bits have no meaning here
 *
 * Compares what is left of both from there on. Not for secrets.
 *
 * Context: any.
 * Return: 1 if they do, 0 if not; -EFAULT and -EOPNOTSUPP as above, where no
 * difference lies before such bytes. Mind that these are not 0.
 */
int fstr_skb_equal(const struct sk_buff *a, size_t a_from, const struct sk_buff *b, size_t b_from,
		   unsigned int flags);

/**
 * fstr_skb_compare() - which of two socket buffers comes first?
 * @a: one buffer
 * @a_from: position of its first byte to compare; clamped to its length
 * @b: the other
 * @b_from: the same for that
 * @order: the answer, as fstr_compare() gives it: -1, 0 or 1
 *
 * Context: any.
 * Return: 0; -EFAULT and -EOPNOTSUPP as above, where no difference lies before
 * such bytes, @order being unchanged.
 */
int fstr_skb_compare(const struct sk_buff *a, size_t a_from, const struct sk_buff *b,
		     size_t b_from, int *order);

/**
 * fstr_skb_hash() - XXH3-64 of a part of a socket buffer
 * @skb: the buffer
 * @from: where the part begins; clamped to @to
 * @to: where it ends; clamped to the length of the buffer
 * @seed: as for fstr_hash()
 * @flags: as for fstr_hash()
 * @hash: what fstr_hash() of these bytes is
 *
 * Context: any. Uses some 500 bytes of stack.
 * Return: 0; -EFAULT and -EOPNOTSUPP as above, @hash being unchanged.
 */
int fstr_skb_hash(const struct sk_buff *skb, size_t from, size_t to, uint64_t seed,
		  unsigned int flags, uint64_t *hash);

/**
 * fstr_skb_siphash() - SipHash-2-4 of a part of a socket buffer
 * @skb: the buffer
 * @from: where the part begins; clamped to @to
 * @to: where it ends; clamped to the length of the buffer
 * @key: the secret
 * @hash: what fstr_siphash() of these bytes is
 *
 * Context: any.
 * Return: 0; -EFAULT and -EOPNOTSUPP as above, @hash being unchanged.
 */
int fstr_skb_siphash(const struct sk_buff *skb, size_t from, size_t to,
		     const struct fstr_siphash_key *key, uint64_t *hash);

/**
 * struct fstr_skb_walk - a way through the pieces of a socket buffer
 * @skb: the buffer it is in
 * @taken: pieces of that: linear part, page fragments
 * @depth: how many frag_lists it is down
 * @above: the buffers whose lists those are
 * @skip: bytes to leave out from here on
 * @rest: bytes to give after them
 * @base: the linear part that this piece is
 * @page: or the page, or pages in a row, that it lies in
 * @off: bytes of those before it
 * @len: its length
 *
 * The members are for the library alone.
 */
struct fstr_skb_walk {
	const struct sk_buff *skb;
	unsigned int taken;
	unsigned int depth;
	const struct sk_buff *above[FSTR_SKB_DEPTH];
	size_t skip;
	size_t rest;
	const uint8_t *base;
	struct page *page;
	size_t off;
	size_t len;
};

/**
 * struct fstr_skb_scan - a part of a socket buffer that a scan goes over
 * @scan: the scan
 * @walk: where in the buffer it is
 * @fed: bytes of the piece there that it was given, and has not done with
 * @err: why it cannot go on
 *
 * The members are for the library alone.
 */
struct fstr_skb_scan {
	struct fstr_scan *scan;
	struct fstr_skb_walk walk;
	size_t fed;
	int err;
};

/**
 * fstr_skb_scan_init() - begin to give a part of a socket buffer to a scan
 * @s: the walk to fill
 * @scan: the scan, for a needle or a set, which has searched to its end what it was
 *	  fed before: a new one, or one that has been over other packets of the stream,
 *	  or was restored with what was saved of that
 * @skb: the buffer, which must stay, and stay as it is, as long as @s is used
 * @from: where the part begins; clamped to @to
 * @to: where it ends; clamped to the length of the buffer
 *
 * Context: any.
 * Return: 0; -EBUSY as for fstr_scan_feed(), @s being unchanged.
 */
int fstr_skb_scan_init(struct fstr_skb_scan *s, struct fstr_scan *scan, const struct sk_buff *skb,
		       size_t from, size_t to);

/**
 * fstr_skb_scan_next() - the next match in what a scan is given
 * @s: the walk
 * @match: where to tell it; its position counts from the start of the scan's
 *	   stream, and may lie in a packet before this one
 *
 * Feeds the scan what it needs; do not feed it in between. Nothing is left mapped
 * between two calls.
 *
 * Context: any.
 * Return: 0; -ENOENT where the part holds no further end of a match, and the scan
 * can be saved, or go on in the next packet; -EFAULT and -EOPNOTSUPP as above, from
 * then on. @match is unchanged on failure.
 */
int fstr_skb_scan_next(struct fstr_skb_scan *s, struct fstr_match *match);

#endif /* FRAGSTR_SKB_H */
