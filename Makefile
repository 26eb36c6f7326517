# `make demo` and `make test` are the two commands a newcomer needs; `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_MUTANTS ?= 200000
ASAN_MUTANTS ?= 20000
FUZZ_WRITES ?= 50000
SOAK_OPERATIONS ?= 2000000
SOAK_SECONDS ?= 60
SOAK_CHECKER ?=
CRASH_IMAGES ?= 100000
CRASH_TRANSACTIONS ?= 1000
CRASH_KILLS ?= 300
CRASH_FAULTS ?= 1000
SANITIZE_OPERATIONS ?= 20000
SANITIZE_STORM_SECONDS ?= 300
SOAK_STORM_SECONDS ?= 600
SOAK_PREDICATES ?= 500000
SOAK_OBJECTS ?= 1000000
SOAK_DELIVERIES ?= 1000000
SOAK_HISTORIES ?= 2000
SOAK_COMMITS ?= 1000000
SOAK_COMMIT_SECONDS ?= 1200
FUZZ_TEXTS ?= 1000000
FUZZ_PAGES ?= 100000
FUZZ_ARCHIVES ?= 100000
FUZZ_RECOVERIES ?= 20000
FUZZ_STRUCTURES ?= 20000

SHELL = /usr/bin/env bash
.SHELLFLAGS = -euo pipefail -c
.DEFAULT_GOAL = help
.PHONY: help demo test check build test-build release fuzz fuzz-asan soak crash sanitize bench bench-smoke completions command-pages docs docs-of-test-build rooms api-coverage converter converter-test install install-converter uninstall deb deb-check format lint clean system-packages

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 20

demo: system-packages ## build realmctl and an example app, and walk through both on real files
	@Scripts/demo.sh

# The engine optimised, with its assertions, and the tests as they are: see Package.swift.
ENGINE = REALMSTORE_OPTIMISED_ENGINE=1
TEST = $(ENGINE) Scripts/run-tests.sh --scratch-path .build-test

# Tasks that wait for each other, with limits of time: among thousands of tests they wait for the pool's threads most of
# the time.
TASKS = AsyncTaskTests|AsyncBlockTests|ObservedStormTests

test: test-build ## build with warnings as errors and run every test
	$(TEST) --minutes 40 --in-two --skip 'Fuzz|$(TASKS)'
	$(TEST) --minutes 10 --filter '$(TASKS)'
	$(TEST) --minutes 10 --in-two --filter Fuzz
	@$(MAKE) --no-print-directory bench-smoke

# What takes long: damage and power loss at random, other processes, models, compilers, whole commands many times, and
# what needs seconds of processor for one answer.
SLOW = Fuzz|Crash|Process|Killed|Fault|Model|Differential|History|Leak|Snippet|Legacy|Upgrade|Damage|Hostile
SLOW := $(SLOW)|Sharing|Session|FullDisk|Memory|OptionEffect|Terminal|Image|Unattended|Fixture|RoundTrip|Zstd|Nesting|Wide
SLOW := $(SLOW)|SharedOption|ErrorCode|JSONShape|BadPlace|DirectorySync|Enumerat|Storm|Instruction|CommandText
SLOW := $(SLOW)|HelpTests|Sustained|Interrupted|Resumed|RealmExporter|Placement|HeldVersions|Laundering|OrderEnds
SLOW := $(SLOW)|IndexProof|SnapshotWriter

check: lint test-build ## lint and a quick share of the tests, for while one works; make test runs all
	$(TEST) --in-two --skip '$(SLOW)'

build: system-packages ## build the library, realmctl and the tests (debug)
	swift build --build-tests

test-build: system-packages
	$(ENGINE) swift build --build-tests --scratch-path .build-test

release: system-packages ## build realmctl optimised; needs no Swift installation to run
	swift build -c release --product realmctl --static-swift-stdlib

fuzz: test-build ## feed many damaged files to readers and writers, and many texts to the query parsers
	REALMSTORE_FUZZ_MUTANTS=$(FUZZ_MUTANTS) REALMSTORE_FUZZ_WRITES=$(FUZZ_WRITES) \
	    REALMSTORE_PREDICATE_TEXTS=$(FUZZ_TEXTS) REALMSTORE_FUZZ_PAGES=$(FUZZ_PAGES) \
	    $(TEST) --filter Fuzz
	REALMSTORE_ARCHIVE_MUTANTS=$(FUZZ_ARCHIVES) $(TEST) --filter BackupDamageTests
	REALMSTORE_LAUNDER_MUTANTS=$(FUZZ_STRUCTURES) $(TEST) --filter LaunderingTests
	REALMSTORE_RECOVERY_MUTANTS=$(FUZZ_RECOVERIES) $(TEST) --filter RecoveryDamageTests

