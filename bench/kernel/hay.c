// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* What is searched: text, and socket buffers of the shapes that the stack makes. */

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "bench.h"

static const char http[] =
	"HTTP/1.1 200 OK\r\nServer: nginx/1.22.1\r\nDate: Mon, 30 Nov 2026 17:05:12 GMT\r\n"
	"Content-Type: text/html; charset=utf-8\r\nConnection: keep-alive\r\n"
	"Cache-Control: max-age=3600, must-revalidate\r\nVary: Accept-Encoding\r\n"
	"ETag: \"65f0a1b2-1c9e\"\r\nX-Request-Id: 7f4c2d9e01ab\r\nAccept-Ranges: bytes\r\n"
	"Set-Cookie: session=c2Vzc2lvbi1pZA; Path=/; HttpOnly; SameSite=Lax\r\n"
	"<!doctype html><html lang=\"en\"><head><title>Index of /pub/linux</title></head>\n"
	"<body><h1>Index of /pub/linux</h1><p>Contents of this directory are closed to the\n"
	"public; connect to the mirror instead.</p><pre><a href=\"../\">../</a>\n"
	"<a href=\"kernel/\">kernel/</a>   12-Mar-2026 09:21   -\n</pre></body></html>\n";

void bench_text(u8 *to, size_t len, enum bench_text text, const char *needle, size_t needle_len)
{
	u32 state = 1;

	for (size_t i = 0; i < len; i++) {
		state = state * 1664525 + 1013904223;
		if (text == BENCH_HTTP)
			to[i] = http[i % (sizeof(http) - 1)];
		else
			to[i] = text == BENCH_NEARLY ? needle[0] : 'a' + (state >> 31);
	}
	memcpy(to + len - BENCH_BEHIND - needle_len, needle, needle_len);
}

static struct sk_buff *linear_skb(const u8 *bytes, size_t len)
{
	struct sk_buff *skb = alloc_skb(len, GFP_KERNEL);

	if (skb)
		skb_put_data(skb, bytes, len);
	return skb;
}

/* Page fragments of @each bytes, each in a page of its own. */
static struct sk_buff *paged_skb(const u8 *bytes, size_t len, size_t each)
{
	struct sk_buff *skb = alloc_skb(128, GFP_KERNEL);
	int nr = 0;

	while (skb && len) {
		size_t n = min(len, each);
		struct page *page = alloc_page(GFP_KERNEL);

		if (!page) {
			kfree_skb(skb);
			return NULL;
		}
		memcpy(page_address(page), bytes, n);
		skb_add_rx_frag(skb, nr++, page, 0, n, PAGE_SIZE);
		bytes += n;
		len -= n;
	}
	return skb;
}

/*
 * A frag_list of buffers of @each bytes, as the stack joins what it received: linear,
 * or in page fragments of @frag bytes if that is not 0.
 */
static struct sk_buff *listed_skb(const u8 *bytes, size_t len, size_t each, size_t frag)
{
	struct sk_buff *head = alloc_skb(128, GFP_KERNEL);
	struct sk_buff **next;

	if (!head)
		return NULL;
	next = &skb_shinfo(head)->frag_list;
	while (len) {
		size_t n = min(len, each);
		struct sk_buff *skb = frag ? paged_skb(bytes, n, frag) : linear_skb(bytes, n);

		if (!skb) {
			kfree_skb(head);
			return NULL;
		}
		*next = skb;
		next = &skb->next;
		head->len += n;
		head->data_len += n;
		head->truesize += skb->truesize;
		bytes += n;
		len -= n;
	}
	return head;
}

const char *const bench_shapes[] = { "linear", "page", "mtu", "small", "list" };
const size_t bench_nr_shapes = ARRAY_SIZE(bench_shapes);

static struct sk_buff *shaped_skb(const char *shape, const u8 *bytes, size_t len)
{
	if (!strcmp(shape, "linear"))
		return linear_skb(bytes, len);
	if (!strcmp(shape, "page"))
		return paged_skb(bytes, len, 4096);
	/* No buffer has 46 page fragments, so these are three, as GRO makes them. */
	if (!strcmp(shape, "mtu"))
		return listed_skb(bytes, len, 16 * 1448, 1448);
	if (!strcmp(shape, "small"))
		return listed_skb(bytes, len, 16 * 128, 128);
	return listed_skb(bytes, len, 1448, 0);
}

int bench_hay_init(struct bench_hay *hay, const char *shape)
{
	hay->shape = shape;
	hay->skb = shaped_skb(shape, hay->flat, hay->len);
	hay->twin = shaped_skb(shape, hay->flat, hay->len);
	if (hay->skb && hay->twin)
		return 0;
	bench_hay_free(hay);
	return -ENOMEM;
}

void bench_hay_free(struct bench_hay *hay)
{
	kfree_skb(hay->skb);
	kfree_skb(hay->twin);
}
