// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Needles: compiled patterns.
 *
 * The automaton is that of D. E. Knuth, J. H. Morris and V. R. Pratt, "Fast
 * pattern matching in strings", SIAM J. Comput. 6 (1977), with their strong
 * failure table: a step back never tries the same byte again.
 */
#include "core.h"

#define NEEDLE_MAX ((size_t)FSTRI_NONE - 1)
#define NEEDLE_ALIGN 8

/*
 * Added to the rank of a second byte. Neighbours come in habits (CR and LF, q
 * and u), and a byte that is common here is twice as common; the ranks alone
 * know neither. A rank of 16 is a factor of 2.
 */
#define NEIGHBOUR 48
/* A byte of this rank comes once in two kilobytes. */
#define COMMON 48
#define PATIENCE 8
#define SAME_BYTE 16

size_t fstr_needle_size(size_t len)
{
	size_t each = sizeof(u32) + 2;

	if (len > NEEDLE_MAX || len > (FSTRI_MAX_LEN - sizeof(struct fstr_needle)) / each)
		return 0;
	return sizeof(struct fstr_needle) + len * each;
}

/* The table goes to @wide, or to @narrow. Return: the border of the whole. */
static __always_inline u32 compile_automaton(const u8 *bytes, u32 len, u32 *wide, u8 *narrow)
{
#define FAIL(i) (wide ? wide[i] : narrow[i] == FSTRI_ONCE_NONE ? FSTRI_NONE : narrow[i])
#define SET_FAIL(i, depth) do {						\
	if (wide)							\
		wide[i] = depth;					\
	else								\
		narrow[i] = (u8)(depth);				\
} while (0)
	u32 border = 0;	/* of the first @i bytes */

	SET_FAIL(0, FSTRI_NONE);
	for (u32 i = 1; i < len; i++) {
		if (bytes[i] == bytes[border]) {
			SET_FAIL(i, FAIL(border));
		} else {
			SET_FAIL(i, border);
			while (border != FSTRI_NONE && bytes[i] != bytes[border])
				border = FAIL(border);
		}
		border++;
	}
	return border;
#undef FAIL
#undef SET_FAIL
}

void fstri_make_table(struct fstri_once *once, u32 len)
{
	compile_automaton(once->bytes, len, NULL, once->fail);
	once->has_table = true;
}

/* Of folded bytes. */
static bool is_letter(u8 byte)
{
	return (u8)(byte - 'a') < 26;
}

static unsigned int rank(const struct fstr_needle *needle, u8 byte)
{
	unsigned int low = fstri_rank[byte];
	unsigned int high = low;

	if (needle->flags & FSTR_ICASE && is_letter(byte))
		high = fstri_rank[byte ^ 0x20];
	return low > high ? low : high;
}

/* Of each @stride-th one of the first @len bytes. */
static __always_inline u32 rarest(const struct fstr_needle *needle, const u8 *bytes, u32 len,
				  u32 stride)
{
	unsigned int least = rank(needle, bytes[0]);
	u32 best = 0;

	for (u32 i = stride; i < len; i += stride) {
		unsigned int common = rank(needle, bytes[i]);

		if (common < least) {
			least = common;
			best = i;
		}
	}
	return best;
}

/* The one of the first @len places that goes best with @first. */
static u32 partner(const struct fstr_needle *needle, const u8 *bytes, u32 len, u32 first)
{
	unsigned int least = (unsigned int)-1;
	u32 best = first;

	for (u32 i = 0; i < len; i++) {
		unsigned int cost = rank(needle, bytes[i]);

		if (i == first)
			continue;
		if (i + 1 == first || i == first + 1)
			cost += NEIGHBOUR;
		if (bytes[i] == bytes[first])
			cost += SAME_BYTE;
		if (cost < least) {
			least = cost;
			best = i;
		}
	}
	return best;
}

static bool recurs(const struct fstr_needle *needle, const u8 *bytes, u32 a, u32 b)
{
	u32 low = a < b ? a : b;
	u32 high = a < b ? b : a;
	u32 times = 0;

	for (u32 i = 0; i + (high - low) < needle->len; i++)
		times += bytes[i] == bytes[low] && bytes[i + (high - low)] == bytes[high];
	return times > 1;
}

/*
 * In text like the needle, which is what a periodic needle is looked for in, a
 * pair that comes again in the needle comes everywhere: rather two neighbours
 * that come once. They are counted by a hash, so some that do are overlooked.
 * Return: the first of them; the length of the needle where there are none.
 */
