/* SPDX-License-Identifier: Apache-2.0 */
/* diff_parsers.c: sends inputs in batches, finds differences, reduces and groups them. */
#include "diff/diff_parsers.h"

#include "base/interrupt.h"
#include "base/rng.h"
#include "result/finding.h"

#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 64,
    KEPT_MAX = 2000,     /* differences that are kept to be reduced; the others are counted */
    CUTS_FEW = 4,        /* at most, in half of the cuttings */
    PIECE_MAX = 4,       /* characters, in the other half */
    RESTARTS_EACH = 24,  /* of parsers, for one reduction */
    SHARE = 400,         /* of the budget, for one reduction */
    BYTES_EACH = 1 << 20 /* of its candidates */
};

/* An input that is asked, whole and cut. */
typedef struct item {
    fp_str text, base; /* owned */
    json_t *tools;
    size_t origin;
    char *source;
    size_t *cuts;
    size_t cut_count;
    answers whole, cut;
} item;

/* An input that separates, kept. */
typedef struct found {
    separation how;
    candidate form;
    size_t origin;
    char *source;
    size_t number; /* in the order in which they were found */
    size_t round;  /* how many smaller ones of its kind are before it */
    char *shape;   /* NULL: it was not reduced */
    answers said;  /* to the form */
    bool minimal;
    size_t tries;
} found;

typedef struct run {
    panel *panel;
    const diff_question *question;
    differences *out;
    item items[BATCH];
    size_t item_count;
    rng rng;
    found *found;
    size_t found_count, found_cap;
} run;

/* -- items ------------------------------------------------------------------------------------- */

static int by_offset(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;

    return x < y ? -1 : x > y;
}

/* A few cuts anywhere, or pieces of a few characters. */
static void seeded_cuts(run *r, item *i)
{
    size_t count;
    size_t *edges = unit_edges(i->text, UNIT_CODEPOINT, &count);

    i->cuts = xcalloc(count + CUTS_FEW, sizeof *i->cuts);
    if (count > 2 && rng_one_in(&r->rng, 2)) {
        for (size_t n = 1 + rng_below(&r->rng, CUTS_FEW); n > 0; n--)
            i->cuts[i->cut_count++] = edges[1 + rng_below(&r->rng, count - 2)];
        qsort(i->cuts, i->cut_count, sizeof *i->cuts, by_offset);
    } else {
        for (size_t at = 0; (at += 1 + rng_below(&r->rng, PIECE_MAX)) + 1 < count;)
            i->cuts[i->cut_count++] = edges[at];
    }
    free(edges);
}

static void given_cutting(run *r, item *i)
{
    const diff_question *q = r->question;

    i->cuts = xcalloc(q->cut_count + 1, sizeof *i->cuts);
    for (size_t n = 0; n < q->cut_count && q->cuts[n] <= i->text.len; n++)
        i->cuts[i->cut_count++] = q->cuts[n];
}

static void marked_cutting(item *i, const diff_input *input)
{
    i->cuts = xcalloc(input->cut_count, sizeof *i->cuts);
    memcpy(i->cuts, input->cuts, input->cut_count * sizeof *i->cuts);
    i->cut_count = input->cut_count;
}

static void item_free(item *i)
{
    answers_free(&i->whole);
    answers_free(&i->cut);
    free((char *)(uintptr_t)i->text.ptr);
    free((char *)(uintptr_t)i->base.ptr);
    json_decref(i->tools);
    free(i->source);
    free(i->cuts);
    *i = (item){ 0 };
}

static void ask_item(run *r, item *i)
{
    panel_question q = { .input = i->text, .tools = i->tools };

    if (!r->question->cuts)
        panel_ask(r->panel, &q, &i->whole);
    if (!i->cut_count)
        return;
    q.cuts = i->cuts;
    q.cut_count = i->cut_count;
    panel_ask(r->panel, &q, &i->cut);
}

/* -- differences ------------------------------------------------------------------------------- */

