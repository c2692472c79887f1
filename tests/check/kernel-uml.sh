#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# kernel-uml.sh bench|debug: builds user-mode Linux 6.12 with modules, once, from
# uml-bench.config (as fast as the machine is) or uml-debug.config (KASAN, kmemleak,
# lockdep), and prints the folder. In it: linux, which is a program that boots; it
# serves as KDIR too, with ARCH=um.

set -eu
. "$(dirname "$0")/lib.sh"

# The symbols that a configuration asks for and did not get.
unmet() {
	grep -vE '^# SPDX' "$1" | grep -vxFf "$2" | while read -r line; do
		case $line in
		# What does not exist at all is not set either.
		'# '*' is not set') ! grep -q "^$(echo "$line" | cut -d' ' -f2)=" "$2" || echo "$line" ;;
		*) echo "$line" ;;
		esac
	done
}

build() {
	local tree=$1 new=$2 config=$3 missing

	mkdir -p "$new"
	cp "$config" "$new/.config"
	make -C "$tree" O="$new" ARCH=um olddefconfig
	missing=$(unmet "$config" "$new/.config")
	if [ -n "$missing" ]; then
		printf 'error: the kernel does not have it so:\n%s\n' "$missing"
		return 1
	fi
	make -C "$tree" O="$new" ARCH=um -j"$jobs" linux modules
}

[ $# -eq 1 ] && [ -f "$top/tests/check/uml-$1.config" ] || die "usage: kernel-uml.sh bench|debug"
config=$top/tests/check/uml-$1.config
need_packages "${kunit_packages[@]}" kmod
tree=$("$top/tests/check/kernel-source.sh" 6.12)
entry=$cache/uml/$1_${tree##*/}_$(sha256sum "$config" | cut -c 1-12)

if [ ! -e "$entry/fragstr.built" ]; then
	# Not while kunit.sh has its overlay in the tree: that adds symbols.
	take_lock kunit-6.12
fi
if [ ! -e "$entry/fragstr.built" ]; then
	rm -rf "$entry"
	mkdir -p "$cache/uml"
	say "building user-mode Linux with modules ($1): some minutes, once"
	if ! build "$tree" "$entry" "$config" >"$entry.log" 2>&1 </dev/null 9>&-; then
		grep -iE 'error' "$entry.log" | tail -n 20 | sed 's/^/    /' >&2
		die "user-mode Linux could not be built: the whole log is $entry.log"
	fi
	touch "$entry/fragstr.built"
fi
mark_used "$entry"
printf '%s\n' "$entry"
