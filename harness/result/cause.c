/* SPDX-License-Identifier: Apache-2.0 */
/* cause.c: groups the failures of a run by their causes, and sorts the groups. */
#include "result/cause.h"

#include "law/laws.h"
#include "result/cause_bundle.h"

#include <stdlib.h>
#include <string.h>

/* What was judged of a syntax. */
typedef struct judged_syntax {
    const char *subject;
    size_t inputs, with_calls;
    const test_case *last;
} judged_syntax;

struct causes {
    const run_info *info;
    row *rows;
    size_t count, cap;
    size_t results; /* that have come */
    judged_syntax *judged;
    size_t judged_count, judged_cap;
    cause *all;
    size_t cause_count;
};

causes *causes_new(const run_info *info)
{
    causes *c = xcalloc(1, sizeof *c);

    c->info = info;
    return c;
}

static void clear_causes(causes *c)
{
    for (size_t i = 0; i < c->cause_count; i++) {
        free(c->all[i].sentence);
        free(c->all[i].message);
        free(c->all[i].command);
        free(c->all[i].results);
        for (size_t k = 0; k < c->all[i].key_count; k++)
            free(c->all[i].keys[k]);
        free(c->all[i].keys);
        candidate_free(&c->all[i].form);
    }
    free(c->all);
    c->all = NULL;
    c->cause_count = 0;
}

void causes_free(causes *c)
{
    if (!c)
        return;
    clear_causes(c);
    for (size_t i = 0; i < c->count; i++) {
        row *r = &c->rows[i];

        result_copy_free(&r->how);
        free(r->group);
        mechanism_free(&r->of);
    }
    free(c->rows);
    free(c->judged);
    free(c);
}

/* -- taking ------------------------------------------------------------------------------------ */

static judged_syntax *judged_of(causes *c, const char *subject)
{
    void *grown = c->judged;

    for (size_t i = 0; i < c->judged_count; i++)
        if (strcmp(c->judged[i].subject, subject) == 0)
            return &c->judged[i];
    xgrow(&grown, &c->judged_cap, c->judged_count, sizeof *c->judged);
    c->judged = grown;
    c->judged[c->judged_count] = (judged_syntax){ .subject = subject };
    return &c->judged[c->judged_count++];
}

/* A truncated call that runs was never written to its end, whatever else its outcome shows. */
static harm harm_of_row(const result *r)
{
    return strcmp(r->check, law_name(LAW_TRUNCATION)) == 0 ? HARM_UNWRITTEN_CALL : r->harm;
}

/* What is kept of a failure: of the answers only their harm. */
static result kept(const result *r)
{
    result how = *r;

    how.harm = harm_of_row(r);
    how.expected = how.actual = NULL;
    how.stderr_tail = (fp_str){ 0 };
    return result_copy(&how);
}

static bool has_complete_call(const test_case *t)
{
    for (size_t i = 0; i < t->expect.call_count; i++)
        if (t->expect.calls[i].call.complete)
            return true;
    return false;
}

void causes_take(causes *c, const result *r, bool counts)
{
    const size_t number = c->results++;
    void *grown = c->rows;
    judged_syntax *syntax;

    if (r->verdict == VERDICT_SKIPPED)
        return;
    syntax = judged_of(c, case_subject(r->test));
    /* Policies are asked of a case that was counted before. */
    if (syntax->last != r->test && strcmp(r->check, "policies") != 0) {
        syntax->inputs++;
        syntax->with_calls += has_complete_call(r->test);
        syntax->last = r->test;
    }
    if (!counts)
        return;
    xgrow(&grown, &c->cap, c->count, sizeof *c->rows);
    c->rows = grown;
    c->rows[c->count++] = (row){ .how = kept(r), .number = number, .of = mechanism_of(r) };
}

/* -- groups ------------------------------------------------------------------------------------ */

static bool is_golden(const row *r)
{
    return strcmp(r->how.check, "golden") == 0;
}

/* The golden failure of the case of the row, which comes before it; NULL: it has none. */
static const row *golden_of(const causes *c, size_t index)
{
    for (size_t i = index; i > 0 && c->rows[i - 1].how.test == c->rows[index].how.test; i--)
        if (is_golden(&c->rows[i - 1]))
            return &c->rows[i - 1];
    return NULL;
}

/* A failure of the same case whose cut is known; NULL: there is none. */
static const row *cutting_of(const causes *c, size_t index)
{
    const test_case *t = c->rows[index].how.test;
    size_t i = index;

    while (i > 0 && c->rows[i - 1].how.test == t)
        i--;
    for (; i < c->count && c->rows[i].how.test == t; i++)
        if (c->rows[i].of.fed && !c->rows[i].of.vague)
            return &c->rows[i];
    return NULL;
}

