// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Ours: hashes. */
#include <stdlib.h>

#include "engines.h"

struct hasher {
	struct fstr view;
	struct fstr_siphash_key key;
	enum kind kind;
};

static void *hash_open(const struct engine *engine, const struct task *task)
{
	struct hasher *hasher = must(malloc(sizeof(*hasher)));

	(void)engine;
	hasher->kind = task->kind;
	hasher->key = (struct fstr_siphash_key){ { siphash_key[0], siphash_key[1] } };
	if (!fstr_init(&hasher->view, task->hay->frag, task->hay->nr))
		return hasher;
	free(hasher);
	return NULL;
}

static uint64_t hash_run(void *state)
{
	const struct hasher *hasher = state;

	switch (hasher->kind) {
	case HASH_SIP24:
		return fstr_siphash(&hasher->view, &hasher->key);
	case HASH_SIP13:
		return fstr_siphash13(&hasher->view, &hasher->key);
	default:
		return fstr_hash(&hasher->view, 0, 0);
	}
}

const struct engine fragstr_hash = OUR_ENGINE(OP_BIT(OP_HASH), hash_open, hash_run, free);
