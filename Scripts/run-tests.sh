#!/usr/bin/env bash
# Runs tests that are built, and says at the end once more what failed: among thousands of lines nobody finds it.
# Arguments are those of swift test.
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT

swift test --skip-build "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    printf '\n== what failed (exit code %s)\n' "$status"
    grep --text -A 5 -E '✘|error: |Fatal error' "$log" | grep --text -vE '^[◇✔]|^--$' | tail -n 200
fi
exit "$status"