static bool same_mechanism(const row *a, const row *b)
{
    return strcmp(case_subject(a->how.test), case_subject(b->how.test)) == 0 &&
           strcmp(a->of.key, b->of.key) == 0;
}

/* A law that fails alone so often is more than what golden outcomes tell. */
enum { OFTEN = 10 };

/* Returns whether a law fails where the golden outcome fails too, and seldom elsewhere: then it
 * tells of the same. */
static bool mostly_follows(const causes *c, size_t index)
{
    size_t with = 0, alone = 0;

    for (size_t i = 0; i < c->count; i++) {
        if (!c->rows[i].of.follows || !same_mechanism(&c->rows[i], &c->rows[index]))
            continue;
        if (golden_of(c, i))
            with++;
        else
            alone++;
    }
    return with > (alone < OFTEN ? alone : 3 * alone);
}

/* Returns whether the answer in one piece is the wrong one. */
static bool is_whole_wrong(const row *r)
{
    return r->of.fed && strncmp(r->how.sentence, "in one piece, and not ", 22) == 0;
}

/* The row as which this one counts: itself, or another one of its case. */
static const row *stands_for(const causes *c, size_t index, bool follows)
{
    const row *r = &c->rows[index], *golden = golden_of(c, index);
    const row *cut = r->of.vague ? cutting_of(c, index) : NULL;

    if (cut && !(is_whole_wrong(cut) && golden))
        return cut;
    if (golden && r->of.truncation && golden->of.at_mark)
        return golden;
    if (golden && ((follows && r->of.follows && r->how.harm <= golden->how.harm) ||
                   is_whole_wrong(cut ? cut : r)))
        return golden;
    return r;
}

/* The keys that are alike stand together when they are sorted by this. */
static int by_key(const void *a, const void *b)
{
    const row *x = *(const row *const *)a, *y = *(const row *const *)b;
    const int key = strcmp(x->group, y->group);

    return key ? key : x->number < y->number ? -1 : 1;
}

static char *key_of(const row *r)
{
    return xformat("%s %s", case_subject(r->how.test), r->of.key);
}

/* A cut at a mark does one thing or another, by what is in the input. Anywhere else it does not. */
static bool may_do_the_same(const row *cut, const row *r)
{
    return strstr(cut->of.key, CUT_ELSEWHERE) == NULL ||
           (cut->how.harm == HARM_LOST_CALL) == (r->how.harm == HARM_LOST_CALL);
}

/* Of the failures that do the same to the same syntax, and whose cut is known, one of the cut that
 * decides most often; NULL: there is none. */
static const row *usual_cut(const causes *c, const row *like)
{
    const size_t same = (size_t)(strstr(like->of.key, VAGUE_UNITS) - like->of.key);
    json_t *counts = json_object();
    const row *usual = NULL;
    json_int_t most = 0;

    for (size_t i = 0; i < c->count; i++) {
        const row *r = &c->rows[i];
        json_int_t count;

        if (!r->of.fed || r->of.vague || strncmp(r->of.key, like->of.key, same) != 0 ||
            !may_do_the_same(r, like) ||
            strcmp(case_subject(r->how.test), case_subject(like->how.test)) != 0)
            continue;
        count = json_integer_value(json_object_get(counts, r->of.key)) + 1;
        json_object_set_new_nocheck(counts, r->of.key, json_integer(count));
        if (count > most) {
            most = count;
            usual = r;
        }
    }
    json_decref(counts);
    return usual;
}

/* Many cuts that fail together fail as single ones do elsewhere: their groups become one. */
static void set_vague_groups(causes *c)
{
    for (size_t i = 0; i < c->count; i++) {
        row *r = &c->rows[i];
        const row *usual = NULL;

        if (!r->of.vague || r->how.harm == HARM_NO_ANSWER || stands_for(c, i, false) != r)
            continue;
        usual = usual_cut(c, r);
        if (usual) {
            free(r->group);
            r->group = key_of(usual);
        }
    }
}

/* How many inputs of the subject have calls of which the answer has none. */
static size_t inputs_without(const causes *c, const char *subject)
{
    size_t count = 0;

    for (size_t i = 0; i < c->count; i++)
        count += c->rows[i].of.none && strcmp(case_subject(c->rows[i].how.test), subject) == 0;
    return count;
}

