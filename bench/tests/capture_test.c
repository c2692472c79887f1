// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Tests of the way from a capture file to TCP streams, by the reader that is
 * linked: built once with each, so both must give the same. A wanted stream is
 * written with a bar at each segment border. Prints KTAP.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../capture.h"
#include "packets.h"

static struct file file;
static char path[] = "/tmp/fragstr-capture-XXXXXX";
static unsigned int tests, failures;

static void result(bool good, const char *name, const char *detail)
{
	printf("%sok %u - %s\n", good ? "" : "not ", ++tests, name);
	if (!good) {
		printf("# %s\n", detail);
		failures++;
	}
}

static void store(size_t len)
{
	FILE *out = fopen(path, "wb");

	if (!out || fwrite(file.bytes, 1, len, out) < len || fclose(out)) {
		perror(path);
		exit(2);
	}
}

/* The streams in words: a bar at a border, a line feed behind each. */
static void tell(char *text, size_t size, const struct capture *capture)
{
	size_t len = 0;

	for (size_t i = 0; i < capture->nr; i++) {
		const struct stream *stream = &capture->stream[i];

		for (size_t k = 0; k < stream->nr && len < size; k++)
			len += (size_t)snprintf(text + len, size - len, "%s%.*s", k ? "|" : "",
						(int)stream->frag[k].len,
						(const char *)stream->frag[k].base);
		if (len < size)
			len += (size_t)snprintf(text + len, size - len, "\n");
	}
}

/* The file has these streams, and so many bytes behind gaps. */
static void expect_behind(const char *name, const char *want, size_t behind)
{
	char got[4096] = "", detail[8192];
	struct complaint why = { "" };
	struct capture capture;
	bool good = false;

	store(file.len);
	if (!capture_read(&capture, path, &why)) {
		tell(got, sizeof(got), &capture);
		good = !strcmp(got, want) && capture.behind_gaps == behind;
		capture_free(&capture);
	}
	snprintf(detail, sizeof(detail), "want '%s', got '%s' %s", want, got, why.text);
	for (char *at = detail; (at = strchr(at, '\n')); )
		*at = '/';
	result(good, name, detail);
}

static void expect(const char *name, const char *want)
{
	expect_behind(name, want, 0);
}

/* What is stored at the path cannot be read, and the complaint has these words in it. */
static void refuse_path(const char *name, const char *at, const char *words)
{
	struct complaint why = { "no complaint" };
	struct capture capture;
	bool good = capture_read(&capture, at, &why) == -1;

	if (!good)
		capture_free(&capture);
	good = good && !strncmp(why.text, at, strlen(at)) && strstr(why.text, words) &&
	       !strchr(why.text, '\n');
	result(good, name, why.text);
}

static void refuse(const char *name, size_t len, const char *words)
{
	store(len);
	refuse_path(name, path, words);
}

static void begin(void)
{
	file_begin(&file, IN_ETHERNET, false, false);
}

static void test_order(void)
{
	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 499, .flags = SYN | ACK, .back = true);
	PACKET(&file, .seq = 100);
	PACKET(&file, .seq = 100, .data = "GET /");
	PACKET(&file, .seq = 500, .data = "200", .back = true);
	PACKET(&file, .seq = 105, .data = " HTTP");
	PACKET(&file, .seq = 503, .data = " OK", .back = true, .flags = FIN | ACK);
	expect("both directions", "GET /| HTTP\n200| OK\n");

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 106, .data = "ghi");
	PACKET(&file, .seq = 103, .data = "def");
	PACKET(&file, .seq = 109, .data = "jkl");
	PACKET(&file, .seq = 100, .data = "abc");
	expect("out of order", "abc|def|ghi|jkl\n");

	begin();
	PACKET(&file, .seq = 0xfffffffb, .flags = SYN);
	PACKET(&file, .seq = 0xfffffffc, .data = "abc");
	PACKET(&file, .seq = 2, .data = "ghi");
	PACKET(&file, .seq = 0xffffffff, .data = "def");
	expect("sequence numbers wrap", "abc|def|ghi\n");

	begin();
	PACKET(&file, .seq = 3, .data = "ghi");
	PACKET(&file, .seq = 0xfffffffd, .data = "abc");
	PACKET(&file, .seq = 0, .data = "def");
	expect("they wrap, out of order, no SYN", "abc|def|ghi\n");
}

