// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include <linux/highmem.h>
#include <linux/mm.h>

#include "skb_build.h"

#define HEADROOM 13	/* odd, so that nothing is aligned */

unsigned int skb_build_pieces(const char *shape)
{
	unsigned int nr = 0;

	for (; *shape; shape++)
		nr += *shape == 'l' || *shape == 'p' || *shape == 'h';
	return nr;
}

/* Copies into pages that may have no address of their own. */
static void copy_to_pages(struct page *page, size_t off, const u8 *bytes, size_t len)
{
	while (len) {
		size_t at = offset_in_page(off);
		size_t n = min_t(size_t, len, PAGE_SIZE - at);

		memcpy_to_page(page + (off >> PAGE_SHIFT), at, bytes, n);
		bytes += n;
		off += n;
		len -= n;
	}
}

static bool add_page(struct sk_buff *skb, const u8 *bytes, size_t len, u8 around, gfp_t gfp)
{
	unsigned int nr = skb_shinfo(skb)->nr_frags;
	/* On the first page or the second, with little or much behind it. */
	size_t off = (nr * 2909 + len * 577 + 61) % (2 * PAGE_SIZE);
	unsigned int order = get_order(off + len + 1);
	struct page *page;

	if (nr == MAX_SKB_FRAGS)
		return false;
	page = alloc_pages(gfp | __GFP_COMP, order);
	if (!page)
		return false;
	for (unsigned int i = 0; i < 1u << order; i++)
		memset_page(page + i, 0, around, PAGE_SIZE);
	copy_to_pages(page, off, bytes, len);
	skb_add_rx_frag(skb, nr, page, off, len, PAGE_SIZE << order);
	return true;
}

static bool add_linear(struct sk_buff *skb, const u8 *bytes, size_t len, u8 around)
{
	if (skb_tailroom(skb) <= len)
		return false;
	memset(skb->head, around, skb_end_offset(skb));
	skb_put_data(skb, bytes, len);
	return true;
}

/* An skb is complete: its list's owner has that much more. */
static void count_in(struct sk_buff *owner, const struct sk_buff *skb)
{
	owner->len += skb->len;
	owner->data_len += skb->len;
	owner->truesize += skb->truesize;
}

static struct sk_buff *new_skb(size_t room)
{
	struct sk_buff *skb = alloc_skb(HEADROOM + room + 1, GFP_KERNEL);

	if (skb)
		skb_reserve(skb, HEADROOM);
	return skb;
}

struct builder {
	struct sk_buff *open[FSTR_SKB_DEPTH + 3];	/* open[0] is the outermost */
	unsigned int depth;
	const u8 *bytes;
	const size_t *end;
	size_t done;
	size_t room;	/* of the linear parts */
};

static bool add_piece(struct builder *b, char kind)
{
	struct sk_buff *skb = b->open[b->depth];
	const u8 *bytes = b->bytes + b->done;
	size_t len = kind == '0' ? 0 : *b->end++ - b->done;

	b->done += len;
	if (kind == 'l')
		return add_linear(skb, bytes, len, b->bytes[0]);
	return add_page(skb, bytes, len, b->bytes[0], kind == 'h' ? GFP_HIGHUSER : GFP_KERNEL);
}

static bool build_step(struct builder *b, char c)
{
	struct sk_buff *skb;

	switch (c) {
	case '(':
	case ',':
		skb = new_skb(b->room);
		if (!skb)
			return false;
		if (c == ',') {
			b->open[b->depth]->next = skb;
			count_in(b->open[b->depth - 1], b->open[b->depth]);
		} else {
			skb_shinfo(b->open[b->depth])->frag_list = skb;
			b->depth++;
		}
		b->open[b->depth] = skb;
		return true;
	case ')':
		b->depth--;
		count_in(b->open[b->depth], b->open[b->depth + 1]);
		return true;
	default:
		return add_piece(b, c);
	}
}

struct sk_buff *skb_build(const char *shape, const u8 *bytes, const size_t *end)
{
	unsigned int nr = skb_build_pieces(shape);
	struct builder b = { .bytes = bytes, .end = end, .room = nr ? end[nr - 1] : 0 };

	b.open[0] = new_skb(b.room);
	if (!b.open[0])
		return NULL;
	for (; *shape; shape++) {
		if (!build_step(&b, *shape)) {
			kfree_skb(b.open[0]);
			return NULL;
		}
	}
	return b.open[0];
}

void skb_build_first_cut(size_t *end, size_t nr, size_t len)
{
	memset(end, 0, nr * sizeof(*end));
	end[nr - 1] = len;
}

bool skb_build_next_cut(size_t *end, size_t nr, size_t len)
{
	size_t i = nr - 1;
	size_t to;

	while (i && end[i - 1] == len)
		i--;
	if (!i)
		return false;
	to = end[i - 1] + 1;
	for (; i < nr; i++)
		end[i - 1] = to;
	return true;
}

void skb_build_random_cut(struct rng *rng, size_t *end, size_t nr, size_t len)
{
	for (size_t i = 0; i < nr; i++) {
		size_t to = i + 1 < nr ? rng_below(rng, len + 1) : len;
		size_t at = i;

		for (; at && end[at - 1] > to; at--)
			end[at] = end[at - 1];
		end[at] = to;
	}
}

/* What may come next in a shape, at random; 0 for its end. */
static char random_token(struct rng *rng, char last, unsigned int depth, unsigned int frags)
{
	bool begins = !last || last == '(' || last == ',';
	unsigned int dice = rng_below(rng, 16);

	if (begins && dice < 8)
		return 'l';
	if (last != ')' && frags < MAX_SKB_FRAGS && dice < 10)
		return dice ? 'p' : '0';
	if (last != ')' && depth < FSTR_SKB_DEPTH && dice < 12)
		return '(';
	if (!depth)
		return 0;
	return dice < 15 ? ',' : ')';
}

void skb_build_random(struct rng *rng, char *shape, size_t size)
{
	unsigned int depth = 0;
	unsigned int frags = 0;
	unsigned int pieces = 0;
	char c = 0;

	while (size > FSTR_SKB_DEPTH + 2 && pieces < SKB_BUILD_PIECES) {
		c = random_token(rng, c, depth, frags);
		if (!c)
			break;
		*shape++ = c;
		size--;
		depth += c == '(';
		depth -= c == ')';
		pieces += c == 'l' || c == 'p';
		frags = c == 'p' || c == '0' ? frags + 1 : c == 'l' ? frags : 0;
	}
	while (depth--)
		*shape++ = ')';
	*shape = 0;
}
