/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The library's calls over joined bytes, as plainly as they can be written. */
#ifndef FRAGSTR_TEST_NAIVE_H
#define FRAGSTR_TEST_NAIVE_H

#include <fragstr/fragstr.h>

struct naive_str {
	const uint8_t *p;
	size_t len;
};

bool naive_equal(struct naive_str a, struct naive_str b, unsigned int flags);
ssize_t naive_find(struct naive_str hay, struct naive_str needle, size_t from, unsigned int flags);

/*
 * The longest end of @hay, shorter than @needle and not reaching back before
 * @since, that is a beginning of @needle.
 */
size_t naive_partial(struct naive_str hay, struct naive_str needle, size_t since,
		     unsigned int flags);

#endif
