// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every engine there is. Ours come first. The WITH_ macros are set by the Makefile
 * for the libraries that it finds; what needs one lies in bench/peers/.
 */
#include "../peers/peers.h"
#include "engines.h"

const struct engine *const engines[] = {
	&fragstr_find, &fragstr_scan, &fragstr_equal, &fragstr_copy, &fragstr_hash,
	&fragstr_index, &fragstr_byte, &fragstr_rbyte, &fragstr_rfind, &fragstr_read,
	&fragstr_set,

	&flat_absent,
	&flat_memchr, &join_memchr, &each_memchr,
	&flat_memrchr, &join_memrchr, &each_memrchr,
	&flat_memmem, &join_memmem, &fresh_memmem,
	&flat_rmemmem, &join_rmemmem,
	&flat_strcasestr, &join_strcasestr,
	&flat_memmems, &join_memmems,
	&flat_memcmp, &join_memcmp,
	&flat_memcpy, &each_memcpy,
	&flat_bytes, &flat_be32, &flat_index,
	&walk_find, &walk_byte, &walk_equal, &walk_index, &walk_read,
	PEER_ENGINES
	NULL
};
