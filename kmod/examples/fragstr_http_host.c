// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A module that calls fragstr.ko from a Netfilter hook: logs the Host: of HTTP
 * requests that are received, even where it lies over two fragments of a packet or
 * over two packets.
 *
 *	insmod fragstr.ko; insmod fragstr_http_host.ko port=80
 *
 * What has to be kept of a connection between two packets is a scan's 16 bytes, and
 * as much of the host as has come. An example and no more: a table with one place for
 * each hash, so of two connections that share a place the older is forgotten, and
 * segments are taken in the order in which they come.
 */

#include <linux/ip.h>
#include <linux/module.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/tcp.h>
#include <net/net_namespace.h>
#include <fragstr/skb.h>

#define FLOW_BITS 8
#define HOST_MAX 64
#define HEADER "\r\nHost:"

struct flow {
	spinlock_t lock;	/* packets of one connection on two CPUs */
	__be32 from, to;
	__be16 port;
	u32 next_seq;
	bool in_host;		/* behind HEADER, and before the end of the line */
	unsigned int host_len;
	char host[HOST_MAX];
	struct fstr_saved saved;
};

static unsigned short port = 80;
module_param(port, ushort, 0444);
MODULE_PARM_DESC(port, "TCP port of the server");

static struct flow flows[1 << FLOW_BITS];
static struct fstr_needle *header;

static void restart(struct flow *flow)
{
	flow->in_host = false;
	flow->host_len = 0;
	flow->saved = (struct fstr_saved){ 0 };
}

/* A byte of the host, or the end of it. */
static void take_byte(struct flow *flow, char c)
{
	if (c == '\r' || c == '\n') {
		pr_info("fragstr_http_host: %pI4 asks for %.*s\n", &flow->from,
			(int)flow->host_len, flow->host);
		flow->in_host = false;
		flow->host_len = 0;
	} else if (flow->host_len < HOST_MAX && c > ' ' && c < 127) {
		flow->host[flow->host_len++] = c;
	}
}

/* Gives where the host ends, or the packet. */
static size_t take_host(struct flow *flow, const struct sk_buff *skb, size_t at)
{
	char buf[32];
	ssize_t n;

	while (flow->in_host && (n = fstr_skb_copy(skb, at, buf, sizeof(buf))) > 0) {
		for (ssize_t i = 0; i < n && flow->in_host; i++, at++)
			take_byte(flow, buf[i]);
	}
	return at;
}

/* The payload of a segment begins at @at. */
static void take_segment(struct flow *flow, const struct sk_buff *skb, size_t at)
{
	struct fstr_skb_scan s;
	struct fstr_match match;
	struct fstr_scan scan;
	u64 base;

	for (;;) {
		at = take_host(flow, skb, at);
		if (fstr_scan_init(&scan, header, FSTR_DISJOINT) ||
		    fstr_scan_restore(&scan, &flow->saved))
			return;
		base = flow->saved.pos;
		if (fstr_skb_scan_init(&s, &scan, skb, at, SIZE_MAX) ||
		    fstr_skb_scan_next(&s, &match))
			break;
		/* The scan begins anew behind the header's value. */
		at += match.pos + match.len - base;
		restart(flow);
		flow->in_host = true;
	}
	fstr_scan_save(&scan, &flow->saved);
}

static unsigned int http_host_hook(void *priv, struct sk_buff *skb,
				   const struct nf_hook_state *state)
{
	const struct iphdr *ip = ip_hdr(skb);
	struct tcphdr copy;
	const struct tcphdr *tcp;
	struct flow *flow;
	size_t at;
	u32 seq;

	if (ip->protocol != IPPROTO_TCP)
		return NF_ACCEPT;
	tcp = skb_header_pointer(skb, ip->ihl * 4, sizeof(copy), &copy);
	if (!tcp || tcp->dest != htons(port))
		return NF_ACCEPT;
	at = ip->ihl * 4 + tcp->doff * 4;
	seq = ntohl(tcp->seq);
	flow = &flows[hash_32((__force u32)(ip->saddr ^ ip->daddr) + (__force u16)tcp->source,
			      FLOW_BITS)];
	spin_lock_bh(&flow->lock);
	if (tcp->syn) {
		flow->from = ip->saddr;
		flow->to = ip->daddr;
		flow->port = tcp->source;
		flow->next_seq = seq + 1;
		restart(flow);
	} else if (flow->from == ip->saddr && flow->to == ip->daddr && flow->port == tcp->source &&
		   flow->next_seq == seq && at < skb->len) {
		flow->next_seq += skb->len - at;
		take_segment(flow, skb, at);
	}
	spin_unlock_bh(&flow->lock);
	return NF_ACCEPT;
}

static const struct nf_hook_ops http_host_ops = {
	.hook = http_host_hook,
	.pf = NFPROTO_IPV4,
	.hooknum = NF_INET_LOCAL_IN,
	.priority = NF_IP_PRI_FIRST,
};

static int __init http_host_init(void)
{
	size_t len = sizeof(HEADER) - 1;
	int err;

	for (size_t i = 0; i < ARRAY_SIZE(flows); i++)
		spin_lock_init(&flows[i].lock);
	header = kmalloc(fstr_needle_size(len), GFP_KERNEL);
	if (!header)
		return -ENOMEM;
	err = fstr_needle_init(header, fstr_needle_size(len), HEADER, len, FSTR_ICASE);
	if (!err)
		err = nf_register_net_hook(&init_net, &http_host_ops);
	if (err)
		kfree(header);
	return err;
}

static void __exit http_host_exit(void)
{
	nf_unregister_net_hook(&init_net, &http_host_ops);
	kfree(header);
}

module_init(http_host_init);
module_exit(http_host_exit);
MODULE_DESCRIPTION("Example of a Netfilter hook that uses fragstr: logs the Host: of requests");
MODULE_LICENSE("Dual MIT/GPL");
