# `make demo` and `make test` are the two commands a newcomer needs; `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_MUTANTS ?= 200000
ASAN_MUTANTS ?= 20000
SOAK_OPERATIONS ?= 2000000
SOAK_PREDICATES ?= 500000
FUZZ_TEXTS ?= 1000000

SHELL = /usr/bin/env bash
.SHELLFLAGS = -euo pipefail -c
.DEFAULT_GOAL = help
.PHONY: help demo test build release fuzz fuzz-asan soak bench bench-smoke completions install format lint clean system-packages

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

demo: system-packages ## build realmctl and walk through it on real files
	@Scripts/demo.sh

test: build ## build with warnings as errors and run every test
	swift test --skip-build --skip Fuzz
	swift test --skip-build --filter Fuzz
	@$(MAKE) --no-print-directory bench-smoke

build: system-packages ## build the library, realmctl and the tests (debug)
	swift build --build-tests

release: system-packages ## build realmctl optimised; needs no Swift installation to run
	swift build -c release --product realmctl --static-swift-stdlib

fuzz: system-packages ## feed many damaged files to the readers, and many texts to the query parsers
	REALMSTORE_FUZZ_MUTANTS=$(FUZZ_MUTANTS) REALMSTORE_PREDICATE_TEXTS=$(FUZZ_TEXTS) \
	    swift test -c release -Xswiftc -enable-testing --scratch-path .build-fuzz --filter Fuzz

fuzz-asan: system-packages ## the same with the address sanitizer, fewer files
	REALMSTORE_FUZZ_MUTANTS=$(ASAN_MUTANTS) swift test -c release -Xswiftc -enable-testing \
	    --sanitize address --scratch-path .build-asan --filter Fuzz

soak: system-packages ## change files and query them at random for long, beside models of what they should hold
	REALMSTORE_MODEL_OPERATIONS=$(SOAK_OPERATIONS) REALMSTORE_QUERY_PREDICATES=$(SOAK_PREDICATES) \
	    swift test -c release -Xswiftc -enable-testing \
	    --scratch-path .build-fuzz --filter 'ModelTests|QueryDifferentialTests'

bench-smoke: system-packages ## build the benchmarks and run each once on a few rows: do all engines agree?
	@Scripts/install-system-packages.sh libsqlite3-dev
	swift run --package-path Benchmarks realmbench --smoke

bench: ## run the benchmarks against other engines
	@Scripts/install-system-packages.sh libsqlite3-dev
	swift run -c release --package-path Benchmarks

completions: system-packages ## write the shell completions that realmctl generates
	swift build --product realmctl
	mkdir -p completions
	"$$(swift build --show-bin-path)/realmctl" completions bash > completions/realmctl.bash
	"$$(swift build --show-bin-path)/realmctl" completions zsh > completions/_realmctl
	"$$(swift build --show-bin-path)/realmctl" completions fish > completions/realmctl.fish

install: release ## install realmctl and its completions under PREFIX (default /usr/local)
	install -D -s -m 755 "$$(swift build -c release --show-bin-path)/realmctl" "$(DESTDIR)$(PREFIX)/bin/realmctl"
	install -D -m 644 completions/realmctl.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/realmctl"
	install -D -m 644 completions/_realmctl "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_realmctl"
	install -D -m 644 completions/realmctl.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/realmctl.fish"

format: ## format every Swift file in place
	swift format format --in-place --recursive --parallel Package.swift Sources Tests

lint: ## report what the formatter would change or dislike
	swift format lint --strict --recursive --parallel Package.swift Sources Tests

clean: ## remove what builds made
	rm -rf .build .build-fuzz .build-asan Benchmarks/.build

system-packages:
	@Scripts/install-system-packages.sh
