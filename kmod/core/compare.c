// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Comparing two views, with one cursor on each side. */
#include "core.h"

#define SAME_INLINE 512	/* above, a call of memcmp() pays, or a look at what was found */

/*
 * Two words, or one register where the machine has such. Never handed from
 * function to function: a kernel built without them has no way to.
 */
typedef u64 pair_of_words __attribute__((__vector_size__(16)));

static __always_inline void add_difference(pair_of_words *diff, const u8 *a, const u8 *b)
{
	pair_of_words x, y;

	__builtin_memcpy(&x, a, sizeof(x));
	__builtin_memcpy(&y, b, sizeof(y));
	*diff |= x ^ y;
}

static __always_inline u64 difference_8(const u8 *a, const u8 *b)
{
	u64 x, y;

	__builtin_memcpy(&x, a, sizeof(x));
	__builtin_memcpy(&y, b, sizeof(y));
	return x ^ y;
}

/* Of 16 bytes to SAME_INLINE, without stopping at a difference. */
static __always_inline bool same_16(const u8 *a, const u8 *b, size_t len)
{
	pair_of_words diff = { 0 };

	add_difference(&diff, a + len - 16, b + len - 16);
	for (size_t i = 0; i < len - 16; i += 16)
		add_difference(&diff, a + i, b + i);
	return !(diff[0] | diff[1]);
}

/* More than SAME_INLINE. */
static __always_inline bool same_long(const u8 *a, const u8 *b, size_t len)
{
#ifdef FSTRI_FAST_MEMCMP
	return !memcmp(a, b, len);
#else
	size_t last = len - SAME_INLINE;

	for (size_t i = 0; i < last; i += SAME_INLINE)
		if (!same_16(a + i, b + i, SAME_INLINE))
			return false;
	return same_16(a + last, b + last, SAME_INLINE);
#endif
}

static __always_inline bool same(const u8 *a, const u8 *b, size_t len)
{
	if (len > SAME_INLINE)
		return same_long(a, b, len);
	if (len >= 16)
		return same_16(a, b, len);
	if (len >= 8)
		return !(difference_8(a, b) | difference_8(a + len - 8, b + len - 8));
	if (len >= 4)
		return !((fstri_le32(a) ^ fstri_le32(b)) |
			 (fstri_le32(a + len - 4) ^ fstri_le32(b + len - 4)));
	return !len || !((a[0] ^ b[0]) | (a[len / 2] ^ b[len / 2]) | (a[len - 1] ^ b[len - 1]));
}

/* Two walks in step: runs of the same length, as long as both have bytes. */
struct both {
	struct fstri_walk a;
	struct fstri_walk b;
	size_t n;	/* bytes of this step, at a.p and b.p */
};

static __always_inline void both_init(struct both *both, const struct fstr *a, size_t from,
				      const struct fstr *b)
{
	fstri_walk_init(&both->a, a, from);
	fstri_walk_init(&both->b, b, 0);
	both->n = 0;
}

static __always_inline bool advance(struct fstri_walk *walk, size_t n)
{
	if (n == walk->n)
		return fstri_walk_next(walk);
	walk->p += n;
	walk->n -= n;
	return true;
}

static __always_inline bool both_next(struct both *both)
{
	if (!advance(&both->a, both->n) || !advance(&both->b, both->n))
		return false;
	both->n = both->a.n < both->b.n ? both->a.n : both->b.n;
	return true;
}

/* Is @b what stands in @a at @from? It fits in there. */
static bool equal_from(const struct fstr *a, size_t from, const struct fstr *b, unsigned int flags)
{
	struct both both FSTRI_UNSET;

	both_init(&both, a, from, b);
	if (flags & FSTR_ICASE) {
		while (both_next(&both))
			if (fstri_common(both.a.p, both.b.p, both.n, true) != both.n)
				return false;
	} else {
		while (both_next(&both))
			if (!same(both.a.p, both.b.p, both.n))
				return false;
	}
	return true;
}

bool fstr_equal(const struct fstr *a, const struct fstr *b, unsigned int flags)
{
	if (a->len != b->len)
		return false;
	if (a->frag == b->frag && a->off == b->off)
		return true;
	return equal_from(a, 0, b, flags);
}

/* Where @a and @b differ first; otherwise where the shorter one ends. */
static size_t common_length(const struct fstr *a, const struct fstr *b, int *order)
{
	struct both both FSTRI_UNSET;
	size_t pos = 0;

	*order = (a->len > b->len) - (a->len < b->len);
	if (a->frag == b->frag && a->off == b->off)
		return a->len < b->len ? a->len : b->len;
	both_init(&both, a, 0, b);
	while (both_next(&both)) {
		size_t common;

		if (same(both.a.p, both.b.p, both.n)) {
			pos += both.n;
			continue;
		}
		common = fstri_common(both.a.p, both.b.p, both.n, false);
		/* equal after all, where somebody writes to them meanwhile */
		if (common < both.n)
			*order = both.a.p[common] < both.b.p[common] ? -1 : 1;
		return pos + common;
	}
	return pos;
}

int fstr_compare(const struct fstr *a, const struct fstr *b)
{
	int order;

	common_length(a, b, &order);
	return order;
}

ssize_t fstr_mismatch(const struct fstr *a, const struct fstr *b)
{
	int order;
	size_t pos = common_length(a, b, &order);

	return pos == a->len && pos == b->len ? -ENOENT : (ssize_t)pos;
}

bool fstr_matches_at(const struct fstr *s, size_t pos, const struct fstr *part, unsigned int flags)
{
	if (pos > s->len || part->len > s->len - pos)
		return false;
	return equal_from(s, pos, part, flags);
}

bool fstr_starts_with(const struct fstr *s, const struct fstr *start, unsigned int flags)
{
	return fstr_matches_at(s, 0, start, flags);
}

bool fstr_ends_with(const struct fstr *s, const struct fstr *end, unsigned int flags)
{
	struct fstr last;

	if (end->len > s->len)
		return false;
	last = fstri_last(s, end->len);
	return equal_from(&last, 0, end, flags);
}
