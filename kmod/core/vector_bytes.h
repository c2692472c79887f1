/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Part of vector.h: single bytes and those of a set, and gathering. */

enum kind { ONE, FEW, ANY };

/* What is looked for. A set of up to FSTRI_FEW is compared byte by byte. */
struct wanted {
	vec byte[FSTRI_FEW];
#ifdef SHUFFLE
	vec low;	/* the set's rows for values below 0x80 */
	vec high;	/* and above */
	vec bit;	/* the bit of each value of the upper half of a byte */
#endif
};

static __always_inline vec test(const struct wanted *w, const u8 *p, enum kind kind)
{
	vec v = load(p);

	if (kind == ONE)
		return equal(v, w->byte[0]);
	if (kind == FEW)
		return equal(v, w->byte[0]) | equal(v, w->byte[1]) | equal(v, w->byte[2]);
#ifdef SHUFFLE
	{
		/* SHUFFLE gives 0 for values above 0x7f, else looks up the low half. */
		vec row = SHUFFLE(w->low, v) | SHUFFLE(w->high, v ^ 0x80);
		vec bit = SHUFFLE(w->bit, v >> 4);

		return equal(row & bit, bit);
	}
#else
	return v;
#endif
}

/* Four vectors at a time, to where one of them has a byte that is wanted. */
static __always_inline size_t skip_bytes(const struct wanted *w, const u8 *p, size_t pos,
					 size_t len, enum kind kind)
{
	for (; len - pos >= 4 * VEC; pos += 4 * VEC) {
		const u8 *q = p + pos;
		vec v0 = test(w, q, kind) | test(w, q + VEC, kind);
		vec v1 = test(w, q + 2 * VEC, kind) | test(w, q + 3 * VEC, kind);

		if (marks(v0 | v1))
			break;
	}
	return pos;
}

static __always_inline size_t find_first(const struct wanted *w, const u8 *p, size_t len,
					 enum kind kind)
{
	mask m = marks(test(w, p, kind));
	size_t pos = VEC - (size_t)p % VEC;

	if (m)
		return first(m);
	if (pos < len)
		pos = skip_bytes(w, p, pos, len, kind);
	for (; pos < len; pos += VEC) {
		if (len - pos < VEC)
			pos = len - VEC;
		m = marks(test(w, p + pos, kind));
		if (m)
			return pos + first(m);
	}
	return len;
}

static __always_inline size_t find_last(const struct wanted *w, const u8 *p, size_t len,
					enum kind kind)
{
	size_t end = len;

	for (; end >= 4 * VEC; end -= 4 * VEC) {
		const u8 *q = p + end - 4 * VEC;
		vec v0 = test(w, q, kind) | test(w, q + VEC, kind);
		vec v1 = test(w, q + 2 * VEC, kind) | test(w, q + 3 * VEC, kind);

		if (marks(v0 | v1))
			break;
	}
	while (end) {
		mask m;

		if (end < VEC)
			end = VEC;
		m = marks(test(w, p + end - VEC, kind));
		if (m)
			return end - VEC + last(m) + 1;
		end -= VEC;
	}
	return 0;
}

size_t NAME(find_byte)(const u8 *p, size_t len, u8 byte)
{
	struct wanted w FSTRI_UNSET;

	if (len < VEC)
		return SHORTER(find_byte)(p, len, byte);
	w.byte[0] = splat(byte);
	return find_first(&w, p, len, ONE);
}

size_t NAME(rfind_byte)(const u8 *p, size_t len, u8 byte)
{
	struct wanted w FSTRI_UNSET;

	if (len < VEC)
		return SHORTER(rfind_byte)(p, len, byte);
	w.byte[0] = splat(byte);
	return find_last(&w, p, len, ONE);
}

static __always_inline void learn_few(struct wanted *w, const u8 *few)
{
	for (size_t i = 0; i < FSTRI_FEW; i++)
		w->byte[i] = splat(few[i]);
}

static __always_inline void learn_any(struct wanted *w, const struct fstr_byteset *set)
{
#ifdef SHUFFLE
	static const u8 bits[16] = { 1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128 };

	w->low = each_16(set->row);
	w->high = each_16(set->row + 16);
	w->bit = each_16(bits);
#else
	(void)w;
	(void)set;
#endif
}

static __always_inline enum kind learn(struct wanted *w, const struct fstr_byteset *set)
{
	u8 few[FSTRI_FEW];

	if (fstri_few_bytes(set, few)) {
		learn_few(w, few);
		return FEW;
	}
	learn_any(w, set);
	return ANY;
}

