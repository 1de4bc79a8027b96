# SPDX-License-Identifier: Apache-2.0
# `cpack -G DEB` makes a Debian package of all that is installed, `cpack -G TGZ` an archive.

set(CPACK_PACKAGE_NAME fencepost)
set(CPACK_PACKAGE_VENDOR Fencepost)
set(CPACK_PACKAGE_CONTACT "The Fencepost maintainers <maintainers@fencepost.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "conformance suite and fuzzing harness for tool-call parsers")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Fencepost holds parsers of the textual notations in which language models ask
for tools against a specification: golden cases, and laws such as that no
cutting of a stream into chunks changes its meaning. With the program come the
reference parsers as a C library, the corpus and the specifications.")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS libjansson-dev)
find_program(FP_SHLIBDEPS dpkg-shlibdeps DOC "Finds out what a Debian package depends on (dpkg-dev)")
mark_as_advanced(FP_SHLIBDEPS)
if(FP_SHLIBDEPS)
    file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/FencepostDebian-$<CONFIG>.cmake" CONTENT
        "set(FP_SHLIBDEPS \"${FP_SHLIBDEPS}\")\nset(FP_PROGRAM \"$<TARGET_FILE:fencepost>\")
include(\"${PROJECT_SOURCE_DIR}/cmake/FencepostDebian.cmake\")\n")
    set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_BINARY_DIR}/FencepostDebian-${CMAKE_BUILD_TYPE}.cmake")
else()
    set(CPACK_DEBIAN_PACKAGE_DEPENDS "libc6, libjansson4 (>= 2.13)")
endif()

install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright COMPONENT program)
install(FILES CHANGELOG.md README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)
install(DIRECTORY examples harness/adapters DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program
    PATTERN node_modules EXCLUDE PATTERN __pycache__ EXCLUDE PATTERN build EXCLUDE)

include(CPack)
