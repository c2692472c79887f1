/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Capture files made in memory, for the tests of the reader. */
#ifndef FSTR_PACKETS_H
#define FSTR_PACKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FIN = 1, SYN = 2, RST = 4, ACK = 16 };

enum layer {
	IN_ETHERNET, IN_VLAN, IN_TWO_VLANS, IN_SLL, IN_SLL2, IN_RAW, IN_NULL, IN_NULL_SWAPPED,
	IN_LOOP, IN_LAYERS
};

/* A TCP packet: what is 0 or NULL takes the usual value. */
struct spec {
	uint32_t seq;
	const char *data;
	int flags;
	bool back;		/* from server to client */
	uint16_t port;		/* the client's */
	bool ipv6;
	const char *extensions;	/* IPv6: one letter each, see packets.c */
	size_t options;		/* bytes of options, in IPv4 and in TCP */
	size_t padding;		/* bytes behind the datagram */
	size_t cut;		/* bytes at the end that were not captured */
	uint16_t fragment;	/* flags and offset of IPv4 */
	uint8_t protocol;
	bool no_length;		/* the length field is left to the card */
};

struct file {
	uint8_t bytes[1 << 20];
	size_t len;
	enum layer layer;
	bool swapped;
};

void file_begin(struct file *file, enum layer layer, bool swapped, bool nano);
void file_link(struct file *file, uint32_t link);
void file_packet(struct file *file, const struct spec *spec);

/* A few bytes made something else, and what they were. */
struct change {
	size_t nr, at[9];
	uint8_t was[9];
};

/* Changes bytes in [from, to): the same ones in every run of the program. */
struct change file_change(struct file *file, size_t from, size_t to);
void file_restore(struct file *file, const struct change *change);

/* Whether packet_parse() stays within packets made to lead it out of them (hostile.c). */
bool hostile_packets(struct file *file);

/* file_packet() with the members of struct spec as arguments. */
#define PACKET(file, ...) file_packet(file, &(const struct spec){ __VA_ARGS__ })

#endif
