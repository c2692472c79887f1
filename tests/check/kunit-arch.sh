#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# kunit-arch.sh s390|arm64|x86_64|debug|kcsan|highmem...: the suites in KUnit on another
# machine, emulated by QEMU, by the kernel's own kunit.py: big-endian, ARM, x86; x86 with
# two CPUs and what watches the FPU, locks, preemption and memory, or KCSAN, which watches
# for data races; and 32-bit x86 where each page of a buffer must be mapped, and lies
# elsewhere each time. Linux 6.12, or what KERNEL names: 6.1, sid. Not part of `make check`,
# as each takes minutes to build, and as two suites take time: where the host is busy, the
# long runs alone wait for their turn, and look as if time grew by the square. The last
# line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/lib.sh"

declare -A packages=(
	[s390]='gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-system-misc'
	[arm64]='gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-system-arm'
	[x86_64]=qemu-system-x86 [debug]=qemu-system-x86 [kcsan]=qemu-system-x86
	[highmem]=qemu-system-x86
)
# A busy host makes a guest's TSC look wrong, and then there is no clock but ticks.
x86='--kernel_args=tsc=reliable'
# QEMU's own choice of a CPU has no AVX2.
max="$x86 --qemu_args=-cpu\\ max"
two_cpus="$max --qemu_args=-smp\\ 2"
declare -A arguments=(
	[s390]='--arch=s390 --cross_compile=s390x-linux-gnu-'
	[arm64]='--arch=arm64 --cross_compile=aarch64-linux-gnu-'
	[x86_64]="--arch=x86_64 $max" [debug]="--arch=x86_64 $two_cpus"
	[kcsan]="--arch=x86_64 $two_cpus" [highmem]="--arch=i386 $x86"
)

run_arch() {
	local config=$top/tests/check/kunit-qemu.config tree build rc=0 counts

	[ ! -e "$top/tests/check/kunit-$1.config" ] || config=$top/tests/check/kunit-$1.config
	tree=$("$top/tests/check/kernel-source.sh" "$KERNEL")
	build=$cache/kunit-arch/$1_${tree##*/}_$(grep -v FRAGSTR "$config" | sha256sum | cut -c 1-12)
	"$top/tests/check/overlay.sh" add "$tree"
	mkdir -p "$build"
	rm -rf "$build/lib/fragstr" "$build/test.log"
	# shellcheck disable=SC2086
	eval "set -- $1 ${arguments[$1]}"
	"$tree/tools/testing/kunit/kunit.py" run --kunitconfig="$config" --build_dir="$build" \
		--jobs="$jobs" --timeout="${FRAGSTR_KUNIT_TIMEOUT:-900}" "${@:2}" \
		>"$build/fragstr.log" 2>&1 </dev/null 9>&- || rc=$?
	mark_used "$build"
	if [ ! -e "$build/test.log" ]; then
		tail -n 40 "$build/fragstr.log" | sed 's/^/    /' >&2
		say "kunit-arch.sh: the kernel for $1 could not be built or started"
		failed=$((failed + 1))
		return
	fi
	counts=$(count_ktap "kunit $1" "$build/test.log")
	say "kunit $1: ${counts% *} passed, ${counts#* } failed"
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	# Two suites write to bytes that others search: that race is what they are for.
	if grep -nE "$kernel_trouble" "$build/test.log" |
		grep -vE 'KCSAN: data-race in .*\b(rewrite|scribble)\b' >&2; then
		say "kunit-arch.sh: the kernel for $1 reported trouble"
		failed=$((failed + 1))
	fi
	[ "$failed" = 0 ] || say "the kernel's log: $build/test.log"
}

[ $# -gt 0 ] || die "usage: kunit-arch.sh s390|arm64|x86_64|debug|kcsan|highmem..."
KERNEL=${KERNEL:-6.12}
check_source "$KERNEL"
passed=0
failed=0
for arch in "$@"; do
	[ -n "${packages[$arch]:-}" ] || die "unknown machine '$arch'"
	# shellcheck disable=SC2086
	need_packages "${kunit_packages[@]}" ${packages[$arch]}
	take_lock "kunit-$KERNEL"
	run_arch "$arch"
done
close_run "$passed" "$failed"
