/* SPDX-License-Identifier: Apache-2.0 */
/* run_partial.c: runs the cases of readers of partial JSON, at each prefix. A worker gets a text in
 * one request, with a chunk for each prefix, and answers with as many values.
 */
#include "run/run_partial.h"

#include "base/interrupt.h"
#include "judge/judge.h"
#include "partial/partial_judge.h"
#include "run/worker_laws.h"

#include <stdlib.h>
#include <string.h>

/* Prefixes of a text: all of a short one, and of a long one those at the ends, at powers of two,
 * and where levels are met that not each reader has to read. */
enum { ALL_MOST = 256, END_MOST = 16, NEAR_LEVELS = 2 };

static const char UNREADABLE[] = "the text is not UTF-8; the worker lacks capability bytes "
                                 "(PROTOCOL-7.3)";

/* How a check of a case has failed at prefixes that end in the same: at the shortest, and how
 * often.
 */
typedef struct failing_check {
    partial_fault first;
    size_t prefix, count;
} failing_check;

/* A case that is judged. */
typedef struct judging {
    const partial_run *run;
    const test_case *test;
    const json_t *answers; /* what the case says; NULL: nothing, or under other policies */
    partial_policies policies;
    size_t *points; /* lengths of prefixes, ascending; the last is the text's */
    size_t count;
    failing_check checks[PARTIAL_CHECKS][FP_PARTIAL_PLACES];
} judging;

/* -- prefixes ---------------------------------------------------------------------------------- */

static bool is_power_of_two(size_t n)
{
    return (n & (n - 1)) == 0;
}

static bool is_point(size_t at, size_t units)
{
    const bool near = at + NEAR_LEVELS >= PARTIAL_LEVELS && at <= PARTIAL_LEVELS + NEAR_LEVELS;

    return units <= ALL_MOST || at <= END_MOST || at + END_MOST >= units || is_power_of_two(at) ||
           near;
}

/* The empty prefix is one of the empty text alone: of all others it is the same. */
static void find_points(judging *j, unit u)
{
    size_t units;
    size_t *edges = unit_edges(j->test->input, u, &units);

    j->points = xcalloc(units + 1, sizeof *j->points);
    for (size_t i = 1; i < units; i++)
        if (is_point(i, units - 1))
            j->points[j->count++] = edges[i];
    if (!j->count)
        j->points[j->count++] = j->test->input.len;
    free(edges);
}

/* -- results ----------------------------------------------------------------------------------- */

static harm harm_of_check(partial_check check)
{
    static const harm HARMS[PARTIAL_CHECKS] = {
        [PARTIAL_CHECK_GOLDEN] = HARM_ARGUMENTS, [PARTIAL_CHECK_TOTAL] = HARM_LOST_CALL,
        [PARTIAL_CHECK_KEPT] = HARM_ARGUMENTS,   [PARTIAL_CHECK_HONEST] = HARM_ARGUMENTS,
        [PARTIAL_CHECK_WHOLE] = HARM_ARGUMENTS,
    };

    return HARMS[check];
}

static verdict verdict_of_check(partial_check check)
{
    return check == PARTIAL_CHECK_TOTAL    ? VERDICT_REFUSED
           : check == PARTIAL_CHECK_GOLDEN ? VERDICT_ACCEPTED
                                           : VERDICT_WRONG;
}

static result result_of(const judging *j, partial_check check)
{
    return (result){ .test = j->test,
                     .check = partial_check_name(check),
                     .clause = partial_check_clause(check),
                     .tried = j->count };
}

static void say_failure(const judging *j, partial_check check, const failing_check *f)
{
    result r = result_of(j, check);
    char *sentence;

    sentence = xformat("after %zu byte%s: %s", f->prefix, f->prefix == 1 ? "" : "s", f->first.says);
    r.verdict = verdict_of_check(check);
    r.kind = r.verdict == VERDICT_WRONG ? difference_name(DIFFERS_VALUE) : NULL;
    r.harm = harm_of_check(check);
    r.suspect = SUSPECT_PARSER;
    r.sentence = sentence;
    r.failed = f->count;
    r.prefix = f->prefix;
    r.expected = f->first.expected;
    r.actual = f->first.actual;
    j->run->say(j->run->context, &r);
    free(sentence);
}

/* One result if it holds, else one for each thing in which prefixes end that show it. */
static void say_check(judging *j, partial_check check)
{
    bool holds = true;

    for (unsigned place = 0; place < FP_PARTIAL_PLACES; place++) {
        failing_check *f = &j->checks[check][place];

        if (!f->count)
            continue;
        holds = false;
        say_failure(j, check, f);
        free(f->first.expected);
        free(f->first.actual);
    }
    if (holds) {
        const result r = result_of(j, check);

        j->run->say(j->run->context, &r);
    }
}

static void judging_end(judging *j)
{
    for (unsigned check = 0; check < PARTIAL_CHECKS; check++)
        if (check != PARTIAL_CHECK_LINEAR)
            say_check(j, (partial_check)check);
}

static void judging_free(judging *j)
{
    free(j->points);
    free(j);
}

/* -- answers ----------------------------------------------------------------------------------- */

