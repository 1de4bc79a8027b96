/* SPDX-License-Identifier: Apache-2.0 */
/* worker_chunk.c: CHUNK on a worker: compares its answer to the whole input with its answers to the
 * cuttings. One failure is kept for each class, so that a grave one hides no other.
 */
#include "run/worker_chunk.h"

#include "base/marks.h"
#include "run/truncation.h"
#include "run/two_answers.h"
#include "worker/sweep.h"

#include <stdlib.h>
#include <string.h>

/* Bytes: longer inputs get a few cuttings only (LAW-2.2), longer prefixes one. */
enum { FEW_CUTS_ABOVE = 4096, PIECES_MAX = 2048 };

/* Prefixes that are cut (LAW-2.3); cuttings of a case that may stay without an answer, and which
 * one after the first of these is asked for next (LAW-2.4). */
enum { PREFIXES = 4, UNANSWERED_MAX = 2, FIRST_AFTER = 4 };

/* What all cuttings of a text are compared with. */
typedef struct basis {
    fp_str text;         /* borrowed from the case: the input, or a prefix of it */
    fp_outcome *outcome; /* NULL: there was none */
    wire_log log;
    fp_outcome *reference; /* our parser's answer to the text; NULL: not asked yet */
    size_t recovered;      /* and how many of its calls it recovers */
} basis;

/* The first failure of a class, and how many there are. */
typedef struct cut_failure {
    result how; /* what it points to is owned */
    size_t count;
} cut_failure;

typedef struct chunk_check {
    law_case what;
    fp_options options; /* of what, which outlives the call */
    const selection *selected;
    const wire_hello *hello;
    basis bases[1 + PREFIXES]; /* the first is the input */
    size_t basis_count;
    size_t pending;
    bool submitted; /* all requests are */
    size_t tried, unanswered;
    size_t after;  /* cuttings since one was not answered */
    bool silent;   /* a prefix in one piece was not answered */
    bool is_named; /* the input has the cutting whose name was asked for */
    cut_failure *failures;
    size_t count, cap;
    char *sweep_fault; /* what is wrong with the worker's sweep, where no cutting failed */
    verdict sweep_verdict;
    wire_log log; /* of the answer that is looked at */
} chunk_check;

/* -- results ----------------------------------------------------------------------------------- */

static void say(const chunk_check *c, const result *how)
{
    result r = *how;

    r.test = c->what.test;
    r.check = law_name(LAW_CHUNK);
    r.clause = law_clause(LAW_CHUNK);
    r.tried = how->verdict == VERDICT_SKIPPED ? 0 : c->tried;
    c->what.say(c->what.context, &r);
}

static void say_all(const chunk_check *c)
{
    const char *lost = session_lost(c->what.worker);

    for (size_t i = 0; i < c->count; i++) {
        result r = c->failures[i].how;

        r.failed = c->failures[i].count;
        say(c, &r);
    }
    if (c->count)
        return;
    if (lost)
        say(c, &(result){ .verdict = VERDICT_SKIPPED, .sentence = lost });
    else if (!c->bases[0].outcome)
        say(c, &(result){ .verdict = VERDICT_SKIPPED,
                          .sentence = "there is no answer to the whole input to compare with" });
    else if (c->sweep_fault)
        say(c, &(result){ .verdict = c->sweep_verdict,
                          .sentence = c->sweep_fault,
                          .suspect = SUSPECT_ADAPTER });
    else if (c->selected->cut_name && !c->is_named)
        say(c, &(result){ .verdict = VERDICT_SKIPPED,
                          .sentence = "no cutting of the input has the name that --cut gives" });
    else
        say(c, &(result){ .verdict = VERDICT_PASS });
}

static void free_failure(const result *how)
{
    free((char *)(uintptr_t)how->cut_name);
    free((char *)(uintptr_t)how->sentence);
    free((char *)(uintptr_t)how->expected);
    free((char *)(uintptr_t)how->actual);
    free((char *)(uintptr_t)how->stderr_tail.ptr);
    free((size_t *)(uintptr_t)how->cuts);
}

static void finish_if_done(chunk_check *c)
{
    if (c->pending || !c->submitted)
        return;
    say_all(c);
    for (size_t i = 0; i < c->count; i++)
        free_failure(&c->failures[i].how);
    for (size_t i = 0; i < c->basis_count; i++) {
        fp_outcome_free(c->bases[i].outcome);
        fp_outcome_free(c->bases[i].reference);
        wire_log_free(&c->bases[i].log);
    }
    wire_log_free(&c->log);
    free(c->failures);
    free(c->sweep_fault);
    free(c);
}

