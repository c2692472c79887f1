// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* One line for each call of the public headers: `make gates` compares them. */

#include <linux/export.h>
#include <fragstr/fragstr.h>
#include <fragstr/impl.h>
#include <fragstr/iter.h>
#include <fragstr/skb.h>
#include <fragstr/sources.h>

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
EXPORT_SYMBOL_GPL(fstr_iter_resume);
EXPORT_SYMBOL_GPL(fstr_byte_iter_init);
EXPORT_SYMBOL_GPL(fstr_byte_iter_next);
EXPORT_SYMBOL_GPL(fstr_reader_decimal);
EXPORT_SYMBOL_GPL(fstr_reader_hex);
EXPORT_SYMBOL_GPL(fstr_reader_line);
EXPORT_SYMBOL_GPL(fstr_reader_peek);
EXPORT_SYMBOL_GPL(fstr_reader_read);
EXPORT_SYMBOL_GPL(fstr_reader_read_all);
EXPORT_SYMBOL_GPL(fstr_reader_read_exact);
EXPORT_SYMBOL_GPL(fstr_reader_rewind);
EXPORT_SYMBOL_GPL(fstr_reader_run);
EXPORT_SYMBOL_GPL(fstr_reader_seek);
EXPORT_SYMBOL_GPL(fstr_reader_skip);
EXPORT_SYMBOL_GPL(fstr_reader_skip_exact);
EXPORT_SYMBOL_GPL(fstr_reader_transfer);
EXPORT_SYMBOL_GPL(fstr_reader_until);
EXPORT_SYMBOL_GPL(fstr_reader_until_any);
EXPORT_SYMBOL_GPL(fstr_reader_until_byte);
EXPORT_SYMBOL_GPL(fstr_reader_varint32);
EXPORT_SYMBOL_GPL(fstr_reader_varint64);
EXPORT_SYMBOL_GPL(fstr_reader_view);
EXPORT_SYMBOL_GPL(fstr_scan_init);
EXPORT_SYMBOL_GPL(fstr_scan_init_set);
EXPORT_SYMBOL_GPL(fstr_scan_feed);
EXPORT_SYMBOL_GPL(fstr_scan_next);
EXPORT_SYMBOL_GPL(fstr_scan_partial);
EXPORT_SYMBOL_GPL(fstr_scan_save);
EXPORT_SYMBOL_GPL(fstr_scan_restore);
EXPORT_SYMBOL_GPL(fstr_at_far);
EXPORT_SYMBOL_GPL(fstr_compare);
EXPORT_SYMBOL_GPL(fstr_concat);
EXPORT_SYMBOL_GPL(fstr_ends_with);
EXPORT_SYMBOL_GPL(fstr_hash);
EXPORT_SYMBOL_GPL(fstr_hash_digest);
EXPORT_SYMBOL_GPL(fstr_hash_init);
EXPORT_SYMBOL_GPL(fstr_hash_update);
EXPORT_SYMBOL_GPL(fstr_impl_at);
EXPORT_SYMBOL_GPL(fstr_impl_force);
EXPORT_SYMBOL_GPL(fstr_impl_name);
EXPORT_SYMBOL_GPL(fstr_index_at);
EXPORT_SYMBOL_GPL(fstr_index_init);
EXPORT_SYMBOL_GPL(fstr_index_locate);
EXPORT_SYMBOL_GPL(fstr_index_size);
EXPORT_SYMBOL_GPL(fstr_matches_at);
EXPORT_SYMBOL_GPL(fstr_mismatch);
EXPORT_SYMBOL_GPL(fstr_peek);
EXPORT_SYMBOL_GPL(fstr_set_find);
EXPORT_SYMBOL_GPL(fstr_set_init);
EXPORT_SYMBOL_GPL(fstr_set_iter_init);
EXPORT_SYMBOL_GPL(fstr_set_iter_next);
EXPORT_SYMBOL_GPL(fstr_set_match_at);
EXPORT_SYMBOL_GPL(fstr_set_size);
EXPORT_SYMBOL_GPL(fstr_siphash);
EXPORT_SYMBOL_GPL(fstr_siphash13);
EXPORT_SYMBOL_GPL(fstr_siphash13_init);
EXPORT_SYMBOL_GPL(fstr_siphash_digest);
EXPORT_SYMBOL_GPL(fstr_siphash_init);
EXPORT_SYMBOL_GPL(fstr_siphash_update);
EXPORT_SYMBOL_GPL(fstr_starts_with);
EXPORT_SYMBOL_GPL(fstr_count);
EXPORT_SYMBOL_GPL(fstr_count_byte);
EXPORT_SYMBOL_GPL(fstr_find_any);
EXPORT_SYMBOL_GPL(fstr_find_byte);
EXPORT_SYMBOL_GPL(fstr_find_none);
EXPORT_SYMBOL_GPL(fstr_rfind);
EXPORT_SYMBOL_GPL(fstr_rfind_any);
EXPORT_SYMBOL_GPL(fstr_rfind_byte);
EXPORT_SYMBOL_GPL(fstr_rfind_none);
EXPORT_SYMBOL_GPL(fstr_sink_iter);
EXPORT_SYMBOL_GPL(fstr_find_buf);
EXPORT_SYMBOL_GPL(fstr_from_bvec);
EXPORT_SYMBOL_GPL(fstr_from_iter);
EXPORT_SYMBOL_GPL(fstr_from_sg);
#ifdef CONFIG_NET
EXPORT_SYMBOL_GPL(fstr_from_skb);
EXPORT_SYMBOL_GPL(fstr_from_xdp);
EXPORT_SYMBOL_GPL(fstr_skb_compare);
EXPORT_SYMBOL_GPL(fstr_skb_copy);
EXPORT_SYMBOL_GPL(fstr_skb_equal);
EXPORT_SYMBOL_GPL(fstr_skb_find);
EXPORT_SYMBOL_GPL(fstr_skb_hash);
EXPORT_SYMBOL_GPL(fstr_skb_rfind);
EXPORT_SYMBOL_GPL(fstr_skb_scan_init);
EXPORT_SYMBOL_GPL(fstr_skb_scan_next);
EXPORT_SYMBOL_GPL(fstr_skb_set_find);
EXPORT_SYMBOL_GPL(fstr_skb_siphash);
#endif
