/* SPDX-License-Identifier: Apache-2.0 */
/* run_worker.c: golden outcomes and CHUNK on a worker, judged by the policies that it declared. */
#include "base/interrupt.h"
#include "judge/constrained.h"
#include "judge/declared.h"
#include "judge/judge.h"
#include "law/laws.h"
#include "run/expected.h"
#include "run/run.h"
#include "run/wanted.h"
#include "run/worker_chunk.h"
#include "run/would_declare.h"
#include "worker/wire_input.h"

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

/* One case under way. */
typedef struct job {
    const run *run;
    const test_case *test;
    fp_outcome *whole; /* the worker's, of the whole input; NULL: nothing to compare with */
    wire_log log;      /* and its events, */
    char *breach;      /* and how its deltas are not well-formed; NULL: they are */

    case_expected expected; /* under the declared policies */
} job;

/* -- whether it can be judged ---------------------------------------------------------------------
 */

/* Returns whether a model can write the input that is held to the template's grammar. */
static bool is_writable(const run *r, const test_case *t)
{
    const fp_options options = worker_options(t, r->hello);

    return input_is_constrained(t->syntax, &options, t->input);
}

/* Whether an answer has a form for all arguments that our own parser reads: a key, or a string
 * within a JSON value, has none unless it is UTF-8. */
static bool is_answerable(const run *r, const test_case *t)
{
    const fp_options options = worker_options(t, r->hello);
    fp_outcome *outcome;
    bool good;

    if (is_utf8(t->input))
        return true;
    need_memory(fp_parse(t->syntax, &options, t->input, &outcome) == FP_OK);
    good = wire_can_answer(outcome);
    fp_outcome_free(outcome);
    return good;
}

/* Why the case cannot be judged on this worker; NULL: it can. */
static const char *cannot_judge(const run *r, const test_case *t)
{
    const size_t *limits = (const size_t *)&t->limits;
    const size_t *stated = (const size_t *)&r->hello->limits;
    const policy_set *given = wire_hello_policy(r->hello, t->syntax);

    if (!wire_hello_parses(r->hello, t->syntax))
        return "the worker does not parse this syntax";
    if (!wire_can_take(r->hello, t->input, NULL))
        return "the input is not UTF-8; the worker lacks capability bytes";
    if (wire_cannot_give(r->hello, t))
        return wire_cannot_give(r->hello, t);
    if (!is_answerable(r, t))
        return "no answer can have a key, or a string within a JSON value, that is not UTF-8 "
               "(PROTOCOL-3.7)";
    if (!case_tells_tokens(t) && wire_cuts_token(r->hello, t->syntax, t->input))
        return "the input ends in how a token begins, and the worker gets tokens whole "
               "(PROTOCOL-3.15)";
    for (size_t i = 0; i < sizeof t->limits / sizeof *limits; i++)
        if (limits[i] && !stated[i])
            return "the case is about a limit that the worker does not state (PROTOCOL-2.10)";
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned declared =
            given->given[i] ? given->policies.of[i] : fp_options_default(t->syntax).policies.of[i];

        if (t->policy.given[i] && declared != t->policy.policies.of[i])
            return "the case holds under a policy that the worker does not have";
    }
    if (r->hello->constrained && !is_writable(r, t))
        return "no grammar of the template lets a model write this input (PROTOCOL-2.12)";
    return NULL;
}

/* -- results ----------------------------------------------------------------------------------- */

static void say_skipped(const run *r, const test_case *t, const char *check, const char *why)
{
    r->say(r->context, &(result){ .test = t,
                                  .check = check,
                                  .clause = t->clauses[0],
                                  .verdict = VERDICT_SKIPPED,
                                  .sentence = why });
}

static void free_job(job *j)
{
    expected_release(&j->expected);
    fp_outcome_free(j->whole);
    wire_log_free(&j->log);
    free(j->breach);
    free(j);
}

/* -- replies ----------------------------------------------------------------------------------- */

/* The policy that would declare such an answer, in *policy; NULL: none would. */
static const policy_set *find_policy(const job *j, const fp_outcome *o, policy_set *policy)
{
    const fp_options options = worker_options(j->test, j->run->hello);

    return would_declare(j->test, &options, o, &j->run->judged, policy) ? policy : NULL;
}

