// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "hash.h"

u32 fstri_scalar_xxh3(u64 *acc, const u8 *p, size_t stripes, u32 nth, u64 seed)
{
	for (; stripes; stripes--, p += FSTRI_STRIPE) {
		for (size_t i = 0; i < 8; i++)
			fstri_xxh3_lane(acc, i, fstri_le64(p + 8 * i),
					fstri_xxh3_word(nth + i, seed));
		if (++nth < FSTRI_BLOCK_STRIPES)
			continue;
		nth = 0;
		for (size_t i = 0; i < 8; i++)
			acc[i] = (acc[i] ^ acc[i] >> 47 ^ fstri_xxh3_word(16 + i, seed)) *
				 FSTRI_PRIME32_1;
	}
	return nth;
}
