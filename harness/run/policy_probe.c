/* SPDX-License-Identifier: Apache-2.0 */
/* policy_probe.c: which policies a worker keeps, by what it answers. */
#include "run/policy_probe.h"

#include "judge/judge.h"

#include <stdlib.h>

/* Longer inputs tell nothing that short ones do not. */
enum { INPUT_MAX = 2048 };

typedef struct heard {
    bool asked;
    fp_outcome *outcome; /* owned; NULL: none, or the case cannot be asked */
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

    (void)context;
    h->outcome = got->outcome ? outcome_copy(got->outcome) : NULL;
}

/* What the worker says of the case; NULL: nothing. */
static const fp_outcome *answer_to(policy_probe *p, size_t index)
{
    const test_case *t = p->what->cases[index];
    heard *h = &p->heard[index];

    if (!h->asked && !session_lost(p->worker)) {
        session_ask(p->worker,
                    &(session_request){
                        .syntax = t->syntax, .input = t->input, .catalogue = t->catalogue_json },
                    keep, NULL, h);
        session_drain(p->worker);
    }
    h->asked = true;
    return h->outcome;
}

static bool can_ask(const policy_probe *p, const test_case *t)
{
    const wire_hello *hello = session_hello(p->worker);
    const size_t *limits = (const size_t *)&t->limits;

    for (size_t i = 0; i < sizeof t->limits / sizeof *limits; i++)
        if (limits[i])
            return false;
    return t->input.len <= INPUT_MAX && wire_hello_parses(hello, t->syntax) &&
           wire_can_take(hello, t->input, NULL) && (hello->catalogue || !t->catalogue);
}

/* -- looking ----------------------------------------------------------------------------------- */

static unsigned value_count(fp_policy policy)
{
    unsigned count = 0;

    while (count < POLICY_VALUES_MAX && fp_policy_value_name(policy, count))
        count++;
    return count;
}

static fp_outcome *outcome_under(const test_case *t, fp_policy policy, unsigned value,
                                 const policy_set *base)
{
    fp_options options = fp_options_default(t->syntax);
    fp_outcome *o;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (base->given[i])
            options.policies.of[i] = base->policies.of[i];
    options.policies.of[policy] = (uint8_t)value;
    options.catalogue = t->catalogue;
    need_memory(fp_parse(t->syntax, &options, t->input, &o) == FP_OK);
    return o;
}

/* Whether the outcomes are not all the same, as far as the worker is judged. */
static bool depends(fp_outcome *const *under, unsigned count, const judged *what)
{
    difference d;

    for (unsigned v = 1; v < count; v++)
        if (!judge_same(under[0], under[v], what, &d))
            return true;
    return false;
}

static void note(policy_sight *sight, const test_case *t, const bool *explained)
{
    unsigned best = 0;

    while (best < sight->values && !explained[best])
        best++;
    sight->dependent++;
    if (best == sight->values) { /* it fails in a way of its own */
        if (!sight->odd)
            sight->odd = t;
        return;
    }
    sight->telling++;
    if (!sight->first)
        sight->first = t;
    for (unsigned v = 0; v < sight->values; v++) {
        sight->explains[v] += explained[v];
        if (!explained[v] && !sight->against[v]) {
            sight->against[v] = t;
            sight->instead[v] = best;
        }
    }
}

policy_sight policy_probe_look(policy_probe *p, fp_policy policy, const policy_set *base)
{
    const wire_hello *hello = session_hello(p->worker);
    const judged what = { hello->spans, hello->diagnostics, false };
    policy_sight sight = { .values = value_count(policy) };

    for (size_t i = 0; i < p->what->count; i++) {
        const test_case *t = p->what->cases[i];
        fp_outcome *under[POLICY_VALUES_MAX] = { NULL };
        bool explained[POLICY_VALUES_MAX] = { false };
        const fp_outcome *said = NULL;
        difference d;

        if (!can_ask(p, t))
            continue;
        for (unsigned v = 0; v < sight.values; v++)
            under[v] = outcome_under(t, policy, v, base);
        if (depends(under, sight.values, &what))
            said = answer_to(p, i);
        for (unsigned v = 0; v < sight.values; v++) {
            explained[v] = said && judge_same(under[v], said, &what, &d);
            fp_outcome_free(under[v]);
        }
        if (said)
            note(&sight, t, explained);
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

        if (!declared->given[i])
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
