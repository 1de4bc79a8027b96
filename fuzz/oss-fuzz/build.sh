#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
# build.sh: the build contract of OSS-Fuzz and ClusterFuzzLite. From the environment: $CC, $CFLAGS, $CXX, $CXXFLAGS,
# $LIB_FUZZING_ENGINE, $SANITIZER; into $OUT: fuzz_NAME, fuzz_NAME_seed_corpus.zip, fuzz_NAME.dict,
# fuzz_NAME.options. Scratch files go to $WORK. jansson is built from $SRC/jansson, with the same flags, if it is
# there; else the system's archive is linked, and no sanitizer looks into that. Arguments: targets, by default all.
cd "$(dirname "$0")/../.."
: "${CC:?}" "${CXX:?}" "${OUT:?}" "${LIB_FUZZING_ENGINE:?}"
work=${WORK:-$(mktemp -d)}
build=$work/fencepost
jansson=ON

if [ -f "${SRC:-/nowhere}/jansson/CMakeLists.txt" ]; then
    cmake -S "$SRC/jansson" -B "$work/jansson" -DCMAKE_INSTALL_PREFIX="$work/jansson-installed" \
        -DCMAKE_INSTALL_LIBDIR=lib -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF \
        -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_BUILD_SHARED_LIBS=OFF
    cmake --build "$work/jansson" --target install
    export PKG_CONFIG_PATH=$work/jansson-installed/lib/pkgconfig
elif [ "${SANITIZER:-}" = memory ]; then
    jansson=OFF
fi

# No build type: flags are the service's.
cmake -S . -B "$build" -DFP_FUZZ=env -DFP_FUZZ_JANSSON="$jansson" -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=
if [ $# -eq 0 ]; then
    mapfile -t targets < "$build/fuzz/targets"
    set -- "${targets[@]}"
fi
cmake --build "$build" --parallel "$(getconf _NPROCESSORS_ONLN)" --target "${@/#/fuzz_}"

for name; do
    cp "$build/fuzz/fuzz_$name" "$OUT/"
    cp "$build/fuzz/dict/$name.dict" "$OUT/fuzz_$name.dict"
    printf '[libfuzzer]\ndict = fuzz_%s.dict\nmax_len = 4096\n' "$name" > "$OUT/fuzz_$name.options"
    (cd "$build/fuzz/seeds/$name" && cmake -E tar cf "$OUT/fuzz_${name}_seed_corpus.zip" --format=zip -- *)
done
