// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * datagrams: sends UDP datagrams that hold a needle, or all but hold it, and tells
 * which got through. For firewall.sh, in a machine with rules that drop them.
 *
 *	table ADDR		a verdict for each row of the table of windows
 *	sweep ADDR MODE		many lengths and places; how many verdicts were wrong
 *	send ADDR COUNT MODE	so many with the needle and so many without, for counters
 *	text ADDR TEXT		one: was it dropped?
 *	seams ADDR MODE		the needle cut at every byte by a seam of the packet, and
 *				all but the needle: how many of each were dropped
 *	flood ADDR SECONDS	as fast as it goes
 *	sink			takes what comes
 *	http ADDR fragments	HTTP requests by TCP, each a segment of two pages, cut at
 *				every byte; prints how many, and their Host:
 *	http ADDR segments	the same in two segments
 *
 * MODE: plain, or gso (one send of many datagrams by UDP_SEGMENT).
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <netinet/udp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define PORT 9
#define HEADERS 28	/* of IP and UDP: windows count from the former */
#define NEEDLE "foo bar baz"
#define NEEDLE_LEN (sizeof(NEEDLE) - 1)
#define GSO_SIZE 1400

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#endif

static char bytes[65536];

static int fail(const char *what)
{
	perror(what);
	exit(2);
}

static int open_to(const char *addr, const char *mode)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(PORT) };
	int size = GSO_SIZE, on = 1;
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	if (s < 0 || !inet_aton(addr, &to.sin_addr) || connect(s, (struct sockaddr *)&to, sizeof(to)))
		fail(addr);
	if (!strcmp(mode, "gso") && setsockopt(s, IPPROTO_UDP, UDP_SEGMENT, &size, sizeof(size)))
		fail("UDP_SEGMENT");
	/* else nobody is told of what traffic control drops */
	if (setsockopt(s, IPPROTO_IP, IP_RECVERR, &on, sizeof(on)))
		fail("IP_RECVERR");
	return s;
}

/* Was it dropped on its way out? By iptables it is EPERM, by traffic control ENOBUFS. */
static int dropped(int s, const void *p, size_t len)
{
	for (;;) {
		if (send(s, p, len, 0) == (ssize_t)len)
			return 0;
		if (errno == EPERM || errno == ENOBUFS)
			return 1;
		/* nobody listens there: that is told of the one before */
		if (errno != ECONNREFUSED && errno != EAGAIN)
			fail("send");
	}
}

/* Bytes that often begin the needle; the needle itself, from @at on the wire. */
static void fill(size_t len, size_t at)
{
	for (size_t i = 0; i < len; i++)
		bytes[i] = NEEDLE[i % 7];
	if (at)
		memcpy(bytes + at - HEADERS, NEEDLE, NEEDLE_LEN);
}

static int table(int s)
{
	static const int places[] = { 28, 989, 1000, 1389, 1489, 1495, 1500, 1589, 1590, 1600 };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		fill(3000, places[i]);
		printf(" %d:%s", places[i], dropped(s, bytes, 3000) ? "yes" : "no");
	}
	printf("\n");
	return 0;
}

static int sweep(int s, const char *mode)
{
	static const size_t lengths[] = { 20, 100, 1472, 1473, 3000, 9000, 40000 };
	int gso = !strcmp(mode, "gso");
	unsigned int wrong = 0, sent = 0;

	for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++) {
		size_t len = lengths[l];
		size_t step = len < 1000 ? 7 : len / 61;

		for (size_t at = HEADERS; at + NEEDLE_LEN <= HEADERS + len; at += step) {
			fill(len, at);
			wrong += !dropped(s, bytes, len);
			/* the last byte is wrong: not the needle */
			bytes[at - HEADERS + NEEDLE_LEN - 1] = 'f';
			wrong += dropped(s, bytes, len);
			sent += 2;
		}
		/* each place around a border, of a fragment or of a segment */
		for (size_t k = 1; k < 4 && len > 4000; k++) {
			size_t border = gso ? HEADERS + k * GSO_SIZE : 20 + k * 1480;

			for (size_t at = border - NEEDLE_LEN - 1; at <= border + 1; at++) {
				fill(len, at);
				wrong += !dropped(s, bytes, len);
				sent++;
			}
		}
	}
	printf(" %u wrong of %u\n", wrong, sent);
	return wrong || !sent;
}

/*
 * In two pieces: the headers' and a fragment of its own, or with GSO two fragments. For
 * those the byte of another socket comes in between, where the kernel copies them to.
 */
static int dropped_in_two(int s, int other, size_t cut, size_t len)
{
	if (send(s, bytes, cut, MSG_MORE) < 0 || send(other, bytes, 1, 0) < 0)
		fail("send");
	return dropped(s, bytes + cut, len - cut);
}

