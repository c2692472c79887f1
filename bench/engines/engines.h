/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef FSTR_ENGINES_H
#define FSTR_ENGINES_H

#include "../bench.h"

#define OPS_FIND (OP_BIT(OP_FIND) | OP_BIT(OP_WORST))

/**
 * struct method - what is done with bytes that lie in one piece
 * @open: makes what is kept from run to run; NULL where it cannot serve the task.
 *	  May be NULL: @run then gets the task itself
 * @run: does it; a NUL stands behind the bytes
 * @close: undoes @open; may be NULL
 */
struct method {
	void *(*open)(const struct task *task);
	uint64_t (*run)(void *kept, const uint8_t *bytes, size_t len);
	void (*close)(void *kept);
};

/* Engines out of a method: joined for nothing, into a kept buffer, into a new one (join.c). */
void *method_open(const struct engine *engine, const struct task *task);
uint64_t flat_run(void *state);
uint64_t join_run(void *state);
uint64_t fresh_run(void *state);
void method_close(void *state);

#define METHOD_ENGINE(title, which, how, runner) \
	{ .name = title, .ops = which, .method = how, .open = method_open, .run = runner, \
	  .close = method_close }

#define FLAT_ENGINE(title, ops, how) METHOD_ENGINE("flat:" title, ops, how, flat_run)
#define JOIN_ENGINE(title, ops, how) METHOD_ENGINE("join+" title, ops, how, join_run)
#define FRESH_ENGINE(title, ops, how) METHOD_ENGINE("join-fresh+" title, ops, how, fresh_run)

#define OUR_ENGINE(which, opener, runner, closer) \
	{ .name = "fragstr", .ops = which, .ours = true, .open = opener, .run = runner, \
	  .close = closer }

/* For engines that need nothing but the task: they keep a copy of it. */
void *task_open(const struct engine *engine, const struct task *task);

/* The joined bytes of a string, in a buffer that is large enough for them and a NUL. */
static inline void join_into(uint8_t *to, const struct hay *hay)
{
	for (size_t i = 0; i < hay->nr; i++) {
		__builtin_memcpy(to, hay->frag[i].base, hay->frag[i].len);
		to += hay->frag[i].len;
	}
	*to = 0;
}

extern const struct engine fragstr_find, fragstr_scan, fragstr_equal, fragstr_copy;
extern const struct engine fragstr_hash, fragstr_index, fragstr_byte, fragstr_rbyte;
extern const struct engine fragstr_rfind, fragstr_read, fragstr_set;

extern const struct engine flat_memmem, join_memmem, fresh_memmem;
extern const struct engine flat_memmems, join_memmems;
extern const struct engine flat_memchr, join_memchr, each_memchr;
extern const struct engine flat_memrchr, join_memrchr, each_memrchr;
extern const struct engine flat_rmemmem, join_rmemmem;
extern const struct engine flat_strcasestr, join_strcasestr;
extern const struct engine flat_memcmp, join_memcmp;
extern const struct engine flat_memcpy, each_memcpy;
extern const struct engine flat_bytes, flat_be32, flat_index, flat_absent;
extern const struct engine walk_find, walk_byte, walk_equal, walk_index, walk_read;

#endif
