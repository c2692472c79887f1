// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The choice of an implementation, by the CPU and by FRAGSTR_IMPL. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>

u32 fstri_isa;

bool fstri_runs_here(u32 isa)
{
	switch (isa) {
	case FSTRI_SCALAR:
		return true;
#if defined(FSTRI_X86)
	case FSTRI_SSE2:
		return true;
	case FSTRI_SSSE3:
		return __builtin_cpu_supports("ssse3");
	case FSTRI_AVX2:
		return __builtin_cpu_supports("avx2");
	case FSTRI_AVX512VBMI:
		if (!__builtin_cpu_supports("avx512vbmi"))
			return false;
		/* fall through */
	case FSTRI_AVX512:
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512vl");
#elif defined(FSTRI_ARM64)
	case FSTRI_NEON:
		return true;
#endif
	default:
		return false;
	}
}

/* Another implementation than the one asked for would be a wrong measurement. */
static void refuse(const char *name, const char *why)
{
	fprintf(stderr, "fragstr: FRAGSTR_IMPL=%s: %s; here it can be", name, why);
	for (size_t i = 0; fstr_impl_at(i); i++)
		fprintf(stderr, " %s", fstr_impl_at(i));
	fprintf(stderr, "\n");
	exit(2);
}

__attribute__((__constructor__)) static void choose(void)
{
	const char *name = getenv("FRAGSTR_IMPL");

#ifdef FSTRI_X86
	__builtin_cpu_init();
#endif
	switch (fstr_impl_force(name && *name ? name : NULL)) {
	case -EINVAL:
		refuse(name, "there is no such implementation");
		break;
	case -EOPNOTSUPP:
		refuse(name, "this CPU does not run it");
		break;
	}
}
