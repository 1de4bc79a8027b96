#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# engines.sh: tries the builds that take more than a compiler, with few targets and for seconds. Each ends with one line;
# what is not as it should be ends it with status 1, a tool that is missing with status 77 (in CI with 1).
#
#     engines.sh libfuzzer DIR           planted faults are found within a stated number of executions
#     engines.sh afl DIR                 AFL++, with CMPLOG, with ASan, with our mutator: for ten seconds each
#     engines.sh msan DIR                the seeds and generated inputs under the memory sanitizer; the unit tests of
#                                        reference/ too, where msan-libraries.sh can be had, but one that takes minutes
#     engines.sh oss-fuzz DIR [TARGET…]  build.sh as the service calls it, and what it leaves
#
# DIR is for scratch files, and is reused.
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
what=${1:-}
dir=${2:-}
[ -n "$dir" ] || {
    sed -n 's/^#  *\(engines.sh .*\)/\1/p' "$0" >&2
    exit 2
}
shift 2
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
quick=(caret known)
# As many executions as the slowest of the planted faults may take, from the seeds.
EXECUTIONS=20000

fail()
{
    echo "engines: $*" >&2
    exit 1
}

# wants TOOL…: ends the script where one is missing.
wants()
{
    local tool
    for tool; do
        command -v "$tool" > /dev/null && continue
        python3 "$source/harness/tests/left_out.py" "engine_$what" "there is no $tool" >&2 || exit 1
        exit 77
    done
}

# quietly COMMAND…: shows what it says only when it fails.
quietly()
{
    "$@" > "$dir/log" 2>&1 || {
        tail -n 60 "$dir/log" >&2
        fail "failed: $*"
    }
}

# build PRESET TARGET…: in the scratch directory, for the tree's own builds are a person's.
build()
{
    local preset=$1
    shift
    (cd "$source" && quietly cmake --preset "$preset" -B "$dir/$preset")
    quietly cmake --build "$dir/$preset" --target "$@"
}

try_libfuzzer()
{
    local name found log
    wants clang
    build fuzz-libfuzzer "${quick[@]/#/fuzz_}" "${quick[@]/#/planted_}"
    for name in "${quick[@]}"; do
        log=$dir/$name.log
        rm -rf "$dir/corpus"
        mkdir -p "$dir/corpus"
        if (cd "$dir" && "$dir/fuzz-libfuzzer/fuzz/planted_$name" -seed=1 -runs=$EXECUTIONS -max_len=512 \
            -dict="$dir/fuzz-libfuzzer/fuzz/dict/$name.dict" corpus "$dir/fuzz-libfuzzer/fuzz/seeds/$name") > "$log" 2>&1; then
            fail "$name: $EXECUTIONS executions of libFuzzer did not find the planted fault"
        fi
        grep -q '^breach: ' "$log" || fail "$name: it ended without a breach; see $log"
        found=$(sed -n 's/^#\([0-9]*\)[^0-9].*/\1/p' "$log" | tail -n 1)
        echo "engines: $name: libFuzzer found the planted fault after ${found:-0} executions, or with the seeds"
        "$dir/fuzz-libfuzzer/fuzz/fuzz_$name" -seed=1 -runs=300 -max_len=512 "$dir/corpus" \
            > "$log" 2>&1 || fail "$name: a finding without a planted fault; see $log"
    done
}

try_afl()
{
    local name
    wants afl-clang-fast afl-fuzz
    build fuzz-afl "${quick[@]/#/fuzz_}"
    # What the presets set for the compiler, for builds that are not in the tree.
    AFL_LLVM_CMPLOG=1 build fuzz-afl-cmplog "${quick[@]/#/fuzz_}"
    AFL_USE_ASAN=1 AFL_USE_UBSAN=1 build fuzz-afl-asan "${quick[@]/#/fuzz_}"
    build fuzz-afl-mutator mutate_afl
    export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
    for name in "${quick[@]}"; do
        afl_campaign "$name" fuzz-afl
        afl_campaign "$name" fuzz-afl -c "$dir/fuzz-afl-cmplog/fuzz/fuzz_$name"
        afl_campaign "$name" fuzz-afl-asan
    done
    export AFL_CUSTOM_MUTATOR_LIBRARY=$dir/fuzz-afl-mutator/fuzz/mutate_afl.so FENCEPOST_FUZZ_SYNTAX=caret
    afl_campaign caret fuzz-afl
    find "$dir/afl/default/queue" -name '*,op:mutate_afl.so,*' | grep -q . || fail "nothing was found by our mutator"
}

