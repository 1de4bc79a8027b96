/* SPDX-License-Identifier: Apache-2.0 */
/* finding.c: collects failures, reduces them in order, and joins those that are the same. */
#include "result/finding.h"

#include "base/interrupt.h"
#include "base/marks.h"
#include "result/cause_mark.h"
#include "result/cause_template.h"
#include "template/template_cases.h"

#include <stdlib.h>
#include <string.h>

/* Of long inputs fewer candidates are tested: so many bytes of them, for each failure. */
enum { REDUCE_BYTES = 2 << 20 };

struct findings {
    finding *all;
    size_t count, cap;
    size_t left;
    void (*watch)(void *context, const reduce_pace *pace);
    void *watcher;
};

findings *findings_new(void)
{
    return xcalloc(1, sizeof(findings));
}

void failing_free(failing *f)
{
    free(f->sentence);
    free(f->expected);
    free(f->actual);
    *f = (failing){ 0 };
}

void finding_free(finding *f)
{
    free(f->failure);
    free(f->shape);
    free(f->command);
    candidate_free(&f->form);
    failing_free(&f->fails);
}

void findings_free(findings *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->count; i++)
        finding_free(&f->all[i]);
    free(f->all);
    free(f);
}

static finding *one_more(findings *f)
{
    void *grown = f->all;

    xgrow(&grown, &f->cap, f->count, sizeof *f->all);
    f->all = grown;
    return &f->all[f->count++];
}

void findings_add(findings *f, const finding *one)
{
    *one_more(f) = *one;
}

void findings_leave(findings *f, size_t unreduced)
{
    f->left += unreduced;
}

void findings_take(findings *f, const result *r)
{
    const test_case *t = r->test;
    const fp_options options = case_options(t);
    const candidate form = { .input = { t->input.ptr, r->prefix ? r->prefix : t->input.len },
                             .prefix = is_of_template(r) ? t->prefix : FP_STR(""),
                             .is_cut = r->cut_count > 0,
                             .cuts = (size_t *)(uintptr_t)r->cuts,
                             .cut_count = r->cut_count,
                             .tools = (json_t *)(uintptr_t)t->catalogue_json,
                             .policies = options.policies };

    *one_more(f) = (finding){ .test = t,
                              .check = r->check,
                              .clause = r->clause,
                              .failure = failure_class(r->verdict, r->kind),
                              .verdict = r->verdict,
                              .kind = r->kind,
                              .harm = r->harm,
                              .advice = r->advice,
                              .form = candidate_copy(&form),
                              .count = 1,
                              .cases = { t },
                              .case_count = 1 };
}

/* -- one failure ------------------------------------------------------------------------------- */

typedef struct asking {
    const finding *finding;
    finding_judge *judge;
    void *context;
    const findings *among;
    reduce_pace *pace;
    failing best; /* how the best candidate fails */
    mechanism of; /* and what of; that of the first one stays, */
    harm harm;    /* as its harm does */
    size_t bytes; /* of all candidates */
} asking;

