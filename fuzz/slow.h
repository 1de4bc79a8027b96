/* SPDX-License-Identifier: Apache-2.0 */
/* slow.h: the slow gear: what is asked of inputs that are worth it. */
#ifndef FENCEPOST_FUZZ_SLOW_H
#define FENCEPOST_FUZZ_SLOW_H

#include "law/laws.h"
#include "seed/decode.h"

typedef struct asking {
    const fp_syntax *syntax;
    const char *subject;  /* for the line of a breach: "syntax caret" */
    bool all;             /* all there is to ask, and not each law of its share of inputs */
    volatile bool canary; /* the fault for the alarm is planted; no optimiser may leave it out */
} asking;

/* Checks an input; ends the program with a line that begins with "breach:" if something is wrong.
 */
void slow_ask(const asking *a, const decoded *d);

/* Ends it so. */
_Noreturn void breach_of(const asking *a, law l, const char *sentence);

#endif
