/* SPDX-License-Identifier: Apache-2.0 */
/* cause_value.h: what decides where an argument is another one than expected. */
#ifndef FENCEPOST_HARNESS_CAUSE_VALUE_H
#define FENCEPOST_HARNESS_CAUSE_VALUE_H

#include "result/result.h"

#include <stdbool.h>

/* Returns what decides where the arguments of the first call that is another one differ: a mark, or
 * a word for it; NULL: that is not known. marks: those of the syntax. Borrowed. */
const char *value_that_differs(const result *r, const char *const *marks);

/* What decides where a line ends otherwise than at LF or CR LF. */
#define LINE_END_IN_VALUE "line end"
bool is_line_end(const char *what);

/* Returns the same as a sentence has it, after "Arguments change"; owned. */
char *value_when(const char *what);

#endif
