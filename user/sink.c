// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Sinks of userspace. */
#include <errno.h>
#include <stdio.h>
#include <sys/uio.h>

#include <fragstr/sink.h>

#define RUNS 64	/* to one writev(); IOV_MAX is 1024, and a stack may be small */

/* The runs of the next @len bytes, as many as there is room for. */
static int gather(struct fstr_reader ahead, size_t len, struct iovec *iov)
{
	const void *p;
	int nr = 0;

	while (len && nr < RUNS) {
		size_t n = fstr_reader_run(&ahead, &p);

		if (n > len)
			n = len;
		iov[nr++] = (struct iovec){ (void *)p, n };
		len -= fstr_reader_skip(&ahead, n);
	}
	return nr;
}

ssize_t fstr_reader_to_fd(struct fstr_reader *r, size_t len, int fd)
{
	size_t left = fstr_reader_remaining(r);
	struct iovec iov[RUNS];
	size_t done = 0;

	if (len > left)
		len = left;
	while (done < len) {
		ssize_t took = writev(fd, iov, gather(*r, len - done, iov));

		if (took < 0 && errno != EINTR)
			return -errno;
		if (!took)
			return -EIO; /* or it would be tried for ever */
		if (took > 0)
			done += fstr_reader_skip(r, (size_t)took);
	}
	return (ssize_t)done;
}

ssize_t fstr_sink_file(void *ctx, const void *bytes, size_t len)
{
	size_t took;

	errno = 0;
	took = fwrite(bytes, 1, len, ctx);
	if (took)
		return (ssize_t)took;
	return errno ? -errno : -EIO;
}
