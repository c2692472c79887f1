// SPDX-License-Identifier: GPL-2.0-only OR MIT

#include <linux/module.h>

#include "core/core.h"

/* Scalar code, which runs without the FPU. */
u32 fstri_isa = FSTRI_SCALAR;

MODULE_DESCRIPTION("Byte strings in pieces, compared and searched where they lie");
MODULE_AUTHOR("The fragstr authors");
MODULE_LICENSE("Dual MIT/GPL");