static void test_twice(void)
{
	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abc");
	PACKET(&file, .seq = 100, .data = "ABC");
	PACKET(&file, .seq = 103, .data = "def");
	PACKET(&file, .seq = 101, .data = "BCDE");
	expect("retransmission", "abc|def\n");

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abcdef");
	PACKET(&file, .seq = 103, .data = "DEFghi");
	expect("overlap with what came before", "abcdef|ghi\n");

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 103, .data = "defghi");
	PACKET(&file, .seq = 100, .data = "abcDEF");
	expect("overlap with what lies behind", "abc|defghi\n");

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 103, .data = "d");
	PACKET(&file, .seq = 106, .data = "g");
	PACKET(&file, .seq = 100, .data = "abcDefGhi");
	PACKET(&file, .seq = 98, .data = "--ABC");
	expect("a large one fills the holes", "abc|d|ef|g|hi\n");

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abc");
	PACKET(&file, .seq = 102, .data = "\1");
	PACKET(&file, .seq = 103, .data = "def");
	expect("keep-alive probe", "abc|def\n");
}

static void test_gaps(void)
{
	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abc");
	PACKET(&file, .seq = 104, .data = "efg");
	PACKET(&file, .seq = 107, .data = "hi");
	PACKET(&file, .seq = 500, .data = "200", .back = true);
	expect_behind("a gap ends the stream", "abc\n200\n", 5);

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 101, .data = "bc");
	PACKET(&file, .seq = 500, .data = "200", .back = true);
	expect_behind("a gap at the start", "200\n", 2);

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abc");
	PACKET(&file, .seq = 1500000000, .data = "far");
	PACKET(&file, .seq = 3000000000, .data = "farther");
	expect_behind("gaps that wrap", "abc\n", 10);

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abcdef", .cut = 2);
	PACKET(&file, .seq = 106, .data = "ghi");
	expect_behind("a packet not captured to its end", "abcd\n", 3);

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abcdef", .cut = 2);
	PACKET(&file, .seq = 104, .data = "ef");
	PACKET(&file, .seq = 106, .data = "ghi");
	expect("the rest of it came again", "abcd|ef|ghi\n");
}

static void test_connections(void)
{
	begin();
	PACKET(&file, .seq = 700, .data = "no ");
	PACKET(&file, .seq = 703, .data = "syn");
	expect("no SYN", "no |syn\n");

	begin();
	PACKET(&file, .seq = 100, .data = "abc");
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 103, .data = "def");
	expect("SYN late and twice", "abc|def\n");

	begin();
	PACKET(&file, .seq = 103, .data = "def");
	PACKET(&file, .seq = 100, .data = "abc");
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 106, .data = "ghi");
	expect("SYN behind data out of order", "abc|def|ghi\n");

	begin();
	PACKET(&file, .seq = 99, .flags = SYN, .data = "abc");
	PACKET(&file, .seq = 103, .data = "def");
	expect("SYN with data", "abc|def\n");

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "one");
	PACKET(&file, .seq = 4999, .flags = SYN);
	PACKET(&file, .seq = 5000, .data = "two");
	PACKET(&file, .seq = 100, .data = "other", .port = 40001);
	expect("ports used anew", "one\ntwo\nother\n");

	begin();
	PACKET(&file, .seq = 100, .data = "abc");
	PACKET(&file, .seq = 103, .data = "reset by policy", .flags = RST);
	expect("a remark with the reset", "abc\n");
}

static void test_layers(void)
{
	static const char *const names[IN_LAYERS] = {
		"Ethernet", "VLAN", "two VLANs", "SLL", "SLL2", "raw IP", "null",
		"null of another byte order", "loop",
	};

	for (unsigned int layer = 0; layer < IN_LAYERS; layer++) {
		file_begin(&file, layer, layer & 1, layer & 2);
		PACKET(&file, .seq = 100, .data = "four");
		PACKET(&file, .seq = 100, .data = "six", .ipv6 = true);
		expect(names[layer], "four\nsix\n");
	}
	file_begin(&file, IN_ETHERNET, true, false);
	PACKET(&file, .seq = 100, .data = "abc");
	expect("the other byte order", "abc\n");
	file_begin(&file, IN_ETHERNET, false, true);
	PACKET(&file, .seq = 100, .data = "abc");
	expect("nanoseconds", "abc\n");
}

