// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Writes capture files: the other way round from what packet.c reads. */
#include <stdlib.h>
#include <string.h>

#include "packets.h"

static void put(struct file *file, const void *bytes, size_t len)
{
	if (len > sizeof(file->bytes) - file->len)
		abort();
	memcpy(file->bytes + file->len, bytes, len);
	file->len += len;
}

static void put_zeros(struct file *file, size_t len)
{
	static const uint8_t zeros[64];

	put(file, zeros, len);
}

static void put8(struct file *file, unsigned int value)
{
	put(file, &(uint8_t){ (uint8_t)value }, 1);
}

static void put_be16(struct file *file, unsigned int value)
{
	put8(file, value >> 8);
	put8(file, value);
}

static void put_be32(struct file *file, uint32_t value)
{
	put_be16(file, value >> 16);
	put_be16(file, value);
}

/* In the byte order of the file. */
static void put32(struct file *file, uint32_t value)
{
	if (file->swapped)
		value = __builtin_bswap32(value);
	put(file, &value, sizeof(value));
}

static void put16(struct file *file, uint16_t value)
{
	if (file->swapped)
		value = __builtin_bswap16(value);
	put(file, &value, sizeof(value));
}

void file_begin(struct file *file, enum layer layer, bool swapped, bool nano)
{
	static const uint32_t links[IN_LAYERS] = {
		[IN_ETHERNET] = 1, [IN_VLAN] = 1, [IN_TWO_VLANS] = 1, [IN_SLL] = 113,
		[IN_SLL2] = 276, [IN_RAW] = 101, [IN_NULL] = 0, [IN_NULL_SWAPPED] = 0,
		[IN_LOOP] = 108,
	};

	file->len = 0;
	file->layer = layer;
	file->swapped = swapped;
	put32(file, nano ? 0xa1b23c4d : 0xa1b2c3d4);
	put16(file, 2);
	put16(file, 4);
	put32(file, 0);
	put32(file, 0);
	put32(file, 65535);
	put32(file, links[layer]);
}

/* Another link type for the file. */
void file_link(struct file *file, uint32_t link)
{
	size_t len = file->len;

	file->len = 20;
	put32(file, link);
	file->len = len;
}

static void put_link(struct file *file, bool ipv6)
{
	uint16_t type = ipv6 ? 0x86dd : 0x0800;
	uint32_t family = ipv6 ? 30 : 2;

	switch (file->layer) {
	case IN_TWO_VLANS:
	case IN_VLAN:
	case IN_ETHERNET:
		put_zeros(file, 12);
		if (file->layer == IN_TWO_VLANS)
			put_be32(file, 0x88a80064);
		if (file->layer != IN_ETHERNET)
			put_be32(file, 0x81000007);
		put_be16(file, type);
		break;
	case IN_SLL:
		put_zeros(file, 14);
		put_be16(file, type);
		break;
	case IN_SLL2:
		put_be16(file, type);
		put_zeros(file, 18);
		break;
	case IN_NULL:
		put(file, &family, sizeof(family));
		break;
	case IN_NULL_SWAPPED:
		family = __builtin_bswap32(family);
		put(file, &family, sizeof(family));
		break;
	case IN_LOOP:
		put_be32(file, family);
		break;
	default:
		break;
	}
}

static void put_ipv4(struct file *file, const struct spec *spec, size_t len)
{
	put8(file, 0x45 + (unsigned int)spec->options / 4);
	put8(file, 0);
	put_be16(file, spec->no_length ? 0 : (unsigned int)(20 + spec->options + len));
	put_be16(file, 0);
	put_be16(file, spec->fragment);
	put8(file, 64);
	put8(file, spec->protocol ? spec->protocol : 6);
	put_be16(file, 0);
	put_be32(file, spec->back ? 0xc0000201 : 0xc0000202);
	put_be32(file, spec->back ? 0xc0000202 : 0xc0000201);
	put_zeros(file, spec->options);
}

/* The number of an extension header, and its size in the tests. */
static unsigned int extension_number(char letter)
{
	switch (letter) {
	case 'h':
		return 0;	/* hop by hop, 8 bytes */
	case 'r':
		return 43;	/* routing, 24 bytes */
	case 'd':
		return 60;	/* destination options, 8 bytes */
	case 'f':		/* fragment that is the whole */
	case 'g':		/* fragment with more behind it */
		return 44;
	case 'a':
		return 51;	/* authentication, 16 bytes */
	case 'e':
		return 50;	/* encrypted: nobody can see further */
	}
	return 6;
}

static void put_extension(struct file *file, char letter, char next)
{
	put8(file, extension_number(next));
	switch (letter) {
	case 'r':
		put8(file, 2);
		put_zeros(file, 22);
		break;
	case 'g':
		put8(file, 0);
		put_be16(file, 1);
		put_zeros(file, 4);
		break;
	case 'a':
		put8(file, 2);
		put_zeros(file, 14);
		break;
	default:
		put_zeros(file, 7);
	}
}

static void put_ipv6(struct file *file, const struct spec *spec, size_t len)
{
	const char *extensions = spec->extensions ? spec->extensions : "";
	size_t length_at;

	put_be32(file, 0x60000000);
	length_at = file->len;
	put_be16(file, 0);
	put8(file, extension_number(extensions[0]));
	put8(file, 64);
	put_zeros(file, 15);
	put8(file, spec->back ? 1 : 2);
	put_zeros(file, 15);
	put8(file, spec->back ? 2 : 1);
	for (; *extensions; extensions++)
		put_extension(file, extensions[0], extensions[1]);
	len += file->len - length_at - 36;
	file->bytes[length_at] = spec->no_length ? 0 : (uint8_t)(len >> 8);
	file->bytes[length_at + 1] = spec->no_length ? 0 : (uint8_t)len;
}

void file_packet(struct file *file, const struct spec *spec)
{
	const char *data = spec->data ? spec->data : "";
	unsigned int port = spec->port ? spec->port : 40000;
	size_t begin, len;

	put_zeros(file, 16);
	begin = file->len;
	put_link(file, spec->ipv6);
	if (spec->ipv6)
		put_ipv6(file, spec, 20 + spec->options + strlen(data));
	else
		put_ipv4(file, spec, 20 + spec->options + strlen(data));
	put_be16(file, spec->back ? 80 : port);
	put_be16(file, spec->back ? port : 80);
	put_be32(file, spec->seq);
	put_be32(file, 0);
	put8(file, (5 + (unsigned int)spec->options / 4) << 4);
	put8(file, (unsigned int)(spec->flags ? spec->flags : ACK));
	put_zeros(file, 6 + spec->options);
	put(file, data, strlen(data));
	put(file, "PADDING PADDING PADDING PADDING", spec->padding);
	len = file->len - begin;
	file->len = begin - 8;
	put32(file, (uint32_t)(len - spec->cut));
	put32(file, (uint32_t)len);
	file->len = begin + len - spec->cut;
}
