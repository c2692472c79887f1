/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where the kernel keeps bytes in pieces, other than in socket buffers, for which
 * see <fragstr/skb.h>. Each call lays out what it is given as fragments, in a lent
 * array for fstr_init(), as fstr_from_skb() does: they point to where the bytes
 * are; no empty ones are made; nothing is written behind the room, and the array is
 * worth something only if the result is between 0 and the room.
 *
 * High memory has no address, and is -EFAULT here.
 */
#ifndef FRAGSTR_SOURCES_H
#define FRAGSTR_SOURCES_H

#include <fragstr/fragstr.h>

struct bio_vec;
struct iov_iter;
struct scatterlist;
struct xdp_buff;

/**
 * fstr_from_iter() - lay out what an iterator has left as fragments
 * @iter: the iterator, over a kvec or a bvec; it is not advanced
 * @frag: lent array to fill; may be NULL where @room is 0
 * @room: how many fragments it takes
 *
 * Context: any.
 * Return: the number of fragments needed; -EFAULT for an iterator over memory of a
 * user, which can go or change at any time, for high memory, and for one that holds
 * fewer bytes than it says; -EOPNOTSUPP for any other kind.
 */
ssize_t fstr_from_iter(const struct iov_iter *iter, struct fstr_frag *frag, size_t room);

/**
 * fstr_from_bvec() - lay out an array of page segments as fragments
 * @bvec: the segments, each of one page or several in a row
 * @nr: how many there are
 * @frag: lent array to fill; may be NULL where @room is 0
 * @room: how many fragments it takes
 *
 * Context: any.
 * Return: the number of fragments needed; -EFAULT for high memory, and for bytes
 * with no page.
 */
ssize_t fstr_from_bvec(const struct bio_vec *bvec, size_t nr, struct fstr_frag *frag, size_t room);

/**
 * fstr_from_sg() - lay out a scatterlist as fragments
 * @sg: its first entry; lists may be chained
 * @len: how many bytes of it, clamped to what there are
 * @frag: lent array to fill; may be NULL where @room is 0
 * @room: how many fragments it takes
 *
 * Context: any.
 * Return: the number of fragments needed; -EFAULT for high memory, and for bytes
 * with no page.
 */
ssize_t fstr_from_sg(struct scatterlist *sg, size_t len, struct fstr_frag *frag, size_t room);

/**
 * fstr_from_xdp() - lay out the packet of an XDP buffer as fragments
 * @xdp: the buffer: its linear part, then its page fragments if it has any
 * @frag: lent array to fill; may be NULL where @room is 0
 * @room: how many fragments it takes
 *
 * There only in kernels with CONFIG_NET.
 *
 * Context: any.
 * Return: the number of fragments needed; -EFAULT for memory that the CPU cannot
 * read.
 */
ssize_t fstr_from_xdp(struct xdp_buff *xdp, struct fstr_frag *frag, size_t room);

#endif /* FRAGSTR_SOURCES_H */
