// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "head.h"

#include <errno.h>
#include <string.h>

static const char token_marks[] = "!#$%&'*+-.^_`|~";

/* Every byte that is not one of a token (RFC 9110, 5.6.2). */
static struct fstr_byteset no_token(void)
{
	struct fstr_byteset token, others = { { 0 } };

	fstr_byteset_init(&token, token_marks, strlen(token_marks));
	fstr_byteset_add_range(&token, '0', '9');
	fstr_byteset_add_range(&token, 'A', 'Z');
	fstr_byteset_add_range(&token, 'a', 'z');
	for (unsigned int i = 0; i < 256; i++)
		if (!fstr_byteset_has(&token, (uint8_t)i))
			fstr_byteset_add(&others, (uint8_t)i);
	return others;
}

static uint8_t byte_at(const struct fstr *s, size_t pos)
{
	uint8_t byte = 0;

	fstr_copy(s, pos, &byte, 1);
	return byte;
}

static bool is_blank(uint8_t byte)
{
	return byte == ' ' || byte == '\t';
}

static struct fstr trimmed(const struct fstr *s)
{
	size_t from = 0, to = s->len;

	while (from < to && is_blank(byte_at(s, from)))
		from++;
	while (to > from && is_blank(byte_at(s, to - 1)))
		to--;
	return fstr_slice(s, from, to);
}

static bool is_text(const struct fstr *s, const char *text)
{
	return fstr_equal(s, FSTR_BUF(text, strlen(text)), FSTR_ICASE);
}

/* The next member of a list with commas; false behind the last. */
static bool next_member(struct fstr_reader *r, struct fstr *member)
{
	if (!fstr_reader_remaining(r))
		return false;
	if (fstr_reader_until_byte(r, ',', FSTR_CONSUME, member))
		*member = fstr_reader_view(r, SIZE_MAX);
	*member = trimmed(member);
	return true;
}

static bool list_has(const struct fstr *list, const char *text)
{
	struct fstr_reader r;
	struct fstr member;

	fstr_reader_init(&r, list);
	while (next_member(&r, &member))
		if (is_text(&member, text))
			return true;
	return false;
}

static bool list_ends_in(const struct fstr *list, const char *text)
{
	struct fstr member = { 0 };
	struct fstr_reader r;

	fstr_reader_init(&r, list);
	while (next_member(&r, &member))
		;
	return is_text(&member, text);
}

const struct http_field *http_head_field(const struct http_head *head, const char *name)
{
	for (size_t i = 0; i < head->nr; i++)
		if (is_text(&head->field[i].name, name))
			return &head->field[i];
	return NULL;
}

/* HTTP/1.1 200 OK, where the reason may be empty and its blank lacking. */
static int parse_status(struct http_head *head, const struct fstr *line)
{
	struct fstr version, status;
	struct fstr_reader r;
	uint64_t number;

	fstr_reader_init(&r, line);
	version = fstr_reader_view(&r, 7);
	if (!fstr_equal(&version, FSTR_BUF("HTTP/1.", 7), 0))
		return -EBADMSG;
	version = fstr_reader_view(&r, 2);
	if (byte_at(&version, 0) < '0' || byte_at(&version, 0) > '9' || byte_at(&version, 1) != ' ')
		return -EBADMSG;
	head->minor = byte_at(&version, 0) - '0';

	status = fstr_reader_view(&r, 3);
	head->reason = fstr_reader_view(&r, SIZE_MAX);
	fstr_reader_init(&r, &status);
	if (fstr_reader_decimal(&r, 999, &number) || number < 100 || fstr_reader_remaining(&r))
		return -EBADMSG;
	head->status = (unsigned int)number;
	if (head->reason.len && byte_at(&head->reason, 0) != ' ')
		return -EBADMSG;
	head->reason = fstr_slice(&head->reason, 1, SIZE_MAX);
	return 0;
}

/*
 * Name: value. A line that goes on with blanks (obs-fold), a blank before the
 * colon, a bare CR and a NUL are what attacks are made of: refused.
 */
static int parse_field(struct http_head *head, const struct fstr *line)
{
	const struct fstr_byteset name_ends = no_token();
	struct http_field *field = &head->field[head->nr];
	struct fstr_byteset bad;
	struct fstr_reader r;
	struct fstr value;
	uint8_t byte;

	if (head->nr == HTTP_FIELDS)
		return -E2BIG;
	fstr_reader_init(&r, line);
	if (fstr_reader_until_any(&r, &name_ends, 0, &field->name) || !field->name.len)
		return -EBADMSG;
	if (fstr_reader_u8(&r, &byte) || byte != ':')
		return -EBADMSG;
	value = fstr_reader_view(&r, SIZE_MAX);
	field->value = trimmed(&value);

	fstr_byteset_init(&bad, "\r\0", 2);
	fstr_reader_init(&r, &value);
	if (!fstr_reader_until_any(&r, &bad, 0, NULL))
		return -EBADMSG;
	head->nr++;
	return 0;
}

/* Several lengths have to be the same one. */
static int parse_length(struct http_head *head, const struct fstr *value, bool *known)
{
	struct fstr_reader list, r;
	struct fstr member;
	uint64_t length;

	fstr_reader_init(&list, value);
	if (!value->len)
		return -EBADMSG;
	while (next_member(&list, &member)) {
		fstr_reader_init(&r, &member);
		if (fstr_reader_decimal(&r, INT64_MAX, &length) || fstr_reader_remaining(&r))
			return -EBADMSG;
		if (*known && length != head->length)
			return -EBADMSG;
		head->length = length;
		*known = true;
	}
	return 0;
}

/* How the body ends (RFC 9112, 6.3), and whether the connection goes on (9.3). */
static int parse_framing(struct http_head *head, bool to_head)
{
	bool coded = false, chunked = false, sized = false, close = false, keep = false;

	for (size_t i = 0; i < head->nr; i++) {
		const struct http_field *field = &head->field[i];

		if (is_text(&field->name, "Transfer-Encoding")) {
			coded = true;
			chunked = list_ends_in(&field->value, "chunked");
		} else if (is_text(&field->name, "Content-Length")) {
			int err = parse_length(head, &field->value, &sized);

			if (err)
				return err;
		} else if (is_text(&field->name, "Connection")) {
			close = close || list_has(&field->value, "close");
			keep = keep || list_has(&field->value, "keep-alive");
		}
	}
	/* Both say how long it is: one of them may have been smuggled in. */
	if (coded && sized)
		return -EBADMSG;
	if (to_head || head->status < 200 || head->status == 204 || head->status == 304)
		head->framing = HTTP_NO_BODY;
	else if (coded)
		head->framing = chunked ? HTTP_CHUNKED : HTTP_UNTIL_CLOSE;
	else
		head->framing = sized ? HTTP_LENGTH : HTTP_UNTIL_CLOSE;
	head->keep_alive = !close && (head->minor || keep) && head->framing != HTTP_UNTIL_CLOSE;
	return 0;
}

int http_head_parse(struct http_head *head, const struct fstr *bytes, bool to_head)
{
	struct fstr_reader r;
	unsigned int end;
	struct fstr line;
	int err;

	head->nr = 0;
	head->length = 0;
	fstr_reader_init(&r, bytes);
	if (fstr_reader_line(&r, FSTR_CRLF, &line, &end) || !end)
		return -EBADMSG;
	err = parse_status(head, &line);
	while (!err) {
		if (fstr_reader_line(&r, FSTR_CRLF, &line, &end) || !end)
			return -EBADMSG;
		if (!line.len)
			return parse_framing(head, to_head);
		err = parse_field(head, &line);
	}
	return err;
}
