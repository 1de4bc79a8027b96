#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh: builds the program in FENCEPOST_BUILD, unless FENCEPOST_PROGRAM names one that is there.
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [ -n "${FENCEPOST_PROGRAM:-}" ]; then
    "$FENCEPOST" --version
    exit 0
fi
suite=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
root=$([ "$(id -u)" -eq 0 ] || echo sudo)
if ! pkg-config --exists jansson 2> /dev/null || ! command -v cmake > /dev/null; then
    if ! command -v apt-get > /dev/null; then
        echo "fencepost: install cmake, ninja, pkg-config, a C compiler and jansson's headers first" >&2
        exit 3
    fi
    $root apt-get update -q
    $root apt-get install -qy --no-install-recommends cmake ninja-build pkg-config gcc libc6-dev libjansson-dev
fi
cmake -S "$suite" -B "$BUILD" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF
cmake --build "$BUILD" --target fencepost --parallel "$(nproc)"
"$FENCEPOST" --version
