/* SPDX-License-Identifier: Apache-2.0 */
/* run_template.c: runs the cases of response templates. Each text is sent whole, then in two pieces
 * at each place, then unit by unit, and last whole again. CHUNK and ISOLATION compare the others
 * with the first.
 */
#include "run/run_template.h"

#include "base/interrupt.h"
#include "judge/judge.h"
#include "run/worker_laws.h"
#include "template/template_answer.h"

#include <stdlib.h>
#include <string.h>

/* Above so many units a text is cut at some places, and not at all. */
enum { ALL_MOST = 128, SOME = 32 };

/* A case that is judged. */
typedef struct judging {
    const template_run *run;
    const template_case *one;
    template_policies policies; /* under which it is judged */
    bool golden;                /* what the case expects is expected */
    bool is_worker;             /* else our own executor */
    template_answer whole;
    bool has_whole;
    bool unanswered; /* and that was reported */
    size_t tried, failed;
    size_t first_cut; /* of what failed: where; SIZE_MAX: unit by unit */
    template_answer differs;
    bool again_failed;
    template_answer again;
} judging;

/* -- results ----------------------------------------------------------------------------------- */

static result result_of(const judging *j, const char *check, const char *clause_id)
{
    return (result){ .test = &j->one->test, .check = check, .clause = clause_id, .tried = 1 };
}

static void say_difference(const judging *j, result *r, const template_answer *expected,
                           const template_answer *actual)
{
    char *want = template_answer_text(expected), *got = template_answer_text(actual);

    r->kind = difference_name(actual->kind == TEMPLATE_MESSAGE ? DIFFERS_VALUE : DIFFERS_ERROR);
    r->harm = actual->kind == TEMPLATE_MESSAGE ? HARM_ARGUMENTS : HARM_LOST_CALL;
    r->suspect = SUSPECT_PARSER;
    r->failed = r->failed ? r->failed : 1;
    r->expected = want;
    r->actual = got;
    j->run->say(j->run->context, r);
    free(want);
    free(got);
}

/* Numbers are compared as doubles where the worker has no others, but not in what a cast makes of
 * the text of an argument (TEMPLATE-7.5). */
static bool as_doubles(const judging *j)
{
    for (size_t i = 0; i < j->one->test.clause_count; i++)
        if (strcmp(j->one->test.clauses[i], "TEMPLATE-7.5") == 0)
            return false;
    return j->policies.numbers_double;
}

/* What is expected: what the case says; under other policies than its own what our executor gives.
 */
static void say_golden(const judging *j)
{
    const bool made = !j->one->expect.len;
    template_answer ours = template_own_answer(j->one, &j->policies, NULL);
    result r = result_of(j, "golden", j->one->test.clauses[0]);
    const bool refused = ours.kind == TEMPLATE_REFUSAL && j->whole.kind == TEMPLATE_ERROR;
    const bool expected = j->golden ? template_answer_is_expected(&j->whole, j->one)
                                    : template_answers_equal(&ours, &j->whole, as_doubles(j));

    r.basis = made ? "as our executor reads it (fencepost parse --template)" : NULL;
    if (made && ours.limited) {
        r.verdict = VERDICT_SKIPPED;
        r.sentence = "a pattern takes too long for our executor (TEMPLATE-2.5)";
        j->run->say(j->run->context, &r);
    } else if (refused || expected) {
        j->run->say(j->run->context, &r);
    } else {
        r.verdict = j->one->decided ? VERDICT_DIFFERS : VERDICT_WRONG;
        r.sentence = "the message or the events are not those that the template asks for";
        say_difference(j, &r, &ours, &j->whole);
    }
    template_answer_free(&ours);
}

static void say_chunk(const judging *j)
{
    result r = result_of(j, "CHUNK", "TEMPLATE-10.1");
    char *sentence;

    r.tried = j->tried;
    if (!j->failed || j->again_failed) { /* which is then why */
        j->run->say(j->run->context, &r);
        return;
    }
    sentence = j->first_cut == SIZE_MAX
                   ? xstrdup("another answer when the text comes unit by unit")
                   : xformat("another answer when the text is cut after byte %zu", j->first_cut);
    r.verdict = VERDICT_WRONG;
    r.sentence = sentence;
    r.failed = j->failed;
    say_difference(j, &r, &j->whole, &j->differs);
    free(sentence);
}

