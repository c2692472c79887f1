// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Socket buffers as byte strings: laid out, searched, copied and hashed. */

#include "core/hash.h"
#include "skb_walk.h"

ssize_t fstr_from_skb(const struct sk_buff *skb, size_t from, size_t to, struct fstr_frag *frag,
		      size_t room)
{
	struct fstr_skb_walk w FSTRI_UNSET;
	size_t nr = 0;
	int more;

	fstri_skb_walk_init(&w, skb, from, to);
	while ((more = fstri_skb_walk_next(&w)) > 0) {
		const u8 *base = w.base;

		if (!base) {
			if (PageHighMem(w.page))
				return -EFAULT;
			base = page_address(w.page);
		}
		if (nr < room) {
			frag[nr].base = base + w.off;
			frag[nr].len = w.len;
		}
		nr++;
	}
	return more < 0 ? more : (ssize_t)nr;
}

int fstr_skb_scan_init(struct fstr_skb_scan *s, struct fstr_scan *scan, const struct sk_buff *skb,
		       size_t from, size_t to)
{
	int err = fstr_scan_feed(scan, NULL, 0);

	if (err)
		return err;
	s->scan = scan;
	s->fed = 0;
	s->err = 0;
	fstri_skb_walk_init(&s->walk, skb, from, to);
	return 0;
}

/*
 * The block that the scan is in, or the next one, mapped. High memory is elsewhere
 * each time that it is mapped, so the scan is told where.
 */
static int resume_block(struct fstr_skb_scan *s, const u8 **block, size_t *n)
{
	int more = fstri_skb_walk_block(&s->walk, block, n);

	if (more <= 0)
		return more ?: -ENOENT;
	if (s->fed)
		s->scan->block = *block;
	else
		fstri_scan_block(s->scan, *block, *n);
	s->fed = *n;
	return 0;
}

/* What is mapped in a section of the FPU may stay so: neither sleeps. */
static int scan_next(struct fstr_skb_scan *s, struct fstr_match *match,
		     struct fstri_lease *lease)
{
	while (!s->err) {
		const u8 *block;
		size_t n;
		int err = resume_block(s, &block, &n);

		if (err) {
			s->err = err;
			break;
		}
		err = fstri_scan_go_on(s->scan, match, lease);
		if (!err) {
			fstri_skb_walk_unmap(&s->walk, block);
			return 0;
		}
		fstri_skb_walk_done(&s->walk, block, n);
		s->fed = 0;
	}
	return s->err;
}

static struct fstri_lease lease_for(const struct fstr_skb_scan *s)
{
	return fstri_scan_lease(s->scan, s->walk.len + s->walk.rest);
}

int fstr_skb_scan_next(struct fstr_skb_scan *s, struct fstr_match *match)
{
	struct fstri_lease lease = lease_for(s);
	int err = scan_next(s, match, &lease);

	fstri_lease_end(&lease);
	return err;
}

ssize_t fstr_skb_find(const struct sk_buff *skb, const struct fstr_needle *needle, size_t from)
{
	struct fstr_skb_scan s FSTRI_UNSET;
	struct fstr_match match;
	struct fstr_scan scan FSTRI_UNSET;
	int err;

	if (from > skb->len)
		return -ENOENT;
	if (fstr_scan_init(&scan, needle, 0))
		return from; /* an empty needle, which stands everywhere */
	fstr_skb_scan_init(&s, &scan, skb, from, skb->len);
	err = fstr_skb_scan_next(&s, &match);
	return err ?: (ssize_t)(from + match.pos);
}

ssize_t fstr_skb_rfind(const struct sk_buff *skb, const struct fstr_needle *needle, size_t end)
{
	size_t len = fstr_needle_len(needle);
	size_t to = skb->len;
	ssize_t last = -ENOENT;
	struct fstri_lease lease;
	struct fstr_skb_scan s FSTRI_UNSET;
	struct fstr_match match;
	struct fstr_scan scan FSTRI_UNSET;
	int err;

	if (fstr_scan_init(&scan, needle, 0))
		return min_t(size_t, end, to);
	if (end < to && len < to - end)
		to = end + len;
	fstr_skb_scan_init(&s, &scan, skb, 0, to);
	lease = lease_for(&s);
	while (!(err = scan_next(&s, &match, &lease)))
		last = match.pos;
	fstri_lease_end(&lease);
	return err == -ENOENT ? last : err;
}

int fstr_skb_set_find(const struct sk_buff *skb, const struct fstr_set *set, size_t from,
		      struct fstr_match *match)
{
	struct fstr_skb_scan s FSTRI_UNSET;
	struct fstr_scan scan FSTRI_UNSET;
	int err;

	if (from > skb->len)
		return -ENOENT;
	fstr_scan_init_set(&scan, set);
	fstr_skb_scan_init(&s, &scan, skb, from, skb->len);
	err = fstr_skb_scan_next(&s, match);
	if (!err)
		match->pos += from;
	return err;
}

ssize_t fstr_skb_copy(const struct sk_buff *skb, size_t from, void *to, size_t len)
{
	struct fstr_skb_walk w FSTRI_UNSET;
	size_t done = 0;
	const u8 *block;
	size_t n;
	int more;

	if (from >= skb->len)
		return 0;
	if (len > skb->len - from)
		len = skb->len - from;
	fstri_skb_walk_init(&w, skb, from, from + len);
	while ((more = fstri_skb_walk_block(&w, &block, &n)) > 0) {
		memcpy((u8 *)to + done, block, n);
		fstri_skb_walk_done(&w, block, n);
		done += n;
	}
	return more < 0 ? more : (ssize_t)done;
}

int fstr_skb_hash(const struct sk_buff *skb, size_t from, size_t to, uint64_t seed,
		  unsigned int flags, uint64_t *hash)
{
	struct fstr_hash_state state FSTRI_UNSET;
	struct fstri_lease lease;
	struct fstr_skb_walk w FSTRI_UNSET;
	const u8 *block;
	size_t n;
	int more;

	fstr_hash_init(&state, seed, flags);
	fstri_skb_walk_init(&w, skb, from, to);
	lease = fstri_hash_lease(w.rest);
	while ((more = fstri_skb_walk_block(&w, &block, &n)) > 0) {
		fstri_hash_update(&state, block, n, &lease);
		fstri_skb_walk_done(&w, block, n);
	}
	fstri_lease_end(&lease);
	if (!more)
		*hash = fstr_hash_digest(&state);
	return more;
}

int fstr_skb_siphash(const struct sk_buff *skb, size_t from, size_t to,
		     const struct fstr_siphash_key *key, uint64_t *hash)
{
	struct fstr_siphash_state state FSTRI_UNSET;
	struct fstr_skb_walk w FSTRI_UNSET;
	const u8 *block;
	size_t n;
	int more;

	fstr_siphash_init(&state, key);
	fstri_skb_walk_init(&w, skb, from, to);
	while ((more = fstri_skb_walk_block(&w, &block, &n)) > 0) {
		fstr_siphash_update(&state, block, n);
		fstri_skb_walk_done(&w, block, n);
	}
	if (!more)
		*hash = fstr_siphash_digest(&state);
	return more;
}
