// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "naive.h"

static uint8_t fold(uint8_t c, unsigned int flags)
{
	return (flags & FSTR_ICASE) && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

bool naive_equal(struct naive_str a, struct naive_str b, unsigned int flags)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (fold(a.p[i], flags) != fold(b.p[i], flags))
			return false;
	return true;
}

ssize_t naive_find(struct naive_str hay, struct naive_str needle, size_t from, unsigned int flags)
{
	for (size_t pos = from; pos <= hay.len && needle.len <= hay.len - pos; pos++)
		if (naive_equal((struct naive_str){ hay.p + pos, needle.len }, needle, flags))
			return (ssize_t)pos;
	return -ENOENT;
}

size_t naive_partial(struct naive_str hay, struct naive_str needle, size_t since,
		     unsigned int flags)
{
	for (size_t n = needle.len - 1; n; n--)
		if (n <= hay.len - since &&
		    naive_equal((struct naive_str){ hay.p + hay.len - n, n },
				(struct naive_str){ needle.p, n }, flags))
			return n;
	return 0;
}
