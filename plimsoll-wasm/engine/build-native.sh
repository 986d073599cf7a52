#!/bin/bash
# Builds the developer's tool of native.c: usage: build-native.sh SOURCES OUT
# SOURCES is a folder as fetch.sh makes it. Needs a C compiler of the machine.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sources=$1/quickjs
out=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$sources"/*.c "$sources"/*.h "$work"/
python3 "$here/patch.py" "$work"
cp -R "$here"/shim.c "$here"/shim "$here"/host.h "$here"/native.c "$work"/
cd "$work"
"${CC:-cc}" -O2 -w -D_GNU_SOURCE -DNDEBUG -DCONFIG_VERSION='"2025-04-26"' -fwrapv -funsigned-char \
    shim.c native.c libregexp.c libunicode.c cutils.c dtoa.c -lm -o "$out"
