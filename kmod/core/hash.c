// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Hashes of the content: XXH3-64 with a seed (Y. Collet, 2019; the algorithm is
 * given in the xxHash specification, version 0.2).
 *
 * What has been fed is taken in stripes of 64 bytes, in place; what is left of a
 * piece, and small pieces, wait in a buffer of four stripes. A stripe is taken
 * only when more follows it, as the last 64 bytes are mixed in by a key of their
 * own; so that they are always there, the end of the buffer keeps the last stripe
 * that was taken.
 *
 * The seed changes the secret's words in turn by + and -. They are derived as
 * they are used: a changed copy would be 192 bytes of stack.
 */
#include "hash.h"

#define SHORT_MOST 240		/* longer strings are taken in stripes */
#define BUFFER sizeof(((struct fstr_hash_state *)0)->buf)

#define PRIME64_1 0x9e3779b185ebca87u
#define PRIME64_2 0xc2b2ae3d27d4eb4fu
#define PRIME64_3 0x165667b19e3779f9u
#define PRIME64_4 0x85ebca77c2b2ae63u
#define PRIME64_5 0x27d4eb2f165667c5u
#define PRIME_MX1 0x165667919e3779f9u
#define PRIME_MX2 0x9fb21c651e98df25u

const u64 fstri_xxh3_secret[24] = {
	0xbe4ba423396cfeb8, 0x1cad21f72c81017c, 0xdb979083e96dd4de, 0x1f67b3b7a4a44072,
	0x78e5c0cc4ee679cb, 0x2172ffcc7dd05a82, 0x8e2443f7744608b8, 0x4c263a81e69035e0,
	0xcb00c391bb52283c, 0xa32e531b8b65d088, 0x4ef90da297486471, 0xd8acdea946ef1938,
	0x3f349ce33f76faa8, 0x1d4f0bc7c7bbdcf9, 0x3159b4cd4be0518a, 0x647378d9c97e9fc8,
	0xc3ebd33483acc5ea, 0xeb6313faffa081c5, 0x49daf0b751dd0d17, 0x9e68d429265516d3,
	0xfca1477d58be162b, 0xce31d07ad1b8f88f, 0x280416958f3acb45, 0x7e404bbbcafbd7af,
};

/* Eight bytes of the secret at any place, in the order of little-endian memory. */
static u64 secret_at(size_t at, u64 seed)
{
	u64 low = fstri_xxh3_word(at / 8, seed);
	u64 high;
	unsigned int shift = at % 8 * 8;

	if (!shift)
		return low;
	high = fstri_xxh3_word(at / 8 + 1, seed);
	return low >> shift | high << (64 - shift);
}

static u64 plain(size_t at)
{
	return secret_at(at, 0);
}

static u64 rotate_left(u64 x, unsigned int by)
{
	return x << by | x >> (64 - by);
}

/* Both halves of the 128-bit product, as one. */
static u64 multiply_fold(u64 a, u64 b)
{
#ifdef __SIZEOF_INT128__
	const __uint128_t product = (__uint128_t)a * b;

	return (u64)product ^ (u64)(product >> 64);
#else
	u64 low = (u64)(u32)a * (u32)b;
	u64 left = (a >> 32) * (u32)b;
	u64 cross = (low >> 32) + (u32)left + (u32)a * (b >> 32);
	u64 high = (a >> 32) * (b >> 32) + (left >> 32) + (cross >> 32);

	return high ^ (cross << 32 | (u32)low);
#endif
}

static u64 avalanche(u64 h)
{
	h = (h ^ h >> 37) * PRIME_MX1;
	return h ^ h >> 32;
}

static u64 avalanche_xxh64(u64 h)
{
	h = (h ^ h >> 33) * PRIME64_2;
	h = (h ^ h >> 29) * PRIME64_3;
	return h ^ h >> 32;
}

static u64 hash_to_3(const u8 *p, size_t len, u64 seed)
{
	u32 mixed = (u32)p[0] << 16 | (u32)p[len >> 1] << 24 | p[len - 1] | (u32)len << 8;
	u64 flip = ((u32)plain(0) ^ (u32)(plain(0) >> 32)) + seed;

	return avalanche_xxh64(mixed ^ flip);
}

