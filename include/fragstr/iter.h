/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* fragstr and struct iov_iter, in the kernel. */
#ifndef FRAGSTR_ITER_H
#define FRAGSTR_ITER_H

#include <fragstr/fragstr.h>

/**
 * fstr_sink_iter() - a sink for fstr_reader_transfer(): an iov_iter
 * @ctx: the struct iov_iter, to be copied to; it moves on behind what it took
 * @bytes: what to copy
 * @len: how many bytes
 *
 * Context: that of copy_to_iter(): for an iterator of user memory it may fault,
 * and so sleep.
 * Return: how many bytes it took, fewer than @len where it is full; -EFAULT where
 * it is not, and took none.
 */
ssize_t fstr_sink_iter(void *ctx, const void *bytes, size_t len);

#endif /* FRAGSTR_ITER_H */
