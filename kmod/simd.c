// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Vectors in the kernel. Their registers are user space's, and a step of a search
 * has them between fstri_simd_take() and fstri_simd_give() (core/lease.h), with
 * preemption off.
 * Where they cannot be had, in a hard interrupt or inside somebody else's section,
 * the scalar code runs that step: both leave the same state.
 */

#include <linux/module.h>
#include <linux/preempt.h>

#include "compat.h"
#include "core/core.h"
#include "simd.h"

#if defined(FSTRI_X86)
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#include <asm/simd.h>
#define is_usable() may_use_simd()
#define begin_section() kernel_fpu_begin()
#define end_section() kernel_fpu_end()
#elif defined(FSTRI_ARM64)
#include <asm/simd.h>
#define is_usable() (may_use_simd() && !fstri_neon_is_taken())
#define begin_section() fstri_neon_begin()
#define end_section() fstri_neon_end()
#else
#define is_usable() false
#define begin_section() ((void)0)
#define end_section() ((void)0)
#endif

unsigned int fstri_simd_min = FSTRI_SIMD_MIN;
module_param_named(simd_min, fstri_simd_min, uint, 0644);
MODULE_PARM_DESC(simd_min, "bytes from which on vectors are worth the FPU (1024)");

#ifdef FSTRI_TESTS
DEFINE_PER_CPU(struct fstri_simd_test, fstri_simd_test);
EXPORT_PER_CPU_SYMBOL_GPL(fstri_simd_test);
EXPORT_SYMBOL_GPL(fstri_simd_min);

static bool is_refused(void)
{
	unsigned int each = this_cpu_read(fstri_simd_test.refuse);

	return each && !(this_cpu_inc_return(fstri_simd_test.asked) % each);
}

/* preemption is off, and who interrupts has no section */
#define count_taken() raw_cpu_inc(fstri_simd_test.taken)
#define count_given() raw_cpu_inc(fstri_simd_test.given)
#else
#define is_refused() false
#define count_taken() ((void)0)
#define count_given() ((void)0)
#endif

#ifdef FSTRI_X86
/* Whether the kernel saves what AVX2 uses; user-mode Linux is a process, which has it. */
static bool has_ymm(void)
{
#ifdef CONFIG_UML
	return true;
#else
	return cpu_has_xfeatures(XFEATURE_MASK_SSE | XFEATURE_MASK_YMM, NULL);
#endif
}
#endif

bool fstri_runs_here(u32 isa)
{
	switch (isa) {
	case FSTRI_SCALAR:
		return true;
#if defined(FSTRI_X86)
	case FSTRI_SSE2:
		return boot_cpu_has(X86_FEATURE_XMM2);
	case FSTRI_SSSE3:
		return boot_cpu_has(X86_FEATURE_SSSE3);
	case FSTRI_AVX2:
		return boot_cpu_has(X86_FEATURE_AVX2) && has_ymm();
#elif defined(FSTRI_ARM64)
	case FSTRI_NEON:
		return true;
#endif
	default:
		return false;
	}
}

/* Return: @isa, and the FPU is ours; or FSTRI_SCALAR. (x86 warns where an NMI asks.) */
u32 fstri_simd_take(u32 isa)
{
	if (in_nmi() || !is_usable() || is_refused())
		return FSTRI_SCALAR;
	begin_section();
	count_taken();
	return isa;
}

void fstri_simd_give(void)
{
	count_given();
	end_section();
}
