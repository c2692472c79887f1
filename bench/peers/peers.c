// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The libraries that there are engines for, and which of them this program has. */
#include "peers.h"

#ifdef WITH_EVENT
#define EVENT event_version()
#else
#define EVENT NULL
#endif
#ifdef WITH_HYPERSCAN
#define HYPERSCAN hyperscan_version()
#else
#define HYPERSCAN NULL
#endif
#ifdef WITH_XXHASH
#define XXHASH xxhash_version()
#else
#define XXHASH NULL
#endif
#ifdef WITH_RUST
#define RUST rust_version()
#else
#define RUST NULL
#endif
#ifdef WITH_CORD
#define CORD cord_version()
#else
#define CORD NULL
#endif
#ifdef WITH_CXX
#define CXX cxx_version()
#else
#define CXX NULL
#endif

const struct peer *peer_at(size_t number)
{
	static struct peer peers[] = {
		{ "libc", "libc6-dev", NULL },
		{ "libevent", "libevent-dev", NULL },
		{ "Hyperscan", "libhyperscan-dev", NULL },
		{ "xxHash", "libxxhash-dev", NULL },
		{ "Rust crates", "rustc librust-memchr-dev librust-aho-corasick-dev", NULL },
		{ "Abseil", "g++ libabsl-dev", NULL },
		{ "libstdc++", "g++", NULL },
	};
	const char *const versions[] = {
		libc_version(), EVENT, HYPERSCAN, XXHASH, RUST, CORD, CXX
	};

	if (number >= ARRAY_SIZE(peers))
		return NULL;
	peers[number].version = versions[number];
	return &peers[number];
}
