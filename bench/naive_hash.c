// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Naive twins of the hashes, a step at a time as their descriptions have it. */
#include <string.h>

#include "bench.h"

#define PRIME32_1 0x9e3779b1u
#define PRIME64_1 0x9e3779b185ebca87u
#define PRIME64_2 0xc2b2ae3d27d4eb4fu

/* The secret of XXH3, a table of constants; the library has it in the words it is read as. */
extern const uint64_t fstri_xxh3_secret[24];

static uint64_t little(const uint8_t *at)
{
	uint64_t word = 0;

	for (int i = 7; i >= 0; i--)
		word = word << 8 | at[i];
	return word;
}

static uint64_t secret_at(size_t byte)
{
	uint64_t word = 0;

	for (size_t i = 8; i-- > 0;)
		word = word << 8 |
		       (fstri_xxh3_secret[(byte + i) / 8] >> 8 * ((byte + i) % 8) & 0xff);
	return word;
}

static void stripe(uint64_t acc[8], const uint8_t *at, size_t secret)
{
	for (size_t lane = 0; lane < 8; lane++) {
		uint64_t data = little(at + 8 * lane);
		uint64_t key = data ^ secret_at(secret + 8 * lane);

		acc[lane ^ 1] += data;
		acc[lane] += (key & 0xffffffff) * (key >> 32);
	}
}

static void scramble(uint64_t acc[8])
{
	for (size_t lane = 0; lane < 8; lane++) {
		acc[lane] ^= acc[lane] >> 47;
		acc[lane] ^= secret_at(128 + 8 * lane);
		acc[lane] *= PRIME32_1;
	}
}

static uint64_t fold(uint64_t a, uint64_t b)
{
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t naive_xxh3(const uint8_t *bytes, size_t len)
{
	uint64_t acc[8] = {
		0xc2b2ae3d, PRIME64_1, PRIME64_2, 0x165667b19e3779f9,
		0x85ebca77c2b2ae63, 0x85ebca77, 0x27d4eb2f165667c5, PRIME32_1,
	};
	uint64_t hash = len * PRIME64_1;

	/* Sixteen stripes are a block; the last stripe may overlap the one before. */
	for (size_t nth = 0; nth < (len - 1) / 64; nth++) {
		stripe(acc, bytes + 64 * nth, nth % 16 * 8);
		if (nth % 16 == 15)
			scramble(acc);
	}
	stripe(acc, bytes + len - 64, 121);
	for (size_t pair = 0; pair < 4; pair++)
		hash += fold(acc[2 * pair] ^ secret_at(11 + 16 * pair),
			     acc[2 * pair + 1] ^ secret_at(19 + 16 * pair));
	hash ^= hash >> 37;
	hash *= 0x165667919e3779f9;
	return hash ^ hash >> 32;
}

static uint64_t rotated(uint64_t word, unsigned int by)
{
	return word << by | word >> (64 - by);
}

static void sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[2] += v[3];
	v[1] = rotated(v[1], 13) ^ v[0];
	v[3] = rotated(v[3], 16) ^ v[2];
	v[0] = rotated(v[0], 32);
	v[2] += v[1];
	v[0] += v[3];
	v[1] = rotated(v[1], 17) ^ v[2];
	v[3] = rotated(v[3], 21) ^ v[0];
	v[2] = rotated(v[2], 32);
}

static void sip_word(uint64_t v[4], uint64_t word, unsigned int rounds)
{
	v[3] ^= word;
	for (unsigned int i = 0; i < rounds; i++)
		sip_round(v);
	v[0] ^= word;
}

uint64_t naive_siphash(const uint8_t *bytes, size_t len, const uint64_t key[2],
		       unsigned int rounds)
{
	uint64_t v[4] = {
		key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d,
		key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573,
	};
	uint64_t last = (uint64_t)len << 56;
	size_t pos = 0;

	for (; len - pos >= 8; pos += 8)
		sip_word(v, little(bytes + pos), rounds);
	for (size_t i = 0; pos + i < len; i++)
		last |= (uint64_t)bytes[pos + i] << 8 * i;
	sip_word(v, last, rounds);
	v[2] ^= 0xff;
	for (unsigned int i = 0; i < rounds + 2; i++)
		sip_round(v);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}
