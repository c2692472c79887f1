# SPDX-License-Identifier: GPL-2.0-only OR MIT
#
# fragstr in userspace, its tests and its benchmark; `make help` lists the
# targets. The kernel modules are built by Kbuild, which `make modules` calls.

BUILD ?= build
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
KDIR ?= /lib/modules/$(shell uname -r)/build

VERSION := 0.1.0
SONAME := libfragstr.so.0

CFLAGS ?= -O2 -g
WARN := -Wall -Wextra
override CPPFLAGS += -Iinclude
flags = -std=gnu11 $(WARN) $(CPPFLAGS) $(CFLAGS)

# The scalar code is what it says only if no compiler turns it into vectors.
CORE_FLAGS := -fno-tree-vectorize -fno-tree-slp-vectorize -Ikmod/core

# The units of one instruction set, by the compiler's target.
machine := $(shell $(CC) -dumpmachine)
units := $(if $(filter x86_64-%,$(machine)),$(wildcard kmod/core/x86/*.c)) \
	$(if $(filter aarch64-%,$(machine)),$(wildcard kmod/core/arm64/*.c))
# x86/ISA.c or x86/ISA_what.c is compiled for ISA
isa_of = $(firstword $(subst _, ,$(basename $(notdir $(1)))))
isa_flags = $(if $(findstring /x86/,$(1)),$(flags_$(call isa_of,$(1))))
flags_sse2 := -msse2
flags_ssse3 := -mssse3
flags_avx2 := -mavx2
flags_avx512 := -mavx512f
flags_avx512vbmi := -mavx512vbmi -mavx512bw

core := $(sort $(wildcard kmod/core/*.c) $(units))
core_obj := $(core:kmod/core/%.c=$(BUILD)/core/%.o) $(BUILD)/core/impl.o
core_pic := $(core:kmod/core/%.c=$(BUILD)/pic/%.o) $(BUILD)/pic/impl.o

# What the library has for userspace beside the core.
user := user/sink.c
user_obj := $(user:%.c=$(BUILD)/%.o)
user_pic := $(user:%.c=$(BUILD)/pic/%.o)

.PHONY: all
all: $(BUILD)/libfragstr.a $(BUILD)/$(SONAME) $(BUILD)/fragstr.pc $(BUILD)/fragstr-bench \
	$(BUILD)/example

.PHONY: help
help:
	@echo 'all          the libraries, the benchmark program and the example, in $(BUILD)/'
	@echo 'bench        the main job: search the shipped capture, check, print the speeds: a minute'
	@echo '  bench-full     the same with every case and implementation: half an hour'
	@echo '  bench-report   a page with tables and plots: $(BUILD)/report.html'
	@echo '  bench-deps     installs the libraries to compare with, from Debian'
	@echo '  bench-seeds    the three starting points: what was done before against fragstr'
	@echo '  bench-kernel   the kernel module against kmp, bm, fsm and linearizing, under UML'
	@echo 'check        everything that can be tested, in userspace and in kernels'
	@echo '  check-user     the suites by gcc, plain and with sanitizers: half a minute'
	@echo '  check-library  its hash against libxxhash, time by count, threads, the installed one'
	@echo '  check-sets     sets of real words over real traffic, against Hyperscan'
	@echo '  check-bench    that the benchmark can be believed'
	@echo '  check-http     the HTTP example: its parser cut at every byte, and against nginx'
	@echo '  check-cross    the suites for other word sizes and byte orders, by qemu-user'
	@echo '  check-mutants  plants faults, and fails unless the suites see each'
	@echo '  check-kunit    the suites in KUnit, under user-mode Linux; KERNEL=6.1|6.12|sid'
	@echo '  check-firewall rules of iptables and tc over real traffic, on Debian kernels and under UML'
	@echo '  check-vm       the suites by insmod on Debian kernels in QEMU; KERNEL=6.1|6.12'
	@echo 'gates        the rules of the tree: layers, exports, kernel-doc, style'
	@echo 'modules      the kernel modules, for KDIR=$(KDIR)'
	@echo '  modules_install  those, without the tests, where modprobe finds them'
	@echo '  dkms           their source as DKMS wants it, in /usr/src/fragstr-$(VERSION)'
	@echo 'kunit-tree   the suites into the kernel tree KDIR, for its own kunit.py;'
	@echo '               kunit-tree-remove takes them out again'
	@echo 'install      libraries, headers, fragstr.pc; PREFIX=$(PREFIX), DESTDIR='
	@echo 'clean        remove $(BUILD)/'

# The library.

$(BUILD)/core/%.o: kmod/core/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) $(call isa_flags,$<) -MMD -MP -c -o $@ $<

$(BUILD)/pic/%.o: kmod/core/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) $(call isa_flags,$<) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/core/impl.o: user/impl.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/pic/impl.o: user/impl.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/user/%.o: user/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) -MMD -MP -c -o $@ $<

$(BUILD)/pic/user/%.o: user/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/libfragstr.a: $(core_obj) $(user_obj)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/$(SONAME): $(core_pic) $(user_pic) user/fragstr.map
	$(CC) $(flags) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,user/fragstr.map \
		-Wl,--no-undefined -o $@ $(core_pic) $(user_pic)

$(BUILD)/fragstr.pc: user/fragstr.pc.in Makefile
	@mkdir -p $(@D)
	sed -e 's,@PREFIX@,$(PREFIX),' -e 's,@LIBDIR@,$(LIBDIR),' -e 's,@INCLUDEDIR@,$(INCLUDEDIR),' \
		-e 's,@VERSION@,$(VERSION),' $< >$@

$(BUILD)/example: user/examples/find.c $(BUILD)/libfragstr.a
	$(CC) $(flags) $(LDFLAGS) -o $@ $^

.PHONY: install
install: $(BUILD)/libfragstr.a $(BUILD)/$(SONAME)
	@# Made anew: the folders may be others than when `make` ran.
	@rm -f $(BUILD)/fragstr.pc
	@$(MAKE) -s $(BUILD)/fragstr.pc
	install -d $(DESTDIR)$(INCLUDEDIR)/fragstr $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 644 $(addprefix include/fragstr/,env.h fragstr.h impl.h iovec.h sink.h) \
		$(DESTDIR)$(INCLUDEDIR)/fragstr
	install -m 644 $(BUILD)/libfragstr.a $(DESTDIR)$(LIBDIR)
	install -m 755 $(BUILD)/$(SONAME) $(DESTDIR)$(LIBDIR)/libfragstr.so.$(VERSION)
	ln -sf libfragstr.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libfragstr.so
	install -m 644 $(BUILD)/fragstr.pc $(DESTDIR)$(LIBDIR)/pkgconfig

# The suites, as one program.

kernel_only := kernel simd sink_iter skb skb_ops skb_scan skb_simd sources ts
test_src := $(filter-out $(kernel_only:%=tests/suites/%_kunit.c),$(wildcard tests/suites/*_kunit.c)) \
	$(wildcard tests/support/*.c tests/runners/user/*.c tests/runners/lite/*.c)
# Builds that differ in the core alone can share these.
SUITES ?= $(BUILD)/tests
test_obj := $(test_src:tests/%.c=$(SUITES)/%.o)

$(SUITES)/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) -Itests/support -Itests/runners/user -MMD -MP -c -o $@ $<

$(BUILD)/fragstr-test: $(test_obj) $(BUILD)/libfragstr.a
	$(CC) $(flags) $(LDFLAGS) -pthread -o $@ $^

# The benchmark.

bench_src := $(filter-out bench/pcap_%.c,$(wildcard bench/*.c)) $(wildcard bench/engines/*.c) \
	bench/peers/peers.c
# Rivals are built in as far as their libraries are there: WITH_ tells the table of engines.
have_pcap := $(shell echo 'int main(void) { return 0; }' | \
	$(CC) -x c -include pcap/pcap.h -o /dev/null - -lpcap >/dev/null 2>&1 && echo yes)
PCAP := $(if $(have_pcap),lib,builtin)
bench_libs := $(if $(filter lib,$(PCAP)),-lpcap)
bench_src += bench/pcap_$(PCAP).c
# Looking for them takes a second: only what builds the benchmark does.
ifneq ($(filter all bench% %/fragstr-bench,$(or $(MAKECMDGOALS),all)),)
include bench/peers/peers.mk
endif
bench_obj := $(bench_src:bench/%.c=$(BUILD)/bench/%.o) $(peer_obj)

$(BUILD)/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(peer_flags) -Ibench -MMD -MP -c -o $@ $<

$(BUILD)/fragstr-bench: $(bench_obj) $(BUILD)/libfragstr.a
	$(CC) $(flags) $(LDFLAGS) -o $@ $^ $(bench_libs)

# Tests of its way from a capture to streams, by each of the two readers.
capture_src := bench/capture.c bench/packet.c bench/tcp.c $(wildcard bench/tests/*.c)

$(BUILD)/capture-test-%: bench/pcap_%.c $(capture_src) $(wildcard bench/*.h bench/tests/*.h)
	@mkdir -p $(@D)
	$(CC) $(flags) -Ibench $(LDFLAGS) -o $@ $< $(capture_src) $(if $(filter lib,$*),-lpcap)

# The example that speaks HTTP, and its parser's test.

http := $(wildcard user/examples/http/[!g]*.c)
http_h := $(wildcard user/examples/http/*.h)

$(BUILD)/http-get: user/examples/http/get.c $(http) $(http_h) $(BUILD)/libfragstr.a
	$(CC) $(flags) $(LDFLAGS) -o $@ $(filter-out %.h,$^)

$(BUILD)/http-test: tests/http/http_test.c $(http) $(http_h) $(BUILD)/libfragstr.a
	$(CC) $(flags) -Iuser/examples/http $(LDFLAGS) -o $@ $(filter-out %.h,$^)

.PHONY: bench bench-full bench-report bench-deps
bench: $(BUILD)/fragstr-bench
	$(BUILD)/fragstr-bench --quick

bench-full: $(BUILD)/fragstr-bench
	$(BUILD)/fragstr-bench

# BENCH_FLAGS= for everything, or another choice.
BENCH_FLAGS ?= --quick
bench-report: $(BUILD)/fragstr-bench
	FRAGSTR_BENCH=$(BUILD)/fragstr-bench bench/report.sh $(BUILD)/report.html $(BENCH_FLAGS)

bench-deps:
	bench/deps.sh

# The three starting points of the library, with what was done before it.
seeds_src := $(wildcard bench/seeds/*.c) $(addprefix bench/,capture.c cli.c csv.c hay.c \
	packet.c pcap_$(PCAP).c tcp.c timing.c)
seeds_obj := $(seeds_src:bench/%.c=$(BUILD)/bench/%.o)

$(BUILD)/fragstr-seeds: $(seeds_obj) $(BUILD)/libfragstr.a
	$(CC) $(flags) $(LDFLAGS) -o $@ $^ $(if $(filter lib,$(PCAP)),-lpcap) -lm

$(BUILD)/bench/seeds/Headers.class: bench/seeds/Headers.java
	@mkdir -p $(@D)
	javac -d $(@D) $<

.PHONY: bench-seeds
bench-seeds: $(BUILD)/fragstr-seeds \
		$(if $(shell command -v javac 2>/dev/null),$(BUILD)/bench/seeds/Headers.class)
	$(BUILD)/fragstr-seeds

# The same question in the kernel, to socket buffers. CSV=file keeps the rows.
.PHONY: bench-kernel
bench-kernel:
	@tests/check/bench-kernel.sh $(CSV:%=--csv %)

# The checks. Each prints `N passed, N failed` last.

.PHONY: check check-user check-library check-sets check-bench check-http check-cross \
	check-mutants check-kunit check-vm gates
check:
	@tests/check/all.sh tests/check/gates.sh 'tests/check/user.sh gcc clang' \
		tests/check/library.sh tests/check/sets.sh tests/check/bench.sh \
		tests/check/http.sh tests/check/cross.sh tests/check/mutants.sh \
		'tests/check/kunit.sh $(KERNEL)' \
		'tests/check/vm.sh $(KERNEL)' 'tests/check/firewall.sh $(or $(KERNEL),6.1 6.12)'

gates:
	@tests/check/gates.sh

check-user:
	@tests/check/user.sh

check-library:
	@tests/check/library.sh

check-sets:
	@tests/check/sets.sh

check-bench:
	@tests/check/bench.sh

check-http:
	@tests/check/http.sh

check-cross:
	@tests/check/cross.sh

check-mutants:
	@tests/check/mutants.sh

check-kunit:
	@tests/check/kunit.sh $(KERNEL)

check-vm:
	@tests/check/vm.sh $(KERNEL)

.PHONY: check-firewall
check-firewall:
	@tests/check/firewall.sh $(KERNEL)

# The kernel modules. FRAGSTR_TESTS=n leaves the suites and examples out.

.PHONY: modules modules_install dkms kunit-tree kunit-tree-remove
modules:
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

modules_install:
	$(MAKE) -C $(KDIR) M=$(CURDIR) FRAGSTR_TESTS=n modules
	$(MAKE) -C $(KDIR) M=$(CURDIR) FRAGSTR_TESTS=n modules_install

dkms_src = $(DESTDIR)/usr/src/fragstr-$(VERSION)

dkms:
	install -d $(dkms_src)
	cp -R Kbuild COPYING include kmod $(dkms_src)
	find $(dkms_src) \( -name '*.o' -o -name '*.ko' -o -name '*.cmd' -o -name '*.mod*' \) -delete
	sed 's/@VERSION@/$(VERSION)/' kmod/dkms.conf >$(dkms_src)/dkms.conf

kunit-tree:
	@tests/check/overlay.sh add $(KDIR)
	@echo 'Now, in $(KDIR):'
	@echo '    ./tools/testing/kunit/kunit.py run --kunitconfig=lib/fragstr'
	@echo 'And to undo it: make kunit-tree-remove KDIR=$(KDIR)'

kunit-tree-remove:
	@tests/check/overlay.sh remove $(KDIR)

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(wildcard $(BUILD)/*/*.d $(BUILD)/*/*/*.d $(BUILD)/*/*/*/*.d)
