// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "../../../kmod/simd.h"
#include "simd.h"

void simd_set(unsigned int min, unsigned int refuse)
{
	unsigned int cpu;

	WRITE_ONCE(fstri_simd_min, min);
	for_each_possible_cpu(cpu)
		per_cpu(fstri_simd_test, cpu) = (struct fstri_simd_test){ .refuse = refuse };
}

void simd_for_suites(void)
{
	simd_set(1, 8);
}

void simd_for_users(void)
{
	simd_set(FSTRI_SIMD_MIN, 0);
}

static struct fstri_simd_test sum(void)
{
	struct fstri_simd_test all = { 0 };
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		const struct fstri_simd_test *one = &per_cpu(fstri_simd_test, cpu);

		all.asked += one->asked;
		all.taken += one->taken;
		all.given += one->given;
	}
	return all;
}

unsigned long simd_taken(void)
{
	return sum().taken;
}

unsigned long simd_asked(void)
{
	return sum().asked;
}

bool simd_is_open(void)
{
	struct fstri_simd_test all = sum();

	return all.taken != all.given;
}
