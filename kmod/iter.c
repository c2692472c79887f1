// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* iov_iters. */

#include <linux/uio.h>
#include <fragstr/iter.h>

ssize_t fstr_sink_iter(void *ctx, const void *bytes, size_t len)
{
	struct iov_iter *iter = ctx;
	size_t took = copy_to_iter(bytes, len, iter);

	if (!took && iov_iter_count(iter))
		return -EFAULT;
	return took;
}
