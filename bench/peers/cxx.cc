// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* libstdc++: string_view::find, and std::search by Boyer, Moore and Horspool. */
#include <algorithm>
#include <functional>
#include <string_view>

#include "peers.h"

using horspool = std::boyer_moore_horspool_searcher<const char *>;

static uint64_t find_run(void *kept, const uint8_t *bytes, size_t len)
{
	const struct task *task = static_cast<const struct task *>(kept);
	std::string_view hay(reinterpret_cast<const char *>(bytes), len);
	std::string_view needle(task->pattern.bytes, task->pattern.len);
	uint64_t count = 0;

	for (size_t at = hay.find(needle); at != hay.npos; at = hay.find(needle, at + needle.size()))
		count++;
	return count;
}

static void *bmh_open(const struct task *task)
{
	return new horspool(task->pattern.bytes, task->pattern.bytes + task->pattern.len);
}

static uint64_t bmh_run(void *kept, const uint8_t *bytes, size_t len)
{
	const horspool &searcher = *static_cast<const horspool *>(kept);
	const char *at = reinterpret_cast<const char *>(bytes), *end = at + len;
	uint64_t count = 0;

	for (auto match = searcher(at, end); match.first != end; match = searcher(match.second, end))
		count++;
	return count;
}

static void bmh_close(void *kept)
{
	delete static_cast<horspool *>(kept);
}

static const struct method find_method = { NULL, find_run, NULL };
static const struct method bmh_method = { bmh_open, bmh_run, bmh_close };

extern "C" {

const char *cxx_version(void)
{
#define TEXT_OF(number) #number
#define DATED(number) TEXT_OF(number)
	return DATED(_GLIBCXX_RELEASE) " of " DATED(__GLIBCXX__);
}

const struct engine cxx_flat_find = FLAT_ENGINE("string_view", OPS_FIND, &find_method);
const struct engine cxx_join_find = JOIN_ENGINE("string_view", OPS_FIND, &find_method);
const struct engine cxx_flat_bmh = FLAT_ENGINE("horspool", OPS_FIND, &bmh_method);
const struct engine cxx_join_bmh = JOIN_ENGINE("horspool", OPS_FIND, &bmh_method);

}
