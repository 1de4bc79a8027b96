/* SPDX-License-Identifier: Apache-2.0 */
/* run_worker.c: golden outcomes and CHUNK, on a worker, judged by what it declared. */
#include "base/interrupt.h"
#include "judge/judge.h"
#include "law/laws.h"
#include "run/run.h"
#include "run/two_answers.h"
#include "run/worker_laws.h"
#include "worker/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
    const selection *what;
    session *worker;
    const wire_hello *hello;
    judged judged;
    on_result *say;
    void *context;
} run;

/* Bytes: longer inputs get a few cuttings only (LAW-2.2). */
enum { FEW_CUTS_ABOVE = 4096 };

/* One case under way. */
typedef struct job {
    const run *run;
    const test_case *test;
    fp_outcome *whole; /* what the worker said of the whole input; NULL: nothing to compare with */
    size_t pending;
    bool submitted; /* all its requests are */

    expectation expect; /* what is expected under the declared policies */
    bool borrowed;      /* of the case */
    fp_outcome *derived;
    const char *basis;

    bool is_named;        /* it has the cutting whose name was asked for */
    bool fatal;           /* one of them ended in something else than an answer */
    size_t tried, failed; /* cuttings */
    char *cut_name;       /* the first that failed, and how */
    size_t *cuts;
    size_t cut_count;
    verdict cut_verdict;
    const char *cut_kind;
    char *sentence, *expected, *actual, *stderr_tail;
    answer_sides sides; /* what expected and actual are */
    suspect suspect;
    char *sweep_fault; /* what is wrong with the worker's sweep, where no cutting failed */
    verdict sweep_verdict;
} job;

/* -- what is expected -------------------------------------------------------------------------- */

static fp_outcome *reference_outcome(const test_case *t, const fp_options *options)
{
    fp_outcome *outcome;

    if (fp_parse(t->syntax, options, t->input, &outcome) != FP_OK)
        end_out_of_memory();
    return outcome;
}

/* Whether an alternative of the case is for a parser with these policies, and with just these. */
static bool alternative_is_for(const alternative *a, const policy_set *declared)
{
    bool any = false;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!a->policy.given[i])
            continue;
        any = true;
        if (!declared->given[i] || declared->policies.of[i] != a->policy.policies.of[i])
            return false;
    }
    return any;
}

/* The case's own expectation, where the declared policies make no difference to it; else that of an
 * alternative which names them; else what our parser, which the golden cases hold, does under them.
 */
static void choose_expectation(job *j)
{
    static const judged ALL = { true, true, false };
    const test_case *t = j->test;
    const fp_options own = case_options(t), declared = worker_options(t, j->run->hello);
    fp_outcome *usual = reference_outcome(t, &own);
    difference d;

    j->expect = t->expect;
    j->borrowed = true;
    j->derived = reference_outcome(t, &declared);
    if (judge_same(usual, j->derived, &ALL, &d)) {
        fp_outcome_free(usual);
        return;
    }
    fp_outcome_free(usual);
    for (size_t i = 0; i < t->accept_count; i++) {
        if (alternative_is_for(&t->accept[i], wire_hello_policy(j->run->hello, t->syntax))) {
            j->expect = t->accept[i].expect;
            j->basis = "by an alternative of the case, for the declared policies";
            return;
        }
    }
    j->expect = expectation_of_reference(j->derived, &declared.policies);
    j->borrowed = false;
    j->basis = "by the reference parser under the declared policies and capabilities";
}

/* Why the case cannot be judged on this worker; NULL: it can. */
static const char *cannot_judge(const run *r, const test_case *t)
{
    const size_t *limits = (const size_t *)&t->limits;
    const policy_set *given = wire_hello_policy(r->hello, t->syntax);

    if (!wire_hello_parses(r->hello, t->syntax))
        return "the worker does not parse this syntax";
    if (!wire_can_take(r->hello, t->input, NULL))
        return "the input is not UTF-8; the worker lacks capability bytes";
    for (size_t i = 0; i < sizeof t->limits / sizeof *limits; i++)
        if (limits[i])
            return "the case is about limits, which a worker cannot be given";
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned declared =
            given->given[i] ? given->policies.of[i] : fp_options_default(t->syntax).policies.of[i];

        if (t->policy.given[i] && declared != t->policy.policies.of[i])
            return "the case holds under a policy that the worker does not have";
    }
    return NULL;
}

/* -- results ----------------------------------------------------------------------------------- */

static verdict verdict_of(reply_kind kind, const difference *d)
{
    if (kind == REPLY_REFUSED)
        return VERDICT_REFUSED;
    return kind == REPLY_OUTCOME ? verdict_of_difference(d) : verdict_of_reply(kind);
}

