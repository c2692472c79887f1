// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fragstr_kunit.ko: the suites as they are; KUnit finds them by itself. */

#include <linux/module.h>

MODULE_DESCRIPTION("KUnit tests of fragstr");
MODULE_AUTHOR("The fragstr authors");
MODULE_LICENSE("Dual MIT/GPL");
