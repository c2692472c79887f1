/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The filter of a set by vectors: each byte of a window is looked up in a table of
 * its row, which says in eight bits which buckets of needles have it there, and
 * the rows are joined by AND (known as Teddy, by G. Langdale). The file that
 * includes this has VEC, NAME(x), the type vec of VEC bytes, loose for loads of it,
 * and
 *	struct row, row_at(table), row_look(row, v): a table of 128 bytes, the
 *		buckets of each byte of a vector
 *	bits_of(v): which bytes are not 0
 *	load_some(p, n): a vector of the first @n bytes, and zeros
 *	MOST_ROWS: as set_filter.c has it for this one, 5 or 6
 *	LOADS_BY_MASK where that is one load
 */

/* Named one by one, as gcc keeps an array that a loop goes over in memory. */
struct rows {
	struct row a;
	struct row b;
	struct row c;
	struct row d;
	struct row e;
	struct row f;
};

static __always_inline struct rows load_rows(const u8 *table, int rows)
{
	struct rows t;

	t.a = row_at(table);
	t.b = row_at(table + FSTRI_TEDDY_ROW);
	t.c = row_at(table + 2 * FSTRI_TEDDY_ROW);
	if (rows > 3)
		t.d = row_at(table + 3 * FSTRI_TEDDY_ROW);
	if (rows > 4)
		t.e = row_at(table + 4 * FSTRI_TEDDY_ROW);
	if (rows > 5)
		t.f = row_at(table + 5 * FSTRI_TEDDY_ROW);
	return t;
}

static __always_inline vec load(const u8 *p)
{
	return *(const loose *)p;
}

/* Which of the positions of a vector are candidates; its rows reach behind it. */
static __always_inline u64 look(const struct rows *t, const u8 *p, int rows)
{
	vec some = row_look(&t->a, load(p)) & row_look(&t->b, load(p + 1)) &
		   row_look(&t->c, load(p + 2));

	if (rows > 3)
		some &= row_look(&t->d, load(p + 3));
	if (rows > 4)
		some &= row_look(&t->e, load(p + 4));
	if (rows > 5)
		some &= row_look(&t->f, load(p + 5));
	return bits_of(some);
}

/* Of the first @n bytes, those behind the first @skip. */
static __always_inline vec load_behind(const u8 *p, size_t skip, size_t n)
{
	return load_some(p + skip, n > skip ? n - skip : 0);
}

/*
 * The same of the first @nr, where there are but @n bytes, and as if zeros came behind
 * them: where a load has no mask, from a copy that is so, for all rows at once.
 */
static __always_inline u64 look_at_few(const struct rows *t, const u8 *p, size_t nr, size_t n,
				       int rows)
{
#ifdef LOADS_BY_MASK
	vec some = row_look(&t->a, load_some(p, n)) & row_look(&t->b, load_behind(p, 1, n)) &
		   row_look(&t->c, load_behind(p, 2, n));
	u64 bits;

	if (rows > 3)
		some &= row_look(&t->d, load_behind(p, 3, n));
	if (rows > 4)
		some &= row_look(&t->e, load_behind(p, 4, n));
	if (rows > 5)
		some &= row_look(&t->f, load_behind(p, 5, n));
	bits = bits_of(some);
#else
	u8 padded[VEC + FSTRI_TEDDY_ROWS] = { 0 };
	u64 bits;

	fstri_copy(padded, p, n);
	bits = look(t, padded, rows);
#endif
	return nr < VEC ? bits & (((u64)1 << nr) - 1) : bits;
}

/*
 * The last positions of a block, where it has not the bytes for a vector of them:
 * by the vector that ends where the block does, over positions already seen, or
 * by what there is.
 */
static __always_inline u64 look_at_end(const struct rows *t, const u8 *p, size_t pos, size_t end,
				       size_t len, int rows)
{
	size_t reach = VEC + (size_t)rows - 1;

	if (len - pos >= reach)
		return look(t, p + pos, rows);
	if (len >= reach && len - end >= (size_t)rows - 1)
		return look(t, p + len - reach, rows) >> (pos - (len - reach));
	return look_at_few(t, p + pos, end - pos, len - pos, rows);
}

static __always_inline u32 first_bit(u64 bits)
{
	return (u32)__builtin_ctzll(bits);
}

/*
 * A group of positions, those of whole vectors: written out, as gcc keeps a loop. Groups
 * that begin with a cache line were no gain where anything is found, 4 % where nothing is.
 */