# Swift hides bits of enumerations in pointers, which the search for leaks does not see through: what a cache keeps is
# reported. LeakTests counts what stays.
ASAN = ASAN_OPTIONS=detect_leaks=0

fuzz-asan: system-packages ## the same with the address sanitizer, fewer files
	REALMSTORE_FUZZ_MUTANTS=$(ASAN_MUTANTS) REALMSTORE_FUZZ_WRITES=$(ASAN_MUTANTS) \
	    $(ASAN) $(ENGINE) swift test --sanitize address --scratch-path .build-asan --filter Fuzz

soak: test-build ## change files and query them at random for long, beside models and other processes
	REALMSTORE_MODEL_OPERATIONS=$(SOAK_OPERATIONS) REALMSTORE_MODEL_CHECKER=$(SOAK_CHECKER) \
	    $(TEST) --filter 'RealmStoreTests\.ModelTests'
	REALMSTORE_QUERY_PREDICATES=$(SOAK_PREDICATES) $(TEST) --filter QueryDifferentialTests
	REALMSTORE_LEAK_OBJECTS=$(SOAK_OBJECTS) REALMSTORE_LEAK_DELIVERIES=$(SOAK_DELIVERIES) $(TEST) --filter LeakTests
	REALMSTORE_MIGRATION_HISTORIES=$(SOAK_HISTORIES) $(TEST) --filter MigrationHistoryTests
	REALMSTORE_PROCESS_SECONDS=$(SOAK_SECONDS) $(TEST) --filter 'ProcessTests/.*increment'
	REALMSTORE_STORM_SECONDS=$(SOAK_STORM_SECONDS) $(TEST) --filter ObservedStormTests
	swift run -c release --package-path Benchmarks realmspace --commits $(SOAK_COMMITS) \
	    --seconds $(SOAK_COMMIT_SECONDS) --directory .build-test/space --svg .build-test/space.svg

crash: test-build ## open the files that power losses at any moment leave, kill writers and commands
	REALMSTORE_CRASH_IMAGES=$(CRASH_IMAGES) REALMSTORE_CRASH_TRANSACTIONS=$(CRASH_TRANSACTIONS) \
	    $(TEST) --filter CrashTests
	REALMSTORE_KILLS=$(CRASH_KILLS) $(TEST) --filter 'ProcessTests/.*killed'
	REALMSTORE_KILLS=$(CRASH_KILLS) REALMSTORE_FAULTS=$(CRASH_FAULTS) \
	    $(TEST) --filter 'BackupFaultTests|KilledRunTests|MigrationFaultTests'

# Writers, readers and processes at once; then models, crashes and editors.
RACES = SessionTests|PlatformWriting|PlatformLock|EncryptedPages|ProcessTests|ModelConfinement|Invalidation|Observing
RACES := $(RACES)|CommitWaiting|LeakTests|FileModel|ModelDetail|AsyncOpening|AsyncBlock|AsyncTask|PlacedCommit|RealmChanges
RACES := $(RACES)|ObservedStorm|Zstd|RealmStoreTests\.Handover|SharedResults|VerifyEncrypted
# Which needs more address space than the thread sanitizer leaves.
NO_RACES = there are as many participants as slots|a sparse file of terabytes
EDITS = RealmStoreTests\.ModelTests|CrashTests|EditorTests|LeafModel|DamagedVersion|IndexProperty|SchemaHistory

sanitize: system-packages ## run what writes under the thread sanitizer and the address sanitizer
	mkdir -p .build-tsan
	clang -O2 -shared -fPIC -o .build-tsan/mutex-order.so Scripts/mutex-order.c
	$(ENGINE) swift build --build-tests --sanitize thread --scratch-path .build-tsan
	REALMSTORE_STORM_SECONDS=$(SANITIZE_STORM_SECONDS) \
	    LD_PRELOAD=$(CURDIR)/.build-tsan/mutex-order.so $(ENGINE) swift test --skip-build --sanitize thread \
	    --scratch-path .build-tsan --filter '$(RACES)' --skip '$(NO_RACES)'
	REALMSTORE_MODEL_OPERATIONS=$(SANITIZE_OPERATIONS) \
	    $(ASAN) $(ENGINE) swift test --sanitize address --scratch-path .build-asan --filter '$(EDITS)'

