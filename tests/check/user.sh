#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# user.sh [COMPILER]...: the suites in userspace, plain and with sanitizers, by
# each implementation that this CPU runs, by those of the compilers that are
# there; and with an FPU that is lent (lent.h). Where no compiler is named, what is
# worth a run at each edit: gcc, with sanitizers the scalar and the best code, lent
# the best. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/userlib.sh"

# The runs that are to be counted, each NAME/IMPLEMENTATION, with its log there.
runs=()

# start NAME LINES: one run for each implementation, as many at once as there are
# CPUs; those of the LINES, as sed prints them, where the first is the scalar one.
start() {
	local impl log

	for impl in $(implementations "build/$1/fragstr-test" | tr ' ' '\n' | sed -n "$2p"); do
		while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
			wait -n || true
		done
		runs+=("$1/$impl")
		log=$work/$1/$impl
		mkdir -p "$work/$1"
		{
			FRAGSTR_IMPL=$impl "build/$1/fragstr-test" >"$log" 2>&1 && echo 0 >"$log.rc" ||
				echo $? >"$log.rc"
		} &
	done
}

# An implementation that is not there is refused, with the choices.
refused() {
	local rc=0

	FRAGSTR_IMPL=none "build/$1/fragstr-test" >"$work/refused" 2>&1 || rc=$?
	cat "$work/refused"
	[ $rc = 2 ] && grep -q 'FRAGSTR_IMPL=none: there is no such.* scalar' "$work/refused"
}

need_packages make gcc
san='1,$' lent='1,$'
[ $# -gt 0 ] || { set -- gcc && san='1p;$' lent='$'; }
for cc in "$@"; do
	command -v "$cc" >/dev/null || continue
	build "$cc" fragstr-test "$cc" -O2 && check "$cc: FRAGSTR_IMPL=none" refused "$cc" && start "$cc" '1,$'
	build "$cc-san" fragstr-test "$cc" "$sanitize" && start "$cc-san" "$san"
done
# the suites do not know of it, and are those of gcc-san
build gcc-lent fragstr-test gcc "$sanitize -include tests/check/lent.h" \
	SUITES=build/gcc-san/tests && start gcc-lent "$lent"
wait
for run in "${runs[@]}"; do
	count "suites, $run" "$work/$run" "$(cat "$work/$run.rc")"
done
close_run "$passed" "$failed"
