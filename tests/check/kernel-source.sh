#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# kernel-source.sh 6.1|6.12|sid: unpacks Debian's source of that kernel into the
# cache, once a version, and prints the path of the tree. sid is Debian's newest.

set -eu
. "$(dirname "$0")/lib.sh"

[ $# -eq 1 ] || die "usage: kernel-source.sh 6.1|6.12|sid"
check_source "$1"
package=linux-source-$1
if [ "$1" = sid ]; then
	use_sid
	package=$(apt-cache "${apt_from[@]}" depends linux-source | awk '$1 == "Depends:" { print $2 }')
fi
version=$(need_candidate "$package")
entry=$cache/source/$1_$version

take_lock "source-$1"
if [ ! -d "$entry" ]; then
	need_packages xz-utils
	mkdir -p "$cache/source"
	rm -rf "$cache/source/$1.new"
	mkdir "$cache/source/$1.new"
	say "fetching and unpacking $package $version"
	fetch "$cache/source/$1.new" "$package=$version"
	# The package holds one archive: from the one into the other, with no
	# third copy of some hundred megabytes in between.
	dpkg --fsys-tarfile "$cache/source/$1.new/"*.deb |
		tar -xO "./usr/src/$package.tar.xz" |
		tar -xJ -C "$cache/source/$1.new"
	mv "$cache/source/$1.new/$package" "$entry"
	rm -rf "$cache/source/$1.new"
fi
mark_used "$entry"
printf '%s\n' "$entry"