static void test_headers(void)
{
	begin();
	PACKET(&file, .seq = 100, .data = "abc", .options = 12, .padding = 9);
	PACKET(&file, .seq = 103, .data = "", .padding = 6);
	PACKET(&file, .seq = 103, .data = "def", .options = 40);
	expect("options, and padding behind", "abc|def\n");

	begin();
	PACKET(&file, .seq = 100, .data = "abc", .ipv6 = true, .padding = 9, .extensions = "hrdfa");
	PACKET(&file, .seq = 103, .data = "def", .ipv6 = true, .extensions = "ff");
	PACKET(&file, .seq = 106, .data = "dark", .ipv6 = true, .extensions = "he");
	PACKET(&file, .seq = 106, .data = "part", .ipv6 = true, .extensions = "hg");
	PACKET(&file, .seq = 106, .data = "ghi", .ipv6 = true, .no_length = true);
	expect("IPv6 extension headers", "abc|def|ghi\n");

	begin();
	PACKET(&file, .seq = 100, .data = "abc", .fragment = 0x4000);
	PACKET(&file, .seq = 103, .data = "more", .fragment = 0x2000);
	PACKET(&file, .seq = 103, .data = "rest", .fragment = 0x1000);
	PACKET(&file, .seq = 103, .data = "udp", .protocol = 17);
	PACKET(&file, .seq = 103, .data = "def", .no_length = true);
	expect("IPv4 fragments and other protocols are left out", "abc|def\n");

	begin();
	PACKET(&file, .seq = 103, .data = "junk");
	file.bytes[file.len - 12] = 0x40;
	PACKET(&file, .seq = 103, .data = "junk");
	file.bytes[file.len - 44] = 0x44;
	file.bytes[file.len - 16] = 0x50;	/* where the TCP header length would be */
	PACKET(&file, .seq = 103, .data = "junk");
	file.bytes[file.len - 41] = 19;
	PACKET(&file, .seq = 103, .data = "junk");
	file.bytes[file.len - 44] = 0x55;
	PACKET(&file, .seq = 100, .data = "abc");
	expect("headers too short to be true are left out", "abc\n");
}

static void test_many(void)
{
	char want[4096] = "";
	size_t len = 0;

	begin();
	for (uint16_t i = 0; i < 300; i++)
		PACKET(&file, .seq = 7, .data = "ab", .port = 1000 + i);
	for (uint16_t i = 300; i > 0; i--)
		PACKET(&file, .seq = 9, .data = "c", .port = 999 + i);
	for (uint16_t i = 0; i < 300; i++)
		len += (size_t)snprintf(want + len, sizeof(want) - len, "ab|c\n");
	expect("300 connections", want);
}

static void test_refused(void)
{
	begin();
	refuse("no packets", file.len, "without packets");
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "udp", .protocol = 17);
	refuse("no payload", file.len, "no TCP payload in 2 packets");
	PACKET(&file, .seq = 100, .data = "abc");
	refuse("truncated within a packet", file.len - 1, "truncated");
	refuse("truncated within the header of a packet", 24 + 15, "truncated");
	refuse("truncated within the file header", 23, "truncated");
	refuse("an empty file", 0, "empty file");
	file_link(&file, 105);
	refuse("unknown link type", file.len, "link type 105");
	memcpy(file.bytes, "#!/bin/sh\n", 10);
	refuse("not a capture", file.len, "not a capture");
	refuse("not a capture, three bytes", 3, "not a capture");
	refuse_path("a directory", "/tmp", "directory");
	refuse_path("no such file", "/nonexistent.pcap", "No such file");
	begin();
	memcpy(file.bytes, "\x0a\x0d\x0d\x0a", 4);
	/* libpcap knows it, and sees that it is broken. */
	refuse("the newer format", file.len, strcmp(pcap_reader_name(), "libpcap") ? "pcapng" : "");
	begin();
	PACKET(&file, .seq = 100, .data = "abc");
	memset(file.bytes + 24 + 8, 0xff, 4);
	refuse("a packet of 4 GiB", file.len, "4294967295");
}

/* Reads what may be anything; true if that ends well, whichever way. */
static bool survives(size_t len)
{
	struct complaint why = { "" };
	struct capture capture;
	bool good = true;

	store(len);
	if (capture_read(&capture, path, &why))
		return why.text[0];
	for (size_t k = 0; k < capture.nr; k++)
		good &= capture.stream[k].len && capture.stream[k].nr;
	capture_free(&capture);
	return good;
}

static void test_hostile(void)
{
	bool good = true;

	begin();
	PACKET(&file, .seq = 99, .flags = SYN);
	PACKET(&file, .seq = 100, .data = "abc", .options = 12);
	PACKET(&file, .seq = 103, .data = "def", .ipv6 = true, .extensions = "hrdfa");
	PACKET(&file, .seq = 102, .data = "CDEF");
	for (size_t len = 0; len <= file.len; len++)
		good &= survives(len);
	result(good, "files truncated anywhere", "");
	good = true;
	for (int i = 0; i < 3000; i++) {
		struct change change = file_change(&file, 0, file.len);

		good &= survives(file.len);
		file_restore(&file, &change);
	}
	result(good, "files with bytes changed", "");
	result(hostile_packets(&file), "packets that mean harm", "");
}

int main(void)
{
	int fd = mkstemp(path);

	if (fd < 0) {
		perror(path);
		return 2;
	}
	close(fd);
	printf("KTAP version 1\n# by %s\n", pcap_reader_name());
	test_order();
	test_twice();
	test_gaps();
	test_connections();
	test_layers();
	test_headers();
	test_many();
	test_refused();
	test_hostile();
	printf("1..%u\n", tests);
	unlink(path);
	return failures ? 1 : 0;
}
