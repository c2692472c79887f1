// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Page segments, scatterlists, iterators and XDP buffers, in every cut. */
#include "suite.h"

#include <linux/bvec.h>
#include <linux/mm.h>
#include <linux/scatterlist.h>
#include <linux/uio.h>
#include <fragstr/sources.h>
#ifdef CONFIG_NET
#include <net/xdp.h>

#include "../../kmod/compat.h"
#endif

#define TEXT "abaabba"
#define LEN (sizeof(TEXT) - 1)
#define PIECES 4
#define ORDER 1

/* The same pieces in each way that the kernel has. */
struct pieces {
	u8 *pages[PIECES];	/* two pages each, the piece over their border */
	size_t len[PIECES];
	size_t off[PIECES];
	struct bio_vec bvec[PIECES];
	struct kvec kvec[PIECES];
	struct scatterlist sg[PIECES];
	struct scatterlist chained[2][PIECES + 1];
	struct fstr_frag frag[PIECES + 1];
	size_t nr_full;		/* pieces that are not empty */
};

static int pieces_init(struct kunit *test)
{
	struct pieces *p = kzalloc(sizeof(*p), GFP_KERNEL);

	if (!p)
		return -ENOMEM;
	test->priv = p;
	for (int i = 0; i < PIECES; i++) {
		p->pages[i] = (u8 *)__get_free_pages(GFP_KERNEL | __GFP_COMP, ORDER);
		if (!p->pages[i])
			return -ENOMEM;
	}
	return 0;
}

static void pieces_exit(struct kunit *test)
{
	struct pieces *p = test->priv;

	if (!p)
		return;
	for (int i = 0; i < PIECES; i++)
		free_pages((unsigned long)p->pages[i], ORDER);
	kfree(p);
}

/* Piece i ends at end[i]. */
static void cut(struct pieces *p, const size_t *end)
{
	size_t from = 0;

	p->nr_full = 0;
	sg_init_table(p->sg, PIECES);
	sg_init_table(p->chained[0], 3);
	sg_init_table(p->chained[1], PIECES - 2);
	sg_chain(p->chained[0], 3, p->chained[1]);
	for (int i = 0; i < PIECES; i++) {
		size_t len = end[i] - from;
		size_t off = PAGE_SIZE - len / 2;
		struct page *page = virt_to_page(p->pages[i]);

		memset(p->pages[i], TEXT[0], PAGE_SIZE << ORDER);
		memcpy(p->pages[i] + off, TEXT + from, len);
		p->len[i] = len;
		p->off[i] = off;
		p->bvec[i] = (struct bio_vec){ page, len, off };
		p->kvec[i] = (struct kvec){ p->pages[i] + off, len };
		sg_set_page(&p->sg[i], page, len, off);
		sg_set_page(i < 2 ? &p->chained[0][i] : &p->chained[1][i - 2], page, len, off);
		from = end[i];
		p->nr_full += len > 0;
	}
}

static bool next_cut(size_t *end)
{
	for (int i = PIECES - 1; i--;) {
		if (end[i] == LEN)
			continue;
		end[i]++;
		for (int k = i + 1; k < PIECES - 1; k++)
			end[k] = end[i];
		return true;
	}
	return false;
}

/* NULL, or what is wrong with @nr fragments that should hold TEXT[from, to). */
static const char *wrong_frags(struct pieces *p, ssize_t nr, size_t from, size_t to)
{
	struct fstr view;

	if (nr < 0 || nr > PIECES)
		return "the number of fragments";
	for (ssize_t i = 0; i < nr; i++)
		if (!p->frag[i].len)
			return "an empty fragment";
	if (fstr_init(&view, p->frag, nr) || view.len != to - from)
		return "the length";
	return fstr_equal(&view, FSTR_BUF(TEXT + from, to - from), 0) ? NULL : "the bytes";
}

