#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# Installs what the benchmark can compare with, and what draws its report.
# Everything is Debian's; nothing of it is needed to build or to run `make bench`.

set -eu
. "$(dirname "$0")/../tests/check/lib.sh"

# Hyperscan and Vectorscan exclude each other in Debian: it is Hyperscan here.
need_packages g++ pkg-config libpcap-dev libevent-dev libhyperscan-dev libabsl-dev libxxhash-dev \
	rustc librust-memchr-dev librust-aho-corasick-dev default-jdk-headless gnuplot-nox
say "everything is there"
