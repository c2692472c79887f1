#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# Runs the benchmark and writes a report: one page that needs nothing beside it.
# It appears whole, or not at all.
#
# Usage: bench/report.sh [--from FILE.csv] OUT.html [OPTION of fragstr-bench]...
# With --from the results are taken from a file and nothing is run. FRAGSTR_BENCH
# is the program (default build/fragstr-bench).

set -eu -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
bench=${FRAGSTR_BENCH:-$here/../build/fragstr-bench}
columns=case,engine,impl,bytes,iters,min_ns,median_ns,gbps,spread,count,ok
from=
draft=
work=$(mktemp -d)
trap 'rm -rf "$work" ${draft:+"$draft"}' EXIT
trap 'exit 1' INT TERM

die() {
	echo "report.sh: $*" >&2
	exit 2
}

if [ "${1:-}" = --from ]; then
	from=${2:-}
	[ -r "$from" ] && [ -f "$from" ] || die "${from:-''}: cannot be read"
	[ "$(head -n 1 "$from")" = "$columns" ] ||
		die "$from: not a CSV of fragstr-bench"
	shift 2
fi
out=${1:-}
[ -n "$out" ] || die "no file to write the report to is named"
shift
command -v gnuplot >/dev/null ||
	die "gnuplot is missing: install gnuplot-nox, or run make bench-deps"
[ ! -d "$out" ] || die "$out: cannot be written: it is a folder"
[ ! -e "$out" ] || [ -w "$out" ] || die "$out: cannot be written"
draft=$(mktemp "$out.XXXXXX" 2>/dev/null) || die "$out: cannot be written"
# mktemp leaves the file to its owner alone; a report is as readable as others.
chmod "$(printf '%o' $((0666 & ~$(umask))))" "$draft"

escape() {
	sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}

# Of results from a file the machine is in the note that record.sh puts beside it.
machine() {
	if [ -n "$from" ]; then
		echo "results: $(basename "$from")"
		[ ! -r "${from%.csv}.txt" ] || sed '/^$/,$d' "${from%.csv}.txt"
		return
	fi
	echo "processor: $(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1) ($(nproc) in use)"
	echo "kernel: $(uname -srm)"
	# shellcheck source=/dev/null
	echo "system: $(. /etc/os-release 2>/dev/null && echo "${PRETTY_NAME:-unknown}")"
	echo "compiler: $(${CC:-cc} --version 2>/dev/null | head -n 1)"
	echo "flags: ${CFLAGS:-those of the Makefile}"
	echo "commit: $(git -C "$here" describe --always --dirty 2>/dev/null || echo unknown)"
	echo "date: $(date -u '+%Y-%m-%d %H:%M') UTC, load $(cut -d' ' -f1-3 /proc/loadavg)"
	sed -n '/pinned to/,/^$/p' "$work/out" | sed '/^$/d'
}

# plots SECTION HEADING: those of a section, each as a picture in the page.
plots() {
	local section file title

	grep -q "^$1	" "$work/list" || return 0
	echo "<h2>$2</h2><div class=plots>"
	while IFS=$'\t' read -r section file title; do
		[ "$section" = "$1" ] && [ -s "$work/$file" ] || continue
		printf '<img alt="%s" src="data:image/svg+xml;base64,' "$title"
		base64 -w 0 "$work/$file"
		echo '">'
	done <"$work/list"
	echo '</div>'
}

status=0
if [ -n "$from" ]; then
	cp "$from" "$work/csv"
else
	[ -x "$bench" ] || die "$bench: not there; run make first"
	"$bench" "$@" --csv "$work/csv" >"$work/out" || status=$?
	# A wrong answer is shown as such; without results there is nothing to show.
	[ "$status" -le 1 ] && [ -s "$work/csv" ] || exit 2
fi
: >"$work/list"
awk -v dir="$work" -f "$here/report/plot.awk" "$work/csv" >"$work/plots"
gnuplot "$work/plots"

{
	cat "$here/report/head.html"
	echo '<p>Every row of a case works on the same bytes, in turns; a figure is the median of the'
	echo 'rounds, and its answer was checked against a naive twin. Engines whose name begins with'
	echo '<code>flat:</code> are given the joined bytes for nothing: bounds, not rivals; those with'
	echo '<code>join+</code> join them first, in time that counts. <em>Ratio</em> is how many times as'
	echo 'long as fragstr the best rival takes, <em>ceiling</em> what the machine does at best in the'
	echo 'same run, <em>seam tax</em> our time over our time on the string in one piece.</p>'
	echo '<h2>Machine and versions</h2><pre>'
	machine | escape
	echo '</pre>'
	plots speed 'Speed by the cut'
	plots tax 'Seam tax'
	plots growth 'Growth'
	plots impl 'Implementations'
	echo '<h2>All cases</h2>'
	awk -f "$here/report/table.awk" "$work/csv"
	echo '</body></html>'
} >"$draft"
mv "$draft" "$out"
draft=
echo "written to $out"
exit "$status"
