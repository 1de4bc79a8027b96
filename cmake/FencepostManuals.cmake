# SPDX-License-Identifier: Apache-2.0
# Manual pages and shell completions, which the program prints when it is installed. As a part of the installation
# (FP_PROGRAM is set): writes and installs them.

if(NOT DEFINED FP_PROGRAM)
    if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
        message(STATUS "The program cannot be run here: manual pages and completions are not installed")
        return()
    endif()
    install(CODE "
        set(FP_PROGRAM \"${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:fencepost>\")
        set(FP_SCRATCH \"${CMAKE_CURRENT_BINARY_DIR}/manuals\")
        set(FP_MANDIR \"${CMAKE_INSTALL_MANDIR}\")
        set(FP_DATADIR \"${CMAKE_INSTALL_DATADIR}\")
        include(\"${CMAKE_CURRENT_LIST_FILE}\")" COMPONENT program)
    return()
endif()

# fp_print(DIR NAME ARGUMENT…): installs what the program prints as DIR/NAME.
function(fp_print dir name)
    file(MAKE_DIRECTORY "${FP_SCRATCH}")
    execute_process(COMMAND ${FP_PROGRAM} ${ARGN} OUTPUT_FILE "${FP_SCRATCH}/${name}" RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "fencepost ${ARGN} ended with ${status}")
    endif()
    if(NOT IS_ABSOLUTE "${dir}")
        set(dir "${CMAKE_INSTALL_PREFIX}/${dir}")
    endif()
    file(INSTALL "${FP_SCRATCH}/${name}" DESTINATION "${dir}")
endfunction()

set(FP_PROGRAM ${FP_PROGRAM}) # without what is empty
fp_print("${FP_MANDIR}/man1" fencepost.1 man)
file(STRINGS "${FP_SCRATCH}/fencepost.1" FP_PAGES REGEX "^\\.BR fencepost.*\\(1\\)$")
foreach(page IN LISTS FP_PAGES)
    string(REGEX REPLACE "^\\.BR fencepost.-([a-z-]+) .*$" "\\1" name "${page}")
    fp_print("${FP_MANDIR}/man1" fencepost-${name}.1 man ${name})
endforeach()
fp_print("${FP_DATADIR}/bash-completion/completions" fencepost completion bash)
fp_print("${FP_DATADIR}/fish/vendor_completions.d" fencepost.fish completion fish)
fp_print("${FP_DATADIR}/zsh/site-functions" _fencepost completion zsh)
