# SPDX-License-Identifier: Apache-2.0
# fp_add_test(NAME SOURCE… [LIBS TARGET…]): one cmocka program, registered with ctest under its name.
# The target has the test's name, so that a test may add flags of its own
# (target_link_options(test_x PRIVATE -Wl,--wrap=malloc)).

# Sanitizers must fail the test, and say where. The last 16 MB that were freed are kept from reuse, not 256 MB: to fork
# a process of that size takes long. Without a sanitizer nothing reads these.
set(FP_TEST_ENVIRONMENT
    "ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1:quarantine_size_mb=16"
    "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")

set(FP_PLAIN_BUILD "" CACHE PATH "A build tree without sanitizers, whose programs most tests start; empty: this one")

# The Python of tests and tools: one that has the schema validator, where there is one.
function(fp_python_has_jsonschema result candidate)
    execute_process(COMMAND "${candidate}" -c "import jsonschema"
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    if(NOT status EQUAL 0)
        set(${result} FALSE PARENT_SCOPE)
    endif()
endfunction()

if(FP_COVERAGE)
    pkg_check_modules(CMOCKA IMPORTED_TARGET cmocka)
endif()
if(BUILD_TESTING)
    pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
    find_program(FP_PYTHON NAMES python3 HINTS /usr/bin VALIDATOR fp_python_has_jsonschema
        DOC "A Python 3 that can import jsonschema")
    if(FP_PYTHON)
        list(APPEND FP_TEST_ENVIRONMENT "FP_PYTHON=${FP_PYTHON}")
    endif()
endif()

# fp_add_night_test(NAME COMMAND…): the test NAME once more as NAME_night, which takes all of what NAME takes a sample of.
# A program knows it by FENCEPOST_NIGHT (reference/tests/night.h, harness/tests/checks.py). `./dev test --night` runs these.
function(fp_add_night_test name)
    if(NOT BUILD_TESTING)
        return()
    endif()
    add_test(NAME ${name}_night CONFIGURATIONS nightly COMMAND ${ARGN})
    set_tests_properties(${name}_night PROPERTIES LABELS nightly TIMEOUT 7200
        ENVIRONMENT "${FP_TEST_ENVIRONMENT};PYTHONDONTWRITEBYTECODE=1;FENCEPOST_NIGHT=1;CC=${CMAKE_C_COMPILER}")
endfunction()

function(fp_add_test name)
    if(NOT BUILD_TESTING)
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS")
    if(NOT arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "fp_add_test(${name}): no sources")
    endif()
    add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
    # The internals of the library are included as "core/x.h".
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/reference")
    target_compile_definitions(${name} PRIVATE FP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    target_link_libraries(${name} PRIVATE fp_flags ${arg_LIBS} PkgConfig::CMOCKA)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES
        LABELS unit TIMEOUT 400 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
endfunction()

# fp_add_counted_test(NAME SOURCE…): the program counted_NAME, a test whose library counts its branches, for
# lint/branches.py. Another program is the test itself, with the sanitizers. Where there is a plain build, those are its.
function(fp_add_counted_test name)
    if(NOT TARGET fencepost_counted OR NOT CMOCKA_FOUND)
        return()
    endif()
    set(target counted_${name})
    add_executable(${target} ${ARGN} $<TARGET_OBJECTS:fencepost_counted>)
    if(FP_PLAIN_BUILD)
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    endif()
    target_include_directories(${target} PRIVATE
        "${PROJECT_SOURCE_DIR}/reference" "${PROJECT_SOURCE_DIR}/reference/include")
    target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L FP_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    target_link_options(${target} PRIVATE --coverage)
    target_link_libraries(${target} PRIVATE PkgConfig::CMOCKA PkgConfig::JANSSON)
    set_property(GLOBAL APPEND PROPERTY FP_COUNTED_TESTS ${target})
endfunction()

# fp_clang(RESULT): the path of a clang with its sanitizers, "" where there is none.
function(fp_clang result)
    find_program(FP_CLANG clang DOC "A clang, whose sanitizer sees what that of gcc does not")
    set(${result} "" PARENT_SCOPE)
    if(FP_CLANG)
        file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/clang/empty.c" "int main(void)\n{\n    return 0;\n}\n")
        execute_process(COMMAND "${FP_CLANG}" -fsanitize=address,undefined "${CMAKE_CURRENT_BINARY_DIR}/clang/empty.c"
            -o "${CMAKE_CURRENT_BINARY_DIR}/clang/empty" RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
        if(status EQUAL 0)
            set(${result} "${FP_CLANG}" PARENT_SCOPE)
        endif()
    endif()
endfunction()

# fp_add_clang_test(NAME TARGET SOURCE…): the test TARGET once more as NAME, compiled with the library's SOURCEs by clang,
# whatever compiles the rest: its sanitizer alone sees an offset that is added to a null pointer. Where there is no clang,
# ctest says that the test was not run.
function(fp_add_clang_test name target)
    if(NOT BUILD_TESTING OR CMAKE_C_COMPILER_ID MATCHES "Clang")
        return()
    endif()
    fp_clang(clang)
    if(NOT clang)
        add_test(NAME ${name} COMMAND "${CMAKE_COMMAND}" -E echo "There is no clang with sanitizers")
        set_tests_properties(${name} PROPERTIES LABELS unit SKIP_REGULAR_EXPRESSION "no clang")
        return()
    endif()
    set(objects)
    foreach(source IN LISTS ARGN ITEMS tests/${target}.c tests/failing_malloc.c)
        set(object "${CMAKE_CURRENT_BINARY_DIR}/clang/${source}.o")
        cmake_path(GET object PARENT_PATH folder)
        file(MAKE_DIRECTORY "${folder}")
        add_custom_command(OUTPUT "${object}" DEPFILE "${object}.d"
            COMMAND ${CMAKE_C_COMPILER_LAUNCHER} "${clang}" -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g
                -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
                -I "${PROJECT_SOURCE_DIR}/reference" -I "${PROJECT_SOURCE_DIR}/reference/include"
                -MD -MF "${object}.d" -c "${CMAKE_CURRENT_SOURCE_DIR}/${source}" -o "${object}"
            DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${source}" VERBATIM)
        list(APPEND objects "${object}")
    endforeach()
    set(program "${CMAKE_CURRENT_BINARY_DIR}/clang/${name}")
    add_custom_command(OUTPUT "${program}" DEPENDS ${objects} VERBATIM
        COMMAND "${clang}" -fsanitize=address,undefined ${objects} -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
            ${CMOCKA_LINK_LIBRARIES} -o "${program}")
    add_custom_target(${name} ALL DEPENDS "${program}")
    add_test(NAME ${name} COMMAND "${program}")
    set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 400 ENVIRONMENT "${FP_TEST_ENVIRONMENT}")
endfunction()

# fp_count_work(TARGET): the work of the program is counted (reference/tests/work.h), that of its own sources in basic
# blocks: name those among them whose work the test is about.
function(fp_count_work target)
    if(NOT TARGET work_counter)
        add_library(work_counter OBJECT "${PROJECT_SOURCE_DIR}/reference/tests/work.c")
        target_link_libraries(work_counter PRIVATE fp_flags PkgConfig::CMOCKA)
    endif()
    target_compile_options(${target} PRIVATE -fsanitize-coverage=trace-pc)
    target_link_libraries(${target} PRIVATE work_counter)
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/reference")
    target_link_options(${target} PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
endfunction()

# fp_let_allocations_fail(TARGET): what the program asks of malloc, calloc and realloc goes to
# reference/tests/failing_malloc.c. The linker can send only those elsewhere that it links itself.
function(fp_let_allocations_fail target)
    target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/reference/tests/failing_malloc.c")
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/reference")
    target_link_options(${target} PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc)
endfunction()
