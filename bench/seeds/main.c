// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fragstr-seeds: the command line. */
#define _GNU_SOURCE	/* sched_setaffinity */
#include <errno.h>
#include <getopt.h>
#include <malloc.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fragstr/impl.h>

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

static void __attribute__((noreturn, format(printf, 1, 2))) die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("fragstr-seeds: ", stderr);
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
		{ "seconds", required_argument, NULL, 's' },
		{ "csv", required_argument, NULL, 'c' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	int option;

	opterr = 0;
	while ((option = getopt_long(argc, argv, "+:h", known, NULL)) != -1) {
		switch (option) {
		case 's':
			options->seconds = parse_seconds(optarg);
			break;
		case 'c':
			options->csv = optarg;
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

const char *beside_program(const char *name)
{
	static char path[4096];
	ssize_t len = readlink("/proc/self/exe", path, sizeof(path) - 1);

	path[len < 0 ? 0 : len] = 0;
	len = strrchr(path, '/') ? strrchr(path, '/') + 1 - path : 0;
	snprintf(path + len, sizeof(path) - (size_t)len, "%s", name);
	return path;
}

static const char *shipped_capture(void)
{
	static const char here[] = "bench/captures/http.pcap";

	return access(here, R_OK) ? beside_program("../bench/captures/http.pcap") : here;
}

static cpu_set_t allowed;	/* where we might be before pin() */

/* Stays on one processor, where that is allowed; the last one has fewest interrupts. */
static int pin(void)
{
	cpu_set_t one;

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

void unpin(void)
{
	if (CPU_COUNT(&allowed))
		sched_setaffinity(0, sizeof(allowed), &allowed);
}

static void print_machine(void)
{
	double load[1] = { };
	struct utsname uts;
	int cpu = pin();

	if (!uname(&uts))
		printf("%s %s %s, ", uts.sysname, uts.release, uts.machine);
	printf("compiler %s, fragstr %s, ", __VERSION__, fstr_impl_name());
	if (cpu < 0)
		printf("not pinned to a processor, ");
	else
		printf("pinned to processor %d, ", cpu);
	getloadavg(load, 1);
	printf("load %.1f\n", load[0]);
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
	print_machine();
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
	if (fflush(stdout) || ferror(stdout))
		die("standard output: cannot be written");
	return tally.results.wrong ? 1 : 0;
}