static u64 hash_4_to_8(const u8 *p, size_t len, u64 seed)
{
	u64 h = fstri_le32(p + len - 4) + ((u64)fstri_le32(p) << 32);

	seed ^= (u64)__builtin_bswap32((u32)seed) << 32;
	h ^= (plain(8) ^ plain(16)) - seed;
	h ^= rotate_left(h, 49) ^ rotate_left(h, 24);
	h *= PRIME_MX2;
	h ^= (h >> 35) + len;
	h *= PRIME_MX2;
	return h ^ h >> 28;
}

static u64 hash_9_to_16(const u8 *p, size_t len, u64 seed)
{
	u64 low = fstri_le64(p) ^ ((plain(24) ^ plain(32)) + seed);
	u64 high = fstri_le64(p + len - 8) ^ ((plain(40) ^ plain(48)) - seed);

	return avalanche(len + __builtin_bswap64(low) + high + multiply_fold(low, high));
}

static u64 mix_16(const u8 *p, size_t at, u64 seed)
{
	return multiply_fold(fstri_le64(p) ^ (plain(at) + seed),
			     fstri_le64(p + 8) ^ (plain(at + 8) - seed));
}

/* 17 to 128 bytes: pairs of 16, from both ends inwards. */
static u64 hash_to_128(const u8 *p, size_t len, u64 seed)
{
	u64 h = len * PRIME64_1;

	for (size_t i = (len - 1) / 32 + 1; i-- > 0;) {
		h += mix_16(p + 16 * i, 32 * i, seed);
		h += mix_16(p + len - 16 * (i + 1), 32 * i + 16, seed);
	}
	return avalanche(h);
}

static u64 hash_129_to_240(const u8 *p, size_t len, u64 seed)
{
	u64 h = len * PRIME64_1;

	for (size_t i = 0; i < 8; i++)
		h += mix_16(p + 16 * i, 16 * i, seed);
	h = avalanche(h);
	for (size_t i = 8; i < len / 16; i++)
		h += mix_16(p + 16 * i, 16 * (i - 8) + 3, seed);
	return avalanche(h + mix_16(p + len - 16, 136 - 17, seed));
}

static u64 hash_short(const u8 *p, size_t len, u64 seed)
{
	if (len > 128)
		return hash_129_to_240(p, len, seed);
	if (len > 16)
		return hash_to_128(p, len, seed);
	if (len > 8)
		return hash_9_to_16(p, len, seed);
	if (len >= 4)
		return hash_4_to_8(p, len, seed);
	if (len)
		return hash_to_3(p, len, seed);
	return avalanche_xxh64(seed ^ plain(56) ^ plain(64));
}

/* The last 64 bytes, by a key of their own, and the end. */
static u64 finish(u64 *acc, const u8 *last, u64 len, u64 seed)
{
	u64 h = len * PRIME64_1;

	for (size_t i = 0; i < 8; i++)
		fstri_xxh3_lane(acc, i, fstri_le64(last + 8 * i), secret_at(121 + 8 * i, seed));
	for (size_t i = 0; i < 4; i++)
		h += multiply_fold(acc[2 * i] ^ secret_at(11 + 16 * i, seed),
				   acc[2 * i + 1] ^ secret_at(19 + 16 * i, seed));
	return avalanche(h);
}

void fstr_hash_init(struct fstr_hash_state *state, uint64_t seed, unsigned int flags)
{
	static const u64 start[8] = { 0xc2b2ae3d, PRIME64_1, PRIME64_2, PRIME64_3,
				      PRIME64_4,  0x85ebca77, PRIME64_5, 0x9e3779b1 };

	memcpy(state->acc, start, sizeof(start));
	state->seed = seed;
	state->len = 0;
	state->held = 0;
	state->stripe = 0;
	state->flags = flags;
}

static void take(struct fstr_hash_state *state, const u8 *p, size_t stripes,
		 struct fstri_lease *lease)
{
	state->stripe = fstri_xxh3_stripes(state->acc, p, stripes, state->stripe, state->seed,
					   lease);
}

/*
 * The piece goes beyond the buffer: fill up the stripe that was begun, take what
 * waits, then what is whole in the piece, and keep the rest.
 */
static void update_large(struct fstr_hash_state *state, const u8 *p, size_t len,
			 struct fstri_lease *lease)
{
	size_t fill = -state->held % FSTRI_STRIPE;
	const u8 *last = state->buf + state->held + fill - FSTRI_STRIPE;
	size_t stripes;

