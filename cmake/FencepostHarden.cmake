# SPDX-License-Identifier: Apache-2.0
# fp_harden(TARGET): what a compiler and a linker offer against bugs that a hostile input finds in a program, as far as
# they offer it: unsafe calls of libc checked, jumps to where a jump may go, stacks that do not grow past their guard,
# addresses that nobody knows beforehand, and nothing that can be written and runs, or is called by a table that can be
# written. fp_guard(TARGET): beside that each stack frame with an array guarded.
# For optimised builds alone: sanitizers look for the same, and end the program where it begins.

include(CheckCCompilerFlag)
include(CheckLinkerFlag)

set(FP_OPTIMISED "$<CONFIG:Release,RelWithDebInfo,MinSizeRel>")

# Those of the flags that the compiler, or the linker, knows, as a list. kind: compile or link.
function(fp_known_flags result kind)
    set(known)
    foreach(flag IN LISTS ARGN)
        string(MAKE_C_IDENTIFIER "FP_HAVE${flag}" name)
        if(kind STREQUAL "link")
            check_linker_flag(C "${flag}" ${name})
        else()
            check_c_compiler_flag("${flag}" ${name})
        endif()
        if(${name})
            list(APPEND known "${flag}")
        endif()
    endforeach()
    set(${result} "${known}" PARENT_SCOPE)
endfunction()

function(fp_harden target)
    set(compile -fstack-clash-protection)
    set(link LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64|amd64|i[3-6]86")
        list(APPEND compile -fcf-protection)
    endif()
    # What is shared is position-independent anyhow, and -fPIE would not do for it.
    if(NOT BUILD_SHARED_LIBS AND NOT CMAKE_POSITION_INDEPENDENT_CODE)
        list(APPEND compile -fPIE)
        if(NOT FP_STATIC)
            list(APPEND link -pie)
        endif()
    endif()
    fp_known_flags(compile compile ${compile})
    fp_known_flags(link link ${link})
    # A distribution's compiler may define it already, with another value.
    list(APPEND compile -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    target_compile_options(${target} INTERFACE "$<${FP_OPTIMISED}:${compile}>")
    target_link_options(${target} INTERFACE "$<${FP_OPTIMISED}:${link}>")
endfunction()

function(fp_guard target)
    fp_known_flags(compile compile -fstack-protector-strong)
    target_compile_options(${target} INTERFACE "$<${FP_OPTIMISED}:${compile}>")
endfunction()