static __always_inline u64 look_at_group(const struct rows *t, const u8 *p, int rows)
{
	u64 bits = look(t, p, rows);

	if (VEC < 64)
		bits |= look(t, p + VEC, rows) << VEC % 64;
	if (VEC < 32)
		bits |= look(t, p + 2 * VEC, rows) << 2 * VEC % 64 |
			look(t, p + 3 * VEC, rows) << 3 * VEC % 64;
	return bits;
}

/* Where there are not the bytes for a group of positions. */
static __always_inline size_t rest(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
				   size_t len, struct fstri_candidates *found, int rows)
{
	const struct rows t = load_rows(fstri_set_at(set, set->teddy), rows);

	while (pos < end) {
		u64 bits = 0;
		size_t group = pos;

		for (size_t i = 0; i < FSTRI_GROUP && pos < end; i += VEC, pos += VEC)
			bits |= look_at_end(&t, p, pos, end, len, rows) << i;
		fstri_add_group(found, group, bits);
	}
	return pos;
}

static NOINLINE size_t look_at_rest(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
				    size_t len, struct fstri_candidates *found)
{
	if (set->teddy_rows > 4)
		return rest(set, p, pos, end, len, found, MOST_ROWS);
	if (set->teddy_rows > 3)
		return rest(set, p, pos, end, len, found, 4);
	return rest(set, p, pos, end, len, found, 3);
}

static __always_inline size_t candidates(const struct fstr_set *set, const u8 *p, size_t pos,
					 size_t end, size_t len, struct fstri_candidates *found,
					 int rows)
{
	size_t reach = FSTRI_GROUP + (size_t)rows - 1;
	size_t whole = len < reach ? 0 : len - reach + 1;
	const struct rows t = load_rows(fstri_set_at(set, set->teddy), rows);

	found->nr = 0;
	found->base = pos;
	while (pos < whole) {
		size_t stop = whole - pos < FSTRI_LOOK ? whole : pos + FSTRI_LOOK;

		do {
			fstri_add_group(found, pos, look_at_group(&t, p + pos, rows));
			pos += FSTRI_GROUP;
		} while (pos < stop && found->nr < found->enough);
		if (!found->nr)
			found->base = pos;
		else if (pos < whole)
			return pos;
	}
	if (pos >= end)
		return pos;
	if (!whole || len - end < (size_t)rows - 1)
		return look_at_rest(set, p, pos, end, len, found);
	/* the group that ends where the block does, over positions already seen */
	fstri_add_group(found, pos, look_at_group(&t, p + whole - 1, rows) >> (pos - (whole - 1)));
	return end;
}

/* More tables than there are registers, and a frame of its own. */
static NOINLINE size_t candidates_by_most(const struct fstr_set *set, const u8 *p, size_t pos,
					  size_t end, size_t len, struct fstri_candidates *found)
{
	return candidates(set, p, pos, end, len, found, MOST_ROWS);
}

size_t NAME(set_candidates)(const struct fstr_set *set, const u8 *p, size_t pos, size_t end,
			    size_t len, struct fstri_candidates *found)
{
	if (set->teddy_rows > 4)
		return candidates_by_most(set, p, pos, end, len, found);
	if (set->teddy_rows > 3)
		return candidates(set, p, pos, end, len, found, 4);
	return candidates(set, p, pos, end, len, found, 3);
}

/* As many bytes as there are, up to a vector of them; behind those, anything. */
size_t NAME(set_head)(const struct fstr_set *set, const u8 *p, size_t pos, size_t len)
{
	const u8 *table = fstri_set_at(set, set->heads);
	const struct row a = row_at(table);
	const struct row b = row_at(table + FSTRI_TEDDY_ROW);
	const struct row c = row_at(table + 2 * FSTRI_TEDDY_ROW);

	while (pos < len) {
		size_t n = len - pos < VEC ? len - pos : VEC;
		vec one = row_look(&a, load_some(p + pos, n));
		vec two = one & row_look(&b, load_behind(p + pos, 1, n));
		u64 bits = bits_of(two & row_look(&c, load_behind(p + pos, 2, n)));
		u64 last = (u64)1 << (n - 1);

		/* the last two positions do not know what comes behind them */
		bits &= (last >> 1) - 1;
		bits |= bits_of(two) & (last >> 1);
		bits |= bits_of(one) & last;
		if (bits)
			return pos + first_bit(bits);
		pos += n;
	}
	return len;
}
