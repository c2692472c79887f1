// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Engines that work on bytes in one piece: joined by somebody else (a bound), into
 * a buffer kept from run to run, or, as people do it, into a new one each time.
 */
#include <stdlib.h>

#include "engines.h"

struct joined {
	struct task task;
	const struct method *method;
	void *kept;
};

void *method_open(const struct engine *engine, const struct task *task)
{
	struct joined *joined = must(malloc(sizeof(*joined)));

	*joined = (struct joined){ *task, engine->method, NULL };
	if (!engine->method->open) {
		joined->kept = &joined->task;
		return joined;
	}
	joined->kept = engine->method->open(task);
	if (joined->kept)
		return joined;
	free(joined);
	return NULL;
}

uint64_t flat_run(void *state)
{
	const struct joined *joined = state;
	const struct hay *hay = joined->task.hay;

	return joined->method->run(joined->kept, hay->flat, hay->len);
}

uint64_t join_run(void *state)
{
	const struct joined *joined = state;
	const struct hay *hay = joined->task.hay;

	join_into(joined->task.scratch[0], hay);
	return joined->method->run(joined->kept, joined->task.scratch[0], hay->len);
}

uint64_t fresh_run(void *state)
{
	const struct joined *joined = state;
	const struct hay *hay = joined->task.hay;
	uint8_t *bytes = must(malloc(hay->len + 1));
	uint64_t answer;

	join_into(bytes, hay);
	answer = joined->method->run(joined->kept, bytes, hay->len);
	free(bytes);
	return answer;
}

void method_close(void *state)
{
	struct joined *joined = state;

	if (joined->method->close)
		joined->method->close(joined->kept);
	free(joined);
}

void *task_open(const struct engine *engine, const struct task *task)
{
	struct task *copy = must(malloc(sizeof(*copy)));

	(void)engine;
	*copy = *task;
	return copy;
}
