// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The HTTP parser of user/examples/http: connections with several responses, cut
 * at every byte, out of rings of many sizes. Prints KTAP.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream.h"

static unsigned int tests, failures;

static void result(bool good, const char *name, const char *detail)
{
	printf("%sok %u - %s\n", good ? "" : "not ", ++tests, name);
	if (!good) {
		printf("# %s\n", detail);
		failures++;
	}
}

/* The second request of every connection here is a HEAD. */
static bool second_is_head(unsigned int number)
{
	return number == 1;
}

/* What happened, in words. */
struct story {
	char text[2000];
	size_t len;
};

static void tell(struct story *story, const char *text)
{
	int n = snprintf(story->text + story->len, sizeof(story->text) - story->len, "%s", text);

	story->len += (size_t)n;
	if (story->len >= sizeof(story->text))
		story->len = sizeof(story->text) - 1;
}

static void tell_bytes(struct story *story, const struct fstr *s)
{
	char text[600];
	size_t n = fstr_copy(s, 0, text, sizeof(text) - 1);

	text[n] = '\0';
	tell(story, text);
}

static void tell_head(struct story *story, const struct http_head *head)
{
	static const char *const framings[] = { "none", "length", "chunked", "close" };
	char text[80];

	snprintf(text, sizeof(text), "%u.%u %s%s '", head->status, head->minor,
		 framings[head->framing], head->keep_alive ? "" : " last");
	tell(story, text);
	tell_bytes(story, &head->reason);
	for (size_t i = 0; i < head->nr; i++) {
		tell(story, "' ");
		tell_bytes(story, &head->field[i].name);
		tell(story, "='");
		tell_bytes(story, &head->field[i].value);
	}
	tell(story, "' [");
}

/* All that the ring holds; false at an error, which is told. */
static bool tell_events(struct story *story, struct http_stream *stream, bool closed)
{
	struct fstr part;
	int event;

	do {
		event = http_next(stream, &part);
		if (event == HTTP_MORE && closed)
			event = http_close(stream);
		if (event == HTTP_HEAD)
			tell_head(story, &stream->head);
		else if (event == HTTP_BODY)
			tell_bytes(story, &part);
		else if (event == HTTP_END)
			tell(story, "]\n");
	} while (event > HTTP_MORE);
	if (event < 0)
		tell(story, event == -EBADMSG ? "bad" : event == -EPIPE ? "cut" :
			    event == -ENOSPC ? "large" : "many");
	return event == HTTP_MORE;
}

/* As much as fits, as often as that takes. */
static bool feed(struct story *story, struct http_stream *stream, const char *bytes, size_t len)
{
	while (len) {
		size_t n = ring_write(stream->ring, bytes, len);

		if (!tell_events(story, stream, false))
			return false;
		bytes += n;
		len -= n;
	}
	return true;
}

/* The bytes as two reads, cut at @cut, or one by one where that is 0. */
static void run(struct story *story, const char *bytes, size_t len, size_t cut, size_t size)
{
	static struct http_stream stream;
	struct ring ring;
	bool good = true;

	memset(story, 0, sizeof(*story));
	if (ring_init(&ring, size) || http_stream_init(&stream, &ring, second_is_head)) {
		tell(story, "no memory");
		return;
	}
	/* As if much had been read before, so that seams lie elsewhere. */
	ring.head = ring.tail = stream.done = stream.scanned = cut;
	if (cut)
		good = feed(story, &stream, bytes, cut) &&
		       feed(story, &stream, bytes + cut, len - cut);
	for (size_t i = 0; !cut && good && i < len; i++)
		good = feed(story, &stream, bytes + i, 1);
	if (good)
		tell_events(story, &stream, true);
	ring_free(&ring);
}

struct row {
	const char *name;
	const char *bytes;
	const char *story;
};

