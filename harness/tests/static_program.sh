#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# static_program.sh CMAKE BUILD: the program that needs nothing beside it, without the time for an optimised build.
set -eu
"$1" --preset release-static -B "$2" -DCMAKE_BUILD_TYPE=Debug
"$1" --build "$2" --target fencepost
if readelf --program-headers "$2/harness/fencepost" | grep -q INTERP; then
    echo "it is not linked statically" >&2
    exit 1
fi
