# SPDX-License-Identifier: Apache-2.0
# fp_flags: the one place for compiler flags. Every target links it, PRIVATE.

add_library(fp_flags INTERFACE)
target_compile_definitions(fp_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(fp_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
    -Wswitch-enum -Wformat=2 -Wwrite-strings -Wcast-qual)

if(FP_WERROR)
    target_compile_options(fp_flags INTERFACE -Werror)
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
