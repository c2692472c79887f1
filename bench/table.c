// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Results for people: one line for each case, one column for each engine. */
#include <string.h>

#include "bench.h"

#define COLUMN 21

static bool same_column(const struct row *a, const struct row *b)
{
	return a->engine == b->engine && !strcmp(a->impl, b->impl);
}

/* Ours as a user gets it: what all others are set against. */
static bool is_ours(const struct row *row)
{
	return !strcmp(row->engine->name, "fragstr") && !strcmp(row->impl, "auto");
}

static const struct row *find_ours(const struct row *row, size_t nr, const struct layout *layout)
{
	for (size_t i = 0; i < nr; i++) {
		if (row[i].layout == layout && is_ours(&row[i]) && row[i].ok)
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

static void print_cell(const struct row *row, const struct row *ours)
{
	char text[64];

	if (!row->ok)
		snprintf(text, sizeof(text), "WRONG %llu, not %llu",
			 (unsigned long long)row->count, (unsigned long long)row->want);
	else if (!ours || row == ours)
		snprintf(text, sizeof(text), "%.2f", (double)row->len / row->median_ns);
	else
		snprintf(text, sizeof(text), "%.2f (%.2fx)", (double)row->len / row->median_ns,
			 row->median_ns / ours->median_ns);
	printf(" %*s", COLUMN, text);
}

static void print_head(const struct row *row, size_t nr)
{
	printf("\n%-34s %8s", "GB/s (ours is N times as fast)", "count");
	for (size_t i = 0; i < nr && row[i].layout == row[0].layout; i++) {
		char text[64];
		bool forced = strcmp(row[i].impl, "auto");

		snprintf(text, sizeof(text), "%s%s%s", row[i].engine->name, forced ? " " : "",
			 forced ? row[i].impl : "");
		printf(" %*s", COLUMN, text);
	}
	printf(" %9s", "seam tax");
}

/**
 * table_print() - print the rows of one series
 * @row: the rows, those of one cut side by side
 * @nr: how many there are
 * @head: whether the columns are not those of the table before
 *
 * The seam tax is our time on the cut string over our time on the linear one.
 */
void table_print(const struct row *row, size_t nr, bool head)
{
	const struct row *linear = find_linear(row, nr);
	const struct row *first = row;

	if (!nr)
		return;
	if (head)
		print_head(row, nr);
	putchar('\n');
	while (first < row + nr) {
		const struct layout *layout = first->layout;
		const struct row *ours = find_ours(row, nr, layout);

		printf("%-34s %8llu", first->name, (unsigned long long)first->want);
		for (size_t i = 0; i < nr && row[i].layout == row[0].layout; i++) {
			if (first < row + nr && first->layout == layout &&
			    same_column(first, &row[i]))
				print_cell(first++, ours);
			else
				printf(" %*s", COLUMN, "-");
		}
		/* What the first cut had no column for. */
		while (first < row + nr && first->layout == layout)
			first++;
		if (ours && linear)
			printf(" %9.2f", ours->median_ns / linear->median_ns);
		putchar('\n');
	}
	fflush(stdout);
}
