#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# user.sh: the suites in userspace, by each compiler there is, plain and with
# sanitizers; the tests of the benchmark; and the library as `make install`
# leaves it. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/lib.sh"
cd "$top"

passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sanitize='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined'

# count NAME LOG RC: adds what the log says; a bad end without a failure is one.
count() {
	local counts

	counts=$(count_ktap "$1" "$2")
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	if [ "$3" != 0 ] && [ "${counts#* }" = 0 ]; then
		say "user.sh: $1 ended with status $3"
		failed=$((failed + 1))
	fi
	if [ "$3" != 0 ] || [ "${counts#* }" != 0 ]; then
		grep -vE '^ *ok |^ *KTAP|^ *1\.\.' "$2" | head -n 60 | sed 's/^/    /' >&2
	fi
	say "$1: ${counts% *} passed, ${counts#* } failed"
}

# build NAME TARGET CC CFLAGS [MAKE ARGUMENTS]: or one failure.
build() {
	local name=$1 target=$2 cc=$3 cflags=$4

	shift 4
	make -s -j"$jobs" BUILD="build/$name" CC="$cc" CFLAGS="$cflags -Werror" "$@" "build/$name/$target" \
		>"$work/build.log" 2>&1 && return 0
	sed 's/^/    /' "$work/build.log" >&2
	say "user.sh: could not build $target with $cc $cflags"
	failed=$((failed + 1))
	return 1
}

# suites NAME CC CFLAGS
suites() {
	local rc=0

	build "$1" fragstr-test "$2" "$3" || return 0
	"build/$1/fragstr-test" >"$work/$1" 2>&1 || rc=$?
	count "suites, $2 $3" "$work/$1" $rc
}

# The benchmark's reader of captures, on packets that it makes itself.
bench_tests() {
	local rc=0

	build "$1" bench-test "$2" "$3" || return 0
	"build/$1/bench-test" >"$work/$1-bench" 2>&1 || rc=$?
	count "benchmark, $2 $3" "$work/$1-bench" $rc
}

# as_a_user: builds the README's program against what `make install` leaves.
as_a_user() {
	local root=$work/root flags shared want

	make -s BUILD=build/install CFLAGS=-O2 PREFIX=/usr DESTDIR="$root" install >/dev/null
	flags="-I$root$(sed -n 's/^includedir=//p' "$root/usr/lib/pkgconfig/fragstr.pc") -L$root/usr/lib"
	want='the head ends at byte 33 of 43'
	shared=$(readelf -d "$root/usr/lib/libfragstr.so" | grep -c 'SONAME.*\[libfragstr\.so\.0\]')
	# shellcheck disable=SC2086
	cc -o "$work/shared" user/examples/find.c $flags -lfragstr &&
		cc -o "$work/static" user/examples/find.c $flags -l:libfragstr.a &&
		[ "$shared" = 1 ] && [ "$("$work/static")" = "$want" ] &&
		[ "$(LD_LIBRARY_PATH=$root/usr/lib "$work/shared")" = "$want" ]
}

compilers=gcc
command -v clang >/dev/null && compilers+=' clang'
for cc in $compilers; do
	suites "$cc" "$cc" -O2
	suites "$cc-san" "$cc" "$sanitize"
done
bench_tests gcc-san gcc "$sanitize"

if as_a_user; then
	say 'installed library: 1 passed, 0 failed'
	passed=$((passed + 1))
else
	say 'user.sh: the program of user/examples/find.c does not run against the installed library'
	failed=$((failed + 1))
fi
close_run "$passed" "$failed"
