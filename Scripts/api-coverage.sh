#!/usr/bin/env bash
# Prints docs/api-coverage.md, made of the tables in docs/api-coverage: a line for each declaration of the SDK with
# id, priority, declaration, state, and the test that shows it or the reason why not, with tabs between them.
# The first line of a table is its title.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tables=("$root"/docs/api-coverage/*.tsv)

cat <<'END'
# API coverage

Every declaration of the Realm Swift SDK, and what there is of it here. Made by `make api-coverage` from the tables in
[docs/api-coverage](api-coverage); a test sees to it that the tests it names exist.

| state | means |
|---|---|
| works | does what the SDK's does, as the test shows; differences are named |
| partly | the declaration is there; the note says what is missing, or that no test shows it |
| no | not there; the note says why |
| sync-only | needs a server that no longer exists |

Priority A: an app hardly does without it; B: ordinary apps use it; C: rare; S: of synchronisation only. Tests are named as in
the folders of `Tests`; snippets are the programs of `Tests/Snippets`. Publishers, boxes and conversions are in the module
`RealmSwift`, the classes of the Objective-C API in `Realm`, all else is in `RealmStore`.

END

awk -F '\t' '
    BEGIN { print "| table | A and B: works | partly | no | C and S: works | partly | no | sync-only |\n|---|---|---|---|---|---|---|---|" }
    function line() {
        if (title == "") return
        printf "| %s | %d | %d | %d | %d | %d | %d | %d |\n", title, n["AB", "works"], n["AB", "partly"], n["AB", "no"],
            n["CS", "works"], n["CS", "partly"], n["CS", "no"], n["CS", "sync-only"]
        delete n
    }
    FNR == 1 { line(); title = $0; next }
    { n[($2 ~ /[AB]/ ? "AB" : "CS"), $4]++ }
    END { line() }
' "${tables[@]}"

awk -F '\t' '
    FNR == 1 { printf "\n## %s\n\n| id | priority | declaration | state | test or reason |\n|---|---|---|---|---|\n", $0; next }
    { gsub(/\|/, "\\|"); printf "| %s | %s | `%s` | %s | %s |\n", $1, $2, $3, $4, $5 }
' "${tables[@]}"
