# SPDX-License-Identifier: Apache-2.0
# Builds for arm64 on another Debian machine, and lets ctest run the programs under qemu. `./dev arm64` fetches the two
# libraries that the tests need, into a folder of their own.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)

set(libraries "${CMAKE_CURRENT_LIST_DIR}/../build/arm64-libraries")
set(ENV{PKG_CONFIG_LIBDIR} "${libraries}/usr/lib/aarch64-linux-gnu/pkgconfig")
set(ENV{PKG_CONFIG_SYSROOT_DIR} "${libraries}")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu
    -E "LD_LIBRARY_PATH=${libraries}/usr/lib/aarch64-linux-gnu:/usr/aarch64-linux-gnu/lib")
