// SPDX-License-Identifier: GPL-2.0-only OR MIT
#define _GNU_SOURCE
#include "world.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

uint8_t *world_guarded_alloc(size_t bytes, size_t *size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t usable = (bytes + page - 1) / page * page;
	uint8_t *p = mmap(NULL, usable + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (mprotect(p + page, usable, PROT_READ | PROT_WRITE)) {
		munmap(p, usable + 2 * page);
		return NULL;
	}
	*size = usable;
	return p + page;
}

void world_guarded_free(uint8_t *p, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	munmap(p - page, size + 2 * page);
}

void *world_alloc(size_t size)
{
	return malloc(size);
}

void world_free(void *p)
{
	free(p);
}

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t world_now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

uint64_t world_work_ns(void)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

void world_refuse_vectors(bool now_and_then)
{
	(void)now_and_then;
}

struct world_thread {
	pthread_t id;
	atomic_bool stop;
	void (*work)(void *arg);
	void *arg;
};

static void *run(void *arg)
{
	struct world_thread *thread = arg;

	while (!thread->stop)
		thread->work(thread->arg);
	return NULL;
}

struct world_thread *world_thread_start(void (*work)(void *arg), void *arg)
{
	struct world_thread *thread = malloc(sizeof(*thread));

	if (!thread)
		return NULL;
	thread->stop = false;
	thread->work = work;
	thread->arg = arg;
	if (pthread_create(&thread->id, NULL, run, thread)) {
		free(thread);
		return NULL;
	}
	return thread;
}

void world_thread_stop(struct world_thread *thread)
{
	thread->stop = true;
	pthread_join(thread->id, NULL);
	free(thread);
}
