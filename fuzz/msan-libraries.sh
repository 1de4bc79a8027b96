#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# msan-libraries.sh: jansson and cmocka under the memory sanitizer, in build/msan-libraries, for the preset msan-whole;
# with those of the system all that they write would count as uninitialised. Their sources come from the distribution
# (apt-get source, by the system's own list of servers); or put them, unpacked, into build/msan-libraries/source. What is
# there already is left alone. Status 77: no source can be had.
set -euo pipefail
cd "$(dirname "$0")/.."
where=$PWD/build/msan-libraries
FLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=memory -fsanitize-memory-track-origins"

# A list of our own, beside the system's: that one need not name sources, and asking for more takes no rights so.
fetch()
{
    local apt=$where/apt log=$where/fetch.log options
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/parts" "$where/source"
    options=(-o "Dir::Etc::SourceList=$apt/list" -o "Dir::Etc::SourceParts=$apt/parts" -o "Dir::State::Lists=$apt/lists"
        -o "Dir::Cache=$apt/cache")
    : > "$apt/list"
    [ ! -f /etc/apt/sources.list ] || sed -n 's/^deb /deb-src /p' /etc/apt/sources.list > "$apt/list"
    for list in /etc/apt/sources.list.d/*.sources; do
        [ ! -f "$list" ] || sed 's/^Types: *deb *$/Types: deb-src/' "$list" > "$apt/parts/${list##*/}"
    done
    if ! (apt-get "${options[@]}" update && cd "$where/source" && apt-get "${options[@]}" source "$@") \
        > "$log" 2>&1 < /dev/null; then
        tail -n 5 "$log" >&2
        echo "msan-libraries: no source of $*; unpack it into $where/source" >&2
        exit 77
    fi
    rm -rf "$apt"
}

# find_source NAME: the folder of its source, if there is one.
find_source()
{
    find "$where/source" -maxdepth 2 -path "$where/source/$1*/CMakeLists.txt" -printf '%h\n' 2> /dev/null | head -n 1
}

build()
{
    local name=$1 log=$where/$1.log
    if ! { CC=clang CFLAGS=$FLAGS cmake -S "$(find_source "$name")" -B "$where/$name" -DCMAKE_BUILD_TYPE= \
        -DCMAKE_INSTALL_PREFIX="$where" -DCMAKE_INSTALL_LIBDIR=lib -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF \
        -DJANSSON_WITHOUT_TESTS=ON -DUNIT_TESTING=OFF -DWITH_EXAMPLES=OFF && cmake --build "$where/$name" --target install; } \
        > "$log" 2>&1; then
        tail -n 40 "$log" >&2
        exit 1
    fi
}

missing=()
for name in jansson cmocka; do
    [ -f "$where/lib/pkgconfig/$name.pc" ] || missing+=("$name")
done
[ ${#missing[@]} -gt 0 ] || exit 0
command -v clang > /dev/null || {
    echo "msan-libraries: there is no clang" >&2
    exit 77
}
unfound=()
for name in "${missing[@]}"; do
    [ -n "$(find_source "$name")" ] || unfound+=("$name")
done
[ ${#unfound[@]} -eq 0 ] || fetch "${unfound[@]}"
for name in "${missing[@]}"; do
    build "$name"
done
