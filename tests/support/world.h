/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What the tests need from the world they run in; one world.c for each. */
#ifndef FRAGSTR_TEST_WORLD_H
#define FRAGSTR_TEST_WORLD_H

#include <fragstr/fragstr.h>

/*
 * A multiple of the page size, @bytes at least, with an unmapped page right
 * before it and right behind it. *@size is what it came to. NULL without memory.
 */
uint8_t *world_guarded_alloc(size_t bytes, size_t *size);
void world_guarded_free(uint8_t *p, size_t size);

/* Exactly @size bytes, so that a sanitizer sees the first one too many. */
void *world_alloc(size_t size);
void world_free(void *p);

/* A clock that only goes forward, in nanoseconds. */
uint64_t world_now_ns(void);

/* The same for what this thread has done alone, where the world can tell. */
uint64_t world_work_ns(void);

/*
 * Whether vectors are refused now and then, where the world does that to the suites.
 * Not while time is taken: a refused step takes many times as long as another.
 */
void world_refuse_vectors(bool now_and_then);

/* A second thread that calls @work again and again until it is stopped. */
struct world_thread;
struct world_thread *world_thread_start(void (*work)(void *arg), void *arg);
void world_thread_stop(struct world_thread *thread);

#endif
