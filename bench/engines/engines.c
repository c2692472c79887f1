// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Every engine there is. Ours comes first: the table sets the others against it. */
#include "engines.h"

const struct engine *const engines[] = {
	&fragstr_find,
	&fragstr_scan,
	&fragstr_equal,
	&flat_memmem,
	&join_memmem,
	&flat_memcmp,
	&join_memcmp,
	&walk_find,
	&walk_equal,
	NULL
};
