/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Where a reader can transfer bytes to, in userspace: a descriptor, a FILE. */
#ifndef FRAGSTR_SINK_H
#define FRAGSTR_SINK_H

#include <fragstr/fragstr.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * fstr_reader_to_fd() - write bytes to a file descriptor, from where they lie
 * @r: the reader
 * @len: how many at the most; clamped to what is left
 * @fd: the descriptor; may be a non-blocking one
 *
 * Many fragments go in one writev(); nothing is copied first. Goes on after a
 * signal and after a short write. Whatever the result, the reader stands right
 * behind what was written, so fstr_reader_pos() tells how much that was, and the
 * same call goes on from there once there is room again. A pipe or socket that
 * nobody reads any more raises SIGPIPE, as for write().
 *
 * Return: the number of bytes written, @len or all that were left; -errno of
 * writev() where it failed, -EAGAIN for one.
 */
ssize_t fstr_reader_to_fd(struct fstr_reader *r, size_t len, int fd);

/**
 * fstr_sink_file() - a sink for fstr_reader_transfer(): a FILE
 * @ctx: the FILE, open for writing
 * @bytes: what to write
 * @len: how many bytes
 *
 * The FILE may buffer what it took, and fail later: see fflush().
 *
 * Return: how many it took; -errno where it took none.
 */
ssize_t fstr_sink_file(void *ctx, const void *bytes, size_t len);

#ifdef __cplusplus
}
#endif

#endif /* FRAGSTR_SINK_H */
