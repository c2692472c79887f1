// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Page segments, scatterlists and iterators as byte strings. */

#include <linux/bvec.h>
#include <linux/scatterlist.h>
#include <linux/uio.h>

#include "sources.h"

ssize_t fstr_from_bvec(const struct bio_vec *bvec, size_t nr, struct fstr_frag *frag, size_t room)
{
	struct fstri_fill fill = { .frag = frag, .room = room };

	for (; nr; nr--, bvec++)
		if (!fstri_fill_page(&fill, bvec->bv_page, bvec->bv_offset, bvec->bv_len))
			break;
	return fill.nr;
}

ssize_t fstr_from_sg(struct scatterlist *sg, size_t len, struct fstr_frag *frag, size_t room)
{
	struct fstri_fill fill = { .frag = frag, .room = room };

	for (; sg && len; sg = sg_next(sg)) {
		size_t n = min_t(size_t, len, sg->length);

		if (!fstri_fill_page(&fill, sg_page(sg), sg->offset, n))
			break;
		len -= n;
	}
	return fill.nr;
}

/* What @skip bytes and the end of the iterator leave of an entry. */
static size_t take(size_t len, size_t *skip, size_t *rest)
{
	size_t n = len - min(*skip, len);

	*skip -= len - n;
	n = min(n, *rest);
	*rest -= n;
	return n;
}

ssize_t fstr_from_iter(const struct iov_iter *iter, struct fstr_frag *frag, size_t room)
{
	struct fstri_fill fill = { .frag = frag, .room = room };
	size_t rest = iov_iter_count(iter);
	size_t skip = iter->iov_offset;

	if (user_backed_iter(iter))
		return -EFAULT;
	if (!iov_iter_is_kvec(iter) && !iov_iter_is_bvec(iter))
		return -EOPNOTSUPP;
	for (unsigned long i = 0; rest; i++) {
		size_t off = skip;
		size_t n;
		bool ok;

		if (i == iter->nr_segs)
			return -EFAULT;
		if (iov_iter_is_kvec(iter)) {
			n = take(iter->kvec[i].iov_len, &skip, &rest);
			ok = fstri_fill_bytes(&fill, iter->kvec[i].iov_base + off, n);
		} else {
			n = take(iter->bvec[i].bv_len, &skip, &rest);
			ok = fstri_fill_page(&fill, iter->bvec[i].bv_page,
					     iter->bvec[i].bv_offset + off, n);
		}
		if (!ok)
			break;
	}
	return fill.nr;
}
