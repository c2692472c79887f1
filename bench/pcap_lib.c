// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* Captures by libpcap, which knows more formats than the built-in reader. */
#include <pcap/pcap.h>

#include "capture.h"

const char *pcap_reader_name(void)
{
	return "libpcap";
}

int pcap_read(FILE *file, const char *path, struct tcp *tcp, struct complaint *why)
{
	char reason[PCAP_ERRBUF_SIZE];
	struct pcap_pkthdr *header;
	const u_char *bytes;
	unsigned int link;
	pcap_t *pcap;
	int ret;

	pcap = pcap_fopen_offline(file, reason);
	if (!pcap) {
		fclose(file);
		return complain(why, "%s: not a capture file (%s)", path, reason);
	}
	link = (unsigned int)pcap_datalink(pcap);
	if (!packet_link_known(link)) {
		pcap_close(pcap);
		return complain(why, "%s: packets of link type %u, which is not known here", path,
				link);
	}
	while ((ret = pcap_next_ex(pcap, &header, &bytes)) == 1)
		tcp_packet(tcp, link, bytes, header->caplen);
	if (ret == PCAP_ERROR)
		complain(why, "%s: %s", path, pcap_geterr(pcap));
	pcap_close(pcap);
	return ret == PCAP_ERROR ? -1 : 0;
}
