/* SPDX-License-Identifier: Apache-2.0 */
/* template_explain.h: `fencepost explain --template FILE`: which field each byte of a text belongs
 * to, what it waited for, and what came of it.
 */
#ifndef FENCEPOST_HARNESS_TEMPLATE_EXPLAIN_H
#define FENCEPOST_HARNESS_TEMPLATE_EXPLAIN_H

#include "template/template_policies.h"

/* What is asked for; all is borrowed. */
typedef struct template_explain {
    const char *template; /* files; "-" is the standard input */
    const char *input;
    const char *tools; /* NULL: none */
    fp_str prompt;
    size_t prefix; /* stop after so many bytes, as if more were to come; 0: all */
    bool json;
    template_policies policies;
} template_explain;

/* Prints it, and returns the program's status: EXIT_USAGE where a file or the template is wrong,
 * which has been explained. An error in the text is shown where it is. */
int template_explain_run(const template_explain *what);

#endif
