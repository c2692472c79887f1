// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "suite.h"

int suite_init(struct kunit *test)
{
	struct suite_arenas *both = world_alloc(sizeof(*both));

	if (!both)
		return -ENOMEM;
	both->a = cut_arena_new();
	both->b = cut_arena_new();
	test->priv = both;
	if (both->a && both->b)
		return 0;
	suite_exit(test);
	return -ENOMEM;
}

void suite_exit(struct kunit *test)
{
	struct suite_arenas *both = test->priv;

	if (!both)
		return;
	cut_arena_free(both->a);
	cut_arena_free(both->b);
	world_free(both);
	test->priv = NULL;
}

struct fstr_needle *suite_needle(const void *bytes, size_t len, unsigned int flags)
{
	struct fstr_needle *needle = world_alloc(fstr_needle_size(len));

	if (needle && fstr_needle_init(needle, fstr_needle_size(len), bytes, len, flags)) {
		world_free(needle);
		needle = NULL;
	}
	return needle;
}

const char *suite_quote(const void *bytes, size_t len, char *buf, size_t size)
{
	const uint8_t *p = bytes;
	size_t at = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < len && at + 8 < size; i++) {
		bool plain = p[i] >= ' ' && p[i] < 127 && p[i] != '"' && p[i] != '\\';

		at += (size_t)snprintf(buf + at, size - at, plain ? "%c" : "\\%03o", p[i]);
	}
	if (len && at + 8 >= size)
		snprintf(buf + at, size - at, "...");
	return buf;
}
