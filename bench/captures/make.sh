#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# Makes http.pcap: real HTTP/1.1 traffic between curl (and a few raw clients)
# and nginx, over a veth pair between two network namespaces, captured by
# tcpdump. All addresses are documentation addresses within the namespaces;
# nothing is reached outside. Contents are the same in every run, but for dates,
# ports, sequence numbers and timing.
#
# Usage: bench/captures/make.sh [FILE]        (as root; default http.pcap here)

set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/http.pcap}
packages="nginx-light curl tcpdump iproute2 ethtool"

fail()
{
	echo "make.sh: $*" >&2
	exit 1
}

[ "$(id -u)" = 0 ] || fail "network namespaces take root: sudo $0"
PATH=$PATH:/usr/sbin:/sbin
for tool in nginx curl tcpdump ip ethtool gzip awk; do
	command -v $tool >/dev/null && continue
	# shellcheck disable=SC2086
	DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages ||
		fail "$tool is missing: apt-get install $packages"
	break
done

# Everything that is started is ended by its own number, and what is made is
# removed, however this ends.
work=$(mktemp -d)
server=fragstr-server-$$
client=fragstr-client-$$
pids=()
made=()

cleanup()
{
	for pid in "${pids[@]}"; do
		kill "$pid" 2>/dev/null || true
		wait "$pid" 2>/dev/null || true
	done
	for name in "${made[@]}"; do
		ip netns del "$name" || true
	done
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

# ---- the network ----
#
# Three networks on one wire: Ethernet's usual size, a small odd segment size,
# so that headers lie over borders more often, and IPv6. The offloads are off,
# or the capture would hold 64 KiB packets that no wire has seen.

if ip netns add "$server" 2>/dev/null; then
	made+=("$server")
	ip netns add "$client"
	made+=("$client")
	ip -n "$server" link add wire0 type veth peer name wire1 netns "$client"
	for end in "$server wire0 1" "$client wire1 2"; do
		read -r ns dev host <<<"$end"
		ip netns exec "$ns" ethtool -K "$dev" tso off gso off gro off >/dev/null
		ip -n "$ns" link set lo up
		ip -n "$ns" addr add "192.0.2.$host/24" dev "$dev"
		ip -n "$ns" addr add "198.51.100.$host/24" dev "$dev" noprefixroute
		ip -n "$ns" addr add "2001:db8::$host/64" dev "$dev" nodad
		ip -n "$ns" link set "$dev" up
		ip -n "$ns" route add 198.51.100.0/24 dev "$dev" \
			src "198.51.100.$host" advmss 523
	done
	on_server=(ip netns exec "$server")
	on_client=(ip netns exec "$client")
	dev=wire1 port=80 listen6='listen [::]:80;'
	hosts=(192.0.2.1 198.51.100.1 192.0.2.1 198.51.100.1 '[2001:db8::1]')
else
	echo "make.sh: no network namespaces here: loopback, with its large segments" >&2
	on_server=(env)
	on_client=(env)
	dev=lo port=18080 listen6=
	hosts=(127.0.0.1)
fi

# ---- what the server has ----

site=$work/site
mkdir -p "$site/upload" "$work/tmp"

# text KIND BYTES SEED: pseudo-random but always the same.
text()
{
	awk -v kind="$1" -v want="$2" -v seed="$3" '
	function rnd(n) { seed = (seed * 16807) % 2147483647; return seed % n }
	function word() { return words[1 + rnd(count)] }
	function some(n,   s) { s = word(); while (--n > 0) s = s " " word(); return s }
	BEGIN {
		count = split("packet header length connection close content buffer fragment " \
			"the of and to a in is stream reader needle value cache server client " \
			"request response page index table order queue window field number", words, " ")
		seed += 12345
		while (length(text) < want) {
			if (kind == "html")
				line = "<p class=\"" word() "\"><a href=\"/" word() "-" rnd(99) \
					".html\">" some(3) "</a> " some(9 + rnd(12)) ".</p>\r\n"
			else if (kind == "json")
				line = "{\"id\":" rnd(99999) ",\"" word() "\":\"" some(2) \
					"\",\"ok\":" (rnd(2) ? "true" : "false") ",\"" word() \
					"\":[" rnd(9) "," rnd(999) "]},\n"
			else if (kind == "css")
				line = "." word() "-" rnd(50) " { margin: " rnd(40) "px; color: #" \
					sprintf("%06x", rnd(16777216)) "; }\n"
			else
				line = "192.0.2." rnd(250) " - - \"GET /" word() \
					" HTTP/1.1\" 200 " rnd(9999) "\n"
			text = text line
		}
		printf "%s", substr(text, 1, want)
	}'
}

for i in $(seq 1 24); do
	text html $((200 + i * i * 9)) "$i" >"$site/page-$i.html"
	text json $((60 + i * 70)) "$i" >"$site/data-$i.json"
done
for i in $(seq 1 6); do
	text css $((i * 450)) "$i" >"$site/style-$i.css"
	text log $((i * 3000)) "$i" | gzip -9n >"$site/image-$i.bin"
	printf 'tiny %d\n' "$i" >"$site/tiny-$i.txt"
done
text log 9000 7 >"$site/access.log"
find "$site" -type f -exec touch -d '2024-02-29 12:00:00 UTC' {} +

long=$(text log 1500 9 | tr -dc 'a-z0-9' | head -c 900)

cat >"$work/nginx.conf" <<CONF
daemon off;
master_process off;
user root;
pid $work/nginx.pid;
error_log $work/error.log;
events { worker_connections 128; }
http {
	access_log off;
	types {
		text/html html; application/json json; text/css css; text/plain txt log;
		application/octet-stream bin;
	}
	client_body_temp_path $work/tmp/body;
	proxy_temp_path $work/tmp/proxy;
	fastcgi_temp_path $work/tmp/fastcgi;
	uwsgi_temp_path $work/tmp/uwsgi;
	scgi_temp_path $work/tmp/scgi;
	large_client_header_buffers 8 16k;
	sendfile on;
	tcp_nopush on;	# answers to pipelined requests share segments
	keepalive_requests 1000;
	gzip on;
	gzip_min_length 400;
	gzip_types application/json text/css text/plain;
	server {
		listen $port;
		$listen6
		server_name www.example.com;
		root $site;
		add_header X-Frame-Options SAMEORIGIN;
		location ~ html\$ {
			add_header Set-Cookie "session=5f3759df-$long; Path=/; HttpOnly";
			add_header Cache-Control "public, max-age=3600";
			add_header X-Content-Type-Options nosniff;
		}
		location ~ json\$ { add_header Access-Control-Allow-Origin "*"; }
		location /form { return 200 "thank you\n"; }
		location /old { return 301 /page-1.html; }
		location /away { return 302 http://www.example.com/page-2.html; }
		location /empty { return 204; }
		location /broken { return 503 "try again\n"; }
		location /private { auth_basic "private"; auth_basic_user_file $work/nobody; }
		location /chunked { alias $site/access.log; default_type text/plain;
			sub_filter_types *; sub_filter GET Get; sub_filter_once off; }
		location ^~ /upload/ { dav_methods PUT DELETE; create_full_put_path on; }
	}
}
CONF
: >"$work/nobody"

"${on_server[@]}" nginx -c "$work/nginx.conf" -e "$work/error.log" &
pids+=($!)

"${on_client[@]}" tcpdump -i $dev -s 0 --immediate-mode -B 16384 -Z root -w "$work/http.pcap" \
	"tcp port $port" 2>"$work/tcpdump.log" &
dump=$!
pids+=("$dump")

ready()
{
	grep -qs listening "$work/tcpdump.log" && [ -s "$work/nginx.pid" ]
}
for _ in $(seq 100); do
	ready && break
	sleep 0.1
done
ready || fail "nginx or tcpdump did not start: $(cat "$work/error.log" "$work/tcpdump.log")"

# ---- what the clients ask for ----

agents=(
	"Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0"
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
	"Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
	"curl/7.88.1"
	"ExampleBot/2.1 (+http://www.example.com/bot.html)"
)
languages=("en" "de-DE,de;q=0.9,en;q=0.7" "fr" "ja,en-US;q=0.8")

# One connection of curl, kept open over a number of requests.
session()
{
	local number=$1 host=${hosts[$1 % ${#hosts[@]}]} i kind url
	local config=$work/session-$number

	for i in $(seq 1 $((1 + number % 9))); do
		kind=$(((number * 7 + i * 5) % 23))
		url=http://$host:$port
		{
			[ "$i" = 1 ] || echo next
			echo silent
			echo "output = /dev/null"
			echo "max-time = 20"
			echo "noproxy = *"
			echo "user-agent = \"${agents[number % 5]}\""
			echo "header = \"Host: www.example.com\""
			echo "header = \"Accept-Language: ${languages[(number + i) % 4]}\""
			[ $((number % 3)) != 0 ] || echo "referer = \"http://www.example.com/page-$i.html\""
			[ $((number % 4)) != 1 ] ||
				echo "cookie = \"session=${long:0:$((20 + number * 13 % 700))}; theme=dark; n=$i\""
			[ $((number % 5)) != 4 ] || echo "header = \"Connection: close\""
		} >>"$config"
		case $kind in
		0|1|2) echo "url = $url/page-$((1 + (number + i) % 24)).html" ;;
		3) echo "compressed"; echo "url = $url/page-$((1 + (number * 3 + i) % 24)).html" ;;
		4) echo "compressed"; echo "url = $url/data-$((1 + (number + i) % 24)).json?page=$i" ;;
		5|6) echo "url = $url/data-$((1 + (number + i * 2) % 24)).json" ;;
		7) echo "url = $url/style-$((1 + number % 6)).css" ;;
		8) echo "url = $url/image-$((1 + number % 6)).bin" ;;
		9) echo "head"; echo "url = $url/page-$i.html" ;;
		10) echo "url = $url/missing-$number.html" ;;
		11) echo "range = $((i * 10))-$((i * 10 + 200 + number))"; echo "url = $url/access.log" ;;
		12) echo "range = 0-99,$((300 + number))-$((500 + number))"; echo "url = $url/access.log" ;;
		13) echo "data = \"name=${long:0:40}&n=$number&text=${long:60:$((number * 3 % 300))}\""
			echo "url = $url/form" ;;
		14) echo "header = \"Content-Type: application/json\""
			echo "data-binary = @$site/data-$((1 + number % 24)).json"
			echo "url = $url/form" ;;
		15) echo "header = \"Transfer-Encoding: chunked\""
			echo "data-binary = @$site/style-$((1 + number % 6)).css"
			echo "url = $url/form" ;;
		16) echo "upload-file = $site/data-$((1 + number % 24)).json"
			echo "url = $url/upload/$number-$i.json" ;;
		17) echo "url = $url/old/$number" ;;
		18) echo "url = $url/away" ;;
		19) echo "header = \"If-Modified-Since: Thu, 29 Feb 2024 12:00:00 GMT\""
			echo "url = $url/page-$i.html" ;;
		20) echo "user = nobody:secret$number"; echo "url = $url/private/$i" ;;
		21) echo "url = $url/chunked" ;;
		22) [ $((i % 2)) = 0 ] && echo "url = $url/empty" || echo "url = $url/broken" ;;
		esac >>"$config"
	done
	"${on_client[@]}" curl -q -K "$config" || true
}

