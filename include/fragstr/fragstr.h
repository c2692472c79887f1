/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * fragstr: byte strings that lie in pieces, compared and searched where they
 * lie. Nothing is joined up, nothing is allocated.
 *
 * The contract, which every call here keeps and the suites check:
 *
 *  1. A result never depends on the cut. Any way to lay the same bytes out in
 *     fragments, empty ones strewn in (their base may be NULL), gives what the
 *     joined bytes give.
 *  2. Nothing outside [base, base + len) of a fragment is read, and nothing
 *     outside the caller's outputs is written. A call that fails leaves its
 *     outputs alone unless it says otherwise. If somebody changes the bytes
 *     under a running call, its answer may be any, but it stays inside the
 *     fragments and it ends.
 *  3. An int is 0 or a negative errno, a position is an ssize_t, at least 0, or
 *     -ENOENT. No view is longer than SSIZE_MAX.
 *  4. Bytes are bytes: NUL has no meaning, and ignoring case folds the ASCII
 *     letters only.
 *  5. Time is linear in haystack and needle, whatever the bytes and the cut.
 *  6. A needle is constant once made: any number of threads, in any context,
 *     may share it. It holds no pointers, so it may be moved. A scan has one
 *     owner.
 *
 * No call sleeps, locks or allocates: the Context of each is "any".
 */
#ifndef FRAGSTR_FRAGSTR_H
#define FRAGSTR_FRAGSTR_H

#include <fragstr/env.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Flags of the calls that take them; each says which. */
#define FSTR_ICASE	0x1u	/* A to Z are a to z */
#define FSTR_DISJOINT	0x2u	/* a match begins behind the end of the last one */

/**
 * struct fstr_frag - one contiguous piece of a string
 * @base: its first byte; anything, NULL as well, where @len is 0
 * @len: its length in bytes
 *
 * Laid out as struct iovec and struct kvec are, and allowed to alias them, so
 * an array of those is an array of fragments.
 */
struct fstr_frag {
	const void *base;
	size_t len;
} __attribute__((__may_alias__));

/**
 * struct fstr - a view: a string over an array of fragments, which it borrows
 * @frag: the first fragment that holds a byte of the view
 * @nr: how many fragments the view reaches over
 * @off: bytes of the first fragment that lie before the view
 * @len: length of the view in bytes
 * @tail: bytes of the last fragment that lie behind the view
 *
 * Made by fstr_init(), fstr_slice(), fstr_flat() or FSTR_BUF(); read @len, leave
 * the rest alone. Good for as long as the fragments and their bytes are.
 */
struct fstr {
	const struct fstr_frag *frag;
	size_t nr;
	size_t off;
	size_t len;
	size_t tail;
};

/**
 * struct fstr_match - where a needle was found
 * @pos: offset of its first byte: in the view, or in the stream for a scan
 * @len: its length in bytes
 * @which: number of the needle, 0 where there is only one
 */
struct fstr_match {
	uint64_t pos;
	size_t len;
	uint32_t which;
};

/* A compiled pattern, in memory that the caller lends to fstr_needle_init(). */
struct fstr_needle;

/**
 * fstr_init() - make a view of an array of fragments
 * @s: the view to fill
 * @frag: the fragments, in order; may be NULL where @nr is 0
 * @nr: how many there are; empty ones are welcome anywhere
 *
 * The array and the bytes are borrowed, not copied. Takes time for @nr
 * fragments, none for their bytes.
 *
 * Context: any.
 * Return: 0; -EINVAL for a NULL @frag with @nr, or a NULL base with a length;
 * -E2BIG where the lengths add up to more than SSIZE_MAX. @s is unchanged on
 * failure.
 */
int fstr_init(struct fstr *s, const struct fstr_frag *frag, size_t nr);

/**
 * fstr_is_valid() - does a view keep its invariant?
 * @s: the view
 *
 * Says whether @off, @len and @tail are what the fragments hold, and no base is
 * NULL where bytes should be. For assertions and tests: it looks at each
 * fragment, and no call needs it.
 *
 * Context: any.
 * Return: true if so.
 */
bool fstr_is_valid(const struct fstr *s);

/**
 * fstr_flat() - a view of one fragment
 * @frag: the fragment, which the view borrows; it has at most SSIZE_MAX bytes,
 *	  and its base is not NULL where it has any
 *
 * Context: any.
 * Return: the view.
 */
static inline struct fstr fstr_flat(const struct fstr_frag *frag)
{
	struct fstr s = { frag, 1, 0, frag->len, 0 };

	return s;
}

/*
 * FSTR_BUF() - pointer to a view of flat bytes, good to the end of the block it
 * stands in. Each argument is evaluated once. C only: C++ has no such literals.
 */
#define FSTR_BUF(ptr, size) \
	((const struct fstr *)(const struct fstr[1]) { \
		fstr_flat(&(const struct fstr_frag){ (ptr), (size) }) })

