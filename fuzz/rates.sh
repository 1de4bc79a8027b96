#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# rates.sh SECONDS [TARGET…]: executions for a second of processor time. First those of libFuzzer, with ASan and UBSan, which
# mutates, counts and writes as well: in both gears, in the quick one alone, and of a target that does nothing, from the
# same seeds, with inputs of up to 512 bytes. Then, of targets that have gears, those of the quick gear itself, with ASan:
# the inputs that the first run found, each run 100 times without an engine, so that the start of the program and reading
# them count for little; and of a target that does nothing. Needs ./dev build fuzz-libfuzzer, and ./dev build fuzz-alone.
# A target that finds something has no rate, and the status is 1; the others have theirs. What this prints, in
# reports/campaign/rates.txt, is the source of a table: fuzz/campaign --page.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
shift || true
engine=build/fuzz-libfuzzer/fuzz
plain=build/fuzz-alone/fuzz
for program in "$engine/fuzz_empty" "$plain/fuzz_empty"; do
    [ -x "$program" ] || {
        echo "rates: there is no $program: ./dev build fuzz-libfuzzer; ./dev build fuzz-alone" >&2
        exit 3
    }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
TIMEFORMAT='%U %S'

# per COUNT CPU: COUNT for a second.
per()
{
    awk -v ran="$1" -v cpu="$2" 'BEGIN { split(cpu, s, " "); printf "%d", ran / (s[1] + s[2]) }'
}

# rate PROGRAM NAME: executions of libFuzzer for a second; what it found is left in $scratch/corpus.
rate()
{
    local cpu
    rm -rf "$scratch/corpus"
    mkdir "$scratch/corpus"
    cpu=$({ time "$engine/$1" -seed=1 -max_len=512 -max_total_time="$seconds" -print_final_stats=1 \
        -artifact_prefix="$scratch/" "$scratch/corpus" "$engine/seeds/$2" > "$scratch/log" 2>&1; } 2>&1) || {
        grep -E '^breach|^SUMMARY|runtime error' "$scratch/log" >&2
        echo "rates: $1 found something, so it has no rate" >&2
        return 1
    }
    per "$(sed -n 's/^stat::number_of_executed_units: *//p' "$scratch/log")" "$cpu"
}

# alone PROGRAM TIMES: executions of the inputs found, without an engine.
alone()
{
    local cpu
    cpu=$({ time "$plain/$1" --repeat "$2" "$scratch/corpus" > "$scratch/log" 2>&1; } 2>&1)
    per "$(sed -n 's/^replay: \([0-9]*\) inputs.*/\1/p' "$scratch/log")" "$cpu"
}

[ $# -gt 0 ] || mapfile -t targets < $engine/targets
[ $# -eq 0 ] || targets=("$@")
printf '%-18s %10s %10s %12s %8s | %10s %12s %8s\n' target both quick empty ratio 'quick gear' empty ratio
status=0
for name in "${targets[@]}"; do
    if ! empty=$(rate fuzz_empty "$name") || ! quick=$(FENCEPOST_FUZZ_GEAR=quick rate "fuzz_$name" "$name") ||
        ! both=$(rate "fuzz_$name" "$name"); then
        status=1
        continue
    fi
    printf '%-18s %10d %10d %12d %7.0fx' "$name" "$both" "$quick" "$empty" $((empty / both))
    if grep -qx -e "$name" "$engine/syntaxes" || [ "$name" = tables ]; then
        quick=$(FENCEPOST_FUZZ_GEAR=quick alone "fuzz_$name" 100)
        empty=$(alone fuzz_empty 1000)
        printf ' | %10d %12d %7.0fx' "$quick" "$empty" $((empty / quick))
    fi
    echo
done
exit $status
