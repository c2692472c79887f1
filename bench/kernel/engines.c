// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* What is measured: ours, and what people do today. */

#include <linux/mm.h>
#include <linux/siphash.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/textsearch_fsm.h>

#include "bench.h"

static u64 find_text(const struct bench_job *job)
{
	return skb_find_text(job->hay->skb, 0, job->hay->len, job->conf);
}

static u64 find_skb(const struct bench_job *job)
{
	return fstr_skb_find(job->hay->skb, job->compiled, 0);
}

static u64 find_view(const struct bench_job *job)
{
	ssize_t nr = fstr_from_skb(job->hay->skb, 0, SIZE_MAX, job->frag, BENCH_FRAGS);
	struct fstr view;

	return fstr_init(&view, job->frag, nr) ?: fstr_find(&view, job->compiled, 0);
}

/* A NUL ends it, and the bytes behind; there is none in what we search. */
static u64 find_linearized(const struct bench_job *job)
{
	struct sk_buff *copy = skb_copy(job->hay->skb, GFP_KERNEL);
	u64 pos = U64_MAX;
	char *at;

	if (!copy)
		return pos;
	at = strnstr(copy->data, job->what->needle, copy->len);
	if (at)
		pos = at - (char *)copy->data;
	kfree_skb(copy);
	return pos;
}

static u64 equal_skb(const struct bench_job *job)
{
	return fstr_skb_equal(job->hay->skb, 0, job->hay->twin, 0, 0);
}

static u64 equal_linearized(const struct bench_job *job)
{
	struct sk_buff *a = skb_copy(job->hay->skb, GFP_KERNEL);
	struct sk_buff *b = skb_copy(job->hay->twin, GFP_KERNEL);
	u64 equal = a && b && !memcmp(a->data, b->data, a->len);

	kfree_skb(a);
	kfree_skb(b);
	return equal;
}

static u64 equal_copied(const struct bench_job *job)
{
	u8 a[256], b[256];

	for (size_t at = 0; at < job->hay->len; at += sizeof(a)) {
		size_t n = min(sizeof(a), job->hay->len - at);

		if (skb_copy_bits(job->hay->skb, at, a, n) ||
		    skb_copy_bits(job->hay->twin, at, b, n) || memcmp(a, b, n))
			return 0;
	}
	return 1;
}

static const struct fstr_set_needle names[] = {
	{ "Content-Length:", 15, 0 }, { "Transfer-Encoding:", 18, 0 }, { "Location:", 9, 0 },
	{ "Last-Modified:", 14, 0 },
};

static u64 set_skb(const struct bench_job *job)
{
	struct fstr_match match;

	return -fstr_skb_set_find(job->hay->skb, job->set, 0, &match);
}

static u64 hash_skb(const struct bench_job *job)
{
	u64 hash = 0;

	fstr_skb_hash(job->hay->skb, 0, SIZE_MAX, 0, 0, &hash);
	return hash;
}

static const struct fstr_siphash_key our_key = { { 1, 2 } };
static const siphash_key_t their_key = { { 1, 2 } };

static u64 siphash_skb(const struct bench_job *job)
{
	u64 hash = 0;

	fstr_skb_siphash(job->hay->skb, 0, SIZE_MAX, &our_key, &hash);
	return hash;
}

static u64 siphash_joined(const struct bench_job *job)
{
	return siphash(job->hay->flat, job->hay->len, &their_key);
}

static u64 siphash_copied(const struct bench_job *job)
{
	skb_copy_bits(job->hay->skb, 0, job->buf, job->hay->len);
	return siphash(job->buf, job->hay->len, &their_key);
}

const struct bench_engine bench_find[] = {
	{ "fragstr:skb_find", NULL, find_skb },
	{ "fragstr:from_skb", NULL, find_view },
	{ "ts:fragstr", "fragstr", find_text },
	{ "fragstr:skb_find", NULL, find_skb, "scalar" },
	{ "fragstr:from_skb", NULL, find_view, "scalar" },
	{ "ts:fragstr", "fragstr", find_text, "scalar" },
	{ "ts:kmp", "kmp", find_text, "scalar" },
	{ "ts:bm", "bm", find_text, "scalar" },
	{ "ts:fsm", "fsm", find_text, "scalar" },
	{ "linearize:strnstr", NULL, find_linearized, "scalar" },
};

