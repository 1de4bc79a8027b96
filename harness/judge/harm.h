/* SPDX-License-Identifier: Apache-2.0 */
/* harm.h: what a difference does to those who run the calls. */
#ifndef FENCEPOST_HARNESS_HARM_H
#define FENCEPOST_HARNESS_HARM_H

#include "suite/corpus.h"

#include <fencepost/outcome.h>

/* The gravest last. */
typedef enum harm {
    HARM_NONE,           /* only spans, ids, diagnostics, or when something comes */
    HARM_WHITE_SPACE,    /* text, in nothing but space, tab, CR and LF */
    HARM_TEXT,           /* text is lost or leaks, or a broken block is shown otherwise */
    HARM_ARGUMENTS,      /* a call runs with other arguments, or in another place of their order */
    HARM_LOST_CALL,      /* a call that was written does not run */
    HARM_UNWRITTEN_CALL, /* a call runs that was not written: quoted, cut off, made of two */
    HARM_NO_ANSWER,      /* a crash or a hang: nothing is left of the answer */
    HARM_COUNT
} harm;

/* "unwritten-call"; static. And for people: "a call runs that was not written". */
const char *harm_name(harm h);
const char *harm_title(harm h);

/* The harm of this name; false if there is none. */
bool harm_read(const char *name, harm *h);

/* Returns whether the texts are the same, except for blanks (space, tab, CR, LF). */
bool same_words(fp_str a, fp_str b);

/* The gravest harm of an outcome in place of what is expected. A call runs if it is complete. own:
 * it is our own parser's; other outcomes came as JSON (MODEL-1.6). */
harm harm_of(const expectation *e, const fp_outcome *o, bool own);

#endif
