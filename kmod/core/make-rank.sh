#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Make rank.c, the table of how common each byte is, from samples of text and
# traffic; each file counts the same, however long it is.
#
#	kmod/core/make-rank.sh FILE... >kmod/core/rank.c
#
# The table in the tree was made from bench/captures/http.pcap, twice, and Debian's
# /usr/share/common-licenses/{GPL-2,Apache-2.0} and /usr/share/perl/5.36/perl5db.pl.
set -eu

if [ $# -eq 0 ]; then
	echo "usage: $0 FILE... >rank.c" >&2
	exit 2
fi
for file; do
	[ -r "$file" ] || { echo "$0: cannot read $file" >&2; exit 2; }
done

for file; do
	od -An -v -tu1 "$file"
	echo end
done | awk '
	$1 == "end" {
		for (b in seen)
			share[b] += seen[b] / total
		delete seen
		total = 0
		next
	}
	{
		for (i = 1; i <= NF; i++)
			seen[$i]++
		total += NF
	}
	END {
		print "// SPDX-License-Identifier: GPL-2.0-only OR MIT"
		print "/*"
		print " * How common each byte is, 16 to a factor of 2, 0 for one that was not seen."
		print " * Made by make-rank.sh."
		print " */"
		print "#include \"core.h\""
		print ""
		print "const u8 fstri_rank[256] = {"
		for (b = 0; b < 256; b++) {
			# 2^-14 of the text is where telling bytes apart ends
			rank = share[b] ? 16 * (log(share[b] / files) / log(2) + 14) : 0
			rank = rank < 0 ? 0 : int(rank)
			printf "%s%d,%s", b % 16 ? " " : "\t", rank, b % 16 == 15 ? "\n" : ""
		}
		print "};"
	}' files=$#
