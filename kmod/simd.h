/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What tests and the benchmark tell simd.c, and are told, where they are built. */
#ifndef FRAGSTR_SIMD_H
#define FRAGSTR_SIMD_H

#include <linux/percpu.h>

/* The length from which on vectors are used: the module parameter simd_min. */
extern unsigned int fstri_simd_min;

#define FSTRI_SIMD_MIN 1024	/* if nobody says so */

struct fstri_simd_test {
	unsigned int refuse;	/* each so-many-th time the FPU is not given; 0 for never */
	unsigned int asked;
	unsigned long taken;
	unsigned long given;
};

DECLARE_PER_CPU(struct fstri_simd_test, fstri_simd_test);

#endif
