/* SPDX-License-Identifier: Apache-2.0 */
/* reading_probe.c: finds out which clauses a worker reads otherwise. */
#include "run/reading_probe.h"

#include "run/expected.h"
#include "run/readings_check.h"

#include <stdlib.h>
#include <string.h>

/* How one case was answered: in all ways alike, or not. */
typedef struct case_reading {
    const test_case *test;
    size_t count; /* of parts that differ; SIZE_MAX: a fault */
    reading_part parts[PART_COUNT];
    bool unlike; /* in pieces otherwise than whole */
} case_reading;

static reading_sight *sight_of(reading_sights *s, const char *id)
{
    reading_sight *longer;
    size_t i = 0;

    while (i < s->count && strcmp(s->all[i].clause, id) != 0)
        i++;
    if (i < s->count)
        return &s->all[i];
    longer = xcalloc(s->count + 1, sizeof *longer);
    if (s->count)
        memcpy(longer, s->all, s->count * sizeof *longer);
    longer[s->count] = (reading_sight){ .clause = id };
    free(s->all);
    s->all = longer;
    return &s->all[s->count++];
}

/* Returns whether the case is for a parser with these policies. */
static bool is_for(const test_case *t, const policy_set *set)
{
    const fp_options options = policy_options(t, set);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (t->policy.given[i] && t->policy.policies.of[i] != options.policies.of[i])
            return false;
    return true;
}

/* Returns whether there is an answer. */
static bool read_case(const test_case *t, const heard *said, const policy_set *set,
                      const judged *what, case_reading *r)
{
    case_expected x = expected_of(t, policy_options(t, set), set);
    const fp_outcome *first = NULL;
    difference d;

    *r = (case_reading){ .test = t };
    for (unsigned how = 0; how < ASKED_COUNT; how++) {
        const fp_outcome *o = said[how].outcome;

        if (!o)
            continue;
        if (first) {
            r->unlike = r->unlike || !judge_same(first, o, what, &d);
            continue;
        }
        first = o;
        if (!expected_is(&x, o, what, &d))
            r->count = reading_parts(t, &x.expect, x.recovered, o, what, r->parts);
    }
    expected_release(&x);
    return first != NULL;
}

/* A call and the text around it differ together: the graver way is that of the case. */
static void note(reading_sight *s, const case_reading *r, reading_way way)
{
    if (s->last == r->test && way >= s->last_way)
        return;
    if (s->last != r->test)
        s->differ++;
    s->last = r->test;
    s->last_way = way;
    if (!s->first || s->first == r->test) {
        s->first = r->test;
        s->way = way;
    }
    if ((way != s->way || r->unlike) && !s->other)
        s->other = r->test;
}

static const char *clause_at(const reading_part *part, size_t index)
{
    return part->choice ? part->choice : part->clauses[index];
}

static size_t clause_number(const reading_part *part)
{
    return part->choice ? 1 : part->count;
}

/* A case that agrees, or is a fault, is one of each clause that could excuse it. */
static void note_judging(reading_sights *s, const case_reading *r)
{
    const char *const *ids;
    const char *const *before = NULL;

    for (unsigned part = 0; part < PART_COUNT; part++) {
        const size_t count = reading_clauses(r->test, (case_part)part, &ids);

        for (size_t i = 0; ids != before && i < count; i++) {
            reading_sight *of = sight_of(s, ids[i]);

            of->agree += r->count == 0;
            if (r->count == SIZE_MAX && !of->fault)
                of->fault = r->test;
        }
        before = ids;
    }
}

static void note_case(reading_sights *s, const case_reading *r)
{
    if (r->count == 0 || r->count == SIZE_MAX) {
        note_judging(s, r);
        return;
    }
    for (size_t p = 0; p < r->count; p++)
        for (size_t i = 0; i < clause_number(&r->parts[p]); i++)
            note(sight_of(s, clause_at(&r->parts[p], i)), r, r->parts[p].way);
}

static bool is_likely(const reading_sight *s)
{
    return s->differ && !s->other && !s->fault && s->allowed;
}

/* A case is covered if all clauses of what differs are likely. */
static void note_covered(reading_sights *s, const case_reading *r)
{
    bool all = r->count && r->count != SIZE_MAX;

    for (size_t p = 0; all && p < r->count; p++)
        for (size_t i = 0; i < clause_number(&r->parts[p]); i++)
            all = all && is_likely(sight_of(s, clause_at(&r->parts[p], i)));
    for (size_t p = 0; all && p < r->count; p++)
        for (size_t i = 0; i < clause_number(&r->parts[p]); i++)
            sight_of(s, clause_at(&r->parts[p], i))->covered++;
}

bool reading_is_proposed(const reading_sight *r)
{
    return is_likely(r) && r->covered;
}

reading_sights reading_probe_look(policy_probe *p, const selection *what, session *worker,
                                  const fp_syntax *syntax, const policy_set *set, const spec *s)
{
    const wire_hello *hello = session_hello(worker);
    const judged judged_parts = { hello->spans, hello->diagnostics, false };
    policy_answers *answers = policy_probe_answers(p);
    case_reading *read = xcalloc(what->count + 1, sizeof *read);
    reading_sights found = { 0 };
    size_t count = 0;
    char why[READINGS_ERROR_SIZE];

    for (size_t i = 0; i < what->count && !session_lost(worker); i++)
        if (policy_answers_may_ask(answers, what->cases[i]) && is_for(what->cases[i], set) &&
            read_case(what->cases[i], policy_answers_to(answers, i), set, &judged_parts,
                      &read[count]))
            note_case(&found, &read[count++]);
    for (size_t i = 0; i < found.count; i++)
        found.all[i].allowed =
            reading_is_allowed(s, found.all[i].clause, syntax, set, why, sizeof why);
    for (size_t i = 0; i < count; i++)
        note_covered(&found, &read[i]);
    free(read);
    return found;
}
