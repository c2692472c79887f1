// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* libevent: an evbuffer whose chains refer to the fragments. */
#include <event2/buffer.h>
#include <event2/event.h>
#include <arpa/inet.h>
#include <stdlib.h>

#include "peers.h"

struct buffered {
	struct task task;
	struct evbuffer *buffer;
};

static void *buffer_open(const struct engine *engine, const struct task *task)
{
	struct buffered *us;

	(void)engine;
	/* It cannot step back. */
	if (task->kind == INDEX_BACKWARD || task->kind == BYTE_ANY)
		return NULL;
	us = must(malloc(sizeof(*us)));
	*us = (struct buffered){ *task, must(evbuffer_new()) };
	for (size_t i = 0; i < task->hay->nr; i++) {
		const struct fstr_frag *frag = &task->hay->frag[i];

		if (evbuffer_add_reference(us->buffer, frag->base, frag->len, NULL, NULL))
			must(NULL);
	}
	return us;
}

static void buffer_close(void *state)
{
	struct buffered *us = state;

	evbuffer_free(us->buffer);
	free(us);
}

static uint64_t find_run(void *state)
{
	const struct buffered *us = state;
	const struct pattern *pattern = &us->task.pattern;
	struct evbuffer_ptr at;
	uint64_t count = 0;

	at = evbuffer_search(us->buffer, pattern->bytes, pattern->len, NULL);
	while (at.pos >= 0) {
		count++;
		if (evbuffer_ptr_set(us->buffer, &at, pattern->len, EVBUFFER_PTR_ADD))
			break;
		at = evbuffer_search(us->buffer, pattern->bytes, pattern->len, &at);
	}
	return count;
}

static uint64_t copy_run(void *state)
{
	const struct buffered *us = state;

	return (uint64_t)evbuffer_copyout(us->buffer, us->task.out, us->task.hay->len);
}

static uint64_t read_run(void *state)
{
	const struct buffered *us = state;
	size_t size = us->task.kind == READ_BE32 ? 4 : 1;
	struct evbuffer_ptr at;
	uint64_t sum = 0;

	if (us->task.kind == READ_ALL)
		return copy_run(state);
	evbuffer_ptr_set(us->buffer, &at, 0, EVBUFFER_PTR_SET);
	for (size_t left = us->task.hay->len / size; left; left--) {
		uint32_t word;
		uint8_t byte;

		if (size == 4) {
			evbuffer_copyout_from(us->buffer, &at, &word, 4);
			sum += ntohl(word);
		} else {
			evbuffer_copyout_from(us->buffer, &at, &byte, 1);
			sum += byte;
		}
		evbuffer_ptr_set(us->buffer, &at, size, EVBUFFER_PTR_ADD);
	}
	return sum;
}

static uint64_t index_run(void *state)
{
	const struct buffered *us = state;
	const struct task *task = &us->task;
	struct evbuffer_ptr at;
	uint64_t sum = 0;
	uint8_t byte = 0;

	if (task->kind == INDEX_FORWARD)
		return read_run(state);
	for (size_t i = 0; i < task->pos_nr; i++) {
		size_t pos = task->pos[i];

		if (i && task->kind == INDEX_DEPENDENT)
			pos = index_depend(pos, byte, task->hay->len);
		evbuffer_ptr_set(us->buffer, &at, pos, EVBUFFER_PTR_SET);
		evbuffer_copyout_from(us->buffer, &at, &byte, 1);
		sum += byte;
	}
	return sum;
}

const char *event_version(void)
{
	return event_get_version();
}

#define EVENT_ENGINE(which, runner) \
	{ .name = "evbuffer", .ops = which, .open = buffer_open, .run = runner, \
	  .close = buffer_close }

const struct engine event_find = EVENT_ENGINE(OPS_FIND, find_run);
const struct engine event_byte = EVENT_ENGINE(OP_BIT(OP_BYTE), find_run);
const struct engine event_copy = EVENT_ENGINE(OP_BIT(OP_COPY), copy_run);
const struct engine event_read = EVENT_ENGINE(OP_BIT(OP_READ), read_run);
const struct engine event_index = EVENT_ENGINE(OP_BIT(OP_INDEX), index_run);
