// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Results for other programs. The file appears whole or not at all: it is
 * written beside its place and then renamed.
 */
#define _GNU_SOURCE	/* asprintf */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

/* A file to write that is to end up as another. */
struct draft {
	FILE *file;
	char *path;	/* the file it is to be; links followed */
	char *temp;	/* NULL where it is written in place */
};

static int draft_fail(struct draft *draft, const char *path, struct complaint *why)
{
	int error = errno;

	if (draft->file)
		fclose(draft->file);
	if (draft->temp)
		unlink(draft->temp);
	free(draft->temp);
	free(draft->path);
	return complain(why, "%s: cannot be written: %s", *path ? path : "''", strerror(error));
}

/* A new file beside the old one, with the rights that open() would have given. */
static void draft_temp(struct draft *draft)
{
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	if (asprintf(&draft->temp, "%s.XXXXXX", draft->path) < 0)
		draft->temp = must(NULL);
	fd = mkstemp(draft->temp);
	if (fd < 0) {
		free(draft->temp);
		draft->temp = NULL;
		return;
	}
	fchmod(fd, 0666 & ~mask);
	draft->file = fdopen(fd, "w");
}

static int draft_open(struct draft *draft, const char *path, struct complaint *why)
{
	struct stat stat_buf;
	bool there = !stat(path, &stat_buf);

	*draft = (struct draft){ .path = there ? realpath(path, NULL) : strdup(path) };
	must(draft->path);
	if (!*path || (there && S_ISDIR(stat_buf.st_mode))) {
		errno = *path ? EISDIR : ENOENT;
		return draft_fail(draft, path, why);
	}
	/* A device or a pipe is written to, never replaced. */
	if (there && !S_ISREG(stat_buf.st_mode))
		draft->file = fopen(path, "w");
	else if (!there || !access(draft->path, W_OK))
		draft_temp(draft);
	return draft->file ? 0 : draft_fail(draft, path, why);
}

/* Drops what was written. */
static void draft_drop(struct draft *draft)
{
	struct complaint ignored;

	draft_fail(draft, "", &ignored);
}

static int draft_commit(struct draft *draft, const char *path, struct complaint *why)
{
	int bad = ferror(draft->file);

	if (fclose(draft->file))
		bad = 1;
	draft->file = NULL;
	if (bad || (draft->temp && rename(draft->temp, draft->path)))
		return draft_fail(draft, path, why);
	free(draft->temp);
	free(draft->path);
	return 0;
}

/**
 * csv_check() - can results be written there?
 * @path: where
 * @why: gets the reason if not
 *
 * Asked before the run, not after half a minute of it. Leaves nothing behind.
 *
 * Return: 0, or -1.
 */
int csv_check(const char *path, struct complaint *why)
{
	struct draft draft;

	if (draft_open(&draft, path, why))
		return -1;
	draft_drop(&draft);
	return 0;
}

/**
 * csv_write() - write all results to a file
 * @path: the file
 * @results: the rows
 * @why: gets the reason where that fails
 *
 * Return: 0, or -1 with nothing changed.
 */
int csv_write(const char *path, const struct results *results, struct complaint *why)
{
	struct draft draft;

	if (draft_open(&draft, path, why))
		return -1;
	fputs("case,engine,impl,bytes,iters,min_ns,median_ns,gbps,spread,count,ok\n", draft.file);
	for (size_t i = 0; i < results->nr; i++) {
		const struct row *row = &results->row[i];
		/* A wrong answer has no speed, whoever reads the file. */
		double bytes = row->op == OP_INDEX ? 1 : (double)row->len;
		double gbps = row->ok ? bytes / row->median_ns : 0;

		fprintf(draft.file, "%s,%s,%s,%zu,%llu,%.*f,%.*f,%.4f,%.3f,%llu,%d\n", row->name,
			row->engine->name, row->impl, row->len, (unsigned long long)row->iters,
			row->op == OP_INDEX ? 3 : 1, row->min_ns, row->op == OP_INDEX ? 3 : 1,
			row->median_ns, gbps, row->spread,
			(unsigned long long)row->count, row->ok);
	}
	return draft_commit(&draft, path, why);
}