/* Asks, and waits for the answers, which are kept in *said: answers_free(). */
static separation separate_now(panel *p, const candidate *c, answers *said)
{
    const panel_question q = { .input = c->input,
                               .cuts = c->is_cut ? c->cuts : NULL,
                               .cut_count = c->cut_count,
                               .tools = c->tools };

    *said = (answers){ 0 };
    panel_ask(p, &q, said);
    panel_drain(p);
    return separate(said, panel_count(p));
}

/* Returns whether an edited message separates the same parsers without the edit: their answers to
 * it then take the place of those to the item. */
static bool base_separates(run *r, item *i, const separation *s)
{
    const candidate base = { .input = i->base, .tools = i->tools };
    answers said;

    if (i->origin < ORIGIN_EDIT)
        return false;

    const separation b = separate_now(r->panel, &base, &said);
    const bool same = separation_same(&b, s);

    answers_free(same ? &i->whole : &said);
    if (same)
        i->whole = said;
    return same;
}

static void keep(run *r, item *i, const separation *s, bool is_cut, size_t origin)
{
    const fp_options options = fp_options_default(panel_syntax(r->panel));
    const candidate form = { .input = origin == i->origin ? i->text : i->base,
                             .is_cut = is_cut,
                             .cuts = is_cut ? i->cuts : NULL,
                             .cut_count = is_cut ? i->cut_count : 0,
                             .tools = panel_takes_tools(r->panel) ? i->tools : NULL,
                             .policies = options.policies };
    answers *said = is_cut ? &i->cut : &i->whole;
    void *grown = r->found;

    if (r->found_count == KEPT_MAX)
        return;
    xgrow(&grown, &r->found_cap, r->found_count, sizeof *r->found);
    r->found = grown;
    r->found[r->found_count] = (found){ .how = *s,
                                        .form = candidate_copy(&form),
                                        .origin = origin,
                                        .source = xstrdup(i->source),
                                        .said = *said,
                                        .number = r->found_count };
    r->found_count++;
    *said = (answers){ 0 };
}

static void count_pairs(const run *r, origin_row *row, const separation *s)
{
    const size_t count = panel_count(r->panel);

    row->separated++;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            if (s->group[i] != s->group[k] && s->group[i] != NOT_ASKED && s->group[k] != NOT_ASKED)
                row->pairs[i][k]++;
}

/* Whole first: what separates so is not said again of the pieces. */
static void judge_item(run *r, item *i)
{
    const size_t parsers = panel_count(r->panel);
    separation s = separate(&i->whole, parsers);
    size_t origin = i->origin, asked = 0;
    bool is_cut = false;

    for (size_t n = 0; n < parsers; n++)
        asked += i->whole.of[n].asked || i->cut.of[n].asked;
    r->out->inputs++;
    r->out->not_compared += asked < 2;
    r->out->rows[origin].inputs++;
    if (s.groups < 2) {
        s = separate(&i->cut, parsers);
        is_cut = true;
    }
    if (s.groups < 2)
        return;
    if (!is_cut && !panel_lost(r->panel) && base_separates(r, i, &s)) {
        origin = ORIGIN_MESSAGE; /* the edit is not the cause */
        r->out->rows[i->origin].inputs--;
        r->out->rows[origin].inputs++;
    }
    r->out->separated++;
    r->out->by_severity[s.severity]++;
    count_pairs(r, &r->out->rows[origin], &s);
    keep(r, i, &s, is_cut, origin);
}

/* Returns whether the run goes on. */
static bool flush(run *r)
{
    for (size_t i = 0; i < r->item_count; i++)
        ask_item(r, &r->items[i]);
    panel_drain(r->panel);
    for (size_t i = 0; i < r->item_count; i++) {
        if (!interrupt_stops())
            judge_item(r, &r->items[i]);
        item_free(&r->items[i]);
    }
    r->item_count = 0;
    return !panel_lost(r->panel) && !interrupt_stops();
}

