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
#define FSTR_LEFTMOST	0x4u	/* disjoint; of those that begin first, the longest */

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

/* Several of them, in memory that the caller lends to fstr_set_init(). */
struct fstr_set;

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
 * fstr_peek() - bytes of a view in one piece
 * @s: the view
 * @pos: position of the first of them
 * @len: how many
 * @buf: lent room for @len bytes; not written to where they lie in one piece
 *
 * Context: any.
 * Return: a pointer to them, into the view or to @buf; NULL where the view does
 * not have them all.
 */
const void *fstr_peek(const struct fstr *s, size_t pos, size_t len, void *buf);

/**
 * fstr_concat() - the fragments of several views in a row
 * @parts: the views
 * @nr: how many there are
 * @frag: lent array to fill, for fstr_init(); may be NULL where @room is 0
 * @room: how many fragments it takes
 *
 * The fragments are those bytes that the views have, and no empty ones. Nothing
 * is written behind @room, and the array is worth something only if the result
 * is at most @room. With a larger result, lend that many.
 *
 * Context: any.
 * Return: the number of fragments; -E2BIG where the lengths add up to more than
 * SSIZE_MAX.
 */
ssize_t fstr_concat(const struct fstr *parts, size_t nr, struct fstr_frag *frag, size_t room);

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
 * fstr_compare() - which of two views comes first?
 * @a: one view
 * @b: the other, in any cut
 *
 * The order of memcmp(); where one is the beginning of the other, the shorter
 * one comes first.
 *
 * Context: any.
 * Return: -1 where @a comes first, 1 where @b does, 0 where they are equal.
 */
int fstr_compare(const struct fstr *a, const struct fstr *b);

/**
 * fstr_mismatch() - where two views differ
 * @a: one view
 * @b: the other, in any cut
 *
 * Context: any.
 * Return: the position of the first difference, which is the length of the
 * shorter one where it is the beginning of the other; -ENOENT where they are
 * equal.
 */
ssize_t fstr_mismatch(const struct fstr *a, const struct fstr *b);

/**
 * fstr_matches_at() - does a view stand in another at a position?
 * @s: the view to look into
 * @pos: where; any number
 * @part: what should stand there; an empty one does up to the end, that included
 * @flags: 0 or FSTR_ICASE; other bits have no meaning here
 *
 * Context: any.
 * Return: true if it does; false where it would reach beyond the end.
 */
bool fstr_matches_at(const struct fstr *s, size_t pos, const struct fstr *part,
		     unsigned int flags);

/**
 * fstr_starts_with() - does a view begin with another?
 * @s: the view to look into
 * @start: what it should begin with
 * @flags: as for fstr_matches_at()
 *
 * Context: any.
 * Return: true if it does.
 */
bool fstr_starts_with(const struct fstr *s, const struct fstr *start, unsigned int flags);

/**
 * fstr_ends_with() - does a view end with another?
 * @s: the view to look into
 * @end: what it should end with
 * @flags: as for fstr_matches_at()
 *
 * Costs a step for each fragment under the end, not for those before it.
 *
 * Context: any.
 * Return: true if it does.
 */
bool fstr_ends_with(const struct fstr *s, const struct fstr *end, unsigned int flags);

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
 * fstr_find_buf() - the first place where a pattern that is used once stands
 * @s: the view
 * @bytes: the pattern; may be NULL where @len is 0
 * @len: its length in bytes, 255 at the most
 * @from: where a match may begin at the earliest
 * @flags: 0 or FSTR_ICASE
 *
 * As fstr_find(), for a pattern that is not worth a needle: it needs no memory,
 * and some 25 ns to look at a pattern of 16 bytes.
 *
 * Context: any.
 * Return: the position; -ENOENT where there is none; -EINVAL for an unknown flag, or
 * a NULL @bytes with a length; -E2BIG for a longer pattern.
 */
ssize_t fstr_find_buf(const struct fstr *s, const void *bytes, size_t len, size_t from,
		      unsigned int flags);

/**
 * fstr_rfind() - the last place where a needle stands in a view
 * @s: the view
 * @needle: what to look for
 * @end: where a match may begin at the latest; any number
 *
 * As fstr_find() in all else. An empty needle stands at @end, or at the end of the
 * view where that is before it.
 *
 * Context: any.
 * Return: the position, counted from the start of the view; -ENOENT where there
 * is none.
 */
ssize_t fstr_rfind(const struct fstr *s, const struct fstr_needle *needle, size_t end);

/**
 * fstr_count() - how often a needle stands in a view
 * @s: the view
 * @needle: what to look for
 * @flags: FSTR_DISJOINT to count matches that do not overlap, from the first one
 *	   on, 0 for all of them; other bits have no meaning here
 *
 * Context: any.
 * Return: the number of matches; one more than the length of the view for an
 * empty needle.
 */
size_t fstr_count(const struct fstr *s, const struct fstr_needle *needle, unsigned int flags);

/* Single bytes. */

/**
 * struct fstr_byteset - a set of byte values
 * @row: a bit for each: value 0xhl has bit h % 8 of row l, or 16 + l from 0x80 on,
 *	 which is how a vector looks up many at once
 */
struct fstr_byteset {
	uint8_t row[32];
};

/**
 * fstr_byteset_add() - put one value into a set
 * @set: the set
 * @byte: the value; may be in it already
 *
 * Context: any.
 */
static inline void fstr_byteset_add(struct fstr_byteset *set, uint8_t byte)
{
	set->row[byte / 0x80 * 16 + byte % 16] |= (uint8_t)(1 << byte / 16 % 8);
}

/**
 * fstr_byteset_add_range() - put values from one to another into a set
 * @set: the set
 * @first: the first of them
 * @last: the last of them; nothing is added where that is less than @first
 *
 * Context: any.
 */
static inline void fstr_byteset_add_range(struct fstr_byteset *set, uint8_t first, uint8_t last)
{
	for (unsigned int byte = first; byte <= last; byte++)
		fstr_byteset_add(set, (uint8_t)byte);
}

