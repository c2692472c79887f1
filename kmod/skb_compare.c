// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Comparing two socket buffers where they lie, with one walk over each. */

#include "core/core.h"
#include "skb_walk.h"

/* Runs of the same length of two buffers, mapped, the second one last. */
struct both {
	struct fstr_skb_walk a;
	struct fstr_skb_walk b;
	const u8 *p;
	const u8 *q;
	size_t n;
};

/* @len bytes of both, which have them, or say that they do. */
static void both_init(struct both *both, const struct sk_buff *a, size_t a_from,
		      const struct sk_buff *b, size_t b_from, size_t len)
{
	fstri_skb_walk_init(&both->a, a, a_from, a_from + len);
	fstri_skb_walk_init(&both->b, b, b_from, b_from + len);
}

/* Return: as for fstri_skb_walk_next(). */
static int both_next(struct both *both)
{
	size_t n;
	int more = fstri_skb_walk_block(&both->a, &both->p, &n);

	if (more <= 0)
		return more;
	more = fstri_skb_walk_block(&both->b, &both->q, &both->n);
	if (more <= 0) {
		fstri_skb_walk_unmap(&both->a, both->p);
		return more;
	}
	both->n = min(both->n, n);
	return 1;
}

static void both_done(struct both *both)
{
	fstri_skb_walk_done(&both->b, both->q, both->n);
	fstri_skb_walk_done(&both->a, both->p, both->n);
}

static size_t bytes_from(const struct sk_buff *skb, size_t *from)
{
	*from = min_t(size_t, *from, skb->len);
	return skb->len - *from;
}

int fstr_skb_equal(const struct sk_buff *a, size_t a_from, const struct sk_buff *b, size_t b_from,
		   unsigned int flags)
{
	size_t len = bytes_from(a, &a_from);
	struct both both FSTRI_UNSET;
	int more;

	if (bytes_from(b, &b_from) != len)
		return 0;
	both_init(&both, a, a_from, b, b_from, len);
	while ((more = both_next(&both)) > 0) {
		bool equal = fstr_equal(FSTR_BUF(both.p, both.n), FSTR_BUF(both.q, both.n), flags);

		both_done(&both);
		if (!equal)
			return 0;
	}
	return more ?: 1;
}

int fstr_skb_compare(const struct sk_buff *a, size_t a_from, const struct sk_buff *b,
		     size_t b_from, int *order)
{
	size_t a_len = bytes_from(a, &a_from);
	size_t b_len = bytes_from(b, &b_from);
	struct both both FSTRI_UNSET;
	int more;

	both_init(&both, a, a_from, b, b_from, min(a_len, b_len));
	while ((more = both_next(&both)) > 0) {
		int first = fstr_compare(FSTR_BUF(both.p, both.n), FSTR_BUF(both.q, both.n));

		both_done(&both);
		if (first) {
			*order = first;
			return 0;
		}
	}
	if (!more)
		*order = (a_len > b_len) - (a_len < b_len);
	return more;
}
