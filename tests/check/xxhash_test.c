// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_hash against libxxhash itself: every length, cut in three, many seeds. */
#include <fragstr/fragstr.h>
#include <stdio.h>
#include <xxhash.h>

#define LONGEST 5000

static uint8_t bytes[LONGEST];

static bool agrees(size_t len, uint64_t seed)
{
	struct fstr_frag frag[3] = {
		{ bytes, len / 3 },
		{ bytes + len / 3, len / 2 - len / 3 },
		{ bytes + len / 2, len - len / 2 },
	};
	uint64_t want = XXH3_64bits_withSeed(bytes, len, seed);
	struct fstr s;

	return !fstr_init(&s, frag, 3) && fstr_hash(&s, seed, 0) == want &&
	       fstr_hash(FSTR_BUF(bytes, len), seed, 0) == want;
}

int main(void)
{
	uint64_t seed = 0;
	unsigned int wrong = 0;

	for (size_t i = 0; i < LONGEST; i++)
		bytes[i] = (uint8_t)(i * 131 + (i >> 8) * 7);
	for (size_t len = 0; len <= LONGEST; len++, seed += 0x9e3779b97f4a7c15u) {
		if (agrees(len, 0) && agrees(len, seed))
			continue;
		printf("# %zu bytes, seed %llu\n", len, (unsigned long long)seed);
		wrong++;
	}
	printf("KTAP version 1\n1..1\n%s 1 fstr_hash is XXH3_64bits_withSeed of libxxhash %u\n",
	       wrong ? "not ok" : "ok", XXH_versionNumber());
	return wrong != 0;
}