bench-smoke: system-packages ## build the benchmarks and run each once on a few rows: do all engines agree?
	swift run --package-path Benchmarks realmbench --smoke
	swift run --package-path Benchmarks realmspace --commits 100 --samples 1 --directory Benchmarks/.build/space

bench: system-packages ## run the benchmarks against other engines
	swift run -c release --package-path Benchmarks

completions: system-packages ## write the shell completions that realmctl generates
	swift build --product realmctl
	mkdir -p completions
	"$$(swift build --show-bin-path)/realmctl" completions bash > completions/realmctl.bash
	"$$(swift build --show-bin-path)/realmctl" completions zsh > completions/_realmctl
	"$$(swift build --show-bin-path)/realmctl" completions fish > completions/realmctl.fish

command-pages: system-packages ## write docs/commands from what realmctl says of itself
	swift build --product realmctl
	Scripts/command-pages.sh "$$(swift build --show-bin-path)/realmctl" docs/commands

docs: system-packages ## make the libraries' documentation in .build/*.doccarchive; any warning is an error
	Scripts/build-docs.sh .build .build

# The same from what the tests built.
docs-of-test-build: test-build
	mkdir -p .build
	$(ENGINE) Scripts/build-docs.sh .build .build-test

rooms: build ## draw docs/rooms.svg, the floors and their rooms, from the index that the compiler wrote
	REALMSTORE_DRAW_ROOMS=1 swift test --skip-build --filter 'TidyIndexTests/.*picture'

api-coverage: ## write docs/api-coverage.md from the tables in docs/api-coverage
	Scripts/api-coverage.sh > docs/api-coverage.md

install: release ## install realmctl, its manual page and completions under PREFIX (default /usr/local)
	install -D -s -m 755 "$$(swift build -c release --show-bin-path)/realmctl" "$(DESTDIR)$(PREFIX)/bin/realmctl"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	"$(DESTDIR)$(PREFIX)/bin/realmctl" help --man | gzip -9n > "$(DESTDIR)$(PREFIX)/share/man/man1/realmctl.1.gz"
	install -D -m 644 completions/realmctl.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/realmctl"
	install -D -m 644 completions/_realmctl "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_realmctl"
	install -D -m 644 completions/realmctl.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/realmctl.fish"

uninstall: ## remove what install installed under PREFIX
	cd "$(DESTDIR)$(PREFIX)" && rm -f bin/realmctl share/man/man1/realmctl.1.gz \
	    share/bash-completion/completions/realmctl share/zsh/site-functions/_realmctl \
	    share/fish/vendor_completions.d/realmctl.fish libexec/realmctl/realm-model-converter

# Its parser of Swift takes minutes to build, so nothing else waits for it.
CONVERTER = swift build --package-path Tools/ModelConverter -c release --static-swift-stdlib

converter: ## build the program behind 'realmctl schema convert'
	$(CONVERTER) --product realm-model-converter
	@echo "Run it with: realmctl schema convert --converter $$($(CONVERTER) --show-bin-path)/realm-model-converter"

# With the realmctl that the tests built, if they did.
converter-test: ## test that program
	REALMCTL="$(wildcard $(CURDIR)/.build-test/debug/realmctl)" swift test --package-path Tools/ModelConverter

install-converter: converter ## install that program under PREFIX, where realmctl finds it
	install -D -s -m 755 "$$($(CONVERTER) --show-bin-path)/realm-model-converter" \
	    "$(DESTDIR)$(PREFIX)/libexec/realmctl/realm-model-converter"

deb: system-packages ## make a Debian package in this directory
	Scripts/build-deb.sh .

deb-check: deb ## install the package in a fresh root made with debootstrap, and use it there (as root)
	Scripts/check-deb.sh ./realmctl_*_"$$(dpkg --print-architecture)".deb

SWIFT_SOURCES = Package.swift Sources Tests $(addprefix Tools/ModelConverter/,Package.swift Sources Tests)

format: ## format every Swift file in place
	swift format format --in-place --recursive --parallel $(SWIFT_SOURCES)

lint: ## report what the formatter would change or dislike
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)

clean: ## remove what builds made
	rm -rf .build .build-test .build-asan .build-tsan Benchmarks/.build Examples/.build Tools/ModelConverter/.build

system-packages:
	@Scripts/install-system-packages.sh
