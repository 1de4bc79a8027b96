/* SPDX-License-Identifier: Apache-2.0 */
/* fenced-yaml.h: what the files of the syntax owe each other. Clauses: spec/fenced-yaml.md. */
#ifndef FENCED_YAML_H
#define FENCED_YAML_H

#include <fencepost/jsontext.h>
#include <fencepost/syntax.h>

/* How a body was taken. */
typedef enum body_state {
    BODY_READ,   /* its arguments have been said */
    BODY_BAD,    /* it is not the YAML that it should be; no argument was said */
    BODY_LIMITED /* it is over a limit, which has been said; no argument was said */
} body_state;

/* body.c: reads the first len held bytes, gives them their roles, and says the arguments. at_fault:
 * set for BODY_BAD to the offset of the line that is wrong. */
body_state body_read(fp_out *out, size_t len, uint64_t *at_fault);

/* plain.c: what a plain scalar stands for as JSON; empty if it is a string (FENCED-YAML-5.2, 5.3).
 * Static, or the text itself. */
fp_str plain_json(fp_str text);

/* render.c */
bool fenced_yaml_render(fp_rendering *r, const fp_call *call);

/* A byte of a name: FENCED-YAML-1.3. */
bool is_name_byte(unsigned char c);

#endif
