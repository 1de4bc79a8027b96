/* SPDX-License-Identifier: Apache-2.0 */
/* template_parse.h: `fencepost parse --template FILE`: what our executor makes of a text. */
#ifndef FENCEPOST_HARNESS_TEMPLATE_PARSE_H
#define FENCEPOST_HARNESS_TEMPLATE_PARSE_H

#include "template/template_policies.h"

/* What is asked for; all is borrowed. */
typedef struct template_parse {
    const char *template; /* files; "-" is the standard input */
    const char *input;
    const char *tools; /* NULL: none */
    fp_str prefix;
    size_t stream; /* so many bytes at a time; 0: at once */
    bool events;   /* one a line as they come out, in place of the answer */
    bool calls;    /* events and answer of MODEL: text, reasoning, calls (TEMPLATE-9.5) */
    template_policies policies;
} template_parse;

/* Prints the answer as PROTOCOL-8.3 has it: message and events, or an error. Returns the program's
 * status: EXIT_UNEXPECTED for an error in the text, EXIT_USAGE where a file or the template is
 * wrong, which has been explained. */
int template_parse_run(const template_parse *what);

#endif