static void judge_one(judging *j, partial_judge *judge, size_t prefix, const partial_answer *answer)
{
    partial_fault fault;
    failing_check *f;

    if (partial_judge_next(judge, prefix, answer, &fault))
        return;
    f = &j->checks[fault.check][fault.place];
    if (f->count++) {
        free(fault.expected);
        free(fault.actual);
        return;
    }
    f->first = fault;
    f->prefix = prefix;
}

static judging *judging_new(const partial_run *run, size_t index, const partial_policies *policies,
                            unit u)
{
    judging *j = xcalloc(1, sizeof *j);
    bool usual = true;

    for (unsigned i = 0; i < PARTIAL_POLICY_COUNT; i++)
        usual = usual && !policies->of[i];
    j->run = run;
    j->test = partial_case_at(run->cases, index);
    j->answers = usual ? partial_case_answers(run->cases, index) : NULL;
    j->policies = *policies;
    find_points(j, u);
    return j;
}

/* -- our own reader ---------------------------------------------------------------------------- */

/* Each prefix is fed in two pieces to a reader of its own. */
static void judge_ours(judging *j)
{
    partial_judge *judge = partial_judge_new(j->test->input, &j->policies, j->answers);
    fp_json text = { 0 };

    for (size_t i = 0; i < j->count; i++) {
        fp_partial *ours = fp_partial_new();
        const size_t half = j->points[i] / 2;
        partial_answer answer;

        need_memory(ours && fp_partial_feed(ours, j->test->input.ptr, half) == FP_OK &&
                    fp_partial_feed(ours, j->test->input.ptr + half, j->points[i] - half) == FP_OK);
        answer = partial_ours(ours, &j->policies, &text);
        judge_one(j, judge, j->points[i], &answer);
        fp_partial_free(ours);
    }
    fp_json_free(&text);
    partial_judge_free(judge);
}

void run_partial_builtin(const partial_run *run)
{
    static const partial_policies USUAL = { 0 };

    for (size_t i = 0; i < partial_cases_count(run->cases) && !interrupt_stops(); i++) {
        judging *j;

        if (!run->chosen[i])
            continue;
        j = judging_new(run, i, &USUAL, UNIT_BYTE);
        judge_ours(j);
        judging_end(j);
        judging_free(j);
    }
}

/* -- a worker ---------------------------------------------------------------------------------- */

static void judge_values(judging *j, const reply *got)
{
    partial_judge *judge = partial_judge_new(j->test->input, &j->policies, j->answers);
    fp_json text = { 0 };
    partial_answer answer;

    for (size_t i = 0, at = 0; wire_value_next(got->values, &at, &text, &answer); i++)
        judge_one(j, judge, j->points[i], &answer);
    fp_json_free(&text);
    partial_judge_free(judge);
}

/* No values came, and so TOTAL does not hold. */
static void say_unanswered(const judging *j, const reply *got)
{
    result r = result_of(j, PARTIAL_CHECK_TOTAL);

    r.verdict = verdict_of_reply(got->kind);
    if (r.verdict == VERDICT_PASS)
        r.verdict = VERDICT_REFUSED;
    r.harm = r.verdict == VERDICT_REFUSED ? HARM_LOST_CALL : HARM_NONE;
    r.sentence = got->sentence;
    r.failed = r.tried;
    r.stderr_tail = got->stderr_tail;
    r.suspect = got->suspect ? got->suspect : SUSPECT_PARSER;
    if (r.verdict == VERDICT_SKIPPED)
        r.suspect = SUSPECT_NONE;
    j->run->say(j->run->context, &r);
}

static void on_values(void *context, void *token, const reply *got)
{
    judging *j = token;

    (void)context;
    if (got->unconfirmed)
        note_unconfirmed(j->test, got);
    if (got->kind == REPLY_OUTCOME) {
        judge_values(j, got);
        judging_end(j);
    } else if (got->kind != REPLY_LOST) {
        say_unanswered(j, got);
    }
    judging_free(j);
}

static void ask_case(judging *j, session *worker)
{
    const cutting cut = { .name = "each prefix", .at = j->points, .count = j->count - 1 };
    const session_request request = { .op = WIRE_VALUE, .input = j->test->input, .cut = &cut };
    result r = result_of(j, PARTIAL_CHECK_GOLDEN);

    if (wire_can_take(session_hello(worker), j->test->input, &cut)) {
        session_ask(worker, &request, on_values, NULL, j);
        return;
    }
    r.verdict = VERDICT_SKIPPED;
    r.sentence = UNREADABLE;
    r.tried = 0;
    j->run->say(j->run->context, &r);
    judging_free(j);
}

void run_partial_worker(const partial_run *run, session *worker)
{
    const wire_hello *hello = session_hello(worker);
    const unit u = hello->bytes ? UNIT_BYTE : UNIT_CODEPOINT;

    for (size_t i = 0;
         i < partial_cases_count(run->cases) && !session_lost(worker) && !interrupt_stops(); i++)
        if (run->chosen[i])
            ask_case(judging_new(run, i, &hello->reads, u), worker);
    session_drain(worker);
}
