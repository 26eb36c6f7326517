#!/usr/bin/env bash
# Installs a Debian package of realmctl in a fresh root made with debootstrap, and uses it there. Needs root.
# Arguments: the package, and the suite to make the root of (default: that of this system).
set -euo pipefail

package=${1:?usage: check-deb.sh PACKAGE [SUITE]}
suite=${2:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/Scripts/install-system-packages.sh" debootstrap

fresh=$(mktemp -d "${TMPDIR:-/tmp}/realmctl-root.XXXXXXXX")
clean_up() {
    if mountpoint -q "$fresh/proc"; then umount "$fresh/proc"; fi
    rm -rf --one-file-system "$fresh"
}
trap clean_up EXIT
echo "Making a root of $suite ..." >&2
debootstrap --variant=minbase "$suite" "$fresh" >/dev/null
cp "$package" "$fresh/tmp/realmctl.deb"
cp "$root/Tests/Fixtures/migrate_v1.realm" "$fresh/tmp/people.realm"

in_root() { chroot "$fresh" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
# Programs in Swift read their arguments from there.
mount -t proc proc "$fresh/proc"
# apt in the root asks where this system's apt asks, and nowhere else.
rm -f "$fresh/etc/apt/sources.list"
cp -r /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf.d "$fresh/etc/apt/" 2>/dev/null || true
cp -r /etc/ssl/certs "$fresh/etc/ssl/" 2>/dev/null || true
in_root apt-get update -qq
in_root apt-get install -y -qq --no-install-recommends /tmp/realmctl.deb >/dev/null

cat > "$fresh/tmp/Person.swift" <<'MODEL'
import RealmSwift
class Person: Object {
    @objc dynamic var name = ""
}
MODEL

for words in "--version" "schema convert /tmp/Person.swift" "verify /tmp/people.realm" "compact /tmp/people.realm" "info /tmp/people.realm"; do
    echo "\$ realmctl $words"
    # shellcheck disable=SC2086
    in_root realmctl $words
done
for file in share/man/man1/realmctl.1.gz share/bash-completion/completions/realmctl share/doc/realmctl/copyright \
    share/doc/realmctl/guides/backups.md share/doc/realmctl/commands/README.md; do
    test -s "$fresh/usr/$file" || { echo "error: /usr/$file is missing" >&2; exit 1; }
done
in_root apt-get remove -y -qq realmctl >/dev/null
if [ -e "$fresh/usr/bin/realmctl" ]; then echo "error: removing the package left realmctl behind" >&2; exit 1; fi
echo "The package installs, works and goes without a trace."
