/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * For user.sh: a program whose FPU is lent as a kernel's is, but for sections of 128
 * bytes, the least of which a hash can leave some, each third being refused. One that is
 * still open when the next is taken, or that nobody took, ends the program. Included
 * ahead of env.h.
 */
#define FSTRI_LENT_FPU
#define FSTRI_STEP ((__SIZE_TYPE__)128)
#define FSTRI_SIMD_LEAST 1

/* One for all files. */
__attribute__((__weak__)) __thread unsigned int fstri_lent_open;

static inline __attribute__((__unused__)) unsigned int fstri_simd_take(unsigned int isa)
{
	/* one for each file, so that none knows what another is told */
	static unsigned int state = 1;

	if (fstri_lent_open)
		__builtin_trap();
	state = state * 1664525 + 1013904223;
	if ((state >> 16) % 3 == 0)
		return 0;
	fstri_lent_open = 1;
	return isa;
}

static inline __attribute__((__unused__)) void fstri_simd_give(void)
{
	if (!fstri_lent_open)
		__builtin_trap();
	fstri_lent_open = 0;
}
