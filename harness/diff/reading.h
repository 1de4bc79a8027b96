/* SPDX-License-Identifier: Apache-2.0 */
/* reading.h: how our own parser reads an input, and by which clauses. */
#ifndef FENCEPOST_HARNESS_READING_H
#define FENCEPOST_HARNESS_READING_H

#include "diff/panel.h"
#include "reduce/reduce.h"

enum { READING_CLAUSES = 6 };

typedef struct reading {
    answer answer;                        /* under the syntax's default policies */
    const char *clauses[READING_CLAUSES]; /* static; of diagnostics, then of markers and the rest */
    size_t clause_count;
} reading;

/* What is returned is owned: reading_free(). */
reading read_by_reference(const fp_syntax *syntax, const candidate *c);
void reading_free(reading *r);

/* Returns whether an answer is the one that follows from the policies that the parser declares. */
bool read_as_declared(const answer *a, const fp_syntax *syntax, const candidate *c,
                      const wire_hello *hello);

#endif
