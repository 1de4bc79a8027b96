/* SPDX-License-Identifier: Apache-2.0 */
/* hermes.h: what the files of this syntax owe each other. */
#ifndef FENCEPOST_HERMES_H
#define FENCEPOST_HERMES_H

#include "core/jsonscan.h"
#include "core/unescape.h"

#include <fencepost/syntax.h>

/* -- hermes-object.c: the object of a block ---------------------------------------------------- */

/* What a member of the object is (HERMES-4.1). */
typedef enum fp_hermes_member {
    FP_HERMES_OTHER,
    FP_HERMES_NAME,
    FP_HERMES_ARGUMENTS,
    FP_HERMES_STRING /* arguments in a string: HERMES-6.3 */
} fp_hermes_member;

enum { FP_HERMES_KEY = 11 }; /* bytes of a key that are kept: one more than the longest known */

/* Zero it to begin, at the object's brace. */
typedef struct fp_hermes_object {
    fp_jsonscan scan;
    bool fresh; /* the colon behind a member's key was read, and nothing of its value */
    bool has_name, has_arguments;

    fp_unescape key; /* the key being read, … */
    uint8_t key_len;
    char key_bytes[FP_HERMES_KEY];
    uint64_t key_at; /* … its opening quote */

    fp_hermes_member member; /* whose value is being read */
    fp_unescaped string;     /* the name, or the string of arguments */
    uint64_t name_at;        /* the name's opening quote */
    size_t name_len;         /* as decoded, so far */
} fp_hermes_object;

/* The next byte, at this offset: what JSON makes of it. FP_SCAN_BAD: nothing has changed. */
fp_scan_byte fp_hermes_scan(fp_hermes_object *o, const fp_out *out, unsigned char c,
                            uint64_t offset);

/* What such a byte is to the name, before the call begins. */
typedef enum fp_hermes_naming {
    FP_HERMES_UNDECIDED,
    FP_HERMES_NAMED,   /* the byte completes a name */
    FP_HERMES_BAD_NAME /* the name is no string, or empty; or over its limit, and diagnosed */
} fp_hermes_naming;
fp_hermes_naming fp_hermes_find_name(fp_hermes_object *o, fp_out *out, fp_scan_byte kind,
                                     unsigned char c, uint64_t offset);

/* Says what such a byte says, of the open call; its role. */
fp_role fp_hermes_say(fp_hermes_object *o, fp_out *out, fp_scan_byte kind, unsigned char c,
                      uint64_t offset);

/* Whether the byte is in a string of the arguments, and neither ends it nor is wrong there: then it
 * is said. Most bytes of a call are; nothing else has to be asked of them. */
bool fp_hermes_say_inside(fp_hermes_object *o, fp_out *out, unsigned char c);

/* A byte of an escape in a string was said without fp_hermes_say_inside(). */
void fp_hermes_escaped(fp_hermes_object *o, unsigned char c);

/* Whether the next byte is in a string of the value of an argument, in no escape, and the call has
 * begun: text there is said as it stands. */
bool fp_hermes_in_value(const fp_hermes_object *o);

/* -- hermes-render.c, hermes-highlight.c ------------------------------------------------------- */

bool fp_hermes_render(fp_rendering *r, const fp_call *call);

extern const fp_highlight FP_HERMES_HIGHLIGHT[];

#endif
