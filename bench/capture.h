/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* From a capture file to the TCP streams in it, each in its segments as they came. */
#ifndef FSTR_CAPTURE_H
#define FSTR_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <fragstr/fragstr.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Ends the program with status 2 where memory has run out. */
void *must(void *memory);

/* Why something cannot be done, in one line that names the thing. */
struct complaint {
	char text[512];
};

/* Fills in the line; returns -1, for the caller to return. */
int complain(struct complaint *why, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* One direction of one TCP connection, in order, without what came twice. */
struct stream {
	struct fstr_frag *frag;	/* the segments; their bytes belong to the capture */
	size_t nr;
	size_t len;
};

struct capture {
	struct stream *stream;	/* in order of their first packets; none is empty */
	size_t nr;
	size_t packets;
	size_t segments, bytes;	/* of all streams */
	size_t behind_gaps;	/* bytes left out since something before them is missing */
	struct tcp *tcp;
};

/* 0, or -1 with the reason. capture_free() only after 0. */
int capture_read(struct capture *capture, const char *path, struct complaint *why);
void capture_free(struct capture *capture);

/*
 * The reader: hands every packet of a file to tcp_packet(), and closes the file.
 * 0, or -1 with the reason. There are two, pcap_builtin.c and pcap_lib.c; the
 * build links one of them.
 */
int pcap_read(FILE *file, const char *path, struct tcp *tcp, struct complaint *why);
const char *pcap_reader_name(void);

/* Segments on their way to streams (tcp.c). */
struct tcp *tcp_new(void);
void tcp_free(struct tcp *tcp);
void tcp_packet(struct tcp *tcp, unsigned int link, const uint8_t *bytes, size_t len);
size_t tcp_packets(const struct tcp *tcp);
void tcp_streams(struct tcp *tcp, struct capture *capture);

/* Where the TCP payload of a packet lies, and whose it is (packet.c). */
struct segment_info {
	uint8_t src[16], dst[16];	/* IPv4 in the first four bytes, then zeros */
	uint16_t sport, dport;
	uint8_t version;		/* 4 or 6 */
	bool syn;
	uint32_t seq;			/* of the SYN where there is one */
	const uint8_t *payload;
	size_t len;			/* as far as it was captured */
};

bool packet_link_known(unsigned int link);
bool packet_parse(struct segment_info *info, unsigned int link, const uint8_t *bytes, size_t len);

#endif
