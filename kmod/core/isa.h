/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The calls that each instruction set has code of its own for, and the choice
 * between them: a comparison of a number, no pointer to a function.
 */
#ifndef FRAGSTR_ISA_H
#define FRAGSTR_ISA_H

#include "core.h"

/*
 * search	a match that lies wholly in the block, from *@at on, where the automaton
 *		is at depth 0. True behind a match; otherwise *@at is @len, or where
 *		the automaton is to go on: in debt, or at depth 1, a match having
 *		begun that may go on behind the block. Where this is not its @last
 *		part, *@at is where no match can begin any more that ends in it
 * find_byte	the first place of a byte, @len where there is none
 * rfind_byte	the place behind the last one, 0 where there is none
 * count_byte	how many there are
 * find_set	as find_byte, for the bytes of a set
 * rfind_set	as rfind_byte
 * mark_set	64 bytes of a block from *@at on, or fewer up to @len: which of them
 *		are in the set, the first in bit 0. *@at is moved to where there are
 *		any; 0 where there are none
 * gather	the rest of fstri_blocks_next(), where a small run begins
 */
#define FSTRI_DECLARE(isa)								\
	bool fstri_##isa##_search(const struct fstr_needle *needle,			\
				  struct fstr_scan_state *state, const u8 *p, size_t len, \
				  size_t *at, bool last);				\
	size_t fstri_##isa##_find_byte(const u8 *p, size_t len, u8 byte);		\
	size_t fstri_##isa##_rfind_byte(const u8 *p, size_t len, u8 byte);		\
	size_t fstri_##isa##_count_byte(const u8 *p, size_t len, u8 byte);		\
	size_t fstri_##isa##_find_set(const u8 *p, size_t len, const struct fstr_byteset *set); \
	size_t fstri_##isa##_rfind_set(const u8 *p, size_t len, const struct fstr_byteset *set); \
	u64 fstri_##isa##_mark_set(const struct fstr_byte_iter *iter, size_t len, size_t *at); \
	void fstri_##isa##_gather(struct fstri_blocks *b, u8 *window)

FSTRI_DECLARE(scalar);
FSTRI_DECLARE(sse2);
FSTRI_DECLARE(avx2);
FSTRI_DECLARE(neon);

/*
 * Vectors of 64 bytes were no gain on Zen 4: an absent needle in 1 MiB at 57 GB/s
 * against 71, every load being over two cache lines. AVX512 runs the code of AVX2, but
 * for hashes. SSSE3 has a byte shuffle for sets, and nothing else that SSE2 has not.
 */
#if defined(FSTRI_X86)
#define FSTRI_CALL(isa, call, ...)					\
	((isa) >= FSTRI_AVX2 ? fstri_avx2_##call(__VA_ARGS__) :		\
	 (isa) >= FSTRI_SSE2 ? fstri_sse2_##call(__VA_ARGS__) :		\
			       fstri_scalar_##call(__VA_ARGS__))
#elif defined(FSTRI_ARM64)
#define FSTRI_CALL(isa, call, ...)					\
	((isa) == FSTRI_NEON ? fstri_neon_##call(__VA_ARGS__) :		\
			       fstri_scalar_##call(__VA_ARGS__))
#else
#define FSTRI_CALL(isa, call, ...) ((void)(isa), fstri_scalar_##call(__VA_ARGS__))
#endif

/* find_byte and find_set over a block, those that go backward, and count_byte. */
#define FSTRI_FORWARD(call, what_t)						\
static __always_inline size_t fstri_##call(struct fstri_lease *lease, const u8 *p, size_t len, \
					   what_t what)				\
{										\
	size_t at = 0;								\
										\
	while (at < len) {							\
		size_t n = len - at;						\
		u32 isa = fstri_lease_next(lease, fstri_isa, &n);				\
		size_t found = FSTRI_CALL(isa, call, p + at, n, what);		\
										\
		fstri_lease_took(lease, found);					\
		at += found;							\
		if (found < n)							\
			break;							\
	}									\
	return at;								\
}

#define FSTRI_BACKWARD(call, what_t)						\
static __always_inline size_t fstri_##call(struct fstri_lease *lease, const u8 *p, size_t len, \
					   what_t what)				\
{										\
	while (len) {								\
		size_t n = len;							\
		u32 isa = fstri_lease_next(lease, fstri_isa, &n);				\
		size_t behind = FSTRI_CALL(isa, call, p + len - n, n, what);	\
										\
		fstri_lease_took(lease, n - behind);				\
		len -= n;							\
		if (behind)							\
			return len + behind;					\
	}									\
	return 0;								\
}

FSTRI_FORWARD(find_byte, u8)
FSTRI_FORWARD(find_set, const struct fstr_byteset *)
FSTRI_BACKWARD(rfind_byte, u8)
FSTRI_BACKWARD(rfind_set, const struct fstr_byteset *)

static __always_inline size_t fstri_count_byte(struct fstri_lease *lease, const u8 *p, size_t len,
					       u8 byte)
{
	size_t count = 0;

	while (len) {
		size_t n = len;
		u32 isa = fstri_lease_next(lease, fstri_isa, &n);

		count += FSTRI_CALL(isa, count_byte, p, n, byte);
		fstri_lease_took(lease, n);
		p += n;
		len -= n;
	}
	return count;
}

/*
 * The next block, in b->p and b->n. @window has room for FSTR_WINDOW bytes.
 * Return: false where there is none.
 */
static __always_inline bool fstri_blocks_next(struct fstri_blocks *b, u8 *window,
					      struct fstri_lease *lease)
{
	if (!b->pending && !fstri_walk_next(&b->walk))
		return false;
	b->pending = false;
	b->p = b->walk.p;
	b->n = b->walk.n;
	if (b->n < FSTRI_SMALL && b->walk.rest) {
		u32 isa = fstri_lease_isa(lease, fstri_isa);

		FSTRI_CALL(isa, gather, b, window);
	}
	return true;
}

#endif
