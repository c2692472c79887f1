/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The head of an HTTP/1 response (RFC 9112): nothing is copied out of it. */
#ifndef HTTP_HEAD_H
#define HTTP_HEAD_H

#include <fragstr/fragstr.h>

#define HTTP_FIELDS 64

struct http_field {
	struct fstr name;
	struct fstr value;	/* without the blanks around it */
};

enum http_framing {
	HTTP_NO_BODY,
	HTTP_LENGTH,
	HTTP_CHUNKED,
	HTTP_UNTIL_CLOSE,
};

struct http_head {
	unsigned int minor;	/* of the version, which is 1 */
	unsigned int status;
	struct fstr reason;
	struct http_field field[HTTP_FIELDS];
	size_t nr;
	enum http_framing framing;
	uint64_t length;	/* of the body, for HTTP_LENGTH */
	bool keep_alive;	/* another response may follow */
};

/*
 * Parse a whole head, from the status line to the empty line. @to_head: it
 * answers a HEAD request. 0; -EBADMSG where it is not one; -E2BIG where it has
 * more than HTTP_FIELDS fields.
 */
int http_head_parse(struct http_head *head, const struct fstr *bytes, bool to_head);

/* The first field of that name, whatever its case; NULL where there is none. */
const struct http_field *http_head_field(const struct http_head *head, const char *name);

#endif
