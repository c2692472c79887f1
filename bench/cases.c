// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The table of cases, and their names. */
#include <fnmatch.h>
#include <string.h>

#include "bench.h"

static const struct layout all_cuts[] = {
	{ "linear", &cut_linear, NULL },
	{ "page", &cut_page, NULL },
	{ "mtu", &cut_mtu, NULL },
	{ "small", &cut_small, NULL },
	{ "tiny", &cut_tiny, NULL },
	{ "mixed", &cut_mixed, NULL },
	{ "wire", &cut_wire, NULL },
	{ }
};

static const struct layout pairs[] = {
	{ "linear", &cut_linear, &cut_linear },
	{ "page-mtu", &cut_page, &cut_mtu },
	{ "small-mixed", &cut_small, &cut_mixed },
	{ }
};

#define PATTERN(s) { s, sizeof(s) - 1 }

#define CRLFCRLF PATTERN("\r\n\r\n")
#define CONTENT_LENGTH PATTERN("Content-Length:")
#define CONNECTION_CLOSE PATTERN("Connection: close")

#define K64 "64k", 65536
#define M1 "1m", 1048576

/* An empty pattern of a search stands for one that does not occur. */
static const struct series table[] = {
	{ OP_FIND, "crlfcrlf", M1, CRLFCRLF, all_cuts },
	{ OP_FIND, "content-length", M1, CONTENT_LENGTH, all_cuts },
	{ OP_FIND, "connection-close", M1, CONNECTION_CLOSE, all_cuts },
	{ OP_FIND, "absent", M1, { }, all_cuts },
	{ OP_FIND, "crlfcrlf", K64, CRLFCRLF, all_cuts },
	{ OP_FIND, "content-length", K64, CONTENT_LENGTH, all_cuts },
	{ OP_FIND, "connection-close", K64, CONNECTION_CLOSE, all_cuts },
	{ OP_FIND, "absent", K64, { }, all_cuts },
	{ OP_SCAN, "crlfcrlf", M1, CRLFCRLF, all_cuts },
	{ OP_SCAN, "content-length", M1, CONTENT_LENGTH, all_cuts },
	{ OP_EQUAL, "same", M1, { }, pairs },
	{ OP_EQUAL, "same", K64, { }, pairs },
};

const struct series *series_at(size_t number)
{
	return number < ARRAY_SIZE(table) ? &table[number] : NULL;
}

const char *op_name(enum op op)
{
	static const char *const names[OP_NR] = {
		[OP_FIND] = "find",
		[OP_SCAN] = "scan",
		[OP_EQUAL] = "equal",
	};

	return names[op];
}

void case_name(char name[CASE_NAME_MAX], const struct series *series, const struct layout *layout)
{
	snprintf(name, CASE_NAME_MAX, "%s/%s/%s/%s", op_name(series->op), series->what,
		 layout->name, series->size);
}

bool case_wanted(const struct options *options, const char *name)
{
	return !options->filter || !fnmatch(options->filter, name, 0);
}

bool engine_wanted(const struct options *options, const struct engine *engine, enum op op)
{
	return engine->ops & OP_BIT(op) &&
	       (!options->engine || !fnmatch(options->engine, engine->name, 0));
}

/**
 * absent_pattern() - a header name that the bytes do not have
 * @bytes: the bytes
 * @len: how many there are
 *
 * Return: the pattern; empty where all that were tried occur.
 */
struct pattern absent_pattern(const uint8_t *bytes, size_t len)
{
	static const struct pattern candidates[] = {
		PATTERN("X-Absent-Header:"),
		PATTERN("X-Missing-Header:"),
		PATTERN("X-Header-Of-No-Host:"),
		PATTERN("X-Quite-Unheard-Of:"),
	};

	for (size_t i = 0; i < ARRAY_SIZE(candidates); i++) {
		if (!naive_count(bytes, len, &candidates[i]))
			return candidates[i];
	}
	return (struct pattern){ };
}
