#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh SOURCE SCRATCH [BUILD]: builds the library without sanitizers, unless BUILD is a build tree that
# has it, installs it below SCRATCH, moves what was installed, and proves that it can be used from its
# new place: every header by itself, a consumer through pkg-config, and one through find_package. The
# same for the executor of response templates, which is installed into the same place after that. CMAKE,
# CC, NM, PKG_CONFIG, GENERATOR and SHARED (ON or OFF) come from the environment.
set -eu

source=$1
scratch=$2
build=${3:-$scratch/build}
here=$source/reference/tests/package/consumer
prefix=$scratch/moved

fail()
{
    echo "package: $*" >&2
    exit 1
}

quietly()
{
    "$@" > "$scratch/log" 2>&1 || {
        cat "$scratch/log" >&2
        fail "failed: $*"
    }
}

# run PROGRAM: it must print the name of the call, and nothing else.
run()
{
    said=$(LD_LIBRARY_PATH=$libdir "$1") || fail "$1 failed"
    [ "$said" = "list_projects" ] || fail "$1 printed '$said'"
}

mkdir -p "$scratch"
rm -rf "$scratch/installed" "$prefix" "$scratch/consumer"

if [ $# -lt 3 ]; then
    quietly "$CMAKE" -S "$source" -B "$build" -G "$GENERATOR" -D CMAKE_C_COMPILER="$CC" \
        -D CMAKE_BUILD_TYPE=Debug -D BUILD_SHARED_LIBS="$SHARED" -D BUILD_TESTING=OFF -D FP_WERROR=ON
    quietly "$CMAKE" --build "$build" --target libfencepost libfencepost-template
fi
quietly "$CMAKE" --install "$build" --prefix "$scratch/installed" --component library
mv "$scratch/installed" "$prefix"

pc=$(find "$prefix" -name fencepost.pc)
[ -n "$pc" ] || fail "no fencepost.pc was installed"
libdir=$(dirname "$(dirname "$pc")")

# Whatever the library defines for others has a name of its own.
if [ "$SHARED" = OFF ]; then
    "$NM" --defined-only --extern-only "$libdir/libfencepost.a" |
        awk 'NF == 3 { print $3 }' > "$scratch/symbols"
else
    "$NM" --dynamic --defined-only "$libdir/libfencepost.so" |
        awk '{ print $3 }' > "$scratch/symbols"
fi
grep -q '^fp_syntax_find$' "$scratch/symbols" || fail "fp_syntax_find is not among the symbols"
if grep -v -e '^fp_' -e '^FP_' "$scratch/symbols" >&2; then
    fail "the symbols above do not begin with fp_ or FP_"
fi

# Word splitting is meant in what pkg-config prints.
export PKG_CONFIG_PATH="$libdir/pkgconfig"
cflags=$("$PKG_CONFIG" --cflags fencepost)
for header in "$prefix"/include/fencepost/*.h; do
    # shellcheck disable=SC2086
    quietly "$CC" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $cflags -x c "$header"
done
for header in "$source"/reference/include/fencepost/*.h; do
    [ -f "$prefix/include/fencepost/$(basename "$header")" ] || fail "$header was not installed"
done

mkdir "$scratch/consumer"
for static in "" --static; do
    libs=$("$PKG_CONFIG" $static --libs fencepost)
    # shellcheck disable=SC2086
    quietly "$CC" -std=c11 -Wall -Wextra -Werror $cflags "$here/consumer.c" \
        -o "$scratch/consumer/by-pkg-config" $libs
    run "$scratch/consumer/by-pkg-config"
done

quietly "$CMAKE" -S "$here" -B "$scratch/consumer/build" -G "$GENERATOR" \
    -D CMAKE_C_COMPILER="$CC" -D CMAKE_PREFIX_PATH="$prefix"
quietly "$CMAKE" --build "$scratch/consumer/build"
run "$scratch/consumer/build/consumer"

# The executor of response templates comes beside it. Until then who asks for it is told.
says()
{
    if "$CMAKE" -S "$here/template" -B "$scratch/consumer/none" -G "$GENERATOR" -D CMAKE_C_COMPILER="$CC" \
        -D CMAKE_PREFIX_PATH="$prefix" > "$scratch/log" 2>&1; then
        fail "the component template was found, and is not there"
    fi
    tr -s ' \n' ' ' < "$scratch/log" | grep -q "$1" || fail "$(cat "$scratch/log")"
}

says "has no component template"
quietly "$CMAKE" --install "$build" --prefix "$prefix" --component template
for header in "$source"/reference/template/include/fencepost/*.h; do
    there=$prefix/include/fencepost/$(basename "$header")
    [ -f "$there" ] || fail "$header was not installed"
    # shellcheck disable=SC2086
    quietly "$CC" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only $cflags -x c "$there"
done
cflags=$("$PKG_CONFIG" --cflags fencepost-template)
libs=$("$PKG_CONFIG" --libs fencepost-template)
# shellcheck disable=SC2086
quietly "$CC" -std=c11 -Wall -Wextra -Werror $cflags "$here/template/consumer.c" \
    -o "$scratch/consumer/template-by-pkg-config" $libs
run "$scratch/consumer/template-by-pkg-config"
quietly "$CMAKE" -S "$here/template" -B "$scratch/consumer/template" -G "$GENERATOR" \
    -D CMAKE_C_COMPILER="$CC" -D CMAKE_PREFIX_PATH="$prefix"
quietly "$CMAKE" --build "$scratch/consumer/template"
run "$scratch/consumer/template/consumer"
