/* SPDX-License-Identifier: Apache-2.0 */
/* law_prefix.h: hears the events of a parse, and whether one takes back what another has said. */
#ifndef FENCEPOST_HARNESS_LAW_PREFIX_H
#define FENCEPOST_HARNESS_LAW_PREFIX_H

#include "law/laws.h"

typedef struct said said;

/* Both stay the caller's, and there until said_end(). Ends the program when memory is out. */
said *said_new(const law_subject *s, law_breach *breach);
void said_hear(said *w, const fp_event *event);

/* Frees it. Whether PREFIX holds of all that it heard; if not, the breach says how. */
bool said_end(said *w);

#endif