static void say_isolation(const judging *j)
{
    result r = result_of(j, "ISOLATION", "TEMPLATE-10.3");

    if (!j->again_failed) {
        j->run->say(j->run->context, &r);
        return;
    }
    r.verdict = VERDICT_WRONG;
    r.sentence = "another answer when the same is asked again";
    say_difference(j, &r, &j->whole, &j->again);
}

static void judging_end(judging *j)
{
    if (j->has_whole) {
        if (j->one->expect.len || j->is_worker) /* else ours would be compared with itself */
            say_golden(j);
        say_chunk(j);
        say_isolation(j);
    }
    template_answer_free(&j->whole);
    template_answer_free(&j->differs);
    template_answer_free(&j->again);
    free(j);
}

/* The answer to a text that was cut here; 0: whole, at first. */
static void take(judging *j, template_answer *a, size_t cut, bool again)
{
    if (!j->has_whole) {
        j->whole = *a;
        j->has_whole = true;
        return;
    }
    j->tried += !again;
    if (template_answers_equal(&j->whole, a, false)) {
        template_answer_free(a);
    } else if (again) {
        j->again_failed = true;
        j->again = *a;
    } else {
        if (j->failed++) {
            template_answer_free(a);
        } else {
            j->first_cut = cut;
            j->differs = *a;
        }
    }
}

static judging *judging_new(const template_run *run, const template_case *one,
                            const template_policies *declared)
{
    judging *j = xcalloc(1, sizeof *j);

    j->run = run;
    j->one = one;
    j->policies = *declared;
    j->golden = j->one->expect.len && !declared->numbers_double &&
                template_policies_equal(declared, &j->one->policies);
    return j;
}

/* -- our own executor -------------------------------------------------------------------------- */

static void judge_ours(judging *j)
{
    const size_t bytes = TEMPLATE_BYTES;
    template_answer a = template_own_answer(j->one, &j->policies, NULL);

    take(j, &a, 0, false);
    for (size_t i = 1; i < j->one->test.input.len; i++) {
        a = template_own_answer(j->one, &j->policies, &i);
        take(j, &a, i, false);
    }
    a = template_own_answer(j->one, &j->policies, &bytes);
    take(j, &a, SIZE_MAX, false);
    a = template_own_answer(j->one, &j->policies, NULL);
    take(j, &a, 0, true);
    judging_end(j);
}

void run_template_builtin(const template_run *run)
{
    for (size_t i = 0; i < template_cases_count(run->cases) && !interrupt_stops(); i++)
        if (run->chosen[i])
            judge_ours(judging_new(run, template_case_at(run->cases, i),
                                   &template_case_at(run->cases, i)->policies));
}

/* -- a worker ---------------------------------------------------------------------------------- */

/* One request of a case. */
typedef struct ask {
    judging *j;
    size_t cut;
    bool again;
} ask;

/* No answer came, and so TOTAL does not hold. */
static void say_unanswered(judging *j, const reply *got)
{
    result r = result_of(j, "TOTAL", "TEMPLATE-10.2");

    if (j->unanswered)
        return;
    j->unanswered = true;
    r.verdict = verdict_of_reply(got->kind);
    r.harm = HARM_NO_ANSWER;
    r.sentence = got->sentence;
    r.failed = 1;
    r.stderr_tail = got->stderr_tail;
    r.suspect = got->suspect ? got->suspect : SUSPECT_PARSER;
    j->run->say(j->run->context, &r);
}

static void on_answer(void *context, void *token, const reply *got)
{
    ask *asked = token;
    judging *j = asked->j;
    template_answer a;
    const char *why;

    (void)context;
    if (got->kind == REPLY_OUTCOME && template_answer_read(got->values, &a, &why))
        take(j, &a, asked->cut, asked->again);
    else if (got->kind != REPLY_LOST && got->kind != REPLY_OUTCOME)
        say_unanswered(j, got);
    free(asked);
}

static void send(session *worker, judging *j, const cutting *cut, size_t at, bool again)
{
    const session_request request = { .op = WIRE_TEMPLATE,
                                      .input = j->one->test.input,
                                      .prefix = j->one->test.prefix,
                                      .template = j->one->template,
                                      .tools = j->one->tools,
                                      .cut = cut };
    ask *asked = xcalloc(1, sizeof *asked);

    *asked = (ask){ j, at, again };
    session_ask(worker, &request, on_answer, NULL, asked);
}

