#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# rates.sh SECONDS: executions for a second of processor time of each libFuzzer target, over its seeds, beside those of a
# target that does nothing, over the same seeds, with inputs of the same sizes. Needs ./dev build fuzz-libfuzzer.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
programs=build/fuzz-libfuzzer/fuzz
[ -x "$programs/fuzz_empty" ] || {
    echo "rates: there is no $programs/fuzz_empty: ./dev build fuzz-libfuzzer" >&2
    exit 3
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# rate PROGRAM NAME: executions for a second of processor time.
rate()
{
    local cpu ran
    TIMEFORMAT='%U %S'
    rm -rf "$scratch/corpus"
    mkdir "$scratch/corpus"
    cpu=$({ time "$programs/$1" -seed=1 -max_len=512 -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$scratch/" "$scratch/corpus" "$programs/seeds/$2" > "$scratch/log" 2>&1; } 2>&1)
    ran=$(sed -n 's/^stat::number_of_executed_units: *//p' "$scratch/log")
    awk -v ran="$ran" -v cpu="$cpu" 'BEGIN { split(cpu, s, " "); printf "%d", ran / (s[1] + s[2]) }'
}

printf '%-18s %10s %12s %8s\n' target 'a second' 'empty' 'ratio'
while read -r name; do
    own=$(rate "fuzz_$name" "$name")
    empty=$(rate fuzz_empty "$name")
    awk -v n="$name" -v o="$own" -v e="$empty" 'BEGIN { printf "%-18s %10d %12d %7.0fx\n", n, o, e, e / o }'
done < $programs/targets