	if (state->held) {
		fstri_copy(state->buf + state->held, p, fill);
		take(state, state->buf, (state->held + fill) / FSTRI_STRIPE, lease);
		p += fill;
		len -= fill;
	}
	stripes = (len - 1) / FSTRI_STRIPE;
	if (stripes) {
		take(state, p, stripes, lease);
		p += stripes * FSTRI_STRIPE;
		len -= stripes * FSTRI_STRIPE;
		last = p - FSTRI_STRIPE;
	}
	memcpy(state->buf + BUFFER - FSTRI_STRIPE, last, FSTRI_STRIPE);
	fstri_copy(state->buf, p, len);
	state->held = (u32)len;
}

/* The buffer is full, and one more byte follows. */
static void flush(struct fstr_hash_state *state, struct fstri_lease *lease)
{
	take(state, state->buf, BUFFER / FSTRI_STRIPE, lease);
	state->held = 0;
}

static void update_folded(struct fstr_hash_state *state, const u8 *p, size_t len,
			  struct fstri_lease *lease)
{
	for (; len; len--) {
		if (state->held == BUFFER)
			flush(state, lease);
		state->buf[state->held++] = fstri_fold(*p++);
	}
}

static __always_inline void update(struct fstr_hash_state *state, const u8 *p, size_t len,
				   struct fstri_lease *lease)
{
	state->len += len;
	if (state->flags & FSTR_ICASE) {
		update_folded(state, p, len, lease);
	} else if (len <= BUFFER - state->held) {
		fstri_copy(state->buf + state->held, p, len);
		state->held += (u32)len;
	} else {
		update_large(state, p, len, lease);
	}
}

/* @len is not 0. */
void fstri_hash_update(struct fstr_hash_state *state, const u8 *p, size_t len,
		       struct fstri_lease *lease)
{
	update(state, p, len, lease);
}

void fstr_hash_update(struct fstr_hash_state *state, const void *bytes, size_t len)
{
	struct fstri_lease lease = fstri_hash_lease(len);

	if (len)
		update(state, bytes, len, &lease);
	fstri_lease_end(&lease);
}

uint64_t fstr_hash_digest(const struct fstr_hash_state *state)
{
	struct fstri_lease lease = fstri_hash_lease(state->held);
	u8 last[FSTRI_STRIPE];
	size_t stripes, before;
	u64 acc[8];

	if (state->len <= SHORT_MOST)
		return hash_short(state->buf, (size_t)state->len, state->seed);
	memcpy(acc, state->acc, sizeof(acc));
	stripes = (state->held - 1) / FSTRI_STRIPE;
	fstri_xxh3_stripes(acc, state->buf, stripes, state->stripe, state->seed, &lease);
	fstri_lease_end(&lease);
	if (state->held >= FSTRI_STRIPE)
		return finish(acc, state->buf + state->held - FSTRI_STRIPE, state->len,
			      state->seed);
	before = FSTRI_STRIPE - state->held;
	memcpy(last, state->buf + BUFFER - before, before);
	memcpy(last + before, state->buf, state->held);
	return finish(acc, last, state->len, state->seed);
}

/* In a frame of its own: the window and the state are too much for one. */
static __attribute__((__noinline__)) void update_view(struct fstr_hash_state *state,
						      const struct fstr *s)
{
	struct fstri_lease lease = fstri_hash_lease(s->len);
	struct fstri_blocks blocks FSTRI_UNSET;
	u8 window[FSTR_WINDOW] FSTRI_UNSET;

	fstri_blocks_init(&blocks, s, 0);
	while (fstri_blocks_next(&blocks, window, &lease))
		update(state, blocks.p, blocks.n, &lease);
	fstri_lease_end(&lease);
}

uint64_t fstr_hash(const struct fstr *s, uint64_t seed, unsigned int flags)
{
	struct fstr_hash_state state FSTRI_UNSET;
	struct fstri_walk walk;

	/* Often it is one short fragment, and then nothing is copied. */
	fstri_walk_init(&walk, s, 0);
	if (s->len <= SHORT_MOST && !(flags & FSTR_ICASE) && fstri_walk_next(&walk) &&
	    walk.n == s->len)
		return hash_short(walk.p, walk.n, seed);
	fstr_hash_init(&state, seed, flags);
	update_view(&state, s);
	return fstr_hash_digest(&state);
}
