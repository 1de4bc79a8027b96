# SPDX-License-Identifier: Apache-2.0
# fp_add_fuzz_target(NAME SOURCE… SEEDS NUMBER [LIBS TARGET…] [DEFINITIONS DEF…]): the program fuzz_NAME,
# driven by libFuzzer, or by fuzz/replay.c, which any compiler builds. ctest runs that over the seeds, of
# which there must be this number, and over generated inputs; and proves that a planted fault is noticed.

include(CheckCSourceCompiles)

set(fp_fuzz_values auto libfuzzer env replay)
if(NOT FP_FUZZ IN_LIST fp_fuzz_values)
    message(FATAL_ERROR "FP_FUZZ is '${FP_FUZZ}'; it may be auto, libfuzzer, env or replay")
endif()

set(FP_FUZZ_ENGINE replay)
set(FP_GUIDANCE "")
if(FP_FUZZ STREQUAL "env")
    # The contract of OSS-Fuzz: flags come from $CFLAGS, the engine from this variable, which wants C++'s linker.
    if(NOT DEFINED ENV{LIB_FUZZING_ENGINE})
        message(FATAL_ERROR "FP_FUZZ is env, and LIB_FUZZING_ENGINE is not set; see fuzz/oss-fuzz/build.sh")
    endif()
    enable_language(CXX)
    set(FP_FUZZ_ENGINE env)
elseif(NOT FP_FUZZ STREQUAL "replay")
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
        set(FP_GUIDANCE -fsanitize=fuzzer-no-link)
    elseif(FP_FUZZ STREQUAL "libfuzzer")
        message(FATAL_ERROR "${CMAKE_C_COMPILER} cannot link with -fsanitize=fuzzer: "
            "it takes clang with its runtime (Debian: libclang-rt-N-dev)")
    endif()
endif()

# What an input is about: an engine looks here, and nowhere else, for what is new. Sanitizers see everything. (An engine
# that brings its compiler leaves out what fuzz/unguided.txt lists.) fp_guide_parsers() does not trace comparisons: it
# would take a third of the time, and the words that an engine would learn are in the dictionary. Nor does it trace
# calls by pointer, a twentieth: a table of states has one caller, and the counters of a state show that it was called.
function(fp_guide_sources)
    if(FP_GUIDANCE)
        set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${FP_GUIDANCE})
    endif()
endfunction()

function(fp_guide_parsers)
    if(FP_GUIDANCE)
        set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS
            ${FP_GUIDANCE} -fno-sanitize-coverage=trace-cmp,indirect-calls)
    endif()
endfunction()

# How a program is driven by an engine.
function(fp_drive target)
    if(FP_FUZZ_ENGINE STREQUAL "libfuzzer")
        target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    elseif(FP_FUZZ_ENGINE STREQUAL "env")
        separate_arguments(engine NATIVE_COMMAND "$ENV{LIB_FUZZING_ENGINE}")
        target_link_libraries(${target} PRIVATE ${engine})
        set_property(TARGET ${target} PROPERTY LINKER_LANGUAGE CXX)
    endif()
endfunction()

