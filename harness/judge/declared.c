/* SPDX-License-Identifier: Apache-2.0 */
/* declared.c: whether an outcome differs only by readings that its parser declares (MODEL-3.27). */
#include "judge/declared.h"

#include <stdlib.h>
#include <string.h>

/* How many calls are expected to run. */
static size_t expectation_runs(const expectation *e)
{
    size_t count = 0;

    for (size_t i = 0; i < e->call_count; i++)
        count += e->calls[i].call.complete;
    return count;
}

size_t reading_clauses(const test_case *t, case_part part, const char *const **clauses)
{
    const part_clauses *of = &t->parts[part];

    *clauses = (const char *const *)(of->count ? of->ids : t->clauses);
    if (of->basis != BASIS_DECISION)
        return 0;
    return of->count ? of->count : t->clause_count - t->also_count;
}

static reading_way way_of(const difference *d, const expectation *e, const fp_outcome *o)
{
    switch (d->kind) {
    case DIFFERS_FEWER_CALLS:
        return READING_LOSES;
    case DIFFERS_MORE_CALLS:
        return READING_RUNS;
    case DIFFERS_COMPLETE:
        return complete_call_count(o) > expectation_runs(e) ? READING_RUNS : READING_LOSES;
    case DIFFERS_TEXT_LOST:
    case DIFFERS_TEXT_EXTRA:
    case DIFFERS_TEXT:
    case DIFFERS_REASONING:
        return READING_TEXT;
    case DIFFERS_NAME:
    case DIFFERS_ID:
    case DIFFERS_KEYS:
    case DIFFERS_VALUE:
    case DIFFERS_ARGUMENTS_NOT_JSON:
    case DIFFERS_ARGUMENTS_NOT_OBJECT:
    case DIFFERS_ARGUMENTS_TWO_OBJECTS:
    case DIFFERS_ARGUMENTS_DUPLICATE_KEY:
        return READING_OTHER;
    case DIFFERS_NOT:
    case DIFFERS_SPAN:
    case DIFFERS_DIAGNOSTICS:
    case DIFFERS_EVENTS:
    case DIFFERS_ERROR:
    case DIFFERS_COUNT:
        break;
    }
    return READING_REST;
}

size_t reading_parts(const test_case *t, const expectation *e, size_t recovered,
                     const fp_outcome *o, const judged *what, reading_part parts[PART_COUNT])
{
    expectation open = expectation_opened(e, recovered);
    size_t count = 0;

    for (unsigned part = 0; count != SIZE_MAX && part < PART_COUNT; part++) {
        difference differs;

        if (judge_part((case_part)part, &open, o, what, &differs))
            continue;
        if (!judge_is_reading(t, &differs)) {
            count = SIZE_MAX;
            continue;
        }
        parts[count] = (reading_part){ .way = way_of(&differs, e, o), .choice = differs.choice };
        if (!differs.choice)
            parts[count].count = reading_clauses(t, (case_part)part, &parts[count].clauses);
        count++;
    }
    free(open.calls);
    return count;
}

/* The first clause that judges the part and is not declared; NULL: all are. */
static const char *not_declared(const test_case *t, case_part part, const declared_readings *d)
{
    const char *const *ids;
    const size_t count = reading_clauses(t, part, &ids);

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

bool judge_is_declared(const test_case *t, const expectation *open, const fp_outcome *o,
                       const judged *what, const declared_readings *d, const char **clause)
{
    const char *first = NULL, *by = *clause;
    bool good = true;

    for (unsigned part = 0; good && part < PART_COUNT; part++) {
        difference differs;

        if (judge_part((case_part)part, open, o, what, &differs))
            continue;
        good = part_is_declared(t, &differs, d, &by);
        first = first ? first : by;
    }
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
           judge_is_declared(t, &whole, nothing, &CALLS_AND_TEXT, d, &by);
    free(whole.calls);
    fp_outcome_free(nothing);
    *clause = by;
    if (!good || declared_has(d, "MODEL-1.14"))
        return good;
    *clause = "MODEL-1.14";
    return false;
}

unsigned reading_policy(const fp_syntax *syntax, const char *clause, const policy_set *declared)
{
    const fp_policies usual = fp_options_default(syntax).policies;
    bool decided = false;
    unsigned found = FP_POLICY_COUNT;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const char *by = syntax->policies[i].clause;

        if (!by || i == FP_RECOVERY || strcmp(by, clause) != 0)
            continue;
        if (declared && declared->given[i] && declared->policies.of[i] != usual.of[i])
            decided = true;
        else if (found == FP_POLICY_COUNT)
            found = i;
    }
    return decided ? FP_POLICY_COUNT : found;
}
