#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# all.sh COMMAND...: runs each check, a command line that prints its own
# `N passed, N failed` last, and then the sum of them in the same form. A check
# that breaks off without that line is one failure. All run, whatever fails.

set -eu
. "$(dirname "$0")/lib.sh"

[ $# -gt 0 ] || die "usage: all.sh COMMAND..."
out=$(mktemp)
trap 'rm -f "$out"' EXIT
passed=0
failed=0
table=

for check in "$@"; do
	say "== $check"
	begin=$SECONDS
	rc=0
	sh -c "$check" | tee "$out" || rc=$?
	counts=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$out" | tail -n 1)
	p=${counts% *}
	f=${counts#* }
	if [ "$rc" != 0 ] && [ "${f:-0}" = 0 ]; then
		say "all.sh: '$check' ended with status $rc"
		f=1
	elif [ -z "$counts" ]; then
		say "all.sh: '$check' did not say how many cases passed"
		f=1
	fi
	table+=$(printf '%7d passed %5d failed %5d s  %s' "${p:-0}" "$f" $((SECONDS - begin)) "$check")$'\n'
	passed=$((passed + ${p:-0}))
	failed=$((failed + f))
done
printf '\n%s' "$table"
close_run "$passed" "$failed"
