// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Against the kernel's own: its siphash(), and its hash table keyed by views. */
#include "suite.h"

#include <linux/hashtable.h>
#include <linux/siphash.h>

#define LONGEST 600

static void siphash_is_the_kernels(struct kunit *test)
{
	static u8 bytes[LONGEST];
	struct rng rng = { .state = 606 };
	struct cuts cuts;
	char name[160];

	for (unsigned int round = 0; round < SUITE_ROUNDS; round++) {
		size_t len = rng_length(&rng, LONGEST);
		struct fstr_siphash_key ours = { { rng_next(&rng), rng_next(&rng) } };
		siphash_key_t key;
		hsiphash_key_t hkey;

		BUILD_BUG_ON(sizeof(key) != sizeof(ours));
		memcpy(&key, &ours, sizeof(key));
		for (size_t i = 0; i < len; i++)
			bytes[i] = (u8)rng_next(&rng);
		cuts_init(&cuts, arenas(test)->a, bytes, len, NULL, 0);
		cuts_random(&cuts, &rng);
		cuts_name(&cuts, name, sizeof(name));
		KUNIT_EXPECT_EQ_MSG(test, fstr_siphash(&cuts.view, &ours),
				    siphash(bytes, len, &key), "%zu bytes, cut %s", len, name);
		if (sizeof(hkey) != sizeof(ours))
			continue;
		memcpy(&hkey, &ours, sizeof(hkey));
		KUNIT_EXPECT_EQ_MSG(test, (u32)fstr_siphash13(&cuts.view, &ours),
				    hsiphash(bytes, len, &hkey), "%zu bytes, cut %s", len, name);
	}
}

struct preamble {
	struct hlist_node node;
	struct fstr key;
	int number;
};

static struct preamble *look_up(struct hlist_head *table, unsigned int bits, const struct fstr *key,
				unsigned int flags)
{
	u64 hash = fstr_hash(key, 0, flags);
	struct preamble *p;

	hlist_for_each_entry(p, &table[hash_min(hash, bits)], node)
		if (fstr_equal(&p->key, key, flags))
			return p;
	return NULL;
}

static const char *const header_names[] = {
	"Host", "Accept", "Connection", "Content-Length", "Content-Type", "User-Agent", "Cookie",
};

/* Header names, whatever their case and their cut, in the kernel's hash table. */
static void table_keyed_by_views(struct kunit *test)
{
	static struct preamble entries[ARRAY_SIZE(header_names)];
	static struct fstr_frag frags[ARRAY_SIZE(header_names)];
	DECLARE_HASHTABLE(table, 3);
	struct cuts cuts;
	char upper[20];

	hash_init(table);
	for (int i = 0; i < ARRAY_SIZE(header_names); i++) {
		frags[i] = (struct fstr_frag){ header_names[i], strlen(header_names[i]) };
		entries[i].key = fstr_flat(&frags[i]);
		entries[i].number = i;
		hash_add(table, &entries[i].node, fstr_hash(&entries[i].key, 0, FSTR_ICASE));
	}
	for (int i = 0; i < ARRAY_SIZE(header_names); i++) {
		size_t len = strlen(header_names[i]);

		for (size_t c = 0; c <= len; c++)
			upper[c] = header_names[i][c] & (c % 2 ? ~0x20 : ~0);
		upper[len / 2] = header_names[i][len / 2];
		cuts_init(&cuts, arenas(test)->a, upper, len, NULL, 0);
		while (cuts_next(&cuts)) {
			struct preamble *p = look_up(table, HASH_BITS(table), &cuts.view,
						     FSTR_ICASE);
			bool letters = naive_equal((struct naive_str){ (u8 *)upper, len },
						   (struct naive_str){ (u8 *)header_names[i], len },
						   FSTR_ICASE);

			KUNIT_EXPECT_EQ_MSG(test, p ? p->number : -1, letters ? i : -1, "%s as %s",
					    header_names[i], upper);
		}
	}
}

static struct kunit_case kernel_cases[] = {
	KUNIT_CASE(siphash_is_the_kernels),
	KUNIT_CASE(table_keyed_by_views),
	{}
};

static struct kunit_suite kernel_suite = {
	.name = "fragstr_kernel",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = kernel_cases,
};

kunit_test_suite(kernel_suite);
