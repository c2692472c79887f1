# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
#
# What the scripts of this folder share. Source it after `set -eu`; it needs
# bash. Everything fetched or built lies in one cache folder outside the tree,
# each entry under a name that holds the version (and the configuration) it was
# made from, and each made under another name first: what is there is whole.

set -o pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${FRAGSTR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fragstr}
jobs=$(nproc)
case $cache in
/*) ;;
*) cache=$PWD/$cache ;;
esac

# Listed here and not in the scripts, so that a user who must install them by
# hand is told everything in one command.
kunit_packages=(build-essential flex bison bc libelf-dev libssl-dev python3 xz-utils)
vm_packages=(build-essential busybox-static cpio dwarves kmod libelf-dev qemu-system-x86 xz-utils)

# A build that stops at the first byte read or written where none may be. Lines are told
# by -g1 as well, and it compiles in three quarters of the time.
sanitize='-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=undefined'

# What a kernel prints when something in it has gone wrong.
kernel_trouble='(BUG|UBSAN|KASAN|WARNING|Oops|Call Trace|general protection fault|Kernel panic).*:|Kernel panic'

say() {
	printf '%s\n' "$*" >&2
}

die() {
	say "${0##*/}: $*"
	exit 1
}

# Kernels do not build where make would take a path apart.
case $cache in
*[[:space:]:]*) die "the cache folder '$cache' has a space or a colon in its name: set FRAGSTR_CACHE to another" ;;
esac

# The kernels that the tests run on.
check_version() {
	case $1 in
	6.1 | 6.12) ;;
	*) die "unknown kernel '$1': the tests run on 6.1 and 6.12" ;;
	esac
}

# Those, and the newest that Debian has the source of.
check_source() {
	[ "$1" = sid ] || check_version "$1"
}

# Runs a command as root, or fails without a word where that is not allowed.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif sudo -n true 2>/dev/null; then
		sudo -n "$@"
	else
		return 1
	fi
}

need_debian() {
	command -v apt-get >/dev/null && [ "$(dpkg --print-architecture)" = amd64 ] ||
		die "this check takes its kernels and tools from Debian (amd64), which this machine is not"
}

missing_packages() {
	local p

	for p in "$@"; do
		[ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null)" = installed ] ||
			printf '%s\n' "$p"
	done | sort -u
}

apt_update() {
	as_root apt-get -qq -o DPkg::Lock::Timeout=300 update >&2
}

apt_install() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 \
		install --no-install-recommends "$@" >"$cache/apt.log" 2>&1
}

# need_packages NAME...: installs what is missing, or says how to and fails.
need_packages() {
	local missing

	need_debian
	mapfile -t missing < <(missing_packages "$@")
	[ ${#missing[@]} -gt 0 ] || return 0
	if ! as_root true; then
		mapfile -t missing < <(missing_packages "$@" "${kunit_packages[@]}" "${vm_packages[@]}")
		die "packages are missing, and only root may install them. Run this, then try again:
    sudo apt-get update && sudo apt-get install --no-install-recommends ${missing[*]}"
	fi
	say "installing ${missing[*]}"
	mkdir -p "$cache"
	apt_install "${missing[@]}" && return 0
	apt_update && apt_install "${missing[@]}" && return 0
	sed 's/^/    /' "$cache/apt.log" >&2
	die "apt-get could not install ${missing[*]}: see above"
}

# What packages are looked for in: what the machine's apt knows, or use_sid's lists.
apt_from=()

# use_sid: from here on packages are those of Debian's newest suite. They are fetched,
# not installed, and the machine's own lists stay as they are.
use_sid() {
	local sid=$cache/sid

	need_debian
	mkdir -p "$sid/lists/partial" "$sid/archives/partial"
	printf 'deb [signed-by=%s] http://deb.debian.org/debian sid main\n' \
		/usr/share/keyrings/debian-archive-keyring.gpg >"$sid/sources.list"
	apt_from=(-o "Dir::Etc::SourceList=$sid/sources.list" -o Dir::Etc::SourceParts=-
		-o "Dir::State::Lists=$sid/lists" -o "Dir::Cache=$sid"
		-o "APT::Sandbox::User=$(id -un)")
	[ -z "$(find "$sid/lists" -name '*_Packages*' -mtime -1)" ] || return 0
	apt-get -qq "${apt_from[@]}" update >&2 ||
		die "the package lists of Debian's suite sid could not be read: see above"
}

# The version of a package that apt would install; empty if it knows none.
candidate() {
	apt-cache "${apt_from[@]}" policy "$1" 2>/dev/null | awk '$1 == "Candidate:" && $2 != "(none)" { print $2 }'
}

# need_candidate NAME: the same, reading the lists anew where they lack it.
need_candidate() {
	local v

	need_debian
	v=$(candidate "$1")
	if [ -z "$v" ]; then
		apt_update || die "apt knows no package $1. Run this, then try again:
    sudo apt-get update"
		v=$(candidate "$1")
	fi
	[ -n "$v" ] || die "apt knows no package $1: Debian 12 and its security suite have it"
	printf '%s\n' "$v"
}

# fetch FOLDER NAME=VERSION...: the .deb files, not installed.
fetch() {
	local log=$1/apt.log

	(cd "$1" && shift && apt-get -q "${apt_from[@]}" download "$@" >"$log" 2>&1) && return 0
	say "a download failed; reading the package lists anew"
	apt_update || true
	(cd "$1" && shift && apt-get -q "${apt_from[@]}" download "$@" >"$log" 2>&1) && return 0
	sed 's/^/    /' "$log" >&2
	shift
	die "apt-get could not download $*: see above"
}

# take_lock NAME: one run at a time, until this process ends. Long commands are
# run with 9>&-, lest something they leave behind keep the lock.
take_lock() {
	mkdir -p "$cache"
	exec 9>"$cache/$1.lock"
	flock -n 9 && return 0
	say "waiting for another run that uses $cache ($1)"
	flock 9
}

# mark_used ENTRY: entries of the same kind that nobody used for a month go.
mark_used() {
	touch "$1"
	find "$(dirname "$1")" -mindepth 1 -maxdepth 1 -type d -mtime +30 -exec rm -rf {} +
}

# count_ktap NAME LOG: prints "PASSED FAILED"; what is wrong goes to stderr.
count_ktap() {
	tr -d '\r' <"$2" | awk -f "$top/tests/check/ktap.awk" -v name="$1"
}

# close_run PASSED FAILED: the closing line of every check, and its exit status.
close_run() {
	printf '%d passed, %d failed\n' "$1" "$2"
	[ "$1" -gt 0 ] && [ "$2" -eq 0 ]
}
