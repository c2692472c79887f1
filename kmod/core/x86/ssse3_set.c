// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Compiled with -mssse3, and run where the CPU has it. */
#include "../set.h"

#define VEC 16
#define MOST_ROWS 5
#define NAME(x) fstri_ssse3_##x

typedef u8 vec __attribute__((__vector_size__(VEC)));
typedef u8 loose __attribute__((__vector_size__(VEC), __aligned__(1), __may_alias__));
typedef char chars __attribute__((__vector_size__(VEC)));
typedef short shorts __attribute__((__vector_size__(VEC)));

static __always_inline vec spread(const u8 *p)
{
	return *(const loose *)p;
}

static __always_inline vec shuffle(vec table, vec at)
{
	return (vec)__builtin_ia32_pshufb128((chars)table, (chars)at);
}

static __always_inline vec upper_half(vec v)
{
	return (vec)((shorts)v >> 4) & 0x0f;
}

static __always_inline u64 bits_of(vec v)
{
	return (u32)__builtin_ia32_pmovmskb128((chars)(v == 0)) ^ 0xffff;
}

static __always_inline vec same_at(const struct fstri_set_needle *needle, const u8 *p, size_t at)
{
	vec text = *(const loose *)(p + at) | *(const loose *)(needle->fold + at);

	return (vec)(text == *(const loose *)(needle->quick + at));
}

static __always_inline bool stands(const struct fstri_set_needle *needle, const u8 *p)
{
	chars same = (chars)(same_at(needle, p, 0) & same_at(needle, p, VEC));

	return __builtin_ia32_pmovmskb128(same) == 0xffff;
}

#include "../halves.h"
#include "../plain.h"
#include "../teddy.h"
