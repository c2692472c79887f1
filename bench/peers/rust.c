// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The Rust crates memchr and aho-corasick, by the calls of peers.rs. */
#include <stdlib.h>

#include "peers.h"

void *peer_finder_new(const char *bytes, size_t len);
uint64_t peer_finder_count(const void *finder, const uint8_t *bytes, size_t len);
void peer_finder_free(void *finder);
void *peer_rfinder_new(const char *bytes, size_t len);
uint64_t peer_rfinder_count(const void *finder, const uint8_t *bytes, size_t len);
void peer_rfinder_free(void *finder);
uint64_t peer_memchr_count(uint8_t byte, const uint8_t *bytes, size_t len);
uint64_t peer_memrchr_count(uint8_t byte, const uint8_t *bytes, size_t len);
uint64_t peer_memchr3_count(const char *any, const uint8_t *bytes, size_t len);
void *peer_aho_new(const struct pattern *set, size_t nr, bool icase);
uint64_t peer_aho_count(const void *aho, const uint8_t *bytes, size_t len);
void peer_aho_free(void *aho);

static void *finder_open(const struct task *task)
{
	return peer_finder_new(task->pattern.bytes, task->pattern.len);
}

static uint64_t finder_run(void *kept, const uint8_t *bytes, size_t len)
{
	return peer_finder_count(kept, bytes, len);
}

static void *rfinder_open(const struct task *task)
{
	return peer_rfinder_new(task->pattern.bytes, task->pattern.len);
}

static uint64_t rfinder_run(void *kept, const uint8_t *bytes, size_t len)
{
	return peer_rfinder_count(kept, bytes, len);
}

static void *byte_open(const struct task *task)
{
	return task->kind == BYTE_ANY ? NULL : (void *)task->pattern.bytes;
}

static uint64_t memchr_run(void *kept, const uint8_t *bytes, size_t len)
{
	return peer_memchr_count(*(const uint8_t *)kept, bytes, len);
}

static uint64_t memrchr_run(void *kept, const uint8_t *bytes, size_t len)
{
	return peer_memrchr_count(*(const uint8_t *)kept, bytes, len);
}

static void *any_open(const struct task *task)
{
	bool three = task->kind == BYTE_ANY && task->pattern.len == 3;

	return three ? (void *)task->pattern.bytes : NULL;
}

static uint64_t memchr3_run(void *kept, const uint8_t *bytes, size_t len)
{
	return peer_memchr3_count(kept, bytes, len);
}

static void *each_open(const struct engine *engine, const struct task *task)
{
	return task->kind == BYTE_ANY ? NULL : task_open(engine, task);
}

static uint64_t each_run(void *state)
{
	const struct task *task = state;
	const struct hay *hay = task->hay;
	uint64_t count = 0;

	for (size_t i = 0; i < hay->nr; i++)
		count += peer_memchr_count((uint8_t)*task->pattern.bytes, hay->frag[i].base,
					   hay->frag[i].len);
	return count;
}

static void *aho_open(const struct task *task)
{
	return peer_aho_new(task->set, task->set_nr, task->op == OP_ISET);
}

static uint64_t aho_run(void *kept, const uint8_t *bytes, size_t len)
{
	return peer_aho_count(kept, bytes, len);
}

const char *rust_version(void)
{
	return MEMCHR_VERSION " " AHO_VERSION;
}

static const struct method finder = { finder_open, finder_run, peer_finder_free };
static const struct method rfinder = { rfinder_open, rfinder_run, peer_rfinder_free };
static const struct method by_memchr = { byte_open, memchr_run, NULL };
static const struct method by_memrchr = { byte_open, memrchr_run, NULL };
static const struct method by_memchr3 = { any_open, memchr3_run, NULL };
static const struct method aho = { aho_open, aho_run, peer_aho_free };

#define OPS_MEMMEM (OPS_FIND | OP_BIT(OP_SCAN))
#define OPS_SET (OP_BIT(OP_SET) | OP_BIT(OP_ISET))

const struct engine rust_flat_memmem = FLAT_ENGINE("rust-memmem", OPS_MEMMEM, &finder);
const struct engine rust_join_memmem = JOIN_ENGINE("rust-memmem", OPS_MEMMEM, &finder);
const struct engine rust_flat_rmemmem = FLAT_ENGINE("rust-rmemmem", OP_BIT(OP_RFIND), &rfinder);
const struct engine rust_join_rmemmem = JOIN_ENGINE("rust-rmemmem", OP_BIT(OP_RFIND), &rfinder);
const struct engine rust_flat_memchr = FLAT_ENGINE("rust-memchr", OP_BIT(OP_BYTE), &by_memchr);
const struct engine rust_flat_memrchr =
	FLAT_ENGINE("rust-memrchr", OP_BIT(OP_RBYTE), &by_memrchr);
const struct engine rust_flat_memchr3 =
	FLAT_ENGINE("rust-memchr3", OP_BIT(OP_BYTE), &by_memchr3);
const struct engine rust_join_memchr3 =
	JOIN_ENGINE("rust-memchr3", OP_BIT(OP_BYTE), &by_memchr3);
const struct engine rust_flat_aho = FLAT_ENGINE("aho-corasick", OPS_SET, &aho);
const struct engine rust_join_aho = JOIN_ENGINE("aho-corasick", OPS_SET, &aho);

const struct engine rust_each_memchr = {
	.name = "rust-memchr-each",
	.ops = OP_BIT(OP_BYTE),
	.open = each_open,
	.run = each_run,
	.close = free,
};
