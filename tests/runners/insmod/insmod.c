// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* fragstr_test.ko: runs the suites when it is loaded, and loads if all pass. */

#include <linux/module.h>

#include "runner.h"
#include "../kernel/simd.h"

static int __init fragstr_test_init(void)
{
	struct lite_sum sum;

	simd_for_suites();
	sum = lite_run(NULL);
	simd_for_users();
	if (sum.failed || !sum.passed) {
		pr_err("fragstr_test: %u of %u cases failed, so the module does not load\n",
		       sum.failed, sum.passed + sum.failed);
		return -EINVAL;
	}
	pr_info("fragstr_test: all %u cases passed\n", sum.passed);
	return 0;
}

static void __exit fragstr_test_exit(void)
{
}

module_init(fragstr_test_init);
module_exit(fragstr_test_exit);

MODULE_DESCRIPTION("Tests of fragstr, for kernels without KUnit");
MODULE_AUTHOR("The fragstr authors");
MODULE_LICENSE("Dual MIT/GPL");
