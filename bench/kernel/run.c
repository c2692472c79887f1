// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Measures each case with each engine, a sample of each in turn, so that what
 * disturbs the machine disturbs all of them.
 */

#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/sort.h>

#include "../../kmod/simd.h"
#include "bench.h"

#define SAMPLES 61
#define MOST_ENGINES 12

#define FIND(name, needle, text) { name, needle, sizeof(needle) - 1, text }

static const struct bench_case finds[] = {
	FIND("crlfcrlf", "\r\n\r\n", BENCH_HTTP),
	FIND("content-length", "Content-Length:", BENCH_HTTP),
	FIND("connection-close", "Connection: close", BENCH_HTTP),
	FIND("absent", "\x01\x02", BENCH_HTTP),
	FIND("nearly", "aaaaaaaaaaaaaaab", BENCH_NEARLY),
	FIND("letters", "abbabaabbaababbabaababba", BENCH_LETTERS),
};

static const struct bench_case equals[] = { { "equal" } };
static const struct bench_case sets[] = { { "set-4" } };
static const struct bench_case hashes[] = { { "hash" } };
static const struct bench_case siphashes[] = { { "siphash" } };

struct runner {
	struct bench_job job;
	const struct bench_engine *engine;
	u32 iters;
	u64 got;
	u64 ns[SAMPLES];	/* of a sample of iters calls */
};

/* Each so-many-th time the FPU is not given; 0 for never. */
static void set_refuse(unsigned int each)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu)
		per_cpu(fstri_simd_test, cpu).refuse = each;
}

static u64 run_sample(struct runner *r)
{
	u64 begin;

	set_refuse(r->engine->refused);
	/* A hash is by the one that is in use, a needle by the one that was. */
	fstr_impl_force(r->engine->impl);
	begin = ktime_get_ns();
	for (u32 i = 0; i < r->iters; i++)
		r->got = r->engine->run(&r->job);
	return ktime_get_ns() - begin;
}

/* As many calls as take a sample's time. */
static void calibrate(struct runner *r, unsigned int sample_us)
{
	for (r->iters = 1; r->iters < 1u << 20; r->iters *= 2)
		if (run_sample(r) >= sample_us * 500ull)
			break;
}

static int compare_ns(const void *a, const void *b)
{
	const u64 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Tenths of a nanosecond for one call. */
static u64 tenths(const struct runner *r, u64 ns)
{
	return div_u64(ns * 10, r->iters);
}

/* The columns are those of the benchmark in userspace. */
static void print_row(struct runner *r, const char *name, u64 want)
{
	size_t len = r->job.hay->len;
	u64 median, speed, spread;

	fstr_impl_force(r->engine->impl);
	sort(r->ns, SAMPLES, sizeof(r->ns[0]), compare_ns, NULL);
	median = max(tenths(r, r->ns[SAMPLES / 2]), 1ull);
	speed = div64_u64(len * 100000ull, median);	/* 1/10000 GB/s */
	/* between the quartiles, in 1/1000 of the median */
	spread = div64_u64(1000 * (r->ns[SAMPLES - 1 - SAMPLES / 4] - r->ns[SAMPLES / 4]),
			   max(r->ns[SAMPLES / 2], 1ull));
	pr_info("fragstr_bench: csv: %s,%s,%s,%zu,%u,%llu.%llu,%llu.%llu,%llu.%04llu,%llu.%03llu,%llu,%d\n",
		name, r->engine->name, fstr_impl_name(), len, r->iters * SAMPLES,
		tenths(r, r->ns[0]) / 10, tenths(r, r->ns[0]) % 10, median / 10, median % 10,
		speed / 10000, speed % 10000, spread / 1000, spread % 1000,
		r->got, r->got == want);
}

static void run_case(const struct bench_case *what, const struct bench_hay *hay,
		     const struct bench_engine *engine, size_t nr, u64 want,
		     const struct bench_choice *choice)
{
	struct runner *r;
	size_t ready = 0;
	char name[64];

	snprintf(name, sizeof(name), "%s/%s/%zu", what->name, hay->shape, hay->len);
	if (!strstr(name, choice->only))
		return;
	r = kcalloc(MOST_ENGINES, sizeof(*r), GFP_KERNEL);
	if (!r)
		return;
	for (size_t i = 0; i < nr; i++) {
		struct runner *next = &r[ready];

		next->engine = &engine[i];
		next->job = (struct bench_job){ .hay = hay, .what = what };
		if (bench_job_init(&next->job, next->engine)) {
			pr_info("fragstr_bench: no %s here\n", next->engine->name);
			continue;
		}
		calibrate(next, choice->sample_us);
		ready++;
	}
	for (int sample = 0; sample < SAMPLES; sample++) {
		for (size_t i = 0; i < ready; i++)
			r[i].ns[sample] = run_sample(&r[i]);
		cond_resched();
	}
	for (size_t i = 0; i < ready; i++) {
		print_row(&r[i], name, want);
		bench_job_free(&r[i].job);
	}
	kfree(r);
}

static int run_shape(const char *shape, size_t len, const struct bench_choice *choice)
{
	struct bench_hay hay = { .len = len, .flat = kvmalloc(len, GFP_KERNEL) };
	int err = hay.flat ? 0 : -ENOMEM;

	for (size_t i = 0; i < ARRAY_SIZE(finds) && !err; i++) {
		const struct bench_case *what = &finds[i];

		bench_text(hay.flat, len, what->text, what->needle, what->needle_len);
		err = bench_hay_init(&hay, shape);
		if (err)
			break;
		run_case(what, &hay, bench_find, bench_nr_find,
			 len - BENCH_BEHIND - what->needle_len, choice);
		if (i == 3) { /* over text of HTTP still */
			struct bench_job job = { .hay = &hay };

			run_case(equals, &hay, bench_equal, bench_nr_equal, 1, choice);
			run_case(sets, &hay, bench_set, bench_nr_set, ENOENT, choice);
			fstr_impl_force("scalar");
			run_case(hashes, &hay, bench_hash, bench_nr_hash,
				 bench_hash[1].run(&job), choice);
			/* the kernel's own says what is right */
			run_case(siphashes, &hay, bench_siphash, bench_nr_siphash,
				 bench_siphash[1].run(&job), choice);
		}
		bench_hay_free(&hay);
	}
	kvfree(hay.flat);
	return err;
}

/* With the FPU from one byte on. */
static int run_break_even(unsigned int sample_us)
{
	unsigned int least = fstri_simd_min;
	int err;

	WRITE_ONCE(fstri_simd_min, 1);
	err = bench_break_even(sample_us);
	WRITE_ONCE(fstri_simd_min, least);
	return err;
}

int bench_run(const struct bench_choice *choice)
{
	int err = 0;

	/* Where the suites are, they have it refused now and then. */
	set_refuse(0);
	if (!*choice->only)
		err = run_break_even(choice->sample_us);
	pr_info("fragstr_bench: csv: case,engine,impl,bytes,iters,min_ns,median_ns,gbps,spread,count,ok\n");
	if (!err)
		err = run_shape("linear", BENCH_SMALL, choice);
	for (size_t i = 0; i < bench_nr_shapes && !err; i++)
		err = run_shape(bench_shapes[i], BENCH_LARGE, choice);
	set_refuse(0);
	fstr_impl_force(NULL);
	return err;
}