/* The class of the failure, beside its verdict. */
static const char *kind_of(reply_kind kind, const difference *d)
{
    return difference_name(kind == REPLY_REFUSED ? DIFFERS_ERROR : d->kind);
}

static void say_skipped(const run *r, const test_case *t, const char *check, const char *why)
{
    r->say(r->context, &(result){ .test = t,
                                  .check = check,
                                  .clause = t->clauses[0],
                                  .verdict = VERDICT_SKIPPED,
                                  .sentence = why });
}

/* All cuttings of the case have been answered. */
static void say_chunk(job *j)
{
    const test_case *t = j->test;
    result r = { .test = t,
                 .check = law_name(LAW_CHUNK),
                 .clause = law_clause(LAW_CHUNK),
                 .tried = j->tried,
                 .failed = j->failed };

    if (j->failed) {
        r.verdict = j->cut_verdict;
        r.kind = j->cut_kind;
        r.sentence = j->sentence;
        r.cut_name = j->cut_name;
        r.cuts = j->cuts;
        r.cut_count = j->cut_count;
        r.expected = j->expected;
        r.actual = j->actual;
        r.sides = j->sides;
        r.stderr_tail = j->stderr_tail ? fp_str_of(j->stderr_tail) : (fp_str){ 0 };
        r.suspect = j->suspect;
    }
    if (!j->failed && j->sweep_fault) {
        r.verdict = j->sweep_verdict;
        r.sentence = j->sweep_fault;
        r.suspect = SUSPECT_ADAPTER;
    }
    if (!j->failed && session_lost(j->run->worker))
        say_skipped(j->run, t, r.check, session_lost(j->run->worker));
    else if (!j->whole)
        say_skipped(j->run, t, r.check, "there is no answer to the whole input to compare with");
    else if (j->run->what->cut_name && !j->is_named)
        say_skipped(j->run, t, r.check, "no cutting of the input has the name that --cut gives");
    else
        j->run->say(j->run->context, &r);
}

static void free_job(job *j)
{
    if (!j->borrowed)
        expectation_release(&j->expect);
    fp_outcome_free(j->derived);
    fp_outcome_free(j->whole);
    free(j->cut_name);
    free(j->sweep_fault);
    free(j->cuts);
    free(j->sentence);
    free(j->expected);
    free(j->actual);
    free(j->stderr_tail);
    free(j);
}

static void finish_if_done(job *j)
{
    if (j->pending || !j->submitted)
        return;
    say_chunk(j);
    free_job(j);
}

/* -- replies ----------------------------------------------------------------------------------- */

/* Whether the outcome is the expected one, or one that the case accepts of anybody. */
static bool is_expected(const job *j, const fp_outcome *o, difference *d)
{
    difference other;

    if (judge_gravest(j->test, &j->expect, o, &j->run->judged, d))
        return true;
    for (size_t i = 0; j->borrowed && i < j->test->accept_count; i++) {
        const alternative *a = &j->test->accept[i];
        bool any = false;

        for (unsigned p = 0; p < FP_POLICY_COUNT; p++)
            any = any || a->policy.given[p];
        if (!any && judge_outcome(&a->expect, o, &j->run->judged, &other))
            return true;
    }
    return false;
}

/* A death that did not come again is no verdict, but it happened. */
static void note_unconfirmed(const job *j, const reply *got)
{
    if (got->unconfirmed)
        fprintf(stderr,
                "fencepost test: %s: the worker failed once (%s), and not when the request "
                "was run again alone\n",
                j->test->id, got->unconfirmed);
}

static void on_whole(void *context, void *token, const reply *got)
{
    job *j = token;
    const run *r = context;
    result res = { .test = j->test, .check = "golden", .clause = j->test->clauses[0] };
    difference d = { .sentence = "" };
    char *expected = NULL, *actual = NULL;

    note_unconfirmed(j, got);
    if (got->kind == REPLY_OUTCOME)
        j->whole = outcome_copy(got->outcome);
    if (got->kind != REPLY_OUTCOME || !is_expected(j, got->outcome, &d)) {
        const part_clauses *part = &j->test->parts[d.part];

        res.clause = part->first;
        res.verdict = verdict_of(got->kind, &d);
        res.kind = kind_of(got->kind, &d);
        res.sentence = got->sentence ? got->sentence : d.sentence;
        res.advice = got->kind == REPLY_OUTCOME && part->level != LEVEL_MUST;
        res.basis = j->basis;
        res.stderr_tail = got->stderr_tail;
        res.suspect = got->suspect;
        res.expected = expected = expectation_lines(&j->expect, &r->judged);
        if (got->outcome)
            res.actual = actual = outcome_lines(got->outcome, &r->judged);
        if (got->kind == REPLY_REFUSED && !j->expect.call_count)
            res.verdict = VERDICT_WRONG;
    }
    r->say(r->context, &res);
    free(expected);
    free(actual);
    j->pending--;
    finish_if_done(j);
}

