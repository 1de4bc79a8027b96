# SPDX-License-Identifier: Apache-2.0
# Files as arrays in C. As a script: cmake -DINPUTS=a;b -DOUTPUT=x.c -DNAME=html_script -DHEADER=x.h -P FencepostEmbed.cmake
# writes `const char html_script[]`, the files after each other and a NUL, and its size.
# fp_embed(VARIABLE HEADER NAME FILE…): makes the C file when a file changes, and adds its path to the list.

if(CMAKE_SCRIPT_MODE_FILE)
    set(bytes "")
    foreach(input IN LISTS INPUTS)
        file(READ "${input}" hex HEX)
        string(APPEND bytes "${hex}")
    endforeach()
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(REGEX REPLACE "(('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',))" "\\1\n"
        bytes "${bytes}")
    file(WRITE "${OUTPUT}" "#include \"${HEADER}\"\n\n"
        "const char ${NAME}[] = {\n${bytes}0\n};\nconst size_t ${NAME}_size = sizeof ${NAME};\n")
    return()
endif()

set(FP_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(fp_embed variable header name)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/${name}.c")
    list(TRANSFORM ARGN PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" OUTPUT_VARIABLE inputs)
    add_custom_command(OUTPUT "${output}"
        COMMAND "${CMAKE_COMMAND}" "-DINPUTS=${inputs}" "-DOUTPUT=${output}" "-DNAME=${name}" "-DHEADER=${header}"
            -P "${FP_EMBED_SCRIPT}"
        DEPENDS ${inputs} "${FP_EMBED_SCRIPT}" VERBATIM)
    set(${variable} ${${variable}} "${output}" PARENT_SCOPE)
endfunction()
