/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What the programs of the benchmark do alike on the command line. */
#ifndef FSTR_CLI_H
#define FSTR_CLI_H

#include <getopt.h>
#include <stdbool.h>

/* Ends the program with status 2 and one line that says why. */
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/*
 * The next option, as getopt_long() gives it, -1 behind the last. Wrong ones end
 * the program, and so does 'h', with the usage.
 */
int next_option(int argc, char **argv, const struct option *known, const char *usage);
double parse_seconds(const char *text);

/* Where this program lies, with its last part replaced; valid until the next call. */
const char *beside_program(const char *name);
/* The one in the tree that we are run in, or else in the one that was built in. */
const char *shipped_capture(void);

/* Stays on one processor, where that is allowed, and tells of the machine in a line. */
void settle(void);
/* Undoes that this program stays on one processor. */
void unsettle(void);

/* The exit status, if all that was printed could be. */
int finish(bool right);

#endif
