#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# vm.sh [6.1|6.12]...: builds the modules against Debian's own kernel, without a
# warning, and loads them there, in QEMU; both kernels where none is named. These
# kernels have no KUnit: fragstr_test.ko runs the suites itself, and loads only
# if all pass. The last line is `N passed, N failed`.
#
# FRAGSTR_VM_TIMEOUT: seconds until a machine that hangs is stopped (600).

set -eu
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/vmlib.sh"

# make_initramfs STAGE DEBIAN OUT: our modules, and kmp to compare with.
make_initramfs() {
	local root=$1/initramfs

	new_root "$root" "$top/tests/check/vm-init"
	cp "$1"/*.ko "$1"/kmod/*.ko "$1"/kmod/examples/*.ko "$root/"
	cp "$2"/root/lib/modules/*/kernel/lib/ts_kmp.ko* "$root/"
	pack_root "$root" "$3"
}

# judge VERSION LOG: adds to $passed and $failed. A panic ends QEMU with 0, so
# the log alone is judged.
judge() {
	local counts part=$2.ktap before=$failed

	tr -d '\r' <"$2" |
		sed -n "/^vm-init: test: start/,/^vm-init: test: exit/{s,$cache/vm/$1/,,g;p}" >"$part"
	counts=$(count_ktap "insmod $1" "$part")
	say "insmod $1: ${counts% *} passed, ${counts#* } failed"
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	if grep -nE "$kernel_trouble" "$2" >&2; then
		say "vm.sh: the kernel $1 reported trouble"
		failed=$((failed + 1))
	elif ! grep -q '^vm-init: end' "$2"; then
		say "vm.sh: the machine with $1 did not come to its end"
		failed=$((failed + 1))
	elif ! grep -q 'fragstr_example: the head ends at byte 34 of 43' "$2"; then
		say "vm.sh: the example of the README did not run on $1"
		failed=$((failed + 1))
	elif ! grep -q 'fragstr: impl=nonsense: here it can be scalar sse2 ssse3 avx2' "$2" ||
		! grep -q '^vm-init: refused as wanted: .*impl=nonsense' "$2"; then
		say "vm.sh: $1 did not refuse a wrong impl= with the choices"
		failed=$((failed + 1))
	elif [ "$(tr -d '\r' <"$2" | sed -n 's/^vm-init: impl is //p' | xargs)" != 'avx2 scalar' ]; then
		say "vm.sh: the module on $1 did not run by AVX2, and then by scalar code"
		failed=$((failed + 1))
	elif grep -E '^vm-init: .*: exit [1-9]' "$2" >&2 && [ "${counts#* }" = 0 ]; then
		say "vm.sh: a module of $1 could not be loaded or unloaded"
		failed=$((failed + 1))
	fi
	[ "$failed" = "$before" ] || say "the machine's log: $2"
}

run_vm() {
	local debian stage=$cache/vm/$1 log=$cache/vm/$1.log

	debian=$("$top/tests/check/kernel-debian.sh" "$1")
	if ! build_modules "$1" "$debian/kdir" "$stage"; then
		failed=$((failed + 1))
		return
	fi
	make_initramfs "$stage" "$debian" "$stage/initramfs.gz"
	boot_qemu "$debian" "$stage/initramfs.gz" "$log" ||
		say "vm.sh: QEMU with $1 ended with $? (124: after ${FRAGSTR_VM_TIMEOUT:-600} s)"
	judge "$1" "$log"
}

[ $# -gt 0 ] || set -- 6.1 6.12
for version in "$@"; do
	check_version "$version"
done
need_packages "${vm_packages[@]}"
passed=0
failed=0
for version in "$@"; do
	take_lock "vm-$version"
	run_vm "$version"
done
close_run "$passed" "$failed"
