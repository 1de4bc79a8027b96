/* SPDX-License-Identifier: Apache-2.0 */
/* express_table.h: the whole expressibility table: each feature of a call in each syntax. */
#ifndef FENCEPOST_HARNESS_EXPRESS_TABLE_H
#define FENCEPOST_HARNESS_EXPRESS_TABLE_H

#include "generate/express.h"

typedef struct express_table {
    const fp_syntax **columns; /* those that have calls, */
    size_t syntaxes;           /* so many */
    expressed *cells;          /* row by row: a feature in each syntax */
    size_t lost;               /* calls that came back as something else */
} express_table;

/* Fills *t: express_table_free(). False, after reporting the problem, if there is no catalogue. */
bool express_table_measure(express_table *t, problems *p);
void express_table_free(express_table *t);

/* A feature (row) in a syntax (column). */
const expressed *express_table_cell(const express_table *t, size_t row, size_t column);

#endif
