/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The vectors that the world lends. A kernel has user space's bytes in their registers,
 * and lends them between fstri_simd_take() and fstri_simd_give(), which is a section:
 * preemption is off in it. Taking them costs as much as searching some hundred bytes.
 * So a call has one lease for all that it looks at, and sections span fragments, but
 * none is of more than FSTRI_STEP positions:
 *
 *	struct fstri_lease lease = fstri_lease(wanted, len);
 *	...
 *	isa = fstri_lease_next(&lease, wanted, &n);	n positions at the most, by @isa
 *	...
 *	fstri_lease_took(&lease, n);			this many it were
 *	...
 *	fstri_lease_end(&lease);			before the call returns
 *
 * A refusal holds for as many positions, by the scalar code, whose answers are the same.
 * In userspace all of this is nothing.
 */
#ifndef FRAGSTR_LEASE_H
#define FRAGSTR_LEASE_H

#ifdef FSTRI_LENT_FPU

struct fstri_lease {
	u32 isa;	/* what runs: the code that is wanted, in a section, or 0, the scalar one */
	size_t left;	/* positions until the section ends, or is asked for again */
};

/* For a call that has @len bytes ahead, in whatever fragments. */
static __always_inline struct fstri_lease fstri_lease(u32 wanted, size_t len)
{
	return (struct fstri_lease){
		.left = wanted && len >= FSTRI_SIMD_LEAST ? 0 : (size_t)-1,
	};
}

/* What runs as long as the section lasts, if there is one. */
static __always_inline u32 fstri_lease_now(const struct fstri_lease *lease, u32 wanted)
{
	(void)wanted;
	return lease->isa;
}

/* What runs from here on. */
static __always_inline u32 fstri_lease_isa(struct fstri_lease *lease, u32 wanted)
{
	if (!lease->left) {
		lease->isa = fstri_simd_take(wanted);
		lease->left = FSTRI_STEP;
	}
	return lease->isa;
}

/* The same; of *@n positions, it may have as many as are there afterwards. */
static __always_inline u32 fstri_lease_next(struct fstri_lease *lease, u32 wanted, size_t *n)
{
	u32 isa = fstri_lease_isa(lease, wanted);

	if (*n > lease->left)
		*n = lease->left;
	return isa;
}

static __always_inline void fstri_lease_end(struct fstri_lease *lease)
{
	if (!lease->isa)
		return;
	fstri_simd_give();
	lease->isa = 0;
	lease->left = 0;
}

static __always_inline void fstri_lease_took(struct fstri_lease *lease, size_t n)
{
	if (n < lease->left) {
		lease->left -= n;
	} else {
		fstri_lease_end(lease);
		lease->left = 0;
	}
}

/* The next positions, up to @n, are for scalar code: not in a section if it would end. */
static __always_inline void fstri_lease_scalar(struct fstri_lease *lease, size_t n)
{
	if (n >= lease->left)
		fstri_lease_end(lease);
}

#else

struct fstri_lease {
};

#define fstri_lease(wanted, len) ((void)(wanted), (void)(len), (struct fstri_lease){})
#define fstri_lease_now(lease, wanted) ((void)(lease), (wanted))
#define fstri_lease_isa(lease, wanted) ((void)(lease), (wanted))
#define fstri_lease_next(lease, wanted, n) ((void)(lease), (void)(n), (wanted))
#define fstri_lease_end(lease) ((void)(lease))
#define fstri_lease_took(lease, n) ((void)(lease), (void)(n))
#define fstri_lease_scalar(lease, n) ((void)(lease), (void)(n))

#endif

#endif
