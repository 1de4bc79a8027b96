# SPDX-License-Identifier: Apache-2.0
# fencepost_add_test(NAME
#     WORKER command… | OBJECT target-or-file     what is judged: a worker, or a shared object of fencepost/adapter.h
#     [SYNTAX id…] [KNOWN file] [ARGS option…]    as `fencepost test` has them
#     [TIMEOUT seconds])                          of the test; ctest's own if it is not given
#
# A test of ctest, with the label `fencepost`, which fails where the parser does what is not expected. A worker that is an
# executable target of the project is started from where it is built.

function(fencepost_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "OBJECT;KNOWN;TIMEOUT" "WORKER;SYNTAX;ARGS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "fencepost_add_test(${name}): it does not know ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if((arg_WORKER AND arg_OBJECT) OR NOT (arg_WORKER OR arg_OBJECT))
        message(FATAL_ERROR "fencepost_add_test(${name}): give either WORKER, with a command, or OBJECT")
    endif()
    set(options ${arg_ARGS})
    if(arg_SYNTAX)
        list(TRANSFORM arg_SYNTAX PREPEND "--syntax=")
        list(APPEND options ${arg_SYNTAX})
    endif()
    if(arg_KNOWN)
        cmake_path(ABSOLUTE_PATH arg_KNOWN BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND options --known "${arg_KNOWN}")
    endif()
    if(TARGET "${arg_OBJECT}")
        list(APPEND options --so "$<TARGET_FILE:${arg_OBJECT}>")
    elseif(arg_OBJECT)
        cmake_path(ABSOLUTE_PATH arg_OBJECT BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
        list(APPEND options --so "${arg_OBJECT}")
    else()
        list(POP_FRONT arg_WORKER worker)
        if(TARGET "${worker}")
            set(worker "$<TARGET_FILE:${worker}>")
        endif()
        list(APPEND options -- "${worker}" ${arg_WORKER})
    endif()
    add_test(NAME "${name}" COMMAND fencepost::program test ${options})
    set_tests_properties("${name}" PROPERTIES LABELS fencepost)
    if(arg_TIMEOUT)
        set_tests_properties("${name}" PROPERTIES TIMEOUT "${arg_TIMEOUT}")
    endif()
endfunction()
