#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# library.sh: what the suites by themselves do not show of the library: its hash
# against libxxhash, linear time by count, threads under ThreadSanitizer, and
# that it works as `make install` leaves it. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/userlib.sh"

# against_xxhash: by each implementation of ours.
against_xxhash() {
	local rc impl

	build gcc libfragstr.a gcc -O2 || return 0
	gcc -O2 -Wall -Wextra -Werror -Iinclude -o "$work/xxhash_test" tests/check/xxhash_test.c \
		build/gcc/libfragstr.a -lxxhash
	for impl in $(implementations "$work/xxhash_test"); do
		rc=0
		FRAGSTR_IMPL=$impl "$work/xxhash_test" >"$work/xxhash.log" 2>&1 || rc=$?
		count "libxxhash, $impl" "$work/xxhash.log" $rc
	done
}

# linear: time by count, in a library that counts.
linear() {
	local rc=0

	# the shared library has no counter to link with, so the static one alone
	build work libfragstr.a gcc '-O2 -DFSTRI_COUNT_WORK' || return 0
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

# as_a_user: builds the README's program against what `make install` leaves.
as_a_user() {
	local root=$work/root flags shared want

	make -s -j"$jobs" BUILD=build/gcc CFLAGS='-O2 -Werror' PREFIX=/usr DESTDIR="$root" install || return
	flags="-I$root$(sed -n 's/^includedir=//p' "$root/usr/lib/pkgconfig/fragstr.pc") -L$root/usr/lib"
	want='the head ends at byte 34 of 43'
	shared=$(readelf -d "$root/usr/lib/libfragstr.so" | grep -c 'SONAME.*\[libfragstr\.so\.0\]')
	# shellcheck disable=SC2086
	cc -o "$work/shared" user/examples/find.c $flags -lfragstr &&
		cc -o "$work/static" user/examples/find.c $flags -l:libfragstr.a &&
		[ "$shared" = 1 ] && [ "$("$work/static")" = "$want" ] &&
		[ "$(LD_LIBRARY_PATH=$root/usr/lib "$work/shared")" = "$want" ]
}

need_packages make gcc libxxhash-dev
against_xxhash
linear
races
check 'user/examples/find.c runs against the installed library' as_a_user
close_run "$passed" "$failed"
