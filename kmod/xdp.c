// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* XDP buffers as byte strings. */

#include <net/xdp.h>

#include "compat.h"
#include "sources.h"

ssize_t fstr_from_xdp(struct xdp_buff *xdp, struct fstr_frag *frag, size_t room)
{
	struct fstri_fill fill = { .frag = frag, .room = room };
	const struct skb_shared_info *info;

	fstri_fill_bytes(&fill, xdp->data, xdp->data_end - xdp->data);
	if (!xdp_buff_has_frags(xdp))
		return fill.nr;
	info = xdp_get_shared_info_from_buff(xdp);
	for (unsigned int i = 0; i < info->nr_frags; i++) {
		const skb_frag_t *f = &info->frags[i];

		if (!fstri_fill_page(&fill, skb_frag_page(f), skb_frag_off(f), skb_frag_size(f)))
			break;
	}
	return fill.nr;
}
