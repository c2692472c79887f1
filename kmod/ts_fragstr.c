// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The textsearch algorithm "fragstr", for `iptables -m string`, ematches and
 * skb_find_text().
 *
 *	textsearch_find()   offset = 0 -> find() -> blocks ... a match ends at offset
 *	textsearch_next()                 find() -> blocks from offset on ...
 *
 * A search has no room of its own between two calls: the 48 bytes of struct
 * ts_state belong to who fetches the blocks. It needs none. Where offset is 0
 * nothing has been searched, and where it is not, a match has just ended there,
 * behind which the automaton stands at the needle's border, the same for all
 * matches. So no earlier block is asked for again, and none is looked at after
 * the next one has been fetched.
 */

#include <linux/module.h>
#include <linux/slab.h>
#include <linux/textsearch.h>
#include <fragstr/fragstr.h>

struct ts_fragstr {
	struct fstr_saved after_match;
	/* A needle; its size is known at run time only. */
	u8 needle[] __aligned(8);
};

static struct fstr_needle *needle_of(struct ts_config *conf)
{
	struct ts_fragstr *priv = ts_config_priv(conf);

	return (struct fstr_needle *)priv->needle;
}

static unsigned int ts_fragstr_find(struct ts_config *conf, struct ts_state *state)
{
	const struct ts_fragstr *priv = ts_config_priv(conf);
	unsigned int consumed = state->offset;
	struct fstr_saved saved;
	struct fstr_match match;
	struct fstr_scan scan;
	const u8 *block;
	unsigned int len;

	fstr_scan_init(&scan, needle_of(conf), 0);
	if (consumed) {
		saved = priv->after_match;
		saved.pos = consumed;
		fstr_scan_restore(&scan, &saved);
	}
	while ((len = conf->get_next_block(consumed, &block, conf, state))) {
		fstr_scan_feed(&scan, block, len);
		if (!fstr_scan_next(&scan, &match)) {
			state->offset = match.pos + match.len;
			return match.pos;
		}
		consumed += len;
	}
	/* One more call must not ask for what has been taken back. */
	state->offset = consumed;
	return UINT_MAX;
}

/* What a scan of the pattern itself comes to at its end. */
static int find_border(struct ts_fragstr *priv, const void *pattern, unsigned int len)
{
	struct fstr_match match;
	struct fstr_scan scan;
	int err;

	err = fstr_scan_init(&scan, (struct fstr_needle *)priv->needle, 0);
	if (err)
		return err;
	fstr_scan_feed(&scan, pattern, len);
	fstr_scan_next(&scan, &match);
	return fstr_scan_save(&scan, &priv->after_match);
}

static struct ts_config *ts_fragstr_init(const void *pattern, unsigned int len, gfp_t gfp,
					 int flags)
{
	size_t size = fstr_needle_size(len);
	struct ts_config *conf;
	int err;

	/* Rules and ematches have up to 128 and 65535 bytes, far below this. */
	if (!size || size > KMALLOC_MAX_SIZE / 2)
		return ERR_PTR(-EINVAL);
	conf = alloc_ts_config(sizeof(struct ts_fragstr) + size, gfp);
	if (IS_ERR(conf))
		return conf;
	conf->flags = flags;
	err = fstr_needle_init(needle_of(conf), size, pattern, len,
			       flags & TS_IGNORECASE ? FSTR_ICASE : 0);
	if (!err)
		err = find_border(ts_config_priv(conf), pattern, len);
	if (err) {
		kfree(conf);
		return ERR_PTR(err);
	}
	return conf;
}

static void *ts_fragstr_pattern(struct ts_config *conf)
{
	return (void *)fstr_needle_bytes(needle_of(conf));
}

static unsigned int ts_fragstr_pattern_len(struct ts_config *conf)
{
	return fstr_needle_len(needle_of(conf));
}

static struct ts_ops ts_fragstr_ops = {
	.name = "fragstr",
	.find = ts_fragstr_find,
	.init = ts_fragstr_init,
	.get_pattern = ts_fragstr_pattern,
	.get_pattern_len = ts_fragstr_pattern_len,
	.owner = THIS_MODULE,
	.list = LIST_HEAD_INIT(ts_fragstr_ops.list),
};

static int __init ts_fragstr_register(void)
{
	return textsearch_register(&ts_fragstr_ops);
}

static void __exit ts_fragstr_unregister(void)
{
	textsearch_unregister(&ts_fragstr_ops);
}

module_init(ts_fragstr_register);
module_exit(ts_fragstr_unregister);

MODULE_DESCRIPTION("textsearch algorithm fragstr: right over fragments, and fast");
MODULE_AUTHOR("The fragstr authors");
MODULE_LICENSE("Dual MIT/GPL");
MODULE_ALIAS("ts_fragstr");
