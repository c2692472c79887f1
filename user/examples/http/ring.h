/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A ring of buffers of one size, which the reads of a socket fill. A byte keeps
 * its place until it is released, and is known by its offset in the stream.
 */
#ifndef HTTP_RING_H
#define HTTP_RING_H

#include <fragstr/fragstr.h>

#define RING_BUFFERS 8
#define RING_PIECES (RING_BUFFERS + 1)	/* the first one may have been used from its middle */

struct ring {
	uint8_t *memory;
	size_t size;	/* of one buffer */
	uint64_t head;	/* the first byte that is kept */
	uint64_t tail;	/* behind the last */
};

/* -ENOMEM where there is none. */
int ring_init(struct ring *ring, size_t size);
void ring_free(struct ring *ring);

/* One readv() into all the room there is: the bytes read, 0 at the end, -errno. */
ssize_t ring_read(struct ring *ring, int fd);

/* The same from memory, for tests: how many bytes fitted. */
size_t ring_write(struct ring *ring, const void *bytes, size_t len);

/* The bytes [from, to) of the stream, which are kept, as at most RING_PIECES fragments. */
size_t ring_frags(const struct ring *ring, uint64_t from, uint64_t to, struct fstr_frag *frag);

static inline size_t ring_room(const struct ring *ring)
{
	return RING_BUFFERS * ring->size - (size_t)(ring->tail - ring->head);
}

#endif
