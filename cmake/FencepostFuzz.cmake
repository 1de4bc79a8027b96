# SPDX-License-Identifier: Apache-2.0
# fp_add_fuzz_target(NAME SOURCE… [LIBS TARGET…] [DEFINITIONS DEF…]): the program fuzz_NAME, driven by
# libFuzzer, or by fuzz/replay.c, which any compiler builds and which ctest runs over the seeds.

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
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS;DEFINITIONS")
    if(NOT arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "fp_add_fuzz_target(${name}): no sources")
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
    if(BUILD_TESTING)
        add_test(NAME replay_${name} COMMAND ${target} "${PROJECT_SOURCE_DIR}/fuzz/seeds/${name}")
        set_tests_properties(replay_${name} PROPERTIES
            LABELS replay TIMEOUT 120 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
    endif()
endfunction()