const struct bench_engine bench_equal[] = {
	{ "fragstr:skb_equal", NULL, equal_skb, "scalar" },
	{ "linearize:memcmp", NULL, equal_linearized, "scalar" },
	{ "copy_bits:memcmp", NULL, equal_copied, "scalar" },
};

const struct bench_engine bench_set[] = {
	{ "fragstr:skb_set_find", NULL, set_skb },
	{ "fragstr:skb_set_find", NULL, set_skb, "scalar" },
	{ "fragstr:skb_set_find-refused", NULL, set_skb, NULL, .refused = true },
};

const struct bench_engine bench_hash[] = {
	{ "fragstr:skb_hash", NULL, hash_skb },
	{ "fragstr:skb_hash", NULL, hash_skb, "scalar" },
};

const struct bench_engine bench_siphash[] = {
	{ "fragstr:skb_siphash", NULL, siphash_skb, "scalar" },
	{ "joined:siphash", NULL, siphash_joined, "scalar" },
	{ "copy_bits:siphash", NULL, siphash_copied, "scalar" },
};

const size_t bench_nr_find = ARRAY_SIZE(bench_find);
const size_t bench_nr_equal = ARRAY_SIZE(bench_equal);
const size_t bench_nr_set = ARRAY_SIZE(bench_set);
const size_t bench_nr_hash = ARRAY_SIZE(bench_hash);
const size_t bench_nr_siphash = ARRAY_SIZE(bench_siphash);

/* The pattern of fsm is tokens: anything, then each byte once, then anything. */
static struct ts_config *prepare_fsm(const struct bench_case *what)
{
	size_t nr = what->needle_len + 2;
	struct ts_fsm_token *token = kcalloc(nr, sizeof(*token), GFP_KERNEL);
	struct ts_config *conf;

	if (!token)
		return ERR_PTR(-ENOMEM);
	token[0].type = TS_FSM_WILDCARD;
	token[0].recur = TS_FSM_HEAD_IGNORE;
	token[nr - 1].type = TS_FSM_WILDCARD;
	token[nr - 1].recur = TS_FSM_ANY;
	for (size_t i = 1; i < nr - 1; i++) {
		token[i].type = TS_FSM_SPECIFIC;
		token[i].recur = TS_FSM_SINGLE;
		token[i].value = (u8)what->needle[i - 1];
	}
	conf = textsearch_prepare("fsm", token, nr * sizeof(*token), GFP_KERNEL, TS_AUTOLOAD);
	kfree(token);
	return conf;
}

int bench_job_init(struct bench_job *job, const struct bench_engine *engine)
{
	const struct bench_case *what = job->what;
	size_t size = what->needle ? fstr_needle_size(what->needle_len) : 0;
	size_t set_size = fstr_set_size(names, ARRAY_SIZE(names));
	int err = 0;

	fstr_impl_force(engine->impl);
	job->conf = NULL;
	job->buf = kvmalloc(job->hay->len, GFP_KERNEL);
	job->frag = kmalloc_array(BENCH_FRAGS, sizeof(*job->frag), GFP_KERNEL);
	job->compiled = kmalloc(size, GFP_KERNEL);
	job->set = kmalloc(set_size, GFP_KERNEL);
	if (!job->buf || !job->frag || !job->compiled || !job->set)
		err = -ENOMEM;
	if (!err)
		err = fstr_set_init(job->set, set_size, names, ARRAY_SIZE(names));
	if (!err && size)
		err = fstr_needle_init(job->compiled, size, what->needle, what->needle_len, 0);
	if (!err && engine->algo) {
		job->conf = !strcmp(engine->algo, "fsm") ? prepare_fsm(what) :
			textsearch_prepare(engine->algo, what->needle, what->needle_len,
					   GFP_KERNEL, TS_AUTOLOAD);
		if (IS_ERR(job->conf)) {
			err = PTR_ERR(job->conf);
			job->conf = NULL;
		}
	}
	if (err)
		bench_job_free(job);
	return err;
}

void bench_job_free(struct bench_job *job)
{
	if (job->conf)
		textsearch_destroy(job->conf);
	kfree(job->set);
	kfree(job->compiled);
	kfree(job->frag);
	kvfree(job->buf);
}
