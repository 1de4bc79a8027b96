/* SPDX-License-Identifier: Apache-2.0 */
/* line_ends.h: line ends, LF or CR LF, at the edges of a text. */
#ifndef FENCEPOST_HARNESS_LINE_ENDS_H
#define FENCEPOST_HARNESS_LINE_ENDS_H

#include <fencepost/types.h>

/* The bytes of the line end that the text begins with, or ends with; 0 if there is none. */
size_t line_end_first(fp_str text);
size_t line_end_last(fp_str text);

#endif
