#!/usr/bin/env bash
# Writes a Markdown page for each command, and a list of them. Arguments: the path of realmctl, the directory of the pages.
set -euo pipefail

realmctl=$1 pages=$2
mkdir -p "$pages"
rm -f "$pages"/*.md
"$realmctl" help --markdown > "$pages/README.md"
for command in $(sed -n 's/^| \[\([a-z-]*\)\].*/\1/p' "$pages/README.md"); do
    "$realmctl" help --markdown "$command" > "$pages/$command.md"
done
