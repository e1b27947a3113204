# A thin front to CMake and Ninja.
#
#   make           build/belay
#   make demo      install what is missing, build, check two example programs
#   make test      install what is missing, build, run every test
#   make setup     install what is missing (Debian packages; root or sudo)
#   make asan      the tests again, belay itself under ASan and UBSan (in build-asan/)
#   make install   to $(DESTDIR)$(PREFIX)
#   make format    clang-format over the sources
#   make clean

PREFIX ?= /usr/local
BUILD ?= build
JOBS ?= $(shell nproc)
CMAKE_FLAGS ?=
TARGETS ?=

.PHONY: all setup demo test asan install format clean

all:
	@command -v cmake >/dev/null && command -v ninja >/dev/null || \
	  { echo "cmake and ninja are missing: run 'make setup' first" >&2; exit 1; }
	@cmake -G Ninja -S . -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_FLAGS) >/dev/null
	@ninja -C $(BUILD) -j $(JOBS) $(TARGETS)

setup:
	@cmake/setup

demo: setup
	@$(MAKE) --no-print-directory all TARGETS=belay
	@examples/demo $(BUILD)/belay

test: setup
	@$(MAKE) --no-print-directory all
	@tests/all --build $(BUILD) --jobs $(JOBS)

asan: setup
	@$(MAKE) --no-print-directory all BUILD=build-asan CMAKE_FLAGS=-DBELAY_SANITIZE=ON
	@tests/all --build build-asan --jobs $(JOBS)

install: all
	@DESTDIR=$(DESTDIR) cmake --install $(BUILD)

format:
	clang-format-19 -i $$(git ls-files '*.c' '*.h' ':!tests/prog' ':!tests/rt' ':!tests/bad' ':!tests/cli' ':!examples')

clean:
	rm -rf $(BUILD) build-asan
