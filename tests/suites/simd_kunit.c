// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Vectors in the kernel: in steps, where they may be, and the same answers where not. */
#include "suite.h"

#include <asm/simd.h>
#include <fragstr/impl.h>
#include <linux/interrupt.h>
#include <linux/irqflags.h>

#include "../runners/kernel/simd.h"
#include "sets.h"

#if defined(CONFIG_X86_64)
#include <asm/fpu/api.h>
#define begin_section() kernel_fpu_begin()
#define end_section() kernel_fpu_end()
#elif defined(CONFIG_KERNEL_MODE_NEON)
#include "../../kmod/compat.h"
#define begin_section() fstri_neon_begin()
#define end_section() fstri_neon_end()
#endif

#define STEP 4096
#define LEN (4 * STEP)
#define LEAST 1024

struct field {
	u8 *hay;
	struct fstr view;
	struct fstr_frag frag;
	struct fstr_needle *needle;
	struct fstr_set *set;	/* of that needle and two others */
	size_t at;		/* the one place of the needle and of its first byte */
	u64 hash;
	const char *impl;	/* to go back to */
};

/* Of two letters, but for one "x" with what follows it. */
static void fill(struct field *f, struct rng *rng)
{
	for (size_t i = 0; i < LEN; i++)
		f->hay[i] = 'a' + rng_below(rng, 2);
	memcpy(f->hay + f->at, "xababc", 6);
}

static const struct fstr_set_needle needles[] = {
	{ "zababab", 7, 0 }, { "xababc", 6, 0 }, { "babaxabax", 9, 0 },
};

static int simd_init(struct kunit *test)
{
	struct field *f = world_alloc(sizeof(*f));
	struct rng rng = { .state = 77 };

	test->priv = f;
	if (!f)
		return -ENOMEM;
	f->impl = fstr_impl_name();
	f->at = LEN - 100;
	f->needle = suite_needle("xababc", 6, 0);
	f->set = suite_set(needles, ARRAY_SIZE(needles));
	f->hay = world_alloc(LEN);
	if (!f->hay || !f->needle || !f->set)
		return -ENOMEM;
	fill(f, &rng);
	f->frag = (struct fstr_frag){ f->hay, LEN };
	f->view = fstr_flat(&f->frag);
	fstr_impl_force("scalar");
	f->hash = fstr_hash(&f->view, 7, 0);
	fstr_impl_force(f->impl);
	return 0;
}

static void simd_exit(struct kunit *test)
{
	struct field *f = test->priv;

	if (!f)
		return;
	fstr_impl_force(f->impl);
	simd_for_suites();
	world_free(f->needle);
	world_free(f->set);
	world_free(f->hay);
	world_free(f);
}

/* Each call that runs by vectors; the name of one that is wrong, or NULL. */
static const char *wrong_call(const struct field *f)
{
	struct fstr_byteset few, many;
	struct fstr_byte_iter iter;
	struct fstr_match match;

	fstr_byteset_init(&few, "x", 1);
	fstr_byteset_init(&many, "wxyz", 4);
	if (fstr_find(&f->view, f->needle, 0) != f->at)
		return "find";
	if (fstr_set_find(&f->view, f->set, 0, &match) || match.pos != f->at || match.which != 1)
		return "set_find";
	if (fstr_rfind(&f->view, f->needle, LEN) != f->at)
		return "rfind";
	if (fstr_count(&f->view, f->needle, 0) != 1)
		return "count";
	if (fstr_find_byte(&f->view, 'x', 0) != f->at)
		return "find_byte";
	if (fstr_rfind_byte(&f->view, 'x', LEN) != f->at)
		return "rfind_byte";
	if (fstr_count_byte(&f->view, 'x') != 1)
		return "count_byte";
	if (fstr_find_any(&f->view, &few, 0) != f->at || fstr_find_any(&f->view, &many, 0) != f->at)
		return "find_any";
	if (fstr_rfind_any(&f->view, &few, LEN) != f->at ||
	    fstr_rfind_any(&f->view, &many, LEN) != f->at)
		return "rfind_any";
	fstr_byte_iter_init(&iter, &f->view, &few, 0);
	if (fstr_byte_iter_next(&iter) != f->at || fstr_byte_iter_next(&iter) != -ENOENT)
		return "byte_iter";
	return fstr_hash(&f->view, 7, 0) != f->hash ? "hash" : NULL;
}

#define EXPECT_RIGHT(test, f, where) do {					\
	const char *wrong = wrong_call(f);					\
										\
	KUNIT_EXPECT_TRUE_MSG(test, !wrong, "%s by %s: %s", where, fstr_impl_name(), wrong); \
} while (0)

