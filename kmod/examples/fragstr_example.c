// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* A module that calls fragstr.ko: where the head of an HTTP message ends. */

#include <linux/module.h>
#include <linux/slab.h>
#include <fragstr/fragstr.h>

#define PIECE(text) { text, sizeof(text) - 1 }

static int __init example_init(void)
{
	static const struct fstr_frag frags[] = {
		PIECE("HTTP/1.1 200 OK\r\nContent-Le"), PIECE("ngth: 5\r\n\r"), PIECE("\nhello"),
	};
	size_t size = fstr_needle_size(4);
	struct fstr_needle *needle = kmalloc(size, GFP_KERNEL);
	struct fstr s;
	int err;

	if (!needle)
		return -ENOMEM;
	err = fstr_needle_init(needle, size, "\r\n\r\n", 4, 0);
	if (!err)
		err = fstr_init(&s, frags, ARRAY_SIZE(frags));
	if (!err)
		pr_info("fragstr_example: the head ends at byte %zd of %zu\n",
			fstr_find(&s, needle, 0), s.len);
	kfree(needle);
	return err;
}

static void __exit example_exit(void)
{
}

module_init(example_init);
module_exit(example_exit);
MODULE_DESCRIPTION("Example of a module that uses fragstr");
MODULE_LICENSE("Dual MIT/GPL");
