#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# cross.sh: the userspace suites for other word sizes and byte orders, each under
# qemu-user. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/userlib.sh"

# run TRIPLET EMULATOR WHAT
run() {
	local rc=0

	make -s -j"$jobs" BUILD="build/$1" CC="$1-gcc" AR="$1-ar" CFLAGS='-O2 -Werror' LDFLAGS=-static \
		"build/$1/fragstr-test"
	"$2" "build/$1/fragstr-test" >"$work/log" 2>&1 || rc=$?
	count "$3 ($1)" "$work/log" $rc
}

need_packages make qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-powerpc-linux-gnu \
	libc6-dev-powerpc-cross gcc-i686-linux-gnu libc6-dev-i386-cross gcc-aarch64-linux-gnu \
	libc6-dev-arm64-cross
run s390x-linux-gnu qemu-s390x '64 bits, big-endian'
run powerpc-linux-gnu qemu-ppc '32 bits, big-endian'
run aarch64-linux-gnu qemu-aarch64 'NEON'
run i686-linux-gnu qemu-i386 '32 bits, little-endian'
close_run "$passed" "$failed"
