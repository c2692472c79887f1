#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# kernel-debian.sh 6.1|6.12: unpacks Debian's own kernel of that version into
# the cache, and prints the folder. In it: vmlinuz; kdir, to build modules
# against; release, the kernel's name for itself. Nothing is installed: the
# packages would bring a kernel, an initramfs and more into the user's /boot.

set -eu
. "$(dirname "$0")/lib.sh"

[ $# -eq 1 ] || die "usage: kernel-debian.sh 6.1|6.12"
check_version "$1"
need_candidate linux-image-amd64 >/dev/null

# The name of the image moves with every update; the metapackages know it.
image=
for meta in linux-image-amd64 "linux-image-$1-amd64"; do
	case $(candidate "$meta") in
	"$1".*) image=$(apt-cache depends "$meta" | awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2 }') ;;
	esac
done
[ -n "$image" ] || die "apt knows no kernel $1: Debian 12 and its security suite have it"
release=${image#linux-image-}
version=$(need_candidate "$image")
entry=$cache/debian/${release}_$version

take_lock "debian-$1"
if [ ! -d "$entry" ]; then
	need_packages xz-utils
	new=$cache/debian/$1.new
	rm -rf "$new"
	mkdir -p "$new/root"
	mapfile -t packages < <(apt-cache depends "linux-headers-$release" |
		awk '$1 == "Depends:" && $2 ~ /^linux-(headers-.*-common|kbuild-)/ { print $2 }')
	packages+=("$image" "linux-headers-$release")
	say "fetching ${packages[*]}"
	fetch "$new" "${packages[@]}"
	for deb in "$new"/*.deb; do
		dpkg -x "$deb" "$new/root"
		rm "$deb"
	done
	# The one absolute path in the headers.
	sed -i "s,/usr/src,$entry/root/usr/src," "$new/root/usr/src/linux-headers-$release/Makefile"
	ln -s "root/usr/src/linux-headers-$release" "$new/kdir"
	ln -s "root/boot/vmlinuz-$release" "$new/vmlinuz"
	printf '%s\n' "$release" >"$new/release"
	mv "$new" "$entry"
fi
mark_used "$entry"
printf '%s\n' "$entry"