/* A cutting on its way. */
typedef struct cut_token {
    job *job;
    cutting cut;
    claim said;
    size_t at[];
} cut_token;

static void keep_failure(job *j, const cut_token *c, const reply *got)
{
    static const char *const HOW[][2] = {
        [WHOLE_IS_RIGHT] = { "", "" },
        [PIECES_ARE_RIGHT] = { "in one piece, and not ", "" },
        [NEITHER_IS_RIGHT] = { "", ", against the answer in one piece, which is not as expected "
                                   "either" },
    };
    const judged *what = &j->run->judged;
    difference none, d = { .sentence = "" };
    const two_answers both =
        two_answers_of(j->whole, is_expected(j, j->whole, &none), got->outcome,
                       got->outcome && is_expected(j, got->outcome, &none), SIDES_CUT);

    if (both.actual)
        judge_same(both.expected, both.actual, what, &d);
    j->cut_verdict = verdict_of(got->kind, &d);
    j->suspect = got->suspect;
    j->cut_kind = kind_of(got->kind, &d);
    j->sides = both.sides;
    j->cut_name = xstrdup(c->cut.name);
    j->cut_count = c->cut.count;
    j->cuts = xcalloc(c->cut.count, sizeof *j->cuts);
    memcpy(j->cuts, c->at, c->cut.count * sizeof *j->cuts);
    j->sentence =
        xformat("%scut %s%s: %s%s", HOW[both.right][0], c->cut.name, HOW[both.right][1],
                got->sentence ? got->sentence : d.sentence,
                c->said == CLAIM_SAME ? "; the worker's sweep does not say so (PROTOCOL-6.2)" : "");
    j->expected = outcome_lines(both.expected, what);
    if (both.actual)
        j->actual = outcome_lines(both.actual, what);
    if (got->stderr_tail.len)
        j->stderr_tail = xformat("%.*s", (int)got->stderr_tail.len, got->stderr_tail.ptr);
}

static void on_cut(void *context, void *token, const reply *got)
{
    cut_token *c = token;
    job *j = c->job;
    difference d = { .sentence = "" };

    (void)context;
    note_unconfirmed(j, got);
    j->tried++;
    j->fatal = j->fatal || got->kind > REPLY_REFUSED;
    if (j->whole &&
        (got->kind != REPLY_OUTCOME || !judge_same(j->whole, got->outcome, &j->run->judged, &d))) {
        if (!j->failed++)
            keep_failure(j, c, got);
    } else if (j->whole && c->said == CLAIM_DIFFERS && !j->sweep_fault) {
        j->sweep_verdict = VERDICT_PROTOCOL;
        j->sweep_fault = xformat("sweep: cut %s is said to differ, and parse shows no difference "
                                 "(PROTOCOL-6.2)",
                                 c->cut.name);
    }
    free(c);
    j->pending--;
    finish_if_done(j);
}

/* -- requests ---------------------------------------------------------------------------------- */

/* Sends the cutting, unless there is nothing to compare its outcome with, or another one of the
 * case has cost the worker its life already. */
static bool submit_claimed(job *j, const cutting *cut, claim said)
{
    const test_case *t = j->test;
    cut_token *c;
    session_request request = { .syntax = t->syntax,
                                .input = t->input,
                                .catalogue = t->catalogue_json };

    if (!wire_can_take(j->run->hello, t->input, cut))
        return true;
    if (!j->whole || j->fatal || session_lost(j->run->worker))
        return false;
    c = xcalloc(1, sizeof *c + cut->count * sizeof *c->at);
    c->job = j;
    c->said = said;
    memcpy(c->at, cut->at, cut->count * sizeof *c->at);
    c->cut = *cut;
    c->cut.at = c->at;
    request.cut = &c->cut;
    j->pending++;
    session_ask(j->run->worker, &request, on_cut, (void *)(uintptr_t)j->run, c);
    return true;
}

static bool submit_cut(void *context, const cutting *cut)
{
    return submit_claimed(context, cut, CLAIM_NONE);
}

static void submit_swept(void *context, const cutting *cut, claim said)
{
    submit_claimed(context, cut, said);
}

static bool visit_cuts(const job *j, cut_visitor *visit, void *context)
{
    const fp_str input = j->test->input;
    cut_plan plan = CUT_PLAN_DEFAULT;

    plan.unit = j->run->hello->unit;
    if (input.len > FEW_CUTS_ABOVE)
        return cuts_few(input, plan.unit, visit, context);
    return cuts_each(input, j->test->syntax, &plan, visit, context);
}

