// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Comparing two views, with one cursor on each side. */
#include "core.h"

bool fstr_equal(const struct fstr *a, const struct fstr *b, unsigned int flags)
{
	struct fstri_walk wa, wb;
	bool icase = flags & FSTR_ICASE;

	if (a->len != b->len)
		return false;
	if (a->frag == b->frag && a->off == b->off)
		return true;

	fstri_walk_init(&wa, a, 0);
	fstri_walk_init(&wb, b, 0);
	wa.n = 0;
	wb.n = 0;
	for (;;) {
		size_t n;

		/* Equal lengths: both sides end together. */
		if (!wa.n && !fstri_walk_next(&wa))
			return true;
		if (!wb.n && !fstri_walk_next(&wb))
			return true;
		n = wa.n < wb.n ? wa.n : wb.n;
		if (fstri_common(wa.p, wb.p, n, icase) != n)
			return false;
		wa.p += n;
		wa.n -= n;
		wb.p += n;
		wb.n -= n;
	}
}
