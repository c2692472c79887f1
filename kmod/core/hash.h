/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The inner step of XXH3: stripes into accumulators, one copy for each ISA. */
#ifndef FRAGSTR_HASH_H
#define FRAGSTR_HASH_H

#include "isa.h"

#define FSTRI_STRIPE 64
#define FSTRI_BLOCK_STRIPES 16	/* stripes between two scrambles */
#define FSTRI_PRIME32_1 0x9e3779b1u

extern const u64 fstri_xxh3_secret[24];

/* A word of the secret as the seed changes it. */
static __always_inline u64 fstri_xxh3_word(size_t i, u64 seed)
{
	return fstri_xxh3_secret[i] + (i % 2 ? -seed : seed);
}

static __always_inline void fstri_xxh3_lane(u64 *acc, size_t i, u64 data, u64 secret)
{
	u64 key = data ^ secret;

	acc[i ^ 1] += data;
	acc[i] += (key & 0xffffffff) * (key >> 32);
}

/*
 * Take @stripes whole stripes at @p; @nth is the first one's number in its block.
 * Return: the number of the next one.
 */
u32 fstri_scalar_xxh3(u64 *acc, const u8 *p, size_t stripes, u32 nth, u64 seed);
u32 fstri_sse2_xxh3(u64 *acc, const u8 *p, size_t stripes, u32 nth, u64 seed);
u32 fstri_avx2_xxh3(u64 *acc, const u8 *p, size_t stripes, u32 nth, u64 seed);
u32 fstri_avx512_xxh3(u64 *acc, const u8 *p, size_t stripes, u32 nth, u64 seed);

static __always_inline u32 fstri_xxh3_step(u32 isa, u64 *acc, const u8 *p, size_t stripes, u32 nth,
					   u64 seed)
{
#ifdef FSTRI_HAVE_AVX512
	if (isa >= FSTRI_AVX512)
		return fstri_avx512_xxh3(acc, p, stripes, nth, seed);
#endif
#ifdef FSTRI_X86
	if (isa >= FSTRI_AVX2)
		return fstri_avx2_xxh3(acc, p, stripes, nth, seed);
	if (isa >= FSTRI_SSE2)
		return fstri_sse2_xxh3(acc, p, stripes, nth, seed);
#else
	(void)isa;
#endif
	return fstri_scalar_xxh3(acc, p, stripes, nth, seed);
}

/* Only whole stripes are taken by it, so that some are left in any section. */
static __always_inline struct fstri_lease fstri_hash_lease(size_t len)
{
#ifdef FSTRI_X86
	return fstri_lease(fstri_isa, len);
#else
	return fstri_lease(FSTRI_SCALAR, len);
#endif
}

/* hash.c */
void fstri_hash_update(struct fstr_hash_state *state, const u8 *p, size_t len,
		       struct fstri_lease *lease);

static inline u32 fstri_xxh3_stripes(u64 *acc, const u8 *p, size_t stripes, u32 nth, u64 seed,
				     struct fstri_lease *lease)
{
	while (stripes) {
		size_t len = stripes * FSTRI_STRIPE;
		u32 isa = fstri_lease_next(lease, fstri_isa, &len);
		size_t n = len / FSTRI_STRIPE;

		nth = fstri_xxh3_step(isa, acc, p, n, nth, seed);
		fstri_lease_took(lease, len);
		p += len;
		stripes -= n;
	}
	return nth;
}

#endif
