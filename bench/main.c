// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fragstr-bench: the command line. */
#define _GNU_SOURCE	/* sched_setaffinity */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench.h"

static const char usage[] =
	"Usage: fragstr-bench [OPTION]...\n"
	"Finds the header patterns in the TCP streams of a capture, where they lie, and\n"
	"times fragstr against other ways to do the same work on the same bytes.\n"
	"\n"
	"  --list              name the cases, with the engines that serve them; run nothing\n"
	"  --filter GLOB       only the cases whose name matches, e.g. 'find/*/mtu/1m'\n"
	"  --engine GLOB       only the engines whose name matches\n"
	"  --seconds S         how long to time in all (default 20)\n"
	"  --csv FILE          write the results there as well\n"
	"  --capture FILE      a capture of your own, instead of the shipped one\n"
	"  --help              this text\n"
	"\n"
	"A case is <operation>/<what>/<cut>/<size>. An engine whose name begins with\n"
	"'flat:' is given the joined bytes for nothing: a bound, not a rival. Columns of\n"
	"the CSV: bytes is the length of the string, iters the number of timed runs,\n"
	"min_ns and median_ns (over the rounds) are for one run, count is the answer,\n"
	"ok is 1 where that is what the naive twin says (where it is 0, gbps is 0 as well).\n"
	"\n"
	"Exit status: 0, 1 where an answer was wrong, 2 where it could not run.\n";

static void __attribute__((noreturn, format(printf, 1, 2))) die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("fragstr-bench: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

static double parse_seconds(const char *text)
{
	char *end;
	double seconds;

	errno = 0;
	seconds = strtod(text, &end);
	if (errno || end == text || *end || !isfinite(seconds) || seconds < 0 || seconds > 1e6)
		die("--seconds %s: not a number of seconds", text);
	return seconds;
}

static void parse(struct options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "list", no_argument, NULL, 'l' },
		{ "filter", required_argument, NULL, 'f' },
		{ "engine", required_argument, NULL, 'e' },
		{ "seconds", required_argument, NULL, 's' },
		{ "csv", required_argument, NULL, 'c' },
		{ "capture", required_argument, NULL, 'p' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, "+:h", known, NULL)) != -1) {
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
		case 's':
			options->seconds = parse_seconds(optarg);
			break;
		case 'c':
			options->csv = optarg;
			break;
		case 'p':
			options->capture = optarg;
			break;
		case 'h':
			fputs(usage, stdout);
			exit(0);
		case ':':
			die("option %s wants a value (see --help)", argv[optind - 1]);
		default:
			die("unknown option %s (see --help)", argv[optind - 1]);
		}
	}
	if (optind < argc)
		die("unknown argument %s (see --help)", argv[optind]);
}

/* Prints or counts the wanted cases; 0 where the options leave none. */
static size_t list_cases(const struct options *options, bool print)
{
	size_t nr = 0;

	for (size_t i = 0; series_at(i); i++) {
		const struct series *series = series_at(i);

		for (const struct layout *layout = series->layout; layout->name; layout++) {
			char name[CASE_NAME_MAX];
			size_t serving = 0;

			case_name(name, series, layout);
			if (!case_wanted(options, name))
				continue;
			for (size_t e = 0; engines[e]; e++) {
				if (!engine_wanted(options, engines[e], series->op))
					continue;
				if (print && !serving)
					printf("%-34s", name);
				if (print)
					printf(" %s", engines[e]->name);
				serving++;
			}
			if (print && serving)
				putchar('\n');
			nr += serving != 0;
		}
	}
	return nr;
}

static void check_selection(const struct options *options)
{
	struct options half = *options;

	half.engine = NULL;
	if (!list_cases(&half, false))
		die("no case matches '%s' (see --list)", options->filter);
	half = *options;
	half.filter = NULL;
	if (!list_cases(&half, false))
		die("no engine matches '%s' (see --list)", options->engine);
	if (!list_cases(options, false))
		die("no engine that matches '%s' serves '%s' (see --list)", options->engine,
		    options->filter);
}

/*
 * The shipped capture: in the tree that we are run in, or else in the one whose
 * build directory this program lies in.
 */
static const char *shipped_capture(void)
{
	static const char here[] = "bench/captures/http.pcap";
	static const char tail[] = "/../bench/captures/http.pcap";
	static char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - sizeof(tail));
	char *slash;

	if (len < 0 || !access(here, R_OK))
		return here;
	path[len] = 0;
	slash = strrchr(path, '/');
	memcpy(slash ? slash : path, tail, sizeof(tail));
	return path;
}

/* Stays on one processor, where that is allowed; the last one has fewest interrupts. */
static int pin(void)
{
	cpu_set_t allowed, one;

	if (sched_getaffinity(0, sizeof(allowed), &allowed))
		return -1;
	for (int cpu = CPU_SETSIZE - 1; cpu >= 0; cpu--) {
		if (!CPU_ISSET(cpu, &allowed))
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		return sched_setaffinity(0, sizeof(one), &one) ? -1 : cpu;
	}
	return -1;
}

static void print_machine(void)
{
	struct utsname uts;
	int cpu = pin();

	if (!uname(&uts))
		printf("%s %s %s, ", uts.sysname, uts.release, uts.machine);
	printf("compiler %s, ", __VERSION__);
	if (cpu < 0)
		printf("not pinned to a processor\n");
	else
		printf("pinned to processor %d\n", cpu);
}

int main(int argc, char **argv)
{
	struct options options = { .seconds = 20 };
	struct results results = { };
	struct capture capture;
	struct traffic traffic;
	struct complaint why;
	bool right;

	parse(&options, argc, argv);
	check_selection(&options);
	if (options.list) {
		list_cases(&options, true);
		return 0;
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
	print_machine();
	run_all(&results, &options, &traffic);
	traffic_free(&traffic);
	if (options.csv && csv_write(options.csv, &results, &why))
		die("%s", why.text);
	if (results.wrong)
		printf("\n%zu rows are WRONG\n", results.wrong);
	right &= !results.wrong;
	free(results.row);
	if (fflush(stdout) || ferror(stdout))
		die("standard output: cannot be written");
	return right ? 0 : 1;
}