/* Each implementation that runs here in turn, with a needle and a set of its own. */
static bool next_impl(struct field *f, size_t *i)
{
	const char *name = fstr_impl_at(*i);

	if (!name || fstr_impl_force(name))
		return false;
	++*i;
	return !fstr_needle_init(f->needle, fstr_needle_size(6), "xababc", 6, 0) &&
	       !fstr_set_init(f->set, fstr_set_size(needles, ARRAY_SIZE(needles)), needles,
			      ARRAY_SIZE(needles));
}

static bool is_scalar(void)
{
	return !strcmp(fstr_impl_name(), "scalar");
}

/* What has no byte shuffle looks for the windows of a set by their hash. */
static bool has_shuffle(void)
{
	return !is_scalar() && strcmp(fstr_impl_name(), "sse2");
}

/* A step for each 4 KiB, and none where there is less than simd_min. */
static void steps_are_short(struct kunit *test)
{
	struct field *f = test->priv;
	struct fstr_match match;

	f->at = LEN - 6;
	for (size_t i = 0; next_impl(f, &i);) {
		unsigned long want = is_scalar() ? 0 : LEN / STEP;

		memset(f->hay, 'a', LEN);
		simd_set(LEAST, 0);
		KUNIT_EXPECT_EQ(test, fstr_find_byte(&f->view, 'x', 0), (ssize_t)-ENOENT);
		KUNIT_EXPECT_EQ(test, simd_taken(), want);
		simd_set(LEAST, 0);
		KUNIT_EXPECT_EQ(test, fstr_rfind_byte(&f->view, 'x', LEN), (ssize_t)-ENOENT);
		KUNIT_EXPECT_EQ(test, simd_taken(), want);
		simd_set(LEAST, 0);
		KUNIT_EXPECT_EQ(test, fstr_count_byte(&f->view, 'a'), (size_t)LEN);
		KUNIT_EXPECT_EQ(test, simd_taken(), want);
		simd_set(LEAST, 0);
		KUNIT_EXPECT_EQ(test, fstr_find(&f->view, f->needle, 0), (ssize_t)-ENOENT);
		KUNIT_EXPECT_EQ(test, simd_taken(), want);
		simd_set(LEAST, 0);
		KUNIT_EXPECT_EQ(test, fstr_set_find(&f->view, f->set, 0, &match), -ENOENT);
		KUNIT_EXPECT_EQ(test, simd_taken(), has_shuffle() ? want : 0);
		simd_set(LEAST, 0);
		KUNIT_EXPECT_EQ(test, fstr_set_find(FSTR_BUF(f->hay, LEAST - 1), f->set, 0, &match),
				-ENOENT);
		KUNIT_EXPECT_EQ(test, fstr_find(FSTR_BUF(f->hay, LEAST - 1), f->needle, 0),
				(ssize_t)-ENOENT);
		KUNIT_EXPECT_EQ(test, fstr_find_byte(FSTR_BUF(f->hay, LEAST - 1), 'x', 0),
				(ssize_t)-ENOENT);
		KUNIT_EXPECT_EQ(test, simd_taken(), 0ul);
	}
}

static bool found_by_all(const struct field *f)
{
	ssize_t at = f->at;
	struct fstr_match match;

	return fstr_find(&f->view, f->needle, 0) == at &&
	       fstr_rfind(&f->view, f->needle, LEN) == at &&
	       !fstr_set_find(&f->view, f->set, 0, &match) && match.pos == f->at &&
	       fstr_find_byte(&f->view, 'x', 0) == at && fstr_rfind_byte(&f->view, 'x', LEN) == at;
}

/* A match at each place around the border of two steps, which some have and some not. */
static void matches_over_steps(struct kunit *test)
{
	struct field *f = test->priv;
	struct rng rng = { .state = 99 };

	for (size_t i = 0; next_impl(f, &i);) {
		for (f->at = STEP - 12; f->at <= STEP + 6; f->at++) {
			fill(f, &rng);
			for (unsigned int refuse = 0; refuse <= 3; refuse++) {
				simd_set(1, refuse);
				KUNIT_EXPECT_TRUE_MSG(test, found_by_all(f), "%s, at %zu, %u",
						      fstr_impl_name(), f->at, refuse);
			}
		}
	}
}

/* Needles about as long as a step, and longer: no vectors then. */
static void long_needles_over_steps(struct kunit *test)
{
	static const size_t lens[] = { STEP - 1, STEP, STEP + 1, 2 * STEP + 1000 };
	struct field *f = test->priv;
	struct rng rng = { .state = 98 };
	struct fstr_frag frag[2];
	struct fstr s;

	f->at = 0;
	fill(f, &rng);
	for (size_t i = 0; next_impl(f, &i);) {
		for (size_t at = 1; at < 2 * STEP - 1000; at += 1021) {
			size_t len = lens[at % ARRAY_SIZE(lens)];
			struct fstr_needle *needle = suite_needle(f->hay + at, len, 0);

			KUNIT_ASSERT_NOT_NULL(test, needle);
			for (size_t cut = at; cut <= at + len; cut += 701) {
				frag[0] = (struct fstr_frag){ f->hay, cut };
				frag[1] = (struct fstr_frag){ f->hay + cut, LEN - cut };
				KUNIT_ASSERT_EQ(test, fstr_init(&s, frag, 2), 0);
				simd_set(1, cut % 4);
				KUNIT_EXPECT_EQ_MSG(test, fstr_find(&s, needle, 0), (ssize_t)at,
						    "%s, cut at %zu", fstr_impl_name(), cut);
				if (len >= STEP)
					KUNIT_EXPECT_EQ(test, simd_taken(), 0ul);
			}
			world_free(needle);
		}
	}
}

