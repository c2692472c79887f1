#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# mutants.sh [REGEX]: plants faults in copies of the core, one at a time, and fails
# where the userspace suites do not see one. REGEX, if any, says which, by the file and
# the words behind it in mutants.list. A fault is a file, the text to replace,
# and what to put there; text that is no longer in the file fails as well, so
# the list follows the code. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/userlib.sh"

only=${1:-}

# mutant FILE FROM TO WHAT: one in so many is this worker's.
mutant() {
	local copy=$work/tree/kmod/core/$1 rc=0 impl

	[[ "$1 $4" =~ ${only:-.} ]] || return 0
	turn=$(((turn + 1) % jobs))
	[ $turn = "$worker" ] || return 0
	cp "kmod/core/$1" "$copy"
	if ! FROM=$2 TO=$3 awk '
		BEGIN { from = ENVIRON["FROM"]; to = ENVIRON["TO"] }
		!done && (at = index($0, from)) {
			$0 = substr($0, 1, at - 1) to substr($0, at + length(from)); done = 1
		}
		{ print }
		END { exit !done }' "kmod/core/$1" >"$copy"; then
		say "not ok - $4: $1 has no '$2' any more: bring tests/check/mutants.sh up to date"
		failed=$((failed + 1))
		cp "kmod/core/$1" "$copy"
		return
	fi
	make -s -C "$work/tree" CC=gcc CFLAGS="$flags" BUILD=$build $build/fragstr-test \
		>"$work/log" 2>&1 || {
		sed 's/^/    /' "$work/log" >&2
		die "the mutant '$4' does not compile"
	}
	# Some faults loop for ever; the suites take a second.
	for impl in scalar $vectors; do
		{ FRAGSTR_IMPL=$impl timeout 20 "$work/tree/$build/fragstr-test" >"$work/log" 2>&1
		} 2>/dev/null || rc=$?
		[ $rc = 0 ] || break
	done
	cp "kmod/core/$1" "$copy"
	if [ $rc = 0 ]; then
		say "not ok - $4: no suite saw it ($1: '$2' -> '$3')"
		failed=$((failed + 1))
	else
		say "ok - $4"
		passed=$((passed + 1))
	fi
}

# where IMPLEMENTATION COMMAND...: that, if this CPU runs it, as no other shows the fault.
where() {
	[[ " $vectors " != *" $1 "* ]] || "${@:2}"
}

# No sanitizers: the unmapped pages have to do, as they must in a kernel.
flags=-O1
build=build

# lend: the faults from here on are looked for where the FPU is lent, as a kernel's is.
lend() {
	flags='-O1 -include tests/check/lent.h'
	build=lent
	# which a kernel never has
	vectors=${vectors/avx512vbmi/}
	make -s -C "$work/tree" CC=gcc CFLAGS="$flags" BUILD=$build $build/fragstr-test
}

# work_off WORKER: plants its faults in a tree of its own.
work_off() {
	worker=$1
	turn=0
	work=$work/$worker
	mkdir -p "$work/tree"
	cp -r Makefile include kmod user tests "$work/tree"
	make -s -C "$work/tree" CC=gcc CFLAGS=$flags build/fragstr-test
	# What the templates are made into here, and what this CPU runs of it.
	vectors=
	for impl in avx512vbmi avx2 ssse3 sse2 neon; do
		FRAGSTR_IMPL=$impl "$work/tree/build/fragstr-test" fragstr_needle >"$work/log" 2>&1 &&
			vectors+=" $impl"
	done
	. tests/check/mutants.list
	echo "$passed $failed" >"$work/counts"
}

for ((i = 0; i < jobs; i++)); do
	(work_off "$i") &
done
wait
for ((i = 0; i < jobs; i++)); do
	[ -e "$work/$i/counts" ] || die "not all faults were planted"
	read -r p f <"$work/$i/counts"
	passed=$((passed + p))
	failed=$((failed + f))
done
close_run "$passed" "$failed"
