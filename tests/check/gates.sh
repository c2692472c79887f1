#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# gates.sh: the rules of the tree that a machine can see. Each failure says what
# is wrong, where, and why it matters. The last line is `N passed, N failed`.

set -eu
. "$(dirname "$0")/lib.sh"
cd "$top"

passed=0
failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# gate NAME WHY COMMAND...: the command prints what breaks the rule, or nothing.
gate() {
	local name=$1 why=$2 found

	shift 2
	found=$("$@" 2>&1) || found+=$'\n'"(exit status $?)"
	if [ -z "$found" ]; then
		say "ok - $name"
		passed=$((passed + 1))
	else
		say "not ok - $name"
		printf '%s\n' "$found" | sed 's/^/    /' >&2
		say "    why: $why"
		failed=$((failed + 1))
	fi
}

without_comments() {
	awk 'FNR == 1 { in_comment = 0 }
	{
		line = $0; out = ""
		while (line != "") {
			if (in_comment) {
				end = index(line, "*/")
				if (!end) break
				line = substr(line, end + 2); in_comment = 0
			} else {
				begin = index(line, "/*"); slashes = index(line, "//")
				if (slashes && (!begin || slashes < begin)) { out = out substr(line, 1, slashes - 1); break }
				if (!begin) { out = out line; break }
				out = out substr(line, 1, begin - 1)
				line = substr(line, begin + 2); in_comment = 1
			}
		}
		if (out ~ /[^ \t]/) print FILENAME ":" FNR ":" out
	}' "$@"
}

core_includes() {
	without_comments kmod/core/*.c kmod/core/*/*.c | grep '# *include' | grep -vE '# *include "(\.\./)?[a-z0-9_]+\.h"$' || true
	without_comments kmod/core/*.h | grep '# *include' |
		grep -vE '# *include "(fragstr/fragstr|fragstr/impl|[a-z0-9_]+)\.h"$' || true
}

core_words() {
	without_comments kmod/core/*.[ch] kmod/core/*/*.c |
		grep -wE 'CONFIG_[A-Z_]+|printk|pr_[a-z]+|printf|k?malloc|kmem_[a-z_]+|free|kfree|errno|EXPORT_SYMBOL[A-Z_]*' || true
}

kernel_ifdefs() {
	without_comments include/fragstr/*.h kmod/core/*.[ch] kmod/*.c user/examples/*.c | grep -w '__KERNEL__' |
		grep -v '^include/fragstr/env.h:' || true
}

version_checks() {
	without_comments $(git ls-files --cached --others --exclude-standard -- '*.c' '*.h') |
		grep -E 'LINUX_VERSION_CODE|KERNEL_VERSION' | grep -v '^kmod/compat.h:' || true
}

# Compile the core as the kernel would have it, for a world without a C library.
freestanding() {
	local cc=$1 f isa

	for f in kmod/core/*.c kmod/core/x86/*.c; do
		isa=
		case $f in
		*/x86/avx512vbmi_*) isa='-mavx512vbmi -mavx512bw' ;;
		*/x86/avx512_*) isa=-mavx512f ;;
		*/x86/*) isa=-m$(basename "$f" .c | sed 's/_.*//') ;;
		esac
		# shellcheck disable=SC2086
		$cc $isa -std=gnu11 -O2 -Wall -Wextra -Werror -ffreestanding -nostdinc -Wframe-larger-than=512 \
			-Wvla -Iinclude -Ikmod/core -c "$f" -o "$work/$cc-$(basename "$f" .c).o" || return
	done
	nm -u "$work/$cc"-*.o | awk '/:$/ { file = $1 } $1 == "U" &&
		$2 !~ /^(memcpy|memmove|memset|memcmp|fstri?_[a-z0-9_]+)$/ { print file, "needs", $2 }'
	nm "$work/$cc"-*.o | awk '/:$/ { file = $1 } $2 ~ /^[dDbBC]$/ { print file, "has writable data:", $3 }'
	nm "$work/$cc"-*.o | awk '/:$/ { file = $1 } $2 ~ /^[TRV]$/ && $3 !~ /^fstri?_/ {
		print file, "defines a global name outside fstr_ and fstri_:", $3 }'
}

# The calls that a header declares; inline ones are in no library.
declared() {
	without_comments "$@" | sed -E 's/^[^:]*:[0-9]*://' |
		awk '/^static inline/ { inl = 1 } { if (!inl) print } /^}/ { inl = 0 }' | grep '^[a-z]' |
		grep -oE '\bfstr_[a-z0-9_]+\(' | tr -d '(' | sort -u
}

map_equals_header() {
	diff <(declared include/fragstr/fragstr.h include/fragstr/impl.h include/fragstr/sink.h) \
		<(grep -oE '^	fstr_[a-z0-9_]+;' user/fragstr.map | tr -d '\t;' | sort -u) |
		sed -n 's/^</fragstr.map lacks/p; s/^>/fragstr.map has, but the headers have not,/p'
}

