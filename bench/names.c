// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What to look for all at once: names of headers, or words of a language, which have
 * less in common. Each ends in the only ':' or ' ' it has and none is the end of
 * another, whatever the case of letters, so no two of them can overlap: engines that
 * report every match, and engines that report disjoint ones, must then agree on the
 * count.
 */
#define _GNU_SOURCE	/* asprintf */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "bench.h"

/* Those of the main job's requests and responses come first. */
static const char *const known[] = {
	"Content-Length", "Connection", "Transfer-Encoding", "Host", "User-Agent", "Accept",
	"Content-Type", "Server", "Date", "Last-Modified", "ETag", "Accept-Ranges", "Location",
	"Set-Cookie", "Cache-Control", "Vary", "Accept-Encoding", "Accept-Language", "Referer",
	"If-Modified-Since", "If-None-Match", "Authorization", "Age", "Via", "Allow", "Expires",
	"Pragma", "Upgrade", "Origin", "Range", "Warning", "Trailer", "Expect", "From", "TE",
	"Max-Forwards", "Retry-After", "Link", "Content-Encoding", "Content-Language",
	"Content-Range", "Content-Disposition", "Strict-Transport-Security", "Alt-Svc",
	"X-Frame-Options", "X-Powered-By", "X-Request-Id", "X-Forwarded-For", "Forwarded",
	"Access-Control-Allow-Methods", "Access-Control-Max-Age", "Sec-Fetch-Mode",
	"Sec-Fetch-Site", "Sec-Fetch-Dest", "Sec-WebSocket-Key", "Sec-WebSocket-Protocol",
	"Keep-Alive", "Proxy-Authenticate", "Timing-Allow-Origin", "Server-Timing",
	"Content-Security-Policy", "Referrer-Policy", "Permissions-Policy", "Early-Data",
	"Clear-Site-Data", "Cross-Origin-Opener-Policy", "Idempotency-Key", "NEL", "Report-To",
	"Digest", "Priority", "Sourcemap", "Signature", "Downlink", "Save-Data", "Width", "DPR",
};

static const char *const words[] = {
	"Cache", "Client", "Cluster", "Debug", "Device", "Edge", "Gateway", "Group", "Header",
	"Hop", "Key", "Level", "Limit", "Mode", "Node", "Number", "Path", "Peer", "Pool",
	"Proxy", "Quota", "Region", "Request", "Route", "Shard", "Span", "State", "Token",
	"Trace", "User", "Version", "Zone",
};

/* The nth name that there could be, without its whole; the caller frees it. */
static char *name_at(size_t n)
{
	size_t nr = ARRAY_SIZE(words);
	char *name;

	if (n < ARRAY_SIZE(known))
		return must(strdup(known[n]));
	n -= ARRAY_SIZE(known);
	/* Another last word each time, so that ends differ as they do in real lists. */
	if (asprintf(&name, "X-%s-%s-%s", words[n / nr / nr % nr], words[n / nr % nr],
		     words[n % nr]) < 0)
		name = must(NULL);
	return name;
}

/* Some that the main job's bodies have, which the made ones are not in. */
static const char *const found[] = { "response", "connection", "window", "client" };

static const char *const beginnings[] = {
	"con", "in", "dis", "re", "ex", "com", "pro", "un", "per", "sub", "trans", "over", "ap",
	"inter", "de", "ad",
};

static const char *const stems[] = {
	"form", "port", "tain", "ject", "vent", "struct", "duc", "mit", "scrib", "ten", "vis",
	"press", "clud", "fer", "cur", "vid",
};

static const char *const endings[] = {
	"ation", "ing", "ed", "able", "ment", "er", "s", "ive", "ly", "or", "ance", "ity", "e",
	"al", "ous", "ful",
};

/* The nth word; all three parts change each time. */
static char *word_at(size_t n)
{
	size_t turn = n / ARRAY_SIZE(endings);
	char *word;

	if (n < ARRAY_SIZE(found))
		return must(strdup(found[n]));
	if (asprintf(&word, "%s%s%s", beginnings[(n + turn / ARRAY_SIZE(stems)) % ARRAY_SIZE(beginnings)],
		     stems[(n + turn) % ARRAY_SIZE(stems)], endings[n % ARRAY_SIZE(endings)]) < 0)
		word = must(NULL);
	return word;
}

static bool is_end_of(const struct pattern *end, const struct pattern *of)
{
	return end->len <= of->len &&
	       !strncasecmp(of->bytes + of->len - end->len, end->bytes, end->len);
}

static bool clashes(const struct pattern *set, size_t nr, const struct pattern *name)
{
	for (size_t i = 0; i < nr; i++) {
		if (is_end_of(&set[i], name) || is_end_of(name, &set[i]))
			return true;
	}
	return false;
}

struct pattern *names_make(size_t nr, bool of_language)
{
	/* made names have three words behind "X-", and cannot be the end of another */
	size_t compared = of_language ? nr : ARRAY_SIZE(known);

	struct pattern *set = must(calloc(nr, sizeof(*set)));
	size_t filled = 0;

	for (size_t n = 0; filled < nr; n++) {
		char *name = of_language ? word_at(n) : name_at(n);
		struct pattern whole = { NULL, strlen(name) + 1 };
		char *bytes = must(malloc(whole.len + 1));

		snprintf(bytes, whole.len + 1, of_language ? "%s " : "%s:", name);
		free(name);
		whole.bytes = bytes;
		if (clashes(set, filled < compared ? filled : compared, &whole))
			free(bytes);
		else
			set[filled++] = whole;
	}
	return set;
}

void names_free(struct pattern *set, size_t nr)
{
	for (size_t i = 0; set && i < nr; i++)
		free((void *)set[i].bytes);
	free(set);
}
