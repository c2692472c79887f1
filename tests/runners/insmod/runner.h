/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The suites in a kernel without KUnit: the small one, over printk. */
#ifndef FRAGSTR_TEST_RUNNER_H
#define FRAGSTR_TEST_RUNNER_H

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/printk.h>
#include <linux/string.h>
#include <linux/types.h>

#define lite_print(fmt, ...) printk(KERN_INFO fmt, ##__VA_ARGS__)

#ifdef CONFIG_NET
#define LITE_NET_SUITES(X) FSTR_NET_SUITES(X)
#else
#define LITE_NET_SUITES(X)
#endif

#if defined(CONFIG_NET) && defined(CONFIG_TEXTSEARCH)
#define LITE_TEXTSEARCH_SUITES(X) FSTR_TEXTSEARCH_SUITES(X)
#else
#define LITE_TEXTSEARCH_SUITES(X)
#endif

#define LITE_SUITES(X) \
	FSTR_SUITES(X) FSTR_KERNEL_SUITES(X) LITE_NET_SUITES(X) LITE_TEXTSEARCH_SUITES(X)

/* How many cases a random run tries: the machine is mostly an emulated one. */
#define SUITE_ROUNDS 5000
#define SUITE_THREADS_MS 200

#include "../lite/lite.h"

#endif