exports_equal_headers() {
	diff <(declared include/fragstr/fragstr.h include/fragstr/impl.h include/fragstr/skb.h \
		include/fragstr/iter.h include/fragstr/sources.h) \
		<(grep -oE 'EXPORT_SYMBOL_GPL\(fstr_[a-z0-9_]+\)' kmod/exports.c |
			sed -E 's/.*\((.*)\)/\1/' | sort -u) |
		sed -n 's/^</exports.c lacks/p; s/^>/exports.c has, but the headers have not,/p'
}

suites_listed() {
	diff <(basename -a tests/suites/*_kunit.c | sed 's/_kunit\.c$//' | sort) \
		<(grep -oE 'X\([a-z0-9_]+_suite\)' tests/suites/list.h | sed -E 's/X\((.*)_suite\)/\1/' | sort) |
		sed -n 's/^</list.h lacks/p; s/^>/list.h names a suite without a file:/p'
}

licences() {
	local f

	git ls-files --cached --others --exclude-standard | while read -r f; do
		case $f in
		*.pcap | *.csv | *.txt | COPYING | README | */README | .gitignore | .kunitconfig | *.config) continue ;;
		esac
		head -n 3 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0-only OR MIT' ||
			echo "$f: no line SPDX-License-Identifier: GPL-2.0-only OR MIT at its top"
	done
}

sizes() {
	git ls-files --cached --others --exclude-standard -- '*.c' '*.h' '*.sh' | xargs wc -l |
		awk '$2 != "total" && $2 != "include/fragstr/fragstr.h" && $1 > 450 { print $2 ": " $1 " lines" }'
}

header_alone() {
	local h

	for h in include/fragstr/fragstr.h include/fragstr/iovec.h include/fragstr/impl.h include/fragstr/sink.h; do
		echo "#include <${h#include/}>" >"$work/h.c"
		cc -std=c11 -Wall -Wextra -Wpedantic -Werror -Iinclude -c "$work/h.c" -o "$work/h.o"
		! command -v c++ >/dev/null ||
			c++ -x c++ -std=c++11 -Wall -Wextra -Werror -Iinclude -c "$work/h.c" -o "$work/h.o"
	done
}

kernel_doc() {
	"$tree/scripts/kernel-doc" -none -Wall -Werror include/fragstr/*.h kmod/*.c kmod/core/*.c kmod/core/*/*.c
}

# Left out: what a header for userspace as well cannot follow (uint64_t, typedefs
# and attributes), and what is a rule of ours instead: exports have a file of
# their own, and so have version checks.
checkpatch() {
	local files

	# env.h makes the names that the checker expects a kernel header to make
	files=$(ls "$top"/include/fragstr/*.h "$top"/kmod/*.[ch] "$top"/kmod/core/*.[ch] "$top"/kmod/core/*/*.c \
		"$top"/tests/suites/*.c "$top"/tests/support/*.[ch] "$top"/bench/kernel/*.[ch] \
		"$top"/kmod/examples/*.c | grep -v /env.h)
	# shellcheck disable=SC2086
	(cd "$work" && "$tree/scripts/checkpatch.pl" --no-tree --strict --terse --no-summary --max-line-length=100 \
		--ignore PREFER_KERNEL_TYPES,NEW_TYPEDEFS,PREFER_DEFINED_ATTRIBUTE_MACRO,EXPORT_SYMBOL,LINUX_VERSION_CODE,CONSTANT_COMPARISON,MACRO_ARG_REUSE,MACRO_ARG_UNUSED \
		-f $files 2>/dev/null) | sed "s,^$top/,," || true
}

gate 'core files include core.h and templates alone' \
	'the core knows bytes and fragments only; what it needs of a world is in env.h' core_includes
gate 'the core neither configures, prints, allocates nor exports' \
	'it must run in any context of either world' core_words
gate '__KERNEL__ in env.h alone' 'one file knows that there are two worlds' kernel_ifdefs
gate 'kernel versions in kmod/compat.h alone' 'so that it can be dropped when merged' version_checks
gate 'freestanding core (gcc): symbols, frames, no writable data' \
	'a kernel has no C library, and 512 bytes of stack at most for one function' freestanding gcc
if command -v clang >/dev/null; then
	gate 'freestanding core (clang): symbols, frames, no writable data' \
		'a kernel has no C library, and 512 bytes of stack at most for one function' freestanding clang
fi
gate 'user/fragstr.map = headers' 'what is declared can be linked, and nothing else' map_equals_header
gate 'kmod/exports.c = headers' 'what is declared can be called by modules, and nothing else' \
	exports_equal_headers
gate 'tests/suites/list.h = the suites' 'a suite that is not listed does not run by insmod' suites_listed
gate 'licence lines' 'each file says its licence' licences
gate 'no file over 450 lines' 'a file is read in one sitting; fragstr.h, the manual, may be longer' sizes
gate 'headers stand alone, in C11 and C++11' 'users include them first' header_alone

need_packages perl xz-utils python3
tree=$("$top/tests/check/kernel-source.sh" 6.12)
gate 'kernel-doc' 'each public call is documented, each parameter of it' kernel_doc
gate 'checkpatch' "the kernel's own style checker, strict" checkpatch
close_run "$passed" "$failed"
