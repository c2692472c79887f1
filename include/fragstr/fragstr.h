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

/* Compiled patterns, in memory that the caller lends to fstr_set_init(). */
struct fstr_set;

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
 * struct fstr_set_scan - a search for several needles, over data that arrives in blocks
 * @set: what it looks for
 * @block: the block that was fed last
 * @len: its length
 * @done: how much of it has been searched
 * @base: offset of the block in the stream
 * @node: how far the automata have come
 * @out: matches that end here and are not told yet
 * @credit: what the filter has earned; below 0 it is off
 * @flags: 0
 *
 * The members are for the library alone. May be copied: the copy goes on from
 * where the original stands.
 */
struct fstr_set_scan {
	const struct fstr_set *set;
	const uint8_t *block;
	size_t len;
	size_t done;
	uint64_t base;
	uint32_t node[2];
	uint32_t out[2];
	int credit;
	uint32_t flags;
};

/**
 * struct fstr_set_saved - what must be kept of a scan from one packet to the next
 * @pos: offset in the stream of the next byte to come
 * @node: how far the automata have come
 *
 * For the memory of this machine, not for files or the wire.
 */
struct fstr_set_saved {
	uint64_t pos;
	uint32_t node[2];
};

/**
 * fstr_set_scan_init() - begin to search a stream for several needles
 * @scan: the scan to fill
 * @set: what to look for; must stay as long as the scan
 *
 * Begins at offset 0 of the stream. Also the way to reset a scan.
 *
 * Context: any.
 */
void fstr_set_scan_init(struct fstr_set_scan *scan, const struct fstr_set *set);

/**
 * fstr_set_scan_feed() - give a scan the next block of the stream
 * @scan: the scan
 * @block: the bytes; may be NULL where @len is 0
 * @len: how many there are
 *
 * The block is borrowed until fstr_set_scan_next() says -ENOENT; nothing in it is
 * read after that.
 *
 * Context: any.
 * Return: 0; -EBUSY while the last block has not been searched to its end;
 * -EINVAL for a NULL @block with a length; -E2BIG for a @len over SSIZE_MAX.
 * The scan is unchanged on failure.
 */
int fstr_set_scan_feed(struct fstr_set_scan *scan, const void *block, size_t len);

/**
 * fstr_set_scan_next() - the next match in what was fed
 * @scan: the scan
 * @match: where to tell it; its position counts from the start of the stream
 *
 * Every occurrence of every needle, as soon as its last byte has been fed; those
 * that end together come longest first, then by number. Offsets are modulo 2^64.
 *
 * Context: any.
 * Return: 0; -ENOENT where the block holds no further end of a match, @match
 * being unchanged: feed the next one.
 */
int fstr_set_scan_next(struct fstr_set_scan *scan, struct fstr_match *match);

/**
 * fstr_set_scan_partial() - how much of the end of the stream may begin a match
 * @scan: the scan
 *
 * Exact for what has been searched: the longest end of it that is a beginning of
 * a needle, but not all of one unless a longer one goes on. Bytes before it can
 * be let go.
 *
 * Context: any.
 * Return: the number of bytes, less than the length of the longest needle.
 */
size_t fstr_set_scan_partial(const struct fstr_set_scan *scan);

/**
 * fstr_set_scan_save() - keep what a scan knows, in 16 bytes
 * @scan: the scan
 * @saved: where to keep it
 *
 * Context: any.
 * Return: 0; -EBUSY while the last block has not been searched to its end,
 * @saved being unchanged.
 */
int fstr_set_scan_save(const struct fstr_set_scan *scan, struct fstr_set_saved *saved);

/**
 * fstr_set_scan_restore() - go on with a scan that was saved
 * @scan: the scan to fill
 * @set: the set that it was saved with, or another of the same needles
 * @saved: what was saved
 *
 * Context: any.
 * Return: 0; -EINVAL where @saved cannot be of a scan for this set, @scan being
 * unchanged.
 */
int fstr_set_scan_restore(struct fstr_set_scan *scan, const struct fstr_set *set,
			  const struct fstr_set_saved *saved);

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
	struct fstr_set_scan scan;
	const struct fstr_frag *next;
	size_t off;
	size_t rest;
	struct fstr_set_end end[8];
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
