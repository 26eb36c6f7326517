#!/usr/bin/env bash
# Runs tests that are built, and says at the end once more what failed: among thousands of lines nobody finds it.
# Usage: run-tests.sh [--scratch-path DIRECTORY] [--in-two] [--filter PATTERN] [--skip PATTERN]
#   --in-two  those of the engine in one process, all others in another at once: tests that wait for a process of their
#             own hold the threads of the process they are in, which leaves a core idle almost half of the time
set -uo pipefail

scratch=.build
in_two=
arguments=()
while [ $# -gt 0 ]; do
    case $1 in
        --scratch-path) scratch=$2; shift ;;
        --in-two) in_two=1 ;;
        *) arguments+=("$1") ;;
    esac
    shift
done

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# Lines are written whole, as there may be another writer.
run() {
    local log=$logs/$1
    shift
    "$scratch/debug/RealmStorePackageTests.xctest" --testing-library swift-testing "$@" 2>&1 \
        | tee "$log" | awk '{ print; fflush() }'
}

if [ -n "$in_two" ]; then
    run others "${arguments[@]}" --skip '^RealmStoreTests\.' &
    others=$!
    run engine "${arguments[@]}" --skip '^(?!RealmStoreTests\.)'
    status=$?
    wait "$others" || status=$?
else
    run all "${arguments[@]}"
    status=$?
fi
if [ "$status" -ne 0 ]; then
    printf '\n== what failed (exit code %s)\n' "$status"
    cat "$logs"/* | grep --text -A 5 -E '✘|error: |Fatal error' | grep --text -vE '^[◇✔]|^--$' | tail -n 200
fi
exit "$status"
