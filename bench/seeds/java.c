// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Runs Headers.java, where the build has found a JDK. */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../cli.h"
#include "seeds.h"

/* Java's own threads may be where we might have been, as they are for its users. */
static void __attribute__((noreturn)) become_java(int out, const char *variant, const char *hex,
						   size_t responses, double seconds)
{
	char times[32], budget[32];

	unsettle();
	snprintf(times, sizeof(times), "%zu", responses);
	snprintf(budget, sizeof(budget), "%f", seconds);
	dup2(out, STDOUT_FILENO);
	close(out);
	execlp("java", "java", "-cp", beside_program("bench/seeds"), "Headers", variant, times,
	       budget, hex, (char *)NULL);
	_exit(127);
}

static char *to_hex(const uint8_t *bytes, size_t len)
{
	char *hex = must(malloc(2 * len + 1));

	for (size_t i = 0; i < len; i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
	return hex;
}

const char *java_run(struct java_times *times, const char *variant, const uint8_t *bytes,
		     size_t len, size_t responses, double seconds)
{
	int fd[2], status, nr;
	char *hex;
	FILE *out;
	pid_t pid;

	if (access(beside_program("bench/seeds/Headers.class"), R_OK))
		return "no JDK; install default-jdk-headless, then run make bench-seeds again";
	if (pipe(fd))
		return "no pipe to it";
	hex = to_hex(bytes, len);
	fflush(stdout);
	pid = fork();
	if (!pid) {
		close(fd[0]);
		become_java(fd[1], variant, hex, responses, seconds);
	}
	close(fd[1]);
	free(hex);
	out = must(fdopen(fd[0], "r"));
	nr = fscanf(out, "%lf %lf %lf %" SCNu64 " %" SCNu64, &times->cold_ns, &times->min_ns,
		    &times->median_ns, &times->rounds, &times->answer);
	fclose(out);
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return "it could not be started";
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		return "no java command; install default-jdk-headless";
	return status || nr != 5 ? "it failed: see above" : NULL;
}
