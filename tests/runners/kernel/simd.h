/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* How the suites in a kernel have the FPU. */
#ifndef FRAGSTR_TEST_SIMD_H
#define FRAGSTR_TEST_SIMD_H

/* Vectors from @min bytes on, but for each @refuse-th step (0: for none). */
void simd_set(unsigned int min, unsigned int refuse);

/* As the suites run: by vectors however short, but for an eighth of the steps. */
void simd_for_suites(void);

/* As the module does by itself. */
void simd_for_users(void);

/* Steps that had the FPU since simd_set(). */
unsigned long simd_taken(void);

#endif
