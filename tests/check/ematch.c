// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * ematch: filters of traffic control that search with the ematch "text". For
 * firewall.sh: tc knows no such match, so this speaks rtnetlink itself.
 *
 *	clsact DEV | unclsact DEV	the qdisc that has the hooks comes, or goes
 *	add DEV HOOK PREF ACTION ALGO FROM TO PATTERN
 *	del DEV HOOK PREF
 *	hits DEV HOOK PREF		how many packets have matched
 *	show DEV HOOK PREF		ALGO FROM TO PATTERN, as the kernel tells them
 *	none DEV HOOK			succeeds if no filter is there
 *
 * HOOK: ingress or egress. ACTION: drop, or count (the next filter is tried).
 * FROM, TO: as in link+14, network+0; a number alone counts from the network layer.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/pkt_cls.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/tc_act/tc_gact.h>
#include <linux/tc_ematch/tc_em_text.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The length of an attribute has 16 bits, and others are around that of the pattern. */
#define PATTERN_MAX 65000

static const char *const layers[] = { "link", "network", "transport" };

static struct {
	struct nlmsghdr head;
	struct tcmsg tc;
	char room[PATTERN_MAX + 500];
} request;

/* One that refuses holds the request as well. */
static struct nlmsghdr answer[8192];

static int fail(const char *what, int err)
{
	fprintf(stderr, "ematch: %s: %s\n", what, strerror(err));
	exit(1);
}

static void put(const void *p, size_t len)
{
	memcpy((char *)&request + request.head.nlmsg_len, p, len);
	request.head.nlmsg_len += len;
}

static struct nlattr *begin(int type)
{
	struct nlattr attr = { .nla_type = type };
	struct nlattr *at;

	request.head.nlmsg_len = NLMSG_ALIGN(request.head.nlmsg_len);
	at = (struct nlattr *)((char *)&request + request.head.nlmsg_len);
	put(&attr, sizeof(attr));
	return at;
}

static void end(struct nlattr *at)
{
	at->nla_len = (char *)&request + request.head.nlmsg_len - (char *)at;
}

static void put_attr(int type, const void *p, size_t len)
{
	struct nlattr *at = begin(type);

	put(p, len);
	end(at);
}

static void put_string(int type, const char *s)
{
	put_attr(type, s, strlen(s) + 1);
}

static void begin_request(int type, int flags, const char *dev)
{
	request.head.nlmsg_len = NLMSG_LENGTH(sizeof(request.tc));
	request.head.nlmsg_type = type;
	request.head.nlmsg_flags = NLM_F_REQUEST | flags;
	request.tc.tcm_ifindex = if_nametoindex(dev);
	if (!request.tc.tcm_ifindex)
		fail(dev, errno);
}

/* The first message of the answer; of an error, or none, its errno. */
static int talk(const struct nlmsghdr **first)
{
	struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	ssize_t len;

	if (s < 0 || connect(s, (struct sockaddr *)&kernel, sizeof(kernel)) ||
	    send(s, &request, request.head.nlmsg_len, 0) < 0)
		fail("rtnetlink", errno);
	len = recv(s, answer, sizeof(answer), 0);
	if (len < (ssize_t)NLMSG_LENGTH(sizeof(int)) || answer->nlmsg_len > len)
		fail("rtnetlink: a short answer", len < 0 ? errno : EPROTO);
	close(s);
	*first = answer;
	return answer->nlmsg_type == NLMSG_ERROR ? -*(const int *)NLMSG_DATA(answer) : 0;
}

static void change(const char *what)
{
	const struct nlmsghdr *first;
	int err;

	request.head.nlmsg_flags |= NLM_F_ACK;
	err = talk(&first);
	if (err)
		fail(what, err);
}

static void clsact(const char *dev, int type, int flags)
{
	begin_request(type, flags, dev);
	request.tc.tcm_parent = TC_H_CLSACT;
	request.tc.tcm_handle = TC_H_MAKE(TC_H_CLSACT, 0);
	put_string(TCA_KIND, "clsact");
	change("clsact");
}

/* DEV HOOK [PREF] */
static void begin_filter(int type, int flags, char **arg)
{
	int in = !strcmp(arg[1], "ingress");

	begin_request(type, flags, arg[0]);
	request.tc.tcm_parent = TC_H_MAKE(TC_H_CLSACT, in ? TC_H_MIN_INGRESS : TC_H_MIN_EGRESS);
	if (arg[2])
		request.tc.tcm_info = TC_H_MAKE(atoi(arg[2]) << 16, htons(ETH_P_IP));
}

static void put_action(const char *name)
{
	struct tc_gact gact = { .action = strcmp(name, "drop") ? TC_ACT_UNSPEC : TC_ACT_SHOT };
	struct nlattr *list = begin(TCA_BASIC_ACT);
	struct nlattr *first = begin(1);
	struct nlattr *options;

	put_string(TCA_ACT_KIND, "gact");
	options = begin(TCA_ACT_OPTIONS);
	put_attr(TCA_GACT_PARMS, &gact, sizeof(gact));
	end(options);
	end(first);
	end(list);
}

static unsigned int offset(const char *s, unsigned int *layer)
{
	for (*layer = 0; *layer < 3; ++*layer) {
		size_t len = strlen(layers[*layer]);

		if (!strncmp(s, layers[*layer], len))
			return atoi(s + len);
	}
	*layer = TCF_LAYER_NETWORK;
	return atoi(s);
}

