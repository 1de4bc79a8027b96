/* SPDX-License-Identifier: Apache-2.0 */
/* utf8.h: well-formed UTF-8 (RFC 3629). */
#ifndef FENCEPOST_CORE_UTF8_H
#define FENCEPOST_CORE_UTF8_H

#include <stddef.h>

/* The length of the UTF-8 sequence at the start of bytes, of which len > 0 are there; 0 if there is
 * none: no overlong forms, no surrogates, nothing above U+10FFFF. */
size_t fp_utf8_sequence(const unsigned char *bytes, size_t len);

#endif
