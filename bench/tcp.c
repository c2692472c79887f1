// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Puts TCP segments in order: each direction of each connection becomes a
 * stream, whose fragments are the segments as they came.
 *
 * Segments are kept until the file has been read, then sorted. Of bytes that
 * came more than once, those that came first count; the stream ends where bytes
 * are missing.
 */
#include <stdlib.h>
#include <string.h>

#include "capture.h"

struct segment {
	uint64_t start;		/* sequence number that does not wrap */
	uint64_t order;		/* of arrival */
	uint8_t *bytes;
	size_t len;
};

struct flow {
	struct segment_info id;	/* only addresses, ports and version count */
	struct flow *chain;	/* same bucket, newest first */
	bool syn, any;
	uint32_t isn;
	uint64_t base;		/* where the stream begins, if the SYN was seen */
	uint64_t low, top;	/* of the sequence numbers seen */
	struct segment *segment;
	size_t nr, room;
};

struct tcp {
	struct flow **bucket;
	size_t buckets;		/* a power of two */
	struct flow **flow;	/* in order of their first packets */
	size_t nr, room;
	size_t packets;
};

static uint64_t hash_id(const struct segment_info *id)
{
	uint64_t hash = id->version + ((uint64_t)id->sport << 32) + ((uint64_t)id->dport << 8);

	for (size_t i = 0; i < sizeof(id->src); i++)
		hash = (hash ^ id->src[i] ^ (uint64_t)id->dst[i] << 32) * 0x9e3779b97f4a7c15;
	return hash ^ hash >> 29;
}

static bool same_id(const struct segment_info *a, const struct segment_info *b)
{
	return a->version == b->version && a->sport == b->sport && a->dport == b->dport &&
	       !memcmp(a->src, b->src, sizeof(a->src)) && !memcmp(a->dst, b->dst, sizeof(a->dst));
}

static void *grow(void *array, size_t nr, size_t *room, size_t size)
{
	if (nr < *room)
		return array;
	*room = *room ? *room * 2 : 16;
	return must(reallocarray(array, *room, size));
}

static void rehash(struct tcp *tcp)
{
	free(tcp->bucket);
	tcp->buckets *= 2;
	tcp->bucket = must(calloc(tcp->buckets, sizeof(struct flow *)));
	/* Oldest first, so that the newest is again the first of its chain. */
	for (size_t i = 0; i < tcp->nr; i++) {
		struct flow **bucket =
			&tcp->bucket[hash_id(&tcp->flow[i]->id) & (tcp->buckets - 1)];

		tcp->flow[i]->chain = *bucket;
		*bucket = tcp->flow[i];
	}
}

static struct flow *add_flow(struct tcp *tcp, const struct segment_info *info)
{
	struct flow *flow = must(calloc(1, sizeof(*flow)));
	struct flow **bucket;

	if (tcp->nr >= tcp->buckets)
		rehash(tcp);
	bucket = &tcp->bucket[hash_id(info) & (tcp->buckets - 1)];
	flow->id = *info;
	flow->chain = *bucket;
	*bucket = flow;
	tcp->flow = grow(tcp->flow, tcp->nr, &tcp->room, sizeof(*tcp->flow));
	tcp->flow[tcp->nr++] = flow;
	return flow;
}

/*
 * Is this SYN of the connection that the flow holds? It may come twice, and
 * even behind the first data; otherwise the ports are used anew.
 */
static bool syn_fits(const struct flow *flow, uint32_t seq)
{
	if (flow->syn)
		return flow->isn == seq;
	return !flow->any || (uint32_t)flow->low == seq + 1;
}

static struct flow *find_flow(struct tcp *tcp, const struct segment_info *info)
{
	struct flow *flow = tcp->bucket[hash_id(info) & (tcp->buckets - 1)];

	while (flow && !same_id(&flow->id, info))
		flow = flow->chain;
	if (!flow || (info->syn && !syn_fits(flow, info->seq)))
		flow = add_flow(tcp, info);
	return flow;
}

/* The sequence number in 64 bits: the one nearest to the highest so far. */
static uint64_t unwrap(const struct flow *flow, uint32_t seq)
{
	if (!flow->any)
		return (1ull << 32) + seq;
	return flow->top + (uint64_t)(int64_t)(int32_t)(seq - (uint32_t)flow->top);
}

static void add_segment(struct flow *flow, uint64_t start, uint64_t order, const uint8_t *bytes,
			size_t len)
{
	struct segment *segment;

	flow->segment = grow(flow->segment, flow->nr, &flow->room, sizeof(*segment));
	segment = &flow->segment[flow->nr++];
	*segment = (struct segment){ start, order, must(malloc(len)), len };
	memcpy(segment->bytes, bytes, len);
}

/**
 * tcp_packet() - take the TCP segment out of a packet, if there is one
 * @tcp: the segments so far
 * @link: the link type of the packet
 * @bytes: the packet, as far as it was captured
 * @len: how many bytes that is
 */
