/* SPDX-License-Identifier: Apache-2.0 */
/* suite_preview.c: shows what an upgrade of the suite means for a parser. */
#include "run/suite_preview.h"

#include "judge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct suite_preview {
    corpus *old; /* NULL: it could not be read */
    const corpus *now;
    const fp_syntax **theirs; /* which the older suite has, NULL-terminated */
    size_t their_count;
};

/* -- the older suite --------------------------------------------------------------------------- */

static bool has(const char *data, const char *name)
{
    char *path = xformat("%s/%s", data, name);
    const bool there = path_exists(path);

    free(path);
    return there;
}

/* Syntaxes that it does not have yet have no cases in it. */
static void find_syntaxes(suite_preview *s, const char *old)
{
    size_t count = 0;

    while (FP_SYNTAXES[count])
        count++;
    s->theirs = xcalloc(count + 1, sizeof *s->theirs);
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        char *folder = xformat("corpus/%s", fp_syntax_id(*syntax));

        if (has(old, folder))
            s->theirs[s->their_count++] = *syntax;
        free(folder);
    }
}

/* Its parts weigh as its own clauses do; where it has no specs, as those of this suite. */
static void grade(const suite_preview *s, const char *old, const spec *levels, problems *p)
{
    spec *own = has(old, "spec") ? spec_load(old, p) : NULL;

    spec_grade(own ? own : levels, s->old);
    spec_free(own);
}

suite_preview *suite_preview_new(const char *old, const corpus *now, const spec *levels,
                                 problems *p)
{
    suite_preview *s = xcalloc(1, sizeof *s);
    const size_t before = p->count;

    s->now = now;
    find_syntaxes(s, old);
    if (s->their_count)
        s->old = corpus_load_of(old, s->theirs, p);
    else
        problem(p, old, NULL, "no corpus here; name a directory that holds corpus/ and spec/");
    if (s->old)
        grade(s, old, levels, p);
    if (p->count == before)
        return s;
    suite_preview_free(s);
    return NULL;
}

void suite_preview_free(suite_preview *s)
{
    if (!s)
        return;
    corpus_free(s->old);
    free(s->theirs);
    free(s);
}

/* -- cases compared ---------------------------------------------------------------------------- */

/* The case of the older suite that this one is, by its id or one of its aliases; NULL: it is new.
 */
static const test_case *older(const suite_preview *s, const test_case *t)
{
    const test_case *found = corpus_find(s->old, t->id);

    for (size_t i = 0; !found && i < t->alias_count; i++)
        found = corpus_find(s->old, t->aliases[i]);
    return found;
}

static bool same_expectation(const expectation *a, const expectation *b)
{
    static const judged ALL = { true, true, true };
    char *x = expectation_lines(a, &ALL), *y = expectation_lines(b, &ALL);
    bool same = strcmp(x, y) == 0 && fp_str_equal(a->text, b->text) &&
                fp_str_equal(a->reasoning, b->reasoning);

    for (size_t i = 0; same && i < a->call_count; i++)
        same = fp_call_equal(&a->calls[i].call, &b->calls[i].call);
    free(x);
    free(y);
    return same;
}

static bool same_policies(const test_case *a, const test_case *b)
{
    const fp_options x = case_options(a), y = case_options(b);

    return memcmp(&x.policies, &y.policies, sizeof x.policies) == 0 &&
           memcmp(&x.limits, &y.limits, sizeof x.limits) == 0 && fp_str_equal(x.prefix, y.prefix) &&
           x.finish == y.finish && fp_str_equal(x.finish_token, y.finish_token) &&
           token_lists_equal(x.tokens, x.token_count, y.tokens, y.token_count);
}

/* Returns whether a difference in the part counts as much. */
static bool same_weight(const part_clauses *a, const part_clauses *b)
{
    return a->level == b->level && (a->basis == BASIS_DECISION) == (b->basis == BASIS_DECISION);
}

static bool same_case(const test_case *a, const test_case *b)
{
    bool same = fp_str_equal(a->input, b->input) && a->level == b->level && same_policies(a, b) &&
                a->accept_count == b->accept_count && same_expectation(&a->expect, &b->expect);

    for (unsigned i = 0; same && i < PART_COUNT; i++)
        same = same_weight(&a->parts[i], &b->parts[i]);
    for (size_t i = 0; same && i < a->accept_count; i++)
        same = same_expectation(&a->accept[i].expect, &b->accept[i].expect);
    return same;
}

