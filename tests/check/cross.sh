#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# cross.sh: the userspace suites for other word sizes and byte orders, each under
# qemu-user. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/lib.sh"
cd "$top"

passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# run TRIPLET EMULATOR WHAT
run() {
	local rc=0 counts

	make -s -j"$jobs" BUILD="build/$1" CC="$1-gcc" AR="$1-ar" CFLAGS='-O2 -Werror' LDFLAGS=-static \
		"build/$1/fragstr-test"
	"$2" "build/$1/fragstr-test" >"$log" 2>&1 || rc=$?
	counts=$(count_ktap "$1" "$log")
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	if [ "$rc" != 0 ] && [ "${counts#* }" = 0 ]; then
		failed=$((failed + 1))
	fi
	if [ "$rc" != 0 ]; then
		grep -vE '^ *ok ' "$log" | head -n 40 | sed 's/^/    /' >&2
	fi
	say "$3 ($1): ${counts% *} passed, ${counts#* } failed"
}

need_packages make qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross gcc-powerpc-linux-gnu \
	libc6-dev-powerpc-cross gcc-i686-linux-gnu libc6-dev-i386-cross gcc-aarch64-linux-gnu \
	libc6-dev-arm64-cross
run s390x-linux-gnu qemu-s390x '64 bits, big-endian'
run powerpc-linux-gnu qemu-ppc '32 bits, big-endian'
run aarch64-linux-gnu qemu-aarch64 'NEON'
run i686-linux-gnu qemu-i386 '32 bits, little-endian'
close_run "$passed" "$failed"
