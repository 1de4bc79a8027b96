# SPDX-License-Identifier: Apache-2.0
# fp_flags: the one place for compiler flags. Every target links it, PRIVATE. fp_program_flags: those of the program and
# its parts, which read what anyone may have written. The parsers' stack is not guarded as that is: it would cost them 4
# to 8 % more instructions (`./dev bench --gate`), and they write no array on it by a length that an input has.

add_library(fp_flags INTERFACE)
add_library(fp_program_flags INTERFACE)
target_link_libraries(fp_program_flags INTERFACE fp_flags)
target_compile_definitions(fp_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(fp_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -Wswitch-enum -Wformat=2 -Wwrite-strings -Wcast-qual)

if(FP_WERROR)
    target_compile_options(fp_flags INTERFACE -Werror)
endif()

# What is built twice, in two places, is the same bytes. What debuggers read is left out: it has paths in it, and compilers
# that look into a cache first write them otherwise.
if(FP_PACKAGED)
    target_compile_options(fp_flags INTERFACE -g0
        "-ffile-prefix-map=${PROJECT_BINARY_DIR}=build" "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
endif()

if(FP_COVERAGE)
    target_sources(fp_flags INTERFACE "${PROJECT_SOURCE_DIR}/cmake/coverage.c")
    target_compile_options(fp_flags INTERFACE --coverage)
    target_link_options(fp_flags INTERFACE --coverage LINKER:--wrap=_exit)
endif()

# Kept out of generator expressions: the commas between sanitizers would be taken for theirs.
if(FP_SANITIZE)
    string(REPLACE ";" "," fp_sanitizers "${FP_SANITIZE}")
    target_compile_options(fp_flags INTERFACE
        -fsanitize=${fp_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(fp_flags INTERFACE -fsanitize=${fp_sanitizers} -fno-sanitize-recover=all)
endif()

# A fuzzing engine instruments what it runs, and has flags of its own.
if(NOT FP_SANITIZE AND NOT FP_COVERAGE AND FP_FUZZ STREQUAL "replay")
    include(FencepostHarden)
    fp_harden(fp_flags)
    fp_guard(fp_program_flags)
endif()
