/* SPDX-License-Identifier: Apache-2.0 */
/* gate_cause.h: reads, compares and writes the causes of a report or a baseline, for gate.c and
 * gate_file.c.
 */
#ifndef FENCEPOST_HARNESS_GATE_CAUSE_H
#define FENCEPOST_HARNESS_GATE_CAUSE_H

#include "result/gate.h"

/* Takes over the line of a cause in a report. False: it is not one. */
bool gate_cause_take(gate_side *side, const json_t *line);

/* Links each failure of the report to its cause, once all lines have been read. */
void gate_causes_link(gate_side *side);

/* Takes over "COUNT KEY…" of a baseline, and the comment above it. False: it is not a cause. */
bool gate_cause_read(gate_side *side, char *words, char *comment);

/* Returns whether the side has a cause with one of these keys. */
bool gate_cause_is_known(const gate_side *side, const gate_cause *one);

/* Writes the causes of the report as lines of a baseline, with the comments of the old one. */
void gate_causes_put(FILE *out, const gate_side *report, const gate_side *old);

void gate_causes_free(gate_side *side);

#endif
