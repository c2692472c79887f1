// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fragstr-bench: the command line. */
#include <stdlib.h>

#include "bench.h"
#include "cli.h"

static const char usage[] =
	"Usage: fragstr-bench [OPTION]...\n"
	"Finds the header patterns in the TCP streams of a capture, where they lie, and\n"
	"times fragstr against other ways to do the same work on the same bytes.\n"
	"\n"
	"  --list              name the cases, with the engines that serve them; run nothing\n"
	"  --filter GLOB       only the cases whose name matches, e.g. 'find/*/mtu/1m'\n"
	"  --engine GLOB       only the engines whose name matches\n"
	"  --quick             the cases that matter most, within a minute\n"
	"  --seconds S         how long to time in all (default: as the rows want, with\n"
	"                      --quick 40); one round of everything may take longer\n"
	"  --csv FILE          write the results there as well\n"
	"  --capture FILE      a capture of your own, instead of the shipped one\n"
	"  --help              this text\n"
	"\n"
	"A case is <operation>/<what>/<cut>/<size>. An engine whose name begins with\n"
	"'flat:' is given the joined bytes for nothing: a bound, not a rival; 'join+' is\n"
	"with the joining timed. The table shows GB/s, or ns for a look-up: ours, the\n"
	"spread of its rounds, the best rival and how many times as long it takes, the\n"
	"ceiling of the machine in the same run, and the seam tax: our time over our\n"
	"time on the linear string.\n"
	"\n"
	"Columns of the CSV: bytes is the length of the string, iters the number of\n"
	"timed runs, min_ns and median_ns (over the rounds) are for one run (for index:\n"
	"for one look-up, and gbps is look-ups for each ns), spread is the distance of\n"
	"the quartiles as a part of the median, count is the answer (a sum for index and\n"
	"read, the hash for hash), ok is 1 where that is what the naive twin says (where\n"
	"it is 0, gbps is 0 as well).\n"
	"\n"
	"Exit status: 0, 1 where an answer was wrong, 2 where it could not run.\n";

static void parse(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "list", no_argument, NULL, 'l' },
		{ "filter", required_argument, NULL, 'f' },
		{ "engine", required_argument, NULL, 'e' },
		{ "quick", no_argument, NULL, 'q' },
		{ "seconds", required_argument, NULL, 's' },
		{ "csv", required_argument, NULL, 'c' },
		{ "capture", required_argument, NULL, 'p' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int option;

	while ((option = next_option(argc, argv, known, usage)) != -1) {
		switch (option) {
		case 'l':
			options->list = true;
			break;
		case 'f':
			options->filter = optarg;
			break;
		case 'e':
			options->engine = optarg;
			break;
		case 'q':
			options->quick = true;
			break;
		case 's':
			options->seconds = parse_seconds(optarg);
			break;
		case 'c':
			options->csv = optarg;
			break;
		case 'p':
			options->capture = optarg;
			break;
		}
	}
}

/* Prints or counts the engines of a case; 0 where the options leave none. */
static size_t list_engines(const struct options *options, const struct series *series,
			   const struct layout *layout, bool print)
{
	char name[CASE_NAME_MAX];
	size_t serving = 0;

	case_name(name, series, layout);
	for (size_t e = 0; engines[e]; e++) {
		if (!engine_wanted(options, engines[e], series->family->op))
			continue;
		if (print && !serving)
			printf("%-34s", name);
		if (print)
			printf(" %s", engines[e]->name);
		serving++;
	}
	if (print && serving)
		putchar('\n');
	return serving;
}

/* Prints or counts the wanted cases; 0 where the options leave none. */
static size_t list_cases(const struct options *options, bool print)
{
	struct series series;
	size_t nr = 0;

	for (size_t i = 0; series_at(i, &series); i++) {
		const struct layout *layout = series.shape->layouts;

		for (; layout->name; layout++) {
			if (case_wanted(options, &series, layout))
				nr += list_engines(options, &series, layout, print) != 0;
		}
	}
	return nr;
}

static void list_peers(void)
{
	const struct peer *peer;

	putchar('\n');
	for (size_t i = 0; (peer = peer_at(i)); i++) {
		if (peer->version)
			printf("%-14s %s\n", peer->name, peer->version);
		else
			printf("%-14s missing: install %s, or run make bench-deps\n", peer->name,
			       peer->package);
	}
}

static void check_selection(const struct options *options)
{
	struct options half = *options;

	half.engine = NULL;
	if (!list_cases(&half, false))
		die("no case %smatches '%s' (see --list)", options->quick ? "of a quick run " : "",
		    options->filter ? options->filter : "");
	half = *options;
	half.filter = NULL;
	half.quick = false;
	if (!list_cases(&half, false))
		die("no engine matches '%s' (see --list)", options->engine);
	if (!list_cases(options, false))
		die("no engine that matches '%s' serves '%s' (see --list)", options->engine,
		    options->filter ? options->filter : "*");
}

static void print_peers(void)
{
	const struct peer *peer;

	for (size_t i = 0; (peer = peer_at(i)); i++) {
		if (peer->version)
			printf("%s%s %s", i ? ", " : "", peer->name, peer->version);
		else
			printf("%sno %s (install %s)", i ? ", " : "", peer->name, peer->package);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct options options = { .seconds = -1 };
	struct results results = { };
	struct capture capture;
	struct traffic traffic;
	struct complaint why;
	bool right;

	parse(&options, argc, argv);
	if (options.quick && options.seconds < 0)
		options.seconds = 40;
	check_selection(&options);
	if (options.list) {
		list_cases(&options, true);
		list_peers();
		return finish(true);
	}
	if (!options.capture)
		options.capture = shipped_capture();
	if (options.csv && csv_check(options.csv, &why))
		die("%s", why.text);
	if (capture_read(&capture, options.capture, &why))
		die("%s", why.text);
	printf("%s, by %s\n", options.capture, pcap_reader_name());
	right = job_run(&capture);
	traffic_init(&traffic, &capture);
	capture_free(&capture);
	putchar('\n');
	settle();
	print_peers();
	run_all(&results, &options, &traffic);
	traffic_free(&traffic);
	if (options.csv && csv_write(options.csv, &results, &why))
		die("%s", why.text);
	if (results.wrong)
		printf("\n%zu rows are WRONG\n", results.wrong);
	right &= !results.wrong;
	free(results.row);
	return finish(right);
}