static bool same_kind(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* What the candidate fails of. */
static mechanism mechanism_seen(const finding *f, const candidate *c, const failing *seen)
{
    test_case t = *f->test;
    const result r = { .test = &t,
                       .check = f->check,
                       .clause = f->clause,
                       .verdict = seen->verdict,
                       .kind = seen->kind,
                       .harm = harm_of_verdict(seen->verdict, seen->harm),
                       .sentence = seen->sentence,
                       .expected = seen->expected,
                       .actual = seen->actual,
                       .cuts = c->cuts,
                       .cut_count = c->cut_count };

    t.input = c->input;
    return mechanism_of(&r);
}

/* Returns whether the candidate fails of the same as the first one, and does no less harm: else a
 * smaller input of another fault would stand for this one. Of many cuts one is as good, and is kept
 * once it is found. */
static bool keeps_mechanism(asking *a, const candidate *c, const failing *seen)
{
    mechanism m = mechanism_seen(a->finding, c, seen);
    const bool first = !a->of.key, found = !first && a->of.vague && m.fed && !m.vague;
    const harm does = harm_of_verdict(seen->verdict, seen->harm);
    const bool same = first || (does >= a->harm && (found || strcmp(a->of.key, m.key) == 0));

    if (first)
        a->harm = does;
    if (first || (found && same)) {
        mechanism_free(&a->of);
        a->of = m;
    } else {
        mechanism_free(&m);
    }
    return same;
}

static reduce_answer ask(void *context, const candidate *c)
{
    asking *a = context;
    failing seen;

    a->bytes += c->input.len;
    if (a->bytes > REDUCE_BYTES || interrupt_pending())
        return REDUCE_STOP;
    if (a->among->watch)
        a->among->watch(a->among->watcher, a->pace);
    a->pace->tests++;
    seen = a->judge(a->context, a->finding, c);

    const bool same = seen.verdict == a->finding->verdict &&
                      same_kind(seen.kind, a->finding->kind) && keeps_mechanism(a, c, &seen);
    const bool stop = seen.verdict == VERDICT_SKIPPED;

    failing_free(same ? &a->best : &seen);
    if (same)
        a->best = seen;
    return stop ? REDUCE_STOP : same ? REDUCE_FAILS : REDUCE_PASSES;
}

static bool is_ascii_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

static char shape_of_byte(char byte)
{
    if (is_ascii_letter(byte))
        return 'a';
    if (byte >= '0' && byte <= '9')
        return '0';
    if (!byte)
        return '?';
    return byte;
}

/* Where the longest of the marks that begin here ends; the same place: none does. */
static size_t end_of_mark(const char *const *marks, fp_str text, size_t at)
{
    size_t end = at;

    for (; *marks; marks++) {
        const size_t len = strlen(*marks);

        if (len > end - at && len <= text.len - at && memcmp(text.ptr + at, *marks, len) == 0 &&
            mark_tells(*marks))
            end = at + len;
    }
    return end;
}

/* Letters of a mark stay as they are: `calls_begin` and `call_end` are two causes, however alike
 * they look. */
static char *shape_by(const candidate *c, const char *const *marks)
{
    char *shape = xcalloc(c->input.len + c->cut_count + 1, 1);
    size_t len = 0, cut = 0, marked = 0;

    for (size_t i = 0; i <= c->input.len; i++) {
        for (; cut < c->cut_count && c->cuts[cut] <= i; cut++)
            shape[len++] = '\1';
        if (i == c->input.len)
            break;
        if (i >= marked)
            marked = end_of_mark(marks, c->input, i);
        if (i < marked && c->input.ptr[i]) {
            shape[len++] = c->input.ptr[i];
            continue;
        }

        const char plain = shape_of_byte(c->input.ptr[i]);

        if (plain != 'a' || !len || shape[len - 1] != 'a')
            shape[len++] = plain;
    }
    return shape;
}

char *candidate_shape(const candidate *c, const fp_syntax *syntax)
{
    static const char *const NO_MARKS[] = { NULL };
    fp_derived derived = { 0 };
    char *shape = shape_by(c, syntax ? xmarkers(syntax, &derived) : NO_MARKS);

    fp_derived_free(&derived);
    return shape;
}

static size_t reduce_one(finding *f, const asking *how, size_t budget)
{
    const fp_options options = case_usual(f->test);
    const reduce_config config = { f->test->syntax, &options.policies, budget };
    asking a = *how;
    reduction out;

    bool fails;

    a.finding = f;
    fails = reduce(&f->form, &config, ask, &a, &out);
    mechanism_free(&a.of);
    if (!fails)
        return out.tries;
    candidate_free(&f->form);
    f->form = out.smallest;
    f->tries = out.tries;
    f->minimal = out.minimal;
    f->fails = a.best;
    f->shape = candidate_shape(&f->form, f->test->syntax);
    return out.tries;
}

/* -- all of them ------------------------------------------------------------------------------- */

static int compare_class(const finding *a, const finding *b)
{
    const int check = strcmp(a->check, b->check);
    const int class = check ? check : strcmp(a->failure, b->failure);

    return class ? class : strcmp(case_subject(a->test), case_subject(b->test));
}

int finding_compare_forms(const finding *a, const finding *b)
{
    const fp_str x = a->form.template, y = b->form.template;
    const int shape = strcmp(a->shape, b->shape);

    if (shape || x.len != y.len)
        return shape ? shape : x.len < y.len ? -1 : 1;
    return x.len ? memcmp(x.ptr, y.ptr, x.len) : 0;
}

static void join(finding *into, finding *more)
{
    into->count += more->count;
    into->harm = more->harm > into->harm ? more->harm : into->harm;
    for (size_t i = 0; i < more->case_count && into->case_count < FINDING_CASES; i++)
        if (into->cases[into->case_count - 1] != more->cases[i])
            into->cases[into->case_count++] = more->cases[i];
    finding_free(more);
}

static finding *of_one_signature(const findings *f, size_t count, const finding *like)
{
    for (size_t i = 0; i < count; i++)
        if (compare_class(&f->all[i], like) == 0 && finding_compare_forms(&f->all[i], like) == 0)
            return &f->all[i];
    return NULL;
}

/* Puts those of one signature together, and leaves out those that were not reduced. */
static void put_together(findings *f)
{
    size_t kept = 0;

    for (size_t i = 0; i < f->count; i++) {
        finding *same = f->all[i].shape ? of_one_signature(f, kept, &f->all[i]) : NULL;

        if (!f->all[i].shape) {
            f->left++;
            finding_free(&f->all[i]);
        } else if (same) {
            join(same, &f->all[i]);
        } else {
            f->all[kept++] = f->all[i];
        }
    }
    f->count = kept;
}

/* The gravest harm first, and of these what is most frequent. */
static int by_harm(const void *a, const void *b)
{
    const finding *x = a, *y = b;

    if (x->advice != y->advice)
        return x->advice ? 1 : -1;
    if (x->harm != y->harm)
        return x->harm > y->harm ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return compare_class(x, y) ? compare_class(x, y) : finding_compare_forms(x, y);
}

void findings_join(findings *f)
{
    put_together(f);
    if (f->count)
        qsort(f->all, f->count, sizeof *f->all, by_harm);
}

void findings_watch(findings *f, void (*watch)(void *context, const reduce_pace *pace),
                    void *context)
{
    f->watch = watch;
    f->watcher = context;
}

/* Of the tests that are left, for the next of so many failures: the first ones are the gravest, and
 * few causes have many failures. */
static size_t share_of(size_t budget, size_t failures)
{
    size_t share = budget / failures;

    if (share < REDUCE_LEAST)
        share = REDUCE_LEAST;
    if (share > REDUCE_EACH)
        share = REDUCE_EACH;
    return share < budget ? share : budget;
}

size_t findings_reduce(findings *f, finding_judge *judge, void *context, size_t budget)
{
    reduce_pace pace = { .count = f->count, .budget = budget };
    const asking how = { .judge = judge, .context = context, .among = f, .pace = &pace };

    for (; pace.done < f->count && budget > 0; pace.done++)
        if (!case_tells_tokens(f->all[pace.done].test)) /* another text has others */
            budget -= reduce_one(&f->all[pace.done], &how, share_of(budget, f->count - pace.done));
    findings_join(f);
    return budget;
}

/* A template that is longer is not shown in a command. */
enum { TEMPLATE_MOST = 2000 };

static size_t reduce_with_template(finding *f, const asking *how, size_t budget)
{
    const finding old = *f;
    finding more = *f;
    size_t tries;
    bool taken;

    more.form = candidate_copy(&f->form);
    more.form.template = xcopy(template_case_of(f->test)->template);
    more.fails = (failing){ .verdict = VERDICT_PASS };
    more.shape = NULL;
    tries = reduce_one(&more, how, budget);
    taken = more.shape && more.form.template.len <= TEMPLATE_MOST;
    if (taken)
        *f = more;

    const finding *gone = taken ? &old : &more;
    candidate form = gone->form;
    failing fails = gone->fails;

    candidate_free(&form);
    failing_free(&fails);
    free(gone->shape);
    f->tries = old.tries + tries;
    return tries;
}

void findings_reduce_templates(findings *f, finding_judge *judge, void *context, size_t budget)
{
    reduce_pace pace = { .count = f->count, .budget = budget };
    const asking how = { .judge = judge, .context = context, .among = f, .pace = &pace };

    for (; pace.done < f->count && budget > 0; pace.done++)
        budget -=
            reduce_with_template(&f->all[pace.done], &how, share_of(budget, f->count - pace.done));
    findings_join(f);
}

size_t findings_count(const findings *f)
{
    return f->count;
}

const finding *findings_at(const findings *f, size_t index)
{
    return &f->all[index];
}

size_t findings_left(const findings *f)
{
    return f->left;
}