void tcp_packet(struct tcp *tcp, unsigned int link, const uint8_t *bytes, size_t len)
{
	struct segment_info info;
	struct flow *flow;
	uint64_t start;

	tcp->packets++;
	if (!packet_parse(&info, link, bytes, len) || (!info.len && !info.syn))
		return;
	flow = find_flow(tcp, &info);
	/* The SYN takes a number of its own; data that comes with it is next. */
	start = unwrap(flow, info.seq + info.syn);
	if (!flow->any || start < flow->low)
		flow->low = start;
	if (!flow->any || start > flow->top)
		flow->top = start;
	flow->any = true;
	if (info.syn) {
		flow->syn = true;
		flow->isn = info.seq;
		flow->base = start;
	}
	if (info.len)
		add_segment(flow, start, tcp->packets, info.payload, info.len);
}

size_t tcp_packets(const struct tcp *tcp)
{
	return tcp->packets;
}

/* A heap of segments, the one that came first on top. */
struct heap {
	const struct segment **at;
	size_t nr;
};

static void heap_push(struct heap *heap, const struct segment *segment)
{
	size_t i = heap->nr++;

	for (; i && heap->at[(i - 1) / 2]->order > segment->order; i = (i - 1) / 2)
		heap->at[i] = heap->at[(i - 1) / 2];
	heap->at[i] = segment;
}

static void heap_pop(struct heap *heap)
{
	const struct segment *last = heap->at[--heap->nr];
	size_t i = 0, child;

	while ((child = 2 * i + 1) < heap->nr) {
		if (child + 1 < heap->nr && heap->at[child + 1]->order < heap->at[child]->order)
			child++;
		if (last->order <= heap->at[child]->order)
			break;
		heap->at[i] = heap->at[child];
		i = child;
	}
	heap->at[i] = last;
}

static int by_start(const void *a, const void *b)
{
	const struct segment *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/*
 * Bytes from @pos on come from the segment on top of the heap, up to its end or
 * to where one begins that came before it. Segments passed on the way go into
 * the heap. Returns that end.
 */
static uint64_t piece_end(const struct flow *flow, struct heap *heap, size_t *next)
{
	const struct segment *top = heap->at[0];

	for (; *next < flow->nr; (*next)++) {
		const struct segment *segment = &flow->segment[*next];

		if (segment->start - top->start >= top->len)
			break;
		if (segment->order < top->order)
			return segment->start;
		heap_push(heap, segment);
	}
	return top->start + top->len;
}

static void add_piece(struct stream *stream, size_t *room, const struct segment *from,
		      uint64_t pos, size_t len)
{
	stream->frag = grow(stream->frag, stream->nr, room, sizeof(*stream->frag));
	stream->frag[stream->nr].base = from->bytes + (pos - from->start);
	stream->frag[stream->nr++].len = len;
	stream->len += len;
}

/* The stream of a flow, up to the first gap; returns the bytes behind that. */
static size_t assemble(struct stream *stream, struct flow *flow)
{
	struct heap heap = { must(calloc(flow->nr + 1, sizeof(*heap.at))), 0 };
	size_t next = 0, room = 0, behind = 0;
	uint64_t pos;

	qsort(flow->segment, flow->nr, sizeof(*flow->segment), by_start);
	pos = flow->syn ? flow->base : flow->segment[0].start;
	for (;;) {
		uint64_t end;

		for (; next < flow->nr && flow->segment[next].start <= pos; next++)
			heap_push(&heap, &flow->segment[next]);
		while (heap.nr && heap.at[0]->start + heap.at[0]->len <= pos)
			heap_pop(&heap);
		if (!heap.nr)
			break;
		end = piece_end(flow, &heap, &next);
		add_piece(stream, &room, heap.at[0], pos, end - pos);
		pos = end;
	}
	/* Counted as bytes of segments: what came twice is told twice. */
	for (; next < flow->nr; next++)
		behind += flow->segment[next].len;
	free(heap.at);
	return behind;
}

/**
 * tcp_streams() - make the streams, when all packets have come
 * @tcp: the segments
 * @capture: gets the streams and the sums
 */
void tcp_streams(struct tcp *tcp, struct capture *capture)
{
	capture->stream = must(calloc(tcp->nr + 1, sizeof(*capture->stream)));
	for (size_t i = 0; i < tcp->nr; i++) {
		struct stream *stream = &capture->stream[capture->nr];

		if (!tcp->flow[i]->nr)
			continue;
		capture->behind_gaps += assemble(stream, tcp->flow[i]);
		if (!stream->len)
			continue;
		capture->segments += stream->nr;
		capture->bytes += stream->len;
		capture->nr++;
	}
	capture->packets = tcp->packets;
}

struct tcp *tcp_new(void)
{
	struct tcp *tcp = must(calloc(1, sizeof(*tcp)));

	tcp->buckets = 256;
	tcp->bucket = must(calloc(tcp->buckets, sizeof(struct flow *)));
	return tcp;
}

void tcp_free(struct tcp *tcp)
{
	for (size_t i = 0; i < tcp->nr; i++) {
		for (size_t k = 0; k < tcp->flow[i]->nr; k++)
			free(tcp->flow[i]->segment[k].bytes);
		free(tcp->flow[i]->segment);
		free(tcp->flow[i]);
	}
	free(tcp->flow);
	free(tcp->bucket);
	free(tcp);
}
