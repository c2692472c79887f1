#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# firewall.sh [6.1|6.12|uml]...: rules of iptables, and filters of traffic control,
# that search with the algorithm fragstr, over real traffic: on Debian's kernels in
# QEMU, and on user-mode Linux 6.12 with KASAN, lockdep and kmemleak; all three where
# none is named. See firewall-init for what is tried. The last line is `N passed,
# N failed`.
#
# FRAGSTR_CHURN: for how many seconds rules come and go under traffic (30 in
# user-mode Linux, which looks for leaks, 10 in QEMU).
# FRAGSTR_VM_TIMEOUT: seconds until a machine that hangs is stopped (600).

set -eu
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/vmlib.sh"

# put_modules ROOT RELEASE STAGE: ours, where modprobe finds them.
put_modules() {
	local to=$1/lib/modules/$2

	mkdir -p "$to/updates"
	cp "$3/fragstr.ko" "$3/kmod/ts_fragstr.ko" "$to/updates/"
	touch "$to/modules.order" "$to/modules.builtin" "$to/modules.builtin.modinfo"
	depmod -b "$1" "$2"
}

# build_examples KDIR STAGE [MAKE_ARGUMENT...]: by themselves, as somebody else's
# modules would be, against what was built in STAGE.
build_examples() {
	local kdir=$1 stage=$2

	shift 2
	cp -a "$top/kmod/examples" "$stage/examples"
	make -C "$kdir" M="$stage/examples" FRAGSTR="$stage" KBUILD_EXTRA_SYMBOLS="$stage/Module.symvers" "$@" \
		modules >"$stage.examples.log" 2>&1 9>&- || {
		say "firewall.sh: the examples do not build: the log is $stage.examples.log"
		return 1
	}
}

# put_kernels_modules ROOT RELEASE DEBIAN: the kernel's own that the rules need.
put_kernels_modules() {
	local from=$3/root/lib/modules/$2 file
	local names=(xt_string ts_kmp ts_bm iptable_filter nft_compat nf_tables veth xt_tcpudp
		crc32c_generic em_text cls_basic sch_ingress act_gact)

	[ -e "$from/modules.dep.bin" ] || depmod -b "$3/root" "$2"
	for name in "${names[@]}"; do
		modprobe -d "$3/root" -S "$2" --show-depends "$name" >/dev/null 2>&1 || {
			say "firewall.sh: the kernel $2 has no module $name"
			return 1
		}
	done
	for name in "${names[@]}"; do
		modprobe -d "$3/root" -S "$2" --show-depends "$name" 2>/dev/null | awk '$1 == "insmod" { print $2 }'
	done | sort -u | while read -r file; do
		install -D -m 644 "$file" "$1/lib/modules/$2/${file##*/"$2"/}"
	done
}

# make_initramfs STAGE RELEASE OUT [DEBIAN]
make_initramfs() {
	local root=$1/initramfs

	new_root "$root" "$top/tests/check/firewall-init"
	put_program "$root" /usr/sbin/xtables-legacy-multi /usr/sbin/xtables-nft-multi "$(command -v ip)"
	mkdir -p "$root/xtables"
	cp -L /usr/lib/x86_64-linux-gnu/xtables/libxt_{string,standard,udp,tcp}.so "$root/xtables/" 2>/dev/null ||
		cp -L /usr/lib/x86_64-linux-gnu/xtables/libxt_{string,standard}.so "$root/xtables/"
	for program in datagrams ematch; do
		cc -Wall -Wextra -Werror -O2 -static -o "$root/bin/$program" "$top/tests/check/$program.c" || return
	done
	cp "$1/examples/fragstr_http_host.ko" "$root/"
	[ $# = 3 ] || put_kernels_modules "$root" "$2" "$4" || return
	put_modules "$root" "$2" "$1"
	pack_root "$root" "$3"
}

# judge NAME LOG: adds to $passed and $failed.
judge() {
	local counts before=$failed

	counts=$(count_ktap "firewall $1" "$2")
	say "firewall $1: ${counts% *} passed, ${counts#* } failed"
	passed=$((passed + ${counts% *}))
	failed=$((failed + ${counts#* }))
	if grep -nE "$kernel_trouble" "$2" >&2; then
		say "firewall.sh: the kernel of $1 reported trouble"
		failed=$((failed + 1))
	elif ! grep -q '^firewall-init: end' "$2"; then
		say "firewall.sh: the machine $1 did not come to its end"
		failed=$((failed + 1))
	fi
	[ "$failed" = "$before" ] || say "the machine's log: $2"
}

run_debian() {
	local debian release stage=$cache/firewall/$1 log=$cache/firewall/$1.log

	debian=$("$top/tests/check/kernel-debian.sh" "$1")
	release=$(cat "$debian/release")
	build_modules "$1" "$debian/kdir" "$stage" FRAGSTR_TESTS=n || return
	build_examples "$debian/kdir" "$stage" || return
	make_initramfs "$stage" "$release" "$stage/initramfs.gz" "$debian" || return
	boot_qemu "$debian" "$stage/initramfs.gz" "$log" "churn=${FRAGSTR_CHURN:-10}" ||
		say "firewall.sh: QEMU with $1 ended with $? (124: after ${FRAGSTR_VM_TIMEOUT:-600} s)"
	judge "$1" "$log"
}

run_uml() {
	local uml release stage=$cache/firewall/uml log=$cache/firewall/uml.log

	uml=$("$top/tests/check/kernel-uml.sh" debug)
	release=$(cat "$uml/include/config/kernel.release")
	build_modules uml "$uml" "$stage" ARCH=um FRAGSTR_TESTS=n || return
	build_examples "$uml" "$stage" ARCH=um || return
	make_initramfs "$stage" "$release" "$stage/initramfs.gz" || return
	boot_uml "$uml/linux" "$stage/initramfs.gz" "$log" "churn=${FRAGSTR_CHURN:-30}" || true
	judge uml "$log"
}

[ $# -gt 0 ] || set -- 6.1 6.12 uml
for machine in "$@"; do
	[ "$machine" = uml ] || check_version "$machine"
done
need_packages "${vm_packages[@]}" iptables iproute2
passed=0
failed=0
for machine in "$@"; do
	take_lock "firewall-$machine"
	case $machine in
	uml) run_uml || failed=$((failed + 1)) ;;
	*) run_debian "$machine" || failed=$((failed + 1)) ;;
	esac
done
close_run "$passed" "$failed"
