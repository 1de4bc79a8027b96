/* SPDX-License-Identifier: Apache-2.0 */
/* declared_list.c: the clauses that a parser declares to read otherwise. */
#include "judge/declared_list.h"

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

bool declared_has(const declared_readings *d, const char *clause)
{
    for (size_t i = 0; i < d->count; i++)
        if (strcmp(d->clauses[i], clause) == 0)
            return true;
    return false;
}

void declared_add(declared_readings *d, const char *clause)
{
    char **longer = xcalloc(d->count + 1, sizeof *longer);

    if (d->count)
        memcpy(longer, d->clauses, d->count * sizeof *longer);
    longer[d->count] = xstrdup(clause);
    free(d->clauses);
    d->clauses = longer;
    d->count++;
}

void declared_free(declared_readings *d)
{
    for (size_t i = 0; i < d->count; i++)
        free(d->clauses[i]);
    free(d->clauses);
    *d = (declared_readings){ 0 };
}