/* -- failures ---------------------------------------------------------------------------------- */

/* A cutting on its way. */
typedef struct cut_token {
    chunk_check *check;
    basis *basis;
    cutting cut;
    claim said;
    size_t at[];
} cut_token;

static bool is_prefix(const cut_token *t)
{
    return t->basis != &t->check->bases[0];
}

/* Returns whether the outcome is our parser's for the text, under the declared policies. */
static bool is_right(const cut_token *t, const fp_outcome *said)
{
    const law_case *what = &t->check->what;
    basis *b = t->basis;
    expectation expected;
    difference d;
    bool right;

    if (!said)
        return false;
    if (!b->reference) {
        b->recovered = recovered_calls(what->test->syntax, what->options, b->text);
        if (fp_parse(what->test->syntax, what->options, b->text, &b->reference) != FP_OK)
            end_out_of_memory();
    }
    expected = expectation_of_reference(b->reference);
    right = judge_recovered(NULL, &expected, b->recovered, said, &what->judged, &d);
    expectation_release(&expected);
    return right;
}

static char *sentence_of(const cut_token *t, rightness right, const char *how)
{
    static const char *const HOW[][2] = {
        [WHOLE_IS_RIGHT] = { "", "" },
        [PIECES_ARE_RIGHT] = { "in one piece, and not ", "" },
        [NEITHER_IS_RIGHT] = { "", ", against the answer in one piece, which is not as expected "
                                   "either" },
    };
    char *alone =
        is_prefix(t) ? xformat("its first %zu bytes alone, ", t->basis->text.len) : xstrdup("");
    char *sentence =
        xformat("%s%scut %s%s: %s%s", alone, HOW[right][0], t->cut.name, HOW[right][1], how,
                t->said == CLAIM_SAME ? "; the worker's sweep does not say so (PROTOCOL-6.2)" : "");

    free(alone);
    return sentence;
}

static result failure_of(const cut_token *t, const reply *got, const two_answers *both,
                         const difference *d)
{
    const judged *what = &t->check->what.judged;
    size_t *cuts = xcalloc(t->cut.count + 1, sizeof *cuts);

    memcpy(cuts, t->at, t->cut.count * sizeof *cuts);
    return (result){ .verdict = verdict_of(got->kind, d),
                     .kind = kind_of(got->kind, d),
                     .harm = harm_of_reply(got->kind, d, fp_outcome_call_count(both->expected) > 0),
                     .suspect = got->suspect,
                     .cut_name = xstrdup(t->cut.name),
                     .cuts = cuts,
                     .cut_count = t->cut.count,
                     .prefix = is_prefix(t) ? t->basis->text.len : 0,
                     .sentence =
                         sentence_of(t, both->right, got->sentence ? got->sentence : d->sentence),
                     .sides = both->sides,
                     .expected = outcome_lines(both->expected, what),
                     .actual = both->actual ? outcome_lines(both->actual, what) : NULL,
                     .stderr_tail = xcopy(got->stderr_tail) };
}

/* Returns whether a stream of tokens could be cut so: no cut is within a mark, or within a
 * character. */
static bool cuts_no_mark(const chunk_check *c, const cut_token *t)
{
    fp_derived derived = { 0 };
    const char *const *marks = xmarkers(c->what.test->syntax, &derived);
    const fp_str text = t->basis->text;
    bool none = true;

    for (size_t i = 0; i < t->cut.count && none; i++)
        none = (t->at[i] >= text.len || ((unsigned char)text.ptr[t->at[i]] & 0xC0) != 0x80) &&
               !mark_around(marks, text, t->at[i], false);
    fp_derived_free(&derived);
    return none;
}

/* d: how the answer differs from the basis's; where that one is wrong, the other way round. */
static void keep_failure(chunk_check *c, const cut_token *t, const reply *got, difference *d)
{
    const two_answers both = two_answers_of(t->basis->outcome, is_right(t, t->basis->outcome),
                                            got->outcome, is_right(t, got->outcome), SIDES_CUT);
    void *grown = c->failures;

    if (both.right == PIECES_ARE_RIGHT)
        judge_same(both.expected, both.actual, &c->what.judged, d);
    for (size_t i = 0; i < c->count; i++)
        if (c->failures[i].how.verdict == verdict_of(got->kind, d) &&
            c->failures[i].how.kind == kind_of(got->kind, d)) {
            result *how = &c->failures[i].how;

            c->failures[i].count++;
            how->tokens = how->tokens || cuts_no_mark(c, t);
            return;
        }
    xgrow(&grown, &c->cap, c->count, sizeof *c->failures);
    c->failures = grown;
    c->failures[c->count] = (cut_failure){ failure_of(t, got, &both, d), 1 };
    c->failures[c->count++].how.tokens = cuts_no_mark(c, t);
}

