// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A reader of the classic capture format, for machines without libpcap: a file
 * header of 24 bytes, then for each packet a header of 16 and its bytes, all in
 * the byte order of the machine that captured.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"

/* No link hands out more at once; a larger number is a broken file. */
#define PACKET_MAX 262144u

struct source {
	FILE *file;
	const char *path;
	bool swapped;
	uint32_t snap;
	unsigned int link;
	uint8_t *packet;	/* PACKET_MAX bytes */
};

static uint16_t get16(const struct source *source, const uint8_t *p)
{
	uint16_t value;

	memcpy(&value, p, sizeof(value));
	return source->swapped ? __builtin_bswap16(value) : value;
}

static uint32_t get32(const struct source *source, const uint8_t *p)
{
	uint32_t value;

	memcpy(&value, p, sizeof(value));
	return source->swapped ? __builtin_bswap32(value) : value;
}

/* Which of the magic numbers is it: 0 for none, -1 for the newer format. */
static int know_magic(struct source *source, const uint8_t *p)
{
	source->swapped = false;
	for (int turn = 0; turn < 2; turn++) {
		switch (get32(source, p)) {
		case 0xa1b2c3d4:	/* microseconds */
		case 0xa1b23c4d:	/* nanoseconds */
			return 1;
		case 0x0a0d0d0a:
			return -1;
		}
		source->swapped = true;
	}
	return 0;
}

static int read_header(struct source *source, struct complaint *why)
{
	uint8_t header[24];
	size_t got = fread(header, 1, sizeof(header), source->file);
	int known = got >= 4 ? know_magic(source, header) : 0;

	if (ferror(source->file))
		return complain(why, "%s: %s", source->path, strerror(errno));
	if (known < 0)
		return complain(why, "%s: a pcapng file; install libpcap-dev and build again",
				source->path);
	if (!known)
		return complain(why, "%s: not a capture file", source->path);
	if (got < sizeof(header))
		return complain(why, "%s: truncated within the file header", source->path);
	/* All others are from before 1998, with fields in another order. */
	if (get16(source, header + 4) != 2 || get16(source, header + 6) != 4)
		return complain(why, "%s: version %u.%u of the capture format is not known here",
				source->path, get16(source, header + 4),
				get16(source, header + 6));
	source->snap = get32(source, header + 16);
	if (!source->snap || source->snap > PACKET_MAX)
		source->snap = PACKET_MAX;
	/* The upper bits say other things about the link. */
	source->link = get32(source, header + 20) & 0x03ffffff;
	if (!packet_link_known(source->link))
		return complain(why, "%s: packets of link type %u, which is not known here",
				source->path, source->link);
	return 0;
}

/* 1 for a packet, 0 at the end, -1 with the reason. */
static int read_packet(struct source *source, size_t number, struct tcp *tcp,
		       struct complaint *why)
{
	uint8_t header[16];
	size_t got = fread(header, 1, sizeof(header), source->file);
	uint32_t len;

	if (ferror(source->file))
		return complain(why, "%s: %s", source->path, strerror(errno));
	if (!got)
		return 0;
	if (got < sizeof(header))
		return complain(why, "%s: truncated within the header of packet %zu", source->path,
				number);
	len = get32(source, header + 8);
	if (len > PACKET_MAX)
		return complain(why, "%s: packet %zu claims to have %u bytes", source->path,
				number, len);
	if (fread(source->packet, 1, len, source->file) < len)
		return complain(why, "%s: truncated within packet %zu", source->path, number);
	tcp_packet(tcp, source->link, source->packet, len < source->snap ? len : source->snap);
	return 1;
}

const char *pcap_reader_name(void)
{
	return "the built-in reader";
}

int pcap_read(FILE *file, const char *path, struct tcp *tcp, struct complaint *why)
{
	struct source source = { .file = file, .path = path, .packet = must(malloc(PACKET_MAX)) };
	int ret = read_header(&source, why);

	if (!ret) {
		size_t number = 1;

		do {
			ret = read_packet(&source, number++, tcp, why);
		} while (ret > 0);
	}
	free(source.packet);
	fclose(file);
	return ret;
}
