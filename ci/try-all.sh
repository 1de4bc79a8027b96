#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# try-all.sh DIR [CACHE]: try.sh for each thing of the release in DIR, on a Debian of its own that has nothing of ours.
# It needs root, mmdebstrap, and a network for the packages of Debian. They are kept in CACHE, one archive for each kind
# of system; without it they are made for this run alone. What is installed is tried without a network, except the Debian
# package, whose own needs apt fetches.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
release=$(cd "${1:?which folder}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "${2:-$scratch/systems}"
cache=$(cd "${2:-$scratch/systems}" && pwd)
[ "$(id -u)" -eq 0 ] || { echo "try-all: only root can change the root folder" >&2; exit 3; }
command -v mmdebstrap > /dev/null || { echo "try-all: install mmdebstrap, which makes an empty system" >&2; exit 3; }

# needs KIND: the packages of Debian that a system has on which that is tried, as ci/try.sh has it.
needs()
{
    case $1 in
        program | deb) ;;
        wheel) echo python3-venv ;;
        sdist) echo python3-venv python3-setuptools python3-wheel cmake make gcc libc6-dev pkg-config libjansson-dev ;;
        npm) echo nodejs npm ;;
    esac
}

# in_system FOLDER COMMAND…: with a /proc of its own; what it starts ends with it.
in_system()
{
    root=$1
    shift
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc" && root=$1 && shift && exec chroot "$root" "$@"' \
        in_system "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
}

# made LOG COMMAND…: its output is shown only when it fails.
made()
{
    log=$scratch/$1
    shift
    "$@" > "$log" 2>&1 || { tail -n 40 "$log" >&2; exit 1; }
}

# system KIND: makes the archive of the system on which that is tried.
system()
{
    packages=$(needs "$1")
    [ ! -e "$cache/$1.tar" ] || return 0
    [ -e "$cache/base.tar" ] || made base mmdebstrap --variant=apt bookworm "$cache/base.tar"
    mkdir "$scratch/system"
    tar xf "$cache/base.tar" -C "$scratch/system"
    cp /etc/resolv.conf "$scratch/system/etc"
    # shellcheck disable=SC2086
    made packages in_system "$scratch/system" sh -c \
        'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" && apt-get clean' sh $packages
    tar cf "$cache/$1.tar.new" -C "$scratch/system" .
    mv "$cache/$1.tar.new" "$cache/$1.tar"
    rm -rf "$scratch/system"
}

# try KIND
try()
{
    system "$1"
    mkdir "$scratch/root"
    tar xf "$cache/$1.tar" -C "$scratch/root"
    mkdir "$scratch/root/ci" "$scratch/root/release"
    cp "$here/try.sh" "$scratch/root/ci"
    cp "$release"/* "$scratch/root/release"
    if [ "$1" = deb ]; then
        in_system "$scratch/root" sh /ci/try.sh deb /release
    else
        in_system "$scratch/root" unshare --net sh /ci/try.sh "$1" /release
    fi
    rm -rf "$scratch/root"
}

for kind in program deb wheel sdist npm; do
    try "$kind"
done
