# SPDX-License-Identifier: Apache-2.0
# fp_add_fuzz_target(NAME SOURCE… SEEDS NUMBER [LIBS TARGET…] [DEFINITIONS DEF…]): the program fuzz_NAME,
# driven by libFuzzer, or by fuzz/replay.c, which any compiler builds. ctest runs that over the seeds, of
# which there must be this number, and over generated inputs; and proves that a planted fault is noticed,
# and that the dictionary is what the target writes.

include(CheckCSourceCompiles)

set(fp_fuzz_values auto libfuzzer replay)
if(NOT FP_FUZZ IN_LIST fp_fuzz_values)
    message(FATAL_ERROR "FP_FUZZ is '${FP_FUZZ}'; it may be auto, libfuzzer or replay")
endif()

set(FP_FUZZ_ENGINE replay)
if(NOT FP_FUZZ STREQUAL "replay")
    set(CMAKE_REQUIRED_FLAGS -fsanitize=fuzzer)
    check_c_source_compiles("
        #include <stddef.h>
        #include <stdint.h>
        int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
        int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
        {
            return data && size ? 0 : 0;
        }" FP_HAVE_LIBFUZZER)
    unset(CMAKE_REQUIRED_FLAGS)
    if(FP_HAVE_LIBFUZZER)
        set(FP_FUZZ_ENGINE libfuzzer)
        target_compile_options(fp_flags INTERFACE -fsanitize=fuzzer-no-link)
    elseif(FP_FUZZ STREQUAL "libfuzzer")
        message(FATAL_ERROR "${CMAKE_C_COMPILER} cannot link with -fsanitize=fuzzer: "
            "it takes clang with its runtime (Debian: libclang-rt-N-dev)")
    endif()
endif()

function(fp_add_fuzz_target name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "SEEDS" "LIBS;DEFINITIONS")
    if(NOT arg_UNPARSED_ARGUMENTS OR NOT arg_SEEDS)
        message(FATAL_ERROR "fp_add_fuzz_target(${name}): no sources, or no number of seeds")
    endif()
    set(target fuzz_${name})
    set_property(GLOBAL APPEND PROPERTY FP_FUZZ_TARGETS ${name})
    add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
    target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
    target_link_libraries(${target} PRIVATE fp_flags ${arg_LIBS})
    if(FP_FUZZ_ENGINE STREQUAL "libfuzzer")
        target_link_options(${target} PRIVATE -fsanitize=fuzzer)
        return()
    endif()
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/fuzz/replay.c")
    if(NOT BUILD_TESTING)
        return()
    endif()
    set(fuzz_dir "${PROJECT_SOURCE_DIR}/fuzz")
    set(seeds "${fuzz_dir}/seeds/${name}")
    add_test(NAME replay_${name} COMMAND ${target} --expect ${arg_SEEDS} "${seeds}")
    add_test(NAME loop_${name} COMMAND ${target} --loop 600 --expect 600)
    get_target_property(sources ${target} SOURCES)
    if("mutate_libfuzzer.c" IN_LIST sources)
        add_test(NAME mutate_${name} COMMAND ${target} --loop 100 --seed 150 --mutate "${seeds}" --expect 100)
        set_tests_properties(mutate_${name} PROPERTIES
            LABELS fuzz-replay TIMEOUT 300 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
    endif()
    add_test(NAME canary_${name} COMMAND "${fuzz_dir}/check.sh" canary $<TARGET_FILE:${target}> "${seeds}")
    add_test(NAME dictionary_${name} COMMAND
        "${fuzz_dir}/check.sh" dictionary $<TARGET_FILE:${target}> "${fuzz_dir}/dict/${name}.dict")
    set_tests_properties(replay_${name} loop_${name} canary_${name} dictionary_${name} PROPERTIES
        LABELS fuzz-replay TIMEOUT 300 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
endfunction()
