// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* One line for each call of the public headers: `make gates` compares them. */

#include <linux/export.h>
#include <fragstr/fragstr.h>
#include <fragstr/skb.h>

EXPORT_SYMBOL_GPL(fstr_init);
EXPORT_SYMBOL_GPL(fstr_is_valid);
EXPORT_SYMBOL_GPL(fstr_slice);
EXPORT_SYMBOL_GPL(fstr_copy);
EXPORT_SYMBOL_GPL(fstr_equal);
EXPORT_SYMBOL_GPL(fstr_needle_size);
EXPORT_SYMBOL_GPL(fstr_needle_init);
EXPORT_SYMBOL_GPL(fstr_needle_len);
EXPORT_SYMBOL_GPL(fstr_needle_bytes);
EXPORT_SYMBOL_GPL(fstr_find);
EXPORT_SYMBOL_GPL(fstr_iter_init);
EXPORT_SYMBOL_GPL(fstr_iter_next);
EXPORT_SYMBOL_GPL(fstr_scan_init);
EXPORT_SYMBOL_GPL(fstr_scan_feed);
EXPORT_SYMBOL_GPL(fstr_scan_next);
EXPORT_SYMBOL_GPL(fstr_scan_partial);
EXPORT_SYMBOL_GPL(fstr_scan_save);
EXPORT_SYMBOL_GPL(fstr_scan_restore);
#ifdef CONFIG_NET
EXPORT_SYMBOL_GPL(fstr_from_skb);
EXPORT_SYMBOL_GPL(fstr_skb_find);
#endif