# planted_NAME: the target with the fault of fuzz/faults/NAME, or corpus/NAME/fault.txt, in what it checks. The file that has the fault is
# linked before the libraries, whose own one then is not.
function(fp_add_planted name)
    set(target planted_${name})
    set(fault "${PROJECT_SOURCE_DIR}/fuzz/faults/${name}")
    if(NOT EXISTS "${fault}")
        set(fault "${PROJECT_SOURCE_DIR}/corpus/${name}/fault.txt")
    endif()
    if(NOT EXISTS "${fault}")
        message(FATAL_ERROR "${fault}: the fault that fuzz_${name} must find is missing; see fuzz/README.md")
    endif()
    file(STRINGS "${fault}" lines REGEX "^(file|within) ")
    list(GET lines 0 source)
    list(GET lines 1 within)
    string(REGEX REPLACE "^file " "" source "${source}")
    string(REGEX REPLACE "^within " "" within "${within}")
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET source FILENAME file)
    set(faulty "${CMAKE_CURRENT_BINARY_DIR}/faulty/${name}/${file}")
    add_custom_command(OUTPUT "${faulty}"
        COMMAND "${CMAKE_COMMAND}" "-DFAULT=${fault}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${faulty}"
            -P "${PROJECT_SOURCE_DIR}/cmake/plant.cmake"
        DEPENDS "${fault}" "${PROJECT_SOURCE_DIR}/${source}" "${PROJECT_SOURCE_DIR}/cmake/plant.cmake"
        COMMENT "Planting a fault in ${source}" VERBATIM)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${fault}")
    fp_guide_parsers("${faulty}")
    add_executable(${target} EXCLUDE_FROM_ALL "${faulty}" $<TARGET_OBJECTS:fuzz_${name}>)
    if(BUILD_TESTING)
        set_property(TARGET ${target} PROPERTY EXCLUDE_FROM_ALL OFF)
    endif()
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/${folder}" "${PROJECT_SOURCE_DIR}/reference")
    target_link_libraries(${target} PRIVATE fp_flags ${ARGN})
    target_link_options(${target} PRIVATE $<TARGET_PROPERTY:fuzz_${name},LINK_OPTIONS>)
    add_test(NAME planted_${name} COMMAND
        "${PROJECT_SOURCE_DIR}/fuzz/check.sh" planted $<TARGET_FILE:${target}> ${within})
    set_tests_properties(planted_${name} PROPERTIES
        LABELS fuzz-replay TIMEOUT 300 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
endfunction()

function(fp_add_fuzz_target name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS;DEFINITIONS")
    if(NOT arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "fp_add_fuzz_target(${name}): no sources")
    endif()
    set(target fuzz_${name})
    set_property(GLOBAL APPEND PROPERTY FP_FUZZ_TARGETS ${name})
    list(PREPEND arg_LIBS fuzz_common)
    add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
    target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS})
    target_link_libraries(${target} PRIVATE fp_flags ${arg_LIBS})
    fp_drive(${target})
    add_dependencies(${target} fuzz_dictionaries)
    if(TARGET fuzz_seeds)
        add_dependencies(${target} fuzz_seeds)
    endif()
    if(NOT BUILD_TESTING AND NOT FP_FUZZ_ENGINE STREQUAL "libfuzzer")
        return()
    endif()
    if(NOT BUILD_SHARED_LIBS) # a file of a shared library cannot be exchanged so
        fp_add_planted(${name} ${arg_LIBS})
    endif()
    if(NOT FP_FUZZ_ENGINE STREQUAL "replay")
        return()
    endif()
    set(fuzz_dir "${PROJECT_SOURCE_DIR}/fuzz")
    set(seeds "${FP_FUZZ_SEEDS}/${name}")
    add_test(NAME replay_${name} COMMAND "${fuzz_dir}/check.sh" replay $<TARGET_FILE:${target}> "${seeds}")
    add_test(NAME loop_${name} COMMAND ${target} --loop 600 --expect 600)
    if("fuzz_syntax_common" IN_LIST arg_LIBS)
        add_test(NAME mutate_${name} COMMAND ${target} --loop 100 --seed 150 --mutate "${seeds}" --expect 100)
        set_tests_properties(mutate_${name} PROPERTIES
            LABELS fuzz-replay TIMEOUT 300 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
    endif()
    if("fuzz_gears" IN_LIST arg_LIBS)
        add_test(NAME canary_quick_${name} COMMAND "${CMAKE_COMMAND}" -E env FENCEPOST_FUZZ_CANARY=quick
            "${fuzz_dir}/check.sh" canary $<TARGET_FILE:${target}> "${seeds}")
        set_tests_properties(canary_quick_${name} PROPERTIES
            LABELS fuzz-replay TIMEOUT 300 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
    endif()
    add_test(NAME canary_${name} COMMAND "${fuzz_dir}/check.sh" canary $<TARGET_FILE:${target}> "${seeds}")
    set_tests_properties(replay_${name} loop_${name} canary_${name} PROPERTIES
        LABELS fuzz-replay TIMEOUT 300 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
endfunction()
