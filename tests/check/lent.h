/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * For user.sh: a program whose FPU is lent as a kernel's is, but for steps of 64 bytes,
 * each third of which is refused. Included ahead of env.h, which then has its own not.
 */
#define FSTRI_LENT_FPU
#define FSTRI_STEP ((__SIZE_TYPE__)64)

static inline __attribute__((__unused__)) unsigned int fstri_simd_begin(unsigned int isa,
									__SIZE_TYPE__ len)
{
	/* one for each file, so that none knows what another is told */
	static unsigned int state = 1;

	(void)len;
	state = state * 1664525 + 1013904223;
	return (state >> 16) % 3 ? isa : 0;
}

static inline __attribute__((__unused__)) void fstri_simd_end(unsigned int isa)
{
	(void)isa;
}
