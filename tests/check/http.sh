#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# http.sh: the HTTP parser of user/examples/http. Its unit test, plain and with
# sanitizers; then http-get against a real nginx of its own, on 127.0.0.1, with
# many requests on one connection. Prints KTAP; the last line is
# `N passed, N failed`.

set -eu
. "$(dirname "$0")/lib.sh"
cd "$top"

passed=0
failed=0
nr=0
work=$(mktemp -d)
nginx=

# Our nginx, by the number it wrote down.
finish() {
	[ -z "$nginx" ] || kill "$nginx" 2>/dev/null || true
	rm -rf "$work"
}
trap finish EXIT

# check NAME COMMAND...: a KTAP line; what the command said where it fails.
check() {
	local name=$1

	shift
	nr=$((nr + 1))
	if "$@" >"$work/said" 2>&1; then
		echo "ok $nr - $name"
		passed=$((passed + 1))
	else
		echo "not ok $nr - $name"
		sed 's/^/# /' "$work/said" | head -n 40
		failed=$((failed + 1))
	fi
}

# unit_test NAME CC CFLAGS
unit_test() {
	make -s BUILD="build/$1" CC="$2" CFLAGS="$3 -Werror" "build/$1/http-test" "build/$1/http-get" &&
		"build/$1/http-test" >"$work/$1.log" || return
	[ "$(count_ktap "$1" "$work/$1.log")" = "$(grep -c '^ok' "$work/$1.log") 0" ]
}