/* What each value that the worker declares costs for a case that is read as declared, if anything.
 * Returns how many there are. */
static size_t find_costs(const job *j, policy_cost *costs)
{
    const fp_options options = worker_options(j->test, j->run->hello);
    const policy_set *given = wire_hello_policy(j->run->hello, j->test->syntax);
    size_t count = 0;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (given->given[i] && i != FP_MARKERS)
            count += policy_cost_of(j->test, &options, (fp_policy)i, &costs[count]);
    return count;
}

/* Of a run without golden cases, which report it otherwise: that the whole input has no answer. */
static void say_unanswered(const job *j, const reply *got)
{
    const bool refused = got->kind == REPLY_REFUSED;

    j->run->say(j->run->context,
                &(result){ .test = j->test,
                           .check = law_name(LAW_TOTAL),
                           .clause = law_clause(LAW_TOTAL),
                           .verdict = refused ? VERDICT_SKIPPED : verdict_of_reply(got->kind),
                           .harm = refused ? HARM_NONE : HARM_NO_ANSWER,
                           .sentence = got->sentence,
                           .stderr_tail = got->stderr_tail,
                           .suspect = got->suspect });
}

/* What comes of an error in place of the outcome. */
static void judge_error(const job *j, result *res)
{
    const char *why;

    if (judge_error_is_reading(j->test, &j->expected.expect, &why)) {
        res->verdict = VERDICT_DIFFERS;
        res->clause = why;
    } else if (!j->expected.expect.call_count) {
        res->verdict = VERDICT_WRONG;
    }
}

/* Returns whether the outcome differs by these readings alone; *by: as judge_is_declared() has it.
 */
static bool outcome_is_declared(const job *j, const fp_outcome *outcome, const declared_readings *d,
                                const char **by)
{
    expectation open = expectation_opened(&j->expected.expect, j->expected.recovered);
    const bool good = judge_is_declared(j->test, &open, outcome, &j->run->judged, d, by);

    free(open.calls);
    return good;
}

/* Makes a reading that the worker declares what it is; otherwise names what is not declared. cost
 * is what it costs, if the outcome is there. */
static void judge_declared(const job *j, const reply *got, result *res, policy_cost *cost)
{
    const declared_readings *d = wire_hello_readings(j->run->hello, j->test->syntax);
    const char *by = res->clause;
    const bool refused = got->kind == REPLY_REFUSED;

    if (!d->count || res->verdict != VERDICT_DIFFERS)
        return;
    if (refused ? judge_error_is_declared(j->test, &j->expected.expect, d, &by)
                : outcome_is_declared(j, got->outcome, d, &by)) {
        res->verdict = VERDICT_DECLARED;
        res->declares = NULL;
        res->costs = cost;
        res->cost_count = !refused && reading_cost_of(by, j->expected.derived, got->outcome,
                                                      j->run->judged.spans, cost);
    }
    res->clause = by;
}

static void on_whole(void *context, void *token, const reply *got)
{
    job *j = token;
    const run *r = context;
    result res = { .test = j->test,
                   .check = "golden",
                   .clause = j->expected.declared ? j->expected.declared : j->test->clauses[0],
                   .basis = j->expected.basis };
    difference d = { .sentence = "" };
    char *expected = NULL, *actual = NULL;
    policy_cost costs[FP_POLICY_COUNT];
    policy_set policy;

    note_unconfirmed(j->test, got);
    if (got->kind == REPLY_OUTCOME)
        j->whole = outcome_copy(got->outcome);
    wire_log_read(&j->log, got->events);
    j->breach = got->breach ? xstrdup(got->breach) : NULL;
    if (got->kind != REPLY_OUTCOME ||
        !expected_is(&j->expected, got->outcome, &j->run->judged, &d)) {
        const part_clauses *part = &j->test->parts[d.part];

        res.clause = d.choice ? d.choice : part->first;
        res.verdict = verdict_of_case(j->test, got->kind, &d);
        res.kind = kind_of(got->kind, &d);
        res.harm = harm_of_reply(got->kind, &d, j->expected.expect.call_count > 0);
        res.sentence = got->sentence ? got->sentence : d.sentence;
        res.advice = got->kind == REPLY_OUTCOME && res.verdict != VERDICT_DIFFERS &&
                     part->level != LEVEL_MUST;
        if (got->kind == REPLY_REFUSED)
            judge_error(j, &res);
        else if (got->kind == REPLY_OUTCOME)
            res.declares = find_policy(j, got->outcome, &policy);
        judge_declared(j, got, &res, costs);
        res.stderr_tail = got->stderr_tail;
        res.suspect = got->suspect;
        res.expected = expected = expectation_lines(&j->expected.expect, &r->judged);
        if (got->outcome)
            res.actual = actual = outcome_lines(got->outcome, &r->judged);
    } else {
        res.costs = costs;
        res.cost_count = find_costs(j, costs);
    }
    if (wants_golden(r->what))
        r->say(r->context, &res);
    else if (got->kind != REPLY_OUTCOME && wants_law(r->what, LAW_TOTAL))
        say_unanswered(j, got);
    free(expected);
    free(actual);
}

