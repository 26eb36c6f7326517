#!/usr/bin/env bash
# Runs tests that are built, and says at the end once more what failed: among thousands of lines nobody finds it.
# Usage: run-tests.sh [--scratch-path DIRECTORY] [--in-two] [--minutes N] [--filter PATTERN] [--skip PATTERN]
#   --in-two     those of the engine in one process, all others in another at once: tests that wait for a process of
#                their own hold the threads of the process they are in, which leaves a core idle almost half of the time
#   --minutes N  one that is not done by then is stuck: it is told what runs in it, and it is killed
set -uo pipefail

scratch=.build
in_two=
minutes=
arguments=()
while [ $# -gt 0 ]; do
    case $1 in
        --scratch-path) scratch=$2; shift ;;
        --minutes) minutes=$2; shift ;;
        --in-two) in_two=1 ;;
        *) arguments+=("$1") ;;
    esac
    shift
done

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# The tests of a log that began and did not end.
unfinished() {
    sed -e 's/\x1b\[[0-9;]*m//g' "$1" | awk '
        match($0, /Test .* started\.$/) && !/Test case passing/ { begun[substr($0, RSTART + 5, RLENGTH - 14)] = 1 }
        match($0, /Test .* (passed|failed) after /) {
            name = substr($0, RSTART + 5, RLENGTH - 19)
            sub(/ with [0-9]+ test cases?$/, "", name)
            delete begun[name]
        }
        match($0, /Test .* skipped/) { delete begun[substr($0, RSTART + 5, RLENGTH - 13)] }
        END { for (name in begun) if (name != "run") print "  " name }' | sort
}

# Arguments: the process, its log.
tell_stuck() {
    printf '\n== after %s minutes these tests were not done:\n' "$minutes"
    unfinished "$2"
    echo "== processes:"
    # Without threads of the kernel.
    ps --ppid 2 -p 2 --deselect -o pid,ppid,stat,etime,args | cut -c 1-200
    if command -v gdb >/dev/null; then
        echo "== threads:"
        timeout 300 gdb -p "$1" -batch -ex 'thread apply all backtrace 40' 2>/dev/null | cut -c 1-300
    fi
}

# Lines are written whole, as there may be another writer.
run() {
    local log=$logs/$1
    shift
    {
        "$scratch/debug/RealmStorePackageTests.xctest" --testing-library swift-testing "$@" 2>&1 &
        process=$!
        if [ -z "$minutes" ]; then
            wait "$process"
            exit
        fi
        sleep $((60 * minutes)) >/dev/null 2>&1 &
        timer=$!
        wait -n "$process" "$timer"
        status=$?
        if kill -0 "$process" 2>/dev/null; then
            status=124
            tell_stuck "$process" "$log"
            # Those it waits for would keep the pipe open.
            pkill -KILL -P "$process"
            kill -KILL "$process"
        fi
        kill "$timer" 2>/dev/null
        exit "$status"
    } | tee "$log" | grep --text --line-buffered ''
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
