// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Captures: from the file to the streams, and what can go wrong on the way. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"

int complain(struct complaint *why, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why->text, sizeof(why->text), format, args);
	va_end(args);
	return -1;
}

void *must(void *memory)
{
	if (!memory) {
		fputs("fragstr-bench: out of memory\n", stderr);
		exit(2);
	}
	return memory;
}

/* An open file with something in it. */
static FILE *open_file(const char *path, struct complaint *why)
{
	FILE *file = fopen(path, "rb");
	int first;

	if (!file) {
		complain(why, "%s: %s", path, strerror(errno));
		return NULL;
	}
	errno = 0;
	first = getc(file);
	if (first == EOF) {
		complain(why, "%s: %s", path, errno ? strerror(errno) : "an empty file");
		fclose(file);
		return NULL;
	}
	ungetc(first, file);
	return file;
}

int capture_read(struct capture *capture, const char *path, struct complaint *why)
{
	FILE *file = open_file(path, why);
	int ret;

	if (!file)
		return -1;
	memset(capture, 0, sizeof(*capture));
	capture->tcp = tcp_new();
	ret = pcap_read(file, path, capture->tcp, why);
	if (!ret && !tcp_packets(capture->tcp))
		ret = complain(why, "%s: a capture without packets", path);
	if (!ret) {
		tcp_streams(capture->tcp, capture);
		if (!capture->nr)
			ret = complain(why, "%s: no TCP payload in %zu packets", path,
				       capture->packets);
	}
	if (ret)
		capture_free(capture);
	return ret;
}

void capture_free(struct capture *capture)
{
	/* Without streams where the reader had failed before them. */
	for (size_t i = 0; i < capture->nr; i++)
		free(capture->stream[i].frag);
	free(capture->stream);
	tcp_free(capture->tcp);
}
