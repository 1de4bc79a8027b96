# SPDX-License-Identifier: Apache-2.0
# Installs the library (component `library`): archive, headers, pkg-config file, CMake package. The executor of
# response templates is a component of its own, `template`, since it needs PCRE2.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fencepost")

install(TARGETS libfencepost fencepost_plugin EXPORT fencepost-targets
    ARCHIVE COMPONENT library
    LIBRARY COMPONENT library
    RUNTIME COMPONENT library
    FILE_SET HEADERS COMPONENT library)
install(EXPORT fencepost-targets NAMESPACE fencepost:: DESTINATION "${package_dir}" COMPONENT library)

if(TARGET libfencepost-template)
    install(TARGETS libfencepost-template EXPORT fencepost-template-targets
        ARCHIVE COMPONENT template
        FILE_SET HEADERS COMPONENT template)
    install(EXPORT fencepost-template-targets NAMESPACE fencepost:: DESTINATION "${package_dir}" COMPONENT template)
endif()

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/fencepost-config.cmake.in"
    fencepost-config.cmake INSTALL_DESTINATION "${package_dir}" PATH_VARS CMAKE_INSTALL_BINDIR
    NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(fencepost-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
    "${CMAKE_CURRENT_BINARY_DIR}/fencepost-config.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/fencepost-config-version.cmake"
    "${PROJECT_SOURCE_DIR}/cmake/fencepost-test.cmake"
    DESTINATION "${package_dir}" COMPONENT library)

# Paths start from the file's own place, so that the tree can be moved, and installed under another
# prefix than the configured one; unless the directories were given as absolute paths.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(FP_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
    set(FP_PC_LIBDIR "${CMAKE_INSTALL_FULL_LIBDIR}")
    set(FP_PC_INCLUDEDIR "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
        BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" OUTPUT_VARIABLE up)
    set(FP_PC_PREFIX "\${pcfiledir}/${up}")
    set(FP_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(FP_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
# Who links an archive links what it needs: with Requires.private the plain `pkg-config --libs` would
# not link, and there is no shared library that it could be meant for.
if(BUILD_SHARED_LIBS)
    set(FP_PC_REQUIRES Requires.private)
else()
    set(FP_PC_REQUIRES Requires)
endif()
configure_file("${PROJECT_SOURCE_DIR}/cmake/fencepost.pc.in" fencepost.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/fencepost.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT library)
if(TARGET libfencepost-template)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/fencepost-template.pc.in" fencepost-template.pc @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/fencepost-template.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT template)
endif()
