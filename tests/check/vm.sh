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

# build_modules VERSION DEBIAN STAGE: in a copy, so that the checkout stays clean.
build_modules() {
	local log=$3.build.log

	rm -rf "$3"
	mkdir -p "$3"
	cp -a "$top/Kbuild" "$top/kmod" "$top/include" "$top/tests" "$3"
	# Objects that a build in the checkout left there are not ours.
	find "$3" \( -name '*.o' -o -name '*.cmd' \) -delete
	if ! make -C "$2/kdir" M="$3" W=1 -j"$jobs" modules >"$log" 2>&1 9>&-; then
		grep -iE 'error|undefined' "$log" | sed "s,$3/,,g; s/^/    /" >&2 || true
		say "vm.sh: the modules do not build on $1: the whole log is $log"
		return 1
	fi
	if grep -iE 'warning:' "$log" | sed "s,$3/,,g; s/^/    /" >&2; then
		say "vm.sh: the modules build with warnings on $1: the whole log is $log"
		return 1
	fi
}

# make_initramfs STAGE OUT: busybox, a real insmod and its libraries (busybox's
# own tries a module that fails a second time), and our modules.
make_initramfs() {
	local root=$1/initramfs kmod lib

	kmod=$(command -v kmod)
	mkdir -p "$root/bin" "$root/proc" "$root/sys"
	cp "$(command -v busybox)" "$kmod" "$root/bin/"
	ln -s kmod "$root/bin/insmod"
	ln -s kmod "$root/bin/rmmod"
	for lib in $(ldd "$kmod" | grep -oE '/[^ ]+'); do
		mkdir -p "$root$(dirname "$lib")"
		cp -L "$lib" "$root$lib"
	done
	cp "$1/fragstr.ko" "$1/fragstr_test.ko" "$1/kmod/examples/fragstr_example.ko" "$root/"
	install -m 755 "$top/tests/check/vm-init" "$root/init"
	(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$2"
}

# Emulated even where there is KVM: that refuses some machines' -cpu max.
boot() {
	timeout "${FRAGSTR_VM_TIMEOUT:-600}" qemu-system-x86_64 -accel tcg -cpu max -m 1024 \
		-smp 2 -no-reboot -nographic -nodefaults -serial stdio \
		-kernel "$1/vmlinuz" -initrd "$2" \
		-append "console=ttyS0 panic=-1 oops=panic quiet mitigations=off nokaslr" \
		</dev/null >"$3" 2>&1 9>&-
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
	elif grep -E '^vm-init: .*: exit [1-9]' "$2" >&2 && [ "${counts#* }" = 0 ]; then
		say "vm.sh: a module of $1 could not be loaded or unloaded"
		failed=$((failed + 1))
	fi
	[ "$failed" = "$before" ] || say "the machine's log: $2"
}

run_vm() {
	local debian stage=$cache/vm/$1 log=$cache/vm/$1.log

	debian=$("$top/tests/check/kernel-debian.sh" "$1")
	if ! build_modules "$1" "$debian" "$stage"; then
		failed=$((failed + 1))
		return
	fi
	make_initramfs "$stage" "$stage/initramfs.gz"
	boot "$debian" "$stage/initramfs.gz" "$log" ||
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
