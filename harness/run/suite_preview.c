/* SPDX-License-Identifier: Apache-2.0 */
/* suite_preview.c: what an upgrade of the suite means for a parser. */
#include "run/suite_preview.h"

#include "judge/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct suite_preview {
    corpus *old;
    const corpus *now;
};

/* -- the older suite --------------------------------------------------------------------------- */

static void read_folder(corpus *c, const char *data, const char *folder, problems *p)
{
    char *path = xformat("%s/corpus/%s", data, folder);
    char **names = access(path, F_OK) == 0 ? dir_names(path, ".json", p) : NULL;

    for (char **name = names; name && *name; name++) {
        char *file = xformat("%s/%s", path, *name);
        json_t *json = is_case_file(*name) ? json_file(file, p) : NULL;

        if (json)
            corpus_read_file(c, file, json, p);
        free(file);
    }
    names_free(names);
    free(path);
}

/* Syntaxes that it does not have yet have no cases in it. Its parts weigh as this suite's clauses
 * do.
 */
suite_preview *suite_preview_new(const char *old, const corpus *now, const spec *levels,
                                 problems *p)
{
    suite_preview *s = xcalloc(1, sizeof *s);
    const size_t before = p->count;

    s->old = corpus_new(old);
    s->now = now;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++)
        read_folder(s->old, old, fp_syntax_id(*syntax), p);
    spec_grade(levels, s->old);
    if (p->count == before && !corpus_count(s->old))
        problem(p, old, NULL, "no corpus here; name a directory that holds corpus/ and spec/");
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
           memcmp(&x.limits, &y.limits, sizeof x.limits) == 0 && fp_str_equal(x.prefix, y.prefix);
}

static bool same_case(const test_case *a, const test_case *b)
{
    bool same = fp_str_equal(a->input, b->input) && a->level == b->level && same_policies(a, b) &&
                a->accept_count == b->accept_count && same_expectation(&a->expect, &b->expect);

    for (unsigned i = 0; same && i < PART_COUNT; i++)
        same = a->parts[i].level == b->parts[i].level;
    for (size_t i = 0; same && i < a->accept_count; i++)
        same = same_expectation(&a->accept[i].expect, &b->accept[i].expect);
    return same;
}

/* -- verdicts ---------------------------------------------------------------------------------- */

/* What came of the cases of a selection. */
typedef struct verdicts {
    const selection *what;
    bool strict;
    char *
        *failed; /* for each case: "golden wrong/value", of the first failure that counts; owned */
    size_t at;   /* where the last result's case stands */
} verdicts;

static void note(void *context, const result *r)
{
    verdicts *v = context;
    char *class;

    while (v->what->cases[v->at] != r->test)
        v->at = (v->at + 1) % v->what->count;
    if (!result_counts(r, v->strict) || v->failed[v->at])
        return;
    class = failure_class(r->verdict, r->kind);
    v->failed[v->at] = xformat("%s %s", r->check, class);
    free(class);
}

static verdicts verdicts_of(const selection *what, bool strict, suite_run *run, void *context)
{
    verdicts v = { .what = what, .strict = strict };

    v.failed = xcalloc(what->count, sizeof *v.failed);
    if (what->count)
        run(context, what, note, &v);
    return v;
}

static void verdicts_free(verdicts *v)
{
    for (size_t i = 0; i < v->what->count; i++)
        free(v->failed[i]);
    free(v->failed);
}

static const char *said(const char *failed)
{
    return failed ? failed : "pass";
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
            printf("new      %s: %s\n", t->id, said(now->failed[i]));
        } else if (!same_case(was, t)) {
            const char *old = before->failed[changed++];

            n->changed++;
            n->worse += now->failed[i] && !old;
            printf("changed  %s: %s, was %s\n", t->id, said(now->failed[i]), said(old));
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
    selection changed = { .count = 0 };
    verdicts now, before;
    counts n = { 0 };

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
