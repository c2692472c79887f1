/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* A reader over joined bytes, as plainly as it can be written. */
#ifndef FRAGSTR_TEST_NAIVE_READER_H
#define FRAGSTR_TEST_NAIVE_READER_H

#include <fragstr/fragstr.h>
#include "naive.h"

struct naive_reader {
	const uint8_t *p;
	size_t len;
	size_t pos;
};

/* The lesser of @len and what is left. */
size_t naive_clamp(const struct naive_reader *r, size_t len);

/* A number of @n bytes. */
int naive_fixed(struct naive_reader *r, size_t n, bool big, uint64_t *value);

int naive_varint(struct naive_reader *r, unsigned int bits, uint64_t *value);
int naive_digits(struct naive_reader *r, unsigned int base, uint64_t most, uint64_t *value);

/* What is read, where there is one: its place and length. */
struct naive_part {
	size_t from;
	size_t len;
	unsigned int end;
};

/* Up to a byte for which @in[byte] is not 0. */
int naive_until_any(struct naive_reader *r, const uint8_t in[256], bool consume,
		    struct naive_part *part);
int naive_until(struct naive_reader *r, struct naive_str needle, unsigned int icase, bool consume,
		struct naive_part *part);
int naive_line(struct naive_reader *r, bool crlf, struct naive_part *part);

#endif