static void ask_case(judging *j, session *worker)
{
    const wire_hello *hello = session_hello(worker);
    size_t count;
    size_t *edges =
        unit_edges(j->one->test.input, hello->bytes ? UNIT_BYTE : UNIT_CODEPOINT, &count);
    const size_t inner = count > 2 ? count - 2 : 0;
    const size_t some = j->run->cuts ? j->run->cuts : SOME;
    const size_t stride = inner > (j->run->cuts ? some : ALL_MOST) ? inner / some : 1;
    const size_t first = j->run->cuts && stride > 1 ? (size_t)(j->run->seed % stride) : 0;
    const cutting units = { .name = "unit by unit", .at = edges + 1, .count = inner };

    j->is_worker = true;
    send(worker, j, NULL, 0, false);
    session_drain(worker);
    if (j->has_whole && !session_lost(worker)) {
        for (size_t i = first; i < inner; i += stride) {
            const cutting cut = { .name = "two pieces", .at = edges + 1 + i, .count = 1 };

            send(worker, j, &cut, edges[1 + i], false);
        }
        if (inner > 1)
            send(worker, j, &units, SIZE_MAX, false);
        send(worker, j, NULL, 0, true);
        session_drain(worker);
    }
    judging_end(j);
    free(edges);
}

/* Returns whether the case holds for the worker: one that is about a policy does where it is
 * declared, alone or with others. */
static bool suits(const template_run *run, size_t index, const template_policies *declared)
{
    const template_case *one = template_case_at(run->cases, index);
    result r = { .test = &one->test, .check = "golden", .clause = one->test.clauses[0] };

    if (!one->has_policies || template_policies_include(declared, &one->policies))
        return true;
    r.verdict = VERDICT_SKIPPED;
    r.sentence = "the case is about policies that the worker does not declare";
    run->say(run->context, &r);
    return false;
}

void run_template_worker(const template_run *run, session *worker)
{
    const template_policies *declared = &session_hello(worker)->executes;

    for (size_t i = 0;
         i < template_cases_count(run->cases) && !session_lost(worker) && !interrupt_stops(); i++)
        if (run->chosen[i] && suits(run, i, declared))
            ask_case(judging_new(run, template_case_at(run->cases, i), declared), worker);
}

/* -- smallest forms ---------------------------------------------------------------------------- */

/* How a candidate fails the check that is asked for. */
typedef struct ruling {
    const char *check;
    failing f;
} ruling;

static char *copied(const char *text)
{
    return text ? xstrdup(text) : NULL;
}

static void on_ruling(void *context, const result *r)
{
    ruling *said = context;

    if (strcmp(r->check, said->check) != 0 || !result_failed(r))
        return;
    failing_free(&said->f);
    said->f = (failing){ .verdict = r->verdict,
                         .kind = r->kind,
                         .harm = r->harm,
                         .sentence = copied(r->sentence),
                         .expected = copied(r->expected),
                         .actual = copied(r->actual) };
}

/* Whether our executor refuses the template: then nothing says what is right. */
static bool is_refused(const template_case *one, const template_policies *policies)
{
    template_answer a = template_own_answer(one, policies, NULL);
    const bool refused = a.kind == TEMPLATE_REFUSAL;

    template_answer_free(&a);
    return refused;
}

/* The case with another text, and another template if there is one, of which our own executor says
 * what is right. */
static failing judge_text(void *context, const finding *f, const candidate *c)
{
    session *worker = context;
    ruling said = { f->check, { .verdict = VERDICT_PASS } };
    const template_run run = { .say = on_ruling, .context = &said };
    template_case one = *template_case_of(f->test);

    if (session_lost(worker))
        return (failing){ .verdict = VERDICT_SKIPPED };
    one.test.input = c->input;
    one.test.prefix = c->prefix;
    one.expect = (fp_str){ 0 };
    if (c->template.len) {
        one.template = c->template;
        if (is_refused(&one, &session_hello(worker)->executes))
            return said.f;
    }
    ask_case(judging_new(&run, &one, &session_hello(worker)->executes), worker);
    return said.f;
}

void findings_reduce_template(findings *f, session *worker, size_t budget)
{
    const size_t left = findings_reduce(f, judge_text, worker, budget / 2);

    findings_reduce_templates(f, judge_text, worker, budget - budget / 2 + left);
}