/**
 * fstr_byteset_init() - make the set of the bytes of a string
 * @set: the set to fill
 * @bytes: the values, in any order; may be NULL where @len is 0
 * @len: how many they are; 0 makes the empty set
 *
 * Context: any.
 */
static inline void fstr_byteset_init(struct fstr_byteset *set, const void *bytes, size_t len)
{
	const uint8_t *p = (const uint8_t *)bytes;

	for (size_t i = 0; i < sizeof(set->row); i++)
		set->row[i] = 0;
	for (size_t i = 0; i < len; i++)
		fstr_byteset_add(set, p[i]);
}

/**
 * fstr_byteset_has() - is a value in a set?
 * @set: the set
 * @byte: the value
 *
 * Context: any.
 * Return: true if it is.
 */
static inline bool fstr_byteset_has(const struct fstr_byteset *set, uint8_t byte)
{
	return set->row[byte / 0x80 * 16 + byte % 16] >> byte / 16 % 8 & 1;
}

/**
 * fstr_find_byte() - the first place of a byte
 * @s: the view
 * @byte: the byte
 * @from: where to begin
 *
 * Context: any.
 * Return: the position; -ENOENT where there is none from there on.
 */
ssize_t fstr_find_byte(const struct fstr *s, uint8_t byte, size_t from);

/**
 * fstr_rfind_byte() - the last place of a byte
 * @s: the view
 * @byte: the byte
 * @end: the last position to look at; any number
 *
 * Context: any.
 * Return: the position; -ENOENT where there is none up to there.
 */
ssize_t fstr_rfind_byte(const struct fstr *s, uint8_t byte, size_t end);

/**
 * fstr_count_byte() - how often a byte stands in a view
 * @s: the view
 * @byte: the byte
 *
 * Context: any.
 * Return: the number of places.
 */
size_t fstr_count_byte(const struct fstr *s, uint8_t byte);

/**
 * fstr_find_any() - the first byte that is in a set
 * @s: the view
 * @set: the set
 * @from: where to begin
 *
 * Context: any.
 * Return: the position; -ENOENT where there is none from there on.
 */
ssize_t fstr_find_any(const struct fstr *s, const struct fstr_byteset *set, size_t from);

/**
 * fstr_find_none() - the first byte that is not in a set
 * @s: the view
 * @set: the set
 * @from: where to begin
 *
 * Context: any.
 * Return: the position; -ENOENT where there is none from there on.
 */
ssize_t fstr_find_none(const struct fstr *s, const struct fstr_byteset *set, size_t from);

/**
 * fstr_rfind_any() - the last byte that is in a set
 * @s: the view
 * @set: the set
 * @end: the last position to look at; any number
 *
 * Context: any.
 * Return: the position; -ENOENT where there is none up to there.
 */
ssize_t fstr_rfind_any(const struct fstr *s, const struct fstr_byteset *set, size_t end);

/**
 * fstr_rfind_none() - the last byte that is not in a set
 * @s: the view
 * @set: the set
 * @end: the last position to look at; any number
 *
 * Context: any.
 * Return: the position; -ENOENT where there is none up to there.
 */
ssize_t fstr_rfind_none(const struct fstr *s, const struct fstr_byteset *set, size_t end);

/**
 * struct fstr_scan_state - how far a search has come
 * @credit: what the fast path has earned; below 0 it is off
 * @patience: what it has left for looking for one byte alone
 * @depth: how many bytes of the needle the searched data ends with
 *
 * The members are for the library alone.
 */
struct fstr_scan_state {
	int64_t credit;
	int32_t patience;
	uint32_t depth;
};

/**
 * struct fstr_set_state - how far a search for several needles has come
 * @node: where its automata are
 * @out: matches that end here and are not told yet
 *
 * The members are for the library alone.
 */
struct fstr_set_state {
	uint32_t node[2];
	uint32_t out[2];
};

/**
 * struct fstr_scan - a search in progress, over data that arrives in blocks
 * @needle: what it looks for, or
 * @set: several needles
 * @block: the block that was fed last
 * @len: its length
 * @done: how much of it has been searched
 * @base: offset of the block in the stream
 * @state: how far the search for a needle has come
 * @many: how far that for a set has come
 * @credit: what the filter of a set has earned; below 0 it is off
 * @flags: FSTR_DISJOINT or 0, and what the library adds
 *
 * The members are for the library alone. May be copied: the copy goes on from
 * where the original stands.
 */
struct fstr_scan {
	union {
		const struct fstr_needle *needle;
		const struct fstr_set *set;
	};
	const uint8_t *block;
	size_t len;
	size_t done;
	uint64_t base;
	union {
		struct fstr_scan_state state;
		struct fstr_set_state many;
	};
	int32_t credit;
	uint32_t flags;
};

/**
 * struct fstr_saved - what must be kept of a scan from one packet to the next
 * @pos: offset in the stream of the next byte to come
 * @state: how far the scan has come, and what it looks for, to know that again
 *
 * One of zeros, but for @pos, is of a scan that has seen nothing yet. For the memory
 * of this machine, not for files or the wire.
 */
