// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Packets made to lead the parser out of them. Each lies in a heap block of its
 * own size, so that a sanitizer sees the first byte that is read behind it.
 */
#include <stdlib.h>
#include <string.h>

#include "../capture.h"
#include "packets.h"

struct change file_change(struct file *file, size_t from, size_t to)
{
	static uint64_t random = 1;
	struct change change = { };

	random = random * 6364136223846793005 + 1442695040888963407;
	change.nr = 1 + (random >> 33) % 9;
	for (size_t i = 0; i < change.nr; i++) {
		random = random * 6364136223846793005 + 1442695040888963407;
		change.at[i] = from + (random >> 20) % (to - from);
		change.was[i] = file->bytes[change.at[i]];
		file->bytes[change.at[i]] = (uint8_t)(random >> 56);
	}
	return change;
}

/* Backwards, since a byte may have been changed twice. */
void file_restore(struct file *file, const struct change *change)
{
	for (size_t i = change->nr; i; i--)
		file->bytes[change->at[i - 1]] = change->was[i - 1];
}

/* True if what is found lies within the packet. */
static bool stays_inside(const uint8_t *bytes, size_t len, unsigned int link)
{
	/* A malloc() of 0 bytes may give NULL. */
	uint8_t *block = malloc(len ? len : 1);
	struct segment_info info;
	bool good = block;

	if (!good)
		return false;
	memcpy(block, bytes, len);
	if (packet_parse(&info, link, block, len))
		good = info.payload >= block && info.payload <= block + len &&
		       info.len <= len - (size_t)(info.payload - block);
	free(block);
	return good;
}

static bool hostile_packet(struct file *file, unsigned int link)
{
	/* Behind the headers of the file and of the packet. */
	const size_t begin = 24 + 16;
	const size_t len = file->len - begin;
	bool good = true;

	for (size_t i = 0; i <= len; i++)
		good &= stays_inside(file->bytes + begin, i, link);
	for (size_t i = 0; i < 3000; i++) {
		struct change change = file_change(file, begin, file->len);

		/* Every length as well: a lie is worst near the end. */
		good &= stays_inside(file->bytes + begin, i % (len + 1), link);
		good &= stays_inside(file->bytes + begin, len, link);
		file_restore(file, &change);
	}
	return good;
}

bool hostile_packets(struct file *file)
{
	static const unsigned int links[IN_LAYERS] = { 1, 1, 1, 113, 276, 101, 0, 0, 108 };
	bool good = true;

	for (unsigned int layer = 0; layer < IN_LAYERS; layer++) {
		file_begin(file, layer, false, false);
		PACKET(file, .seq = 100, .data = "abc", .options = 12);
		good &= hostile_packet(file, links[layer]);
		file_begin(file, layer, false, false);
		PACKET(file, .seq = 103, .data = "def", .ipv6 = true, .extensions = "hrdfa");
		good &= hostile_packet(file, links[layer]);
	}
	return good;
}
