// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "naive_reader.h"

size_t naive_clamp(const struct naive_reader *r, size_t len)
{
	return len < r->len - r->pos ? len : r->len - r->pos;
}

int naive_fixed(struct naive_reader *r, size_t n, bool big, uint64_t *value)
{
	uint64_t sum = 0;

	if (naive_clamp(r, n) < n)
		return -ENODATA;
	for (size_t i = 0; i < n; i++)
		sum = sum << 8 | r->p[r->pos + (big ? i : n - 1 - i)];
	r->pos += n;
	*value = sum;
	return 0;
}

int naive_varint(struct naive_reader *r, unsigned int bits, uint64_t *value)
{
	size_t most = (bits + 6) / 7;
	size_t n = 0;
	uint64_t sum = 0;
	uint8_t last;

	while (n < naive_clamp(r, most) && r->p[r->pos + n] & 0x80)
		n++;
	if (n == most)
		return -EOVERFLOW;
	if (n == naive_clamp(r, most))
		return -ENODATA;
	last = r->p[r->pos + n++];
	if (n == most && last >= 1u << (bits % 7))
		return -EOVERFLOW;
	if (n > 1 && !last)
		return -EINVAL;
	for (size_t i = n; i; i--)
		sum = sum << 7 | (r->p[r->pos + i - 1] & 0x7f);
	r->pos += n;
	*value = sum;
	return 0;
}

static unsigned int value_of(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

int naive_digits(struct naive_reader *r, unsigned int base, uint64_t most, uint64_t *value)
{
	uint64_t sum = 0;
	size_t at;

	if (r->pos == r->len)
		return -ENODATA;
	if (value_of(r->p[r->pos]) >= base)
		return -EINVAL;
	for (at = r->pos; at < r->len && value_of(r->p[at]) < base; at++) {
		uint64_t next = value_of(r->p[at]);

		for (unsigned int i = 0; i < base; i++) {
			if (sum > (uint64_t)-1 - next)
				return -EOVERFLOW;
			next += sum;
		}
		if (next > most)
			return -EOVERFLOW;
		sum = next;
	}
	r->pos = at;
	*value = sum;
	return 0;
}

int naive_until_any(struct naive_reader *r, const uint8_t in[256], bool consume,
		    struct naive_part *part)
{
	size_t at = r->pos;

	while (at < r->len && !in[r->p[at]])
		at++;
	if (at == r->len)
		return -ENOENT;
	*part = (struct naive_part){ r->pos, at - r->pos, 0 };
	r->pos = at + consume;
	return 0;
}

int naive_until(struct naive_reader *r, struct naive_str needle, unsigned int icase, bool consume,
		struct naive_part *part)
{
	ssize_t at = naive_find((struct naive_str){ r->p, r->len }, needle, r->pos, icase);

	if (at < 0)
		return -ENOENT;
	*part = (struct naive_part){ r->pos, (size_t)at - r->pos, 0 };
	r->pos = (size_t)at + (consume ? needle.len : 0);
	return 0;
}

int naive_line(struct naive_reader *r, bool crlf, struct naive_part *part)
{
	size_t at = r->pos;

	if (at == r->len)
		return -ENOENT;
	while (at < r->len && r->p[at] != '\n')
		at++;
	*part = (struct naive_part){ r->pos, at - r->pos, at < r->len };
	r->pos = at < r->len ? at + 1 : at;
	if (crlf && part->end && part->len && r->p[at - 1] == '\r') {
		part->len--;
		part->end = 2;
	}
	return 0;
}