#define EXPECT_FRAGS(test, call, from, to, end) do {					\
	struct pieces *p_ = (test)->priv;						\
	const char *wrong_ = wrong_frags(p_, call, from, to);				\
											\
	if (wrong_)									\
		KUNIT_FAIL(test, "%s: %s, of [%zu, %zu); cut %zu %zu %zu", #call,	\
			   wrong_, (size_t)(from), (size_t)(to), end[0], end[1], end[2]); \
} while (0)

static void all_sources(struct kunit *test, const size_t *end)
{
	struct pieces *p = test->priv;

	cut(p, end);
	EXPECT_FRAGS(test, fstr_from_bvec(p->bvec, PIECES, p->frag, PIECES), 0, LEN, end);
	for (size_t len = 0; len <= LEN; len++) {
		EXPECT_FRAGS(test, fstr_from_sg(p->sg, len, p->frag, PIECES), 0, len, end);
		EXPECT_FRAGS(test, fstr_from_sg(p->chained[0], len, p->frag, PIECES), 0, len, end);
	}
	EXPECT_FRAGS(test, fstr_from_sg(p->sg, SIZE_MAX, p->frag, PIECES), 0, LEN, end);
	EXPECT_FRAGS(test, fstr_from_sg(p->chained[0], LEN + 1, p->frag, PIECES), 0, LEN, end);
}

/* From each place to each other, as advanced and truncated. */
static void all_iterators(struct kunit *test, const size_t *end)
{
	struct pieces *p = test->priv;
	struct iov_iter iter;

	for (size_t to = 0; to <= LEN; to++) {
		for (size_t from = 0; from <= to; from++) {
			iov_iter_kvec(&iter, ITER_SOURCE, p->kvec, PIECES, LEN);
			iov_iter_advance(&iter, from);
			iov_iter_truncate(&iter, to - from);
			EXPECT_FRAGS(test, fstr_from_iter(&iter, p->frag, PIECES), from, to, end);
			KUNIT_EXPECT_EQ(test, iov_iter_count(&iter), to - from);

			iov_iter_bvec(&iter, ITER_SOURCE, p->bvec, PIECES, LEN);
			iov_iter_advance(&iter, from);
			iov_iter_truncate(&iter, to - from);
			EXPECT_FRAGS(test, fstr_from_iter(&iter, p->frag, PIECES), from, to, end);
		}
	}
}

static void sources_every_cut(struct kunit *test)
{
	size_t end[PIECES] = { 0, 0, 0, LEN };

	do {
		all_sources(test, end);
		all_iterators(test, end);
	} while (next_cut(end));
}

/* The number needed, whatever the room, and nothing written behind that. */
static void sources_room(struct kunit *test)
{
	static const size_t end[PIECES] = { 2, 2, 5, LEN };
	const struct fstr_frag unwritten = { end, 4711 };
	struct pieces *p = test->priv;
	struct iov_iter iter;

	cut(p, end);
	iov_iter_kvec(&iter, ITER_SOURCE, p->kvec, PIECES, LEN);
	for (size_t room = 0; room <= 3; room++) {
		p->frag[room] = unwritten;
		KUNIT_EXPECT_EQ(test, fstr_from_bvec(p->bvec, PIECES, p->frag, room), 3);
		KUNIT_EXPECT_EQ(test, fstr_from_sg(p->sg, LEN, p->frag, room), 3);
		KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, room), 3);
		KUNIT_EXPECT_EQ(test, 0, memcmp(&p->frag[room], &unwritten, sizeof(unwritten)));
	}
	KUNIT_EXPECT_EQ(test, fstr_from_bvec(NULL, 0, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_from_sg(p->sg, 0, NULL, 0), 0);
	KUNIT_EXPECT_EQ(test, fstr_from_sg(NULL, 5, NULL, 0), 0);
}

