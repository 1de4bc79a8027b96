/* SPDX-License-Identifier: Apache-2.0 */
/* report_cause.h: the causes of a run's failures, in each format: the same ones, in the same order.
 */
#ifndef FENCEPOST_HARNESS_REPORT_CAUSE_H
#define FENCEPOST_HARNESS_REPORT_CAUSE_H

#include "result/cause.h"

#include <fencepost/json.h>

/* For a terminal. */
void causes_tty(const run_info *info, const causes *c);

/* Returns what is needed to understand one cause and to run it again, as plain visible text without
 * its sentence; owned: free(). */
char *cause_text(const cause *one);

/* The template that was reduced with the input, on a line of its own; nothing: there is none. */
void show_template(FILE *out, const char *indent, const candidate *form);

/* "and 8 more causes"; owned: free(); NULL: all are shown. */
char *causes_more(const causes *c);

#endif