#ifdef SHUFFLE
#define HAVE_ANY true
#else
#define HAVE_ANY false
#endif

size_t NAME(find_set)(const u8 *p, size_t len, const struct fstr_byteset *set)
{
	struct wanted w FSTRI_UNSET;

	if (len < VEC)
		return SHORTER(find_set)(p, len, set);
	if (learn(&w, set) == FEW)
		return find_first(&w, p, len, FEW);
	if (!HAVE_ANY)
		return fstri_scalar_find_set(p, len, set);
	return find_first(&w, p, len, ANY);
}

size_t NAME(rfind_set)(const u8 *p, size_t len, const struct fstr_byteset *set)
{
	struct wanted w FSTRI_UNSET;

	if (len < VEC)
		return SHORTER(rfind_set)(p, len, set);
	if (learn(&w, set) == FEW)
		return find_last(&w, p, len, FEW);
	if (!HAVE_ANY)
		return fstri_scalar_rfind_set(p, len, set);
	return find_last(&w, p, len, ANY);
}

/* Which of 64 bytes are wanted, a bit for each. */
static __always_inline u64 mark_64(const struct wanted *w, const u8 *p, enum kind kind)
{
	u64 m = 0;

#pragma GCC unroll 4
	for (size_t i = 0; i < 64; i += VEC)
		m |= (u64)marks(test(w, p + i, kind)) << i;
	return m;
}

static __always_inline u64 mark(const struct fstr_byte_iter *iter, const struct wanted *w,
				size_t len, size_t *at, enum kind kind)
{
	const u8 *p = iter->block;
	u64 m;

	if (LANE > 1 || len < 64) {
		*at = skip_bytes(w, p, *at, len, kind);
		return fstri_scalar_mark_set(iter, len, at);
	}
	while (len - *at >= 64) {
		m = mark_64(w, p + *at, kind);
		if (m)
			return m;
		/* back to where loads are aligned, over bytes that are none */
		*at += 64 - (size_t)(p + *at) % VEC;
		*at = skip_bytes(w, p, *at, len, kind);
	}
	return *at < len ? mark_64(w, p + len - 64, kind) >> (*at - (len - 64)) : 0;
}

u64 NAME(mark_set)(const struct fstr_byte_iter *iter, size_t len, size_t *at)
{
	struct wanted w FSTRI_UNSET;

	if (!iter->nr_few && !HAVE_ANY)
		return fstri_scalar_mark_set(iter, len, at);
	if (!iter->nr_few) {
		learn_any(&w, &iter->set);
		return mark(iter, &w, len, at, ANY);
	}
	learn_few(&w, iter->few);
	return iter->nr_few == 1 ? mark(iter, &w, len, at, ONE) : mark(iter, &w, len, at, FEW);
}

/* The sum of the bytes of a vector. */
static __always_inline size_t sum(vec v)
{
	typedef u64 lanes __attribute__((__vector_size__(VEC)));
	/* not by memcpy(): that would keep the sum in memory, at half the speed */
	const lanes words = (lanes)v;
	u64 total = 0;

	for (int i = 0; i < VEC / 8; i++)
		total += (words[i] & 0x00ff00ff00ff00ffu) + (words[i] >> 8 & 0x00ff00ff00ff00ffu);
	return (size_t)(total * 0x0001000100010001u >> 48);
}

size_t NAME(count_byte)(const u8 *p, size_t len, u8 byte)
{
	vec wanted = splat(byte);
	size_t pos = -(size_t)p % VEC;
	size_t count;

	/* Up to where loads can be aligned, which doubles the speed, and the rest. */
	if (pos > len)
		pos = len;
	count = fstri_scalar_count_byte(p, pos, byte);
	while (len - pos >= 4 * VEC) {
		size_t steps = (len - pos) / (4 * VEC);
		vec found = {};

		/* a byte of @found counts up to 4 in a step, and to 255 in all */
		if (steps > 63)
			steps = 63;
		for (; steps; steps--, pos += 4 * VEC)
			found -= (equal(load(p + pos), wanted) +
				  equal(load(p + pos + VEC), wanted)) +
				 (equal(load(p + pos + 2 * VEC), wanted) +
				  equal(load(p + pos + 3 * VEC), wanted));
		count += sum(found);
	}
	return count + fstri_scalar_count_byte(p + pos, len - pos, byte);
}

void NAME(gather)(struct fstri_blocks *b, u8 *window)
{
	fstri_gather(b, window);
}
