// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A set of header names, keyed by views and blind to case: a name is found as it
 * lies in the buffers, over a seam as well, and nothing is copied to look it up.
 */
#include <fragstr/fragstr.h>
#include <stdio.h>
#include <string.h>

#define BUCKETS 16	/* a power of 2 */
#define PIECE(text) { text, sizeof(text) - 1 }

struct name {
	struct fstr_frag text;
	struct name *next;
};

static struct name known[] = {
	{ PIECE("host"), NULL },	   { PIECE("connection"), NULL },
	{ PIECE("content-length"), NULL }, { PIECE("transfer-encoding"), NULL },
};

static struct name *table[BUCKETS];

static struct name **bucket_of(const struct fstr *key)
{
	return &table[fstr_hash(key, 0, FSTR_ICASE) & (BUCKETS - 1)];
}

static const struct name *look_up(const struct fstr *key)
{
	for (const struct name *n = *bucket_of(key); n; n = n->next)
		if (fstr_equal(FSTR_BUF(n->text.base, n->text.len), key, FSTR_ICASE))
			return n;
	return NULL;
}

int main(void)
{
	static const struct fstr_frag frags[] = {
		PIECE("GET / HTTP/1.1\r\nCon"), PIECE("tent-Len"), PIECE("gth: 5\r\n\r\n"),
	};
	const struct name *found;
	struct fstr s, name;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct fstr key = fstr_flat(&known[i].text);

		known[i].next = *bucket_of(&key);
		*bucket_of(&key) = &known[i];
	}
	if (fstr_init(&s, frags, 3))
		return 1;
	name = fstr_slice(&s, 16, 30);
	found = look_up(&name);
	printf("bytes 16 to 30 are %s\n", found ? (const char *)found->text.base : "no known name");
	return !found;
}
