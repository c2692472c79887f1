// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * sets_test ENGINE TEXT NEEDLES CASE: every match of every line of NEEDLES in TEXT,
 * a line each, as where it ends, its length, and the number of its line; in order.
 * ENGINE is `view:N' or `scan:N' (ours, in pieces of N bytes, 0 for one, 1 for
 * pieces of 1 to 300) or `hyperscan'; CASE is `exact' or `icase'.
 *
 * sets_test capture FILE: the bytes of its streams, for TEXT.
 */
#include <fragstr/fragstr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef WITH_HYPERSCAN
#include <hs/hs.h>
#endif

#include "capture.h"

#define MOST_NEEDLES 10000

struct job {
	uint8_t *text;
	size_t len;
	struct fstr_set_needle needles[MOST_NEEDLES];
	size_t nr;
	bool icase;
};

static void die(const char *what)
{
	fprintf(stderr, "sets_test: %s\n", what);
	exit(2);
}

static uint8_t *read_all(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	uint8_t *bytes;
	long size;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 0)
		die(path);
	rewind(file);
	bytes = must(malloc((size_t)size + 1));
	if (fread(bytes, 1, (size_t)size, file) != (size_t)size)
		die(path);
	fclose(file);
	*len = (size_t)size;
	return bytes;
}

static void read_needles(struct job *job, const char *path)
{
	size_t len;
	uint8_t *at = read_all(path, &len);
	uint8_t *end = at + len;

	while (at < end) {
		uint8_t *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop || job->nr == MOST_NEEDLES)
			die("too many needles, or no line at the end");
		job->needles[job->nr++] = (struct fstr_set_needle){
			at, (size_t)(stop - at), job->icase ? FSTR_ICASE : 0 };
		at = stop + 1;
	}
}

static void tell(const struct fstr_match *match)
{
	printf("%llu %zu %u\n", (unsigned long long)(match->pos + match->len), (size_t)match->len,
	       (unsigned int)match->which);
}

/* Each piece in memory of its own, so that AddressSanitizer sees its ends. */
static size_t cut(const struct job *job, size_t piece, struct fstr_frag **frags)
{
	struct fstr_frag *frag = must(calloc(job->len + 1, sizeof(*frag)));
	size_t nr = 0;

	for (size_t at = 0; at < job->len; nr++) {
		size_t len = piece == 1 ? 1 + nr * 7919 % 300 : piece ? piece : job->len;
		uint8_t *bytes;

		if (len > job->len - at)
			len = job->len - at;
		bytes = must(malloc(len));
		memcpy(bytes, job->text + at, len);
		frag[nr] = (struct fstr_frag){ bytes, len };
		at += len;
	}
	*frags = frag;
	return nr;
}

static void ours(const struct job *job, bool scans, size_t piece)
{
	size_t size = fstr_set_size(job->needles, job->nr);
	struct fstr_set *set = must(malloc(size));
	struct fstr_set_iter iter;
	struct fstr_scan scan;
	struct fstr_match match;
	struct fstr_frag *frag;
	size_t nr = cut(job, piece, &frag);
	struct fstr view;

	if (fstr_set_init(set, size, job->needles, job->nr) || fstr_init(&view, frag, nr))
		die("no set");
	if (scans) {
		fstr_scan_init_set(&scan, set);
		for (size_t i = 0; i < nr; i++) {
			if (fstr_scan_feed(&scan, frag[i].base, frag[i].len))
				die("not fed");
			while (!fstr_scan_next(&scan, &match))
				tell(&match);
		}
		return;
	}
	fstr_set_iter_init(&iter, &view, set, 0, 0);
	while (!fstr_set_iter_next(&iter, &match))
		tell(&match);
}

#ifdef WITH_HYPERSCAN
static int on_match(unsigned int id, unsigned long long from, unsigned long long to,
		    unsigned int flags, void *context)
{
	const struct job *job = context;

	(void)from, (void)flags;
	printf("%llu %zu %u\n", to, job->needles[id].len, id);
	return 0;
}

static void hyperscan(struct job *job)
{
	const char *text[MOST_NEEDLES];
	size_t len[MOST_NEEDLES];
	unsigned int flags[MOST_NEEDLES];
	unsigned int id[MOST_NEEDLES];
	hs_compile_error_t *error;
	hs_database_t *database;
	hs_scratch_t *scratch = NULL;

	for (size_t i = 0; i < job->nr; i++) {
		text[i] = job->needles[i].bytes;
		len[i] = job->needles[i].len;
		flags[i] = job->icase ? HS_FLAG_CASELESS : 0;
		id[i] = (unsigned int)i;
	}
	if (hs_compile_lit_multi(text, flags, id, len, (unsigned int)job->nr, HS_MODE_BLOCK, NULL,
				 &database, &error) || hs_alloc_scratch(database, &scratch) ||
	    hs_scan(database, (const char *)job->text, (unsigned int)job->len, 0, scratch, on_match,
		    job))
		die("Hyperscan failed");
}
#endif

static void print_capture(const char *path)
{
	struct capture capture;
	struct complaint why;

	if (capture_read(&capture, path, &why))
		die(why.text);
	for (size_t i = 0; i < capture.nr; i++)
		for (size_t k = 0; k < capture.stream[i].nr; k++)
			fwrite(capture.stream[i].frag[k].base, 1, capture.stream[i].frag[k].len,
			       stdout);
}

int main(int argc, char **argv)
{
	static struct job job;

	if (argc == 3 && !strcmp(argv[1], "capture")) {
		print_capture(argv[2]);
		return 0;
	}
	if (argc != 5)
		die("usage: sets_test ENGINE TEXT NEEDLES CASE");
	job.icase = !strcmp(argv[4], "icase");
	job.text = read_all(argv[2], &job.len);
	read_needles(&job, argv[3]);
	if (!strncmp(argv[1], "view:", 5) || !strncmp(argv[1], "scan:", 5)) {
		ours(&job, *argv[1] == 's', strtoul(argv[1] + 5, NULL, 10));
		return 0;
	}
#ifdef WITH_HYPERSCAN
	if (!strcmp(argv[1], "hyperscan")) {
		hyperscan(&job);
		return 0;
	}
#endif
	die("no such engine here");
}
