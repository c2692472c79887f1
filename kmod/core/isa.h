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
 *		begun that may go on behind the block
 * find_byte	the first place of a byte, @len where there is none
 * rfind_byte	the place behind the last one, 0 where there is none
 * count_byte	how many there are
 * find_set	as find_byte, for the bytes of a set
 * rfind_set	as rfind_byte
 * mark_set	64 bytes from *@at on, or fewer at the end of the block, which bytes of
 *		them are in the set, the first in bit 0. *@at is moved to where there
 *		are any; 0 where there are no more
 * gather	the rest of fstri_blocks_next(), where a small run begins
 */
#define FSTRI_DECLARE(isa)								\
	bool fstri_##isa##_search(const struct fstr_needle *needle,			\
				  struct fstr_scan_state *state, const u8 *p, size_t len, \
				  size_t *at);						\
	size_t fstri_##isa##_find_byte(const u8 *p, size_t len, u8 byte);		\
	size_t fstri_##isa##_rfind_byte(const u8 *p, size_t len, u8 byte);		\
	size_t fstri_##isa##_count_byte(const u8 *p, size_t len, u8 byte);		\
	size_t fstri_##isa##_find_set(const u8 *p, size_t len, const struct fstr_byteset *set); \
	size_t fstri_##isa##_rfind_set(const u8 *p, size_t len, const struct fstr_byteset *set); \
	u64 fstri_##isa##_mark_set(const struct fstr_byte_iter *iter, size_t *at);	\
	void fstri_##isa##_gather(struct fstri_blocks *b, u8 *window)

FSTRI_DECLARE(scalar);
FSTRI_DECLARE(sse2);
FSTRI_DECLARE(avx2);
FSTRI_DECLARE(neon);

/*
 * Vectors of 64 bytes were no gain on Zen 4: an absent needle in 1 MiB at 57 GB/s
 * against 71, every load being over two cache lines. AVX512 runs the code of AVX2.
 */
#if defined(FSTRI_X86)
#define FSTRI_CALL(isa, call, ...)					\
	((isa) >= FSTRI_AVX2 ? fstri_avx2_##call(__VA_ARGS__) :		\
	 (isa) == FSTRI_SSE2 ? fstri_sse2_##call(__VA_ARGS__) :		\
			       fstri_scalar_##call(__VA_ARGS__))
#elif defined(FSTRI_ARM64)
#define FSTRI_CALL(isa, call, ...)					\
	((isa) == FSTRI_NEON ? fstri_neon_##call(__VA_ARGS__) :		\
			       fstri_scalar_##call(__VA_ARGS__))
#else
#define FSTRI_CALL(isa, call, ...) ((void)(isa), fstri_scalar_##call(__VA_ARGS__))
#endif

/*
 * The next block, in b->p and b->n. @window has room for FSTR_WINDOW bytes.
 * Return: false where there is none.
 */
static __always_inline bool fstri_blocks_next(struct fstri_blocks *b, u8 *window)
{
	if (!b->pending && !fstri_walk_next(&b->walk))
		return false;
	b->pending = false;
	b->p = b->walk.p;
	b->n = b->walk.n;
	if (b->n < FSTRI_SMALL && b->walk.rest)
		FSTRI_CALL(fstri_isa, gather, b, window);
	return true;
}

#endif
