// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fstr_hash and fstr_siphash: the published vectors, in every cut, and the laws. */
#include "suite.h"

#define PRIME32 2654435761u
#define PRIME64 0x9e3779b185ebca8dull
#define LONGEST 5000

struct xxh3_vector {
	size_t len;
	uint64_t plain;		/* seed 0 */
	uint64_t seeded;	/* seed PRIME64 */
};

/* Of the bytes that xxHash's own tests use, as its version 0.8.1 hashes them. */
static const struct xxh3_vector xxh3_vectors[] = {
	{ 0, 0x2d06800538d394c2ull, 0xa8a6b918b2f0364aull },
	{ 1, 0xc44bdff4074eecdbull, 0x032be332dd766ef8ull },
	{ 3, 0x54247382a8d6b94dull, 0x634b8990b4976373ull },
	{ 4, 0xe5dc74bc51848a51ull, 0xaa2e7eccb0c8f747ull },
	{ 6, 0x27b56a84cd2d7325ull, 0x84589c116ab59ab9ull },
	{ 8, 0x24ccc9acaa9f65e4ull, 0x8f973410999b8f6bull },
	{ 9, 0x14d5001c15dd3f2bull, 0xb3ae7333d9013f60ull },
	{ 12, 0xa713daf0dfbb77e7ull, 0xe7303e1b2336de0eull },
	{ 16, 0x981b17d36c7498c9ull, 0x663f29333b4db6b1ull },
	{ 17, 0x796f5acd3a60f862ull, 0xf3ec5067f4306db3ull },
	{ 24, 0xa3fe70bf9d3510ebull, 0x850e80fc35bdd690ull },
	{ 48, 0x397da259ecba1f11ull, 0xadc2cbaa44acc616ull },
	{ 80, 0xbcdefbbb2c47c90aull, 0xc6dd0cb699532e73ull },
	{ 96, 0x935a769a7f94776full, 0x70cf51937e500540ull },
	{ 97, 0xca4ca268fd3c3a6cull, 0xee461d3add7ee6c9ull },
	{ 128, 0xfcff24126754d861ull, 0x73fde75280646649ull },
	{ 129, 0x98f1b0a679a2ca29ull, 0x21fffdbca099c844ull },
	{ 195, 0xcd94217ee362ec3aull, 0xba68003d370cb3d9ull },
	{ 240, 0x81c3c2b67f568ccfull, 0xcc0f58c27ef3d8eeull },
	{ 241, 0xc5a639ecd2030e5eull, 0xdda9b0a161d4829aull },
	{ 256, 0x55de574ad89d0ac5ull, 0x4d30234b7a3aa61cull },
	{ 403, 0xcdeb804d65c6dea4ull, 0x6259f6ecfd6443fdull },
	{ 512, 0x617e49599013cb6bull, 0x3ce457de14c27708ull },
	{ 1024, 0xdd85c9b5c1109c5cull, 0xef368a8a2ebabaefull },
	{ 1025, 0xd870c0fa13211c6aull, 0x96792bcf9af88519ull },
	{ 2048, 0xdd59e2c3a5f038e0ull, 0x66f81670669ababcull },
	{ 2240, 0x6e73a90539cf2948ull, 0x757ba8487d1b5247ull },
	{ 2367, 0xcb37aeb9e5d361edull, 0xd2db3415b942b42aull },
	{ 4096, 0xe91206429d1f48f9ull, 0x2a3bbb20a5439dcdull },
	{ 4321, 0xd0e88403f8cc83d0ull, 0x92813cb40c39abbaull },
};

struct siphash_vector {
	size_t len;
	uint64_t sip24;
	uint64_t sip13;
};

