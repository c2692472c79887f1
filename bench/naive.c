// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Naive twins: what is right, by code too simple to be wrong. Never optimized. */
#include <string.h>

#include "bench.h"

const uint64_t siphash_key[2] = { 0x0706050403020100, 0x0f0e0d0c0b0a0908 };

static uint8_t small(uint8_t byte)
{
	return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 0x20) : byte;
}

static bool stands_at(const uint8_t *at, const struct pattern *pattern, bool icase)
{
	for (size_t i = 0; i < pattern->len; i++) {
		uint8_t want = (uint8_t)pattern->bytes[i];

		if (icase ? small(at[i]) != small(want) : at[i] != want)
			return false;
	}
	return true;
}

/* Disjoint matches of a pattern that is not empty, leftmost first. */
static uint64_t count_forward(const uint8_t *hay, size_t len, const struct pattern *pattern,
			      bool icase)
{
	uint64_t count = 0;
	size_t pos = 0;

	while (pos < len && len - pos >= pattern->len) {
		bool there = stands_at(hay + pos, pattern, icase);

		count += there;
		pos += there ? pattern->len : 1;
	}
	return count;
}

/* The same, rightmost first. */
static uint64_t count_backward(const uint8_t *hay, size_t len, const struct pattern *pattern)
{
	uint64_t count = 0;

	while (len >= pattern->len) {
		bool there = stands_at(hay + len - pattern->len, pattern, false);

		count += there;
		len -= there ? pattern->len : 1;
	}
	return count;
}

uint64_t naive_count(const uint8_t *hay, size_t len, const struct pattern *pattern)
{
	return count_forward(hay, len, pattern, false);
}

static uint64_t count_any(const struct task *task)
{
	uint64_t count = 0;

	for (size_t i = 0; i < task->hay->len; i++)
		count += memchr(task->pattern.bytes, task->hay->flat[i], task->pattern.len) != NULL;
	return count;
}

static uint64_t sum_of_index(const struct task *task)
{
	const struct hay *hay = task->hay;
	uint64_t sum = 0;
	size_t pos = 0;

	if (task->kind == INDEX_FORWARD || task->kind == INDEX_BACKWARD) {
		for (size_t i = 0; i < hay->len; i++)
			sum += hay->flat[i];
		return sum;
	}
	for (size_t i = 0; i < task->pos_nr; i++) {
		if (task->kind == INDEX_RANDOM || !i)
			pos = task->pos[i];
		else
			pos = index_depend(task->pos[i], hay->flat[pos], hay->len);
		sum += hay->flat[pos];
	}
	return sum;
}

static uint64_t sum_of_reads(const struct task *task)
{
	const uint8_t *at = task->hay->flat, *end = at + task->hay->len;
	size_t step = task->kind == READ_BE32 ? 4 : 1;
	uint64_t sum = 0;

	for (; (size_t)(end - at) >= step; at += step) {
		if (step == 1)
			sum += at[0];
		else
			sum += (uint32_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
	}
	return sum;
}

static uint64_t hash_of(const struct task *task)
{
	const struct hay *hay = task->hay;

	switch (task->kind) {
	case HASH_SIP24:
		return naive_siphash(hay->flat, hay->len, siphash_key, 2);
	case HASH_SIP13:
		return naive_siphash(hay->flat, hay->len, siphash_key, 1);
	default:
		return naive_xxh3(hay->flat, hay->len);
	}
}

/* All names end in the same byte, the only one that they have (names.c). */
static uint64_t count_set(const struct task *task)
{
	const struct hay *hay = task->hay;
	uint8_t last = task->set[0].bytes[task->set[0].len - 1];
	uint64_t count = 0;

	for (size_t end = 1; end <= hay->len; end++) {
		if (hay->flat[end - 1] != last)
			continue;
		for (size_t i = 0; i < task->set_nr; i++) {
			const struct pattern *name = &task->set[i];

			if (name->len <= end)
				count += stands_at(hay->flat + end - name->len, name,
						   task->op == OP_ISET);
		}
	}
	return count;
}

uint64_t naive_answer(const struct task *task)
{
	const struct hay *hay = task->hay;

	switch (task->op) {
	case OP_BYTE:
		return count_any(task);
	case OP_RBYTE:
	case OP_RFIND:
		return count_backward(hay->flat, hay->len, &task->pattern);
	case OP_ICASE:
		return count_forward(hay->flat, hay->len, &task->pattern, true);
	case OP_SET:
	case OP_ISET:
		return count_set(task);
	case OP_EQUAL:
		return hay->len == task->other->len &&
		       !memcmp(hay->flat, task->other->flat, hay->len);
	case OP_HASH:
		return hash_of(task);
	case OP_INDEX:
		return sum_of_index(task);
	case OP_READ:
		return task->kind == READ_ALL ? hay->len : sum_of_reads(task);
	case OP_COPY:
		return hay->len;
	default:
		return count_forward(hay->flat, hay->len, &task->pattern, false);
	}
}
