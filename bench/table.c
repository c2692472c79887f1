// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Results for people: for each case a line that sets ours against the best rival
 * and the ceiling, and one with all engines from the fastest on.
 */
#include <stdlib.h>
#include <string.h>

#include "bench.h"

#define LINE 110

static bool is_flat(const struct row *row)
{
	return !strncmp(row->engine->name, "flat:", 5);
}

/* Ours as a user gets it: what all others are set against. */
static bool is_ours(const struct row *row)
{
	return row->engine->ours && !strcmp(row->impl, "auto");
}

static const struct row *find_ours(const struct row *row, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (is_ours(&row[i]) && row[i].ok)
			return &row[i];
	}
	return NULL;
}

static const struct row *find_linear(const struct row *row, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (!strcmp(row[i].layout->name, "linear") && is_ours(&row[i]) && row[i].ok)
			return &row[i];
	}
	return NULL;
}

static const struct row *find_rival(const struct row *row, size_t nr)
{
	const struct row *best = NULL;

	for (size_t i = 0; i < nr; i++) {
		if (row[i].engine->ours || is_flat(&row[i]) || !row[i].ok)
			continue;
		if (!best || row[i].median_ns < best->median_ns)
			best = &row[i];
	}
	return best;
}

static const struct row *find_ceiling(const struct row *row, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (row[i].engine->ceiling & OP_BIT(row[i].op))
			return &row[i];
	}
	return NULL;
}

static int by_speed(const void *a, const void *b)
{
	const struct row *x = *(const struct row *const *)a, *y = *(const struct row *const *)b;

	if (x->ok != y->ok)
		return x->ok ? -1 : 1;
	return x->median_ns < y->median_ns ? -1 : x->median_ns > y->median_ns;
}

/* GB/s, or ns for a look-up. */
static double figure(const struct row *row)
{
	return row->op == OP_INDEX ? row->median_ns : (double)row->len / row->median_ns;
}

static int print_engine(const struct row *row)
{
	const char *impl = strcmp(row->impl, "auto") ? row->impl : "";
	const char *dash = *impl ? "-" : "";

	if (row->ok)
		return printf("  %s%s%s %.2f", row->engine->name, dash, impl, figure(row));
	return printf("  %s%s%s WRONG %llu, not %llu", row->engine->name, dash, impl,
		      (unsigned long long)row->count, (unsigned long long)row->want);
}

static void print_all(const struct row *row, size_t nr)
{
	const struct row **sorted = must(calloc(nr, sizeof(const struct row *)));
	int column = 0;

	for (size_t i = 0; i < nr; i++)
		sorted[i] = &row[i];
	qsort(sorted, nr, sizeof(sorted[0]), by_speed);
	for (size_t i = 0; i < nr; i++) {
		if (!column)
			column = printf("   ");
		column += print_engine(sorted[i]);
		if (column > LINE) {
			putchar('\n');
			column = 0;
		}
	}
	if (column)
		putchar('\n');
	free(sorted);
}

static void print_case(const struct row *row, size_t nr, const struct row *linear)
{
	const struct row *ours = find_ours(row, nr), *rival = find_rival(row, nr);
	const struct row *ceiling = find_ceiling(row, nr);

	printf("%-34s", row->name);
	if (ours)
		printf(" %8.2f %5.1f%%", figure(ours), 100 * ours->spread);
	else
		printf(" %8s %6s", "-", "");
	if (rival)
		printf("  %-24s %8.2f", rival->engine->name, figure(rival));
	else
		printf("  %-24s %8s", "-", "");
	if (ours && rival)
		printf(" %6.2fx", rival->median_ns / ours->median_ns);
	else
		printf(" %7s", "");
	if (ceiling)
		printf(" %8.2f", figure(ceiling));
	else
		printf(" %8s", "");
	if (ours && linear)
		printf(" %8.2f", ours->median_ns / linear->median_ns);
	putchar('\n');
	print_all(row, nr);
}

/**
 * table_print() - print the rows of one series
 * @row: the rows, those of one cut side by side
 * @nr: how many there are
 * @head: whether the columns are to be named
 *
 * The seam tax is our time on the cut string over our time on the linear one.
 */
void table_print(const struct row *row, size_t nr, bool head)
{
	const struct row *linear = find_linear(row, nr);
	size_t from = 0;

	if (!nr)
		return;
	if (head)
		printf("\n%-34s %8s %6s  %-24s %8s %7s %8s %8s\n",
		       row->op == OP_INDEX ? "ns for each look-up" : "GB/s", "fragstr", "spread",
		       "best rival", "", "ratio", "ceiling", "seam tax");
	while (from < nr) {
		size_t to = from;

		while (to < nr && row[to].layout == row[from].layout)
			to++;
		print_case(row + from, to - from, linear);
		from = to;
	}
	fflush(stdout);
}
