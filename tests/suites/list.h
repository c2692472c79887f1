/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Every suite, for the runners without KUnit, which finds its own. A gate holds
 * the list equal to the files.
 */
#define FSTR_SUITES(X)		\
	X(view_suite)		\
	X(equal_suite)		\
	X(bytes_suite)		\
	X(compare_suite)	\
	X(hash_suite)		\
	X(lookup_suite)		\
	X(needle_suite)		\
	X(find_suite)		\
	X(scan_suite)		\
	X(table_suite)		\
	X(reader_suite)		\
	X(reader_text_suite)	\
	X(reader_ops_suite)	\
	X(set_suite)		\
	X(set_shape_suite)	\
	X(set_scan_suite)	\
	X(set_linear_suite)	\
	X(linear_suite)

#define FSTR_KERNEL_SUITES(X)	\
	X(kernel_suite)		\
	X(simd_suite)		\
	X(sink_iter_suite)	\
	X(sources_suite)

#define FSTR_NET_SUITES(X)	\
	X(skb_suite)		\
	X(skb_ops_suite)	\
	X(skb_scan_suite)	\
	X(skb_simd_suite)

#define FSTR_TEXTSEARCH_SUITES(X) \
	X(ts_suite)
