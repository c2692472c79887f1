#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# sets.sh: sets of real words over real traffic, against Hyperscan and the
# aho-corasick crate, as far as they are installed: each match is compared, where
# it stands, how long, and which needle it is, on several cuts and by every
# implementation. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/lib.sh"
cd "$top"

need_packages make gcc libhyperscan-dev
passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
capture_src=(bench/capture.c bench/packet.c bench/tcp.c bench/pcap_builtin.c)
crates=${CRATES:-/usr/share/cargo/registry}
rivals=

# ordered: as ours are told, by end, longest first, by number.
ordered() {
	LC_ALL=C sort -k1,1n -k2,2nr -k3,3n
}

build() {
	local with=()

	make -s -j"$jobs" BUILD=build/gcc CC=gcc CFLAGS='-O2 -Werror' build/gcc/libfragstr.a
	if echo 'int main(void) { return 0; }' |
		gcc -x c -include hs/hs.h -o /dev/null - -lhs 2>/dev/null; then
		with=(-DWITH_HYPERSCAN -lhs -lm)
		rivals+=' hyperscan'
	fi
	gcc -O2 -Wall -Wextra -Werror -Iinclude -Ibench -o "$work/sets_test" tests/check/sets_test.c \
		"${capture_src[@]}" build/gcc/libfragstr.a "${with[@]}"
}

# The crate is built by the benchmark, where it can be.
build_aho() {
	if ! command -v rustc >/dev/null || ! ls "$crates"/aho-corasick-0.7.* >/dev/null 2>&1; then
		return 0
	fi
	make -s -j"$jobs" BUILD=build/gcc CC=gcc CFLAGS='-O2 -Werror' build/gcc/fragstr-bench \
		>"$work/log" 2>&1 &&
		rustc -O -C panic=abort --edition 2018 -L build/gcc/peers -o "$work/aho" \
			--extern aho_corasick=build/gcc/peers/libaho_corasick.rlib \
			tests/check/sets_test.rs >"$work/log" 2>&1 || {
		sed 's/^/    /' "$work/log" >&2
		die "sets_test.rs does not build"
	}
	rivals+=' aho-corasick'
}

# rival NAME NEEDLES CASE
rival() {
	case $1 in
	hyperscan) "$work/sets_test" hyperscan "$work/text" "$2" "$3" ;;
	aho-corasick) "$work/aho" "$work/text" "$2" "$3" ;;
	esac | ordered
}

# compare NEEDLES CASE: all of ours with one of theirs, and theirs with each other.
compare() {
	local want=$work/want name engine impl matches

	rm -f "$want"
	for name in $rivals; do
		rival "$name" "$1" "$2" >"$work/got"
		[ -f "$want" ] || mv "$work/got" "$want"
		[ ! -f "$work/got" ] || check "$name" "$1" "$2"
	done
	matches=$(wc -l <"$want")
	say "${1##*/}, $2: $(wc -l <"$1") needles, $matches matches"
	for impl in scalar sse2 ssse3 avx2 avx512vbmi; do
		FRAGSTR_IMPL=$impl "$work/sets_test" view:0 "$work/text" "$1" "$2" >"$work/got" 2>/dev/null ||
			continue
		check "$impl, one piece" "$1" "$2"
		for engine in view:1448 view:64 view:16 view:1 scan:1448 scan:1; do
			FRAGSTR_IMPL=$impl "$work/sets_test" $engine "$work/text" "$1" "$2" >"$work/got"
			check "$impl, $engine" "$1" "$2"
		done
	done
}

# check WHO NEEDLES CASE: whether got is what is wanted.
check() {
	if cmp -s "$work/want" "$work/got"; then
		passed=$((passed + 1))
	else
		say "not ok - $1: ${2##*/}, $3: other matches than the rival's:"
		diff "$work/want" "$work/got" | head -n 6 | sed 's/^/    /' >&2
		failed=$((failed + 1))
	fi
	rm -f "$work/got"
}

# What is looked for: of few words, of many, of short ones, of some within others.
make_needles() {
	printf '%s\n' 'GET ' 'HEAD ' 'POST ' 'PUT ' 'DELETE ' 'OPTIONS ' 'HTTP/1.0' 'HTTP/1.1' \
		>"$work/methods"
	LC_ALL=C grep -aoE '^[A-Za-z-]+: ' "$work/text" | LC_ALL=C sort -u >"$work/headers"
	head -n 3 "$work/headers" >"$work/few-headers"
	cat "$work/text" /usr/share/common-licenses/* 2>/dev/null | LC_ALL=C grep -aoE '[A-Za-z]{4,20}' |
		LC_ALL=C sort -u | head -n 5000 >"$work/words"
	LC_ALL=C grep -aoE '[A-Za-z0-9 ,./-]{10,20}' "$work/text" | LC_ALL=C sort -u |
		awk 'NR % 11 == 0' | head -n 1000 >"$work/pieces"
	printf '%s\n' e th the then here er - -- : '; ' >"$work/short"
}

build
build_aho
[ -n "$rivals" ] || die "neither libhyperscan-dev nor librust-aho-corasick-dev is here to compare with"
"$work/sets_test" capture bench/captures/http.pcap >"$work/text"
make_needles
for needles in methods headers few-headers words pieces short; do
	compare "$work/$needles" exact
	compare "$work/$needles" icase
done
say "compared with:$rivals"
close_run "$passed" "$failed"