/* Returns whether the answer is the basis's, the events too where the worker claims them. */
static bool is_same(chunk_check *c, const basis *b, const reply *got, difference *d)
{
    if (got->kind != REPLY_OUTCOME || !judge_same(b->outcome, got->outcome, &c->what.judged, d))
        return false;
    if (!c->hello->events)
        return true;
    wire_log_read(&c->log, got->events);
    return wire_log_same(&b->log, &c->log, &c->what.judged, d);
}

static void on_cut(void *context, void *token, const reply *got)
{
    cut_token *t = token;
    chunk_check *c = t->check;
    difference d = { .sentence = "" };

    (void)context;
    note_unconfirmed(c->what.test, got);
    c->tried++;
    c->unanswered += got->kind > REPLY_REFUSED;
    if (!is_same(c, t->basis, got, &d)) {
        if (got->kind != REPLY_LOST)
            keep_failure(c, t, got, &d);
    } else if (t->said == CLAIM_DIFFERS && !c->sweep_fault) {
        c->sweep_verdict = VERDICT_PROTOCOL;
        c->sweep_fault =
            xformat("sweep: cut %s is claimed to differ, but parse shows no difference "
                    "(PROTOCOL-6.2)",
                    t->cut.name);
    }
    free(t);
    c->pending--;
    finish_if_done(c);
}

/* -- requests ---------------------------------------------------------------------------------- */

static bool may_ask(const chunk_check *c)
{
    return c->bases[0].outcome && c->unanswered < UNANSWERED_MAX && !session_lost(c->what.worker);
}

/* After a cutting that was not answered the fourth after it is asked for, the eighth, and so on: a
 * hang costs much, and mostly comes in neighbours too, and yet must not hide what others show. */
static bool is_passed_over(chunk_check *c)
{
    if (!c->unanswered)
        return false;
    c->after++;
    return c->after < FIRST_AFTER || (c->after & (c->after - 1));
}

/* False: no more of them. */
static bool submit(chunk_check *c, basis *b, const cutting *cut, claim said)
{
    const test_case *t = c->what.test;
    cut_token *token;
    session_request request = { .syntax = t->syntax,
                                .input = b->text,
                                .prefix = t->prefix,
                                .ends_as = t,
                                .of = t,
                                .catalogue = t->catalogue_json };

    if (!wire_can_take(c->hello, b->text, cut))
        return true;
    if (!may_ask(c))
        return false;
    if (is_passed_over(c))
        return true;
    token = xcalloc(1, sizeof *token + cut->count * sizeof *token->at);
    *token = (cut_token){ .check = c, .basis = b, .cut = *cut, .said = said };
    memcpy(token->at, cut->at, cut->count * sizeof *token->at);
    token->cut.at = token->at;
    request.cut = &token->cut;
    c->pending++;
    session_ask(c->what.worker, &request, on_cut, NULL, token);
    return true;
}

static bool submit_cut(void *context, const cutting *cut)
{
    chunk_check *c = context;

    return submit(c, &c->bases[0], cut, CLAIM_NONE);
}

static void submit_swept(void *context, const cutting *cut, claim said)
{
    chunk_check *c = context;

    submit(c, &c->bases[0], cut, said);
}

static bool visit_cuts(const chunk_check *c, cut_visitor *visit, void *context)
{
    const fp_str input = c->bases[0].text;
    cut_plan plan = CUT_PLAN_DEFAULT;

    plan.unit = c->hello->unit;
    plan.quick = c->selected->quick;
    if (plan.quick && input.len > FEW_CUTS_ABOVE)
        return true;
    if (input.len > FEW_CUTS_ABOVE)
        return cuts_few(input, plan.unit, visit, context);
    return cuts_each(input, c->what.test->syntax, &plan, visit, context);
}

/* Those that the worker can be sent. */
typedef struct sendable {
    const chunk_check *check;
    sweep *sweep;
} sendable;

static bool collect_cut(void *context, const cutting *cut)
{
    const sendable *to = context;

    return !wire_can_take(to->check->hello, to->check->bases[0].text, cut) ||
           sweep_add(to->sweep, cut);
}

