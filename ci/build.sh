#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# build.sh: puts the program into FENCEPOST_BUILD, unless FENCEPOST_PROGRAM names one that is there: that of the release
# FENCEPOST_VERSION from FENCEPOST_RELEASES, or, without a version, one that is built from this checkout. The archive has to
# be what the release's list of checksums names; with FENCEPOST_KEY, a public key, the list has to be signed by it.
# shellcheck source=ci/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [ -n "${FENCEPOST_PROGRAM:-}" ]; then
    "$FENCEPOST" --version
    exit 0
fi

# fetch NAME: a file of the release.
fetch()
{
    curl --fail --silent --show-error --location --retry 3 --output "$BUILD/$1" "$FENCEPOST_RELEASES/v$FENCEPOST_VERSION/$1" || {
        echo "fencepost: there is no $1 of version $FENCEPOST_VERSION at $FENCEPOST_RELEASES" >&2
        exit 3
    }
}

download()
{
    local name
    [[ $FENCEPOST_VERSION =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || {
        echo "fencepost: $FENCEPOST_VERSION is not a version, such as 0.1.0" >&2
        exit 2
    }
    [ -n "${FENCEPOST_RELEASES:-}" ] || {
        echo "fencepost: FENCEPOST_RELEASES has to be where the releases are" >&2
        exit 2
    }
    command -v curl > /dev/null || {
        echo "fencepost: install curl, which fetches the release" >&2
        exit 3
    }
    name=fencepost-$FENCEPOST_VERSION-linux-$(uname -m)
    mkdir -p "$BUILD/harness"
    fetch SHA256SUMS
    if [ -n "${FENCEPOST_KEY:-}" ]; then
        fetch SHA256SUMS.sig
        openssl dgst -sha256 -verify "$FENCEPOST_KEY" -signature "$BUILD/SHA256SUMS.sig" "$BUILD/SHA256SUMS" > /dev/null || {
            echo "fencepost: SHA256SUMS of version $FENCEPOST_VERSION is not signed by $FENCEPOST_KEY" >&2
            exit 3
        }
    fi
    grep -q "  $name.tar.gz\$" "$BUILD/SHA256SUMS" || {
        echo "fencepost: version $FENCEPOST_VERSION has no program for linux on $(uname -m); build it: leave the version out" >&2
        exit 3
    }
    fetch "$name.tar.gz"
    (cd "$BUILD" && grep "  $name.tar.gz\$" SHA256SUMS | sha256sum --check --status) || {
        echo "fencepost: $name.tar.gz is not what SHA256SUMS names" >&2
        exit 3
    }
    tar xzf "$BUILD/$name.tar.gz" -C "$BUILD/harness" --strip-components 1
}

if [ -n "${FENCEPOST_VERSION:-}" ]; then
    download
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
    $root apt-get install -qy --no-install-recommends cmake ninja-build pkg-config gcc libc6-dev libjansson-dev libpcre2-dev
fi
cmake -S "$suite" -B "$BUILD" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF
cmake --build "$BUILD" --target fencepost --parallel "$(nproc)"
"$FENCEPOST" --version
