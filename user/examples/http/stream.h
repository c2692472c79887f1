/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The responses of one connection, one after the other, out of a ring.
 *
 *	http_stream_init(&stream, &ring, to_head);
 *	while ((event = http_next(&stream, &part)) != HTTP_MORE) ...
 *	... fill the ring (ring_read), and again; at its end http_close(&stream)
 *
 * What an event tells lies in the ring, and is good until the next call.
 */
#ifndef HTTP_STREAM_H
#define HTTP_STREAM_H

#include "head.h"
#include "ring.h"

enum http_event {
	HTTP_MORE,	/* the ring holds nothing that is whole */
	HTTP_HEAD,	/* stream.head is that of a response */
	HTTP_BODY,	/* some bytes of its body */
	HTTP_END,	/* it is complete */
};

enum http_state {
	IN_HEAD, IN_LENGTH, IN_CHUNK_SIZE, IN_CHUNK, IN_CHUNK_END, IN_TRAILER, IN_REST, AT_END,
	AT_ERROR
};

struct http_stream {
	struct ring *ring;
	struct http_head head;
	bool (*to_head)(unsigned int number);	/* was that request a HEAD? */
	unsigned int number;	/* of the request that is answered */
	enum http_state state;
	int error;
	uint64_t left;		/* of the body or the chunk */
	uint64_t done;		/* of the stream: what lies before is released */
	uint64_t scanned;	/* to here, for the end of the head */
	struct fstr_scan scan;
	struct fstr_frag frag[RING_PIECES];
	uint64_t needle[32];	/* the memory of one */
};

/* 0, or -ENOSPC where the needle does not fit. */
int http_stream_init(struct http_stream *stream, struct ring *ring,
		     bool (*to_head)(unsigned int number));

/*
 * An event, or -EBADMSG where the bytes are no HTTP, -E2BIG for too many fields,
 * -ENOSPC where a head or a line is larger than the ring. After an error, the
 * same again.
 */
int http_next(struct http_stream *stream, struct fstr *part);

/*
 * No more bytes come: HTTP_END where that ends a body, HTTP_MORE between
 * responses, -EPIPE in the middle of one. To be called after HTTP_MORE.
 */
int http_close(struct http_stream *stream);

#endif
