// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Hyperscan: literals, in its block, vectored and streaming modes. */
#include <hs/hs.h>
#include <stdlib.h>

#include "peers.h"

struct scanner {
	const struct hay *hay;
	uint8_t *scratch_bytes;
	hs_database_t *database;
	hs_scratch_t *scratch;
	hs_stream_t *stream;
	const char **vector;
	unsigned int *lengths;
	/* It tells every end of a match; disjoint ones are this far apart at least. */
	size_t apart;
	unsigned long long next;
	uint64_t count;
};

static int on_match(unsigned int id, unsigned long long from, unsigned long long to,
		    unsigned int flags, void *context)
{
	struct scanner *scanner = context;

	(void)id, (void)from, (void)flags;
	if (to < scanner->next)
		return 0;
	scanner->count++;
	scanner->next = to + scanner->apart;
	return 0;
}

static void scanner_close(void *state)
{
	struct scanner *scanner = state;

	if (scanner->stream)
		hs_close_stream(scanner->stream, scanner->scratch, NULL, NULL);
	hs_free_scratch(scanner->scratch);
	hs_free_database(scanner->database);
	free(scanner->vector);
	free(scanner->lengths);
	free(scanner);
}

static bool compile(struct scanner *scanner, const struct task *task, unsigned int mode)
{
	const struct pattern *set = task->set_nr ? task->set : &task->pattern;
	size_t nr = task->set_nr ? task->set_nr : 1;
	bool icase = task->op == OP_ICASE || task->op == OP_ISET;
	const char **text = must(calloc(nr, sizeof(*text)));
	size_t *len = must(calloc(nr, sizeof(*len)));
	unsigned int *flags = must(calloc(nr, sizeof(*flags)));
	unsigned int *id = must(calloc(nr, sizeof(*id)));
	hs_compile_error_t *error = NULL;
	bool done;

	for (size_t i = 0; i < nr; i++) {
		text[i] = set[i].bytes;
		len[i] = set[i].len;
		flags[i] = icase ? HS_FLAG_CASELESS : 0;
		id[i] = (unsigned int)i;
	}
	done = hs_compile_lit_multi(text, flags, id, len, (unsigned int)nr, mode, NULL,
				    &scanner->database, &error) == HS_SUCCESS;
	hs_free_compile_error(error);
	free(text);
	free(len);
	free(flags);
	free(id);
	return done && hs_alloc_scratch(scanner->database, &scanner->scratch) == HS_SUCCESS;
}

static struct scanner *scanner_new(const struct task *task, unsigned int mode)
{
	struct scanner *scanner;

	if (task->kind == BYTE_ANY)
		return NULL;
	scanner = must(calloc(1, sizeof(*scanner)));
	scanner->hay = task->hay;
	scanner->scratch_bytes = task->scratch[0];
	/* The names of a set cannot overlap. */
	scanner->apart = task->set_nr ? 0 : task->pattern.len;
	if (compile(scanner, task, mode))
		return scanner;
	scanner_close(scanner);
	return NULL;
}

static void *block_open(const struct engine *engine, const struct task *task)
{
	(void)engine;
	return scanner_new(task, HS_MODE_BLOCK);
}

static void *vectored_open(const struct engine *engine, const struct task *task)
{
	struct scanner *scanner = scanner_new(task, HS_MODE_VECTORED);
	const struct hay *hay = task->hay;

	(void)engine;
	if (!scanner)
		return NULL;
	scanner->vector = must(calloc(hay->nr, sizeof(*scanner->vector)));
	scanner->lengths = must(calloc(hay->nr, sizeof(*scanner->lengths)));
	for (size_t i = 0; i < hay->nr; i++) {
		scanner->vector[i] = hay->frag[i].base;
		scanner->lengths[i] = (unsigned int)hay->frag[i].len;
	}
	return scanner;
}

static void *stream_open(const struct engine *engine, const struct task *task)
{
	struct scanner *scanner = scanner_new(task, HS_MODE_STREAM);

	(void)engine;
	if (scanner && hs_open_stream(scanner->database, 0, &scanner->stream) == HS_SUCCESS)
		return scanner;
	if (scanner)
		scanner_close(scanner);
	return NULL;
}

static void begin(struct scanner *scanner)
{
	scanner->count = 0;
	scanner->next = 0;
}

static uint64_t flat_block_run(void *state)
{
	struct scanner *scanner = state;

	begin(scanner);
	hs_scan(scanner->database, (const char *)scanner->hay->flat,
		(unsigned int)scanner->hay->len, 0, scanner->scratch, on_match, scanner);
	return scanner->count;
}

static uint64_t join_block_run(void *state)
{
	struct scanner *scanner = state;

	begin(scanner);
	join_into(scanner->scratch_bytes, scanner->hay);
	hs_scan(scanner->database, (const char *)scanner->scratch_bytes,
		(unsigned int)scanner->hay->len, 0, scanner->scratch, on_match, scanner);
	return scanner->count;
}

static uint64_t vectored_run(void *state)
{
	struct scanner *scanner = state;

	begin(scanner);
	hs_scan_vector(scanner->database, scanner->vector, scanner->lengths,
		       (unsigned int)scanner->hay->nr, 0, scanner->scratch, on_match, scanner);
	return scanner->count;
}

static uint64_t stream_run(void *state)
{
	struct scanner *scanner = state;
	const struct hay *hay = scanner->hay;

	begin(scanner);
	for (size_t i = 0; i < hay->nr; i++)
		hs_scan_stream(scanner->stream, hay->frag[i].base,
			       (unsigned int)hay->frag[i].len, 0, scanner->scratch, on_match,
			       scanner);
	hs_reset_stream(scanner->stream, 0, scanner->scratch, on_match, scanner);
	return scanner->count;
}

const char *hyperscan_version(void)
{
	return hs_version();
}

#define OPS_SCAN (OPS_FIND | OP_BIT(OP_BYTE) | OP_BIT(OP_ICASE) | OP_BIT(OP_SET) | \
		  OP_BIT(OP_ISET) | OP_BIT(OP_SCAN))

#define SCANNER(title, opener, runner) \
	{ .name = title, .ops = OPS_SCAN, .open = opener, .run = runner, .close = scanner_close }

const struct engine hyperscan_flat = SCANNER("flat:hyperscan", block_open, flat_block_run);
const struct engine hyperscan_join = SCANNER("join+hyperscan", block_open, join_block_run);
const struct engine hyperscan_vectored =
	SCANNER("hyperscan-vectored", vectored_open, vectored_run);
const struct engine hyperscan_stream = SCANNER("hyperscan-stream", stream_open, stream_run);
