#!/usr/bin/env bash
# Makes the documentation of the libraries from their comments; a warning is an error.
# Usage: build-docs.sh DIRECTORY, which gets RealmStore.doccarchive and RealmTools.doccarchive
set -euo pipefail
output=$1

swift build --target RealmTools
bin=$(swift build --show-bin-path)
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -1)

# Where the modules lie that are imported: the package's own, those of system libraries, and the parser's of YAML.
for module in RealmStore RealmTools; do
    mkdir "$graphs/$module"
    swift symbolgraph-extract -module-name "$module" -output-dir "$graphs/$module" -minimum-access-level public \
        -target "$target" -I "$bin/Modules" -I Sources/CSQLite3 -I Sources/COpenSSL -I Sources/CZstd \
        -I Sources/CSwiftConcurrency -I "$bin/CYaml.build" -I .build/checkouts/Yams/Sources/CYaml/include
    docc convert "docs/$module.docc" --additional-symbol-graph-dir "$graphs/$module" --warnings-as-errors \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$output/$module.doccarchive"
done
