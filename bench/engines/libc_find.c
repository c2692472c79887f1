// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The C library's searches for strings, in the loops that people write around them. */
#define _GNU_SOURCE	/* memmem, memrchr, strcasestr */
#include <stdlib.h>
#include <string.h>

#include "engines.h"

static uint64_t memmem_count(const uint8_t *bytes, size_t len, const struct pattern *pattern)
{
	const uint8_t *end = bytes + len;
	uint64_t count = 0;

	while ((bytes = memmem(bytes, (size_t)(end - bytes), pattern->bytes, pattern->len))) {
		count++;
		bytes += pattern->len;
	}
	return count;
}

static uint64_t memmem_run(void *kept, const uint8_t *bytes, size_t len)
{
	const struct task *task = kept;

	return memmem_count(bytes, len, &task->pattern);
}

static const struct method memmem_method = { .run = memmem_run };

/* A pass for each needle. */
static void *memmems_open(const struct task *task)
{
	struct task *copy;

	/* So many passes tell nothing that 64 have not told. */
	if (task->set_nr > 64)
		return NULL;
	copy = must(malloc(sizeof(*copy)));
	*copy = *task;
	return copy;
}

static uint64_t memmems_run(void *kept, const uint8_t *bytes, size_t len)
{
	const struct task *task = kept;
	uint64_t count = 0;

	for (size_t i = 0; i < task->set_nr; i++)
		count += memmem_count(bytes, len, &task->set[i]);
	return count;
}

static const struct method memmems_method = { memmems_open, memmems_run, free };

/* There is no memrmem: the last byte by memrchr, and what stands before it by memcmp. */
static uint64_t rmemmem_run(void *kept, const uint8_t *bytes, size_t len)
{
	const struct task *task = kept;
	const struct pattern *pattern = &task->pattern;
	size_t before = pattern->len - 1;
	uint64_t count = 0;

	while (len >= pattern->len) {
		const uint8_t *at = memrchr(bytes + before, pattern->bytes[before], len - before);

		if (!at)
			break;
		len = (size_t)(at - bytes);
		if (memcmp(at - before, pattern->bytes, before))
			continue;
		count++;
		len -= before;
	}
	return count;
}

static const struct method rmemmem_method = { .run = rmemmem_run };

/* It stops at each NUL: go on behind it. */
static uint64_t strcasestr_run(void *kept, const uint8_t *bytes, size_t len)
{
	const struct task *task = kept;
	const char *at = (const char *)bytes, *end = at + len;
	uint64_t count = 0;

	while (at < end) {
		const char *found = strcasestr(at, task->pattern.bytes);

		if (found) {
			count++;
			at = found + task->pattern.len;
		} else {
			at += strlen(at) + 1;
		}
	}
	return count;
}

static void *strcasestr_open(const struct task *task)
{
	size_t len = task->pattern.len;
	struct task *copy;
	char *text;

	if (memchr(task->pattern.bytes, 0, len))
		return NULL;
	copy = must(malloc(sizeof(*copy)));
	text = must(calloc(1, len + 1));
	*copy = *task;
	copy->pattern.bytes = memcpy(text, task->pattern.bytes, len);
	return copy;
}

static void strcasestr_close(void *kept)
{
	struct task *task = kept;

	free((void *)task->pattern.bytes);
	free(task);
}

static const struct method strcasestr_method = {
	strcasestr_open, strcasestr_run, strcasestr_close
};

#define OPS_MEMMEM (OPS_FIND | OP_BIT(OP_SCAN))

const struct engine flat_memmem = FLAT_ENGINE("memmem", OPS_MEMMEM, &memmem_method);
const struct engine join_memmem = JOIN_ENGINE("memmem", OPS_MEMMEM, &memmem_method);
const struct engine fresh_memmem = FRESH_ENGINE("memmem", OPS_MEMMEM, &memmem_method);
const struct engine flat_memmems = FLAT_ENGINE("memmem", OP_BIT(OP_SET), &memmems_method);
const struct engine join_memmems = JOIN_ENGINE("memmem", OP_BIT(OP_SET), &memmems_method);
const struct engine flat_rmemmem = FLAT_ENGINE("memrchr", OP_BIT(OP_RFIND), &rmemmem_method);
const struct engine join_rmemmem = JOIN_ENGINE("memrchr", OP_BIT(OP_RFIND), &rmemmem_method);
const struct engine flat_strcasestr =
	FLAT_ENGINE("strcasestr", OP_BIT(OP_ICASE), &strcasestr_method);
const struct engine join_strcasestr =
	JOIN_ENGINE("strcasestr", OP_BIT(OP_ICASE), &strcasestr_method);
