# SPDX-License-Identifier: Apache-2.0
# fp_embed_data(VARIABLE): the C file whose table EMBEDDED_FILES (harness/base/embedded.h) holds corpus/, spec/ and
# harness/templates/. The assembler reads the files: as arrays in C they would take minutes.

function(fp_embed_data variable)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
        "${PROJECT_SOURCE_DIR}/corpus/*" "${PROJECT_SOURCE_DIR}/spec/*" "${PROJECT_SOURCE_DIR}/harness/templates/*")
    list(FILTER files EXCLUDE REGEX "^corpus/[^/]+/(seeds/|seeds\\.txt|colours\\.|faults?\\.)") # which are for work on the parsers
    list(SORT files)
    set(bytes "")
    set(names "")
    set(rows "")
    set(number 0)
    foreach(file IN LISTS files)
        string(APPEND bytes "__asm__(\".section .rodata\\nfile_${number}:\\n\"\n"
            "        \".incbin \\\"${PROJECT_SOURCE_DIR}/${file}\\\"\\nfile_${number}_end:\\n.previous\\n\");\n")
        string(APPEND names "extern const char file_${number}[], file_${number}_end[];\n")
        string(APPEND rows "    { \"${file}\", file_${number}, file_${number}_end },\n")
        math(EXPR number "${number} + 1")
    endforeach()
    set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded_data.c")
    file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT "#include \"base/embedded.h\"\n\n${bytes}\n${names}\n\
const embedded_file EMBEDDED_FILES[] = {\n${rows}    { NULL, NULL, NULL },\n};\n")
    list(TRANSFORM files PREPEND "${PROJECT_SOURCE_DIR}/")
    set_source_files_properties("${output}" PROPERTIES OBJECT_DEPENDS "${files}")
    set(${variable} "${output}" PARENT_SCOPE)
endfunction()
