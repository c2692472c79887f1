// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The world of the tests in the kernel. */

#include <linux/kthread.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "simd.h"
#include "world.h"

static bool is_mapped(const u8 *p)
{
	return is_vmalloc_addr(p) && vmalloc_to_page(p);
}

/*
 * Each area that vmalloc() gives ends in an unmapped page, that of the area
 * before included. That is how it works, not what it promises: so look.
 */
u8 *world_guarded_alloc(size_t bytes, size_t *size)
{
	u8 *p;

	*size = PAGE_ALIGN(bytes);
	p = vmalloc(*size);
	if (!p)
		return NULL;
	if (is_mapped(p - PAGE_SIZE) || is_mapped(p + *size)) {
		pr_err("fragstr: vmalloc() leaves no unmapped page around its areas\n");
		vfree(p);
		return NULL;
	}
	return p;
}

void world_guarded_free(u8 *p, size_t size)
{
	vfree(p);
}

/* kmalloc() where it can: its blocks end where a sanitizer knows. */
void *world_alloc(size_t size)
{
	return kvmalloc(size, GFP_KERNEL);
}

void world_free(void *p)
{
	kvfree(p);
}

uint64_t world_now_ns(void)
{
	return ktime_get_ns();
}

uint64_t world_work_ns(void)
{
	return ktime_get_ns();
}

void world_refuse_vectors(bool now_and_then)
{
	if (now_and_then)
		simd_for_suites();
	else
		simd_set(1, 0);
}

struct world_thread {
	struct task_struct *task;
	void (*work)(void *arg);
	void *arg;
};

static int thread_main(void *data)
{
	struct world_thread *thread = data;

	while (!kthread_should_stop()) {
		thread->work(thread->arg);
		cond_resched();
	}
	return 0;
}

struct world_thread *world_thread_start(void (*work)(void *arg), void *arg)
{
	struct world_thread *thread = kmalloc(sizeof(*thread), GFP_KERNEL);

	if (!thread)
		return NULL;
	thread->work = work;
	thread->arg = arg;
	thread->task = kthread_run(thread_main, thread, "fragstr_test");
	if (IS_ERR(thread->task)) {
		kfree(thread);
		return NULL;
	}
	return thread;
}

void world_thread_stop(struct world_thread *thread)
{
	kthread_stop(thread->task);
	kfree(thread);
}
