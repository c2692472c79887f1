# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
#
# For the checks that build and run programs here: source it in place of lib.sh.
# Their counts are in $passed and $failed, what they write is in $work.

. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
cd "$top"

passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# count NAME LOG RC: adds what the log says; a bad end without a failure is one.
count() {
	local counts

	counts=$(count_ktap "$1" "$2")
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	if [ "$3" != 0 ] && [ "${counts#* }" = 0 ]; then
		say "${0##*/}: $1 ended with status $3"
		failed=$((failed + 1))
	fi
	if [ "$3" != 0 ] || [ "${counts#* }" != 0 ]; then
		grep -vE '^ *ok |^ *KTAP|^ *1\.\.' "$2" | head -n 60 | sed 's/^/    /' >&2
	fi
	say "$1: ${counts% *} passed, ${counts#* } failed"
}

# build NAME TARGET CC CFLAGS [VARIABLE=VALUE]: in build/NAME, or one failure.
build() {
	make -s -j"$jobs" BUILD="build/$1" CC="$3" CFLAGS="$4 -Werror" "${@:5}" "build/$1/$2" \
		>"$work/build.log" 2>&1 && return 0
	sed 's/^/    /' "$work/build.log" >&2
	say "${0##*/}: could not build $2 with $3 $4"
	failed=$((failed + 1))
	return 1
}

# check WHAT COMMAND...: one case, told only where it fails.
check() {
	local what=$1

	shift
	if "$@" >"$work/check.log" 2>&1; then
		passed=$((passed + 1))
		return
	fi
	say "not ok - $what"
	head -n 40 "$work/check.log" | sed 's/^/    /' >&2
	failed=$((failed + 1))
}

# implementations PROGRAM: what the library in it can be on this CPU. It says so
# where it is asked for another.
implementations() {
	{ FRAGSTR_IMPL=none "$1" 2>&1 || true; } | sed -n 's/.*here it can be //p'
}
