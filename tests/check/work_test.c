// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Linear time, counted and not timed: against a library built with
 * FSTRI_COUNT_WORK, adversarial searches may pass, compare and step back over no
 * more than a few times the bytes there are, whatever the needle and the cut.
 */
#include <fragstr/fragstr.h>
#include <fragstr/impl.h>
#include <stdio.h>
#include <stdlib.h>

#define HAY 65536
#define MOST_WORK 20	/* for each byte; the account allows 16 to be compared */

uint64_t fstri_work;

static uint8_t hay[HAY];
static uint8_t pattern[4096];
static struct fstr_frag frags[HAY];

/* Byte @i of a needle of @len, by the number of the adversary; and of its haystack. */
static uint8_t needle_byte(int which, size_t i, size_t len)
{
	switch (which) {
	case 0: return i == len - 1 ? 'b' : 'a';
	case 1: return i ? 'a' : 'b';
	case 2: return i == len / 2 ? 'b' : 'a';
	case 3: return i == len - 1 ? 'a' : "ab"[i % 2];
	case 4: return i == len / 3 ? 'c' : "ab"[i % 2];
	case 5: return i == len - 1 ? 'c' : "aab"[i % 3];
	/* no pair of it comes once, and all but its end stands everywhere */
	case 6: return i == len - 2 ? 'b' : i == len - 1 ? 'a' : "aab"[(i + 9 - len % 3) % 3];
	default: return (uint8_t)('a' + (i * i / 3 + i / 5) % 2);
	}
}

static uint8_t hay_byte(int which, size_t i)
{
	switch (which) {
	case 0:
	case 1:
	case 2: return 'a';
	case 3:
	case 4: return "ab"[i % 2];
	case 5:
	case 6: return "aab"[i % 3];
	default: return (uint8_t)('a' + (i * i / 3 + i / 7) % 2);
	}
}

/* The work for all matches, forward and backward, for each byte. */
static double work(int which, size_t len, size_t piece)
{
	struct fstr_needle *needle = malloc(fstr_needle_size(len));
	struct fstr s;
	size_t nr = 0;

	for (size_t i = 0; i < HAY; i++)
		hay[i] = hay_byte(which, i);
	for (size_t i = 0; i < len; i++)
		pattern[i] = needle_byte(which, i, len);
	for (size_t at = 0; at < HAY; at += piece)
		frags[nr++] = (struct fstr_frag){ hay + at, HAY - at < piece ? HAY - at : piece };
	if (!needle || fstr_init(&s, frags, nr) ||
	    fstr_needle_init(needle, fstr_needle_size(len), pattern, len, 0))
		exit(2);
	fstri_work = 0;
	fstr_count(&s, needle, 0);
	fstr_rfind(&s, needle, (size_t)-1);
	free(needle);
	return (double)fstri_work / 2 / (double)(HAY + len);
}

int main(void)
{
	static const size_t lens[] = { 2, 3, 8, 32, 64, 65, 500, 1448, 4096 };
	static const size_t pieces[] = { HAY, 4096, 1448, 64, 16, 1 };
	double most = 0;

	for (size_t i = 0; fstr_impl_at(i); i++) {
		fstr_impl_force(fstr_impl_at(i));
		for (int which = 0; which < 8; which++)
			for (size_t l = 0; l < sizeof(lens) / sizeof(lens[0]); l++)
				for (size_t p = 0; p < sizeof(pieces) / sizeof(pieces[0]); p++) {
					double w = work(which, lens[l], pieces[p]);

					if (w > MOST_WORK)
						printf("# %s, adversary %d, needle %zu, pieces %zu: %.1f\n",
						       fstr_impl_at(i), which, lens[l], pieces[p], w);
					most = w > most ? w : most;
				}
	}
	printf("KTAP version 1\n1..1\n%s 1 work for a byte, at the most %.2f\n",
	       most > 0.5 && most <= MOST_WORK ? "ok" : "not ok", most);
	return !(most > 0.5 && most <= MOST_WORK);
}
