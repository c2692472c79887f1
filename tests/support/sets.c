// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "runner.h"

#include "sets.h"
#include "world.h"

#define MOST_MATCHES 20000

static struct naive_str pattern_of(const struct fstr_set_needle *needle)
{
	return (struct naive_str){ needle->bytes, needle->len };
}

static bool stands_at(struct naive_str hay, const struct fstr_set_needle *needle, size_t pos)
{
	return pos <= hay.len && needle->len <= hay.len - pos &&
	       naive_equal((struct naive_str){ hay.p + pos, needle->len }, pattern_of(needle),
			   needle->flags);
}

static void add(struct match_list *list, struct fstr_match match)
{
	if (list->nr < list->room)
		list->at[list->nr] = match;
	list->nr++;
}

static struct fstr_match make_match(size_t pos, size_t len, size_t which)
{
	return (struct fstr_match){ .pos = pos, .len = len, .which = (uint32_t)which };
}

static size_t longest_of(struct naive_set set)
{
	size_t longest = 0;

	for (size_t i = 0; i < set.nr; i++)
		if (set.needles[i].len > longest)
			longest = set.needles[i].len;
	return longest;
}

void naive_set_all(struct naive_str hay, struct naive_set set, size_t from,
		   struct match_list *list)
{
	size_t longest = longest_of(set);

	list->nr = 0;
	for (size_t end = from; end <= hay.len; end++)
		for (size_t pos = end - from > longest ? end - longest : from; pos < end; pos++)
			for (size_t i = 0; i < set.nr; i++)
				if (set.needles[i].len == end - pos &&
				    stands_at(hay, &set.needles[i], pos))
					add(list, make_match(pos, end - pos, i));
}

bool naive_set_match_at(struct naive_str hay, struct naive_set set, size_t pos,
			struct fstr_match *match)
{
	size_t longest = 0;

	for (size_t i = 0; i < set.nr; i++) {
		if (set.needles[i].len <= longest || !stands_at(hay, &set.needles[i], pos))
			continue;
		longest = set.needles[i].len;
		*match = make_match(pos, longest, i);
	}
	return longest;
}

void naive_set_leftmost(struct naive_str hay, struct naive_set set, size_t from,
			struct match_list *list)
{
	struct fstr_match match;

	list->nr = 0;
	while (from < hay.len) {
		if (naive_set_match_at(hay, set, from, &match)) {
			add(list, match);
			from += match.len;
		} else {
			from++;
		}
	}
}

size_t naive_set_partial(struct naive_str hay, struct naive_set set)
{
	size_t most = 0;

	for (size_t i = 0; i < set.nr; i++) {
		size_t n = naive_partial(hay, pattern_of(&set.needles[i]), 0,
					 set.needles[i].flags);

		if (n > most)
			most = n;
	}
	return most;
}

bool same_match(const struct fstr_match *a, const struct fstr_match *b)
{
	return a->pos == b->pos && a->len == b->len && a->which == b->which;
}

struct fstr_set *suite_set(const struct fstr_set_needle *needles, size_t nr)
{
	size_t size = fstr_set_size(needles, nr);
	struct fstr_set *set = world_alloc(size);

	if (set && fstr_set_init(set, size, needles, nr)) {
		world_free(set);
		set = NULL;
	}
	return set;
}

static uint8_t random_letter(struct rng *rng, uint32_t letters)
{
	static const uint8_t alphabet[] = { 'a', 'b', 'A', 'c', '-', 0xe1, 'B', '\r' };

	return alphabet[rng_below(rng, letters)];
}

/* Part of a text, 1 to @most bytes. */
static size_t take_part(uint8_t *to, size_t most, const uint8_t *from, size_t len, struct rng *rng)
{
	size_t n = 1 + rng_length(rng, (uint32_t)(len < most ? len : most) - 1);

	memcpy(to, from + rng_below(rng, (uint32_t)(len - n + 1)), n);
	return n;
}