# afl_campaign NAME PRESET [OPTION…]: ten seconds of it.
afl_campaign()
{
    local name=$1 preset=$2 out=$dir/afl ran
    shift 2
    rm -rf "$out"
    quietly timeout -k 5 90 afl-fuzz -V 10 -t 5000 -m none -i "$dir/$preset/fuzz/seeds/$name" -o "$out" \
        -x "$dir/$preset/fuzz/dict/$name.dict" "$@" -- "$dir/$preset/fuzz/fuzz_$name"
    ran=$(sed -n 's/^execs_done *: *//p' "$out/default/fuzzer_stats")
    grep -q '^target_mode .*persistent shmem_testcase' "$out/default/fuzzer_stats" ||
        fail "$name: not in persistent mode, with shared memory"
    [ "${ran:-0}" -gt 0 ] || fail "$name: no executions in 10 seconds"
    echo "engines: $name: $preset${1+, CMPLOG}: $ran executions in 10 s," \
        "$(sed -n 's/^edges_found *: *//p' "$out/default/fuzzer_stats") edges," \
        "$(sed -n 's/^saved_crashes *: *//p' "$out/default/fuzzer_stats") crashes"
    grep -q '^saved_crashes *: *0$' "$out/default/fuzzer_stats" || fail "$name: a finding; see $out/default/crashes"
}

try_msan()
{
    local name
    local preset=msan tests=()
    wants clang
    if "$source/fuzz/msan-libraries.sh"; then
        preset=msan-whole
        for name in "$source"/reference/tests/test_*.c; do
            name=$(basename "$name" .c)
            [ "$name" = test_run ] || tests+=("$name")
        done
    fi
    build $preset "${quick[@]/#/fuzz_}" ${tests[@]+"${tests[@]}"}
    for name in "${quick[@]}"; do
        quietly "$dir/$preset/fuzz/fuzz_$name" "$dir/$preset/fuzz/seeds/$name" --loop 200
        echo "engines: $name: $(tail -n 1 "$dir/log")"
    done
    [ $preset = msan-whole ] || {
        python3 "$source/harness/tests/left_out.py" "the unit tests under MSan" "msan-libraries.sh has no libraries" >&2
        return
    }
    msan_alarm
    for name in "${tests[@]}"; do
        quietly "$dir/$preset/reference/$name"
    done
    echo "engines: ${#tests[@]} unit tests of reference/ under MSan"
}

# What jansson is told of uninitialised memory is noticed in jansson.
msan_alarm()
{
    local libraries=$source/build/msan-libraries
    clang -fsanitize=memory -g -I"$libraries/include" -x c - -x none "$libraries/lib/libjansson.a" \
        -o "$dir/alarm" <<'END'
#include <jansson.h>
#include <stdlib.h>
int main(void)
{
    return json_stringn(malloc(4), 4) == NULL;
}
END
    ! "$dir/alarm" > "$dir/log" 2>&1 || fail "MSan sees nothing in jansson"
    grep -q 'use-of-uninitialized-value' "$dir/log" || fail "it ended otherwise than by MSan; see $dir/log"
}

# What the service's base image sets, one line a build: engine, sanitizer, $LIB_FUZZING_ENGINE, flags. The last of the
# memory sanitizer has no source of jansson, as where the build is called without the Dockerfile.
UB=array-bounds,bool,builtin,enum,integer-divide-by-zero,null,object-size,return,returns-nonnull-attribute,shift
UB+=,signed-integer-overflow,unreachable,vla-bound
OSS_FUZZ_BUILDS="\
libfuzzer address -fsanitize=fuzzer -fsanitize=address -fsanitize-address-use-after-scope -fsanitize=fuzzer-no-link
libfuzzer undefined -fsanitize=fuzzer -fsanitize=$UB -fno-sanitize-recover=$UB -fsanitize=fuzzer-no-link
libfuzzer memory -fsanitize=fuzzer -fsanitize=memory -fsanitize-memory-track-origins -fsanitize=fuzzer-no-link
libfuzzer memory-alone -fsanitize=fuzzer -fsanitize=memory -fsanitize-memory-track-origins -fsanitize=fuzzer-no-link
afl address /usr/lib/afl/libAFLDriver.a -fsanitize=address -fsanitize-address-use-after-scope"

