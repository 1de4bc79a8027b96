/* SPDX-License-Identifier: Apache-2.0 */
/* spec_grade.c: how much a difference weighs: the levels of clauses that are cited together, and
 * their basis.
 */
#include "suite/spec.h"

bool spec_levels(const spec *s, const char *const *ids, size_t count, cited_levels *levels)
{
    *levels = (cited_levels){ 0 };
    for (size_t i = 0; i < count; i++) {
        const clause *c = spec_find(s, ids[i]);

        if (!c)
            continue;
        if (!levels->strongest || c->level < levels->most) {
            levels->strongest = ids[i];
            levels->most = c->level;
        }
        if (!levels->weakest || c->level > levels->least) {
            levels->weakest = ids[i];
            levels->least = c->level;
        }
    }
    return levels->strongest != NULL;
}

/* A part for which the case names no clauses is judged by all of them. */
static void grade(const spec *s, const test_case *t, part_clauses *part)
{
    cited_levels levels;
    const bool known = part->count ? spec_levels(s, part->ids, part->count, &levels)
                                   : spec_levels(s, t->clauses, t->clause_count, &levels);

    if (!known)
        return;
    part->first = levels.strongest;
    part->level = levels.most;
}

/* The strongest basis of these clauses. One that is unknown, or has none, weighs like the source.
 */
static clause_basis strongest_basis(const spec *s, const char *const *ids, size_t count)
{
    clause_basis strongest = BASIS_DECISION;

    for (size_t i = 0; i < count; i++) {
        const clause *c = spec_find(s, ids[i]);
        const clause_basis one = c && c->basis != BASIS_NONE ? c->basis : BASIS_SOURCE;

        if (one > strongest)
            strongest = one;
    }
    return strongest;
}

void spec_grade(const spec *s, corpus *c)
{
    for (size_t i = 0; i < corpus_count(c); i++) {
        test_case *t = corpus_case_to_grade(c, i);
        const bool in_parts = case_in_parts(t);
        const clause_basis whole =
            strongest_basis(s, t->clauses, t->clause_count - (in_parts ? 0 : t->also_count));

        for (unsigned k = 0; k < PART_COUNT; k++) {
            part_clauses *part = &t->parts[k];

            if (in_parts)
                grade(s, t, part);
            part->basis = part->count ? strongest_basis(s, part->ids, part->count) : whole;
        }
    }
}
