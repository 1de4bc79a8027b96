# SPDX-License-Identifier: Apache-2.0
# fp_tell_parts(FILE): what of others a static program has in it, with versions and licences, for the bill of materials that
# ci/release writes.

function(fp_tell_parts file)
    # Where CC is two words, as `ccache gcc`, the compiler is the first of them, and the second an argument.
    separate_arguments(argument UNIX_COMMAND "${CMAKE_C_COMPILER_ARG1}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E echo "#include <features.h>"
        COMMAND "${CMAKE_C_COMPILER}" ${argument} -E -dM -x c - OUTPUT_VARIABLE defined ERROR_QUIET)
    if(defined MATCHES "__GLIBC__ ([0-9]+)" AND DEFINED CMAKE_MATCH_1)
        set(version "${CMAKE_MATCH_1}")
        string(REGEX MATCH "__GLIBC_MINOR__ ([0-9]+)" unused "${defined}")
        set(libc "    { \"name\": \"glibc\", \"version\": \"${version}.${CMAKE_MATCH_1}\", \"license\": \"LGPL-2.1-or-later\" },\n")
    else()
        set(libc "    { \"name\": \"libc\", \"version\": \"unknown\", \"license\": \"NOASSERTION\" },\n")
    endif()
    set(pcre2)
    if(TARGET libfencepost-template)
        set(pcre2 "    { \"name\": \"pcre2\", \"version\": \"${PCRE2_VERSION}\", \"license\": \"BSD-3-Clause\" },\n")
    endif()
    file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT "{
  \"compiler\": \"${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}\",
  \"parts\": [
    { \"name\": \"jansson\", \"version\": \"${JANSSON_VERSION}\", \"license\": \"MIT\" },
${pcre2}${libc}    { \"name\": \"libgcc\", \"version\": \"${CMAKE_C_COMPILER_VERSION}\", \"license\": \"GPL-3.0-or-later WITH GCC-exception-3.1\" }
  ]
}
")
endfunction()
