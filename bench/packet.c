// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * From the bytes of a captured packet to its TCP payload. Every length is
 * checked against what was captured before it is used: a capture is input from
 * strangers.
 */
#include <string.h>

#include "capture.h"

/* Link types as in the file header; RAW has had several numbers. */
enum {
	LINK_NULL = 0,
	LINK_ETHERNET = 1,
	LINK_RAW_BSD = 12,
	LINK_RAW_OPENBSD = 14,
	LINK_RAW = 101,
	LINK_LOOP = 108,
	LINK_SLL = 113,
	LINK_IPV4 = 228,
	LINK_IPV6 = 229,
	LINK_SLL2 = 276,
};

/* The bytes of a packet that are still to be looked at. */
struct rest {
	const uint8_t *at;
	size_t len;
};

static uint16_t be16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static uint32_t be32(const uint8_t *p)
{
	return (uint32_t)be16(p) << 16 | be16(p + 2);
}

static bool advance(struct rest *rest, size_t len)
{
	if (rest->len < len)
		return false;
	rest->at += len;
	rest->len -= len;
	return true;
}

/* Drops what lies behind the end of the datagram: the padding of short frames. */
static void limit(struct rest *rest, size_t len)
{
	if (rest->len > len)
		rest->len = len;
}

static bool parse_tcp(struct segment_info *info, struct rest rest)
{
	const uint8_t *tcp = rest.at;
	size_t header;

	if (rest.len < 20)
		return false;
	header = (size_t)(tcp[12] >> 4) * 4;
	if (header < 20 || !advance(&rest, header))
		return false;
	info->sport = be16(tcp);
	info->dport = be16(tcp + 2);
	info->seq = be32(tcp + 4);
	info->syn = tcp[13] & 0x02;
	info->payload = rest.at;
	/* What comes with a reset is a remark, not data of the stream. */
	info->len = tcp[13] & 0x04 ? 0 : rest.len;
	return true;
}

static bool parse_ipv4(struct segment_info *info, struct rest rest)
{
	const uint8_t *ip = rest.at;
	size_t header, total;

	if (rest.len < 20)
		return false;
	header = (size_t)(ip[0] & 0x0f) * 4;
	total = be16(ip + 2);
	/* 0 is what a card that cuts segments itself leaves in the field. */
	if (!total)
		total = rest.len;
	if (header < 20 || total < header)
		return false;
	limit(&rest, total);
	/* Pieces of a datagram are left out: to the stream they are a gap. */
	if (!advance(&rest, header) || ip[9] != 6 || be16(ip + 6) & 0x3fff)
		return false;
	memcpy(info->src, ip + 12, 4);
	memcpy(info->dst, ip + 16, 4);
	info->version = 4;
	return parse_tcp(info, rest);
}

/* Steps over one extension header; false where what follows cannot be TCP. */
static bool skip_extension(struct rest *rest, uint8_t *next)
{
	const uint8_t *ext = rest->at;
	size_t len;

	if (rest->len < 8)
		return false;
	switch (*next) {
	case 0:		/* hop by hop */
	case 43:	/* routing */
	case 60:	/* destination options */
	case 135:	/* mobility */
	case 139:	/* host identity */
	case 140:	/* shim6 */
		len = ((size_t)ext[1] + 1) * 8;
		break;
	case 44:	/* fragment: only the kind that is the whole */
		if (be16(ext + 2) & 0xfff9)
			return false;
		len = 8;
		break;
	case 51:	/* authentication */
		len = ((size_t)ext[1] + 2) * 4;
		break;
	default:
		return false;
	}
	*next = ext[0];
	return advance(rest, len);
}

static bool parse_ipv6(struct segment_info *info, struct rest rest)
{
	const uint8_t *ip = rest.at;
	uint8_t next;

	if (!advance(&rest, 40))
		return false;
	/* 0: a jumbogram, or left to the card. No TCP packet has none. */
	if (be16(ip + 4))
		limit(&rest, be16(ip + 4));
	next = ip[6];
	while (next != 6) {
		if (!skip_extension(&rest, &next))
			return false;
	}
	memcpy(info->src, ip + 8, 16);
	memcpy(info->dst, ip + 24, 16);
	info->version = 6;
	return parse_tcp(info, rest);
}

static bool parse_ip(struct segment_info *info, struct rest rest)
{
	if (!rest.len)
		return false;
	switch (rest.at[0] >> 4) {
	case 4:
		return parse_ipv4(info, rest);
	case 6:
		return parse_ipv6(info, rest);
	}
	return false;
}

/* By Ethernet type; VLAN tags, any number of them, are stepped over. */
static bool parse_type(struct segment_info *info, struct rest rest, uint16_t type)
{
	while (type == 0x8100 || type == 0x88a8 || type == 0x9100) {
		if (rest.len < 4)
			return false;
		type = be16(rest.at + 2);
		advance(&rest, 4);
	}
	return (type == 0x0800 || type == 0x86dd) && parse_ip(info, rest);
}

/* The address family, in the byte order of the machine that captured. */
static bool parse_family(struct segment_info *info, struct rest rest)
{
	const uint8_t *at = rest.at;
	uint32_t family;

	if (!advance(&rest, 4))
		return false;
	family = be32(at);
	if (family > 0xffff)
		family = (uint32_t)at[1] << 8 | at[0];
	switch (family) {
	case 2:
	case 10:	/* IPv6 is another number on each system */
	case 24:
	case 28:
	case 30:
		return parse_ip(info, rest);
	}
	return false;
}

/**
 * packet_link_known() - is this a kind of link that packet_parse() can read?
 * @link: the link type, as in a capture's header
 *
 * Return: true if so.
 */
bool packet_link_known(unsigned int link)
{
	switch (link) {
	case LINK_NULL:
	case LINK_ETHERNET:
	case LINK_RAW_BSD:
	case LINK_RAW_OPENBSD:
	case LINK_RAW:
	case LINK_LOOP:
	case LINK_SLL:
	case LINK_IPV4:
	case LINK_IPV6:
	case LINK_SLL2:
		return true;
	}
	return false;
}

/**
 * packet_parse() - find the TCP segment in a packet
 * @info: what was found; its payload points into @bytes
 * @link: the link type
 * @bytes: the packet, as far as it was captured
 * @len: how many bytes that is
 *
 * Return: true if there is one, false for all other packets.
 */
bool packet_parse(struct segment_info *info, unsigned int link, const uint8_t *bytes, size_t len)
{
	struct rest rest = { bytes, len };

	memset(info, 0, sizeof(*info));
	switch (link) {
	case LINK_ETHERNET:
		return advance(&rest, 14) && parse_type(info, rest, be16(bytes + 12));
	case LINK_SLL:
		return advance(&rest, 16) && parse_type(info, rest, be16(bytes + 14));
	case LINK_SLL2:
		return advance(&rest, 20) && parse_type(info, rest, be16(bytes));
	case LINK_NULL:
	case LINK_LOOP:
		return parse_family(info, rest);
	default:
		return parse_ip(info, rest);
	}
}