struct fstr_saved {
	uint64_t pos;
	uint32_t state[2];
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
 * fstr_scan_init_set() - begin to search a stream for several needles
 * @scan: the scan to fill
 * @set: what to look for; must stay as long as the scan
 *
 * As fstr_scan_init(). Finds every occurrence of every needle: which is the longest
 * that begins somewhere cannot be known at once.
 *
 * Context: any.
 */
void fstr_scan_init_set(struct fstr_scan *scan, const struct fstr_set *set);

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
 * Return: 0; -EBUSY while the last block has not been searched to its end, or a
 * match in it has not been told; -EINVAL for a NULL @block with a length; -E2BIG for
 * a @len over SSIZE_MAX. The scan is unchanged on failure.
 */
int fstr_scan_feed(struct fstr_scan *scan, const void *block, size_t len);

/**
 * fstr_scan_next() - the next match in what was fed
 * @scan: the scan
 * @match: where to tell it; its position counts from the start of the stream
 *
 * Matches come in order, each as soon as its last byte has been fed, and are
 * those that fstr_find() gives on the whole stream, or the iterator of a set: those
 * that end together come longest first, then by number. Offsets are modulo 2^64.
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
 * of a needle, but not all of one unless a longer one goes on; 0 where there is
 * none. After a match of one needle that is its border (0 for disjoint matches).
 * Bytes before it can be let go.
 *
 * Context: any.
 * Return: the number of bytes, less than the length of the longest needle.
 */
size_t fstr_scan_partial(const struct fstr_scan *scan);

/**
 * fstr_scan_save() - keep what a scan knows, in 16 bytes
 * @scan: the scan
 * @saved: where to keep it
 *
 * Context: any.
 * Return: 0; -EBUSY as for fstr_scan_feed(), @saved being unchanged.
 */
int fstr_scan_save(const struct fstr_scan *scan, struct fstr_saved *saved);

/**
 * fstr_scan_restore() - go on with a scan that was saved
 * @scan: a scan for what that one looked for, the needle or set or another one of
 *	  the same bytes; what it was fed, if anything, is dropped
 * @saved: what was saved
 *
 * Context: any.
 * Return: 0; -EINVAL where @saved cannot be of such a scan, @scan being unchanged.
 */
int fstr_scan_restore(struct fstr_scan *scan, const struct fstr_saved *saved);

/**
 * struct fstr_ahead - what an iterator has before it
 * @next: the fragment to be searched next
 * @off: bytes of it that lie before the view
 * @rest: bytes of the view from there on
 *
 * The members are for the library alone.
 */
struct fstr_ahead {
	const struct fstr_frag *next;
	size_t off;
	size_t rest;
};

/**
 * struct fstr_iter - all matches in a view, one after the other
 * @scan: the search; the fragments are its blocks
 * @ahead: what is not in a block yet
 * @window: small fragments, gathered to be searched as one
 *
 * The members are for the library alone. It is large, 4 KiB in userspace, and a
 * few hundred bytes in a kernel. Do not copy it: the scan may be in the window.
 */
struct fstr_iter {
	struct fstr_scan scan;
	struct fstr_ahead ahead;
	uint8_t window[FSTR_WINDOW];
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

/**
 * fstr_iter_resume() - go on in a view that has grown
 * @iter: the iterator
 * @s: the view, with the bytes that it had and any number behind them; they may lie
 *     elsewhere, but what has been searched last must still be where it was, until
 *     fstr_iter_next() has said -ENOENT
 *
 * For data that arrives while it is searched: what is known of the end of the old
 * bytes is not searched for again, and a match over the border is found. May be
 * called at any time. In a view shorter than what has been searched is nothing more.
 *
 * Context: any.
 */
void fstr_iter_resume(struct fstr_iter *iter, const struct fstr *s);

/**
 * struct fstr_byte_iter - all places of the bytes of a set, one after the other
 * @set: the bytes
 * @few: the members of a set of up to three, any of them again to make it three
 * @nr_few: how many they are; 0 where there are more, or none
 * @marks: which of 64 bytes are in the set, and are to be told yet
 * @at: where in the block those 64 begin
 * @block: the block
 * @len: its length
 * @base: position of the block in the view
 * @ahead: what is not in a block yet
 * @window: small fragments, gathered to be searched as one
 *
 * The members are for the library alone. As large as struct fstr_iter. Do not copy
 * it: the block may be its window.
 */
struct fstr_byte_iter {
	struct fstr_byteset set;
	uint8_t few[3];
	uint8_t nr_few;
	uint64_t marks;
	size_t at;
	const uint8_t *block;
	size_t len;
	size_t base;
	struct fstr_ahead ahead;
	uint8_t window[FSTR_WINDOW];
};

/**
 * fstr_byte_iter_init() - begin to search a view for all bytes of a set
 * @iter: the iterator to fill
 * @s: the view; its fragments must stay as long as the iterator
 * @set: the bytes to look for, which are copied
 * @from: where to begin; beyond the end there are none
 *
 * For bytes that come often, such as the separators of a text, this is several
 * times as fast as fstr_find_any() again and again.
 *
 * Context: any.
 */
void fstr_byte_iter_init(struct fstr_byte_iter *iter, const struct fstr *s,
			 const struct fstr_byteset *set, size_t from);

/**
 * fstr_byte_iter_next() - the next place of a byte of a set
 * @iter: the iterator
 *
 * Context: any.
 * Return: its position in the view; -ENOENT where there is no further one.
 */
ssize_t fstr_byte_iter_next(struct fstr_byte_iter *iter);

/* Hashes: of the content, whatever the cut. */

/**
 * fstr_hash() - XXH3-64 of a view
 * @s: the view
 * @seed: a number to tell hashes apart by; no secret: this hash does not stand
 *	  up to somebody who chooses the bytes, fstr_siphash() does
 * @flags: 0, or FSTR_ICASE to hash as if A to Z were a to z; other bits have no
 *	   meaning here
 *
 * Context: any.
 * Return: what XXH3_64bits_withSeed() of the joined bytes is, on every machine.
 */
uint64_t fstr_hash(const struct fstr *s, uint64_t seed, unsigned int flags);

/**
 * struct fstr_hash_state - an XXH3-64 in progress
 * @acc: the accumulators
 * @seed: the seed
 * @len: bytes so far
 * @buf: those not taken yet, and at its end the ones taken last
 * @held: how many of it are not taken
 * @stripe: number of the next stripe of 64 bytes in its block
 * @flags: FSTR_ICASE or 0
 *
 * The members are for the library alone. May be copied.
 */
struct fstr_hash_state {
	uint64_t acc[8];
	uint64_t seed;
	uint64_t len;
	uint8_t buf[256];
	uint32_t held;
	uint32_t stripe;
	uint32_t flags;
};

/**
 * fstr_hash_init() - begin to hash piece by piece
 * @state: the state to fill
 * @seed: as for fstr_hash()
 * @flags: as for fstr_hash()
 *
 * Context: any.
 */
void fstr_hash_init(struct fstr_hash_state *state, uint64_t seed, unsigned int flags);

/**
 * fstr_hash_update() - hash a further piece
 * @state: the state
 * @bytes: the piece, which is not kept; may be NULL where @len is 0
 * @len: its length in bytes
 *
 * Context: any.
 */
void fstr_hash_update(struct fstr_hash_state *state, const void *bytes, size_t len);

/**
 * fstr_hash_digest() - the hash of the pieces so far
 * @state: the state, which can be updated further
 *
 * Context: any.
 * Return: what fstr_hash() of all of them in a row is.
 */
uint64_t fstr_hash_digest(const struct fstr_hash_state *state);

/**
 * struct fstr_siphash_key - a secret of 128 bits, laid out as siphash_key_t is
 * @key: its words
 */
struct fstr_siphash_key {
	uint64_t key[2];
};

/**
 * fstr_siphash() - SipHash-2-4 of a view
 * @s: the view
 * @key: the secret
 *
 * For tables whose keys somebody else chooses.
 *
 * Context: any.
 * Return: what the kernel's siphash() of the joined bytes is.
 */
uint64_t fstr_siphash(const struct fstr *s, const struct fstr_siphash_key *key);

/**
 * fstr_siphash13() - SipHash-1-3 of a view, the faster one
 * @s: the view
 * @key: the secret
 *
 * Context: any.
 * Return: the hash; on 64-bit kernels hsiphash() is its low 32 bits.
 */
uint64_t fstr_siphash13(const struct fstr *s, const struct fstr_siphash_key *key);

/**
 * struct fstr_siphash_state - a SipHash in progress
 * @v: the state
 * @part: bytes that do not make a word yet
 * @len: bytes so far
 * @rounds: 2 or 1 for each word
 *
 * The members are for the library alone. May be copied.
 */
struct fstr_siphash_state {
	uint64_t v[4];
	uint64_t part;
	uint64_t len;
	uint32_t rounds;
};

/**
 * fstr_siphash_init() - begin a SipHash-2-4 piece by piece
 * @state: the state to fill
 * @key: the secret, which is not kept
 *
 * Context: any.
 */
void fstr_siphash_init(struct fstr_siphash_state *state, const struct fstr_siphash_key *key);

/**
 * fstr_siphash13_init() - begin a SipHash-1-3 piece by piece
 * @state: the state to fill
 * @key: the secret, which is not kept
 *
 * Context: any.
 */
void fstr_siphash13_init(struct fstr_siphash_state *state, const struct fstr_siphash_key *key);

/**
 * fstr_siphash_update() - hash a further piece
 * @state: the state, of either kind
 * @bytes: the piece, which is not kept; may be NULL where @len is 0
 * @len: its length in bytes
 *
 * Context: any.
 */
void fstr_siphash_update(struct fstr_siphash_state *state, const void *bytes, size_t len);

/**
 * fstr_siphash_digest() - the hash of the pieces so far
 * @state: the state, which can be updated further
 *
 * Context: any.
 * Return: what fstr_siphash() or fstr_siphash13() of all of them in a row is.
 */
uint64_t fstr_siphash_digest(const struct fstr_siphash_state *state);

/* Look-up: the byte at a position. */

/**
 * struct fstr_pos - a fragment of a view, as a look-up found it
 * @base: the first byte the view has of it
 * @len: how many it has
 * @start: position of that byte in the view
 * @frag: number of the fragment in the view
 *
 * All zero is a good place to begin. It has one owner, and is for one view.
 */
struct fstr_pos {
	const uint8_t *base;
	size_t len;
	size_t start;
	size_t frag;
};

/**
 * fstr_at_far() - what fstr_at() does for another fragment than the last one
 * @s: the view
 * @pos: the position
 * @where: the fragment of the last look-up
 *
 * Context: any.
 * Return: as for fstr_at().
 */
int fstr_at_far(const struct fstr *s, size_t pos, struct fstr_pos *where);

/**
 * fstr_at() - the byte at a position, near the one asked for last
 * @s: the view
 * @pos: the position
 * @where: where the last look-up was, and where this one is afterwards
 *
 * Goes from fragment to fragment, forward or backward, so going through a view
 * in either direction costs nothing much for a byte. To jump about, use an index.
 *
 * Context: any.
 * Return: the byte; -ENOENT for a position that is not in the view, @where being
 * unchanged.
 */
static inline int fstr_at(const struct fstr *s, size_t pos, struct fstr_pos *where)
{
	size_t off = pos - where->start;

	return off < where->len ? where->base[off] : fstr_at_far(s, pos, where);
}

/* The ends of the fragments of a view, in memory that the caller lends. */
struct fstr_index;

/**
 * fstr_index_size() - how much memory an index takes
 * @s: the view
 *
 * Context: any.
 * Return: the size in bytes for fstr_index_init(), some 64 and 4 for a fragment (8
 * where the view is longer than 4 GiB); 0 where no size_t could say.
 */
size_t fstr_index_size(const struct fstr *s);

/**
 * fstr_index_init() - index a view, to look up positions at random
 * @ix: memory for it, aligned to 8 bytes
 * @size: how much there is, fstr_index_size() or more
 * @s: the view; the index keeps a copy of it, and is good for as long as it is
 *
 * Constant once made: any number of threads may share it.
 *
 * Context: any.
 * Return: 0; -EINVAL for memory that is NULL or misaligned; -E2BIG where
 * fstr_index_size() gives 0; -ENOSPC where @size is too small. @ix is unchanged on
 * failure.
 */
int fstr_index_init(struct fstr_index *ix, size_t size, const struct fstr *s);

/**
 * fstr_index_at() - the byte at a position, by an index
 * @ix: the index
 * @pos: the position
 * @hint: NULL, or a word that holds the fragment of the last look-up
 *
 * Threads may share a hint without a lock, begin with any number in it, and
 * write others over it: it is checked, and a wrong one costs time only. The time
 * is at most the logarithm of the number of fragments.
 *
 * Context: any.
 * Return: the byte; -ENOENT for a position that is not in the view.
 */
int fstr_index_at(const struct fstr_index *ix, size_t pos, size_t *hint);

/**
 * fstr_index_locate() - the fragment that a position lies in, by an index
 * @ix: the index
 * @pos: the position
 * @hint: as for fstr_index_at()
 * @where: the fragment
 *
 * Context: any.
 * Return: 0; -ENOENT for a position that is not in the view, @where being
 * unchanged.
 */
int fstr_index_locate(const struct fstr_index *ix, size_t pos, size_t *hint,
		      struct fstr_pos *where);
/*
 * Readers: a place in a view that moves forward as bytes are read.
 */

/* Flags of the calls that look for an end; each says which it takes. */
#define FSTR_CONSUME	0x10u	/* go on behind the delimiter, not before it */
#define FSTR_CRLF	0x20u	/* a line ends in LF or in CR LF, not in LF alone */

/**
 * struct fstr_reader - a place in a view, to read from
 * @end: the end of the run that it stands in: of what the view has of a fragment
 * @at: where it stands, counted from there: 0 or less
 * @after: bytes of the view behind that run
 * @next: the fragment behind that run
 * @frag: the first fragment of the view
 * @off: bytes of it that lie before the view
 * @len: length of the view
 *
 * The members are for the library alone. Borrows the fragments of the view and
 * their bytes, but not the struct fstr. It has one owner. May be copied, and a
 * copy is a bookmark: both go on by themselves from there.
 */
struct fstr_reader {
	const uint8_t *end;
	ssize_t at;
	size_t after;
	const struct fstr_frag *next;
	const struct fstr_frag *frag;
	size_t off;
	size_t len;
};

/**
 * typedef fstr_sink_fn - where fstr_reader_transfer() takes bytes to
 * @ctx: what the caller of the transfer gave
 * @bytes: the bytes, good until it returns
 * @len: how many they are, 1 at least
 *
 * Return: how many of them, from the first on, it has taken: @len, or fewer
 * where it wants no more for now. -errno where it failed and took none.
 */
typedef ssize_t (*fstr_sink_fn)(void *ctx, const void *bytes, size_t len);

/**
 * fstr_reader_init() - begin to read a view
 * @r: the reader to fill
 * @s: the view
 *
 * Context: any.
 */
static inline void fstr_reader_init(struct fstr_reader *r, const struct fstr *s)
{
	size_t run = 0;

	r->end = NULL;
	r->next = s->frag;
	r->frag = s->frag;
	r->off = s->off;
	r->len = s->len;
	if (s->len) {
		run = s->frag->len - s->off;
		if (run > s->len)
			run = s->len;
		if (run)
			r->end = (const uint8_t *)s->frag->base + s->off + run;
		r->next++;
	}
	r->at = -(ssize_t)run;
	r->after = s->len - run;
}

/**
 * fstr_reader_remaining() - how much is left to read
 * @r: the reader
 *
 * Context: any.
 * Return: the number of bytes from here to the end of the view.
 */
static inline size_t fstr_reader_remaining(const struct fstr_reader *r)
{
	return (size_t)-r->at + r->after;
}

/**
 * fstr_reader_pos() - where a reader stands
 * @r: the reader
 *
 * Context: any.
 * Return: the position in the view, at most its length.
 */
static inline size_t fstr_reader_pos(const struct fstr_reader *r)
{
	return r->len - fstr_reader_remaining(r);
}

/**
 * fstr_reader_read() - copy bytes out
 * @r: the reader
 * @to: where to copy them; does not overlap the view
 * @len: how many are wanted
 *
 * Copies what there is. A @len of 0 moves nothing, and nothing is left over.
 *
 * Context: any.
 * Return: the number of bytes copied: fewer than @len only at the end, 0 there.
 */
size_t fstr_reader_read(struct fstr_reader *r, void *to, size_t len);

/**
 * fstr_reader_read_exact() - copy bytes out, all or none
 * @r: the reader
 * @to: where to copy them; does not overlap the view
 * @len: how many are wanted
 *
 * Context: any.
 * Return: 0; -ENODATA where fewer are left, nothing being consumed or written.
 */
int fstr_reader_read_exact(struct fstr_reader *r, void *to, size_t len);

/**
 * fstr_reader_read_all() - copy out all that is left
 * @r: the reader
 * @to: where to copy it; does not overlap the view
 * @room: how many bytes fit there
 * @len: how many are left is told here, in either case
 *
 * Context: any.
 * Return: 0; -ENOSPC where @room is less than *@len, nothing being consumed.
 */
int fstr_reader_read_all(struct fstr_reader *r, void *to, size_t room, size_t *len);

/**
 * fstr_reader_skip() - go forward
 * @r: the reader
 * @len: by how many bytes; clamped to what is left
 *
 * Costs a step for each fragment, none for their bytes.
 *
 * Context: any.
 * Return: the number of bytes skipped.
 */
size_t fstr_reader_skip(struct fstr_reader *r, size_t len);

/**
 * fstr_reader_skip_exact() - go forward, or stay
 * @r: the reader
 * @len: by how many bytes
 *
 * Context: any.
 * Return: 0; -ENODATA where fewer are left, nothing being consumed.
 */
int fstr_reader_skip_exact(struct fstr_reader *r, size_t len);

/**
 * fstr_reader_seek() - go to a position, forward or back
 * @r: the reader
 * @pos: where to; clamped to the length of the view
 *
 * Costs a step for each fragment between here and there. To come back to a place
 * at no cost, keep a copy of the reader.
 *
 * Context: any.
 * Return: the position where it stands now.
 */
size_t fstr_reader_seek(struct fstr_reader *r, size_t pos);

/**
 * fstr_reader_rewind() - go to a bookmark
 * @r: the reader
 * @mark: a copy of it, from before or from farther on
 *
 * The same as *@r = *@mark, with a check.
 *
 * Context: any.
 * Return: 0; -EINVAL where @mark is of another view, @r being unchanged.
 */
int fstr_reader_rewind(struct fstr_reader *r, const struct fstr_reader *mark);

/**
 * fstr_reader_peek() - look at the next bytes as if they were flat
 * @r: the reader, which does not move
 * @len: how many are wanted
 * @buf: lent room for @len bytes; not NULL, and not in the view
 *
 * Copies only where a seam lies among them; otherwise @buf is not touched.
 *
 * Context: any.
 * Return: the bytes where they lie, or @buf, filled; NULL where fewer than @len
 * are left, @buf being untouched. Not NULL for a @len of 0.
 */
const void *fstr_reader_peek(const struct fstr_reader *r, size_t len, void *buf);

/**
 * fstr_reader_run() - the contiguous bytes ahead
 * @r: the reader, which does not move; fstr_reader_skip() what was used
 * @p: where they lie is told here; unchanged at the end
 *
 * Context: any.
 * Return: how many they are, to the end of the fragment; 0 at the end of the
 * view alone.
 */
size_t fstr_reader_run(struct fstr_reader *r, const void **p);

/**
 * fstr_reader_view() - the next bytes as a view of their own
 * @r: the reader, which goes on behind them
 * @len: how many are wanted; clamped to what is left
 *
 * Copies nothing: the view is over the same fragments.
 *
 * Context: any.
 * Return: the view; empty where @len is 0 and at the end.
 */
struct fstr fstr_reader_view(struct fstr_reader *r, size_t len);

/**
 * fstr_reader_transfer() - hand bytes to a sink, where they lie
 * @r: the reader
 * @len: how many at the most; clamped to what is left
 * @sink: called once for each fragment, see fstr_sink_fn
 * @ctx: handed to it
 *
 * Ends early where the sink fails or takes less than it was given. Whatever the
 * result, the reader stands right behind what was taken, so fstr_reader_pos()
 * tells how much that was.
 *
 * Context: that of the sink.
 * Return: the number of bytes taken; what the sink returned where it failed;
 * -EINVAL where it says it took more than it was given, which is not consumed.
 */
ssize_t fstr_reader_transfer(struct fstr_reader *r, size_t len, fstr_sink_fn sink, void *ctx);

/*
 * Of the calls below, what is done where the bytes lie in one fragment is inline:
 * as fast as over flat bytes. Neither that nor fstri_reader_gather(), which hands
 * out copies, gives away the address of a reader or a value. So a compiler may
 * keep both in registers, in a loop that calls nothing else.
 */

/* Go on to the next fragment where a run is used up, if that has @n bytes. */
static inline bool fstri_reader_step(struct fstr_reader *r, size_t n)
{
	size_t len;

	if (r->at || r->after < n)
		return false;
	len = r->next->len;
	if (len < n || len > r->after)
		return false;
	r->end = (const uint8_t *)r->next->base + len;
	r->at = -(ssize_t)len;
	r->after -= len;
	r->next++;
	return true;
}

/* Do the next @n bytes lie in one fragment? At a seam, maybe false though they do. */
static inline bool fstri_reader_has(struct fstr_reader *r, size_t n)
{
	return __builtin_expect(r->at <= -(ssize_t)n, 1) || fstri_reader_step(r, n);
}

/* Consume them. */
static inline const uint8_t *fstri_reader_take(struct fstr_reader *r, size_t n)
{
	const uint8_t *p = r->end + r->at;

	r->at += (ssize_t)n;
	return p;
}

/* Consume @n bytes wherever they lie. */
static inline int fstri_reader_gather(struct fstr_reader *r, uint8_t *buf, size_t n)
{
	struct fstr_reader copy = *r;
	int err = fstr_reader_read_exact(&copy, buf, n);

	*r = copy;
	return err;
}

/* The numbers in bytes of either order; a sum of shifts is one load to gcc alone. */
#define FSTRI_IS_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

static inline uint16_t fstri_be16(const uint8_t *p)
{
	uint16_t value;

	__builtin_memcpy(&value, p, sizeof(value));
	return FSTRI_IS_BIG ? value : __builtin_bswap16(value);
}

static inline uint16_t fstri_le16(const uint8_t *p)
{
	uint16_t value;

	__builtin_memcpy(&value, p, sizeof(value));
	return FSTRI_IS_BIG ? __builtin_bswap16(value) : value;
}

static inline uint32_t fstri_be32(const uint8_t *p)
{
	uint32_t value;

	__builtin_memcpy(&value, p, sizeof(value));
	return FSTRI_IS_BIG ? value : __builtin_bswap32(value);
}

static inline uint32_t fstri_le32(const uint8_t *p)
{
	uint32_t value;

	__builtin_memcpy(&value, p, sizeof(value));
	return FSTRI_IS_BIG ? __builtin_bswap32(value) : value;
}

static inline uint64_t fstri_be64(const uint8_t *p)
{
	uint64_t value;

	__builtin_memcpy(&value, p, sizeof(value));
	return FSTRI_IS_BIG ? value : __builtin_bswap64(value);
}

static inline uint64_t fstri_le64(const uint8_t *p)
{
	uint64_t value;

	__builtin_memcpy(&value, p, sizeof(value));
	return FSTRI_IS_BIG ? __builtin_bswap64(value) : value;
}

static inline uint32_t fstri_be24(const uint8_t *p)
{
	return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static inline uint32_t fstri_le24(const uint8_t *p)
{
	return (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

/**
 * fstr_reader_u8() - read a byte
 * @r: the reader
 * @value: where to tell it
 *
 * Context: any.
 * Return: 0; -ENODATA at the end, @value being unchanged.
 */
static inline int fstr_reader_u8(struct fstr_reader *r, uint8_t *value)
{
	uint8_t buf[1];
	int err;

	if (fstri_reader_has(r, 1)) {
		*value = *fstri_reader_take(r, 1);
		return 0;
	}
	err = fstri_reader_gather(r, buf, 1);
	if (!err)
		*value = *buf;
	return err;
}

/**
 * fstr_reader_be16() - read a big-endian number of two bytes
 * @r: the reader
 * @value: where to tell it; for a signed one, cast it
 *
 * Any number of seams may lie among the bytes. The calls below are the same for
 * three, four and eight bytes, and for little-endian numbers.
 *
 * Context: any.
 * Return: 0; -ENODATA where fewer bytes are left, nothing being consumed and
 * @value unchanged.
 */
static inline int fstr_reader_be16(struct fstr_reader *r, uint16_t *value)
{
	uint8_t buf[2];
	int err;

	if (fstri_reader_has(r, 2)) {
		*value = fstri_be16(fstri_reader_take(r, 2));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 2);
	if (!err)
		*value = fstri_be16(buf);
	return err;
}

static inline int fstr_reader_le16(struct fstr_reader *r, uint16_t *value)
{
	uint8_t buf[2];
	int err;

	if (fstri_reader_has(r, 2)) {
		*value = fstri_le16(fstri_reader_take(r, 2));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 2);
	if (!err)
		*value = fstri_le16(buf);
	return err;
}

static inline int fstr_reader_be24(struct fstr_reader *r, uint32_t *value)
{
	uint8_t buf[3];
	int err;

	if (fstri_reader_has(r, 3)) {
		*value = fstri_be24(fstri_reader_take(r, 3));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 3);
	if (!err)
		*value = fstri_be24(buf);
	return err;
}

static inline int fstr_reader_le24(struct fstr_reader *r, uint32_t *value)
{
	uint8_t buf[3];
	int err;

	if (fstri_reader_has(r, 3)) {
		*value = fstri_le24(fstri_reader_take(r, 3));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 3);
	if (!err)
		*value = fstri_le24(buf);
	return err;
}

static inline int fstr_reader_be32(struct fstr_reader *r, uint32_t *value)
{
	uint8_t buf[4];
	int err;

	if (fstri_reader_has(r, 4)) {
		*value = fstri_be32(fstri_reader_take(r, 4));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 4);
	if (!err)
		*value = fstri_be32(buf);
	return err;
}

static inline int fstr_reader_le32(struct fstr_reader *r, uint32_t *value)
{
	uint8_t buf[4];
	int err;

	if (fstri_reader_has(r, 4)) {
		*value = fstri_le32(fstri_reader_take(r, 4));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 4);
	if (!err)
		*value = fstri_le32(buf);
	return err;
}

static inline int fstr_reader_be64(struct fstr_reader *r, uint64_t *value)
{
	uint8_t buf[8];
	int err;

	if (fstri_reader_has(r, 8)) {
		*value = fstri_be64(fstri_reader_take(r, 8));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 8);
	if (!err)
		*value = fstri_be64(buf);
	return err;
}

static inline int fstr_reader_le64(struct fstr_reader *r, uint64_t *value)
{
	uint8_t buf[8];
	int err;

	if (fstri_reader_has(r, 8)) {
		*value = fstri_le64(fstri_reader_take(r, 8));
		return 0;
	}
	err = fstri_reader_gather(r, buf, 8);
	if (!err)
		*value = fstri_le64(buf);
	return err;
}

/**
 * fstr_reader_varint32() - read a number of seven bits a byte, the lowest first
 * @r: the reader
 * @value: where to tell it
 *
 * As in LEB128 (unsigned) and Protocol Buffers, but in one spelling only: the
 * last byte is not 0 unless it is the only one. Five bytes at the most.
 *
 * Context: any.
 * Return: 0; -ENODATA where the view ends first; -EINVAL for a longer spelling
 * than the number needs; -EOVERFLOW where it goes on, or has bits, beyond what
 * the type holds. Nothing is consumed on failure, and @value is unchanged.
 */
int fstr_reader_varint32(struct fstr_reader *r, uint32_t *value);

/**
 * fstr_reader_varint64() - the same for 64 bits, ten bytes at the most
 * @r: the reader
 * @value: where to tell it
 *
 * Context: any.
 * Return: as for fstr_reader_varint32().
 */
int fstr_reader_varint64(struct fstr_reader *r, uint64_t *value);

/**
 * fstr_reader_decimal() - read a number in decimal digits
 * @r: the reader, which goes on before the first byte that is no digit
 * @most: the largest number that is welcome
 * @value: where to tell it
 *
 * Digits alone: no sign, no blanks. Leading zeros are.
 *
 * Context: any.
 * Return: 0; -ENODATA at the end; -EINVAL where the next byte is no digit;
 * -EOVERFLOW where the number is larger than @most. Nothing is consumed on
 * failure, and @value is unchanged.
 */
int fstr_reader_decimal(struct fstr_reader *r, uint64_t most, uint64_t *value);

/**
 * fstr_reader_hex() - the same in hexadecimal digits, small and capital
 * @r: the reader, which goes on before the first byte that is no digit
 * @most: the largest number that is welcome
 * @value: where to tell it
 *
 * Digits alone: a prefix is to be skipped first.
 *
 * Context: any.
 * Return: as for fstr_reader_decimal().
 */
int fstr_reader_hex(struct fstr_reader *r, uint64_t most, uint64_t *value);

/**
 * fstr_reader_until_byte() - read up to a byte
 * @r: the reader
 * @byte: the byte that ends what is read
 * @flags: 0: the reader goes on before the byte; FSTR_CONSUME: behind it
 * @before: the bytes before it, as a view over the same fragments; may be NULL
 *
 * Context: any.
 * Return: 0; -ENOENT where the byte does not come any more; -EINVAL for an
 * unknown flag. Nothing is consumed on failure, and @before is unchanged.
 */
int fstr_reader_until_byte(struct fstr_reader *r, uint8_t byte, unsigned int flags,
			   struct fstr *before);

/**
 * fstr_reader_until_any() - read up to a byte of a set
 * @r: the reader
 * @set: the bytes that end what is read; to read over bytes, the set of all others
 * @flags: 0: the reader goes on before the byte; FSTR_CONSUME: behind it
 * @before: the bytes before it, as a view over the same fragments; may be NULL
 *
 * Context: any.
 * Return: as for fstr_reader_until_byte().
 */
int fstr_reader_until_any(struct fstr_reader *r, const struct fstr_byteset *set,
			  unsigned int flags, struct fstr *before);

/**
 * fstr_reader_until() - read up to a needle
 * @r: the reader
 * @needle: what ends what is read; an empty one stands right here
 * @flags: 0: the reader goes on before the needle; FSTR_CONSUME: behind it
 * @before: the bytes before it, as a view over the same fragments; may be NULL
 *
 * Context: any.
 * Return: as for fstr_reader_until_byte().
 */
int fstr_reader_until(struct fstr_reader *r, const struct fstr_needle *needle,
		      unsigned int flags, struct fstr *before);

/**
 * fstr_reader_line() - read a line
 * @r: the reader, which goes on behind the end of the line
 * @flags: 0: a line ends in LF; FSTR_CRLF: in LF or in CR LF
 * @line: the line without its end, as a view over the same fragments
 * @end: how many bytes its end has: 1 or 2; 0 for a last line that has none. May
 *	 be NULL
 *
 * A CR that no LF follows is data, with either flag. What has no end may be a
 * line that is not all there yet: keep a copy of the reader to come back to.
 *
 * Context: any.
 * Return: 0; -ENOENT at the end of the view, where no line is left; -EINVAL for
 * an unknown flag. @line and @end are unchanged on failure.
 */
int fstr_reader_line(struct fstr_reader *r, unsigned int flags, struct fstr *line,
		     unsigned int *end);

/* Sets: several needles, in one pass. */

/**
 * struct fstr_set_needle - one needle of a set to be made
 * @bytes: the pattern, which is copied
 * @len: its length in bytes, at least 1
 * @flags: 0 or FSTR_ICASE, for this needle alone
 */
struct fstr_set_needle {
	const void *bytes;
	size_t len;
	unsigned int flags;
};

/**
 * fstr_set_size() - how much memory a set takes
 * @needles: the patterns; only their lengths are looked at
 * @nr: how many there are
 *
 * Some 50 to 100 bytes for a byte of the patterns, and a few KiB.
 *
 * Context: any.
 * Return: the size in bytes for fstr_set_init(); 0 for more than 65535 needles, or
 * more than 64 MiB of them.
 */
size_t fstr_set_size(const struct fstr_set_needle *needles, size_t nr);

/**
 * fstr_set_init() - compile patterns to search for all at once
 * @set: memory for it, aligned to 8 bytes
 * @size: how much there is, fstr_set_size() or more
 * @needles: the patterns, in any order; one may be the beginning, the end or the
 *	     middle of another, and there may be copies
 * @nr: how many there are; with none, nothing is found
 *
 * The set holds no pointers, so it may be moved, and is constant once made: any
 * number of threads may share it. Takes time for the bytes of the patterns, times
 * the logarithm of @nr.
 *
 * Context: any.
 * Return: 0; -EINVAL for an empty needle, an unknown flag, a NULL @needles with
 * @nr, a NULL pattern, or memory that is NULL or misaligned; -E2BIG where
 * fstr_set_size() gives 0; -ENOSPC where @size is too small. The memory is
 * unchanged on failure.
 */
int fstr_set_init(struct fstr_set *set, size_t size, const struct fstr_set_needle *needles,
		  size_t nr);

/**
 * fstr_set_find() - the first match of any needle in a view
 * @s: the view
 * @set: what to look for
 * @from: where a match may begin at the earliest
 * @match: where to tell it
 *
 * Of the matches that begin at or after @from, it is the one that ends first; of
 * those that end there, the longest; of copies of one needle, the one with the
 * smallest number. Calling again with the position plus 1 does not give all
 * matches, as one that began before may end later: fstr_set_iter_init() does.
 *
 * Context: any.
 * Return: 0; -ENOENT where there is none, and for every @from beyond the end,
 * @match being unchanged.
 */
int fstr_set_find(const struct fstr *s, const struct fstr_set *set, size_t from,
		  struct fstr_match *match);

/**
 * fstr_set_match_at() - which needle stands at a position
 * @s: the view
 * @pos: the position; any number
 * @set: the needles
 * @match: where to tell it: the longest, of copies the one with the smallest number
 *
 * To look up a method or the name of a header where it begins.
 *
 * Context: any.
 * Return: 0; -ENOENT where none stands there, @match being unchanged.
 */
int fstr_set_match_at(const struct fstr *s, size_t pos, const struct fstr_set *set,
		      struct fstr_match *match);

/**
 * struct fstr_set_end - where matches end
 * @pos: the position behind them
 * @out: which they are, for the library
 */
struct fstr_set_end {
	uint64_t pos;
	uint32_t out[2];
};

/**
 * struct fstr_set_iter - all matches of a set in a view, one after the other
 * @scan: the search; the fragments are its blocks
 * @next: the fragment to be searched next
 * @off: bytes of it that lie before the view
 * @rest: bytes of the view from there on
 * @end: what was found and is not told yet
 * @nr: how many of those there are
 * @told: how many of them are told
 * @room: how many are looked for at once
 * @window: bytes of small fragments that are searched at once
 *
 * The members are for the library alone.
 */
struct fstr_set_iter {
	struct fstr_scan scan;
	const struct fstr_frag *next;
	size_t off;
	size_t rest;
	struct fstr_set_end end[FSTR_SET_ENDS];
	uint32_t nr;
	uint32_t told;
	uint32_t room;
	uint32_t window;
};

/**
 * fstr_set_iter_init() - begin to search a view for all matches of a set
 * @iter: the iterator to fill
 * @s: the view; its fragments must stay as long as the iterator
 * @set: what to look for; must stay as long as the iterator
 * @from: where a match may begin at the earliest
 * @flags: 0 for every occurrence of every needle, by end, then longest first, then
 *	   by number; FSTR_LEFTMOST for matches that do not overlap: the one that
 *	   begins first, and the longest of those, then the same behind it
 *
 * With FSTR_LEFTMOST each match may cost the length of the longest needle more:
 * what is read on to find out whether a longer one stands there.
 *
 * Context: any.
 * Return: 0; -EINVAL for an unknown flag, @iter being unchanged.
 */
int fstr_set_iter_init(struct fstr_set_iter *iter, const struct fstr *s,
		       const struct fstr_set *set, size_t from, unsigned int flags);

/**
 * fstr_set_iter_next() - the next match of a set in a view
 * @iter: the iterator
 * @match: where to tell it; its position counts from the start of the view
 *
 * Context: any.
 * Return: 0; -ENOENT where there is no further one, @match being unchanged.
 */
int fstr_set_iter_next(struct fstr_set_iter *iter, struct fstr_match *match);

#ifdef __cplusplus
}
#endif

#endif /* FRAGSTR_FRAGSTR_H */
