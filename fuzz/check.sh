#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check.sh canary PROGRAM SEEDS: a planted fault must be reported, by that name, with its input.
# check.sh replay PROGRAM SEEDS: every file of the folder is run, and there are some.
# check.sh dictionaries FOLDER TARGETS: each target of the file has a dictionary, whose lines both engines read: words of
#     128 bytes at most, with no escape but \\xNN; and no dictionary is without a target.
# check.sh planted PROGRAM N: the fault that is built in must be found within N seeded inputs, by a breach, or by a
#     sanitizer; it says within how many it was.
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
    replay)
        "$2" --expect "$(find "$3" -type f | wc -l)" "$3"
        ;;
    planted)
        if output=$("$2" --loop "$3" 2>&1); then
            echo "$output"
            echo "check: $3 inputs did not find the planted fault"
            exit 1
        fi
        echo "$output" | tail -n 40
        echo "$output" | grep -q -e '^breach: ' -e 'Sanitizer' -e 'runtime error: '
        found=$(echo "$output" | sed -n 's/^replay: this input fails: --loop 1 --seed //p')
        echo "check: found with input ${found:?}, and $3 are allowed"
        ;;
    dictionaries)
        while read -r name; do
            if [ ! -f "$2/$name.dict" ] || [ "$(grep -c . "$2/$name.dict")" -lt 10 ]; then
                echo "check: $2/$name.dict has fewer than 10 words"
                exit 1
            fi
            ! LC_ALL=C grep -nvE '^"([]!#-[^-~]|\\x[0-9A-F]{2}){1,128}"$' "$2/$name.dict" || {
                echo "check: $2/$name.dict: no engine reads these lines"
                exit 1
            }
        done < "$3"
        [ "$(find "$2" -name '*.dict' | wc -l)" -eq "$(grep -c . "$3")" ] || {
            echo "check: $2 has dictionaries of no target; $3 lists the targets"
            exit 1
        }
        ;;
    *)
        echo "check: '$1' is not a check" >&2
        exit 2
        ;;
esac