/* Returns where a parser loses calls that reads none: more than half of all inputs lose all theirs.
 * Where more than two thirds of those do that have any, it may read some in a form that few inputs
 * have. NULL: neither. */
static const char *where_none_is_read(const causes *c, const judged_syntax *syntax)
{
    const size_t without = inputs_without(c, syntax->subject);

    if (without > syntax->inputs / 2)
        return "wherever one is written";
    return syntax->with_calls && without > syntax->with_calls * 2 / 3
               ? "in most inputs that have one"
               : NULL;
}

/* Where a parser reads no calls, what else is in the input decides nothing. */
static void set_none(causes *c)
{
    for (size_t k = 0; k < c->judged_count; k++) {
        const judged_syntax *syntax = &c->judged[k];
        const char *where = where_none_is_read(c, syntax);

        if (!where)
            continue;
        for (size_t i = 0; i < c->count; i++) {
            mechanism *of = &c->rows[i].of;

            if (!of->none || strcmp(case_subject(c->rows[i].how.test), syntax->subject) != 0)
                continue;
            free(of->key);
            free(of->when);
            of->key = xformat("%s none", harm_name(HARM_LOST_CALL));
            of->when = xstrdup(where);
        }
    }
}

/* Gives each row the key under which it counts. */
static void set_groups(causes *c)
{
    json_t *laws = json_object();

    set_none(c);

    for (size_t i = 0; i < c->count; i++) {
        row *r = &c->rows[i];
        char *key = key_of(r);
        const json_t *known = json_object_get(laws, key);
        bool follows = known ? json_is_true(known) : r->of.follows && mostly_follows(c, i);

        if (!known && r->of.follows)
            json_object_set_new_nocheck(laws, key, json_boolean(follows));
        free(r->group);
        r->group = key_of(stands_for(c, i, follows));
        free(key);
    }
    json_decref(laws);
    set_vague_groups(c);
}

/* -- bundles ----------------------------------------------------------------------------------- */

static bool is_form_of(const finding *f, const row *r)
{
    if (strcmp(f->check, r->how.check) != 0 || !r->how.failure ||
        strcmp(f->failure, r->how.failure) != 0)
        return false;
    for (size_t i = 0; i < f->case_count; i++)
        if (f->cases[i] == r->how.test)
            return true;
    return false;
}

/* Of the smallest forms of the bundle's failures the one to show: of its harm, short. */
static bool shows_better(const bundle *b, const finding *x, const finding *y)
{
    const bool does = x->harm == b->harm, other = y->harm == b->harm;

    return does != other ? does : x->form.input.len < y->form.input.len;
}

static const finding *form_in(const bundle *b, const findings *f)
{
    const finding *best = NULL;

    for (size_t i = 0; f && i < findings_count(f); i++) {
        const finding *one = findings_at(f, i);
        bool is = false;

        for (size_t k = 0; k < b->count && !is; k++)
            is = is_form_of(one, b->rows[k]);
        if (is && (!best || shows_better(b, one, best)))
            best = one;
    }
    return best;
}

static bool alike(const bundle *a, const bundle *b)
{
    return a->form && b->form && a->harm == b->harm &&
           strcmp(case_subject(a->form->test), case_subject(b->form->test)) == 0 &&
           finding_compare_forms(a->form, b->form) == 0;
}

static int by_number(const void *a, const void *b)
{
    const row *x = *(const row *const *)a, *y = *(const row *const *)b;

    return x->number < y->number ? -1 : 1;
}

static void join(bundle *into, bundle *more)
{
    if (!into->most) {
        into->most = into->rows[0]->group;
        into->most_count = into->count;
    }
    if (more->count > into->most_count) {
        into->most = more->rows[0]->group;
        into->most_count = more->count;
    }
    into->rows = xrealloc(into->rows, (into->count + more->count) * sizeof *into->rows);
    memcpy(into->rows + into->count, more->rows, more->count * sizeof *more->rows);
    into->count += more->count;
    qsort(into->rows, into->count, sizeof *into->rows, by_number);
    free(more->rows);
}

/* The gravest harm first, and of these the most frequent cause. */
static int by_gravity(const void *a, const void *b)
{
    const bundle *x = a, *y = b;

    if (x->harm != y->harm)
        return x->harm > y->harm ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->rows[0]->number < y->rows[0]->number ? -1 : 1;
}