/* Those that the worker can be sent. */
typedef struct sendable {
    const job *job;
    sweep *sweep;
} sendable;

static bool collect_cut(void *context, const cutting *cut)
{
    const sendable *to = context;

    return !wire_can_take(to->job->run->hello, to->job->test->input, cut) ||
           sweep_add(to->sweep, cut);
}

/* The worker compares the cuttings itself, and parse shows some of them. */
static void sweep_cuts(job *j)
{
    sweep *s = sweep_new(j->test);
    reply_kind kind;
    difference none = { .sentence = "" };

    visit_cuts(j, collect_cut, &(sendable){ j, s });
    if (!sweep_ask(s, j->run->worker, j->whole)) {
        j->sweep_fault = xstrdup(sweep_fault(s, &kind));
        j->sweep_verdict = kind == REPLY_REFUSED ? VERDICT_PROTOCOL : verdict_of(kind, &none);
    }
    j->tried += sweep_each(s, j->run->what->seed, submit_swept, j);
    sweep_free(s);
}

/* That of the name that was asked for. */
static bool submit_named(void *context, const cutting *cut)
{
    job *j = context;

    if (strcmp(cut->name, j->run->what->cut_name) != 0)
        return true;
    j->is_named = true;
    submit_cut(j, cut);
    return false;
}

static void submit_cuts(job *j)
{
    if (j->run->what->cut_name)
        visit_cuts(j, submit_named, j);
    else if (j->run->what->only_cut)
        submit_cut(j, &(cutting){ .name = CUT_AS_ASKED,
                                  .at = j->run->what->cuts,
                                  .count = j->run->what->cut_count });
    else if (j->run->hello->sweep && j->whole)
        sweep_cuts(j);
    else
        visit_cuts(j, submit_cut, j);
}

/* Whether a case is one of those that LINEAR looks at: the same ones in every run and shard. */
static bool is_sampled(const char *id)
{
    uint32_t hash = 2166136261u; /* FNV-1a */

    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return (hash >> 8) % LINEAR_ONE_IN == 0;
}

static void submit_laws(const job *j)
{
    const run *r = j->run;
    const fp_options options = worker_options(j->test, r->hello);
    const law_case what = { .test = j->test,
                            .worker = r->worker,
                            .options = &options,
                            .reference = j->derived,
                            .whole = j->whole,
                            .judged = r->judged,
                            .seed = r->what->seed,
                            .linear = r->what->thorough || is_sampled(j->test->id),
                            .say = r->say,
                            .context = r->context };

    if (!j->whole)
        worker_laws_skip(j->test, "there is no answer to the whole input to compare with", r->say,
                         r->context);
    else if (j->fatal)
        worker_laws_skip(j->test, "a cutting of the input was not answered: see CHUNK", r->say,
                         r->context);
    else
        worker_laws(&what);
}

static void submit_case(const run *r, const test_case *t)
{
    job *j = xcalloc(1, sizeof *j);

    j->run = r;
    j->test = t;
    choose_expectation(j);
    j->pending++;
    session_ask(r->worker,
                &(session_request){
                    .syntax = t->syntax, .input = t->input, .catalogue = t->catalogue_json },
                on_whole, (void *)(uintptr_t)r, j);
    session_drain(r->worker); /* the cuttings are compared with this answer */
    submit_cuts(j);
    if (!r->what->only_cut)
        submit_laws(j);
    j->submitted = true;
    finish_if_done(j);
}

/* Says it when the session begins to suspect sooner. */
static int note_deadline(const session *worker, int before)
{
    const int now = session_deadline(worker);

    if (now < before)
        fprintf(stderr,
                "fencepost test: the worker was silent for %d ms again and again; from now on a "
                "request without an answer after %d ms is run again at once, alone, for the whole "
                "deadline (PROTOCOL-5.4)\n",
                before, now);
    return now;
}

void run_worker(const selection *what, session *worker, on_result *say, void *context)
{
    int deadline = session_deadline(worker);
    const wire_hello *hello = session_hello(worker);
    const run r = {
        what, worker, hello, { hello->spans, hello->diagnostics, false }, say, context
    };

    for (size_t i = 0; i < what->count && !session_lost(worker) && !interrupt_stops(); i++) {
        const char *why = cannot_judge(&r, what->cases[i]);

        if (why)
            say_skipped(&r, what->cases[i], "golden", why);
        else
            submit_case(&r, what->cases[i]);
        deadline = note_deadline(worker, deadline);
    }
    session_drain(worker);
}
