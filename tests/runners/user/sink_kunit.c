// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Sinks of userspace: what arrives, and where the reader stands when not all does. */
#define _GNU_SOURCE
#include "suite.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fragstr/sink.h>

#define PIECES 1500	/* more than go in one writev(), and more than IOV_MAX */
#define PIECE 97
#define BYTES (PIECES * PIECE)

struct field {
	uint8_t bytes[BYTES];
	uint8_t got[BYTES + 1];
	struct fstr_frag frag[PIECES];
	struct fstr view;
	size_t len;	/* of @got */
	int fd;		/* to read it from */
};

static struct field *field_new(void)
{
	struct field *f = malloc(sizeof(*f));

	if (!f)
		return NULL;
	memset(f, 0, sizeof(*f));
	for (size_t i = 0; i < BYTES; i++)
		f->bytes[i] = (uint8_t)(i % 251);
	for (size_t i = 0; i < PIECES; i++)
		f->frag[i] = (struct fstr_frag){ f->bytes + i * PIECE, PIECE };
	fstr_init(&f->view, f->frag, PIECES);
	return f;
}

static bool drain(struct field *f, size_t most)
{
	size_t room = BYTES + 1 - f->len;
	ssize_t n;

	do {
		n = read(f->fd, f->got + f->len, most < room ? most : room);
	} while (n < 0 && errno == EINTR);
	if (n > 0)
		f->len += (size_t)n;
	return n > 0;
}

/* Parts of each length, to a pipe of one page that does not block. */
static void sink_fd_takes_what_fits(struct kunit *test)
{
	struct field *f = field_new();
	struct fstr_reader r;
	unsigned int full = 0;
	int fd[2];

	KUNIT_ASSERT_NOT_NULL(test, f);
	KUNIT_ASSERT_EQ(test, pipe2(fd, O_NONBLOCK), 0);
	fcntl(fd[1], F_SETPIPE_SZ, 4096);
	f->fd = fd[0];
	fstr_reader_init(&r, &f->view);
	for (size_t len = 0; fstr_reader_remaining(&r); len = (len * 3 + 1) % 20011) {
		size_t pos = fstr_reader_pos(&r), left = fstr_reader_remaining(&r);
		size_t want = len < left ? len : left;
		ssize_t got = fstr_reader_to_fd(&r, len, fd[1]);
		size_t moved = fstr_reader_pos(&r) - pos;

		full += got == -EAGAIN;
		KUNIT_EXPECT_TRUE(test, got == -EAGAIN ? moved < want :
					moved == want && got == (ssize_t)want);
		while (drain(f, 1000))
			;
		KUNIT_EXPECT_EQ(test, f->len, fstr_reader_pos(&r));
	}
	KUNIT_EXPECT_GT(test, full, 5u);
	KUNIT_EXPECT_EQ(test, f->len, (size_t)BYTES);
	KUNIT_EXPECT_TRUE(test, !memcmp(f->got, f->bytes, BYTES));
	close(fd[0]);
	close(fd[1]);
	free(f);
}

static volatile sig_atomic_t ticks;

static void tick(int sig)
{
	(void)sig;
	ticks++;
}

/* In a process of its own, which no signal disturbs: 0 where all has come. */
static int drain_slowly(struct field *f)
{
	do {
		usleep(300);
	} while (drain(f, 3001));
	return f->len != BYTES || memcmp(f->got, f->bytes, BYTES);
}

/* Signals come while a blocking pipe is full: all arrives nevertheless. */
static void sink_fd_goes_on_after_signals(struct kunit *test)
{
	struct itimerval often = { { 0, 400 }, { 0, 400 } }, never = { { 0, 0 }, { 0, 0 } };
	struct sigaction action = { .sa_handler = tick };
	struct field *f = field_new();
	struct fstr_reader r;
	int status = -1;
	int fd[2];
	pid_t child;

	KUNIT_ASSERT_NOT_NULL(test, f);
	KUNIT_ASSERT_EQ(test, pipe(fd), 0);
	fcntl(fd[1], F_SETPIPE_SZ, 4096);
	f->fd = fd[0];
	child = fork();
	if (!child) {
		close(fd[1]);
		_exit(drain_slowly(f));
	}
	sigaction(SIGALRM, &action, NULL);
	ticks = 0;
	setitimer(ITIMER_REAL, &often, NULL);
	fstr_reader_init(&r, &f->view);
	KUNIT_EXPECT_EQ(test, fstr_reader_to_fd(&r, SIZE_MAX, fd[1]), (ssize_t)BYTES);
	setitimer(ITIMER_REAL, &never, NULL);
	close(fd[1]);
	KUNIT_EXPECT_EQ(test, waitpid(child, &status, 0), child);
	KUNIT_EXPECT_EQ(test, status, 0);
	KUNIT_EXPECT_GT(test, (unsigned int)ticks, 3u);
	close(fd[0]);
	free(f);
}

static void sink_fd_tells_errors(struct kunit *test)
{
	int full = open("/dev/full", O_WRONLY);
	struct fstr_reader r;

	fstr_reader_init(&r, FSTR_BUF("abc", 3));
	KUNIT_EXPECT_EQ(test, fstr_reader_to_fd(&r, 9, -1), (ssize_t)-EBADF);
	KUNIT_EXPECT_EQ(test, fstr_reader_to_fd(&r, 0, -1), (ssize_t)0);
	KUNIT_EXPECT_EQ(test, fstr_reader_to_fd(&r, 9, full), (ssize_t)-ENOSPC);
	KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)0);
	close(full);
}

static void sink_file_takes_fragments(struct kunit *test)
{
	struct field *f = field_new();
	FILE *file = tmpfile();
	struct fstr_reader r;

	KUNIT_ASSERT_TRUE(test, f && file);
	fstr_reader_init(&r, &f->view);
	KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, 1000, fstr_sink_file, file), (ssize_t)1000);
	KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, SIZE_MAX, fstr_sink_file, file),
			(ssize_t)BYTES - 1000);
	rewind(file);
	KUNIT_EXPECT_EQ(test, fread(f->got, 1, BYTES + 1, file), (size_t)BYTES);
	KUNIT_EXPECT_TRUE(test, !memcmp(f->got, f->bytes, BYTES));
	fclose(file);

	file = fopen("/dev/full", "w");
	KUNIT_ASSERT_NOT_NULL(test, file);
	setvbuf(file, NULL, _IONBF, 0);
	fstr_reader_seek(&r, 5);
	KUNIT_EXPECT_EQ(test, fstr_reader_transfer(&r, 10, fstr_sink_file, file),
			(ssize_t)-ENOSPC);
	KUNIT_EXPECT_EQ(test, fstr_reader_pos(&r), (size_t)5);
	fclose(file);
	free(f);
}

static struct kunit_case sink_cases[] = {
	KUNIT_CASE(sink_fd_takes_what_fits),
	KUNIT_CASE(sink_fd_goes_on_after_signals),
	KUNIT_CASE(sink_fd_tells_errors),
	KUNIT_CASE(sink_file_takes_fragments),
	{}
};

static struct kunit_suite sink_suite = {
	.name = "fragstr_sink",
	.test_cases = sink_cases,
};

kunit_test_suite(sink_suite);