/**
 * fstr_slice() - the part [@from, @to) of a view
 * @s: the view
 * @from: where the part begins; clamped to @to
 * @to: where it ends; clamped to the length
 *
 * Costs a step for each fragment that is dropped at either end.
 *
 * Context: any.
 * Return: a view over the same fragments; empty where nothing is left.
 */
struct fstr fstr_slice(const struct fstr *s, size_t from, size_t to);

/**
 * fstr_copy() - copy bytes out of a view
 * @s: the view
 * @from: position of the first byte to copy
 * @to: where to copy them; does not overlap the view
 * @len: how many are wanted
 *
 * Copies what there is: fewer than @len bytes at the end of the view, none from
 * its end or beyond it, whatever @from and @len add up to.
 *
 * Context: any.
 * Return: the number of bytes copied.
 */
size_t fstr_copy(const struct fstr *s, size_t from, void *to, size_t len);

/**
 * fstr_equal() - do two views hold the same bytes?
 * @a: one view
 * @b: the other, in any cut
 * @flags: 0 or FSTR_ICASE; other bits have no meaning here
 *
 * Different lengths are unequal at once; otherwise it stops behind the first
 * difference. Not for secrets: its time tells where they differ.
 *
 * Context: any.
 * Return: true if they do.
 */
bool fstr_equal(const struct fstr *a, const struct fstr *b, unsigned int flags);

/**
 * fstr_needle_size() - how much memory a needle takes
 * @len: length of the pattern in bytes
 *
 * Context: any.
 * Return: the size in bytes for fstr_needle_init(); 0 for a pattern that is too
 * long to be compiled (4 GiB - 1 and more, or no size_t could say).
 */
size_t fstr_needle_size(size_t len);

/**
 * fstr_needle_init() - compile a pattern to search for
 * @needle: memory for it, aligned to 8 bytes
 * @size: how much there is, fstr_needle_size() or more
 * @bytes: the pattern, which is copied; may be NULL where @len is 0
 * @len: its length in bytes
 * @flags: 0 or FSTR_ICASE
 *
 * Takes time linear in @len. There is nothing to undo: drop the memory when no
 * search uses it any more.
 *
 * Context: any.
 * Return: 0; -EINVAL for an unknown flag, a NULL @bytes with a length, or
 * memory that is NULL or misaligned; -E2BIG for a pattern for which
 * fstr_needle_size() gives 0; -ENOSPC where @size is too small.
 */
int fstr_needle_init(struct fstr_needle *needle, size_t size, const void *bytes, size_t len,
		     unsigned int flags);

/**
 * fstr_needle_len() - length of the pattern of a needle
 * @needle: the needle
 *
 * Context: any.
 * Return: the length in bytes.
 */
size_t fstr_needle_len(const struct fstr_needle *needle);

/**
 * fstr_needle_bytes() - the pattern of a needle
 * @needle: the needle
 *
 * Context: any.
 * Return: its bytes, in small letters where it ignores case. They live in the
 * needle.
 */
const void *fstr_needle_bytes(const struct fstr_needle *needle);

/**
 * fstr_find() - the first place where a needle stands in a view
 * @s: the view
 * @needle: what to look for
 * @from: where a match may begin at the earliest
 *
 * A match lies wholly in the view, over as many fragments as it likes; to bound
 * it at the other end as well, search a slice. An empty needle stands at every
 * position, the end included. Call again with the result plus 1 for the next of
 * all matches, or plus the length of the needle (1 at least) for disjoint ones;
 * since each call steps over the fragments before @from, all matches of a view of
 * many fragments are rather had from fstr_iter_init().
 *
 * Context: any.
 * Return: the position, counted from the start of the view; -ENOENT where there
 * is none, and for every @from beyond the end.
 */
ssize_t fstr_find(const struct fstr *s, const struct fstr_needle *needle, size_t from);

/**
 * struct fstr_scan - a search in progress, over data that arrives in blocks
 * @needle: what it looks for
 * @block: the block that was fed last
 * @len: its length
 * @done: how much of it has been searched
 * @base: offset of the block in the stream
 * @credit: what the fast path has earned; below 0 it is off
 * @depth: how many bytes of the needle the searched data ends with
 * @flags: FSTR_DISJOINT or 0
 *
 * The members are for the library alone. May be copied: the copy goes on from
 * where the original stands.
 */
struct fstr_scan {
	const struct fstr_needle *needle;
	const uint8_t *block;
	size_t len;
	size_t done;
	uint64_t base;
	int64_t credit;
	uint32_t depth;
	uint32_t flags;
};

/**
 * struct fstr_saved - what must be kept of a scan from one packet to the next
 * @pos: offset in the stream of the next byte to come
 * @depth: how many bytes of the needle the stream ends with
 * @len: length of the needle, to know it again
 *
 * For the memory of this machine, not for files or the wire.
 */