static u32 unique_neighbours(const struct fstr_needle *needle, const u8 *bytes)
{
	u8 seen[64] = { 0 };
	u32 best = needle->len;

#define BUCKET(i) ((bytes[i] * 5u + bytes[(i) + 1]) % sizeof(seen))
	for (u32 i = 0; i + 1 < needle->len; i++)
		if (seen[BUCKET(i)] < 2)
			seen[BUCKET(i)]++;
	for (u32 i = 0; i + 1 < needle->len; i++)
		if (seen[BUCKET(i)] == 1 &&
		    (best == needle->len || rank(needle, bytes[i]) + rank(needle, bytes[i + 1]) <
		     rank(needle, bytes[best]) + rank(needle, bytes[best + 1])))
			best = i;
#undef BUCKET
	return best;
}

/* The pair to look for: the rarest byte, and the best partner, if they are that. */
static void choose_pair(const struct fstr_needle *needle, const u8 *bytes, u32 *a, u32 *b)
{
	u32 neighbours;

	*a = rarest(needle, bytes, needle->len, 1);
	*b = partner(needle, bytes, needle->len, *a);
	if (!recurs(needle, bytes, *a, *b))
		return;
	neighbours = unique_neighbours(needle, bytes);
	if (neighbours < needle->len) {
		*a = neighbours;
		*b = neighbours + 1;
	}
}

static struct fstri_pair make_pair(const struct fstr_needle *needle, const u8 *bytes, u32 a, u32 b)
{
	struct fstri_pair pair = { .at = { a, b }, .byte = { bytes[a], bytes[b] } };

	for (int i = 0; i < 2; i++)
		if (needle->flags & FSTR_ICASE && is_letter(pair.byte[i]))
			pair.fold[i] = 0x20;
	return pair;
}

/* Whether the pair's first byte is worth looking for by itself, to begin with. */
static int32_t patience(const struct fstr_needle *needle)
{
	return rank(needle, needle->rare.byte[0]) < COMMON ? PATIENCE : -1;
}

int fstr_needle_init(struct fstr_needle *needle, size_t size, const void *bytes, size_t len,
		     unsigned int flags)
{
	const u8 *from = bytes;
	u8 *copy;
	u32 first, second;

	if ((flags & ~FSTR_ICASE) || (!bytes && len))
		return -EINVAL;
	if (!needle || (size_t)needle % NEEDLE_ALIGN)
		return -EINVAL;
	if (!fstr_needle_size(len))
		return -E2BIG;
	if (size < fstr_needle_size(len))
		return -ENOSPC;

	*needle = (struct fstr_needle){
		.len = (u32)len,
		.flags = flags,
		.isa = fstri_isa,
	};
	if (!len)
		return 0;
	copy = (u8 *)(needle->fail + len);
	for (size_t i = 0; i < len; i++) {
		copy[i] = flags & FSTR_ICASE ? fstri_fold(from[i]) : from[i];
		copy[len + i] = flags & FSTR_ICASE && is_letter(copy[i]) ? 0x20 : 0;
	}

	needle->border = compile_automaton(copy, needle->len, needle->fail, NULL);
	choose_pair(needle, copy, &first, &second);
	needle->rare = make_pair(needle, copy, first, second);
	needle->early = needle->rare;
	if (len > FSTRI_EARLY) {
		first = rarest(needle, copy, FSTRI_EARLY, 1);
		needle->early = make_pair(needle, copy, first,
					  partner(needle, copy, FSTRI_EARLY, first));
	}
	needle->patience = patience(needle);
	needle->head = make_pair(needle, copy, 0, len > 1);
	return 0;
}

/*
 * Make a needle of once->bytes, folded where it ignores case, and do not take long:
 * of eight bytes the rarest, and for its partner the end that is farther from it.
 */
void fstri_needle_once(struct fstr_needle *needle, struct fstri_once *once, size_t len,
		       unsigned int flags)
{
	u32 first;

	*needle = (struct fstr_needle){
		.len = (u32)len,
		.flags = flags,
		.isa = fstri_isa,
		.once = once,
	};
	first = rarest(needle, once->bytes, needle->len, (needle->len + 7) / 8);
	needle->rare = make_pair(needle, once->bytes, first,
				 first < needle->len / 2 ? needle->len - 1 : 0);
	needle->patience = patience(needle);
	needle->head = make_pair(needle, once->bytes, 0, len > 1);
	needle->early = make_pair(needle, once->bytes, 0,
				  len > FSTRI_EARLY ? FSTRI_EARLY - 1 : needle->len - 1);
}

size_t fstr_needle_len(const struct fstr_needle *needle)
{
	return needle->len;
}

const void *fstr_needle_bytes(const struct fstr_needle *needle)
{
	return fstri_bytes(needle);
}
