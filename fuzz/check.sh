#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh canary PROGRAM SEEDS: a planted fault must be reported, by that name, with its input.
# check.sh dictionary PROGRAM FILE: the dictionary in the file is the one that the program writes.
set -eu

case $1 in
    canary)
        if output=$("$2" --canary "$3" 2>&1); then
            echo "check: the planted fault went unnoticed"
            exit 1
        fi
        echo "$output"
        echo "$output" | grep -q '^breach: .* the planted fault is noticed'
        echo "$output" | grep -q '^replay: this input fails: '
        ;;
    dictionary)
        "$2" --dictionary | diff "$3" - || {
            echo "check: this mends it: $2 --dictionary > $3"
            exit 1
        }
        ;;
    *)
        echo "check: '$1' is no check" >&2
        exit 2
        ;;
esac
