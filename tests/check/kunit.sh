#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# kunit.sh [6.1|6.12|sid]...: the suites in KUnit, under user-mode Linux built from
# Debian's source of that kernel; 6.1 and 6.12 where none is named. sid is Debian's
# newest, which is not what it was some weeks ago. All but 6.1 watch with KASAN and
# UBSAN. The last line is `N passed, N failed`.
#
# FRAGSTR_KUNIT_TIMEOUT: seconds until a kernel that hangs is stopped (120). A
# read of an unmapped page of vmalloc() is such a hang in user-mode Linux 6.1, as
# it takes the page for one that is mapped and not known yet.

set -eu
. "$(dirname "$0")/lib.sh"

# show LOG: the end of a log that tells why a step failed.
show() {
	tail -n 40 "$1" | sed 's/^/    /' >&2
	say "the whole log: $1"
}

# kunit_py TREE BUILD COMMAND [ARGUMENT...]: leaves the kernel's log in BUILD/test.log.
kunit_py() {
	"$1/tools/testing/kunit/kunit.py" "$3" --build_dir="$2" \
		--timeout="${FRAGSTR_KUNIT_TIMEOUT:-120}" "${@:4}" >"$2/fragstr.log" 2>&1 </dev/null 9>&-
}

# build_and_run TREE BUILD CONFIG
build_and_run() {
	local rc=0

	# If a run was killed while it built, nothing of it can be trusted. A
	# run that was interrupted is another matter: make cleans up behind it.
	[ ! -e "$2/fragstr.building" ] || rm -rf "$2"
	mkdir -p "$2"
	# Objects of ours never outlive a run: those of another checkout may
	# be younger than the sources of this one, and make would keep them.
	rm -rf "$2/lib/fragstr" "$2/test.log"
	[ -e "$2/vmlinux" ] || say "building user-mode Linux: some minutes, once"
	touch "$2/fragstr.building"
	trap "rm -f '$2/fragstr.building'; exit 130" INT TERM
	# README's command, and what makes the kernel small and watchful.
	kunit_py "$1" "$2" run --kunitconfig=lib/fragstr --kunitconfig="$3" --jobs="$jobs" || rc=$?
	trap - INT TERM
	rm -f "$2/fragstr.building"
	return $rc
}

# judge NAME BUILD RC: adds to $passed and $failed.
judge() {
	local log=$2/test.log counts

	if [ ! -e "$log" ]; then
		show "$2/fragstr.log"
		say "kunit.sh: user-mode Linux could not be built or started for $1"
		failed=$((failed + 1))
		return
	fi
	# kunit.py forgives a suite that is missing and, on 6.1, a KASAN report.
	counts=$(count_ktap "kunit $1" "$log")
	say "kunit $1: ${counts% *} passed, ${counts#* } failed"
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	if grep -nE "$kernel_trouble" "$log" >&2; then
		say "kunit.sh: the kernel reported trouble while the suites ran: $1"
		failed=$((failed + 1))
	elif [ "$3" != 0 ] && [ "${counts#* }" = 0 ]; then
		show "$2/fragstr.log"
		say "kunit.sh: kunit.py failed, though no case did: $1"
		failed=$((failed + 1))
	fi
	[ "$failed" = 0 ] || say "the kernel's log: $log"
}

# run_kunit VERSION: by the best code that runs here, and by the others.
run_kunit() {
	local config=$top/tests/check/kunit-$1.config tree build rc=0 impl

	tree=$("$top/tests/check/kernel-source.sh" "$1")
	# Our own symbols may change without a kernel that is built anew.
	build=$cache/kunit/${tree##*/}_$(grep -v FRAGSTR "$config" | sha256sum | cut -c 1-12)
	"$top/tests/check/overlay.sh" add "$tree"
	build_and_run "$tree" "$build" "$config" || rc=$?
	mark_used "$build"
	judge "$1" "$build" $rc
	for impl in ssse3 scalar; do
		[ -e "$build/test.log" ] || return 0
		rm "$build/test.log"
		rc=0
		kunit_py "$tree" "$build" exec --kernel_args="fragstr.impl=$impl" || rc=$?
		judge "$1, $impl" "$build" $rc
	done
}

[ $# -gt 0 ] || set -- 6.1 6.12
for version in "$@"; do
	check_source "$version"
done
need_packages "${kunit_packages[@]}"
passed=0
failed=0
for version in "$@"; do
	take_lock "kunit-$version"
	run_kunit "$version"
done
close_run "$passed" "$failed"
