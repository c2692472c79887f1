/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What differs between the kernels that the modules are built for: 6.1 and
 * later. No other file asks for the version.
 */
#ifndef FRAGSTR_COMPAT_H
#define FRAGSTR_COMPAT_H

#include <linux/preempt.h>
#include <linux/skbuff.h>
#include <linux/thread_info.h>
#include <linux/version.h>

#if defined(CONFIG_KERNEL_MODE_NEON) && defined(CONFIG_ARM64)
#include <asm/neon.h>
#endif

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 12, 0)
#define FSTRI_HAVE_UNREADABLE_SKB
#endif

/*
 * The first page of a page fragment; NULL where the CPU cannot read it. From
 * 6.12 on fragments may be memory of a device, with no page behind it.
 */
static inline struct page *fstri_skb_frag_page(const struct sk_buff *skb, const skb_frag_t *frag)
{
#ifdef FSTRI_HAVE_UNREADABLE_SKB
	if (!skb_frags_readable(skb))
		return NULL;
#endif
	return skb_frag_page(frag);
}

/* Makes a page fragment, for tests: 6.5 has one call for what were three. */
static inline void fstri_set_frag(skb_frag_t *frag, struct page *page, size_t off, size_t len)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 5, 0)
	skb_frag_fill_page_desc(frag, page, off, len);
#else
	__skb_frag_set_page(frag, page);
	skb_frag_off_set(frag, off);
	skb_frag_size_set(frag, len);
#endif
}

/*
 * Inside somebody's section of NEON. From 6.8 on such a section can be preempted, and
 * may_use_simd() does not tell that there is one; what would, is no earlier kernel's.
 */
static inline bool fstri_neon_is_taken(void)
{
#ifdef TIF_KERNEL_FPSTATE
	return test_thread_flag(TIF_KERNEL_FPSTATE);
#else
	return false;
#endif
}

#if defined(CONFIG_KERNEL_MODE_NEON) && defined(CONFIG_ARM64)
/*
 * A section of NEON, with preemption off as in those of x86: from 6.8 on it is left on.
 * From 6.19 on who begins one lends memory for the registers of a section that is
 * preempted or interrupts another one. This one does neither, and nothing is put there.
 */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 19, 0)
static struct user_fpsimd_state fstri_neon_spare __maybe_unused;
#define FSTRI_NEON_SPARE (&fstri_neon_spare)
#else
#define FSTRI_NEON_SPARE
#endif

static inline void fstri_neon_begin(void)
{
	preempt_disable();
	kernel_neon_begin(FSTRI_NEON_SPARE);
}

static inline void fstri_neon_end(void)
{
	kernel_neon_end(FSTRI_NEON_SPARE);
	preempt_enable();
}
#endif

#endif /* FRAGSTR_COMPAT_H */
