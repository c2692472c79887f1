/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The engines that need a library, as far as this program is built with it. */
#ifndef FSTR_PEERS_H
#define FSTR_PEERS_H

#ifdef __cplusplus
#include <cstdbool>
#include <cstddef>
#include <cstdint>
#include <cstdio>
extern "C" {
#endif

#include "../engines/engines.h"

const char *libc_version(void);

#ifdef WITH_EVENT
extern const struct engine event_find, event_byte, event_copy, event_read, event_index;
const char *event_version(void);
#define EVENT_ENGINES &event_find, &event_byte, &event_copy, &event_read, &event_index,
#else
#define EVENT_ENGINES
#endif

#ifdef WITH_HYPERSCAN
extern const struct engine hyperscan_flat, hyperscan_join, hyperscan_vectored, hyperscan_stream;
const char *hyperscan_version(void);
#define HYPERSCAN_ENGINES \
	&hyperscan_flat, &hyperscan_join, &hyperscan_vectored, &hyperscan_stream,
#else
#define HYPERSCAN_ENGINES
#endif

#ifdef WITH_XXHASH
extern const struct engine xxhash_flat, xxhash_join, xxhash_stream, xxh64_join, xxh64_stream;
const char *xxhash_version(void);
#define XXHASH_ENGINES \
	&xxhash_flat, &xxhash_join, &xxhash_stream, &xxh64_join, &xxh64_stream,
#else
#define XXHASH_ENGINES
#endif

#ifdef WITH_RUST
extern const struct engine rust_flat_memmem, rust_join_memmem, rust_flat_rmemmem,
	rust_join_rmemmem, rust_flat_memchr, rust_each_memchr, rust_flat_memrchr,
	rust_flat_memchr3, rust_join_memchr3, rust_flat_aho, rust_join_aho;
const char *rust_version(void);
#define RUST_ENGINES \
	&rust_flat_memmem, &rust_join_memmem, &rust_flat_rmemmem, &rust_join_rmemmem, \
	&rust_flat_memchr, &rust_each_memchr, &rust_flat_memrchr, &rust_flat_memchr3, \
	&rust_join_memchr3, &rust_flat_aho, &rust_join_aho,
#else
#define RUST_ENGINES
#endif

#ifdef WITH_CORD
extern const struct engine cord_equal, cord_hash, cord_index, cord_read, cord_copy;
const char *cord_version(void);
#define CORD_ENGINES &cord_equal, &cord_hash, &cord_index, &cord_read, &cord_copy,
#else
#define CORD_ENGINES
#endif

#ifdef WITH_CXX
extern const struct engine cxx_flat_find, cxx_join_find, cxx_flat_bmh, cxx_join_bmh;
const char *cxx_version(void);
#define CXX_ENGINES &cxx_flat_find, &cxx_join_find, &cxx_flat_bmh, &cxx_join_bmh,
#else
#define CXX_ENGINES
#endif

#define PEER_ENGINES \
	EVENT_ENGINES HYPERSCAN_ENGINES XXHASH_ENGINES RUST_ENGINES CORD_ENGINES CXX_ENGINES

#ifdef __cplusplus
}
#endif

#endif
