// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The instruction sets by their names. Which of them run here, the world knows. */
#include "isa.h"

#define LONGEST_NAME 12

/* No pointers, which would have to be relocated where a library is loaded. */
static const char names[FSTRI_NR_ISAS][LONGEST_NAME] = {
	[FSTRI_SCALAR] = "scalar",
	[FSTRI_SSE2] = "sse2",
	[FSTRI_SSSE3] = "ssse3",
	[FSTRI_AVX2] = "avx2",
	[FSTRI_AVX512] = "avx512",
	[FSTRI_AVX512VBMI] = "avx512vbmi",
	[FSTRI_NEON] = "neon",
};

static bool is_name(u32 isa, const char *name)
{
	for (size_t i = 0; i < LONGEST_NAME && names[isa][i] == name[i]; i++)
		if (!name[i])
			return true;
	return false;
}

const char *fstr_impl_name(void)
{
	return names[fstri_isa];
}

const char *fstr_impl_at(size_t i)
{
	for (u32 isa = 0; isa < FSTRI_NR_ISAS; isa++)
		if (fstri_runs_here(isa) && !i--)
			return names[isa];
	return NULL;
}

int fstr_impl_force(const char *name)
{
	for (u32 isa = FSTRI_NR_ISAS; isa-- > 0;) {
		if (name && !is_name(isa, name))
			continue;
		if (fstri_runs_here(isa)) {
			fstri_isa = isa;
			return 0;
		}
		if (name)
			return -EOPNOTSUPP;
	}
	return -EINVAL;
}
