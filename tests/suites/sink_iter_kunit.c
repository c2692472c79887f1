// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The sink to an iov_iter: kernel memory, of less and of more room than is read. */

#include <linux/uio.h>
#include <fragstr/iter.h>

#include "suite.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyz";

static void sink_iter_every_cut(struct kunit *test)
{
	struct fstr_reader r;
	struct iov_iter iter;
	struct cuts cuts;
	struct kvec vec[2];
	char out[32];
	ssize_t want;

	cuts_init(&cuts, arenas(test)->a, letters, 26, NULL, 0);
	while (cuts_next(&cuts)) {
		for (size_t room = 0; room <= 28; room += 7) {
			memset(out, '#', sizeof(out));
			vec[0] = (struct kvec){ out, room / 2 };
			vec[1] = (struct kvec){ out + room / 2, room - room / 2 };
			iov_iter_kvec(&iter, READ, vec, 2, room);
			want = min_t(size_t, room, 26);
			fstr_reader_init(&r, &cuts.view);
			KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, 99, fstr_sink_iter, &iter),
					want);
			KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)want);
			KUNIT_EXPECT_EQ(test, iov_iter_count(&iter), room - want);
			KUNIT_EXPECT_TRUE(test, !memcmp(out, letters, want) && out[want] == '#');
		}
	}
}

static struct kunit_case sink_iter_cases[] = {
	KUNIT_CASE(sink_iter_every_cut),
	{}
};

static struct kunit_suite sink_iter_suite = {
	.name = "fragstr_sink_iter",
	.init = suite_init,
	.exit = suite_exit,
	.test_cases = sink_iter_cases,
};

kunit_test_suite(sink_iter_suite);
