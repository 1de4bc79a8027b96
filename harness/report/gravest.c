/* SPDX-License-Identifier: Apache-2.0 */
/* gravest.c: keeps the gravest of many failures, and sorts them. */
#include "report/gravest.h"

#include <stdlib.h>

unsigned gravest_rank(const result *r, bool strict)
{
    return (unsigned)r->harm + (result_counts(r, strict) ? HARM_COUNT : 0);
}

bool gravest_wants(const gravest *g, unsigned rank)
{
    return g->count < g->room || (g->room && rank > g->all[g->count - 1].rank);
}

void gravest_add(gravest *g, unsigned rank, char *text)
{
    size_t at;

    if (!gravest_wants(g, rank)) {
        free(text);
        return;
    }
    if (!g->all)
        g->all = xcalloc(g->room, sizeof *g->all);
    if (g->count == g->room)
        free(g->all[--g->count].text);
    for (at = g->count++; at > 0 && g->all[at - 1].rank < rank; at--)
        g->all[at] = g->all[at - 1];
    g->all[at] = (grave_text){ rank, text };
}

void gravest_free(gravest *g)
{
    for (size_t i = 0; i < g->count; i++)
        free(g->all[i].text);
    free(g->all);
    *g = (gravest){ 0 };
}
