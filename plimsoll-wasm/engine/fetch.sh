#!/bin/bash
# Fetches what the engine is built from into a folder: usage: fetch.sh FOLDER
#
# - the pinned QuickJS source package of Debian trixie, checked against the SHA-256 sums below;
# - the pinned toolchain packages of Debian bookworm, checked too, unpacked under FOLDER/toolchain (nothing is installed).
#
# Where the packages come from is the machine's own apt configuration: the address of the first Debian
# archive in it serves both. apt checks the archive's signature; the sums below pin the bytes.
set -euo pipefail

out=$(mkdir -p "$1" && cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)

# not every machine has each of these files
archive=$(find /etc/apt/sources.list /etc/apt/sources.list.d -type f \( -name '*.list' -o -name '*.sources' \) -exec cat {} + 2>/dev/null |
    sed -nE 's/^URIs:[[:space:]]*([^[:space:]]+).*/\1/p; s/^deb(-src)?[[:space:]]+(\[[^]]*\][[:space:]]+)?([^[:space:]]+).*/\3/p' |
    grep -m 1 -E '/debian/?$' || true)
[ -n "$archive" ] || { echo "fetch.sh: no Debian archive in this machine's apt sources" >&2; exit 1; }

# a private apt state, so that the machine's own lists stay as they are
apt="$out/apt"
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/parts" "$out/packages" "$out/source"
cat > "$apt/sources.list" <<LIST
deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive trixie main
deb [arch=amd64 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive bookworm main
LIST
options=(-qq -o "Dir::Etc::sourcelist=$apt/sources.list" -o "Dir::Etc::sourceparts=$apt/parts" -o "Dir::State::lists=$apt/lists"
    -o "Dir::Cache=$apt/cache" -o "APT::Sandbox::User=root" -o "Acquire::Languages=none")
apt-get "${options[@]}" update

(cd "$out/source" && apt-get "${options[@]}" --download-only source quickjs=2025.04.26-1)
(cd "$out/packages" && apt-get "${options[@]}" download $(sed -nE 's/^[0-9a-f]{64}  ([^_]+)_([^_]+)_.*/\1=\2/p' "$here/toolchain.sha256" | sed 's/%3a/:/'))

(cd "$out/source" && sha256sum --check --quiet "$here/source.sha256")
(cd "$out/packages" && sha256sum --check --quiet "$here/toolchain.sha256")

rm -rf "$out/toolchain" "$out/quickjs"
mkdir -p "$out/toolchain" "$out/quickjs"
for package in "$out"/packages/*.deb; do
    dpkg-deb --extract "$package" "$out/toolchain"
done
tar -xJf "$out/source/quickjs_2025.04.26.orig.tar.xz" -C "$out/quickjs" --strip-components=1
