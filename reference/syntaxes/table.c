/* SPDX-License-Identifier: Apache-2.0 */
/* table.c: the syntaxes that there are. A new one is a line of rows.h. */
#include <fencepost/syntax.h>

#define ROW(name) extern const fp_syntax name;
#include "syntaxes/rows.h"
#undef ROW

/* The rest is room for fp_syntax_add(). */
#define ROW(name) &(name),
static const fp_syntax *table[FP_SYNTAXES_MAX + 1] = {
#include "syntaxes/rows.h"
};
#undef ROW

const fp_syntax *const *const FP_SYNTAXES = table;

const fp_syntax *fp_syntax_find(fp_str id)
{
    for (const fp_syntax *const *s = table; *s; s++)
        if (fp_str_equal(fp_str_of((*s)->id), id))
            return *s;
    return NULL;
}

bool fp_syntax_add(const fp_syntax *syntax)
{
    size_t count = 0;

    while (table[count])
        count++;
    if (count == FP_SYNTAXES_MAX || fp_syntax_find(fp_str_of(syntax->id)))
        return false;
    table[count] = syntax;
    return true;
}
