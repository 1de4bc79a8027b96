/* SPDX-License-Identifier: Apache-2.0 */
/* refusals.c: the clauses by which a syntax refuses calls of the expressibility table. */
#include "generate/refusals.h"

#include "generate/feature.h"

#include <string.h>

/* The row of a clause. */
static refused_by *find(refusals *r, const char *clause)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->of[i].clause == clause || strcmp(r->of[i].clause, clause) == 0)
            return &r->of[i];
    if (r->count == REFUSALS_MAX)
        return NULL;
    r->of[r->count] = (refused_by){ .clause = clause };
    return &r->of[r->count++];
}

typedef struct lesson {
    refusals *refusals;
    carrier *carrier;
} lesson;

/* A call of the expressibility table. */
static void learn(void *context, const fp_call *call)
{
    const lesson *l = context;
    refused_by *by;

    if (carry(l->carrier, call) != REFUSED)
        return;
    by = find(l->refusals, l->carrier->refusal.clause);
    if (by)
        by->known = true;
}

refused_by *refusals_of(refusals *r, carrier *c, const char *clause)
{
    refused_by *by = find(r, clause);
    lesson l = { r, c };

    while (by && !by->known && r->features < FEATURE_COUNT)
        feature_calls(&FEATURES[r->features++], c->syntax, learn, &l);
    return by;
}