/* Of the bytes 0, 1, 2 ... with the key 0, 1, 2 ..., as in the paper's appendix. */
static const struct siphash_vector siphash_vectors[] = {
	{ 0, 0x726fdb47dd0e0e31ull, 0xabac0158050fc4dcull },
	{ 1, 0x74f839c593dc67fdull, 0xc9f49bf37d57ca93ull },
	{ 2, 0x0d6c8009d9a94f5aull, 0x82cb9b024dc7d44dull },
	{ 3, 0x85676696d7fb7e2dull, 0x8bf80ab8e7ddf7fbull },
	{ 4, 0xcf2794e0277187b7ull, 0xcf75576088d38328ull },
	{ 5, 0x18765564cd99a68dull, 0xdef9d52f49533b67ull },
	{ 6, 0xcbc9466e58fee3ceull, 0xc50d2b50c59f22a7ull },
	{ 7, 0xab0200f58b01d137ull, 0xd3927d989bb11140ull },
	{ 8, 0x93f5f5799a932462ull, 0x369095118d299a8eull },
	{ 9, 0x9e0082df0ba9e4b0ull, 0x25a48eb36c063de4ull },
	{ 15, 0xa129ca6149be45e5ull, 0xd320d86d2a519956ull },
	{ 16, 0x3f2acc7f57c29bdbull, 0xcc4fdd1a7d908b66ull },
	{ 31, 0x32d892fad841c342ull, 0x2370dd1f8c21d1bcull },
	{ 63, 0x958a324ceb064572ull, 0x9d199062b7bbb3a8ull },
};

static const struct fstr_siphash_key key = { { 0x0706050403020100ull, 0x0f0e0d0c0b0a0908ull } };

static void xxh_bytes(uint8_t *bytes, size_t len)
{
	uint64_t generator = PRIME32;

	for (size_t i = 0; i < len; i++) {
		bytes[i] = (uint8_t)(generator >> 56);
		generator *= PRIME64;
	}
}

static void hash_vectors(struct kunit *test)
{
	uint8_t *bytes = world_alloc(LONGEST);
	struct cuts cuts;
	char name[160];

	KUNIT_ASSERT_NOT_NULL(test, bytes);
	xxh_bytes(bytes, LONGEST);
	for (size_t i = 0; i < ARRAY_SIZE(xxh3_vectors); i++) {
		const struct xxh3_vector *v = &xxh3_vectors[i];

		cuts_init(&cuts, arenas(test)->a, bytes, v->len, NULL, 0);
		while (cuts_next(&cuts)) {
			KUNIT_EXPECT_EQ_MSG(test, fstr_hash(&cuts.view, 0, 0), v->plain,
					    "%zu bytes, cut %s", v->len,
					    cuts_name(&cuts, name, sizeof(name)));
			KUNIT_EXPECT_EQ_MSG(test, fstr_hash(&cuts.view, PRIME64, 0), v->seeded,
					    "%zu bytes, seeded, cut %s", v->len,
					    cuts_name(&cuts, name, sizeof(name)));
		}
	}
	world_free(bytes);
}

static void siphash_vectors_every_cut(struct kunit *test)
{
	struct cuts cuts;
	uint8_t bytes[64];
	char name[160];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)i;
	for (size_t i = 0; i < ARRAY_SIZE(siphash_vectors); i++) {
		const struct siphash_vector *v = &siphash_vectors[i];

		cuts_init(&cuts, arenas(test)->a, bytes, v->len, NULL, 0);
		while (cuts_next(&cuts)) {
			KUNIT_EXPECT_EQ_MSG(test, fstr_siphash(&cuts.view, &key), v->sip24,
					    "%zu bytes, cut %s", v->len,
					    cuts_name(&cuts, name, sizeof(name)));
			KUNIT_EXPECT_EQ_MSG(test, fstr_siphash13(&cuts.view, &key), v->sip13,
					    "1-3, %zu bytes, cut %s", v->len,
					    cuts_name(&cuts, name, sizeof(name)));
		}
	}
}

/* What the pieces of a view hash to, one at a time. */
struct piecewise {
	uint64_t hash, icase, sip24, sip13;
};

static struct piecewise piece_by_piece(const struct fstr *s, uint64_t seed)
{
	struct fstr_hash_state hash, icase;
	struct fstr_siphash_state sip24, sip13;

	fstr_hash_init(&hash, seed, 0);
	fstr_hash_init(&icase, seed, FSTR_ICASE);
	fstr_siphash_init(&sip24, &key);
	fstr_siphash13_init(&sip13, &key);
	for (size_t i = 0; i < s->nr; i++) {
		size_t off = i ? 0 : s->off;
		size_t len = s->frag[i].len - off - (i + 1 < s->nr ? 0 : s->tail);
		const uint8_t *p = s->frag[i].base;

		if (len)
			p += off;
		fstr_hash_update(&hash, p, len);
		fstr_hash_update(&icase, p, len);
		fstr_siphash_update(&sip24, p, len);
		fstr_siphash_update(&sip13, p, len);
	}
	return (struct piecewise){ fstr_hash_digest(&hash), fstr_hash_digest(&icase),
				   fstr_siphash_digest(&sip24), fstr_siphash_digest(&sip13) };
}

