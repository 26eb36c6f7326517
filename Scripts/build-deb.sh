#!/usr/bin/env bash
# Makes a Debian package of what `make install` and `make install-converter` install.
# Argument: the directory for the package (default: the current one).
# The libraries it depends on are those the binary is linked with, in the versions of the system that builds it.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
output=$(cd "${1:-.}" && pwd)
"$root/Scripts/install-system-packages.sh" dpkg-dev

work=$(mktemp -d "${TMPDIR:-/tmp}/realmctl-deb.XXXXXXXX")
trap 'rm -rf "$work"' EXIT
tree="$work/debian/realmctl"
mkdir -p "$tree/DEBIAN"

make -C "$root" --no-print-directory install install-converter PREFIX=/usr DESTDIR="$tree"
install -D -m 644 "$root/LICENSE" "$tree/usr/share/doc/realmctl/copyright"
gzip -9n < "$root/CHANGELOG.md" > "$tree/usr/share/doc/realmctl/changelog.gz"
mkdir -p "$tree/usr/share/doc/realmctl/examples"
cp -r "$root/docs/guides" "$root/docs/commands" "$root/docs/migrations.md" "$root/docs/export-format.md" "$tree/usr/share/doc/realmctl/"
cp -r "$root/Examples/systemd" "$root/Examples/cron" "$root/migrations" "$tree/usr/share/doc/realmctl/examples/"
chmod -R u=rwX,go=rX "$tree"

version=$("$tree/usr/bin/realmctl" --version)
architecture=$(dpkg --print-architecture)
# dpkg-shlibdeps reads which source package this is about from here.
printf 'Source: realmctl\n\nPackage: realmctl\nArchitecture: any\n' > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O debian/realmctl/usr/bin/realmctl \
    debian/realmctl/usr/libexec/realmctl/realm-model-converter 2>/dev/null | sed -n 's/^shlibs:Depends=//p')

cat > "$tree/DEBIAN/control" <<CONTROL
Package: realmctl
Version: $version
Architecture: $architecture
Maintainer: RealmStore <realmstore@localhost>
Installed-Size: $(du -sk "$tree" | cut -f1)
Depends: $depends
Section: database
Priority: optional
Description: look into, check, shrink, encrypt and back up Realm database files
 realmctl reads and writes Realm files (.realm, formats 10 to 24) without the
 app that made them: it tells what is in a file, verifies it, compacts and
 copies it, changes its encryption key, exports and imports its data, builds
 seed files, runs migrations and converts model classes to @Persisted.
CONTROL

package="$output/realmctl_${version}_$architecture.deb"
dpkg-deb --root-owner-group --build "$tree" "$package" >/dev/null
echo "$package"