static const struct row rows[] = {
	{ "nothing", "", "" },
	{ "keep-alive: a length, a HEAD, none, chunks",
	  "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: \t a b \t\r\n\r\nhello"
	  "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"
	  "HTTP/1.1 304 \r\nContent-Length: 7\r\n\r\n"
	  "HTTP/1.1 200 All Right\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n"
	  "5\r\nab\r\nc\r\nA;x=\"y\"\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"
	  "HTTP/1.1 204\r\n\r\n",
	  "200.1 length 'OK' Content-Length='5' X='a b' [hello]\n"
	  "200.1 none 'OK' Content-Length='500' []\n"
	  "304.1 none '' Content-Length='7' []\n"
	  "200.1 chunked 'All Right' Transfer-Encoding='gzip, Chunked' [ab\r\nc0123456789]\n"
	  "204.1 none '' []\n" },
	{ "up to the close", "HTTP/1.0 200 OK\r\nServer: s\r\n\r\nall\r\n\r\nthat",
	  "200.0 close last 'OK' Server='s' [all\r\n\r\nthat]\n" },
	{ "an interim answer is none",
	  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
	  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n",
	  "100.1 none 'Continue' []\n200.1 length 'OK' Content-Length='1' [x]\n"
	  "200.1 none 'OK' Content-Length='1' []\n" },
	{ "connections that end and that do not",
	  "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 0\r\n\r\n"
	  "HTTP/1.0 200 OK\r\nconnection: KEEP-ALIVE\r\nContent-Length: 0\r\n\r\n",
	  "200.1 length last 'OK' Connection='x, Close' Content-Length='0' []\n"
	  "200.0 none 'OK' connection='KEEP-ALIVE' Content-Length='0' []\n" },
	{ "one length, said twice", "HTTP/1.1 200 OK\r\nContent-Length: 2 , 2\r\n\r\nab",
	  "200.1 length 'OK' Content-Length='2 , 2' [ab]\n" },
	{ "two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "bad" },
	{ "a length and chunks",
	  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", "bad" },
	{ "a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n", "bad" },
	{ "an empty length", "HTTP/1.1 200 OK\r\nContent-Length: \r\n\r\n", "bad" },
	{ "a length with a sign", "HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\n", "bad" },
	{ "a length too large", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775808\r\n\r\n", "bad" },
	{ "another protocol", "SSH-2.0-x\r\n\r\n", "bad" },
	{ "another version", "HTTP/2.0 200 OK\r\n\r\n", "bad" },
	{ "a short status", "HTTP/1.1 20 OK\r\n\r\n", "bad" },
	{ "a long status", "HTTP/1.1 2000 OK\r\n\r\n", "bad" },
	{ "a status below 100", "HTTP/1.1 099 OK\r\n\r\n", "bad" },
	{ "no status", "HTTP/1.1\r\n\r\n", "bad" },
	{ "a blank before the colon", "HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "bad" },
	{ "no colon", "HTTP/1.1 200 OK\r\nA\r\n\r\n", "bad" },
	{ "no name", "HTTP/1.1 200 OK\r\n: b\r\n\r\n", "bad" },
	{ "a line that goes on", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", "bad" },
	{ "a bare CR", "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", "bad" },
	{ "a chunk size that is none", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
	  "200.1 chunked 'OK' Transfer-Encoding='chunked' [bad" },
	{ "a chunk size too large",
	  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\n",
	  "200.1 chunked 'OK' Transfer-Encoding='chunked' [bad" },
	{ "a chunk longer than its size",
	  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n",
	  "200.1 chunked 'OK' Transfer-Encoding='chunked' [abad" },
	{ "a chunk line without CR",
	  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n0\r\n\r\n",
	  "200.1 chunked 'OK' Transfer-Encoding='chunked' [bad" },
	{ "a body that is cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
	  "200.1 length 'OK' Content-Length='9' [abccut" },
	{ "a head that is cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r", "cut" },
	{ "chunks that are cut", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
	  "200.1 chunked 'OK' Transfer-Encoding='chunked' [acut" },
};

/* Every cut into two reads, and into single bytes, out of each ring. */
static void row_every_cut(const struct row *row)
{
	static const size_t sizes[] = { 13, 16, 31, 64, 1000 };
	size_t len = strlen(row->bytes);
	char detail[200] = "";
	struct story story;

	for (size_t i = 0; i < (len + 1) * (sizeof(sizes) / sizeof(sizes[0])); i++) {
		size_t cut = i % (len + 1), size = sizes[i / (len + 1)];

		run(&story, row->bytes, len, cut, size);
		if (strcmp(story.text, row->story) && !detail[0])
			snprintf(detail, sizeof(detail), "cut %zu, buffers of %zu: %.140s", cut, size,
				 story.text);
	}
	result(!detail[0], row->name, detail);
}

/* A name so long that no ring of that size holds the head; and one that just does. */
static void head_larger_than_the_ring(void)
{
	char bytes[8 * 16 + 1];
	struct story story;
	int good = 1;

	memset(bytes, 'n', sizeof(bytes));
	memcpy(bytes, "HTTP/1.1 204 \r\n", 15);
	for (size_t len = 8 * 16 - 3; len <= 8 * 16 + 1; len++) {
		memcpy(bytes + len - 6, ":x\r\n\r\n", 6);
		run(&story, bytes, len, len / 2, 16);
		good &= len > 8 * 16 ? !strcmp(story.text, "large") : strstr(story.text, "[]") != NULL;
		memset(bytes + len - 6, 'n', 6);
	}
	result(good, "a head larger than the ring", story.text);
}

static void more_fields_than_fit(void)
{
	char bytes[16 + 5 * (HTTP_FIELDS + 1) + 3] = "HTTP/1.1 204 \r\n";
	struct story story;

	for (size_t i = 0; i <= HTTP_FIELDS; i++)
		strcat(bytes, "A:b\r\n");
	strcat(bytes, "\r\n");
	run(&story, bytes, strlen(bytes), 0, 1000);
	result(!strcmp(story.text, "many"), "more fields than fit", story.text);
	strcpy(bytes + strlen(bytes) - 7, "\r\n");
	run(&story, bytes, strlen(bytes), 0, 1000);
	result(!strncmp(story.text, "204.1 none", 10), "as many fields as fit", story.text);
}

/* Bytes changed at random: any story will do, in any cut the same. */
static void hostile(void)
{
	uint32_t seed = 12345;
	struct story whole, cut;
	char bytes[400];
	bool good = true;

	for (unsigned int round = 0; round < 20000 && good; round++) {
		const struct row *row = &rows[round % (sizeof(rows) / sizeof(rows[0]))];
		size_t len = strlen(row->bytes), at = 1;

		memcpy(bytes, row->bytes, len);
		for (unsigned int i = 0; i < 3 && len; i++) {
			seed = seed * 1664525 + 1013904223;
			bytes[seed % len] = "\r\n:0 9,a\377"[seed >> 16 & 7];
			at = seed >> 8;
		}
		run(&whole, bytes, len, len, 1000);
		run(&cut, bytes, len, len ? at % len : 0, 997);
		good = !strcmp(whole.text, cut.text);
	}
	result(good, "changed bytes: one story in every cut", cut.text);
}

int main(void)
{
	printf("KTAP version 1\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		row_every_cut(&rows[i]);
	head_larger_than_the_ring();
	more_fields_than_fit();
	hostile();
	printf("1..%u\n", tests);
	return failures != 0;
}
