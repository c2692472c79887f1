/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What differs between the kernels that the modules are built for: 6.1 and
 * later. No other file asks for the version.
 */
#ifndef FRAGSTR_COMPAT_H
#define FRAGSTR_COMPAT_H

#include <linux/skbuff.h>
#include <linux/version.h>

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

#endif /* FRAGSTR_COMPAT_H */
