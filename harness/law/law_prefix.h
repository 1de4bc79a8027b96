/* SPDX-License-Identifier: Apache-2.0 */
/* law_prefix.h: receives the events of a parse and checks that none contradicts an earlier one. */
#ifndef FENCEPOST_HARNESS_LAW_PREFIX_H
#define FENCEPOST_HARNESS_LAW_PREFIX_H

#include "law/laws.h"

typedef struct said said;

/* Borrows both until said_end(). Ends the program when memory is out. */
said *said_new(const law_subject *s, law_breach *breach);
void said_hear(said *w, const fp_event *event);

/* Frees it. Returns whether PREFIX holds for all events received; if not, the breach says how. */
bool said_end(said *w);

#endif
