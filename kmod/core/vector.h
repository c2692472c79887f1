/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The calls of isa.h by vectors of VEC bytes. The file that includes this
 * defines:
 *
 *	VEC		bytes of a vector
 *	NAME(x)		the name of call x for this instruction set
 *	SHORTER(x)	the one for fewer bytes than a vector
 *	mask		an unsigned type of LANE bits for each byte
 *	marks(v)	the bits of the bytes that are not 0 in v, where all bytes are
 *			0 or 0xff
 *
 * and the file is compiled for that instruction set. Every load lies within the
 * bytes of the call: the last vector is loaded so that it ends where they end,
 * and fewer bytes than a vector are left to shorter vectors or the scalar code.
 */
#include "isa.h"

typedef u8 vec __attribute__((__vector_size__(VEC)));
typedef u8 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));

static __always_inline vec load(const u8 *p)
{
	return *(const loose *)p;
}

static __always_inline vec splat(u8 byte)
{
	return (vec){} + byte;
}

/* The 16 bytes at @p in each part of 16. */
static __always_inline vec each_16(const u8 *p)
{
#if VEC == 16
	return load(p);
#else
	typedef u8 part __attribute__((__vector_size__(16), __aligned__(1), __may_alias__));
	part x = *(const part *)p;

	return __builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
				       0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}

static __always_inline vec equal(vec a, vec b)
{
	return (vec)(a == b);
}

static __always_inline size_t first(u64 m)
{
	return (size_t)__builtin_ctzll(m) / LANE;
}

static __always_inline size_t last(u64 m)
{
	return (size_t)(63 - __builtin_clzll(m)) / LANE;
}

static __always_inline u64 without_first(u64 m)
{
	return LANE == 1 ? m & (m - 1) : m & ~((((u64)1 << LANE) - 1) << (first(m) * LANE));
}

/* The marks of byte @n and those behind it. */
static __always_inline mask from_byte(size_t n)
{
	return n < VEC ? (mask)~(mask)0 << (n * LANE) : 0;
}

#include "vector_bytes.h"
#include "vector_find.h"
