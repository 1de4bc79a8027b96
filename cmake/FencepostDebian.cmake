# SPDX-License-Identifier: Apache-2.0
# What the Debian package depends on, as dpkg-shlibdeps finds it for the program. cpack reads this before it makes a
# package (FencepostPackage.cmake); its own way asks `file` about each of a thousand files first, which takes a minute.

if(NOT CPACK_GENERATOR STREQUAL "DEB" OR NOT FP_SHLIBDEPS)
    return()
endif()
set(folder "${CPACK_PACKAGE_DIRECTORY}/shlibdeps")
file(MAKE_DIRECTORY "${folder}/debian")
file(WRITE "${folder}/debian/control" "")
execute_process(COMMAND "${FP_SHLIBDEPS}" -O --ignore-missing-info "${FP_PROGRAM}" WORKING_DIRECTORY "${folder}"
    OUTPUT_VARIABLE found ERROR_VARIABLE complained RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT found MATCHES "shlibs:Depends=([^\n]+)")
    message(FATAL_ERROR "dpkg-shlibdeps does not find what ${FP_PROGRAM} depends on: ${complained}")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
