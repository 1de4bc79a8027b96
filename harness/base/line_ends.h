/* SPDX-License-Identifier: Apache-2.0 */
/* line_ends.h: line ends, LF or CR LF, at the edges of a text. */
#ifndef FENCEPOST_HARNESS_LINE_ENDS_H
#define FENCEPOST_HARNESS_LINE_ENDS_H

#include <fencepost/types.h>

/* Return the length of the line end at the beginning or end of the text; 0 if there is none. */
size_t line_end_first(fp_str text);
size_t line_end_last(fp_str text);

#endif
