/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef FSTR_ENGINES_H
#define FSTR_ENGINES_H

#include "../bench.h"

extern const struct engine fragstr_find, fragstr_scan, fragstr_equal;
extern const struct engine flat_memmem, join_memmem;
extern const struct engine flat_memcmp, join_memcmp;
extern const struct engine walk_find, walk_equal;

/* The joined bytes of a string, in a buffer that is large enough. */
static inline void join_into(uint8_t *to, const struct hay *hay)
{
	for (size_t i = 0; i < hay->nr; i++) {
		__builtin_memcpy(to, hay->frag[i].base, hay->frag[i].len);
		to += hay->frag[i].len;
	}
}

/* Disjoint matches by memmem, as a loop that people write. */
uint64_t memmem_count(const uint8_t *bytes, size_t len, const struct pattern *pattern);

#endif
