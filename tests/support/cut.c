// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "runner.h"

#include "cut.h"
#include "rng.h"
#include "world.h"

enum edge { EDGE_END, EDGE_START, EDGE_HEAP, NR_EDGES };
enum dress { DRESS_PLAIN, DRESS_EMPTIES, DRESS_SLICE, NR_DRESSES };

#define NR_VARIANTS (NR_EDGES * NR_DRESSES)
#define NR_RANDOM 6

/* A base that must not be followed: an empty fragment's may be anything. */
#define NOWHERE ((const void *)8)

static const size_t borders[] = { 0, 8, 16, 32, 64, 256, 4096 };
static const size_t equal_pieces[] = { 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65,
				       100, 255, 256, 257, 1448, 4096 };

static void release(struct cut_arena *arena)
{
	for (size_t i = 0; i < CUT_PIECES; i++) {
		world_free(arena->slot[i].heap);
		arena->slot[i].heap = NULL;
	}
}

void cut_arena_free(struct cut_arena *arena)
{
	if (!arena)
		return;
	release(arena);
	for (size_t i = 0; i < CUT_PIECES; i++)
		if (arena->slot[i].p)
			world_guarded_free(arena->slot[i].p, arena->slot[i].size);
	world_free(arena->text);
	world_free(arena);
}

struct cut_arena *cut_arena_new(void)
{
	struct cut_arena *arena = world_alloc(sizeof(*arena));

	if (!arena)
		return NULL;
	memset(arena, 0, sizeof(*arena));
	arena->text = world_alloc(CUT_BYTES + 2 * CUT_SPARE);
	if (!arena->text)
		goto fail;
	for (size_t i = 0; i < CUT_PIECES; i++) {
		struct cut_slot *slot = &arena->slot[i];

		slot->p = world_guarded_alloc(CUT_BYTES + 2 * CUT_SPARE, &slot->size);
		if (!slot->p)
			goto fail;
	}
	return arena;
fail:
	cut_arena_free(arena);
	return NULL;
}

static const uint8_t *place(struct cut_slot *slot, const uint8_t *bytes, size_t len, enum edge edge)
{
	uint8_t *to = slot->p;

	if (edge == EDGE_END)
		to += slot->size - len;
	if (edge == EDGE_HEAP && len) {
		slot->heap = world_alloc(len);
		if (slot->heap)
			to = slot->heap;
	}
	memcpy(to, bytes, len);
	return to;
}

static void add_empty(struct cut_arena *arena, const void *base)
{
	arena->frag[arena->nr++] = (struct fstr_frag){ base, 0 };
}

static void lay_out(struct cuts *cuts)
{
	struct cut_arena *arena = cuts->arena;
	enum dress dress = cuts->variant / NR_EDGES;
	enum edge edge = cuts->variant % NR_EDGES;
	size_t spare = dress == DRESS_SLICE && cuts->nr ? CUT_SPARE : 0;
	uint8_t *text = arena->text + CUT_SPARE;
	struct fstr whole;
	size_t from = 0;

	release(arena);
	arena->nr = 0;
	/* The spare bytes go on with the string itself, to either side. */
	memcpy(text, cuts->bytes, cuts->len);
	for (size_t i = 0; i < spare; i++) {
		text[cuts->len + i] = cuts->bytes[i % cuts->len];
		text[-1 - (ssize_t)i] = cuts->bytes[cuts->len - 1 - i % cuts->len];
	}
	if (dress == DRESS_EMPTIES)
		add_empty(arena, NULL);
	for (size_t i = 0; i < cuts->nr; i++) {
		const uint8_t *begin = text + from - (i ? 0 : spare);
		const uint8_t *end = text + cuts->end[i] + (i + 1 < cuts->nr ? 0 : spare);
		size_t len = (size_t)(end - begin);

		arena->frag[arena->nr++] =
			(struct fstr_frag){ place(&arena->slot[i], begin, len, edge), len };
		if (dress == DRESS_EMPTIES)
			add_empty(arena, i % 2 ? NULL : NOWHERE);
		from = cuts->end[i];
	}
	if (fstr_init(&whole, arena->frag, arena->nr))
		whole = (struct fstr){ .len = (size_t)-1 };
	cuts->view = spare ? fstr_slice(&whole, spare, spare + cuts->len) : whole;
}

