// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* For every arm64. */
#include "../set.h"

#define VEC 16
#define MOST_ROWS 5
#define NAME(x) fstri_neon_##x

typedef u8 vec __attribute__((__vector_size__(VEC)));
typedef u8 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));
typedef u64 words __attribute__((__vector_size__(VEC)));

static __always_inline vec spread(const u8 *p)
{
	return *(const loose *)p;
}

/* The builtin has another name in each compiler. */
static __always_inline vec shuffle(vec table, vec at)
{
	vec v;

	__asm__("tbl %0.16b, {%1.16b}, %2.16b" : "=w"(v) : "w"(table), "w"(at));
	return v;
}

static __always_inline vec upper_half(vec v)
{
	return v >> 4;
}

/* Bit 7 * @i of the factor takes the mark of byte 7 - @i to the top. */
static __always_inline u64 gather_bits(u64 marks)
{
	return (marks * 0x0102040810204080u) >> 56;
}

static __always_inline u64 bits_of(vec v)
{
	words marks = (words)((vec)(v != 0) & 1);

	return gather_bits(marks[0]) | gather_bits(marks[1]) << 8;
}

#include "../halves.h"
#include "../teddy.h"
