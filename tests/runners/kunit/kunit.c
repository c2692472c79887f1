// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * fragstr_kunit.ko: the suites as they are; KUnit finds them by itself, and runs them
 * behind the init of a module, or of the kernel.
 */

#include <linux/module.h>

#include "../kernel/simd.h"

static int __init fragstr_kunit_init(void)
{
	simd_for_suites();
	return 0;
}

static void __exit fragstr_kunit_exit(void)
{
	simd_for_users();
}

module_init(fragstr_kunit_init);
module_exit(fragstr_kunit_exit);

MODULE_DESCRIPTION("KUnit tests of fragstr");
MODULE_AUTHOR("The fragstr authors");
MODULE_LICENSE("Dual MIT/GPL");
