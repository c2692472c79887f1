// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The choice of an implementation, by the CPU and by FRAGSTR_IMPL. */
#include "core.h"

#include <fragstr/impl.h>
#include <stdio.h>
#include <stdlib.h>

u32 fstri_isa;

static const char *const names[] = {
	[FSTRI_SCALAR] = "scalar",
#ifdef FSTRI_X86
	[FSTRI_SSE2] = "sse2",
	[FSTRI_AVX2] = "avx2",
	[FSTRI_AVX512] = "avx512",
	[FSTRI_AVX512VBMI] = "avx512vbmi",
#elif defined(FSTRI_ARM64)
	[FSTRI_NEON] = "neon",
#endif
};

#define NR_NAMES (sizeof(names) / sizeof(names[0]))

static bool runs_here(u32 isa)
{
	if (!names[isa])
		return false;
#ifdef FSTRI_X86
	switch (isa) {
	case FSTRI_AVX512VBMI:
		if (!__builtin_cpu_supports("avx512vbmi"))
			return false;
		/* fall through */
	case FSTRI_AVX512:
		return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
		       __builtin_cpu_supports("avx512vl");
	case FSTRI_AVX2:
		return __builtin_cpu_supports("avx2");
	}
#endif
	return true;
}

const char *fstr_impl_name(void)
{
	return names[fstri_isa];
}

const char *fstr_impl_at(size_t i)
{
	for (u32 isa = 0; isa < NR_NAMES; isa++)
		if (runs_here(isa) && !i--)
			return names[isa];
	return NULL;
}

int fstr_impl_force(const char *name)
{
	for (u32 isa = NR_NAMES; isa-- > 0;) {
		if (!names[isa] || (name && strcmp(name, names[isa])))
			continue;
		if (runs_here(isa)) {
			fstri_isa = isa;
			return 0;
		}
		if (name)
			return -EOPNOTSUPP;
	}
	return -EINVAL;
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
