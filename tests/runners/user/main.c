// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The suites as a program: fragstr-test [SUITE]. Its last line is the sum. */
#include "runner.h"

int main(int argc, char **argv)
{
	struct lite_sum sum;

	if (argc > 2) {
		fprintf(stderr, "usage: %s [SUITE]\n", argv[0]);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	sum = lite_run(argv[1]);
	if (!sum.passed && !sum.failed) {
		fprintf(stderr, "%s: no test ran; suites are fragstr_view, fragstr_find, ...\n", argv[0]);
		return 2;
	}
	printf("%u passed, %u failed", sum.passed, sum.failed);
	if (sum.skipped)
		printf(", %u skipped", sum.skipped);
	printf("\n");
	return sum.failed != 0;
}