/* -- verdicts ---------------------------------------------------------------------------------- */

/* What came of the cases of a selection. */
typedef struct verdicts {
    const selection *what;
    bool strict;
    char **failed; /* for each case: "golden wrong/value", of the first failure that counts; owned
                    */
    char **read;   /* the same of the first that only differs */
    size_t at;     /* where the last result's case stands */
} verdicts;

static void note(void *context, const result *r)
{
    verdicts *v = context;
    char *class, **said = NULL;

    while (v->what->cases[v->at] != r->test)
        v->at = (v->at + 1) % v->what->count;
    if (result_counts(r, v->strict))
        said = &v->failed[v->at];
    else if (r->verdict == VERDICT_DIFFERS)
        said = &v->read[v->at];
    if (!said || *said)
        return;
    class = failure_class(r->verdict, r->kind);
    *said = xformat("%s %s", r->check, class);
    free(class);
}

static verdicts verdicts_of(const selection *what, bool strict, suite_run *run, void *context)
{
    verdicts v = { .what = what, .strict = strict };

    v.failed = xcalloc(what->count, sizeof *v.failed);
    v.read = xcalloc(what->count, sizeof *v.read);
    if (what->count)
        run(context, what, note, &v);
    return v;
}

static void verdicts_free(verdicts *v)
{
    for (size_t i = 0; i < v->what->count; i++) {
        free(v->failed[i]);
        free(v->read[i]);
    }
    free(v->failed);
    free(v->read);
}

static const char *verdict_of(const verdicts *v, size_t i)
{
    return v->failed[i] ? v->failed[i] : v->read[i] ? v->read[i] : "pass";
}

/* -- the preview ------------------------------------------------------------------------------- */

typedef struct counts {
    size_t fresh, fresh_failed, changed, worse, removed;
} counts;

/* Cases that are new or changed; before: the verdicts of the changed ones under the older suite, in
 * the order of the selection. */
static void say_cases(const suite_preview *s, const verdicts *now, const verdicts *before,
                      counts *n)
{
    size_t changed = 0;

    for (size_t i = 0; i < now->what->count; i++) {
        const test_case *t = now->what->cases[i], *was = older(s, t);

        if (!was) {
            n->fresh++;
            n->fresh_failed += now->failed[i] != NULL;
            printf("new      %s: %s\n", t->id, verdict_of(now, i));
        } else if (!same_case(was, t)) {
            n->changed++;
            n->worse += now->failed[i] && !before->failed[changed];
            printf("changed  %s: %s, was %s\n", t->id, verdict_of(now, i),
                   verdict_of(before, changed));
            changed++;
        }
    }
}

static void say_removed(const suite_preview *s, const selection *what, counts *n)
{
    for (size_t i = 0; i < corpus_count(s->old); i++) {
        const test_case *t = corpus_case(s->old, i);
        bool asked = false;

        for (size_t k = 0; k < what->count && !asked; k++)
            asked = what->cases[k]->syntax == t->syntax;
        if (!asked || corpus_find(s->now, t->id))
            continue;
        n->removed++;
        printf("removed  %s\n", t->id);
    }
}

int suite_preview_run(const suite_preview *s, const selection *what, bool strict, suite_run *run,
                      void *context)
{
    selection changed = *what; /* the same checks */
    verdicts now, before;
    counts n = { 0 };

    changed.count = 0;
    changed.cases = xcalloc(what->count, sizeof *changed.cases);
    for (size_t i = 0; i < what->count; i++) {
        const test_case *was = older(s, what->cases[i]);

        if (was && !same_case(was, what->cases[i]))
            changed.cases[changed.count++] = was;
    }
    now = verdicts_of(what, strict, run, context);
    before = verdicts_of(&changed, strict, run, context);
    say_cases(s, &now, &before, &n);
    say_removed(s, what, &n);
    printf("%zu new cases, %zu of them fail; %zu changed, %zu of them fail that passed; "
           "%zu removed\n",
           n.fresh, n.fresh_failed, n.changed, n.worse, n.removed);
    verdicts_free(&now);
    verdicts_free(&before);
    free(changed.cases);
    return n.fresh_failed + n.worse ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}
