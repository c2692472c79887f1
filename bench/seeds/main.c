// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fragstr-seeds: the command line. */
#include <malloc.h>
#include <stdlib.h>

#include "../cli.h"
#include "seeds.h"

static const char usage[] =
	"Usage: fragstr-seeds [OPTION]...\n"
	"Times the three starting points of fragstr: what was done before against what it\n"
	"does, on bytes of the shipped capture.\n"
	"\n"
	"  --seconds S         how long to time in all (default 20)\n"
	"  --csv FILE          write the results there as well, in the columns of fragstr-bench\n"
	"  --help              this text\n"
	"\n"
	"ratio is the time before over the time after. reported is what the original told\n"
	"of its own change, on its own machine: not ours to repeat, but to be compared.\n"
	"bound is what flat bytes would take, had somebody joined them for nothing.\n"
	"\n"
	"Exit status: 0, 1 where an answer was wrong, 2 where it could not run.\n";

static void parse(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "seconds", required_argument, NULL, 's' },
		{ "csv", required_argument, NULL, 'c' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int option;

	while ((option = next_option(argc, argv, known, usage)) != -1) {
		switch (option) {
		case 's':
			options->seconds = parse_seconds(optarg);
			break;
		case 'c':
			options->csv = optarg;
			break;
		}
	}
}

struct fstr view_of(const struct hay *hay)
{
	struct fstr view;

	if (fstr_init(&view, hay->frag, hay->nr))
		abort();
	return view;
}

int main(int argc, char **argv)
{
	struct options options = { .seconds = 20 };
	struct tally tally = { };
	struct capture capture;
	struct traffic traffic;
	struct complaint why;

	parse(&options, argc, argv);
	if (options.csv && csv_check(options.csv, &why))
		die("%s", why.text);
	if (capture_read(&capture, shipped_capture(), &why))
		die("%s", why.text);
	traffic_init(&traffic, &capture);
	capture_free(&capture);
	/* Freed memory is kept, as in a process that has run for long: no page faults. */
	mallopt(M_MMAP_THRESHOLD, 1 << 25);
	mallopt(M_TRIM_THRESHOLD, 1 << 28);
	settle();
	tally.seconds = options.seconds / (double)(bytestring_lanes + stream_lanes + headers_lanes);
	bytestring_run(&tally, &traffic);
	stream_run(&tally, &traffic);
	if (headers_run(&tally, &traffic, &why))
		die("%s", why.text);
	traffic_free(&traffic);
	if (options.csv && csv_write(options.csv, &tally.results, &why))
		die("%s", why.text);
	if (tally.results.wrong)
		printf("\n%zu rows are WRONG\n", tally.results.wrong);
	contest_end(&tally);
	return finish(!tally.results.wrong);
}
