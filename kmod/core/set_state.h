/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* How a search of a set stands: what its filters and its automata share. */
#ifndef FRAGSTR_SET_STATE_H
#define FRAGSTR_SET_STATE_H

#include "set.h"

#define NOINLINE __attribute__((__noinline__))

/* The unit is a byte for the automaton. */
#define CANDIDATE_COST 6
#define COMPARE_COST(bytes) (1 + (int)((bytes) / 16))
#define MOST_COMPARED 8		/* windows of one hash; the automaton is as fast then */
#define CREDIT_MOST 2048
#define TIME_OUT 1024

static __always_inline void earn(struct fstr_set_scan *scan, size_t bytes)
{
	scan->credit = bytes > CREDIT_MOST || scan->credit > CREDIT_MOST - (int)bytes ?
		CREDIT_MOST : scan->credit + (int)bytes;
}

static __always_inline void charge(struct fstr_set_scan *scan, int cost)
{
	scan->credit -= cost;
	if (scan->credit < 0)
		scan->credit -= TIME_OUT;
}

/* How much of the end of what is done is in progress. */
static __always_inline u32 in_progress(const struct fstr_set_scan *scan)
{
	const struct fstr_set *set = scan->set;
	u32 most = 0;

	for (u32 i = 0; i < set->parts; i++) {
		const u32 *depth = fstri_set_at(set, set->part[i].depth);

		if (scan->node[i] && depth[scan->node[i]] > most)
			most = depth[scan->node[i]];
	}
	return most;
}

/* Let the automata go on from @from if that is further on, with nothing matched. */
static __always_inline void skip_to(struct fstr_set_scan *scan, size_t from)
{
	if (from <= scan->done)
		return;
	scan->done = from;
	scan->node[0] = 0;
	scan->node[1] = 0;
}

/*
 * Where matches end, as a search finds them: as many as there is room for at once,
 * so that a filter need not begin anew for each.
 */
struct fstri_ends {
	struct fstr_set_end *at;
	u32 nr;
	u32 room;
};

/* True where there is no room for a further one. */
static __always_inline bool add_end(struct fstri_ends *ends, u64 pos, u32 out0, u32 out1)
{
	ends->at[ends->nr++] = (struct fstr_set_end){ .pos = pos, .out = { out0, out1 } };
	return ends->nr == ends->room;
}

/*
 * What a filter says. FULL: there is no room for a further match; the scan is
 * behind the last one. NO_MATCH: the block has no further one. UNCLEAR: the automata
 * are to go on from where the scan is now, until nothing is in progress that
 * began before *@must.
 */
enum fstri_verdict { FSTRI_NO_MATCH, FSTRI_FULL, FSTRI_UNCLEAR };

enum fstri_verdict fstri_hash_set_filter(struct fstr_set_scan *scan, struct fstri_ends *ends,
					 size_t *must);
enum fstri_verdict fstri_avx2_set_filter(struct fstr_set_scan *scan, struct fstri_ends *ends,
					 size_t *must);
enum fstri_verdict fstri_vbmi_set_filter(struct fstr_set_scan *scan, struct fstri_ends *ends,
					 size_t *must);

/* The first place from @pos on where a needle may begin, @len where none may. */
size_t fstri_hash_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len);
size_t fstri_avx2_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len);
size_t fstri_vbmi_set_head(const struct fstr_set *set, const u8 *p, size_t pos, size_t len);

/* set_search.c */
bool fstri_set_search(struct fstr_set_scan *scan, struct fstri_ends *ends, bool last);
void fstri_set_step(struct fstr_set_scan *scan, struct fstr_set_end *end);

#endif
