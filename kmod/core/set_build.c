// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The automaton of A. V. Aho and M. J. Corasick, "Efficient string matching: an
 * aid to bibliographic search", Comm. ACM 18 (1975), over a sorted list of
 * needles. Needles with a beginning in common lie next to each other in it, so a
 * node is a range of the list, and going through the ranges breadth first makes
 * the nodes in the order of their numbers, without recursion and without memory.
 */
#include "set.h"

static int compare(const struct fstr_set *set, u32 a, u32 b)
{
	const struct fstri_set_needle *na = fstri_set_needle(set, a);
	const struct fstri_set_needle *nb = fstri_set_needle(set, b);
	const u8 *pa = fstri_set_at(set, na->bytes);
	const u8 *pb = fstri_set_at(set, nb->bytes);
	u32 len = na->len < nb->len ? na->len : nb->len;
	u32 same = 0;

	/* calling memcmp() costs more than most strings take to differ */
	while (same < len && pa[same] == pb[same])
		same++;
	if (same < len)
		return pa[same] < pb[same] ? -1 : 1;
	if (na->len != nb->len)
		return na->len < nb->len ? -1 : 1;
	return 0;
}

static void merge(const struct fstr_set *set, const u32 *from, u32 *to, u32 begin, u32 middle,
		  u32 end)
{
	u32 a = begin;
	u32 b = middle;

	for (u32 i = begin; i < end; i++) {
		bool first = a < middle && (b == end || compare(set, from[a], from[b]) <= 0);

		to[i] = first ? from[a++] : from[b++];
	}
}

/* Merge sort, stable: needles of one string stay in the order of their numbers. */
u32 *fstri_set_sort(struct fstr_set *set, u32 *order, u32 *spare, u32 nr)
{
	u32 *from = order;
	u32 *to = spare;

	for (u32 run = 1; run < nr; run *= 2) {
		u32 *swap = from;

		for (u32 begin = 0; begin < nr; begin += 2 * run) {
			u32 middle = nr - begin < run ? nr : begin + run;
			u32 end = nr - begin < 2 * run ? nr : begin + 2 * run;

			merge(set, from, to, begin, middle, end);
		}
		from = to;
		to = swap;
	}
	if (from != order)
		memcpy(order, from, nr * sizeof(*order));
	return order;
}

/* Nodes of the automaton of a sorted list, the root included. */
size_t fstri_set_count_nodes(const struct fstr_set *set, const u32 *order, u32 nr)
{
	size_t nodes = 1;

	for (u32 i = 0; i < nr; i++) {
		const struct fstri_set_needle *needle = fstri_set_needle(set, order[i]);
		const struct fstri_set_needle *last;
		u32 same = 0;

		nodes += needle->len;
		if (!i)
			continue;
		last = fstri_set_needle(set, order[i - 1]);
		while (same < needle->len && same < last->len &&
		       ((const u8 *)fstri_set_at(set, needle->bytes))[same] ==
		       ((const u8 *)fstri_set_at(set, last->bytes))[same])
			same++;
		nodes -= same;
	}
	return nodes;
}

/* The tables while they are made. Before a node's turn, fail and out are its range. */
struct build {
	struct fstr_set *set;
	u32 *order;
	const u8 *class;
	u32 *first;
	u32 *fail;
	u32 *depth;
	u32 *out;
	u32 *before;
	u8 *label;
	u32 *rows;
	u32 nodes;
	u32 classes;
	u32 dense;
};

static u8 byte_of(const struct build *b, u32 at, u32 depth)
{
	const struct fstri_set_needle *needle = fstri_set_needle(b->set, b->order[at]);

	return ((const u8 *)fstri_set_at(b->set, needle->bytes))[depth];
}

static u32 len_of(const struct build *b, u32 at)
{
	return fstri_set_needle(b->set, b->order[at])->len;
}

/* Make the children of a node; gives the number of the next node. */
static u32 expand(struct build *b, u32 node, u32 next)
{
	u32 depth = b->depth[node];
	u32 at = b->out[node];
	u32 end = b->fail[node];

	b->first[node] = next;
	b->out[node] = FSTRI_NONE;
	if (at < end && len_of(b, at) == depth) {
		b->out[node] = at;
		while (at < end && len_of(b, at) == depth)
			at++;
	}
	while (at < end) {
		u8 byte = byte_of(b, at, depth);

		b->label[next] = b->class[byte];
		b->depth[next] = depth + 1;
		b->out[next] = at;
		while (at < end && byte_of(b, at, depth) == byte)
			at++;
		b->fail[next] = at;
		next++;
	}
	return next;
}

