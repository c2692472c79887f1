# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# Which rivals can be built: each has its file here, and WITH_ tells the table of
# engines that it is in. What is missing is left out without a word here;
# fragstr-bench --list names the package. PEERS= builds without any.

PEERS ?= event hyperscan xxhash rust cord cxx
CRATES ?= /usr/share/cargo/registry
peer_cflags := -O3 -Ibench -MMD -MP
peer_cc = $(CC) $(filter-out -O%,$(flags)) $(peer_cflags)
peer_cxx = $(CXX) -std=gnu++20 $(WARN) -Wno-missing-field-initializers $(CPPFLAGS) \
	$(filter-out -O%,$(CFLAGS)) $(peer_cflags)

# What another compiler makes fits only where it is for the same kind of machine.
arch = $(firstword $(subst -, ,$(1)))
same_cxx := $(filter $(call arch,$(machine)),$(call arch,$(shell $(CXX) -dumpmachine 2>/dev/null)))
same_rust := $(filter $(call arch,$(machine)),$(call arch,$(shell rustc -vV 2>/dev/null | \
	sed -n 's/^host: //p')))
same_rust := $(if $(filter -m32 -mx32,$(CFLAGS)),,$(same_rust))

# $(call peer_has,HEADER,LIBRARIES,COMPILER): a program of one line is compiled.
peer_has = $(shell echo 'int main(void) { return 0; }' | $(3) $(CFLAGS) -include $(1) -o /dev/null - $(2) \
	>/dev/null 2>&1 && echo yes)

try_event = $(call peer_has,event2/buffer.h,-levent,$(CC) -x c)
libs_event := -levent
try_hyperscan = $(call peer_has,hs/hs.h,-lhs,$(CC) -x c)
libs_hyperscan := -lhs -lm
try_xxhash = $(call peer_has,xxhash.h,,$(CC) -march=native -x c)
try_cxx = $(if $(same_cxx),$(call peer_has,functional,,$(CXX) -x c++ -std=gnu++20))
libs_cxx := -lstdc++
cord_libs := $(shell pkg-config --libs absl_cord absl_hash 2>/dev/null)
try_cord = $(if $(and $(same_cxx),$(cord_libs)),$(call \
	peer_has,absl/strings/cord.h,$(cord_libs),$(CXX) -x c++ -std=gnu++20))
libs_cord := $(cord_libs) -lstdc++

# Debian's crates are sources in a folder each; of several versions the last is taken.
memchr := $(lastword $(sort $(wildcard $(CRATES)/memchr-2.*)))
aho := $(lastword $(sort $(wildcard $(CRATES)/aho-corasick-0.7.*)))
try_rust = $(and $(same_rust),$(memchr),$(aho))
libs_rust := -lpthread -ldl -lm

peers := $(foreach p,$(PEERS),$(if $(try_$(p)),$(p)))
peer_flags := $(foreach p,$(peers),-DWITH_$(shell echo $(p) | tr a-z A-Z))
peer_obj := $(peers:%=$(BUILD)/peers/%.o) $(if $(filter rust,$(peers)),$(BUILD)/peers/libpeers.a)
bench_libs += $(foreach p,$(peers),$(libs_$(p)))

# Libraries that came or went since the last build change the table of engines.
$(shell mkdir -p $(BUILD)/peers 2>/dev/null; echo '$(peer_flags)' | cmp -s - $(BUILD)/peers/list || \
	echo '$(peer_flags)' >$(BUILD)/peers/list)
$(BUILD)/bench/engines/engines.o $(BUILD)/bench/peers/peers.o: $(BUILD)/peers/list

$(BUILD)/peers/%.o: bench/peers/%.c
	$(peer_cc) $(peer_flags) -c -o $@ $<

$(BUILD)/peers/xxhash.o: bench/peers/xxhash.c
	$(peer_cc) -march=native $(peer_flags) -c -o $@ $<

$(BUILD)/peers/%.o: bench/peers/%.cc
	$(peer_cxx) $(peer_flags) -c -o $@ $<

# As cargo would build them: the names of the vector paths are what memchr's build.rs finds.
rustc := MAKEFLAGS= rustc -C opt-level=3 -C panic=abort -C debuginfo=0 --cap-lints allow

$(BUILD)/peers/libmemchr.rlib: $(memchr)/src/lib.rs
	$(rustc) --crate-name memchr --crate-type rlib --edition 2018 --cfg 'feature="std"' \
		--cfg memchr_runtime_simd --cfg memchr_runtime_sse2 --cfg memchr_runtime_sse42 \
		--cfg memchr_runtime_avx -o $@ $<

$(BUILD)/peers/libaho_corasick.rlib: $(aho)/src/lib.rs $(BUILD)/peers/libmemchr.rlib
	$(rustc) --crate-name aho_corasick --crate-type rlib --edition 2018 \
		--cfg 'feature="std"' --extern memchr=$(BUILD)/peers/libmemchr.rlib -o $@ $<

$(BUILD)/peers/libpeers.a: bench/peers/peers.rs $(BUILD)/peers/libaho_corasick.rlib
	$(rustc) --crate-name peers --crate-type staticlib --edition 2018 -L $(BUILD)/peers \
		--extern memchr=$(BUILD)/peers/libmemchr.rlib \
		--extern aho_corasick=$(BUILD)/peers/libaho_corasick.rlib -o $@ $<

$(BUILD)/peers/rust.o: peer_flags += -DMEMCHR_VERSION='"$(memchr:$(CRATES)/%=%)"' \
	-DAHO_VERSION='"$(aho:$(CRATES)/%=%)"'
