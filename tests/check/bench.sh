#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# bench.sh: that the benchmark can be believed. Its way from captures to streams,
# by both readers, hostile captures among them; that every row of its shorter
# cases is right, and that it refuses what it cannot do. The last line is
# `N passed, N failed`.

set -eu
. "$(dirname "$0")/userlib.sh"

# captures READER
captures() {
	local rc=0

	build gcc-san "capture-test-$1" gcc "$sanitize" || return 0
	"build/gcc-san/capture-test-$1" >"$work/captures" 2>&1 || rc=$?
	count "captures, reader $1" "$work/captures" $rc
}

rows_agree() {
	build/gcc/fragstr-bench --filter '*/64k' --seconds 2 --csv "$work/csv" >"$work/log" 2>&1 &&
		! grep -q WRONG "$work/log" && ! grep ',0$' "$work/csv" && return
	grep WRONG "$work/log"
	return 1
}

# refuses WORD ARGUMENT...: in one line with that word, with status 2.
refuses() {
	local word=$1 rc=0

	shift
	build/gcc/fragstr-bench "$@" >"$work/log" 2>&1 || rc=$?
	cat "$work/log"
	[ $rc = 2 ] && [ "$(wc -l <"$work/log")" = 1 ] && grep -q "$word" "$work/log"
}

need_packages make gcc libpcap-dev
captures builtin
captures lib
if build gcc fragstr-bench gcc -O2; then
	check 'every row of 64k agrees' rows_agree
	check 'no such case' refuses no/such --filter 'no/such/*'
	check 'not a capture' refuses Makefile --capture Makefile
fi
close_run "$passed" "$failed"
