/* SPDX-License-Identifier: Apache-2.0 */
/* policy_answers.c: the answers of a worker to cases, in one piece and in pieces. */
#include "run/policy_answers.h"

#include "judge/judge.h"
#include "worker/wire_log.h"

#include <stdlib.h>
#include <string.h>

/* Longer inputs tell nothing that short ones do not. */
enum { INPUT_MAX = 2048 };

/* Plain cases that are tried; of those that another way reads right, how many of ten one way must.
 */
enum { TRIALS = 16, SURVIVES = 9, OF = 10 };

struct policy_answers {
    const selection *what;
    session *worker;
    bool ways[ASKED_COUNT]; /* in which of them cases are asked */
    heard (*heard)[ASKED_COUNT];
};

const char *asked_name(asked_as how)
{
    static const char *const NAMES[ASKED_COUNT] = { [ASKED_WHOLE] = "in one piece",
                                                    [ASKED_BY_UNITS] = "cut into single units",
                                                    [ASKED_LIKE_TOKENS] = "cut like tokens" };

    return NAMES[how];
}

policy_answers *policy_answers_new(const selection *what, session *worker)
{
    policy_answers *a = xcalloc(1, sizeof *a);

    a->what = what;
    a->worker = worker;
    a->ways[ASKED_WHOLE] = true;
    a->heard = xcalloc(what->count + 1, sizeof *a->heard);
    return a;
}

void policy_answers_free(policy_answers *a)
{
    for (size_t i = 0; i < a->what->count; i++)
        for (unsigned how = 0; how < ASKED_COUNT; how++)
            fp_outcome_free(a->heard[i][how].outcome);
    free(a->heard);
    free(a);
}

bool policy_answers_may_ask(const policy_answers *a, const test_case *t)
{
    const wire_hello *hello = session_hello(a->worker);
    const size_t *limits = (const size_t *)&t->limits;

    for (size_t i = 0; i < sizeof t->limits / sizeof *limits; i++)
        if (limits[i])
            return false;
    return t->input.len <= INPUT_MAX && !case_tells_tokens(t) &&
           wire_hello_parses(hello, t->syntax) && wire_can_take(hello, t->input, NULL) &&
           !wire_cannot_give(hello, t) && (hello->catalogue || !t->catalogue);
}

/* -- asking ------------------------------------------------------------------------------------ */

static void keep(void *context, void *token, const reply *got)
{
    heard *h = token;
    wire_log log = { 0 };

    (void)context;
    h->outcome = got->outcome ? outcome_copy(got->outcome) : NULL;
    wire_log_read(&log, got->events);
    for (size_t i = 0; i < log.count; i++)
        h->ends += log.events[i].type == FP_EVENT_CALL_END;
    wire_log_free(&log);
}

/* Asks for a case, cut like this; cut may be NULL: in one piece. */
static void ask_cut(const policy_answers *a, const test_case *t, const cutting *cut, heard *h)
{
    h->asked = true;
    if (session_lost(a->worker) || !wire_can_take(session_hello(a->worker), t->input, cut))
        return;
    session_ask(a->worker,
                &(session_request){ .syntax = t->syntax,
                                    .input = t->input,
                                    .prefix = t->prefix,
                                    .ends_as = t,
                                    .of = t,
                                    .cut = cut,
                                    .catalogue = t->catalogue_json },
                keep, NULL, h);
    session_drain(a->worker);
}

/* A case of which both cuttings are asked. */
typedef struct cut_case {
    const policy_answers *answers;
    const test_case *test;
    heard *heard; /* ASKED_COUNT of them */
} cut_case;

static bool ask_pieces(void *context, const cutting *cut)
{
    const cut_case *c = context;
    const asked_as how = strcmp(cut->name, "token-like") == 0 ? ASKED_LIKE_TOKENS : ASKED_BY_UNITS;

    if (c->answers->ways[how] && !c->heard[how].asked)
        ask_cut(c->answers, c->test, cut, &c->heard[how]);
    return true;
}

/* In all ways that are open, and were not tried yet. A short text may be the same in two of them:
 * it is asked once. */
const heard *policy_answers_to(policy_answers *a, size_t index)
{
    const test_case *t = a->what->cases[index];
    heard *h = a->heard[index];
    cut_plan plan = CUT_PLAN_DEFAULT;
    cut_case c = { a, t, h };

    if (a->ways[ASKED_WHOLE] && !h[ASKED_WHOLE].asked)
        ask_cut(a, t, NULL, &h[ASKED_WHOLE]);
    plan.unit = session_hello(a->worker)->unit;
    plan.quick = true;
    for (unsigned how = ASKED_BY_UNITS; how < ASKED_COUNT; how++)
        if (a->ways[how] && !h[how].asked) {
            cuts_each(t->input, t->syntax, &plan, ask_pieces, &c);
            break;
        }
    for (unsigned how = 0; how < ASKED_COUNT; how++)
        h[how].asked = h[how].asked || a->ways[how];
    return h;
}

const heard *policy_answers_known(const policy_answers *a, size_t index)
{
    return a->heard[index];
}

/* -- which ways ----------------------------------------------------------------------------------
 */

/* Returns whether the case is a whole call, as plain as can be: what parsers read under any policy.
 */
static bool is_plain(const policy_answers *a, const test_case *t)
{
    bool whole =
        t->expect.call_count > 0 && !t->catalogue && !t->prefix.len && t->level == LEVEL_MUST;

    for (size_t i = 0; whole && i < t->expect.call_count; i++)
        whole = t->expect.calls[i].call.complete;
    for (unsigned i = 0; whole && i < FP_POLICY_COUNT; i++)
        whole = !t->policy.given[i];
    return whole && policy_answers_may_ask(a, t);
}

/* Returns whether the calls of the answer are those of the case. */
static bool is_right(const test_case *t, const heard *h)
{
    static const judged CALLS = { false, false, false };
    difference d;

    return h->outcome && judge_part(PART_CALLS, &t->expect, h->outcome, &CALLS, &d);
}

void policy_answers_cut(policy_answers *a)
{
    size_t right[ASKED_COUNT] = { 0 }, best = 0, tried = 0;

    for (unsigned how = 0; how < ASKED_COUNT; how++)
        a->ways[how] = true;
    for (size_t i = 0; i < a->what->count && tried < TRIALS; i++) {
        const heard *h;

        if (!is_plain(a, a->what->cases[i]))
            continue;
        h = policy_answers_to(a, i);
        tried++;
        for (unsigned how = 0; how < ASKED_COUNT; how++)
            right[how] += is_right(a->what->cases[i], &h[how]);
    }
    for (unsigned how = 0; how < ASKED_COUNT; how++)
        best = right[how] > best ? right[how] : best;
    for (unsigned how = 0; how < ASKED_COUNT; how++)
        a->ways[how] = best ? right[how] * OF >= best * SURVIVES : how == ASKED_WHOLE;
    for (size_t i = 0; i < a->what->count; i++)
        for (unsigned how = 0; how < ASKED_COUNT; how++)
            if (!a->ways[how]) {
                fp_outcome_free(a->heard[i][how].outcome);
                a->heard[i][how] = (heard){ 0 };
            }
}
