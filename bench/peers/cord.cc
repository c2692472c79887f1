// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Abseil's Cord. Append() would copy pieces of up to 511 bytes into shared ones;
 * to keep each fragment as it is, the tree is built of external nodes through the
 * door that Abseil leaves open for its own tests.
 */
#include <absl/base/config.h>
#include <absl/hash/hash.h>
#include <absl/strings/cord.h>
#include <absl/strings/internal/cord_rep_btree.h>
#include <cstring>

#include "peers.h"

namespace absl {
ABSL_NAMESPACE_BEGIN
class CordTestPeer {
public:
	static Cord of_fragments(const struct hay *hay)
	{
		using cord_internal::CordRep;
		using cord_internal::CordRepBtree;
		Cord cord;
		CordRep *tree = nullptr;

		for (size_t i = 0; i < hay->nr; i++) {
			string_view bytes(static_cast<const char *>(hay->frag[i].base),
					  hay->frag[i].len);
			CordRep *rep = cord_internal::NewExternalRep(bytes, [](string_view) { });

			if (!tree)
				tree = rep;
			else if (tree->IsBtree())
				tree = CordRepBtree::Append(tree->btree(), rep);
			else
				tree = CordRepBtree::Append(CordRepBtree::Create(tree), rep);
		}
		if (tree)
			cord.contents_.EmplaceTree(tree, Cord::MethodIdentifier::kAppendCord);
		return cord;
	}
};
ABSL_NAMESPACE_END
}

struct corded {
	struct task task;
	absl::Cord cord, other;
	size_t flat_hash;
	uint64_t xxh3;
};

static void *cord_open(const struct engine *, const struct task *task)
{
	struct corded *us;

	if (task->op == OP_HASH && task->kind != HASH_XXH3)
		return NULL;
	us = new corded { *task, absl::CordTestPeer::of_fragments(task->hay), {}, 0, 0 };
	if (task->op == OP_EQUAL)
		us->other = absl::CordTestPeer::of_fragments(task->other);
	if (task->op == OP_HASH) {
		const char *flat = reinterpret_cast<const char *>(task->hay->flat);

		us->flat_hash = absl::Hash<absl::string_view>()({ flat, task->hay->len });
		us->xxh3 = naive_xxh3(task->hay->flat, task->hay->len);
	}
	return us;
}

static void cord_close(void *state)
{
	delete static_cast<struct corded *>(state);
}

static uint64_t equal_run(void *state)
{
	const struct corded *us = static_cast<const struct corded *>(state);

	return us->cord == us->other;
}

/* Its hash is one of its own: it is right where it is that of the joined bytes. */
static uint64_t hash_run(void *state)
{
	const struct corded *us = static_cast<const struct corded *>(state);
	size_t hash = absl::Hash<absl::Cord>()(us->cord);

	return hash == us->flat_hash ? us->xxh3 : hash;
}

static uint64_t copy_run(void *state)
{
	struct corded *us = static_cast<struct corded *>(state);
	uint8_t *to = us->task.out;

	for (absl::string_view chunk : us->cord.Chunks()) {
		std::memcpy(to, chunk.data(), chunk.size());
		to += chunk.size();
	}
	return static_cast<uint64_t>(to - us->task.out);
}

static uint64_t read_run(void *state)
{
	struct corded *us = static_cast<struct corded *>(state);
	auto at = us->cord.char_begin();
	uint64_t sum = 0;

	if (us->task.kind == READ_ALL)
		return copy_run(state);
	if (us->task.kind == READ_U8) {
		for (size_t left = us->cord.size(); left; left--, ++at)
			sum += static_cast<uint8_t>(*at);
		return sum;
	}
	for (size_t left = us->cord.size() / 4; left; left--) {
		uint32_t word = 0;

		for (int i = 0; i < 4; i++, ++at)
			word = word << 8 | static_cast<uint8_t>(*at);
		sum += word;
	}
	return sum;
}

static uint64_t index_run(void *state)
{
	const struct corded *us = static_cast<const struct corded *>(state);
	const struct task *task = &us->task;
	uint64_t sum = 0;
	uint8_t byte = 0;

	switch (task->kind) {
	case INDEX_FORWARD:
		for (size_t i = 0; i < us->cord.size(); i++)
			sum += static_cast<uint8_t>(us->cord[i]);
		return sum;
	case INDEX_BACKWARD:
		for (size_t i = us->cord.size(); i-- > 0;)
			sum += static_cast<uint8_t>(us->cord[i]);
		return sum;
	default:
		for (size_t i = 0; i < task->pos_nr; i++) {
			size_t pos = task->pos[i];

			if (i && task->kind == INDEX_DEPENDENT)
				pos = index_depend(pos, byte, us->cord.size());
			byte = static_cast<uint8_t>(us->cord[pos]);
			sum += byte;
		}
		return sum;
	}
}

#define CORD_ENGINE(which, runner) \
	{ .name = "cord", .ops = OP_BIT(which), .open = cord_open, .run = runner, \
	  .close = cord_close }

extern "C" {

const char *cord_version(void)
{
#define TEXT_OF(number) #number
#define DATED(number) TEXT_OF(number)
#ifdef ABSL_LTS_RELEASE_VERSION
	return DATED(ABSL_LTS_RELEASE_VERSION) "." DATED(ABSL_LTS_RELEASE_PATCH_LEVEL);
#else
	return "of no release";
#endif
}

const struct engine cord_equal = CORD_ENGINE(OP_EQUAL, equal_run);
const struct engine cord_hash = CORD_ENGINE(OP_HASH, hash_run);
const struct engine cord_copy = CORD_ENGINE(OP_COPY, copy_run);
const struct engine cord_read = CORD_ENGINE(OP_READ, read_run);
const struct engine cord_index = CORD_ENGINE(OP_INDEX, index_run);

}
