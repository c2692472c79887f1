// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Naive twins: what is right, by code too simple to be wrong. Never optimized. */
#include <string.h>

#include "bench.h"

/* Disjoint matches of a pattern that is not empty, leftmost first. */
uint64_t naive_count(const uint8_t *hay, size_t len, const struct pattern *pattern)
{
	uint64_t count = 0;
	size_t pos = 0;

	while (pos < len && len - pos >= pattern->len) {
		size_t i = 0;

		while (i < pattern->len && hay[pos + i] == (uint8_t)pattern->bytes[i])
			i++;
		count += i == pattern->len;
		pos += i == pattern->len ? i : 1;
	}
	return count;
}
