/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * XXH3's stripes by vectors of VEC bytes, for little-endian machines. The file
 * that includes this defines VEC, NAME(x), and MUL32(a, b), the 64-bit products of
 * the lower halves of each lane.
 */
#include "hash.h"

#define LANES (VEC / 8)
#define PARTS (FSTRI_STRIPE / VEC)

typedef u64 vec __attribute__((__vector_size__(VEC)));
typedef u64 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));

static __always_inline vec swap_pairs(vec x)
{
#if VEC == 16
	return __builtin_shufflevector(x, x, 1, 0);
#elif VEC == 32
	return __builtin_shufflevector(x, x, 1, 0, 3, 2);
#else
	return __builtin_shufflevector(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
#endif
}

/* All ones in every second lane; put there one by one, they took longer than a stripe. */
#if VEC == 16
#define ODD_LANES ((vec){ 0, -1 })
#elif VEC == 32
#define ODD_LANES ((vec){ 0, -1, 0, -1 })
#else
#define ODD_LANES ((vec){ 0, -1, 0, -1, 0, -1, 0, -1 })
#endif

static __always_inline vec secret(size_t word, vec seed)
{
	return *(const loose *)(fstri_xxh3_secret + word) + seed;
}

/* The low word times the 32-bit prime, and the high one's product on top. */
static __always_inline vec scramble(vec acc, vec key)
{
	vec prime = (vec){} + FSTRI_PRIME32_1;

	acc ^= acc >> 47;
	acc ^= key;
	return MUL32(acc, prime) + (MUL32(acc >> 32, prime) << 32);
}

struct sums {
	vec acc[PARTS];
};

static __always_inline void take_stripe(struct sums *sums, const u8 *p, u32 nth, vec seed)
{
	for (int i = 0; i < PARTS; i++) {
		vec data = *(const loose *)(p + i * VEC);
		vec key = data ^ secret(nth + i * LANES, seed);

		sums->acc[i] += swap_pairs(data) + MUL32(key, key >> 32);
	}
}

u32 NAME(xxh3)(u64 *to, const u8 *p, size_t stripes, u32 nth, u64 seed)
{
	const u8 *end = p + stripes * FSTRI_STRIPE;
	/* words of the secret with an even number get +, the others - */
	vec even = (ODD_LANES ^ seed) - ODD_LANES;
	vec odd = -even;
	struct sums sums;

	for (int i = 0; i < PARTS; i++)
		sums.acc[i] = *(const loose *)(to + i * LANES);
	while (p < end) {
		if (nth % 2) {
			take_stripe(&sums, p, nth++, odd);
			p += FSTRI_STRIPE;
		}
		for (; nth < FSTRI_BLOCK_STRIPES && end - p >= 2 * FSTRI_STRIPE; nth += 2) {
			take_stripe(&sums, p, nth, even);
			take_stripe(&sums, p + FSTRI_STRIPE, nth + 1, odd);
			p += 2 * FSTRI_STRIPE;
		}
		if (nth < FSTRI_BLOCK_STRIPES && p < end) {
			take_stripe(&sums, p, nth++, even);
			p += FSTRI_STRIPE;
		}
		if (nth < FSTRI_BLOCK_STRIPES)
			continue;
		nth = 0;
		for (int i = 0; i < PARTS; i++)
			sums.acc[i] = scramble(sums.acc[i], secret(16 + i * LANES, even));
	}
	for (int i = 0; i < PARTS; i++)
		*(loose *)(to + i * LANES) = sums.acc[i];
	return nth;
}