/* A diff_visitor. */
static bool take(void *context, const diff_input *input)
{
    run *r = context;
    item *i = &r->items[r->item_count++];

    *i = (item){ .text = xcopy(input->text),
                 .base = xcopy(input->base),
                 .tools = json_incref((json_t *)(uintptr_t)input->tools),
                 .origin = input->origin,
                 .source = xstrdup(input->source) };
    if (r->question->cuts)
        given_cutting(r, i);
    else if (input->cuts)
        marked_cutting(i, input);
    else if (input->origin != ORIGIN_GIVEN || !r->question->sources.text)
        seeded_cuts(r, i);
    return r->item_count < BATCH || flush(r);
}

/* -- smallest forms ---------------------------------------------------------------------------- */

/* What is separated alike, whole or in pieces. */
static int compare_kind(const found *a, const found *b)
{
    const int how = separation_compare(&a->how, &b->how);

    return how ? how : (int)a->form.is_cut - (int)b->form.is_cut;
}

static int by_kind_and_size(const void *a, const void *b)
{
    const found *x = a, *y = b;
    const int kind = compare_kind(x, y);

    if (kind)
        return kind;
    if (x->form.input.len != y->form.input.len)
        return x->form.input.len < y->form.input.len ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static int by_round(const void *a, const void *b)
{
    const found *x = a, *y = b;

    if (x->round != y->round)
        return x->round < y->round ? -1 : 1;
    return by_kind_and_size(a, b);
}

/* The smallest of each kind first, the gravest kind before the others, then the next ones. */
static void put_in_order(run *r)
{
    if (!r->found_count)
        return;
    qsort(r->found, r->found_count, sizeof *r->found, by_kind_and_size);
    for (size_t i = 1; i < r->found_count; i++)
        if (compare_kind(&r->found[i - 1], &r->found[i]) == 0)
            r->found[i].round = r->found[i - 1].round + 1;
    qsort(r->found, r->found_count, sizeof *r->found, by_round);
}

typedef struct asking {
    panel *panel;
    const found *found;
    answers said; /* to the smallest form that separates */
    unsigned restarts;
    size_t bytes;
} asking;

/* A reduce_test. */
static reduce_answer still_separates(void *context, const candidate *c)
{
    asking *a = context;
    answers said;
    separation s;
    bool same;

    a->bytes += c->input.len;
    if (a->bytes > BYTES_EACH || panel_restarts(a->panel) - a->restarts > RESTARTS_EACH ||
        interrupt_stops())
        return REDUCE_STOP;
    s = separate_now(a->panel, c, &said);
    same = !panel_lost(a->panel) && separation_same(&s, &a->found->how);
    answers_free(same ? &a->said : &said);
    if (same)
        a->said = said;
    if (panel_lost(a->panel))
        return REDUCE_STOP;
    return same ? REDUCE_FAILS : REDUCE_PASSES;
}

static void reduce_all(run *r)
{
    size_t budget = r->question->budget;

    for (size_t i = 0; i < r->found_count && budget && !panel_lost(r->panel); i++) {
        found *f = &r->found[i];
        const reduce_config config = { .syntax = panel_syntax(r->panel),
                                       .budget = budget < SHARE ? budget : SHARE };
        asking a = { .panel = r->panel, .found = f, .restarts = panel_restarts(r->panel) };
        reduction out;
        const bool reduced = reduce(&f->form, &config, still_separates, &a, &out);

        budget -= out.tries < budget ? out.tries : budget;
        f->tries = out.tries;
        answers_free(reduced ? &f->said : &a.said);
        if (!reduced)
            continue;
        f->said = a.said;
        candidate_free(&f->form);
        f->form = out.smallest;
        f->minimal = out.minimal;
        f->shape = candidate_shape(&f->form, panel_syntax(r->panel));
    }
}

/* -- clusters ---------------------------------------------------------------------------------- */

static bool belongs_to(const found *f, const cluster *c)
{
    if (!separation_same(&f->how, &c->how) || f->form.is_cut != c->form.is_cut)
        return false;
    if (f->shape)
        return c->shape && strcmp(f->shape, c->shape) == 0;
    return c->origins[f->origin] > 0;
}

static cluster *cluster_for(differences *d, found *f, size_t *cap)
{
    void *grown = d->clusters;
    cluster *c;

    for (size_t i = 0; i < d->cluster_count; i++)
        if (belongs_to(f, &d->clusters[i]))
            return &d->clusters[i];
    xgrow(&grown, cap, d->cluster_count, sizeof *d->clusters);
    d->clusters = grown;
    c = &d->clusters[d->cluster_count++];
    *c = (cluster){ .how = f->how,
                    .form = candidate_copy(&f->form),
                    .shape = f->shape ? xstrdup(f->shape) : NULL,
                    .minimal = f->minimal,
                    .tries = f->tries,
                    .said = f->said,
                    .origins = xcalloc(origin_count(), sizeof *c->origins),
                    .source = xstrdup(f->source) };
    f->said = (answers){ 0 };
    return c;
}

static int by_rank(const void *a, const void *b)
{
    const cluster *x = a, *y = b;
    const size_t least =
        x->form.input.len < y->form.input.len ? x->form.input.len : y->form.input.len;
    int order;

    if (x->how.severity != y->how.severity)
        return x->how.severity > y->how.severity ? -1 : 1;
    if (!x->shape != !y->shape) /* those that were reduced first: they say more */
        return x->shape ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    if (x->form.input.len != y->form.input.len)
        return x->form.input.len < y->form.input.len ? -1 : 1;
    order = least ? memcmp(x->form.input.ptr, y->form.input.ptr, least) : 0;
    return order ? order : separation_compare(&x->how, &y->how);
}

/* Those that were reduced make the clusters; the others go to where such inputs went. */
static void put_together(run *r)
{
    differences *d = r->out;
    size_t cap = 0;

    for (size_t pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < r->found_count; i++) {
            found *f = &r->found[i];
            cluster *c;

            if ((f->shape != NULL) != (pass == 0))
                continue;
            c = cluster_for(d, f, &cap);
            c->count++;
            c->origins[f->origin]++;
        }
    if (d->cluster_count)
        qsort(d->clusters, d->cluster_count, sizeof *d->clusters, by_rank);
}

/* -- the run ----------------------------------------------------------------------------------- */

static char *why_stopped(const panel *p)
{
    const int number = interrupt_pending();
    char *stopped = panel_stopped(p);

    if (number && !stopped)
        stopped = xformat("interrupted by %s", interrupt_name(number));
    return stopped;
}

differences *diff_parsers(panel *p, const diff_question *question)
{
    run *r = xcalloc(1, sizeof *r);
    differences *d = xcalloc(1, sizeof *d);
    problems trouble = { 0 };

    r->panel = p;
    r->question = question;
    r->out = d;
    r->rng = (rng){ ~question->sources.seed };
    d->rows = xcalloc(origin_count(), sizeof *d->rows);
    diff_inputs_each(&question->sources, take, r, &trouble);
    flush(r);
    d->unread = trouble.count > 0;
    d->stopped = why_stopped(p);
    put_in_order(r);
    if (!panel_lost(p) && !interrupt_pending())
        reduce_all(r);
    put_together(r);
    for (size_t i = 0; i < r->found_count; i++) {
        candidate_free(&r->found[i].form);
        free(r->found[i].source);
        free(r->found[i].shape);
        answers_free(&r->found[i].said);
    }
    free(r->found);
    free(r);
    return d;
}

void differences_free(differences *d)
{
    for (size_t i = 0; i < d->cluster_count; i++) {
        candidate_free(&d->clusters[i].form);
        free(d->clusters[i].shape);
        free(d->clusters[i].origins);
        free(d->clusters[i].source);
        answers_free(&d->clusters[i].said);
    }
    free(d->clusters);
    free(d->rows);
    free(d->stopped);
    free(d);
}
