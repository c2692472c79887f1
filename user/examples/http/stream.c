// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "stream.h"

#include <errno.h>

#define GO_ON (HTTP_END + 1)	/* nothing to tell of yet */

static int fail(struct http_stream *stream, int error)
{
	stream->state = AT_ERROR;
	stream->error = error;
	return error;
}

static int begin_head(struct http_stream *stream)
{
	stream->state = IN_HEAD;
	stream->scanned = stream->done;
	return fstr_scan_init(&stream->scan, (struct fstr_needle *)stream->needle, 0);
}

int http_stream_init(struct http_stream *stream, struct ring *ring,
		     bool (*to_head)(unsigned int number))
{
	int err;

	stream->ring = ring;
	stream->to_head = to_head;
	stream->number = 0;
	stream->error = 0;
	stream->left = 0;
	stream->done = ring->head;
	err = fstr_needle_init((struct fstr_needle *)stream->needle, sizeof(stream->needle),
			       "\r\n\r\n", 4, 0);
	return err ? err : begin_head(stream);
}

/* The next @len bytes of the stream, which are there. */
static struct fstr bytes_ahead(struct http_stream *stream, uint64_t len)
{
	size_t nr = ring_frags(stream->ring, stream->done, stream->done + len, stream->frag);
	struct fstr s;

	if (fstr_init(&s, stream->frag, nr))
		s = (struct fstr){ 0 };
	return s;
}

static int need_more(struct http_stream *stream)
{
	return ring_room(stream->ring) ? HTTP_MORE : fail(stream, -ENOSPC);
}

/*
 * Scan what has come since the last time. Each byte is looked at once, however
 * many reads a head comes in.
 */
static bool find_head_end(struct http_stream *stream, uint64_t *end)
{
	struct fstr_frag frag[RING_PIECES];
	size_t nr = ring_frags(stream->ring, stream->scanned, stream->ring->tail, frag);
	struct fstr_match match;

	for (size_t i = 0; i < nr; i++) {
		if (fstr_scan_feed(&stream->scan, frag[i].base, frag[i].len))
			return false;
		stream->scanned += frag[i].len;
		if (!fstr_scan_next(&stream->scan, &match)) {
			*end = stream->done + match.pos + match.len;
			return true;
		}
	}
	return false;
}

static int read_head(struct http_stream *stream)
{
	struct fstr bytes;
	uint64_t end;
	int err;

	if (!find_head_end(stream, &end))
		return need_more(stream);
	bytes = bytes_ahead(stream, end - stream->done);
	err = http_head_parse(&stream->head, &bytes, stream->to_head(stream->number));
	if (err)
		return fail(stream, err);
	stream->done = end;
	stream->left = stream->head.length;
	switch (stream->head.framing) {
	case HTTP_NO_BODY:
		stream->state = AT_END;
		break;
	case HTTP_LENGTH:
		stream->state = stream->left ? IN_LENGTH : AT_END;
		break;
	case HTTP_CHUNKED:
		stream->state = IN_CHUNK_SIZE;
		break;
	case HTTP_UNTIL_CLOSE:
		stream->state = IN_REST;
		break;
	}
	return HTTP_HEAD;
}

static int read_body(struct http_stream *stream, struct fstr *part)
{
	uint64_t len = stream->ring->tail - stream->done;

	if (stream->state != IN_REST && len > stream->left)
		len = stream->left;
	if (!len)
		return HTTP_MORE;
	*part = bytes_ahead(stream, len);
	stream->done += len;
	if (stream->state != IN_REST)
		stream->left -= len;
	if (!stream->left && stream->state == IN_LENGTH)
		stream->state = AT_END;
	else if (!stream->left && stream->state == IN_CHUNK)
		stream->state = IN_CHUNK_END;
	return HTTP_BODY;
}

/* A chunk's size, and what may stand behind it: blanks, an extension. */
static int parse_chunk_size(struct http_stream *stream, const struct fstr *line)
{
	struct fstr_reader r;
	uint8_t byte;

	fstr_reader_init(&r, line);
	if (fstr_reader_hex(&r, INT64_MAX, &stream->left))
		return fail(stream, -EBADMSG);
	if (!fstr_reader_u8(&r, &byte) && byte != ';' && byte != ' ' && byte != '\t')
		return fail(stream, -EBADMSG);
	stream->state = stream->left ? IN_CHUNK : IN_TRAILER;
	return GO_ON;
}

/* The lines between chunks. */
static int read_line(struct http_stream *stream)
{
	struct fstr bytes = bytes_ahead(stream, stream->ring->tail - stream->done);
	struct fstr_reader r;
	unsigned int end;
	struct fstr line;

	fstr_reader_init(&r, &bytes);
	if (fstr_reader_line(&r, FSTR_CRLF, &line, &end) || !end)
		return need_more(stream);
	if (end != 2)
		return fail(stream, -EBADMSG);
	stream->done += fstr_reader_pos(&r);
	if (stream->state == IN_CHUNK_SIZE)
		return parse_chunk_size(stream, &line);
	if (stream->state == IN_CHUNK_END) {
		if (line.len)
			return fail(stream, -EBADMSG);
		stream->state = IN_CHUNK_SIZE;
	} else if (!line.len) {
		stream->state = AT_END;
	}
	return GO_ON;
}

static int end_response(struct http_stream *stream)
{
	/* An interim response is not the answer yet. */
	if (stream->head.status >= 200)
		stream->number++;
	return begin_head(stream) ? fail(stream, -EINVAL) : HTTP_END;
}

int http_next(struct http_stream *stream, struct fstr *part)
{
	int event;

	for (;;) {
		stream->ring->head = stream->done;
		switch (stream->state) {
		case IN_HEAD:
			return read_head(stream);
		case IN_LENGTH:
		case IN_CHUNK:
		case IN_REST:
			return read_body(stream, part);
		case AT_END:
			return end_response(stream);
		case AT_ERROR:
			return stream->error;
		default:
			event = read_line(stream);
			if (event != GO_ON)
				return event;
			break;
		}
	}
}

int http_close(struct http_stream *stream)
{
	if (stream->state == AT_ERROR)
		return stream->error;
	if (stream->state == IN_REST) {
		stream->state = AT_END;
		return end_response(stream);
	}
	if (stream->state == IN_HEAD && stream->done == stream->ring->tail)
		return HTTP_MORE;
	return fail(stream, -EPIPE);
}
