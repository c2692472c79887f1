/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Socket buffers of any shape. A shape is written down as
 *
 *	l	the next piece, in the linear part of the buffer (comes first)
 *	p	the next piece, in a page fragment
 *	h	the same, in high memory where there is any
 *	0	a page fragment with no bytes
 *	(	begins the frag_list of the buffer, and the first one on it
 *	,	the next one on that list
 *	)	ends the list, and the buffer it belongs to
 *
 * so "lp(l,pp)" has five pieces in three buffers.
 */
#ifndef FRAGSTR_TEST_SKB_BUILD_H
#define FRAGSTR_TEST_SKB_BUILD_H

#include <linux/skbuff.h>
#include <fragstr/skb.h>

#include "rng.h"

#define SKB_BUILD_PIECES 40	/* most pieces of a shape */

unsigned int skb_build_pieces(const char *shape);

/*
 * The buffer that holds @bytes; piece i ends at end[i]. The bytes around each
 * piece look like more of the same. NULL without memory.
 */
struct sk_buff *skb_build(const char *shape, const u8 *bytes, const size_t *end);

/*
 * Every way to cut @len bytes into @nr pieces, empty ones included, 1 at least:
 * the first, and the next until there is none. And a random one.
 */
void skb_build_first_cut(size_t *end, size_t nr, size_t len);
bool skb_build_next_cut(size_t *end, size_t nr, size_t len);
void skb_build_random_cut(struct rng *rng, size_t *end, size_t nr, size_t len);

/* A random shape, with no high memory. */
void skb_build_random(struct rng *rng, char *shape, size_t size);

#endif
