#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# try.sh KIND DIR: installs one thing of a release, in the folder DIR, on a system that has nothing of ours, and uses it.
# KIND is program, deb, wheel, sdist or npm. It may change the system that it runs on: give it a container. What it is for:
#
#     program    any system, even without a C library     deb      Debian with apt, which fetches jansson
#     wheel      python3 with venv                        sdist    the same with setuptools, wheel, cmake, cc, jansson
#     npm        node with npm
set -eu
kind=${1:?which kind} release=$(cd "${2:?which folder}" && pwd)
name=$(basename "$release"/fencepost-*.spdx.json .spdx.json) # fencepost-VERSION
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# wants STATUS TEXT COMMAND…: the command ends with that status, and prints the text.
wants()
{
    status=0 expected=$1 text=$2
    shift 2
    "$@" > said 2>&1 || status=$?
    case $(cat said) in
        *"$text"*) [ "$status" -eq "$expected" ] && return 0 ;;
    esac
    echo "try: $* ended with status $status, not $expected, or did not print '$text':" >&2
    tail -n 40 said >&2
    exit 1
}

# What any installation has to do: the program is there with cases and specs.
judge()
{
    wants 0 "all as expected" "$@" test --case 'caret/array/*'
    wants 0 "HERMES-2.1" "$@" show HERMES-2.1
}

try_program()
{
    tar xzf "$release/$name-linux-$(uname -m).tar.gz"
    judge "$PWD"/fencepost-*/fencepost
}

try_deb()
{
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        "$release"/fencepost_*_"$(dpkg --print-architecture)".deb > log 2>&1 || { cat log >&2; exit 1; }
    judge fencepost
    test -e /usr/share/man/man1/fencepost.1.gz || test -e /usr/share/man/man1/fencepost.1 || [ ! -e /usr/share/man/man1/ls.1.gz ]
    apt-get purge -y fencepost > log 2>&1
    [ ! -e /usr/bin/fencepost ] && [ ! -e /usr/share/fencepost ]
}

# The first failing test of a parser of one's own: the one of the package's README.
python_parser()
{
    cat > hermes.py << 'END'
class Hermes:
    fencepost_syntax = "hermes"

    def __init__(self):
        self.chunks = []

    def feed(self, chunk):
        self.chunks.append(chunk)

    def finish(self):
        return {"text": "".join(self.chunks), "calls": []}
END
    judge env/bin/fencepost
    wants 1 "tests failed" env/bin/python -c \
        'from fencepost.testing import check; check("hermes:Hermes", tests="hermes/name/*")'
    wants 1 "hermes.py" env/bin/fencepost test --case 'hermes/name/escaped' --format sarif -- \
        env/bin/python -m fencepost.worker hermes:Hermes
}

try_wheel()
{
    python3 -m venv env
    env/bin/pip install --quiet --no-index --find-links "$release" --only-binary :all: fencepost
    python_parser
}

try_sdist()
{
    python3 -m venv --system-site-packages env
    env/bin/pip install --quiet --no-index --no-build-isolation "$release/$name.tar.gz"
    python_parser
}

try_npm()
{
    echo '{"type": "module"}' > package.json
    npm install --offline --silent --save-dev "$release/$name.tgz"
    cat > hermes.test.mjs << 'END'
import { fencepost } from "fencepost";

class Hermes {
  chunks = [];
  feed(chunk) { this.chunks.push(chunk); }
  finish() { return { text: this.chunks.join(""), calls: [] }; }
}

await fencepost({ syntax: "hermes", parser: Hermes, tests: "hermes/name/*" });
END
    judge npx fencepost
    wants 1 "a call is lost" node --test hermes.test.mjs
}

case $kind in
    program | deb | wheel | sdist | npm) "try_$kind" ;;
    *)
        echo "try: $kind is none of program, deb, wheel, sdist and npm" >&2
        exit 2
        ;;
esac
echo "try: $kind: fine"