/* Cut and joined, at once and piece by piece, with letters folded and not. */
static void hash_laws(struct kunit *test)
{
	struct rng rng = { .state = 4711 };
	uint8_t *text = world_alloc(2 * LONGEST);
	uint8_t *folded = text + LONGEST;
	struct cuts cuts;
	char name[160];

	KUNIT_ASSERT_NOT_NULL(test, text);
	for (unsigned int round = 0; round < SUITE_ROUNDS / 20; round++) {
		size_t len = rng_length(&rng, LONGEST);
		uint64_t seed = round % 3 ? rng_next(&rng) * PRIME64 : 0;
		struct piecewise pieces;
		const struct fstr *flat = FSTR_BUF(text, len);
		uint64_t want = 0;

		for (size_t i = 0; i < len; i++) {
			text[i] = (uint8_t)rng_next(&rng);
			folded[i] = text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i];
		}
		cuts_init(&cuts, arenas(test)->a, text, len, NULL, 0);
		cuts_random(&cuts, &rng);
		pieces = piece_by_piece(&cuts.view, seed);
		cuts_name(&cuts, name, sizeof(name));
		want = fstr_hash(flat, seed, 0);
		KUNIT_EXPECT_EQ_MSG(test, fstr_hash(&cuts.view, seed, 0), want, "%zu: %s", len,
				    name);
		KUNIT_EXPECT_EQ_MSG(test, pieces.hash, want, "%zu, pieces: %s", len, name);
		want = fstr_hash(FSTR_BUF(folded, len), seed, 0);
		KUNIT_EXPECT_EQ_MSG(test, fstr_hash(&cuts.view, seed, FSTR_ICASE), want,
				    "%zu, icase: %s", len, name);
		KUNIT_EXPECT_EQ_MSG(test, pieces.icase, want, "%zu, icase: %s", len, name);
		want = fstr_siphash(flat, &key);
		KUNIT_EXPECT_EQ_MSG(test, fstr_siphash(&cuts.view, &key), want, "%zu: %s", len,
				    name);
		KUNIT_EXPECT_EQ_MSG(test, pieces.sip24, want, "%zu, pieces: %s", len, name);
		want = fstr_siphash13(flat, &key);
		KUNIT_EXPECT_EQ_MSG(test, fstr_siphash13(&cuts.view, &key), want, "%zu: %s", len,
				    name);
		KUNIT_EXPECT_EQ_MSG(test, pieces.sip13, want, "%zu, pieces: %s", len, name);
	}
	world_free(text);
}

/* A bit changed anywhere, behind the first fragment as well, changes the hash. */
static void hash_sees_every_byte(struct kunit *test)
{
	struct fstr_frag frag[5];
	uint8_t text[1000];
	uint64_t before, sip_before;
	struct fstr s;

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (uint8_t)(i % 251);
	for (size_t i = 0; i < 5; i++)
		frag[i] = (struct fstr_frag){ text + 200 * i, 200 };
	KUNIT_ASSERT_EQ(test, fstr_init(&s, frag, 5), 0);
	before = fstr_hash(&s, 1, 0);
	sip_before = fstr_siphash(&s, &key);
	for (size_t i = 0; i < sizeof(text); i++) {
		text[i] ^= 0x40;
		KUNIT_EXPECT_NE_MSG(test, fstr_hash(&s, 1, 0), before, "byte %zu", i);
		KUNIT_EXPECT_NE_MSG(test, fstr_siphash(&s, &key), sip_before, "byte %zu", i);
		text[i] ^= 0x40;
	}
}

static struct kunit_case hash_cases[] = {
	KUNIT_CASE(hash_vectors),
	KUNIT_CASE(siphash_vectors_every_cut),
	KUNIT_CASE(hash_laws),
	KUNIT_CASE(hash_sees_every_byte),
	{}
};

static struct kunit_suite hash_suite = {
	.name = "fragstr_hash",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = hash_cases,
};

kunit_test_suite(hash_suite);
