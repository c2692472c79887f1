#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# bench-kernel.sh [--csv FILE]: runs fragstr_bench.ko in user-mode Linux 6.12, which runs at
# the speed of the machine, and prints a table; the rows go to FILE if one is named.
# What it costs to take the FPU, user-mode Linux does not pay: its rows of AVX2, and
# the length from which on vectors pay, are what a machine that has it for nothing would
# have. On a real one, insmod of the same module tells.
#
# A wrong answer of ours is a failure. (fsm goes past a match where the pattern begins
# anew within itself.)
#
# FRAGSTR_SAMPLE_US: what a sample takes (500); each number is the median of 61.
# FRAGSTR_ONLY: no other cases than those whose name this is a part of.

set -eu
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/vmlib.sh"

print_table() {
	awk -F, '
	NR == 1 { next }
	{
		if (!($1 in seen)) { order[++nr] = $1; seen[$1] = 1 }
		row[$1] = row[$1] sprintf("    %-28s %-7s %8.2f GB/s", $2, $3, $8)
		if ($11 != 1) { row[$1] = row[$1] "   WRONG"; wrong += $2 ~ /fragstr/ }
		else {
			if ($2 ~ /^fragstr/ && !($1 in ours)) { ours[$1] = $8 }
			else if ($8 > 0) row[$1] = row[$1] sprintf("   ours is %6.2f times as fast", ours[$1] / $8)
		}
		row[$1] = row[$1] "\n"
	}
	END {
		for (i = 1; i <= nr; i++) printf "%s\n%s", order[i], row[order[i]]
		exit wrong > 0
	}'
}

[ $# = 0 ] || { [ $# = 2 ] && [ "$1" = --csv ]; } || die "usage: bench-kernel.sh [--csv FILE]"
need_packages "${vm_packages[@]}"
uml=$("$top/tests/check/kernel-uml.sh" bench)
stage=$cache/bench-kernel
take_lock bench-kernel
build_modules uml "$uml" "$stage" ARCH=um
new_root "$stage/initramfs" "$top/tests/check/bench-kernel-init"
cp "$stage"/fragstr.ko "$stage"/fragstr_bench.ko "$stage"/kmod/ts_fragstr.ko "$stage/initramfs/"
pack_root "$stage/initramfs" "$stage/initramfs.gz"
# All of it on one processor, the last, as the benchmark in userspace does.
taskset -cp "$(taskset -cp $$ | grep -oE '[0-9]+$')" $$ >/dev/null
boot_uml "$uml/linux" "$stage/initramfs.gz" "$stage.log" "sample_us=${FRAGSTR_SAMPLE_US:-500}" \
	"only=${FRAGSTR_ONLY:-}" || true
tr -d '\r' <"$stage.log" | sed -n 's/.*fragstr_bench: csv: //p' >"$stage.csv"
if ! grep -q '^bench-kernel-init: end' "$stage.log" || [ "$(wc -l <"$stage.csv")" -lt 2 ]; then
	die "the benchmark did not come to its end: the log is $stage.log"
fi
tr -d '\r' <"$stage.log" | sed -n 's/^bench-kernel-init: \(Linux .*\)/\1/p
	s/.*fragstr_bench: \(.* faster than scalar\)/\1/p'
print_table <"$stage.csv" || die "an answer of ours was wrong"
[ $# = 0 ] || cp "$stage.csv" "$2"
