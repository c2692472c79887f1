/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* An array of struct iovec is an array of fragments: the cast, checked. */
#ifndef FRAGSTR_IOVEC_H
#define FRAGSTR_IOVEC_H

#include <fragstr/fragstr.h>
#include <sys/uio.h>

#define FSTRI_SAME_PLACE(a, b) (offsetof(struct iovec, a) == offsetof(struct fstr_frag, b))

/* An array of this length is an error where the layouts differ. */
typedef char fstri_iovec_is_a_frag[sizeof(struct iovec) == sizeof(struct fstr_frag) &&
				   FSTRI_SAME_PLACE(iov_base, base) &&
				   FSTRI_SAME_PLACE(iov_len, len) ? 1 : -1];

#undef FSTRI_SAME_PLACE

/**
 * fstr_from_iovec() - the fragments that an array of struct iovec is
 * @iov: the array
 *
 * Context: any.
 * Return: the same memory as fragments, for fstr_init().
 */
static inline const struct fstr_frag *fstr_from_iovec(const struct iovec *iov)
{
	return (const struct fstr_frag *)(const void *)iov;
}

#endif /* FRAGSTR_IOVEC_H */
