#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# bench-kernel.sh [CSV]: runs fragstr_bench.ko in user-mode Linux 6.12, which runs at
# the speed of the machine, and prints a table; the rows go to the file CSV if one is
# named. What it costs to take the FPU, user-mode Linux does not pay: its rows of AVX2, and
# the length from which on vectors pay, are what a machine that has it for nothing would
# have. On a real one, insmod of the same module tells.
#
# FRAGSTR_SAMPLE_US: what a sample takes (2000); each number is the median of 15.

set -eu
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/vmlib.sh"

print_table() {
	awk -F, '
	NR == 1 { next }
	{
		if (!($1 in seen)) { order[++nr] = $1; seen[$1] = 1 }
		row[$1] = row[$1] sprintf("    %-22s %-7s %8.2f GB/s", $2, $3, $8)
		if ($10 != 1) { row[$1] = row[$1] "   WRONG"; wrong = 1 }
		else {
			if ($2 ~ /^fragstr/ && !($1 in ours)) { ours[$1] = $8 }
			else if ($8 > 0) row[$1] = row[$1] sprintf("   ours is %6.2f times as fast", ours[$1] / $8)
		}
		row[$1] = row[$1] "\n"
	}
	END { for (i = 1; i <= nr; i++) printf "%s\n%s", order[i], row[order[i]] }'
}

need_packages "${vm_packages[@]}"
uml=$("$top/tests/check/kernel-uml.sh" bench)
stage=$cache/bench-kernel
take_lock bench-kernel
build_modules uml "$uml" "$stage" ARCH=um
new_root "$stage/initramfs" "$top/tests/check/bench-kernel-init"
cp "$stage"/fragstr.ko "$stage"/fragstr_bench.ko "$stage"/kmod/ts_fragstr.ko "$stage/initramfs/"
pack_root "$stage/initramfs" "$stage/initramfs.gz"
boot_uml "$uml/linux" "$stage/initramfs.gz" "$stage.log" "sample_us=${FRAGSTR_SAMPLE_US:-2000}" || true
tr -d '\r' <"$stage.log" | sed -n 's/.*fragstr_bench: csv: //p' >"$stage.csv"
if ! grep -q '^bench-kernel-init: end' "$stage.log" || [ "$(wc -l <"$stage.csv")" -lt 2 ]; then
	die "the benchmark did not come to its end: the log is $stage.log"
fi
[ $# = 0 ] || cp "$stage.csv" "$1"
print_table <"$stage.csv"
tr -d '\r' <"$stage.log" | sed -n 's/.*fragstr_bench: \(.* faster than scalar\)/\1/p'
