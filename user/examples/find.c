// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Where the head of an HTTP message ends, in buffers as readv() fills them. */
#include <fragstr/fragstr.h>
#include <fragstr/iovec.h>
#include <stdio.h>
#include <stdlib.h>

#define PIECE(text) { text, sizeof(text) - 1 }

int main(void)
{
	struct iovec iov[] = {
		PIECE("HTTP/1.1 200 OK\r\nContent-Le"), PIECE("ngth: 5\r\n\r"), PIECE("\nhello"),
	};
	size_t size = fstr_needle_size(4);
	struct fstr_needle *needle = malloc(size);
	struct fstr s;

	if (!needle || fstr_needle_init(needle, size, "\r\n\r\n", 4, 0) ||
	    fstr_init(&s, fstr_from_iovec(iov), 3))
		return 1;
	printf("the head ends at byte %zd of %zu\n", fstr_find(&s, needle, 0), s.len);
	free(needle);
	return 0;
}
