// SPDX-License-Identifier: GPL-2.0-only OR MIT
#define _GNU_SOURCE	/* sched_setaffinity, program_invocation_short_name */
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <fragstr/impl.h>

#include "cli.h"

void die(const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}

int next_option(int argc, char **argv, const struct option *known, const char *usage)
{
	int option;

	opterr = 0;
	option = getopt_long(argc, argv, "+:h", known, NULL);
	switch (option) {
	case 'h':
		fputs(usage, stdout);
		exit(0);
	case ':':
		die("option %s wants a value (see --help)", argv[optind - 1]);
	case '?':
		die("unknown option %s (see --help)", argv[optind - 1]);
	case -1:
		if (optind < argc)
			die("unknown argument %s (see --help)", argv[optind]);
	}
	return option;
}

double parse_seconds(const char *text)
{
	char *end;
	double seconds;

	errno = 0;
	seconds = strtod(text, &end);
	if (errno || end == text || *end || !isfinite(seconds) || seconds < 0 || seconds > 1e6)
		die("--seconds %s: not a number of seconds", text);
	return seconds;
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

const char *shipped_capture(void)
{
	static const char here[] = "bench/captures/http.pcap";

	return access(here, R_OK) ? beside_program("../bench/captures/http.pcap") : here;
}

static cpu_set_t allowed;	/* where we might be before pin() */

/* Returns which processor it is, or -1. The last one has fewest interrupts. */
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

void unsettle(void)
{
	if (CPU_COUNT(&allowed))
		sched_setaffinity(0, sizeof(allowed), &allowed);
}

void settle(void)
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

int finish(bool right)
{
	if (fflush(stdout) || ferror(stdout))
		die("standard output: cannot be written");
	return right ? 0 : 1;
}
