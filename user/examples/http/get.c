// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * http-get [-0] [-b BYTES] [-o FOLDER] ADDRESS PORT PATH...
 *
 * Asks for all the paths on one connection, before the first answer has come,
 * and tells of each answer in a line. HEAD:PATH asks for the head alone.
 *
 *	-0  speak HTTP/1.0
 *	-b  size of one of the 8 buffers; 2048
 *	-o  write body number N, from 0 on, to FOLDER/N
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <fragstr/sink.h>

#include "stream.h"

#define PATHS_MOST 256
#define PIECES 6	/* of a request */

struct options {
	unsigned int minor;
	size_t buffer;
	const char *folder;
	const char *address;
	unsigned int port;
	char **path;
	size_t nr;
};

static struct options options = { .minor = 1, .buffer = 2048 };

static _Noreturn void die(const char *what, int error)
{
	fprintf(stderr, "http-get: %s: %s\n", what, strerror(error));
	exit(1);
}

static _Noreturn void usage(void)
{
	fprintf(stderr, "usage: http-get [-0] [-b BYTES] [-o FOLDER] ADDRESS PORT PATH...\n");
	exit(2);
}

static void parse_options(int argc, char **argv)
{
	int c;

	while ((c = getopt(argc, argv, "0b:o:")) != -1) {
		if (c == '0')
			options.minor = 0;
		else if (c == 'b')
			options.buffer = strtoul(optarg, NULL, 10);
		else if (c == 'o')
			options.folder = optarg;
		else
			usage();
	}
	if (argc - optind < 3 || argc - optind - 2 > PATHS_MOST || !options.buffer ||
	    options.buffer > SIZE_MAX / RING_BUFFERS)
		usage();
	options.address = argv[optind];
	options.port = (unsigned int)strtoul(argv[optind + 1], NULL, 10);
	options.path = argv + optind + 2;
	options.nr = (size_t)(argc - optind - 2);
}

static bool is_head(unsigned int number)
{
	return number < options.nr && !strncmp(options.path[number], "HEAD:", 5);
}

static int connect_to(void)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)options.port) };
	struct timeval patience = { .tv_sec = 20 };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (inet_pton(AF_INET, options.address, &to.sin_addr) != 1)
		usage();
	if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)) ||
	    connect(fd, (struct sockaddr *)&to, sizeof(to)))
		die(options.address, errno);
	return fd;
}

static struct fstr_frag piece(const char *text)
{
	return (struct fstr_frag){ text, strlen(text) };
}

/* All requests in one go: they are a string in pieces themselves. */
static void send_requests(int fd)
{
	static struct fstr_frag frag[PATHS_MOST * PIECES];
	struct fstr_reader r;
	struct fstr requests;
	size_t nr = 0;
	ssize_t sent;

	for (size_t i = 0; i < options.nr; i++) {
		frag[nr++] = piece(is_head((unsigned int)i) ? "HEAD " : "GET ");
		frag[nr++] = piece(options.path[i] + (is_head((unsigned int)i) ? 5 : 0));
		frag[nr++] = piece(options.minor ? " HTTP/1.1\r\nHost: " : " HTTP/1.0\r\nHost: ");
		frag[nr++] = piece(options.address);
		frag[nr++] = piece("\r\n\r\n");
	}
	if (fstr_init(&requests, frag, nr))
		die("requests", E2BIG);
	fstr_reader_init(&r, &requests);
	sent = fstr_reader_to_fd(&r, SIZE_MAX, fd);
	if (sent < 0)
		die("write", (int)-sent);
}

/* What is being answered, told in a line when it is complete. */
struct answer {
	unsigned int number;
	uint64_t body;
	bool last;
	int fd;
};

static void begin_answer(struct answer *answer, const struct http_head *head)
{
	static const char *const framings[] = { "none", "length", "chunked", "close" };
	const struct http_field *type = http_head_field(head, "Content-Type");
	struct fstr_reader r;
	char path[4096];

	answer->body = 0;
	answer->last = !head->keep_alive;
	printf("%u %u HTTP/1.%u fields=%zu framing=%s type=", answer->number, head->status,
	       head->minor, head->nr, framings[head->framing]);
	if (type) {
		fstr_reader_init(&r, &type->value);
		fstr_reader_transfer(&r, SIZE_MAX, fstr_sink_file, stdout);
	}
	if (!options.folder)
		return;
	snprintf(path, sizeof(path), "%s/%u", options.folder, answer->number);
	answer->fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (answer->fd < 0)
		die(path, errno);
}

static void more_of_answer(struct answer *answer, const struct fstr *part)
{
	struct fstr_reader r;
	ssize_t wrote;

	answer->body += part->len;
	if (answer->fd < 0)
		return;
	fstr_reader_init(&r, part);
	wrote = fstr_reader_to_fd(&r, SIZE_MAX, answer->fd);
	if (wrote < 0)
		die("write", (int)-wrote);
}

static void end_answer(struct answer *answer)
{
	printf(" body=%llu%s\n", (unsigned long long)answer->body, answer->last ? " last" : "");
	if (answer->fd >= 0)
		close(answer->fd);
	answer->fd = -1;
	answer->number++;
}

static void on_event(struct http_stream *stream, struct answer *answer, int event,
		     const struct fstr *part)
{
	if (event < 0)
		die("what came", -event);
	if (event == HTTP_HEAD)
		begin_answer(answer, &stream->head);
	else if (event == HTTP_BODY)
		more_of_answer(answer, part);
	else if (event == HTTP_END)
		end_answer(answer);
}

/* Everything the ring holds, until all is answered or no more will be. */
static bool read_events(struct http_stream *stream, struct answer *answer)
{
	struct fstr part;
	int event;

	while ((event = http_next(stream, &part)) != HTTP_MORE) {
		on_event(stream, answer, event, &part);
		if (event == HTTP_END && (answer->last || answer->number == options.nr))
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct answer answer = { .fd = -1 };
	static struct http_stream stream;
	struct ring ring;
	ssize_t got = 0;
	int fd;

	parse_options(argc, argv);
	if (ring_init(&ring, options.buffer))
		die("buffers", ENOMEM);
	if (http_stream_init(&stream, &ring, is_head))
		die("needle", ENOSPC);
	fd = connect_to();
	send_requests(fd);
	while (read_events(&stream, &answer)) {
		got = ring_read(&ring, fd);
		if (got < 0)
			die("read", (int)-got);
		if (!got) {
			on_event(&stream, &answer, http_close(&stream), NULL);
			break;
		}
	}
	close(fd);
	ring_free(&ring);
	if (answer.number < options.nr)
		printf("%zu not answered\n", options.nr - answer.number);
	return 0;
}
