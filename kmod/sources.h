/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* How the sources fill an array that was lent. */
#ifndef FRAGSTR_KMOD_SOURCES_H
#define FRAGSTR_KMOD_SOURCES_H

#include <linux/highmem.h>
#include <linux/mm.h>
#include <fragstr/sources.h>

struct fstri_fill {
	struct fstr_frag *frag;
	size_t room;
	ssize_t nr;	/* so far, those beyond the room included; or -errno */
};

static inline bool fstri_fill_bytes(struct fstri_fill *fill, const void *base, size_t len)
{
	if (!len)
		return true;
	if (!base) {
		fill->nr = -EFAULT;
		return false;
	}
	if ((size_t)fill->nr < fill->room) {
		fill->frag[fill->nr].base = base;
		fill->frag[fill->nr].len = len;
	}
	fill->nr++;
	return true;
}

/* @page may be the first of several in a row; NULL for what has none. */
static inline bool fstri_fill_page(struct fstri_fill *fill, struct page *page, size_t off,
				   size_t len)
{
	const u8 *base = page && !PageHighMem(page) ? page_address(page) : NULL;

	return fstri_fill_bytes(fill, base ? base + off : NULL, len);
}

#endif /* FRAGSTR_KMOD_SOURCES_H */
