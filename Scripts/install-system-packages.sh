#!/usr/bin/env bash
# Installs the system libraries a build needs, and only those that are missing. Does nothing, quickly, when all are there.
# Arguments name further packages to insist on.
set -euo pipefail

needed=(libzstd-dev libssl-dev libsqlite3-dev pkg-config "$@")

is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    for module in libzstd libcrypto sqlite3; do
        if ! pkg-config --exists "$module" 2>/dev/null; then
            echo "error: $module is missing and this system has no apt." >&2
            echo "Install the development files of zstd, OpenSSL and SQLite, and pkg-config with your package manager." >&2
            exit 1
        fi
    done
    exit 0
fi

missing=()
for package in "${needed[@]}"; do
    is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "error: ${missing[*]} must be installed, which needs root; run: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi

install_missing() {
    "${as_root[@]}" apt-get update -qq &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

echo "Installing ${missing[*]}" >&2
for attempt in 1 2 3; do
    install_missing </dev/null && exit 0
    echo "Attempt $attempt to install ${missing[*]} failed." >&2
    sleep $((attempt * 5))
done
echo "error: could not install ${missing[*]}" >&2
exit 1
