# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
#
# What the checks that boot a machine share: modules built, an initramfs packed,
# a machine run. Source it after lib.sh.

# build_modules KERNEL KDIR STAGE [MAKE_ARGUMENT...]: in a copy in the folder
# STAGE, so that the checkout stays clean.
build_modules() {
	local kernel=$1 kdir=$2 stage=$3 log=$3.build.log

	shift 3
	rm -rf "$stage"
	mkdir -p "$stage"
	cp -a "$top/Kbuild" "$top/kmod" "$top/include" "$top/tests" "$stage"
	[ ! -d "$top/bench/kernel" ] || { mkdir "$stage/bench" && cp -a "$top/bench/kernel" "$stage/bench"; }
	# Objects that a build in the checkout left there are not ours.
	find "$stage" \( -name '*.o' -o -name '*.cmd' -o -name '*.ko' \) -delete
	if ! make -C "$kdir" M="$stage" W=1 -j"$jobs" "$@" modules >"$log" 2>&1 9>&-; then
		grep -iE 'error|undefined' "$log" | sed "s,$stage/,,g; s/^/    /" >&2 || true
		say "${0##*/}: the modules do not build on $kernel: the whole log is $log"
		return 1
	fi
	if grep -iE 'warning:' "$log" | sed "s,$stage/,,g; s/^/    /" >&2; then
		say "${0##*/}: the modules build with warnings on $kernel: the whole log is $log"
		return 1
	fi
}

# put_program ROOT PROGRAM...: a program and the libraries it needs.
put_program() {
	local root=$1 program lib

	shift
	mkdir -p "$root/bin"
	for program in "$@"; do
		cp -L "$program" "$root/bin/"
		for lib in $(ldd "$program" 2>/dev/null | grep -oE '/[^ ]+'); do
			mkdir -p "$root$(dirname "$lib")"
			cp -L "$lib" "$root$lib"
		done
	done
}

# new_root ROOT INIT: busybox, the real insmod (busybox's own tries a module that
# fails a second time), and the script to begin with.
new_root() {
	local name

	mkdir -p "$1/bin" "$1/sbin" "$1/proc" "$1/sys" "$1/dev" "$1/run" "$1/tmp"
	put_program "$1" "$(command -v busybox)" "$(command -v kmod)"
	for name in insmod rmmod lsmod modprobe; do
		ln -s kmod "$1/bin/$name"
	done
	# where the kernel looks for it
	ln -s ../bin/kmod "$1/sbin/modprobe"
	install -m 755 "$2" "$1/init"
}

# pack_root ROOT OUT
pack_root() {
	(cd "$1" && find . | cpio -o -H newc --quiet | gzip -1) >"$2"
}

# boot_qemu DEBIAN INITRAMFS LOG [KERNEL_ARGUMENT...]. Emulated even where there is
# KVM: that refuses some machines' -cpu max.
boot_qemu() {
	local debian=$1 initramfs=$2 log=$3

	shift 3
	timeout "${FRAGSTR_VM_TIMEOUT:-600}" qemu-system-x86_64 -accel tcg -cpu max -m 1024 \
		-smp 2 -no-reboot -nographic -nodefaults -serial stdio \
		-kernel "$debian/vmlinuz" -initrd "$initramfs" \
		-append "console=ttyS0 panic=-1 oops=panic quiet mitigations=off nokaslr $*" \
		</dev/null >"$log" 2>&1 9>&-
}

# boot_uml LINUX INITRAMFS LOG [KERNEL_ARGUMENT...]
boot_uml() {
	local linux=$1 initramfs=$2 log=$3

	shift 3
	timeout "${FRAGSTR_VM_TIMEOUT:-600}" "$linux" mem=1G initrd="$initramfs" con0=fd:0,fd:1 con=none \
		rdinit=/init panic=-1 oops=panic quiet "$@" </dev/null >"$log" 2>&1 9>&-
}
