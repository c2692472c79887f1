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
units := $(if $(filter x86_64-%,$(machine)),$(wildcard kmod/core/x86/*.c))
$(BUILD)/%/x86/sse2.o: CORE_FLAGS += -msse2
$(BUILD)/%/x86/avx2.o $(BUILD)/%/x86/avx2_set.o: CORE_FLAGS += -mavx2
$(BUILD)/%/x86/avx512vbmi_set.o: CORE_FLAGS += -mavx512vbmi -mavx512bw

core := $(sort $(wildcard kmod/core/*.c) $(units))
core_obj := $(core:kmod/core/%.c=$(BUILD)/core/%.o) $(BUILD)/core/impl.o
core_pic := $(core:kmod/core/%.c=$(BUILD)/pic/%.o) $(BUILD)/pic/impl.o

.PHONY: all
all: $(BUILD)/libfragstr.a $(BUILD)/$(SONAME) $(BUILD)/fragstr.pc $(BUILD)/fragstr-bench \
	$(BUILD)/example

.PHONY: help
help:
	@echo 'all          the libraries, the benchmark program and the example, in $(BUILD)/'
	@echo 'bench        the main job: search the shipped capture, check, print the speeds'
	@echo 'check        everything that can be tested, in userspace and in kernels'
	@echo '  check-user     the suites in userspace: seconds'
	@echo '  check-cross    the same for other word sizes and byte orders, by qemu-user'
	@echo '  check-mutants  plants faults, and fails unless the suites see each'
	@echo '  check-kunit    the suites in KUnit, under user-mode Linux; KERNEL=6.1|6.12'
	@echo '  check-vm       the suites by insmod on Debian kernels in QEMU; KERNEL=6.1|6.12'
	@echo 'gates        the rules of the tree: layers, exports, kernel-doc, style'
	@echo 'modules      the kernel modules, for KDIR=$(KDIR)'
	@echo 'install      libraries, headers, fragstr.pc; PREFIX=$(PREFIX), DESTDIR='
	@echo 'clean        remove $(BUILD)/'

# The library.

$(BUILD)/core/%.o: kmod/core/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/pic/%.o: kmod/core/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/core/impl.o: user/impl.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/pic/impl.o: user/impl.c
	@mkdir -p $(@D)
	$(CC) $(flags) $(CORE_FLAGS) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/libfragstr.a: $(core_obj)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/$(SONAME): $(core_pic) user/fragstr.map
	$(CC) $(flags) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script,user/fragstr.map \
		-Wl,--no-undefined -o $@ $(core_pic)

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
	install -m 644 $(addprefix include/fragstr/,env.h fragstr.h impl.h iovec.h) \
		$(DESTDIR)$(INCLUDEDIR)/fragstr
	install -m 644 $(BUILD)/libfragstr.a $(DESTDIR)$(LIBDIR)
	install -m 755 $(BUILD)/$(SONAME) $(DESTDIR)$(LIBDIR)/libfragstr.so.$(VERSION)
	ln -sf libfragstr.so.$(VERSION) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libfragstr.so
	install -m 644 $(BUILD)/fragstr.pc $(DESTDIR)$(LIBDIR)/pkgconfig

# The suites, as one program.

test_src := $(filter-out %/skb_kunit.c %/kernel_kunit.c,$(wildcard tests/suites/*_kunit.c)) \
	$(wildcard tests/support/*.c tests/runners/user/*.c tests/runners/lite/*.c)
test_obj := $(test_src:tests/%.c=$(BUILD)/tests/%.o)

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) -Itests/support -Itests/runners/user -MMD -MP -c -o $@ $<

$(BUILD)/fragstr-test: $(test_obj) $(BUILD)/libfragstr.a
	$(CC) $(flags) $(LDFLAGS) -pthread -o $@ $^

# The benchmark.

bench_src := $(filter-out bench/pcap_%.c,$(wildcard bench/*.c)) $(wildcard bench/engines/*.c)
PCAP := $(shell printf '\043include <pcap/pcap.h>\nint main(void) { return !pcap_lib_version(); }' | \
	$(CC) -x c -o /dev/null - -lpcap 2>/dev/null && echo lib || echo builtin)
bench_src += bench/pcap_$(PCAP).c
bench_obj := $(bench_src:bench/%.c=$(BUILD)/bench/%.o)

$(BUILD)/bench/%.o: bench/%.c
	@mkdir -p $(@D)
	$(CC) $(flags) -Ibench -MMD -MP -c -o $@ $<

$(BUILD)/fragstr-bench: $(bench_obj) $(BUILD)/libfragstr.a
	$(CC) $(flags) $(LDFLAGS) -o $@ $^ $(if $(filter lib,$(PCAP)),-lpcap)

# Tests of its way from a capture to streams, by each of the two readers.
capture_src := bench/capture.c bench/packet.c bench/tcp.c $(wildcard bench/tests/*.c)

$(BUILD)/capture-test-%: bench/pcap_%.c $(capture_src) $(wildcard bench/*.h bench/tests/*.h)
	@mkdir -p $(@D)
	$(CC) $(flags) -Ibench $(LDFLAGS) -o $@ $< $(capture_src) $(if $(filter lib,$*),-lpcap)

.PHONY: bench
bench: $(BUILD)/fragstr-bench
	$(BUILD)/fragstr-bench

# The checks. Each prints `N passed, N failed` last.

.PHONY: check check-user check-cross check-mutants check-kunit check-vm gates
check:
	@tests/check/all.sh tests/check/gates.sh tests/check/user.sh tests/check/cross.sh \
		tests/check/mutants.sh 'tests/check/kunit.sh $(KERNEL)' 'tests/check/vm.sh $(KERNEL)'

gates:
	@tests/check/gates.sh

check-user:
	@tests/check/user.sh

check-cross:
	@tests/check/cross.sh

check-mutants:
	@tests/check/mutants.sh

check-kunit:
	@tests/check/kunit.sh $(KERNEL)

check-vm:
	@tests/check/vm.sh $(KERNEL)

.PHONY: modules
modules:
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(wildcard $(BUILD)/*/*.d $(BUILD)/*/*/*.d $(BUILD)/*/*/*/*.d)