try_oss_fuzz()
{
    local engine sanitizer library flags names=("$@") name
    wants clang clang++ afl-clang-fast python3
    [ ${#names[@]} -gt 0 ] || names=("${quick[@]}")
    while read -r engine sanitizer library flags; do
        oss_fuzz_build "$engine" "$sanitizer" "$library" "$flags" "${names[@]}"
        for name in "${names[@]}"; do
            check_output "$dir/$engine-$sanitizer" "fuzz_$name" "$name"
            "run_of_$engine" "$dir/$engine-$sanitizer/out" "fuzz_$name"
        done
        echo "engines: oss-fuzz: $engine, $sanitizer: ${#names[@]} targets, each with corpus, dictionary and options"
    done <<< "$OSS_FUZZ_BUILDS"
}

# oss_fuzz_build ENGINE SANITIZER LIBRARY FLAGS TARGET…: build.sh in the environment of the service.
oss_fuzz_build()
{
    local engine=$1 sanitizer=$2 library=$3 flags=$4 where=$dir/$1-$2
    shift 4
    rm -rf "$where/out" "$where/src"
    mkdir -p "$where/out" "$where/built" "$where/src"
    # As the Dockerfile puts it there; the distribution's source is what can be had without the service.
    if [ "$sanitizer" = memory ]; then
        "$source/fuzz/msan-libraries.sh" || fail "$engine, memory: there is no source of jansson"
        ln -s "$(find "$source/build/msan-libraries/source" -maxdepth 1 -type d -name 'jansson-*' | head -n 1)" \
            "$where/src/jansson"
    fi
    (
        export CC=clang CXX=clang++ SANITIZER=${sanitizer%-alone} LIB_FUZZING_ENGINE=$library OUT=$where/out \
            WORK=$where/built SRC=$where/src ARCHITECTURE=x86_64 FUZZING_ENGINE=$engine
        [ "$engine" != afl ] || export CC=afl-clang-fast CXX=afl-clang-fast++ AFL_QUIET=1
        export CFLAGS="-O1 -fno-omit-frame-pointer -gline-tables-only $flags -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
        export CXXFLAGS="$CFLAGS -stdlib=libstdc++"
        quietly "$source/fuzz/oss-fuzz/build.sh" "$@"
    )
}

# check_output FOLDER PROGRAM TARGET: what a build has to leave in FOLDER/out.
check_output()
{
    local where=$1 program=$2 name=$3 out=$1/out seeds fencepost=$1/built/fencepost/harness/fencepost
    [ -x "$fencepost" ] || fencepost=-
    "$source/fuzz/seeds.py" "$fencepost" --stock "$where/seeds"
    seeds=$(find "$where/seeds/$name" -type f | wc -l)
    case $program in
        *[!A-Za-z0-9_-]*) fail "$program: the service takes letters, digits, _ and - in a name" ;;
    esac
    python3 - "$out/${program}_seed_corpus.zip" "$seeds" <<'END' || fail "$program: its corpus is not whole"
import sys, zipfile
names = zipfile.ZipFile(sys.argv[1]).namelist()
sys.exit(len(names) != int(sys.argv[2]) or any("/" in name for name in names))
END
    [ -s "$out/$program.dict" ] || fail "$program: no dictionary"
    grep -qx "dict = $program.dict" "$out/$program.options" || fail "$program: no options"
    rm -rf "$dir/corpus"
    mkdir -p "$dir/corpus"
    (cd "$dir/corpus" && cmake -E tar xf "$out/${program}_seed_corpus.zip")
    ! ldd "$out/$program" | grep -q jansson || fail "$program: it needs a libjansson.so, which the service lacks"
}

run_of_libfuzzer()
{
    local out=$1 program=$2 log=$dir/run.log
    (cd / && "$out/$program" -runs=10 -dict="$out/$program.dict" "$dir/corpus") > "$log" 2>&1 ||
        fail "$program: it fails; see $log"
    grep -q "Dictionary: [1-9]" "$log" || fail "$program: its dictionary is empty"
    grep -q "Done [1-9][0-9]* runs" "$log" || fail "$program: it ran nothing"
    [ "$(sed -n 's/.*DONE *cov: \([0-9]*\).*/\1/p' "$log")" -gt 100 ] || fail "$program: it reaches nothing"
}

run_of_afl()
{
    local out=$1 program=$2 edges
    edges=$(cd / && AFL_QUIET=1 afl-showmap -m none -i "$dir/corpus" -o "$dir/edges" -C -- "$out/$program" \
        > "$dir/run.log" 2>&1 && wc -l < "$dir/edges") || fail "$program: it fails; see $dir/run.log"
    [ "$edges" -gt 100 ] || fail "$program: it reaches nothing"
}

case $what in
    libfuzzer) try_libfuzzer ;;
    afl) try_afl ;;
    msan) try_msan ;;
    oss-fuzz) try_oss_fuzz "$@" ;;
    *) fail "'$what' is none of libfuzzer, afl, msan, oss-fuzz" ;;
esac
