// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * SipHash-2-4 and SipHash-1-3 (J.-P. Aumasson and D. J. Bernstein, "SipHash: a
 * fast short-input PRF", 2012), over fragments: a word that lies over a seam is
 * put together from its parts, all others are loaded where they lie.
 */
#include "core.h"

static __always_inline u64 rotate(u64 x, unsigned int by)
{
	return x << by | x >> (64 - by);
}

struct sip {
	u64 v0, v1, v2, v3;
};

static __always_inline void sip_round(struct sip *s)
{
	s->v0 += s->v1;
	s->v1 = rotate(s->v1, 13) ^ s->v0;
	s->v0 = rotate(s->v0, 32);
	s->v2 += s->v3;
	s->v3 = rotate(s->v3, 16) ^ s->v2;
	s->v0 += s->v3;
	s->v3 = rotate(s->v3, 21) ^ s->v0;
	s->v2 += s->v1;
	s->v1 = rotate(s->v1, 17) ^ s->v2;
	s->v2 = rotate(s->v2, 32);
}

static __always_inline void sip_word(struct sip *s, u64 word, int rounds)
{
	s->v3 ^= word;
	while (rounds--)
		sip_round(s);
	s->v0 ^= word;
}

static struct sip sip_start(const struct fstr_siphash_key *key)
{
	return (struct sip){
		.v0 = 0x736f6d6570736575u ^ key->key[0],
		.v1 = 0x646f72616e646f6du ^ key->key[1],
		.v2 = 0x6c7967656e657261u ^ key->key[0],
		.v3 = 0x7465646279746573u ^ key->key[1],
	};
}

/* @n bytes, fewer than 8, as the low ones of a word. */
static __always_inline u64 load_part(const u8 *p, size_t n)
{
	u64 word = 0;

	if (n >= 4) {
		word = fstri_le32(p);
		return word | (u64)fstri_le32(p + n - 4) << (8 * (n - 4));
	}
	if (n) {
		word = p[0];
		word |= (u64)p[n / 2] << (8 * (n / 2));
		word |= (u64)p[n - 1] << (8 * (n - 1));
	}
	return word;
}

/*
 * Words behind @len % 8 bytes of one in @part. Always inlined, the number of
 * rounds being a constant; the state lives in registers.
 */
static __always_inline u64 sip_run(struct sip *s, u64 part, u64 len, const u8 *p, size_t n,
				   int rounds)
{
	unsigned int have = len % 8;
	unsigned int shift = have * 8;

	if (n < 8 - have)
		return n ? part | load_part(p, n) << shift : part;
	if (have) {
		sip_word(s, part | load_part(p, 8 - have) << shift, rounds);
		p += 8 - have;
		n -= 8 - have;
	}
	for (; n >= 8; n -= 8, p += 8)
		sip_word(s, fstri_le64(p), rounds);
	return load_part(p, n);
}

static __always_inline u64 sip_finish(struct sip *s, u64 part, u64 len, int rounds, int last)
{
	sip_word(s, part | len << 56, rounds);
	s->v2 ^= 0xff;
	while (last--)
		sip_round(s);
	return s->v0 ^ s->v1 ^ s->v2 ^ s->v3;
}

static __always_inline u64 sip_view(const struct fstr *view, const struct fstr_siphash_key *key,
				    int rounds, int last)
{
	struct sip s = sip_start(key);
	struct fstri_walk walk;
	u64 part = 0;
	u64 len = 0;

	fstri_walk_init(&walk, view, 0);
	while (fstri_walk_next(&walk)) {
		part = sip_run(&s, part, len, walk.p, walk.n, rounds);
		len += walk.n;
	}
	return sip_finish(&s, part, len, rounds, last);
}

uint64_t fstr_siphash(const struct fstr *s, const struct fstr_siphash_key *key)
{
	return sip_view(s, key, 2, 4);
}

uint64_t fstr_siphash13(const struct fstr *s, const struct fstr_siphash_key *key)
{
	return sip_view(s, key, 1, 3);
}

static void init_state(struct fstr_siphash_state *state, const struct fstr_siphash_key *key,
		       u32 rounds)
{
	struct sip s = sip_start(key);

	*state = (struct fstr_siphash_state){ .v = { s.v0, s.v1, s.v2, s.v3 }, .rounds = rounds };
}

void fstr_siphash_init(struct fstr_siphash_state *state, const struct fstr_siphash_key *key)
{
	init_state(state, key, 2);
}

void fstr_siphash13_init(struct fstr_siphash_state *state, const struct fstr_siphash_key *key)
{
	init_state(state, key, 1);
}

void fstr_siphash_update(struct fstr_siphash_state *state, const void *bytes, size_t len)
{
	struct sip s = { state->v[0], state->v[1], state->v[2], state->v[3] };

	if (state->rounds == 1)
		state->part = sip_run(&s, state->part, state->len, bytes, len, 1);
	else
		state->part = sip_run(&s, state->part, state->len, bytes, len, 2);
	state->len += len;
	state->v[0] = s.v0;
	state->v[1] = s.v1;
	state->v[2] = s.v2;
	state->v[3] = s.v3;
}

uint64_t fstr_siphash_digest(const struct fstr_siphash_state *state)
{
	struct sip s = { state->v[0], state->v[1], state->v[2], state->v[3] };

	if (state->rounds == 1)
		return sip_finish(&s, state->part, state->len, 1, 3);
	return sip_finish(&s, state->part, state->len, 2, 4);
}
