/* SPDX-License-Identifier: Apache-2.0 */
/* policy_probe.c: which policies a worker keeps, by what it answers. */
#include "run/policy_probe.h"

#include "judge/judge.h"
#include "worker/wire_log.h"

#include <stdlib.h>

/* Longer inputs tell nothing that short ones do not. */
enum { INPUT_MAX = 2048 };

typedef struct heard {
    bool asked;
    fp_outcome *outcome; /* owned; NULL: none, or the case cannot be asked */
    size_t ends;         /* call_end, among its events */
} heard;

struct policy_probe {
    const selection *what;
    session *worker;
    heard *heard;
};

policy_probe *policy_probe_new(const selection *what, session *worker)
{
    policy_probe *p = xcalloc(1, sizeof *p);

    p->what = what;
    p->worker = worker;
    p->heard = xcalloc(what->count, sizeof *p->heard);
    return p;
}

void policy_probe_free(policy_probe *p)
{
    for (size_t i = 0; i < p->what->count; i++)
        fp_outcome_free(p->heard[i].outcome);
    free(p->heard);
    free(p);
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

/* The worker's answer to the case; without an outcome: there is none. */
static const heard *answer_to(policy_probe *p, size_t index)
{
    const test_case *t = p->what->cases[index];
    heard *h = &p->heard[index];

    if (!h->asked && !session_lost(p->worker)) {
        session_ask(p->worker,
                    &(session_request){ .syntax = t->syntax,
                                        .input = t->input,
                                        .prefix = t->prefix,
                                        .ends_as = t,
                                        .of = t,
                                        .catalogue = t->catalogue_json },
                    keep, NULL, h);
        session_drain(p->worker);
    }
    h->asked = true;
    return h;
}

static bool can_ask(const policy_probe *p, const test_case *t)
{
    const wire_hello *hello = session_hello(p->worker);
    const size_t *limits = (const size_t *)&t->limits;

    for (size_t i = 0; i < sizeof t->limits / sizeof *limits; i++)
        if (limits[i])
            return false;
    return t->input.len <= INPUT_MAX && !case_tells_tokens(t) &&
           wire_hello_parses(hello, t->syntax) && wire_can_take(hello, t->input, NULL) &&
           !wire_cannot_give(hello, t) && (hello->catalogue || !t->catalogue);
}

/* -- looking ----------------------------------------------------------------------------------- */

static unsigned value_count(fp_policy policy)
{
    unsigned count = 0;

    while (count < POLICY_VALUES_MAX && fp_policy_value_name(policy, count))
        count++;
    return count;
}

/* How our parser reads a case under one value. */
typedef struct reading {
    fp_outcome *outcome; /* owned */
    size_t recovered;    /* judge_recovered() */
    size_t ends;         /* calls that come by call_end */
} reading;

static reading read_under(const test_case *t, fp_policy policy, unsigned value,
                          const policy_set *base)
{
    fp_options options = fp_options_default(t->syntax);
    reading r;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (base->given[i])
            options.policies.of[i] = base->policies.of[i];
    options.policies.of[policy] = (uint8_t)value;
    options.policies.of[FP_MARKERS] = FP_MARKERS_TEXT; /* as its inputs are sent: MODEL-7.3 */
    options.catalogue = t->catalogue;
    options.prefix = t->prefix;
    options.finish = t->finish;
    options.finish_token = t->finish_token;
    need_memory(fp_parse(t->syntax, &options, t->input, &r.outcome) == FP_OK);
    r.ends = r.recovered = recovered_calls(t->syntax, &options, t->input);
    for (size_t i = 0; i < fp_outcome_call_count(r.outcome); i++)
        r.ends += fp_outcome_call(r.outcome, i)->complete;
    return r;
}

/* Whether the readings are not all the same, as far as the worker is judged. A call that is
 * recovered may be said to be complete, and comes by call_end: so it tells, too. */
static bool depends(const reading *under, unsigned count, const judged *what)
{
    difference d;

    for (unsigned v = 1; v < count; v++)
        if (under[0].recovered != under[v].recovered ||
            !judge_same(under[0].outcome, under[v].outcome, what, &d))
            return true;
    return false;
}

/* Whether the worker says what our parser says. */
static bool explains(const reading *r, const heard *said, const wire_hello *hello)
{
    const judged what = { hello->spans, hello->diagnostics, false };
    difference d;

    return judge_same_recovered(r->outcome, r->recovered, said->outcome, &what, &d) &&
           (!hello->events || r->ends == said->ends);
}

static bool same_calls(const reading *a, size_t recovered, const fp_outcome *b, const judged *what)
{
    difference d;

    return judge_same_recovered(a->outcome, recovered, b, what, &d) || d.kind == DIFFERS_TEXT ||
           d.kind == DIFFERS_TEXT_LOST || d.kind == DIFFERS_TEXT_EXTRA ||
           d.kind == DIFFERS_REASONING || d.kind == DIFFERS_DIAGNOSTICS;
}

static bool same_text(const reading *a, const fp_outcome *b)
{
    return fp_str_equal(fp_outcome_text(a->outcome), fp_outcome_text(b)) &&
           fp_str_equal(fp_outcome_reasoning(a->outcome), fp_outcome_reasoning(b));
}

/* Whether the answer is as all readings, in calls or in text, where the readings agree. */
static bool can_tell(const reading *under, unsigned count, const heard *said, const judged *what)
{
    bool calls = true, text = true;

    for (unsigned v = 1; v < count; v++) {
        calls = calls && under[0].recovered == under[v].recovered &&
                same_calls(&under[0], 0, under[v].outcome, what);
        text = text && same_text(&under[0], under[v].outcome);
    }
    return (!calls || same_calls(&under[0], under[0].recovered, said->outcome, what)) &&
           (!text || same_text(&under[0], said->outcome));
}

static void note_odd(policy_sight *sight, const test_case *t)
{
    const size_t odd = sight->able - sight->telling - 1;

    if (odd < POLICY_ODD_MAX)
        sight->odd[odd] = t;
}

static void note(policy_sight *sight, const test_case *t, const bool *explained)
{
    unsigned best = 0;
    bool decides = false;

    while (best < sight->values && !explained[best])
        best++;
    sight->able++;
    if (best == sight->values) { /* it fails in a way of its own */
        note_odd(sight, t);
        return;
    }
    sight->telling++;
    if (!sight->first)
        sight->first = t;
    for (unsigned v = 0; v < sight->values; v++) {
        decides = decides || !explained[v];
        sight->explains[v] += explained[v];
        if (!explained[v] && !sight->against[v]) {
            sight->against[v] = t;
            sight->instead[v] = best;
        }
    }
    sight->deciding += decides;
}

policy_sight policy_probe_look(policy_probe *p, fp_policy policy, const policy_set *base)
{
    const wire_hello *hello = session_hello(p->worker);
    const judged what = { hello->spans, hello->diagnostics, false };
    policy_sight sight = { .values = value_count(policy) };

    for (size_t i = 0; i < p->what->count; i++) {
        const test_case *t = p->what->cases[i];
        reading under[POLICY_VALUES_MAX];
        bool explained[POLICY_VALUES_MAX] = { false };
        const heard *said = NULL;
        bool able;

        if (!can_ask(p, t))
            continue;
        for (unsigned v = 0; v < sight.values; v++)
            under[v] = read_under(t, policy, v, base);
        if (depends(under, sight.values, &what))
            said = answer_to(p, i);
        able = said && said->outcome && can_tell(under, sight.values, said, &what);
        for (unsigned v = 0; v < sight.values; v++) {
            explained[v] = said && said->outcome && explains(&under[v], said, hello);
            fp_outcome_free(under[v].outcome);
        }
        sight.dependent += said && said->outcome;
        if (able)
            note(&sight, t, explained);
        else if (said && said->outcome && !sight.unable)
            sight.unable = t;
    }
    return sight;
}

/* Whether another value explains more of the answers: one odd answer is a failure of its case only.
 */
static const test_case *broken_by(const policy_sight *sight, unsigned declared)
{
    for (unsigned v = 0; v < sight->values; v++)
        if (sight->explains[v] > sight->explains[declared])
            return sight->against[declared];
    return NULL;
}

/* -- the check --------------------------------------------------------------------------------- */

static void say_policy(fp_policy policy, unsigned declared, const policy_sight *sight,
                       on_result *say, void *context)
{
    const test_case *witness = broken_by(sight, declared);
    result r = { .test = witness ? witness : sight->first,
                 .check = "policies",
                 .clause = "PROTOCOL-2.5" };
    char *sentence = NULL;

    if (witness) {
        r.verdict = VERDICT_WRONG;
        r.sentence = sentence = xformat(
            "it declares %s: %s, and does not keep it: %zu of the %zu cases that tell are answered "
            "otherwise, this one as under %s",
            fp_policy_name(policy), fp_policy_value_name(policy, declared),
            sight->telling - sight->explains[declared], sight->telling,
            fp_policy_value_name(policy, sight->instead[declared]));
    }
    say(context, &r);
    free(sentence);
}

selection selection_of_syntax(const selection *what, const fp_syntax *syntax)
{
    selection of = *what;

    of.cases = xcalloc(what->count + 1, sizeof *of.cases);
    of.count = 0;
    for (size_t i = 0; i < what->count; i++)
        if (what->cases[i]->syntax == syntax)
            of.cases[of.count++] = what->cases[i];
    return of;
}

static void check_syntax(const selection *what, session *worker, const policy_set *declared,
                         on_result *say, void *context)
{
    policy_probe *p = policy_probe_new(what, worker);

    for (unsigned i = 0; i < FP_POLICY_COUNT && !session_lost(worker); i++) {
        policy_sight sight;

        if (!declared->given[i] || i == FP_MARKERS) /* that one decides what is sent */
            continue;
        sight = policy_probe_look(p, (fp_policy)i, declared);
        if (sight.telling)
            say_policy((fp_policy)i, declared->policies.of[i], &sight, say, context);
    }
    policy_probe_free(p);
}

void policies_check(const selection *what, session *worker, on_result *say, void *context)
{
    const wire_hello *hello = session_hello(worker);

    for (size_t i = 0; i < hello->syntax_count; i++) {
        const fp_syntax *syntax = hello->syntaxes[i];
        selection of = selection_of_syntax(what, syntax);

        check_syntax(&of, worker, wire_hello_policy(hello, syntax), say, context);
        free(of.cases);
    }
}
