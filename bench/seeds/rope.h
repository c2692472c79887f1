/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The old rope of bytes, as a collection like any other (rope.c). */
#ifndef FSTR_ROPE_H
#define FSTR_ROPE_H

#include "seeds.h"

/* The element at an index; -1 where there is none. */
int rope_at(const struct hay *rope, size_t pos);

/* Are they equal, element by element: by cursors, by iterators, or by index? */
bool rope_equal_walk(const struct hay *a, const struct hay *b);
bool rope_equal_iterator(const struct hay *a, const struct hay *b);
bool rope_equal_index(const struct hay *a, const struct hay *b);

#endif
