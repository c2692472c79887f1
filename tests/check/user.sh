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
	local rc impl

	build "$1" fragstr-test "$2" "$3" || return 0
	for impl in scalar sse2 avx2 avx512vbmi; do
		rc=0
		FRAGSTR_IMPL=$impl "build/$1/fragstr-test" >"$work/$1" 2>&1 || rc=$?
		if [ $rc = 2 ] && grep -q 'this CPU does not run it' "$work/$1"; then
			say "$impl: $(cat "$work/$1")"
			continue
		fi
		count "suites, $impl, $2 $3" "$work/$1" $rc
	done
}

# bench_tests NAME READER CFLAGS: captures that the tests make, and hostile ones.
bench_tests() {
	local rc=0

	build "$1" "capture-test-$2" gcc "$3" || return 0
	"build/$1/capture-test-$2" >"$work/$1-$2" 2>&1 || rc=$?
	count "captures, reader $2" "$work/$1-$2" $rc
}

# bench_runs: every row of the benchmark right, and wrong options refused.
bench_runs() {
	local rc=0

	build gcc fragstr-bench gcc -O2 || return 0
	{
		echo 'KTAP version 1'
		echo '1..3'
		build/gcc/fragstr-bench --filter '*/64k' --seconds 2 --csv "$work/b.csv" >"$work/bench.log" 2>&1 &&
			! grep -q WRONG "$work/bench.log" && [ "$(grep -c ',0$' "$work/b.csv")" = 0 ] &&
			echo 'ok 1 every row of 64k agrees' || echo 'not ok 1 every row of 64k agrees'
		build/gcc/fragstr-bench --filter 'no/such/*' >"$work/b.log" 2>&1 || rc=$?
		[ $rc = 2 ] && [ "$(wc -l <"$work/b.log")" = 1 ] && echo 'ok 2 no such case' ||
			echo 'not ok 2 no such case'
		rc=0
		build/gcc/fragstr-bench --capture Makefile >"$work/b.log" 2>&1 || rc=$?
		[ $rc = 2 ] && grep -q Makefile "$work/b.log" && echo 'ok 3 not a capture' ||
			echo 'not ok 3 not a capture'
	} >"$work/bench.ktap"
	count benchmark "$work/bench.ktap" 0
}

# xxhash: by each implementation of ours.
xxhash() {
	local rc impl

	build gcc libfragstr.a gcc -O2 || return 0
	gcc -O2 -Wall -Wextra -Werror -Iinclude -o "$work/xxhash_test" tests/check/xxhash_test.c \
		build/gcc/libfragstr.a -lxxhash
	for impl in scalar sse2 avx2; do
		rc=0
		FRAGSTR_IMPL=$impl "$work/xxhash_test" >"$work/xxhash.log" 2>&1 || rc=$?
		grep -q 'this CPU does not run it' "$work/xxhash.log" ||
			count "libxxhash, $impl" "$work/xxhash.log" $rc
	done
}

# work: linear time by count, in a library that counts.
work() {
	local rc=0

	# the shared library has no counter to link with, so the static one alone
	make -s -j"$jobs" BUILD=build/work CFLAGS='-O2 -DFSTRI_COUNT_WORK' build/work/libfragstr.a
	gcc -O2 -Wall -Wextra -Werror -Iinclude -o "$work/work_test" tests/check/work_test.c \
		build/work/libfragstr.a
	"$work/work_test" >"$work/work.log" 2>&1 || rc=$?
	count 'linear by count' "$work/work.log" $rc
}

# races: ten seconds of threads that share an index and a hint, watched.
races() {
	local rc=0

	build tsan fragstr-test gcc "-O1 -g -fsanitize=thread -DSUITE_THREADS_MS=10000" || return 0
	build/tsan/fragstr-test fragstr_lookup >"$work/tsan" 2>&1 || rc=$?
	count 'threads, -fsanitize=thread' "$work/tsan" $rc
}

# sets: against Hyperscan or the aho-corasick crate, where either is installed.
sets() {
	local counts

	if [ -n "$(missing_packages libhyperscan-dev)" ] &&
		[ -n "$(missing_packages librust-aho-corasick-dev)" ]; then
		say 'sets: neither Hyperscan nor the aho-corasick crate is here to compare with'
		return 0
	fi
	tests/check/sets.sh >"$work/sets" || say "user.sh: sets.sh ended with status $?"
	counts=$(sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p' "$work/sets" | tail -n 1)
	[ -n "$counts" ] || counts='0 1'
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	say "sets against others: ${counts% *} passed, ${counts#* } failed"
}

# forced: an implementation that is not there is refused, with the choices.
forced() {
	local rc=0

	FRAGSTR_IMPL=sse9 build/gcc/fragstr-test >"$work/forced" 2>&1 || rc=$?
	if [ $rc = 2 ] && grep -q 'FRAGSTR_IMPL=sse9: there is no such.* scalar' "$work/forced"; then
		passed=$((passed + 1))
	else
		say "user.sh: FRAGSTR_IMPL=sse9 was not refused as it should be: $(head -n 1 "$work/forced")"
		failed=$((failed + 1))
	fi
}

# as_a_user: builds the README's program against what `make install` leaves.
as_a_user() {
	local root=$work/root flags shared want

	make -s BUILD=build/install CFLAGS=-O2 PREFIX=/usr DESTDIR="$root" install >/dev/null
	flags="-I$root$(sed -n 's/^includedir=//p' "$root/usr/lib/pkgconfig/fragstr.pc") -L$root/usr/lib"
	want='the head ends at byte 34 of 43'
	shared=$(readelf -d "$root/usr/lib/libfragstr.so" | grep -c 'SONAME.*\[libfragstr\.so\.0\]')
	# shellcheck disable=SC2086
	cc -o "$work/shared" user/examples/find.c $flags -lfragstr &&
		cc -o "$work/static" user/examples/find.c $flags -l:libfragstr.a &&
		[ "$shared" = 1 ] && [ "$("$work/static")" = "$want" ] &&
		[ "$(LD_LIBRARY_PATH=$root/usr/lib "$work/shared")" = "$want" ]
}

need_packages make gcc libpcap-dev libxxhash-dev
compilers=gcc
command -v clang >/dev/null && compilers+=' clang'
for cc in $compilers; do
	suites "$cc" "$cc" -O2
	suites "$cc-san" "$cc" "$sanitize"
done
bench_tests gcc-san builtin "$sanitize"
bench_tests gcc-san lib "$sanitize"
bench_runs
xxhash
work
races
sets
forced

if as_a_user; then
	say 'installed library: 1 passed, 0 failed'
	passed=$((passed + 1))
else
	say 'user.sh: the program of user/examples/find.c does not run against the installed library'
	failed=$((failed + 1))
fi
close_run "$passed" "$failed"
