// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * From which length on vectors are worth the FPU: a section of it has a price, so on
 * short strings the scalar code is the faster one. This is for simd_min to know.
 */

#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched.h>

#include "bench.h"

#define SHORTEST 32
#define LONGEST 8192
#define TRIES 15

struct even {
	struct fstr_needle *needle[2];	/* scalar, and by vectors */
	u8 *hay;
	u32 calls;	/* that a sample makes */
};

static u64 sample(const struct even *e, size_t len, int i)
{
	u64 begin = ktime_get_ns();

	for (u32 n = 0; n < e->calls; n++)
		if (fstr_find(FSTR_BUF(e->hay, len), e->needle[i], 0) >= 0)
			return 0;
	return ktime_get_ns() - begin;
}

/* The least of several samples of each, in turn. */
static void measure(const struct even *e, size_t len, u64 best[2])
{
	best[0] = U64_MAX;
	best[1] = U64_MAX;
	for (int try = 0; try < TRIES; try++)
		for (int i = 0; i < 2; i++)
			best[i] = min(best[i], sample(e, len, i));
	cond_resched();
}

static void print_lengths(struct even *e, unsigned int sample_us, const char *name)
{
	size_t even = 0, four = 0;
	u64 ns[2];

	for (size_t len = SHORTEST; len <= LONGEST; len += len / 4) {
		e->calls = 1;
		e->calls = 1 + div64_u64(sample_us * 1000ull, sample(e, len, 0) + 1);
		measure(e, len, ns);
		if (ns[1] >= ns[0])
			even = 0;
		else if (!even)
			even = len;
		if (4 * ns[1] > ns[0])
			four = 0;
		else if (!four)
			four = len;
	}
	pr_info("fragstr_bench: %s is faster than scalar from %zu bytes on, 4 times from %zu on (0: from none up to %d)%s\n",
		name, even, four, LONGEST,
		IS_ENABLED(CONFIG_UML) ? "; user-mode Linux has the FPU for nothing" : "");
}

static struct fstr_needle *new_needle(const char *impl)
{
	static const char absent[] = "\x01\x02";
	size_t size = fstr_needle_size(sizeof(absent) - 1);
	struct fstr_needle *needle = kmalloc(size, GFP_KERNEL);

	fstr_impl_force(impl);
	if (needle && fstr_needle_init(needle, size, absent, sizeof(absent) - 1, 0)) {
		kfree(needle);
		needle = NULL;
	}
	return needle;
}

int bench_break_even(unsigned int sample_us)
{
	struct even e = { .hay = kvmalloc(LONGEST + BENCH_BEHIND, GFP_KERNEL) };
	int err = 0;

	for (size_t i = 1; fstr_impl_at(i) && !err; i++) {
		e.needle[0] = new_needle("scalar");
		e.needle[1] = new_needle(fstr_impl_at(i));
		if (e.hay && e.needle[0] && e.needle[1]) {
			bench_text(e.hay, LONGEST + BENCH_BEHIND, BENCH_HTTP, "", 0);
			print_lengths(&e, sample_us / 10 + 1, fstr_impl_at(i));
		} else {
			err = -ENOMEM;
		}
		kfree(e.needle[0]);
		kfree(e.needle[1]);
	}
	kvfree(e.hay);
	fstr_impl_force(NULL);
	return err;
}
