/* SPDX-License-Identifier: Apache-2.0 */
/* ascii.h: the public classes of bytes, where the library's own files look for them. */
#ifndef FENCEPOST_CORE_ASCII_H
#define FENCEPOST_CORE_ASCII_H

#include <fencepost/ascii.h>

#endif