static void end_piece(struct cuts *cuts, size_t end)
{
	if (cuts->nr < CUT_PIECES)
		cuts->end[cuts->nr++] = (uint16_t)end;
}

static void two_pieces(struct cuts *cuts, size_t border)
{
	if (border && border < cuts->len)
		end_piece(cuts, border);
	end_piece(cuts, cuts->len);
}

static bool pieces_of(struct cuts *cuts, size_t size)
{
	if (size >= cuts->len || cuts->len / size >= CUT_PIECES)
		return false;
	for (size_t end = size; end < cuts->len; end += size)
		end_piece(cuts, end);
	end_piece(cuts, cuts->len);
	return true;
}

static void random_pieces(struct cuts *cuts, struct rng *rng)
{
	uint32_t most = 1 + rng_length(rng, (uint32_t)cuts->len);
	size_t end = 0;

	while (cuts->nr < CUT_PIECES - 1 && end < cuts->len) {
		end += 1 + rng_below(rng, most);
		if (end < cuts->len)
			end_piece(cuts, end);
	}
	if (cuts->len)
		end_piece(cuts, cuts->len);
}

/* All cuts of a short string: bit i of the shape is a border behind byte i. */
static bool next_of_all(struct cuts *cuts)
{
	size_t shape = cuts->shape++;

	if (shape >> (cuts->len ? cuts->len - 1 : 0))
		return false;
	for (size_t i = 1; i < cuts->len; i++)
		if (shape >> (i - 1) & 1)
			end_piece(cuts, i);
	if (cuts->len)
		end_piece(cuts, cuts->len);
	return true;
}

static bool next_of_interest(struct cuts *cuts)
{
	size_t nr_borders = 3 * (ARRAY_SIZE(borders) + cuts->nr_marks + 1);
	size_t shape = cuts->shape++;

	if (shape < nr_borders) {
		size_t which = shape / 3;
		size_t mark = cuts->len;

		if (which < ARRAY_SIZE(borders))
			mark = borders[which];
		else if (which - ARRAY_SIZE(borders) < cuts->nr_marks)
			mark = cuts->marks[which - ARRAY_SIZE(borders)];
		two_pieces(cuts, mark + shape % 3 - 1);
		return true;
	}
	shape -= nr_borders;
	if (shape < ARRAY_SIZE(equal_pieces))
		return pieces_of(cuts, equal_pieces[shape]) || next_of_interest(cuts);
	shape -= ARRAY_SIZE(equal_pieces);
	if (shape < NR_RANDOM) {
		struct rng rng = { .state = cuts->len * NR_RANDOM + shape + 1 };

		random_pieces(cuts, &rng);
		return true;
	}
	return false;
}

void cuts_init(struct cuts *cuts, struct cut_arena *arena, const void *bytes, size_t len,
	       const size_t *marks, size_t nr_marks)
{
	*cuts = (struct cuts){
		.arena = arena,
		.bytes = bytes,
		.len = len,
		.marks = marks,
		.nr_marks = nr_marks,
		.variant = NR_VARIANTS - 1,
	};
}

bool cuts_next(struct cuts *cuts)
{
	if (++cuts->variant == NR_VARIANTS) {
		cuts->variant = 0;
		cuts->nr = 0;
		if (!(cuts->len <= CUT_ALL ? next_of_all(cuts) : next_of_interest(cuts)))
			return false;
	}
	lay_out(cuts);
	return true;
}

void cuts_random(struct cuts *cuts, struct rng *rng)
{
	cuts->nr = 0;
	cuts->variant = rng_below(rng, NR_VARIANTS);
	random_pieces(cuts, rng);
	lay_out(cuts);
}

const char *cuts_name(const struct cuts *cuts, char *buf, size_t size)
{
	size_t at = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < cuts->nr && at + 24 < size; i++)
		at += (size_t)snprintf(buf + at, size - at, "%u|", cuts->end[i]);
	snprintf(buf + at, size - at, " edge %u dress %u", cuts->variant % NR_EDGES,
		 cuts->variant / NR_EDGES);
	return buf;
}
