#!/usr/bin/env bash
# Makes the documentation of the libraries from their comments; a warning is an error.
# Usage: build-docs.sh DIRECTORY SCRATCH, of which the first gets a .doccarchive for each library that is built in the
# second
set -euo pipefail
output=$1 scratch=$2

swift build --scratch-path "$scratch" --target RealmTools
swift build --scratch-path "$scratch" --target RealmSwift
bin=$(swift build --scratch-path "$scratch" --show-bin-path)
graphs=$(mktemp -d)
trap 'rm -rf "$graphs"' EXIT
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -1)

# Where the modules lie that are imported: the package's own, those of system libraries, the parser's of YAML, and what
# OpenCombine has in C++.
for module in RealmStore Realm RealmSwift RealmTools; do
    mkdir "$graphs/$module"
    swift symbolgraph-extract -module-name "$module" -output-dir "$graphs/$module" -minimum-access-level public \
        -target "$target" -I "$bin/Modules" -I Sources/CSQLite3 -I Sources/COpenSSL -I Sources/CZstd \
        -I Sources/CSwiftRuntime -I "$bin/CYaml.build" -I "$scratch/checkouts/Yams/Sources/CYaml/include" \
        -I "$bin/COpenCombineHelpers.build" -I "$scratch/checkouts/OpenCombine/Sources/COpenCombineHelpers/include"
    docc convert "docs/$module.docc" --additional-symbol-graph-dir "$graphs/$module" --warnings-as-errors \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$output/$module.doccarchive"
done
