// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The second starting point: bulk reads of an input stream over bytes that are
 * all there. They went through scratch buffers of 16 KiB, each made anew and
 * zeroed, which read-all joined up in the end. The original told no figures.
 */
#include <stdlib.h>
#include <string.h>

#include "seeds.h"

#define SCRATCH 16384

/* The old stream: a read gives what is left of a fragment at the most. */
struct old_stream {
	const struct hay *hay;
	size_t frag, pos;
};

static size_t old_read(struct old_stream *stream, uint8_t *to, size_t len)
{
	const struct fstr_frag *frag = &stream->hay->frag[stream->frag];
	size_t part;

	if (stream->frag == stream->hay->nr)
		return 0;
	part = frag->len - stream->pos < len ? frag->len - stream->pos : len;
	memcpy(to, (const uint8_t *)frag->base + stream->pos, part);
	stream->pos += part;
	if (stream->pos == frag->len) {
		stream->frag++;
		stream->pos = 0;
	}
	return part;
}

/* Fills one scratch buffer as far as the stream goes. */
static size_t old_fill(struct old_stream *stream, uint8_t *scratch)
{
	size_t len = 0, part;

	while (len < SCRATCH && (part = old_read(stream, scratch + len, SCRATCH - len)))
		len += part;
	return len;
}

static uint64_t all_scratch(struct work *work)
{
	struct old_stream stream = { .hay = work->a };
	size_t nr = 0, room = 0, len = 0, last;
	uint8_t **scratch = NULL;

	do {
		if (nr == room) {
			room = room ? room * 2 : 8;
			scratch = must(reallocarray(scratch, room, sizeof(*scratch)));
		}
		scratch[nr] = must(calloc(1, SCRATCH));
		last = old_fill(&stream, scratch[nr++]);
		len += last;
	} while (last == SCRATCH);
	free(work->result);
	work->result = must(malloc(len + 1));
	for (size_t i = 0; i < nr; i++) {
		memcpy(work->result + i * SCRATCH, scratch[i], i < nr - 1 ? SCRATCH : last);
		free(scratch[i]);
	}
	free(scratch);
	return len;
}

static uint64_t all_fragstr(struct work *work)
{
	struct fstr_reader reader;
	size_t len;

	fstr_reader_init(&reader, &work->view);
	free(work->result);
	work->result = must(malloc(fstr_reader_remaining(&reader) + 1));
	if (fstr_reader_read_all(&reader, work->result, fstr_reader_remaining(&reader), &len))
		return UINT64_MAX;
	return len;
}

/*
 * What the bound copies: of one fragment the very bytes that ours copies, as it
 * makes a third of a difference how they lie to the target within their pages.
 */
static const uint8_t *flat_bytes(const struct work *work)
{
	return work->a->nr == 1 ? work->a->frag[0].base : work->a->flat;
}

static uint64_t all_memcpy(struct work *work)
{
	free(work->result);
	work->result = must(malloc(work->len + 1));
	memcpy(work->result, flat_bytes(work), work->len);
	return work->len;
}

/* Where a transfer goes to: one buffer, used again and again. */
struct store {
	uint8_t *to;
	size_t len;
};

static ssize_t store_put(void *ctx, const void *bytes, size_t len)
{
	struct store *store = ctx;

	memcpy(store->to + store->len, bytes, len);
	store->len += len;
	return (ssize_t)len;
}

/* Not known to the compiler: neither way may have its sink inlined. */
static fstr_sink_fn volatile sink = store_put;

static uint64_t transfer_scratch(struct work *work)
{
	struct old_stream stream = { .hay = work->a };
	uint8_t *scratch = must(calloc(1, SCRATCH));
	struct store store = { .to = work->room };
	size_t part;

	while ((part = old_read(&stream, scratch, SCRATCH)))
		sink(&store, scratch, part);
	free(scratch);
	return store.len;
}

static uint64_t transfer_fragstr(struct work *work)
{
	struct store store = { .to = work->room };
	struct fstr_reader reader;
	ssize_t len;

	fstr_reader_init(&reader, &work->view);
	len = fstr_reader_transfer(&reader, SIZE_MAX, sink, &store);
	return len == (ssize_t)store.len ? store.len : UINT64_MAX;
}

static uint64_t transfer_memcpy(struct work *work)
{
	struct store store = { .to = work->room };

	sink(&store, flat_bytes(work), work->len);
	return store.len;
}

/* Each byte counts, and so does its place. */
static uint64_t digest(const uint8_t *bytes, size_t len)
{
	uint64_t sum = len;

	for (size_t i = 0; i < len; i++)
		sum = sum * 31 + bytes[i];
	return sum;
}

static uint64_t all_proof(const struct way *way, struct work *work)
{
	size_t len = way->run(work);

	return len == work->len ? digest(work->result, len) : len;
}

static uint64_t transfer_proof(const struct way *way, struct work *work)
{
	size_t len;

	memset(work->room, 0, work->len);
	len = way->run(work);
	return len == work->len ? digest(work->room, len) : len;
}

static const struct way all[] = {
	{ "old:scratch", all_scratch },
	{ "fragstr", all_fragstr },
	{ "flat:memcpy", all_memcpy },
};

static const struct way transfer[] = {
	{ "old:scratch", transfer_scratch },
	{ "fragstr", transfer_fragstr },
	{ "flat:memcpy", transfer_memcpy },
};

static const struct cut *const cuts[] = { &cut_linear, &cut_page, &cut_mtu };

static const struct {
	const char *name;
	size_t len;
} sizes[] = { { "10k", 10240 }, { "1000k", 1024000 } };

/* Two operations, two sizes, three cuts, three ways. */
const size_t stream_lanes = 36;

static void run_case(struct tally *tally, const struct hay *hay, const char *name,
		     const struct way way[3],
		     uint64_t (*proof)(const struct way *way, struct work *work))
{
	struct contest contest = {
		.name = name,
		.line = { { &way[0], &way[1], &way[2], NULL } },
		.proof = proof,
		.want = hay->len,
		.want_proof = digest(hay->flat, hay->len),
		.per = 1000,
		.unit = "us",
		.work = { .a = hay, .view = view_of(hay), .len = hay->len,
			  .room = must(malloc(hay->len)) },
		.bytes = hay->len,
	};

	contest_run(tally, &contest);
	free(contest.work.result);
	free(contest.work.room);
}

void stream_run(struct tally *tally, const struct traffic *traffic)
{
	contest_head("Input stream: read all, and transfer to a sink",
		     "before: a C twin of the loop over fresh scratch buffers of 16 KiB; the result\n"
		     "of a read-all is allocated in each way; bound: one memcpy of the joined bytes");
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		uint8_t *flat = traffic_text(traffic, sizes[i].len);

		for (size_t k = 0; k < ARRAY_SIZE(cuts); k++) {
			char name[CASE_NAME_MAX];
			struct hay hay;

			hay_init(&hay, flat, sizes[i].len, cuts[k], traffic, NULL);
			snprintf(name, sizeof(name), "read/all/%s/%s", cuts[k]->name,
				 sizes[i].name);
			run_case(tally, &hay, name, all, all_proof);
			snprintf(name, sizeof(name), "read/transfer/%s/%s", cuts[k]->name,
				 sizes[i].name);
			run_case(tally, &hay, name, transfer, transfer_proof);
			hay_free(&hay);
		}
		free(flat);
	}
}
