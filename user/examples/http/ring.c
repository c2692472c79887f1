// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <fragstr/iovec.h>

int ring_init(struct ring *ring, size_t size)
{
	*ring = (struct ring){ .memory = malloc(RING_BUFFERS * size), .size = size };
	return ring->memory ? 0 : -ENOMEM;
}

void ring_free(struct ring *ring)
{
	free(ring->memory);
}

/* Where offset @at lies, and how far its buffer goes on from there. */
static uint8_t *place(const struct ring *ring, uint64_t at, size_t *len)
{
	size_t off = (size_t)(at % ring->size);

	*len = ring->size - off;
	return ring->memory + at / ring->size % RING_BUFFERS * ring->size + off;
}

size_t ring_frags(const struct ring *ring, uint64_t from, uint64_t to, struct fstr_frag *frag)
{
	size_t nr = 0;

	while (from < to) {
		size_t len;
		uint8_t *p = place(ring, from, &len);

		if (len > to - from)
			len = (size_t)(to - from);
		frag[nr++] = (struct fstr_frag){ p, len };
		from += len;
	}
	return nr;
}

ssize_t ring_read(struct ring *ring, int fd)
{
	/* Room is where bytes will be; an array of fragments is one of iovecs. */
	struct fstr_frag frag[RING_PIECES];
	struct iovec iov[RING_PIECES];
	size_t nr = ring_frags(ring, ring->tail, ring->tail + ring_room(ring), frag);
	ssize_t got;

	for (size_t i = 0; i < nr; i++)
		iov[i] = (struct iovec){ (void *)frag[i].base, frag[i].len };
	do {
		got = readv(fd, iov, (int)nr);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	ring->tail += (uint64_t)got;
	return got;
}

size_t ring_write(struct ring *ring, const void *bytes, size_t len)
{
	const uint8_t *from = bytes;
	size_t done = 0;

	if (len > ring_room(ring))
		len = ring_room(ring);
	while (done < len) {
		size_t n;
		uint8_t *to = place(ring, ring->tail, &n);

		if (n > len - done)
			n = len - done;
		memcpy(to, from + done, n);
		ring->tail += n;
		done += n;
	}
	return len;
}