static void sources_bad_input(struct kunit *test)
{
	static const size_t end[PIECES] = { 2, 2, 5, LEN };
	struct pieces *p = test->priv;
	struct iovec user = { .iov_len = LEN };
	struct iov_iter iter;

	cut(p, end);
	iov_iter_init(&iter, ITER_SOURCE, &user, 1, LEN);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), -EFAULT);
	iov_iter_ubuf(&iter, ITER_SOURCE, NULL, LEN);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), -EFAULT);
	iov_iter_discard(&iter, ITER_DEST, LEN);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), -EOPNOTSUPP);

	/* fewer bytes than it says */
	iov_iter_kvec(&iter, ITER_SOURCE, p->kvec, PIECES, LEN + 1);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), -EFAULT);
	iov_iter_bvec(&iter, ITER_SOURCE, p->bvec, 3, LEN);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), -EFAULT);

	/* bytes with nothing behind them */
	p->bvec[2].bv_page = NULL;
	p->kvec[2].iov_base = NULL;
	KUNIT_EXPECT_EQ(test, fstr_from_bvec(p->bvec, PIECES, p->frag, PIECES), -EFAULT);
	KUNIT_EXPECT_EQ(test, fstr_from_bvec(p->bvec, 2, p->frag, PIECES), 1);
	iov_iter_kvec(&iter, ITER_SOURCE, p->kvec, PIECES, LEN);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), -EFAULT);
	iov_iter_bvec(&iter, ITER_SOURCE, p->bvec, PIECES, LEN);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), -EFAULT);
	iov_iter_truncate(&iter, 2);
	KUNIT_EXPECT_EQ(test, fstr_from_iter(&iter, p->frag, PIECES), 1);
	sg_assign_page(&p->sg[2], NULL);
	KUNIT_EXPECT_EQ(test, fstr_from_sg(p->sg, LEN, p->frag, PIECES), -EFAULT);
	KUNIT_EXPECT_EQ(test, fstr_from_sg(p->sg, 2, p->frag, PIECES), 1);
}

#ifdef CONFIG_NET
/* The linear part is the first piece, at the start of a page of its own. */
static void sources_xdp(struct kunit *test)
{
	size_t end[PIECES] = { 0, 0, 0, LEN };
	struct pieces *p = test->priv;
	struct skb_shared_info *info;
	struct xdp_buff xdp = {};
	u8 *page = (u8 *)get_zeroed_page(GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, page);
	do {
		cut(p, end);
		xdp.frame_sz = PAGE_SIZE;
		xdp.data_hard_start = page;
		xdp.data = page + 256;
		xdp.data_end = xdp.data + end[0];
		xdp.flags = XDP_FLAGS_HAS_FRAGS;
		memcpy(xdp.data, TEXT, end[0]);
		info = xdp_get_shared_info_from_buff(&xdp);
		info->nr_frags = PIECES - 1;
		for (int i = 1; i < PIECES; i++)
			fstri_set_frag(&info->frags[i - 1], virt_to_page(p->pages[i]), p->off[i],
				       p->len[i]);
		EXPECT_FRAGS(test, fstr_from_xdp(&xdp, p->frag, PIECES), 0, LEN, end);
		KUNIT_EXPECT_EQ(test, fstr_from_xdp(&xdp, NULL, 0), (ssize_t)p->nr_full);

		/* without the flag there are no fragments, whatever lies there */
		xdp.flags = 0;
		EXPECT_FRAGS(test, fstr_from_xdp(&xdp, p->frag, PIECES), 0, end[0], end);
	} while (next_cut(end));
	free_page((unsigned long)page);
}
#endif

static struct kunit_case sources_cases[] = {
	KUNIT_CASE(sources_every_cut),
	KUNIT_CASE(sources_room),
	KUNIT_CASE(sources_bad_input),
#ifdef CONFIG_NET
	KUNIT_CASE(sources_xdp),
#endif
	{}
};

static struct kunit_suite sources_suite = {
	.name = "fragstr_sources",
	.init = pieces_init,
	.exit = pieces_exit,
	.test_cases = sources_cases,
};

kunit_test_suite(sources_suite);
