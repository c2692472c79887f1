// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The byte at a position: near the last one, or by an index. */
#include "core.h"

int fstr_at_far(const struct fstr *s, size_t pos, struct fstr_pos *where)
{
	/* Counted from the start of the first fragment, no fragment is special. */
	size_t target = pos + s->off;
	size_t frag = where->frag;
	size_t start = frag ? where->start + s->off : 0;

	if (pos >= s->len)
		return -ENOENT;
	if (target < start / 2) {
		frag = 0;
		start = 0;
	}
	while (target < start)
		start -= s->frag[--frag].len;
	while (target - start >= s->frag[frag].len)
		start += s->frag[frag++].len;
	*where = (struct fstr_pos){
		.base = fstri_frag_base(s, frag),
		.len = fstri_frag_len(s, frag),
		.start = frag ? start - s->off : 0,
		.frag = frag,
	};
	return where->base[pos - where->start];
}

/*
 * An index: this, then the ends of the fragments in the view, as u32 where the
 * total allows, else as u64.
 *
 * Where fragments are alike in size, the position alone says nearly which it is:
 * @per_byte is fragments for a byte, as a fraction of 2^32. From that guess the
 * search goes in growing steps, so a wrong guess costs time for the logarithm of
 * how wrong it is.
 */
struct fstr_index {
	struct fstr view;
	u64 per_byte;
	u64 ends[];
};

static bool is_wide(const struct fstr *s)
{
	return (u64)s->len >> 32 != 0;
}

static __always_inline u64 end_of(const struct fstr_index *ix, size_t i, bool wide)
{
	return wide ? ix->ends[i] : ((const u32 *)ix->ends)[i];
}

size_t fstr_index_size(const struct fstr *s)
{
	size_t each = is_wide(s) ? sizeof(u64) : sizeof(u32);

	if (s->nr > (FSTRI_MAX_LEN - sizeof(struct fstr_index)) / each)
		return 0;
	return sizeof(struct fstr_index) + s->nr * each;
}

/* @a / @b as a fraction of 2^32; a division of 64 bits would be a library call. */
static u64 fraction(u32 a, u32 b)
{
	u64 result = a / b;
	u64 rest = a % b;

	for (int i = 0; i < 32; i++) {
		rest *= 2;
		result = result * 2 + (rest >= b);
		rest -= rest >= b ? b : 0;
	}
	return result;
}

int fstr_index_init(struct fstr_index *ix, size_t size, const struct fstr *s)
{
	u64 end = 0;

	if (!ix || (size_t)ix % sizeof(u64))
		return -EINVAL;
	if (!fstr_index_size(s))
		return -E2BIG;
	if (size < fstr_index_size(s))
		return -ENOSPC;
	ix->view = *s;
	ix->per_byte = 0;
	if (s->len && !is_wide(s) && s->nr <= (u32)-1)
		ix->per_byte = fraction((u32)s->nr, (u32)s->len);
	for (size_t i = 0; i < s->nr; i++) {
		end += fstri_frag_len(s, i);
		if (is_wide(s))
			ix->ends[i] = end;
		else
			((u32 *)ix->ends)[i] = (u32)end;
	}
	return 0;
}

/* The first fragment of [@low, @high) that ends behind @pos; one does. */
static __always_inline size_t bisect(const struct fstr_index *ix, size_t low, size_t high,
				     size_t pos, bool wide)
{
	size_t n = high - low;

	while (n > 1) {
		size_t half = n / 2;

		low += end_of(ix, low + half - 1, wide) <= pos ? half : 0;
		n -= half;
	}
	return low;
}

static __always_inline size_t search_near(const struct fstr_index *ix, size_t guess, size_t pos,
					  bool wide)
{
	size_t nr = ix->view.nr;
	size_t step = 1;
	size_t low, high;

	if (end_of(ix, guess, wide) <= pos) {
		low = guess + 1;
		while (step < nr - low && end_of(ix, low + step - 1, wide) <= pos) {
			low += step;
			step *= 2;
		}
		high = step < nr - low ? low + step : nr;
	} else {
		high = guess + 1;
		while (step < high && end_of(ix, high - 1 - step, wide) > pos) {
			high -= step;
			step *= 2;
		}
		low = step < high ? high - step : 0;
	}
	return bisect(ix, low, high, pos, wide);
}

/* Does @pos lie in fragment @i? Whatever number @i is. */
static __always_inline bool lies_in(const struct fstr_index *ix, size_t i, size_t pos, bool wide)
{
	return i < ix->view.nr && pos < end_of(ix, i, wide) &&
	       (!i || end_of(ix, i - 1, wide) <= pos);
}

static __always_inline size_t locate(const struct fstr_index *ix, size_t pos, size_t *hint,
				     bool wide)
{
	size_t frag = hint ? FSTRI_READ_ONCE(*hint) : ix->view.nr;
	size_t guess;

	if (lies_in(ix, frag, pos, wide))
		return frag;
	guess = (size_t)(pos * ix->per_byte >> 32);
	if (guess >= ix->view.nr)
		guess = ix->view.nr - 1;
	frag = search_near(ix, guess, pos, wide);
	if (hint)
		FSTRI_WRITE_ONCE(*hint, frag);
	return frag;
}

int fstr_index_locate(const struct fstr_index *ix, size_t pos, size_t *hint, struct fstr_pos *where)
{
	bool wide = is_wide(&ix->view);
	size_t frag;

	if (pos >= ix->view.len)
		return -ENOENT;
	frag = wide ? locate(ix, pos, hint, true) : locate(ix, pos, hint, false);
	*where = (struct fstr_pos){
		.base = fstri_frag_base(&ix->view, frag),
		.len = fstri_frag_len(&ix->view, frag),
		.start = frag ? (size_t)end_of(ix, frag - 1, wide) : 0,
		.frag = frag,
	};
	return 0;
}

int fstr_index_at(const struct fstr_index *ix, size_t pos, size_t *hint)
{
	bool wide = is_wide(&ix->view);
	size_t frag, start;

	if (pos >= ix->view.len)
		return -ENOENT;
	frag = wide ? locate(ix, pos, hint, true) : locate(ix, pos, hint, false);
	start = frag ? (size_t)end_of(ix, frag - 1, wide) : 0;
	return fstri_frag_base(&ix->view, frag)[pos - start];
}