/* The worker compares the cuttings itself, and parse shows some of them. */
static void sweep_cuts(chunk_check *c)
{
    sweep *s = sweep_new(c->what.test);
    reply_kind kind;
    difference none = { .sentence = "" };

    visit_cuts(c, collect_cut, &(sendable){ c, s });
    if (!sweep_ask(s, c->what.worker, c->bases[0].outcome)) {
        c->sweep_fault = xstrdup(sweep_fault(s, &kind));
        c->sweep_verdict = kind == REPLY_REFUSED ? VERDICT_PROTOCOL : verdict_of(kind, &none);
    }
    c->tried += sweep_each(s, c->what.seed, submit_swept, c);
    sweep_free(s);
}

/* -- prefixes ---------------------------------------------------------------------------------- */

static void on_prefix(void *context, void *token, const reply *got)
{
    chunk_check *c = context;
    basis *b = token;

    note_unconfirmed(c->what.test, got);
    c->silent = c->silent || got->kind > REPLY_REFUSED;
    if (got->kind != REPLY_OUTCOME)
        return; /* TRUNCATION asks for it as well, and TOTAL tells of it */
    b->outcome = outcome_copy(got->outcome);
    wire_log_read(&b->log, got->events);
}

/* Some of those at which TRUNCATION looks; all are answered when it returns. */
static void ask_prefixes(chunk_check *c)
{
    const test_case *t = c->what.test;
    size_t places[TRUNCATION_PLACES];
    const size_t count = truncation_places(t->input, c->what.reference, places);

    for (size_t i = 0; i < PREFIXES && i < count && may_ask(c) && !c->silent; i++) {
        basis *b = &c->bases[c->basis_count];

        b->text = (fp_str){ t->input.ptr, places[count <= PREFIXES ? i : i * count / PREFIXES] };
        if (!wire_can_take(c->hello, b->text, NULL) ||
            wire_cuts_token(c->hello, t->syntax, b->text))
            continue;
        c->basis_count++;
        session_ask(c->what.worker,
                    &(session_request){ .syntax = t->syntax,
                                        .input = b->text,
                                        .prefix = t->prefix,
                                        .ends_as = t,
                                        .of = t,
                                        .catalogue = t->catalogue_json },
                    on_prefix, c, b);
    }
    session_drain(c->what.worker);
}

/* A unit a chunk, and the last unit in a chunk of its own. */
static void cut_prefix(chunk_check *c, basis *b)
{
    size_t count;
    size_t *edges = unit_edges(b->text, c->hello->unit, &count);
    const cutting all = { .name = "a unit a chunk", .at = edges + 1, .count = count - 2 };
    const cutting last = { .name = "before the last unit", .at = edges + count - 2, .count = 1 };

    if (count > 2)
        submit(c, b, &last, CLAIM_NONE);
    if (count > 3 && b->text.len <= PIECES_MAX)
        submit(c, b, &all, CLAIM_NONE);
    free(edges);
}

/* -- the law ----------------------------------------------------------------------------------- */

/* That of the name that was asked for. */
static bool submit_named(void *context, const cutting *cut)
{
    chunk_check *c = context;

    if (strcmp(cut->name, c->selected->cut_name) != 0)
        return true;
    c->is_named = true;
    submit_cut(c, cut);
    return false;
}

static void submit_cuts(chunk_check *c)
{
    const selection *s = c->selected;

    if (s->cut_name) {
        visit_cuts(c, submit_named, c);
        return;
    }
    if (s->only_cut) {
        submit_cut(c, &(cutting){ .name = CUT_AS_ASKED, .at = s->cuts, .count = s->cut_count });
        return;
    }
    if (c->hello->sweep && c->bases[0].outcome &&
        !wire_sends_tokens(c->hello, c->what.test->syntax))
        sweep_cuts(c);
    else
        visit_cuts(c, submit_cut, c);
    if (!may_ask(c) || c->unanswered || c->selected->quick)
        return;
    ask_prefixes(c);
    for (size_t i = 1; i < c->basis_count && !c->silent; i++)
        if (c->bases[i].outcome)
            cut_prefix(c, &c->bases[i]);
}

bool worker_chunk(const law_case *what, const selection *selected)
{
    chunk_check *c = xcalloc(1, sizeof *c);
    bool answered;

    c->what = *what;
    c->options = *what->options;
    c->what.options = &c->options;
    c->selected = selected;
    c->hello = session_hello(what->worker);
    c->basis_count = 1;
    c->bases[0].text = what->test->input;
    if (what->whole) {
        c->bases[0].outcome = outcome_copy(what->whole);
        wire_log_copy(&c->bases[0].log, what->whole_log);
    }
    submit_cuts(c);
    c->submitted = true;
    answered = !c->unanswered;
    finish_if_done(c);
    return answered;
}
