#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# Runs the benchmark and keeps its results: bench/record/<cpu>/<date>.csv, and
# beside it <date>.txt, a note of the machine, the compiler and the commit.
# Each appears whole, and only where every answer was right.
#
# Usage: bench/record.sh [OPTION of fragstr-bench]...
#        bench/record.sh --kernel	what make bench-kernel measures, as <date>-uml-6.12
# CC and CFLAGS are noted as they are in the environment: give it those of the
# build. FRAGSTR_BENCH is the program (default build/fragstr-bench).

set -eu

here=$(cd "$(dirname "$0")" && pwd)
bench=${FRAGSTR_BENCH:-$here/../build/fragstr-bench}
flags='those of the Makefile'
today=$(date -u +%Y-%m-%d)
if [ "${1:-}" = --kernel ]; then
	shift
	bench=$here/../tests/check/bench-kernel.sh
	flags="the kernel's"
	today=$today-uml-6.12
fi
[ -x "$bench" ] || {
	echo "record.sh: $bench: not there; run make bench first" >&2
	exit 2
}

model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1)
[ -n "$model" ] || model=$(uname -m)
# The family, model and stepping tell processors apart whose name says too little.
number=$(awk -F': *' '/^cpu family|^model[ \t]*:|^stepping/ { printf "-%s", $2 }
	/^$/ { exit }' /proc/cpuinfo)
cpu=$(printf '%s%s' "$model" "$number" | tr -cs 'A-Za-z0-9.\n' '-' | sed 's/^-*//; s/-*$//')
where=$here/record/$cpu
name=$today
# A second record of one day does not replace the first.
count=2
while [ -e "$where/$name.csv" ] || [ -e "$where/$name.txt" ]; do
	name=$today-$count
	count=$((count + 1))
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

commit=$(git -C "$here" rev-parse -q --verify HEAD 2>/dev/null || echo unknown)
[ -z "$(git -C "$here" status --porcelain 2>/dev/null)" ] || commit="$commit, with changes"
{
	echo "processor: $model ($(nproc) in use, family-model-stepping ${number#-})"
	echo "kernel: $(uname -srm)"
	# shellcheck source=/dev/null
	echo "system: $(. /etc/os-release 2>/dev/null && echo "${PRETTY_NAME:-unknown}")"
	echo "libc: $(getconf GNU_LIBC_VERSION 2>/dev/null || echo unknown)"
	echo "compiler: $(${CC:-cc} --version 2>/dev/null | head -n 1)"
	echo "flags: ${CFLAGS:-$flags}"
	echo "commit: $commit"
	echo "command: ${bench##*/} $*"
	echo "load before: $(cut -d' ' -f1-3 /proc/loadavg)"
} >"$work/note"
{
	"$bench" "$@" --csv "$work/csv" || echo $? >"$work/status"
} | tee "$work/out"
[ ! -e "$work/status" ] || {
	status=$(cat "$work/status")
	echo "record.sh: ${bench##*/} ended with status $status: nothing is kept" >&2
	exit "$status"
}
{
	cat "$work/note"
	echo "load after: $(cut -d' ' -f1-3 /proc/loadavg)"
	echo
	cat "$work/out"
} >"$work/txt"

mkdir -p "$where"
cp "$work/txt" "$where/.$name.txt"
cp "$work/csv" "$where/.$name.csv"
mv "$where/.$name.txt" "$where/$name.txt"
mv "$where/.$name.csv" "$where/$name.csv"
echo "kept in $where/$name.csv and .txt"
