#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# cross.sh: the userspace suites for other word sizes and byte orders, and for older
# CPUs of x86-64, each under qemu-user. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/userlib.sh"

# run TRIPLET EMULATOR WHAT: the emulator may have options.
run() {
	local rc=0

	make -s -j"$jobs" BUILD="build/$1" CC="$1-gcc" AR="$1-ar" CFLAGS='-O2 -Werror' LDFLAGS=-static \
		"build/$1/fragstr-test"
	# shellcheck disable=SC2086
	$2 "build/$1/fragstr-test" >"$work/log" 2>&1 || rc=$?
	count "$3 ($1)" "$work/log" $rc
}

# run_as CPU CHOICES: an older x86-64, on which the library can be just these.
run_as() {
	local emulator="qemu-x86_64 -cpu $1" choices

	run x86_64-linux-gnu "$emulator" "$1"
	choices=$({ FRAGSTR_IMPL=none $emulator build/x86_64-linux-gnu/fragstr-test 2>&1 || true; } |
		sed -n 's/.*here it can be //p')
	check "$1 has $2, not $choices" [ "$choices" = "$2" ]
}

need_packages make qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-powerpc-linux-gnu \
	libc6-dev-powerpc-cross gcc-i686-linux-gnu libc6-dev-i386-cross gcc-aarch64-linux-gnu \
	libc6-dev-arm64-cross
run s390x-linux-gnu qemu-s390x '64 bits, big-endian'
run powerpc-linux-gnu qemu-ppc '32 bits, big-endian'
run aarch64-linux-gnu qemu-aarch64 'NEON'
run i686-linux-gnu qemu-i386 '32 bits, little-endian'
run_as Opteron_G1 'scalar sse2'
run_as core2duo 'scalar sse2 ssse3'
close_run "$passed" "$failed"
