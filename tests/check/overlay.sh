#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# overlay.sh add|remove TREE: makes this checkout lib/fragstr of a kernel source
# tree, or takes it out again. A link and one tagged line each in lib/Makefile
# and lib/Kconfig: the tree's other files, and so the objects built from them,
# stay as they are, whichever checkout is linked.

set -eu
. "$(dirname "$0")/lib.sh"

tag='# fragstr overlay'

# put_line FILE LINE: appends the line unless it is there.
put_line() {
	grep -qxF "$2" "$1" || printf '%s\n' "$2" >>"$1"
}

[ $# -eq 2 ] || die "usage: overlay.sh add|remove TREE"
tree=$2
[ -f "$tree/lib/Makefile" ] && [ -f "$tree/Kconfig" ] ||
	die "$tree is no kernel source tree: it has no lib/Makefile and Kconfig"
[ -L "$tree/lib/fragstr" ] || [ ! -e "$tree/lib/fragstr" ] ||
	die "$tree/lib/fragstr exists and is not the link this script makes: move it away"

case $1 in
add)
	ln -sfn "$top" "$tree/lib/fragstr"
	put_line "$tree/lib/Makefile" "obj-\$(CONFIG_FRAGSTR) += fragstr/ $tag"
	put_line "$tree/lib/Kconfig" "source \"lib/fragstr/kmod/Kconfig\" $tag"
	;;
remove)
	sed -i "/$tag\$/d" "$tree/lib/Makefile" "$tree/lib/Kconfig"
	rm -f "$tree/lib/fragstr"
	;;
*)
	die "unknown action '$1': add or remove"
	;;
esac