struct fstr_saved {
	uint64_t pos;
	uint32_t depth;
	uint32_t len;
};

/**
 * fstr_scan_init() - begin to search a stream
 * @scan: the scan to fill
 * @needle: what to look for; must stay as long as the scan
 * @flags: FSTR_DISJOINT for matches that do not overlap, 0 for all of them
 *
 * Begins at offset 0 of the stream. Also the way to reset a scan.
 *
 * Context: any.
 * Return: 0; -EINVAL for an unknown flag or an empty needle. @scan is unchanged
 * on failure.
 */
int fstr_scan_init(struct fstr_scan *scan, const struct fstr_needle *needle, unsigned int flags);

/**
 * fstr_scan_feed() - give a scan the next block of the stream
 * @scan: the scan
 * @block: the bytes; may be NULL where @len is 0
 * @len: how many there are
 *
 * The block is borrowed until fstr_scan_next() says -ENOENT; nothing in it is
 * read after that.
 *
 * Context: any.
 * Return: 0; -EBUSY while the last block has not been searched to its end;
 * -EINVAL for a NULL @block with a length; -E2BIG for a @len over SSIZE_MAX.
 * The scan is unchanged on failure.
 */
int fstr_scan_feed(struct fstr_scan *scan, const void *block, size_t len);

/**
 * fstr_scan_next() - the next match in what was fed
 * @scan: the scan
 * @match: where to tell it; its position counts from the start of the stream
 *
 * Matches come in order, each as soon as its last byte has been fed, and are
 * those that fstr_find() gives on the whole stream. Offsets are modulo 2^64.
 *
 * Context: any.
 * Return: 0; -ENOENT where the block holds no further end of a match, @match
 * being unchanged: feed the next one.
 */
int fstr_scan_next(struct fstr_scan *scan, struct fstr_match *match);

/**
 * fstr_scan_partial() - how much of the end of the stream may begin a match
 * @scan: the scan
 *
 * Exact for what has been searched: the longest end of it that is a beginning
 * of the needle, 0 where there is none. After a match that is the needle's
 * border (0 for disjoint matches). Bytes before it can be let go.
 *
 * Context: any.
 * Return: the number of bytes, less than the length of the needle.
 */
size_t fstr_scan_partial(const struct fstr_scan *scan);

/**
 * fstr_scan_save() - keep what a scan knows, in 16 bytes
 * @scan: the scan
 * @saved: where to keep it
 *
 * Context: any.
 * Return: 0; -EBUSY while the last block has not been searched to its end,
 * @saved being unchanged.
 */
int fstr_scan_save(const struct fstr_scan *scan, struct fstr_saved *saved);

/**
 * fstr_scan_restore() - go on with a scan that was saved
 * @scan: the scan to fill
 * @needle: the needle that it was saved with
 * @flags: as for fstr_scan_init()
 * @saved: what was saved
 *
 * Context: any.
 * Return: 0; -EINVAL as for fstr_scan_init(), and where @saved cannot be of a
 * scan for this needle. @scan is unchanged on failure.
 */
int fstr_scan_restore(struct fstr_scan *scan, const struct fstr_needle *needle,
		      unsigned int flags, const struct fstr_saved *saved);

/**
 * struct fstr_iter - all matches in a view, one after the other
 * @scan: the search; the fragments are its blocks
 * @next: the fragment to be searched next
 * @off: bytes of it that lie before the view
 * @rest: bytes of the view from there on
 *
 * The members are for the library alone.
 */
struct fstr_iter {
	struct fstr_scan scan;
	const struct fstr_frag *next;
	size_t off;
	size_t rest;
};

/**
 * fstr_iter_init() - begin to search a view for all matches
 * @iter: the iterator to fill
 * @s: the view; its fragments must stay as long as the iterator
 * @needle: what to look for; must stay as long as the iterator
 * @from: where a match may begin at the earliest
 * @flags: FSTR_DISJOINT for matches that do not overlap, 0 for all of them
 *
 * Unlike fstr_find() again and again it does not look up a position for each
 * match, and it remembers what is known of the bytes behind the last one.
 *
 * Context: any.
 * Return: 0; -EINVAL for an unknown flag, @iter being unchanged.
 */
int fstr_iter_init(struct fstr_iter *iter, const struct fstr *s, const struct fstr_needle *needle,
		   size_t from, unsigned int flags);

/**
 * fstr_iter_next() - the next match in a view
 * @iter: the iterator
 * @match: where to tell it; its position counts from the start of the view
 *
 * An empty needle stands at every position, the end included.
 *
 * Context: any.
 * Return: 0; -ENOENT where there is no further one, @match being unchanged.
 */
int fstr_iter_next(struct fstr_iter *iter, struct fstr_match *match);

#ifdef __cplusplus
}
#endif

#endif /* FRAGSTR_FRAGSTR_H */
