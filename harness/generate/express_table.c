/* SPDX-License-Identifier: Apache-2.0 */
/* express_table.c: the whole expressibility table. */
#include "generate/express_table.h"

#include <fencepost/syntax.h>

#include <stdlib.h>

const expressed *express_table_cell(const express_table *t, size_t row, size_t column)
{
    return &t->cells[row * t->syntaxes + column];
}

static void add_columns(express_table *t)
{
    size_t all = 0;

    while (FP_SYNTAXES[all])
        all++;
    t->columns = xcalloc(all + 1, sizeof *t->columns);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (fp_syntax_has_calls(*s))
            t->columns[t->syntaxes++] = *s;
}

bool express_table_measure(express_table *t, problems *p)
{
    fp_catalogue *catalogue = express_catalogue(p);

    *t = (express_table){ 0 };
    if (!catalogue)
        return false;
    add_columns(t);
    t->cells = xcalloc(FEATURE_COUNT * t->syntaxes, sizeof *t->cells);
    for (size_t f = 0; f < FEATURE_COUNT; f++)
        for (size_t s = 0; s < t->syntaxes; s++) {
            expressed *e = &t->cells[f * t->syntaxes + s];

            express(&FEATURES[f], t->columns[s], catalogue, e);
            t->lost += e->lost;
        }
    fp_catalogue_free(catalogue);
    return true;
}

void express_table_free(express_table *t)
{
    for (size_t i = 0; i < FEATURE_COUNT * t->syntaxes; i++)
        expressed_free(&t->cells[i]);
    free(t->cells);
    free((void *)t->columns);
    *t = (express_table){ 0 };
}
