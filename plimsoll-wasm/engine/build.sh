#!/bin/bash
# Builds the engine: usage: build.sh [--unsplit] SOURCES OUT.wasm
#
# SOURCES is a folder as fetch.sh makes it. --unsplit leaves QuickJS' interpreter as it is: the reference that the
# differential test compares with. Two builds give the same bytes.
set -euo pipefail
split=yes
if [ "$1" = --unsplit ]; then
    split=no
    shift
fi
here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$1" && pwd)
out=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
tools=$sources/toolchain/usr
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LD_LIBRARY_PATH=$tools/lib/x86_64-linux-gnu:$tools/lib/llvm-19/lib LC_ALL=C SOURCE_DATE_EPOCH=0

cp "$sources"/quickjs/*.c "$sources"/quickjs/*.h "$work"/
python3 "$here/patch.py" "$work"
[ "$split" = no ] || python3 "$here/split.py" "$work" "$here/loop.c"
cp -R "$here"/shim.c "$here"/shim "$here"/malloc.c "$here"/host.h "$work"/

cd "$work"
compile=("$tools/bin/clang-19" --target=wasm32-wasi -resource-dir="$tools/lib/llvm-19/lib/clang/19" --sysroot="$tools"
    -isystem "$tools/include/wasm32-wasi" -isystem "$tools/lib/llvm-19/lib/clang/19/include"
    -Os -w -D_GNU_SOURCE -DNDEBUG '-DCONFIG_VERSION="2025-04-26"'
    -fwrapv -funsigned-char -fno-math-errno -ffile-prefix-map="$work"=.
    -mbulk-memory -mnontrapping-fptoint -msign-ext -mmutable-globals ${EXTRA_CFLAGS:-})
for unit in shim malloc libregexp libunicode cutils dtoa; do
    "${compile[@]}" -c "$unit.c" -o "$unit.o"
done

# The stack comes first: running out of it traps instead of overwriting data. The names of functions stay: the
# build's checks speak of them. The linker writes the file's name into it, so that is fixed.
"$tools/lib/llvm-19/bin/wasm-ld" -o engine.wasm --entry=_initialize --gc-sections --strip-debug \
    --stack-first -z stack-size=1048576 --max-memory=1073741824 --export=__stack_pointer --export=__heap_base \
    "$tools/lib/wasm32-wasi/crt1-reactor.o" shim.o malloc.o libregexp.o libunicode.o cutils.o dtoa.o \
    -L"$tools/lib/wasm32-wasi" -lc "$tools/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a"
chmod 644 engine.wasm
mv engine.wasm "$out"