/* -- requests ---------------------------------------------------------------------------------- */

/* Returns whether a case is one of those that LINEAR looks at: the same ones in every run and
 * shard. */
static bool is_sampled(const char *id)
{
    uint32_t hash = 2166136261u; /* FNV-1a */

    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 16777619u;
    return (hash >> 8) % LINEAR_ONE_IN == 0;
}

/* What law_case has of it. */
static unsigned linear_ms(const run *r, const test_case *t)
{
    if (r->what->quick)
        return 0;
    if (r->what->thorough)
        return LINEAR_ALONE_MS;
    return is_sampled(t->id) ? LINEAR_MS : 0;
}

/* CHUNK, and the other laws. */
static void submit_laws(const job *j)
{
    const run *r = j->run;
    const fp_options options = worker_options(j->test, r->hello);
    const law_case what = { .test = j->test,
                            .worker = r->worker,
                            .options = &options,
                            .reference = j->expected.derived,
                            .recovered = j->expected.recovered,
                            .whole = j->whole,
                            .whole_log = &j->log,
                            .breach = j->breach,
                            .judged = r->judged,
                            .seed = r->what->seed,
                            .linear_ms = linear_ms(r, j->test),
                            .selected = r->what,
                            .say = r->say,
                            .context = r->context };
    const bool answered = !wants_law(r->what, LAW_CHUNK) || worker_chunk(&what, r->what);

    if (r->what->only_cut || !wants_other_laws(r->what))
        return;
    if (!j->whole)
        worker_laws_skip(&what, "there is no answer to the whole input to compare with");
    else if (case_tells_tokens(j->test))
        worker_laws_skip(&what, "it matters where tokens are, and the texts of a law have others");
    else if (!answered)
        worker_laws_skip(&what, "a cutting of the input was not answered: see CHUNK");
    else if (r->what->quick && j->test->input.len > QUICK_INPUT_MAX)
        worker_laws_skip(&what, "--quick: the laws are looked at on short inputs only");
    else
        worker_laws(&what);
}

static void submit_case(const run *r, const test_case *t)
{
    job *j = xcalloc(1, sizeof *j);

    j->run = r;
    j->test = t;
    j->expected =
        expected_of(t, worker_options(t, r->hello), wire_hello_policy(r->hello, t->syntax));
    session_ask(r->worker,
                &(session_request){ .syntax = t->syntax,
                                    .input = t->input,
                                    .prefix = t->prefix,
                                    .ends_as = t,
                                    .of = t,
                                    .catalogue = t->catalogue_json },
                on_whole, (void *)(uintptr_t)r, j);
    session_drain(r->worker); /* the cuttings are compared with this answer */
    submit_laws(j);
    free_job(j);
}

/* Says it when the session begins to suspect sooner. */
static int note_deadline(const session *worker, int before)
{
    const int now = session_deadline(worker);

    if (now < before)
        fprintf(stderr,
                "fencepost: the worker was silent for %d ms again and again; from now on a "
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
            say_skipped(&r, what->cases[i], wanted_first(what), why);
        else
            submit_case(&r, what->cases[i]);
        deadline = note_deadline(worker, deadline);
    }
    session_drain(worker);
}