static size_t random_needle(struct random_set *set, size_t i, uint32_t letters, struct rng *rng)
{
	uint8_t *to = set->bytes[i];
	size_t most = sizeof(set->bytes[i]) - 1;
	size_t n;

	if (i && rng_below(rng, 2)) {
		const struct fstr_set_needle *other = &set->needles[rng_below(rng, (uint32_t)i)];

		n = other->len;
		if (rng_below(rng, 2))
			n = take_part(to, most, other->bytes, n, rng);
		else
			memcpy(to, other->bytes, n);
	} else if (set->len && rng_below(rng, 4)) {
		n = take_part(to, most, set->hay, set->len, rng);
	} else {
		n = 1 + rng_length(rng, (uint32_t)most - 1);
		for (size_t j = 0; j < n; j++)
			to[j] = random_letter(rng, letters);
	}
	if (!rng_below(rng, 4))
		to[rng_below(rng, (uint32_t)n)] = random_letter(rng, letters);
	if (n < most && !rng_below(rng, 4))
		to[n++] = random_letter(rng, letters);
	return n;
}

void random_set(struct random_set *set, struct rng *rng)
{
	uint32_t letters = 1 + rng_below(rng, 8);
	uint32_t kind = rng_below(rng, 4);

	set->len = rng_length(rng, sizeof(set->hay));
	for (size_t i = 0; i < set->len; i++)
		set->hay[i] = random_letter(rng, letters);
	set->nr = 1 + rng_below(rng, SET_MOST);
	for (size_t i = 0; i < set->nr; i++) {
		bool icase = kind == 1 || (kind == 2 && rng_below(rng, 2));

		set->needles[i] = (struct fstr_set_needle){
			.bytes = set->bytes[i],
			.len = random_needle(set, i, letters, rng),
			.flags = icase ? FSTR_ICASE : 0,
		};
	}
}

/* Whether the iterator gives just the matches of a list. */
static bool iter_agrees(const struct fstr *view, const struct fstr_set *set, size_t from,
			unsigned int flags, const struct match_list *want)
{
	struct fstr_match match = { 0 };
	struct fstr_set_iter iter;

	if (fstr_set_iter_init(&iter, view, set, from, flags))
		return false;
	for (size_t i = 0; i < want->nr; i++)
		if (fstr_set_iter_next(&iter, &match) || !same_match(&match, &want->at[i]))
			return false;
	match.pos = 12345;
	return fstr_set_iter_next(&iter, &match) == -ENOENT && match.pos == 12345 &&
	       fstr_set_iter_next(&iter, &match) == -ENOENT;
}

bool set_field_init(struct set_field *f, struct naive_str hay,
		    const struct fstr_set_needle *needles, size_t nr, size_t from)
{
	*f = (struct set_field){
		.hay = hay,
		.naive = { needles, nr },
		.set = suite_set(needles, nr),
		.all = { world_alloc(MOST_MATCHES * sizeof(*f->all.at)), 0, MOST_MATCHES },
		.leftmost = { world_alloc(MOST_MATCHES * sizeof(*f->all.at)), 0, MOST_MATCHES },
		.from = from,
	};
	if (!f->set || !f->all.at || !f->leftmost.at)
		return false;
	naive_set_all(hay, f->naive, from, &f->all);
	naive_set_leftmost(hay, f->naive, from, &f->leftmost);
	return f->all.nr <= MOST_MATCHES;
}

void set_field_release(struct set_field *f)
{
	world_free(f->set);
	world_free(f->all.at);
	world_free(f->leftmost.at);
}

/* What stands at each position. */
bool set_match_at_agrees(const struct fstr *view, const struct set_field *f)
{
	for (size_t pos = 0; pos <= f->hay.len + 1; pos++) {
		struct fstr_match want = { .pos = 77 }, got = { .pos = 77 };
		bool there = naive_set_match_at(f->hay, f->naive, pos, &want);

		if (fstr_set_match_at(view, pos, f->set, &got) != (there ? 0 : -ENOENT) ||
		    !same_match(&want, &got))
			return false;
	}
	return true;
}

const char *set_disagrees(const struct fstr *view, const struct set_field *f)
{
	struct fstr_match want = { .pos = 77 }, got = { .pos = 77 };
	int err = fstr_set_find(view, f->set, f->from, &got);

	if (f->all.nr)
		want = f->all.at[0];
	if (err != (f->all.nr ? 0 : -ENOENT) || !same_match(&want, &got))
		return "find";
	if (!iter_agrees(view, f->set, f->from, 0, &f->all))
		return "every occurrence";
	if (!iter_agrees(view, f->set, f->from, FSTR_LEFTMOST, &f->leftmost))
		return "leftmost";
	return NULL;
}
