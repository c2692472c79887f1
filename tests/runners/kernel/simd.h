/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* How the suites in a kernel have the FPU. */
#ifndef FRAGSTR_TEST_SIMD_H
#define FRAGSTR_TEST_SIMD_H

#include <linux/types.h>

/* Vectors from @min bytes on, but for each @refuse-th section (0: for none). */
void simd_set(unsigned int min, unsigned int refuse);

/* As the suites run: by vectors however short, but for an eighth of the steps. */
void simd_for_suites(void);

/* As the module does by itself. */
void simd_for_users(void);

/* Sections of the FPU since simd_set(), and, where some are refused, the times it was asked. */
unsigned long simd_taken(void);
unsigned long simd_asked(void);

/* Whether one has not ended. Of our own calls, so ask when nobody else makes any. */
bool simd_is_open(void);

#endif
