// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Readers: numbers of any length. Those of a fixed one are inline, in fragstr.h. */
#include "core.h"

/*
 * A number of @bits bits. The byte that takes up the highest of them is the last
 * one that may come, and it has room for few.
 */
static __always_inline int varint(struct fstr_reader *r, unsigned int bits, u64 *value)
{
	struct fstr_reader ahead = *r;
	unsigned int last = (bits - 1) / 7 * 7;
	unsigned int shift = 0;
	u64 sum = 0;

	for (;;) {
		u8 byte;

		if (fstr_reader_u8(&ahead, &byte))
			return -ENODATA;
		if (shift == last && byte >> (bits - last))
			return -EOVERFLOW;
		sum |= (u64)(byte & 0x7f) << shift;
		if (byte < 0x80) {
			if (!byte && shift)
				return -EINVAL;
			break;
		}
		shift += 7;
	}
	*r = ahead;
	*value = sum;
	return 0;
}

int fstr_reader_varint32(struct fstr_reader *r, uint32_t *value)
{
	u64 sum;
	int err = varint(r, 32, &sum);

	if (!err)
		*value = (u32)sum;
	return err;
}

int fstr_reader_varint64(struct fstr_reader *r, uint64_t *value)
{
	u64 sum;
	int err = varint(r, 64, &sum);

	if (!err)
		*value = sum;
	return err;
}

/* The value of a digit; 16 and more for what is none in any base. */
static unsigned int digit(u8 byte)
{
	if ((u8)(byte - '0') < 10)
		return byte - '0';
	byte = fstri_fold(byte);
	if ((u8)(byte - 'a') < 6)
		return byte - 'a' + 10;
	return 16;
}

static __always_inline int digits(struct fstr_reader *r, unsigned int base, u64 most, u64 *value)
{
	struct fstr_reader ahead = *r;
	u64 sum = 0;
	u8 byte;

	if (fstr_reader_u8(&ahead, &byte))
		return -ENODATA;
	if (digit(byte) >= base)
		return -EINVAL;
	for (ahead = *r; fstri_reader_more(&ahead); ahead.at++) {
		unsigned int d = digit(ahead.end[ahead.at]);

		if (d >= base)
			break;
		/* Divided by a constant, or kernels of 32 bits would lack the call. */
		if (sum > (u64)-1 / base || sum * base > (u64)-1 - d || sum * base + d > most)
			return -EOVERFLOW;
		sum = sum * base + d;
	}
	*r = ahead;
	*value = sum;
	return 0;
}

int fstr_reader_decimal(struct fstr_reader *r, uint64_t most, uint64_t *value)
{
	return digits(r, 10, most, value);
}

int fstr_reader_hex(struct fstr_reader *r, uint64_t most, uint64_t *value)
{
	return digits(r, 16, most, value);
}
