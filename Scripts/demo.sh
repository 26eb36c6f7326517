#!/usr/bin/env bash
# A tour of realmctl on real Realm files. Every command is printed before its output; every exit code is checked.
# The files are copies in a temporary directory, removed at the end.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fixtures="$root/Tests/Fixtures"

find_or_build_realmctl() {
    local release="$root/.build/release"
    if [ -x "$release/realmctl" ] &&
        [ -z "$(find "$root/Sources" "$root/Package.swift" -newer "$release/realmctl" -type f -print -quit)" ]; then
        (cd "$release" && pwd -P)
        return
    fi
    echo "Building realmctl ..." >&2
    swift build --package-path "$root" --product realmctl >&2
    swift build --package-path "$root" --show-bin-path
}

build_examples() {
    echo "Building the example app ..." >&2
    swift build --package-path "$root/Examples" >&2
    swift build --package-path "$root/Examples" --show-bin-path
}

PATH="$(find_or_build_realmctl):$(build_examples):$PATH"
unset REALMCTL_KEY_FILE REALMCTL_NEW_KEY_FILE

work=$(mktemp -d "${TMPDIR:-/tmp}/realmctl-demo.XXXXXXXX")
trap 'rm -rf "$work"' EXIT
cp "$fixtures/migrate_v1.realm" "$work/people.realm"
cp "$fixtures/embedded.realm" "$work/families.realm"
cp "$fixtures/contacts_1k.enc.realm" "$work/contacts.realm"
chmod -R u+w "$work"
cd "$work"

title() {
    printf '\n== %s\n' "$*"
}

# run_expecting CODE COMMAND...: prints the command, runs it, and ends the tour unless it exits with CODE.
run_expecting() {
    local expected=$1 code=0
    shift
    printf '\n$ %s\n' "$*"
    "$@" || code=$?
    if [ "$code" -ne "$expected" ]; then
        printf 'demo: "%s" ended with exit code %d, expected %d\n' "$*" "$code" "$expected" >&2
        exit 1
    fi
    if [ "$expected" -ne 0 ]; then
        printf '(exit code %d, as it should be)\n' "$code"
    fi
}

run() {
    run_expecting 0 "$@"
}

# Overwrites one 4,096-byte page with zeros.
zero_page() {
    dd if=/dev/zero of="$1" bs=4096 seek="$2" count=1 conv=notrunc status=none
}

checksums() {
    sha256sum people.realm families.realm contacts.realm
}

before=$(checksums)

title "What is this file?"
run realmctl info people.realm families.realm
run realmctl info --json people.realm

title "Which classes does it hold?"
run realmctl schema people.realm
run realmctl schema --format swift --class Dog people.realm

title "Which schema version does it have? A script can ask, before the app's first launch too."
run realmctl schema-version people.realm
run_expecting 1 realmctl schema-version --min 2 people.realm
run_expecting 66 realmctl schema-version missing.realm

title "Is it sound?"
run realmctl verify people.realm families.realm

title "Take the data out."
run realmctl export -o people.ndjson people.realm
run head -n 3 people.ndjson
run realmctl export --format csv -o tables people.realm
run ls tables
run head -n 3 tables/Dog.csv

title "An encrypted file opens with its key, and says so when the key is missing or wrong."
printf '%s%s\n' 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f \
    202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f > contacts.key
chmod 600 contacts.key
run_expecting 78 realmctl info --no-input contacts.realm
run realmctl keygen -o other.key
run_expecting 78 realmctl info --key-file other.key contacts.realm
run realmctl info --key-file contacts.key contacts.realm
run realmctl keygen --check contacts.key
run realmctl verify --key-file contacts.key contacts.realm

title "A damaged file is found, and never taken for an empty one."
cp people.realm damaged.realm
zero_page damaged.realm 10
run_expecting 1 realmctl verify damaged.realm
head -c 20000 people.realm > truncated.realm
run_expecting 65 realmctl verify truncated.realm
: > zero-bytes.realm
run_expecting 65 realmctl info zero-bytes.realm

title "A backup is an archive that tar unpacks, too, and that restores only what is sound."
run realmctl backup people.realm -o people.realm.tar.zst
run realmctl backup list people.realm.tar.zst
run realmctl backup verify --deep people.realm.tar.zst
run realmctl verify --against people.realm.tar.zst people.realm
run realmctl restore people.realm.tar.zst restored.realm
run realmctl schema-version restored.realm
head -c 5000 people.realm.tar.zst > short.realm.tar.zst
run_expecting 65 realmctl restore short.realm.tar.zst again.realm

title "What can be read of a damaged file is saved into a new one, and a comparison tells what the damage took."
run_expecting 1 realmctl recover damaged.realm -o saved.realm --lost-and-found lost.ndjson
run realmctl verify saved.realm
run_expecting 1 realmctl diff --limit 3 people.realm saved.realm

title "Tables of a database go out and come in."
run realmctl export --format sqlite -o people.sqlite people.realm
run realmctl import --from people.sqlite again.realm
run realmctl diff people.realm again.realm

title "A page about a file: a map of its bytes, its classes, a diagram of its schema."
run realmctl info --report people.html people.realm

title "Nothing above changed a byte of the files it read."
if [ "$(checksums)" != "$before" ]; then
    echo "demo: a command that only reads changed its file" >&2
    exit 1
fi
checksums

title "A schema changes in files that are checked, tried and run by scripts (migrations/)."
cp -r "$root/migrations" migrations
run realmctl migrate lint
run realmctl seed build --schema migrations/0001_baseline.yaml --data migrations/data -o book.realm
run realmctl migrate plan book.realm
run realmctl migrate apply --dry-run book.realm
run_expecting 64 realmctl migrate apply --no-input book.realm
run realmctl migrate apply --yes --backup-dir . book.realm
run realmctl export book.realm
run realmctl migrate status --exit-code book.realm
sed -i 's/class: Dog, where: "name/class: Dog, where: "nmae/' migrations/0002_types_and_names.yaml
run_expecting 65 realmctl migrate lint

title "An app with classes of its own (Examples/Sources/kennel) writes a file, and realmctl looks at it."
run sed -n 3,10p "$root/Examples/Sources/kennel/Models.swift"
run kennel kennel.realm
run realmctl info kennel.realm
run realmctl schema --format swift --class Person kennel.realm
run realmctl export kennel.realm
run realmctl verify kennel.realm
