/* SPDX-License-Identifier: Apache-2.0 */
/* declared.c: whether an outcome differs only by readings that its parser declares (MODEL-3.27). */
#include "judge/declared.h"

#include <stdlib.h>

/* The first clause that judges the part and is not declared; NULL: all are. */
static const char *not_declared(const test_case *t, case_part part, const declared_readings *d)
{
    const part_clauses *of = &t->parts[part];
    const size_t count = of->count ? of->count : t->clause_count - t->also_count;
    const char **ids = of->count ? of->ids : t->clauses;

    for (size_t i = 0; i < count; i++)
        if (!declared_has(d, ids[i]))
            return ids[i];
    return NULL;
}

/* Returns whether the part, which differs like this, rests on declared readings. *by: the one that
 * decides it, or the one that lacks; unchanged if it is a fault. */
static bool part_is_declared(const test_case *t, const difference *differs,
                             const declared_readings *d, const char **by)
{
    const bool decided = t->parts[differs->part].basis == BASIS_DECISION;
    const char *lacks = decided ? not_declared(t, differs->part, d) : NULL;

    if (!judge_is_reading(t, differs))
        return false;
    if (differs->choice && declared_has(d, differs->choice)) {
        *by = differs->choice;
        return true;
    }
    *by = differs->choice ? differs->choice : lacks ? lacks : t->parts[differs->part].first;
    return decided && !lacks;
}

bool judge_is_declared(const test_case *t, const expectation *e, size_t recovered,
                       const fp_outcome *o, const judged *what, const declared_readings *d,
                       const char **clause)
{
    expectation open = expectation_opened(e, recovered);
    const char *first = NULL, *by = *clause;
    bool good = true;

    for (unsigned part = 0; good && part < PART_COUNT; part++) {
        difference differs;

        if (judge_part((case_part)part, &open, o, what, &differs))
            continue;
        good = part_is_declared(t, &differs, d, &by);
        first = first ? first : by;
    }
    free(open.calls);
    *clause = good && first ? first : by;
    return good && first;
}

bool judge_error_is_declared(const test_case *t, const expectation *e, const declared_readings *d,
                             const char **clause)
{
    static const judged CALLS_AND_TEXT = { false, false, false };
    expectation whole = expectation_complete(e);
    fp_outcome *nothing = fp_outcome_new();
    const char *by = "MODEL-1.14";
    difference differs;
    bool good;

    need_memory(nothing != NULL);
    good = judge_gravest(t, &whole, nothing, &CALLS_AND_TEXT, &differs) ||
           judge_is_declared(t, &whole, 0, nothing, &CALLS_AND_TEXT, d, &by);
    free(whole.calls);
    fp_outcome_free(nothing);
    *clause = by;
    if (!good || declared_has(d, "MODEL-1.14"))
        return good;
    *clause = "MODEL-1.14";
    return false;
}
