/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Which implementation does the work. The best that the CPU runs is chosen when the
 * program starts, or the one that the environment variable FRAGSTR_IMPL names; in a
 * kernel when the module is loaded, or the one that its parameter impl names. For
 * benchmarks and tests: results never depend on it.
 */
#ifndef FRAGSTR_IMPL_H
#define FRAGSTR_IMPL_H

#include <fragstr/env.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * fstr_impl_name() - the implementation in use
 *
 * Context: any.
 * Return: "scalar", "sse2", "ssse3", "avx2", "avx512", "avx512vbmi" or "neon".
 */
const char *fstr_impl_name(void);

/**
 * fstr_impl_at() - the implementations that run here, from the plainest on
 * @i: number of one, counted from 0
 *
 * Context: any.
 * Return: its name, NULL where there are not so many.
 */
const char *fstr_impl_at(size_t i);

/**
 * fstr_impl_force() - use another implementation from now on
 * @name: which one; NULL for the best
 *
 * Needles and sets keep the one that was in use when they were compiled.
 *
 * Context: no other call of the library may run meanwhile.
 * Return: 0; -EINVAL for a name that no implementation has; -EOPNOTSUPP for one
 * that this CPU does not run.
 */
int fstr_impl_force(const char *name);

#ifdef __cplusplus
}
#endif

#endif /* FRAGSTR_IMPL_H */