/* ALGO FROM TO PATTERN */
static void put_text(char **arg)
{
	struct tcf_ematch_tree_hdr tree = { .nmatches = 1, .progid = TCF_EM_PROG_TC };
	struct tcf_ematch_hdr match = { .kind = TCF_EM_TEXT };
	struct tcf_em_text text = { .pattern_len = strlen(arg[3]) };
	struct nlattr *matches = begin(TCA_BASIC_EMATCHES);
	unsigned int from_layer, to_layer;
	struct nlattr *list, *first;

	if (strlen(arg[3]) > PATTERN_MAX || strlen(arg[0]) >= sizeof(text.algo))
		fail(arg[0], E2BIG);
	memcpy(text.algo, arg[0], strlen(arg[0]));
	text.from_offset = offset(arg[1], &from_layer);
	text.from_layer = from_layer;
	text.to_offset = offset(arg[2], &to_layer);
	text.to_layer = to_layer;
	put_attr(TCA_EMATCH_TREE_HDR, &tree, sizeof(tree));
	list = begin(TCA_EMATCH_TREE_LIST);
	first = begin(1);
	put(&match, sizeof(match));
	put(&text, sizeof(text));
	put(arg[3], text.pattern_len);
	end(first);
	end(list);
	end(matches);
}

static void add(char **arg)
{
	struct nlattr *options;

	begin_filter(RTM_NEWTFILTER, NLM_F_CREATE | NLM_F_EXCL, arg);
	put_string(TCA_KIND, "basic");
	options = begin(TCA_OPTIONS);
	put_action(arg[3]);
	put_text(arg + 4);
	end(options);
	change(arg[4]);
}

static void del(char **arg)
{
	begin_filter(RTM_DELTFILTER, 0, arg);
	change("del");
}

static const void *find(const void *p, size_t len, int type, size_t *found)
{
	while (len >= NLA_HDRLEN) {
		const struct nlattr *at = p;
		size_t step = NLA_ALIGN(at->nla_len);

		if (at->nla_len < NLA_HDRLEN || at->nla_len > len)
			break;
		if ((at->nla_type & NLA_TYPE_MASK) == type) {
			*found = at->nla_len - NLA_HDRLEN;
			return (const char *)p + NLA_HDRLEN;
		}
		p = (const char *)p + step;
		len -= step < len ? step : len;
	}
	fail("the kernel tells no such attribute", ENOENT);
	return NULL;
}

/*
 * The options of one filter, asked for by its handle: em_text does not round the length
 * of what it tells, so that in a list what comes behind its pattern cannot be read.
 */
static const void *options(char **arg, size_t *len)
{
	const struct nlmsghdr *first;
	int err;

	begin_filter(RTM_GETTFILTER, 0, arg);
	request.tc.tcm_handle = 1;
	err = talk(&first);
	if (err)
		fail("get", err);
	return find((const char *)first + NLMSG_LENGTH(sizeof(struct tcmsg)),
		    first->nlmsg_len - NLMSG_LENGTH(sizeof(struct tcmsg)), TCA_OPTIONS, len);
}

static void hits(char **arg)
{
	struct tc_basic_pcnt counts;
	size_t len;
	const void *p = options(arg, &len);

	p = find(p, len, TCA_BASIC_PCNT, &len);
	memcpy(&counts, p, sizeof(counts));
	printf("%llu\n", (unsigned long long)counts.rhit);
}

static void show(char **arg)
{
	struct tcf_em_text text;
	size_t len;
	const char *p = options(arg, &len);

	p = find(p, len, TCA_BASIC_EMATCHES, &len);
	p = find(p, len, TCA_EMATCH_TREE_LIST, &len);
	p = find(p, len, 1, &len);
	p += sizeof(struct tcf_ematch_hdr);
	len -= sizeof(struct tcf_ematch_hdr);
	memcpy(&text, p, sizeof(text));
	if (len < sizeof(text) + text.pattern_len || text.from_layer > 2 || text.to_layer > 2)
		fail("show", EPROTO);
	printf("%.16s %s+%u %s+%u %.*s\n", text.algo, layers[text.from_layer], text.from_offset,
	       layers[text.to_layer], text.to_offset, text.pattern_len, p + sizeof(text));
}

static int none(char **arg)
{
	const struct nlmsghdr *first;
	int err;

	begin_filter(RTM_GETTFILTER, NLM_F_DUMP, arg);
	err = talk(&first);
	if (err)
		fail("dump", err);
	return first->nlmsg_type != NLMSG_DONE;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	char **arg = argv + 2;

	if (!strcmp(what, "clsact") && argc == 3)
		clsact(arg[0], RTM_NEWQDISC, NLM_F_CREATE | NLM_F_EXCL);
	else if (!strcmp(what, "unclsact") && argc == 3)
		clsact(arg[0], RTM_DELQDISC, 0);
	else if (!strcmp(what, "none") && argc == 4)
		return none(arg);
	else if (!strcmp(what, "add") && argc == 10)
		add(arg);
	else if (!strcmp(what, "del") && argc == 5)
		del(arg);
	else if (!strcmp(what, "hits") && argc == 5)
		hits(arg);
	else if (!strcmp(what, "show") && argc == 5)
		show(arg);
	else
		return 2;
	return 0;
}
