/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What fragstr needs from the world it is built in: a Linux kernel, a hosted
 * C library, or nothing at all (-ffreestanding -nostdinc). This is the only
 * file that knows which of them it is.
 *
 * Need, always (the public header uses them):
 *	FSTR_WINDOW FSTR_SET_ENDS size_t ssize_t bool NULL uint8_t uint16_t uint32_t int32_t uint64_t int64_t
 *	EINVAL E2BIG ENOSPC ENOENT ENODATA EOVERFLOW EBUSY EFAULT EOPNOTSUPP
 *
 * Need, by FSTR_ENV_NEED_CORE (the core alone asks; no user's names are taken):
 *	u8 u32 u64 memcpy memmove memset memcmp __always_inline
 *	FSTRI_READ_ONCE FSTRI_WRITE_ONCE, for a word that threads share
 *	FSTRI_FAST_MEMCMP, where memcmp() is faster than a loop that the compiler makes:
 *	a kernel's tests each word
 *	FSTRI_X86 FSTRI_ARM64, where the vector units of core/x86/ and core/arm64/
 *	are built in; FSTRI_HAVE_AVX512, where those of AVX-512 are
 *	FSTRI_STEP, the bytes that run by vectors at a time, and where these are not had
 *	for good (FSTRI_LENT_FPU), fstri_simd_take() fstri_simd_give() around them, and
 *	FSTRI_SIMD_LEAST, the bytes from which on that is worth it
 *
 *	FSTRI_UNSET, for a variable that is filled before it is read, and is large: kernels
 *	are built so that others are cleared, which takes as long as to search them
 *
 * Whoever adds a name says in the commit what for.
 */
#ifndef FRAGSTR_ENV_H
#define FRAGSTR_ENV_H

#if defined(__KERNEL__)

#include <linux/errno.h>
#include <linux/stddef.h>
#include <linux/types.h>

#elif __STDC_HOSTED__

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#else /* freestanding: the compiler's own predefined macros are all there is */

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT64_TYPE__ int64_t;

#ifndef NULL
#define NULL ((void *)0)
#endif
#ifndef __cplusplus
#define bool _Bool
#define true 1
#define false 0
#endif

/* Linux's numbers, so that one answer means one thing in every world. */
#define ENOENT 2
#define E2BIG 7
#define EFAULT 14
#define EBUSY 16
#define EINVAL 22
#define ENOSPC 28
#define ENODATA 61
#define EOVERFLOW 75
#define EOPNOTSUPP 95

#endif

/*
 * Bytes that small fragments are gathered in, and ends of matches that a search for
 * a set finds at once. Frames in a kernel stay under 512 bytes, and hold either.
 */
#if !defined(__KERNEL__) && __STDC_HOSTED__
#define FSTR_WINDOW 4096
#define FSTR_SET_ENDS 32
#else
#define FSTR_WINDOW 256
#define FSTR_SET_ENDS 16
#endif

#ifdef FSTR_ENV_NEED_CORE

#if defined(__has_attribute)
#if __has_attribute(__uninitialized__)
#define FSTRI_UNSET __attribute__((__uninitialized__))
#endif
#endif
#ifndef FSTRI_UNSET
#define FSTRI_UNSET
#endif

#if defined(__KERNEL__)

#include <linux/compiler.h>
#include <linux/string.h>

#define FSTRI_READ_ONCE(x) READ_ONCE(x)
#define FSTRI_WRITE_ONCE(x, value) WRITE_ONCE(x, value)

#if defined(__x86_64__)
#define FSTRI_X86
#elif defined(CONFIG_KERNEL_MODE_NEON) && defined(__AARCH64EL__)
#define FSTRI_ARM64
#endif

#define FSTRI_LENT_FPU

/* Preemption is off for as long as these bytes take: some microseconds at the most. */
#define FSTRI_STEP ((size_t)4096)

/* kmod/simd.c */
extern unsigned int fstri_simd_min;
u32 fstri_simd_take(u32 isa);
void fstri_simd_give(void);

#define FSTRI_SIMD_LEAST READ_ONCE(fstri_simd_min)

#else

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

#define FSTRI_READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define FSTRI_WRITE_ONCE(x, value) __atomic_store_n(&(x), value, __ATOMIC_RELAXED)

#if __STDC_HOSTED__
#include <string.h>
#define FSTRI_FAST_MEMCMP
#ifdef __x86_64__
#define FSTRI_X86
#define FSTRI_HAVE_AVX512
#elif defined(__AARCH64EL__)
#define FSTRI_ARM64
#endif
#else
void *memcpy(void *to, const void *from, size_t len);
void *memmove(void *to, const void *from, size_t len);
void *memset(void *to, int byte, size_t len);
int memcmp(const void *a, const void *b, size_t len);
#endif

#ifndef __always_inline
#define __always_inline inline __attribute__((__always_inline__))
#endif

#ifndef FSTRI_STEP /* where it is, a test lends its FPU: tests/check/lent.h */
#define FSTRI_STEP ((size_t)-1)
#endif

#endif

#endif /* FSTR_ENV_NEED_CORE */

#endif /* FRAGSTR_ENV_H */