configure() {
	mkdir -p "$work/www/ssi" "$work/www/slow" "$work/www/once" "$work/tmp"
	seq 1 40000 >"$work/www/large.txt"
	printf 'small\n' >"$work/www/small.txt"
	: >"$work/www/empty.txt"
	# head ends, chunk ends and half of each, in a body
	printf '\r\n\r\n\r\r\n0\r\n\r\n\r\n\r' >"$work/www/ends.txt"
	for dir in ssi slow once; do
		cp "$work"/www/*.txt "$work/www/$dir"
	done
	cat >"$work/nginx.conf" <<-END
		$([ "$(id -u)" != 0 ] || echo 'user root;')
		worker_processes 1;
		pid $work/nginx.pid;
		error_log $work/error.log;
		events { }
		http {
			access_log off;
			default_type text/plain;
			client_body_temp_path $work/tmp/1;
			proxy_temp_path $work/tmp/2;
			fastcgi_temp_path $work/tmp/3;
			uwsgi_temp_path $work/tmp/4;
			scgi_temp_path $work/tmp/5;
			server {
				listen 127.0.0.1:$1;
				root $work/www;
				location /ssi/ { ssi on; ssi_types *; }
				location /slow/ { limit_rate 60k; sendfile off; output_buffers 1 777; }
				location /once/ { keepalive_timeout 0; }
				location /fields {
					add_header X-Long "$(printf 'long%.0s' {1..300})";
					add_header X-Empty "";
					return 200 fields;
				}
				location /none { return 204; }
				location /moved { return 301 /small.txt; }
			}
		}
	END
}

# A port that nobody listens on: nginx says where somebody does.
start_nginx() {
	local port

	for port in 18480 28480 38480 48480 58480; do
		configure "$port"
		nginx -p "$work/" -e "$work/error.log" -c "$work/nginx.conf" 2>"$work/start.log" || continue
		for _ in $(seq 50); do
			[ ! -s "$work/nginx.pid" ] || break
			sleep 0.1
		done
		nginx=$(cat "$work/nginx.pid")
		to="127.0.0.1 $port"
		return 0
	done
	sed 's/^/    /' "$work/start.log" >&2
	die "nginx does not start"
}

# get BUILD OPTIONS... -- PATH...: the answers' lines to stdout, their bodies to files.
get() {
	local build=$1 options=()

	shift
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	shift
	rm -rf "$work/got"
	mkdir "$work/got"
	# shellcheck disable=SC2086
	"build/$build/http-get" "${options[@]}" -o "$work/got" $to "$@" >"$work/lines" || return
	cat "$work/lines"
}

# bodies FILE...: body number N is the Nth file.
bodies() {
	local n=0 f

	for f in "$@"; do
		cmp "$work/got/$n" "$work/www/$f" || return
		n=$((n + 1))
	done
	[ "$(ls "$work/got" | wc -l)" = "$n" ] || { ls "$work/got"; return 1; }
}

# says PATTERN...: line N of the answers matches the Nth pattern.
says() {
	local n=0 pattern line

	for pattern in "$@"; do
		n=$((n + 1))
		line=$(sed -n "${n}p" "$work/lines")
		# shellcheck disable=SC2254
		case $line in
		$pattern) ;;
		*) echo "line $n is '$line', not '$pattern'"; return 1 ;;
		esac
	done
	[ "$(wc -l <"$work/lines")" = "$n" ]
}

kept_alive() {
	get "$1" -b "$2" -- /small.txt /large.txt /empty.txt /ends.txt /small.txt &&
		bodies small.txt large.txt empty.txt ends.txt small.txt &&
		says '0 200 HTTP/1.1 fields=* framing=length type=text/plain body=6' \
			'1 200 *framing=length *body=228894' '2 200 *body=0' '3 200 *body=15' '4 200 *body=6'
}

chunked() {
	get "$1" -b "$2" -- /ssi/large.txt /ssi/ends.txt /ssi/small.txt /small.txt &&
		bodies large.txt ends.txt small.txt small.txt &&
		says '0 200 *framing=chunked *body=228894' '1 200 *framing=chunked *body=15' \
			'2 200 *framing=chunked *body=6' '3 200 *framing=length *body=6'
}

all_kinds() {
	get "$1" -- HEAD:/large.txt /none /moved /nowhere /fields HEAD:/ssi/large.txt /small.txt &&
		cmp "$work/got/6" "$work/www/small.txt" &&
		says '0 200 *framing=none *body=0' '1 204 *framing=none *body=0' '2 301 *framing=length *' \
			'3 404 *framing=length *' '4 200 *framing=length *body=6' '5 200 *framing=none *body=0' \
			'6 200 *body=6'
}

# Requests behind one that ends the connection are not answered, and that is told.
once() {
	get "$1" -- /small.txt /once/small.txt /small.txt &&
		cmp "$work/got/1" "$work/www/small.txt" &&
		says '0 200 *body=6' '1 200 *body=6 last' '1 not answered'
}

old_version() {
	get "$1" -0 -b "$2" -- /ssi/large.txt && bodies large.txt && says '0 200 *framing=close *body=228894 last'
}

many() {
	local paths=() i

	for i in {1..50}; do
		paths+=(/small.txt /ssi/ends.txt HEAD:/large.txt /empty.txt)
	done
	get "$1" -b "$2" -- "${paths[@]}" && [ "$(wc -l <"$work/lines")" = 200 ] &&
		[ "$(grep -c ' 200 HTTP/1.1 ' "$work/lines")" = 200 ] &&
		cmp "$work/got/196" "$work/www/small.txt" && cmp "$work/got/197" "$work/www/ends.txt"
}

slow() {
	get "$1" -b 100 -- /slow/ends.txt /slow/small.txt /slow/large.txt &&
		bodies ends.txt small.txt large.txt
}

too_small() {
	! get "$1" -b 20 -- /fields 2>"$work/refused" && grep 'No space left' "$work/refused"
}

need_packages make gcc nginx-light
echo 'KTAP version 1'
check 'unit test, gcc -O2' unit_test gcc gcc -O2
check 'unit test, gcc with sanitizers' unit_test gcc-san gcc "$sanitize"
if command -v clang >/dev/null; then
	check 'unit test, clang with sanitizers' unit_test clang-san clang "$sanitize"
fi
start_nginx
for size in 64 2048 65536; do
	check "pipelined, keep-alive, buffers of $size" kept_alive gcc-san $size
	check "chunked, buffers of $size" chunked gcc-san $size
	check "200 answers on one connection, buffers of $size" many gcc-san $size
	check "HTTP/1.0, up to the close, buffers of $size" old_version gcc-san $size
done
check 'every kind of answer' all_kinds gcc-san
check 'an answer that ends the connection' once gcc-san
check 'answers that trickle' slow gcc-san
check 'a head larger than the ring is refused' too_small gcc-san
echo "1..$nr"
close_run "$passed" "$failed"
