#!/usr/bin/env bash
# Makes the documentation of the library from its comments; a warning is an error.
# Usage: build-docs.sh OUTPUT
set -euo pipefail
output=$1

swift build --target RealmStore
bin=$(swift build --show-bin-path)
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT

# Where the modules lie that RealmStore imports: its own, those of system libraries, and the parser's of YAML.
swift symbolgraph-extract -module-name RealmStore -output-dir "$graphs" -minimum-access-level public \
    -target "$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -1)" \
    -I "$bin/Modules" -I Sources/CSQLite3 -I Sources/COpenSSL -I Sources/CZstd \
    -I "$bin/CYaml.build" -I .build/checkouts/Yams/Sources/CYaml/include
docc convert docs/RealmStore.docc --additional-symbol-graph-dir "$graphs" --warnings-as-errors \
    --fallback-display-name RealmStore --fallback-bundle-identifier RealmStore --output-path "$output"