/* The clause that most cases of the bundle are about. */
static const char *clause_of_most(const bundle *b)
{
    const char *most = NULL;
    size_t best = 0;

    for (size_t i = 0; i < b->count; i++) {
        size_t count = 0;

        for (size_t k = 0; k < b->count; k++)
            count += strcmp(b->rows[i]->how.clause, b->rows[k]->how.clause) == 0;
        if (count > best) {
            best = count;
            most = b->rows[i]->how.clause;
        }
    }
    return most;
}

/* Returns whether only clauses tell both from others, and their cases are about the same one. */
static bool same_clause(const bundle *a, const bundle *b)
{
    return a->rows[0]->of.by_clause && b->rows[0]->of.by_clause && a->harm == b->harm &&
           strcmp(clause_of_most(a), clause_of_most(b)) == 0;
}

static size_t join_alike(bundle *bundles, size_t count)
{
    size_t kept = 0;

    for (size_t i = 0; i < count; i++) {
        size_t k = 0;

        while (k < kept && !alike(&bundles[k], &bundles[i]) &&
               !same_clause(&bundles[k], &bundles[i]))
            k++;
        if (k < kept)
            join(&bundles[k], &bundles[i]);
        else
            bundles[kept++] = bundles[i];
    }
    return kept;
}

/* The failures by their groups, in order; owned, and so are the lists in it. */
static bundle *bundles_of(causes *c, const findings *f, size_t *count)
{
    const row **sorted = xcalloc(c->count + 1, sizeof *sorted);
    bundle *bundles = xcalloc(c->count + 1, sizeof *bundles);

    set_groups(c);
    *count = 0;
    for (size_t i = 0; i < c->count; i++)
        sorted[i] = &c->rows[i];
    if (c->count)
        qsort((void *)sorted, c->count, sizeof *sorted, by_key);
    for (size_t i = 0; i < c->count;) {
        bundle *b = &bundles[(*count)++];
        size_t end = i;

        while (end < c->count && strcmp(sorted[i]->group, sorted[end]->group) == 0)
            end++;
        b->count = end - i;
        b->rows = xcalloc(b->count, sizeof *b->rows);
        memcpy((void *)b->rows, (const void *)(sorted + i), b->count * sizeof *b->rows);
        b->harm = bundle_harm(b);
        b->form = form_in(b, f);
        i = end;
    }
    free((void *)sorted);
    *count = join_alike(bundles, *count);
    if (*count)
        qsort(bundles, *count, sizeof *bundles, by_gravity);
    return bundles;
}

static void free_bundles(bundle *bundles, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free((void *)bundles[i].rows);
    free(bundles);
}

static cause made_of(causes *c, const bundle *b)
{
    return cause_of(c->info, b, judged_of(c, case_subject(b->rows[0]->how.test))->inputs);
}

void causes_make(causes *c, const findings *f)
{
    size_t count;
    bundle *bundles = bundles_of(c, f, &count);

    clear_causes(c);
    c->all = xcalloc(count + 1, sizeof *c->all);
    for (size_t i = 0; i < count; i++) {
        c->all[c->cause_count++] = made_of(c, &bundles[i]);
        for (size_t k = 0; k < bundles[i].count; k++)
            c->rows[bundles[i].rows[k] - c->rows].cause = i;
    }
    free_bundles(bundles, count);
}

/* -- the order of reduction ----------------------------------------------------------------------
 */

/* The failure of the bundle that stands for it, of those that were not chosen; NULL: none is left.
 */
static const row *next_of(bundle *b)
{
    const row *best;

    if (!b->count)
        return NULL;
    best = bundle_stands(b);
    for (size_t i = 0; i < b->count; i++)
        if (b->rows[i] == best)
            b->rows[i] = b->rows[--b->count];
    return best;
}

void causes_order(causes *c, findings *f)
{
    size_t count;
    bundle *bundles = bundles_of(c, NULL, &count);

    for (size_t round = 0; round < CAUSE_FORMS; round++)
        for (size_t i = 0; i < count; i++) {
            const row *r = next_of(&bundles[i]);

            if (r)
                findings_take(f, &r->how);
        }
    for (size_t i = 0; i < count; i++)
        findings_leave(f, bundles[i].count);
    free_bundles(bundles, count);
}

/* -- asking ------------------------------------------------------------------------------------ */

size_t causes_count(const causes *c)
{
    return c ? c->cause_count : 0;
}

const cause *causes_at(const causes *c, size_t index)
{
    return &c->all[index];
}

size_t causes_of(const causes *c, size_t place)
{
    size_t low = 0, high = c->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (c->rows[middle].number < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->count && c->rows[low].number == place ? c->rows[low].cause : SIZE_MAX;
}