/* Where the FPU cannot be had, the scalar code answers; X86_DEBUG_FPU watches. */
static void inside_a_section(struct kunit *test)
{
#ifdef begin_section
	struct field *f = test->priv;

	for (size_t i = 0; next_impl(f, &i);) {
		const char *wrong;
		unsigned long taken;

		simd_set(1, 0);
		begin_section();
		wrong = wrong_call(f);
		taken = simd_taken();
		end_section();
		KUNIT_EXPECT_TRUE_MSG(test, !wrong, "%s: %s", fstr_impl_name(), wrong);
		/* user-mode Linux has no sections */
		if (!IS_ENABLED(CONFIG_UML))
			KUNIT_EXPECT_EQ(test, taken, 0ul);
		EXPECT_RIGHT(test, f, "behind it");
		KUNIT_EXPECT_TRUE(test, is_scalar() || simd_taken());
	}
#else
	kunit_skip(test, "no vectors on this machine");
#endif
}

static void without_interrupts(struct kunit *test)
{
	struct field *f = test->priv;

	for (size_t i = 0; next_impl(f, &i);) {
		const char *wrong;
		unsigned long taken;
		unsigned long flags;
		bool usable;

		simd_set(1, 0);
		local_irq_save(flags);
		usable = may_use_simd();	/* on x86, and on arm64 by now */
		wrong = wrong_call(f);
		taken = simd_taken();
		local_irq_restore(flags);
		KUNIT_EXPECT_TRUE_MSG(test, !wrong, "%s: %s", fstr_impl_name(), wrong);
		KUNIT_EXPECT_EQ(test, taken != 0, usable && !is_scalar());
		simd_set(1, 0);
		local_bh_disable();
		wrong = wrong_call(f);
		local_bh_enable();
		KUNIT_EXPECT_TRUE_MSG(test, !wrong, "%s: %s", fstr_impl_name(), wrong);
	}
}

struct tasklet_job {
	struct tasklet_struct tasklet;
	const struct field *f;
	const char *wrong;
};

static void run_in_softirq(struct tasklet_struct *tasklet)
{
	struct tasklet_job *job = from_tasklet(job, tasklet, tasklet);

	job->wrong = wrong_call(job->f);
}

/* As a network stack calls: in soft interrupts, over a task that may have the FPU. */
static void in_a_soft_interrupt(struct kunit *test)
{
	struct field *f = test->priv;
	struct tasklet_job job = { .f = f };

	tasklet_setup(&job.tasklet, run_in_softirq);
	for (size_t i = 0; next_impl(f, &i);) {
		for (int round = 0; round < 20; round++) {
			tasklet_schedule(&job.tasklet);
			EXPECT_RIGHT(test, f, "beside a soft interrupt");
			tasklet_unlock_wait(&job.tasklet);
			KUNIT_EXPECT_TRUE_MSG(test, !job.wrong, "in a soft interrupt: %s",
					      job.wrong);
		}
		tasklet_kill(&job.tasklet);
	}
}

static void wrong_names_are_refused(struct kunit *test)
{
	const char *impl = fstr_impl_name();

	kunit_info(test, "the suites run by %s", impl);
	KUNIT_EXPECT_EQ(test, fstr_impl_force("nonsense"), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_impl_force("avx51"), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_impl_force(""), -EINVAL);
	KUNIT_EXPECT_EQ(test, fstr_impl_force("avx512vbmi"), -EOPNOTSUPP);
	KUNIT_EXPECT_PTR_EQ(test, fstr_impl_name(), impl);
}

static struct kunit_case simd_cases[] = {
	KUNIT_CASE(steps_are_short),
	KUNIT_CASE(matches_over_steps),
	KUNIT_CASE(long_needles_over_steps),
	KUNIT_CASE(inside_a_section),
	KUNIT_CASE(without_interrupts),
	KUNIT_CASE(in_a_soft_interrupt),
	KUNIT_CASE(wrong_names_are_refused),
	{}
};

static struct kunit_suite simd_suite = {
	.name = "fragstr_simd",
	.init = simd_init,
	.exit = simd_exit,
	.test_cases = simd_cases,
};

kunit_test_suite(simd_suite);
