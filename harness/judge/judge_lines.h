/* SPDX-License-Identifier: Apache-2.0 */
/* judge_lines.h: what judge.c and judge_lines.c share. */
#ifndef FENCEPOST_HARNESS_JUDGE_LINES_H
#define FENCEPOST_HARNESS_JUDGE_LINES_H

#include <fencepost/types.h>

/* Bytes of a key, and of an input, that a sentence shows. */
enum { JUDGE_KEY_MAX = 40, JUDGE_INPUT_MAX = 80 };

/* Returns the input as JSON, cut to what is shown and made visible; owned: free(). */
char *judge_input_line(const fp_call *call);

#endif