static void build_nodes(struct build *b, u32 begin, u32 end)
{
	u32 next = 1;

	b->label[0] = 0;
	b->depth[0] = 0;
	b->out[0] = begin;
	b->fail[0] = end;
	for (u32 node = 0; node < b->nodes; node++)
		next = expand(b, node, next);
	b->first[b->nodes] = b->nodes;
}

/*
 * Where each node steps back to, and the rows of the shallow ones. A node's own
 * is known before its turn: it is less deep, and so are the rows that it takes.
 */
static void build_fails(struct build *b, const struct fstri_auto *a)
{
	b->fail[0] = 0;
	for (u32 node = 0; node < b->nodes; node++) {
		u32 *row = b->rows + (size_t)node * b->classes;
		const u32 *back = b->rows + (size_t)b->fail[node] * b->classes;

		for (u32 child = b->first[node]; child < b->first[node + 1]; child++)
			b->fail[child] = node ? fstri_auto_step_class(a, b->fail[node],
								      b->label[child]) : 0;
		if (node && b->out[node] == FSTRI_NONE)
			b->out[node] = b->out[b->fail[node]];
		if (node >= b->dense)
			continue;
		if (node)
			memcpy(row, back, b->classes * sizeof(*row));
		else
			memset(row, 0, b->classes * sizeof(*row));
		for (u32 child = b->first[node]; child < b->first[node + 1]; child++)
			row[b->label[child]] = child;
	}
}

/*
 * Follow each needle to the node that it ends at, and see on the way what it has
 * before the strings of other nodes, and what ends inside it.
 */
static void follow_needles(struct build *b, const struct fstri_auto *a, u32 begin, u32 end)
{
	struct fstri_set_needle *needles = fstri_set_make(b->set, b->set->needles);

	memset(b->before, 0, b->nodes * sizeof(*b->before));
	for (u32 i = begin; i < end; i++) {
		struct fstri_set_needle *needle = &needles[b->order[i]];
		const u8 *bytes = fstri_set_at(b->set, needle->bytes);
		u32 node = 0;

		needle->inner = false;
		for (u32 depth = 1; depth <= needle->len; depth++) {
			u32 back;

			node = fstri_auto_step(a, node, bytes[depth - 1]);
			back = b->fail[node];
			if (back)
				b->before[back] |= (u32)1 << bytes[depth - b->depth[back] - 1] % 32;
			if (depth < needle->len && b->out[node] != FSTRI_NONE)
				needle->inner = true;
		}
		needle->out = b->out[node];
		needle->next = b->out[b->fail[node]];
		needle->live = fstri_auto_live(a, node);
		needle->border = b->depth[needle->live];
	}
	for (u32 i = begin; i < end; i++)
		if (i + 1 == end || needles[b->order[i]].out != needles[b->order[i + 1]].out)
			b->order[i] |= FSTRI_LAST;
}

/* What other needles have before beginnings of this one of @from bytes and more. */
u32 fstri_set_before(const struct fstr_set *set, const struct fstri_set_needle *needle, u32 from)
{
	const struct fstri_auto a = fstri_set_auto(set, needle->part);
	const u32 *before = fstri_set_at(set, set->part[needle->part].before);
	const u8 *bytes = fstri_set_at(set, needle->bytes);
	u32 node = 0;
	u32 all = 0;

	for (u32 depth = 1; depth <= needle->len; depth++) {
		node = fstri_auto_step(&a, node, bytes[depth - 1]);
		if (depth >= from)
			all |= before[node];
	}
	return all;
}

/* Make the automaton of the needles at [@begin, @end) of the sorted order. */
void fstri_set_build(struct fstr_set *set, u32 part, u32 begin, u32 end)
{
	const struct fstri_auto a = fstri_set_auto(set, part);
	struct build b = {
		.set = set,
		.order = fstri_set_make(set, set->order),
		.class = a.class,
		.first = (u32 *)a.first,
		.fail = (u32 *)a.fail,
		.depth = (u32 *)a.depth,
		.out = (u32 *)a.out,
		.before = fstri_set_make(set, set->part[part].before),
		.label = (u8 *)a.label,
		.rows = (u32 *)a.rows,
		.nodes = set->part[part].nodes,
		.classes = a.classes,
		.dense = a.dense,
	};

	build_nodes(&b, begin, end);
	build_fails(&b, &a);
	follow_needles(&b, &a, begin, end);
}