static int seams(int s, const char *addr)
{
	int other = open_to(addr, "gso");
	unsigned int count[2] = { 0, 0 };

	for (size_t cut = 1; cut < NEEDLE_LEN; cut++) {
		for (int wrong = 0; wrong < 2; wrong++) {
			fill(1470, HEADERS + 700);
			if (wrong)
				bytes[700 + NEEDLE_LEN - 1] = 'f';
			count[wrong] += dropped_in_two(s, other, 700 + cut, 1470);
		}
	}
	printf(" %u of %zu, %u falsely\n", count[0], NEEDLE_LEN - 1, count[1]);
	return 0;
}

static int send_pairs(int s, int count)
{
	for (int i = 0; i < count; i++) {
		size_t len = 5000 + 31 * i % 20000;

		fill(len, HEADERS + 131 * i % (len - NEEDLE_LEN));
		dropped(s, bytes, len);
		fill(len, 0);
		dropped(s, bytes, len);
	}
	return 0;
}

static int flood(int s, int seconds)
{
	time_t end = time(NULL) + seconds;
	unsigned long sent = 0;

	/* whoever changes the rules is to get on with it */
	if (nice(10) < 0)
		fail("nice");
	for (; time(NULL) < end; sent++) {
		size_t len = 100 + 977 * sent % 30000;

		fill(len, sent % 3 ? HEADERS + 131 * sent % (len - NEEDLE_LEN) : 0);
		dropped(s, bytes, len);
	}
	printf(" %lu sent\n", sent);
	return !sent;
}

static int sink(void)
{
	struct sockaddr_in any = { .sin_family = AF_INET, .sin_port = htons(PORT) };
	int s = socket(AF_INET, SOCK_DGRAM, 0);

	if (s < 0 || bind(s, (struct sockaddr *)&any, sizeof(any)))
		fail("sink");
	while (recv(s, bytes, sizeof(bytes), 0) >= 0)
		;
	return 1;
}

static char page[2][4096] __attribute__((aligned(4096)));

/* Both pages in one segment, as they are: they go to the socket by a pipe. */
static void send_pages(int s, const size_t *len)
{
	int on = 1, off = 0;
	int pipes[2];

	if (pipe(pipes) || setsockopt(s, IPPROTO_TCP, TCP_CORK, &on, sizeof(on)))
		fail("pipe");
	for (int i = 0; i < 2; i++) {
		struct iovec iov = { page[i], len[i] };

		if (vmsplice(pipes[1], &iov, 1, 0) < 0 ||
		    splice(pipes[0], NULL, s, NULL, len[i], SPLICE_F_MORE) < 0)
			fail("splice");
	}
	setsockopt(s, IPPROTO_TCP, TCP_CORK, &off, sizeof(off));
	close(pipes[0]);
	close(pipes[1]);
}

static void send_segments(int s, const size_t *len)
{
	int on = 1;

	setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	for (int i = 0; i < 2; i++)
		if (send(s, page[i], len[i], 0) < 0)
			fail("send");
}

/* A request for each place where it can be cut in two. */
static int http(const char *addr, const char *mode)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(80) };
	char request[100];
	size_t all = (size_t)sprintf(request, "GET /page HTTP/1.0\r\nHost: %.20s.example\r\n\r\n",
				     mode);

	if (!inet_aton(addr, &to.sin_addr))
		fail(addr);
	for (size_t cut = 1; cut < all; cut++) {
		const size_t len[2] = { cut, all - cut };
		int s = socket(AF_INET, SOCK_STREAM, 0);

		memcpy(page[0], request, len[0]);
		memcpy(page[1], request + cut, len[1]);
		if (connect(s, (struct sockaddr *)&to, sizeof(to)))
			fail(addr);
		if (!strcmp(mode, "fragments"))
			send_pages(s, len);
		else
			send_segments(s, len);
		/* It is answered, and the pages are no longer needed. */
		if (recv(s, bytes, sizeof(bytes), 0) <= 0)
			fail("no answer");
		while (recv(s, bytes, sizeof(bytes), 0) > 0)
			;
		close(s);
	}
	printf("%zu %s.example\n", all - 1, mode);
	return 0;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *mode = argc > 3 ? argv[argc - 1] : "plain";
	int s;

	if (!strcmp(what, "sink"))
		return sink();
	if (argc < 3)
		return 2;
	if (!strcmp(what, "http"))
		return http(argv[2], mode);
	s = open_to(argv[2], mode);
	if (!strcmp(what, "table"))
		return table(s);
	if (!strcmp(what, "sweep"))
		return sweep(s, mode);
	if (!strcmp(what, "seams"))
		return seams(s, argv[2]);
	if (argc < 4)
		return 2;
	if (!strcmp(what, "send"))
		return send_pairs(s, atoi(argv[3]));
	if (!strcmp(what, "flood"))
		return flood(s, atoi(argv[3]));
	if (!strcmp(what, "text"))
		return !dropped(s, argv[3], strlen(argv[3]));
	return 2;
}
