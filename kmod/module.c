// SPDX-License-Identifier: GPL-2.0-only OR MIT

#include <linux/module.h>

#include "core/core.h"

/* Until the module is there, which in a kernel may be after its first call. */
u32 fstri_isa = FSTRI_SCALAR;

static bool is_chosen;

/* Another implementation than the one asked for would be a wrong measurement. */
static int set_impl(const char *name, const struct kernel_param *param)
{
	char choices[64] = "";
	size_t len = 0;

	is_chosen = !fstr_impl_force(name);
	if (is_chosen)
		return 0;
	for (size_t i = 0; fstr_impl_at(i); i++)
		len += scnprintf(choices + len, sizeof(choices) - len, " %s", fstr_impl_at(i));
	pr_err("fragstr: impl=%s: here it can be%s\n", name, choices);
	return -EINVAL;
}

static int get_impl(char *to, const struct kernel_param *param)
{
	return sysfs_emit(to, "%s\n", fstr_impl_name());
}

static const struct kernel_param_ops impl_ops = { .set = set_impl, .get = get_impl };
module_param_cb(impl, &impl_ops, NULL, 0444);
MODULE_PARM_DESC(impl, "implementation: scalar, sse2, ssse3, avx2 or neon (the best that runs)");

static int __init fragstr_init(void)
{
	/* The command line of a kernel is read before all is known of its CPU. */
	if (is_chosen && fstri_runs_here(fstri_isa))
		return 0;
	return fstr_impl_force(NULL);
}

static void __exit fragstr_exit(void)
{
}

module_init(fragstr_init);
module_exit(fragstr_exit);

MODULE_DESCRIPTION("Byte strings in pieces, compared and searched where they lie");
MODULE_AUTHOR("The fragstr authors");
MODULE_LICENSE("Dual MIT/GPL");