for number in $(seq 0 51); do
	session "$number"
done

# Raw clients. Many requests in one write: the segments know nothing of where
# one ends and the next begins, on the way there and on the way back.
pipeline()
{
	local number=$1 host=$2 i last=24

	for i in $(seq 1 $last); do
		printf 'GET /%s HTTP/1.1\r\nHost: www.example.com\r\nUser-Agent: %s\r\n' \
			"tiny-$((1 + (number + i) % 6)).txt?${long:0:$(((number + i) * 11 % 60))}" \
			"${agents[(number + i) % 5]}"
		[ $((i % 5)) != 0 ] || printf 'Cookie: session=%s\r\n' "${long:0:$((i * 9))}"
		[ "$i" != $last ] || printf 'Connection: close\r\n'
		printf '\r\n'
	done >"$work/raw"
	# shellcheck disable=SC2016
	"${on_client[@]}" bash -c 'exec 3<>"/dev/tcp/$1/$2"
		cat "$3" >&3; timeout 20 cat <&3 >/dev/null' \
		raw "$host" $port "$work/raw"
}

# A request in two writes with a pause between, cut after BYTES.
halves()
{
	local bytes=$1 host=$2

	printf '%s\r\n' 'POST /form HTTP/1.1' 'Host: www.example.com' 'Content-Length: 0' \
		'Connection: close' '' >"$work/raw"
	# shellcheck disable=SC2016
	"${on_client[@]}" bash -c 'exec 3<>"/dev/tcp/$1/$2"; head -c "$4" "$3" >&3; sleep 0.03
		tail -c +$(($4 + 1)) "$3" >&3; timeout 20 cat <&3 >/dev/null' \
		raw "$host" $port "$work/raw" "$bytes"
}

for number in $(seq 1 12); do
	# Two of three over the small segments.
	pipeline "$number" "${hosts[(number % 3 + 1) / 2 % ${#hosts[@]}]}"
done
# The request is 84 bytes; its needles begin at 44, 63 and 80.
for bytes in 45 51 58 64 70 79 81 82 83; do
	halves "$bytes" "${hosts[bytes % 2 % ${#hosts[@]}]}"
done

sleep 1
kill -INT "$dump"
wait "$dump" || true
grep -q '^0 packets dropped by kernel' "$work/tcpdump.log" ||
	fail "packets were lost: $(cat "$work/tcpdump.log")"
size=$(stat -c %s "$work/http.pcap")
[ "$size" -lt 1000000 ] || fail "the capture has $size bytes: too many to keep"
cp "$work/http.pcap" "$out.new"
chmod 644 "$out.new"
mv "$out.new" "$out"
echo "$out: $size bytes, $(tail -n 3 "$work/tcpdump.log" | head -n 1)"
