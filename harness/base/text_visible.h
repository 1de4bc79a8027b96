/* SPDX-License-Identifier: Apache-2.0 */
/* text_visible.h: text of several lines with what is invisible made visible. */
#ifndef FENCEPOST_HARNESS_TEXT_VISIBLE_H
#define FENCEPOST_HARNESS_TEXT_VISIBLE_H

#include <fencepost/types.h>

/* The text as show_line() has each line of it, with line ends, and blanks before them, as they are;
 * owned: free(). What is visible already stays as it is. */
char *text_visible(fp_str text);

#endif
