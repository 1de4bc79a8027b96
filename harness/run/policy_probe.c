/* SPDX-License-Identifier: Apache-2.0 */
/* policy_probe.c: finds out which policies a worker follows, from its answers. */
#include "run/policy_probe.h"

#include "judge/judge.h"
#include "run/policy_answers.h"

#include <stdlib.h>

struct policy_probe {
    const selection *what;
    session *worker;
    policy_answers *answers; /* owned */
};

policy_probe *policy_probe_new(const selection *what, session *worker)
{
    policy_probe *p = xcalloc(1, sizeof *p);

    p->what = what;
    p->worker = worker;
    p->answers = policy_answers_new(what, worker);
    return p;
}

policy_answers *policy_probe_answers(policy_probe *p)
{
    return p->answers;
}

void policy_probe_cut(policy_probe *p)
{
    policy_answers_cut(p->answers);
}

void policy_probe_free(policy_probe *p)
{
    policy_answers_free(p->answers);
    free(p);
}

/* -- looking ----------------------------------------------------------------------------------- */

static unsigned value_count(fp_policy policy)
{
    unsigned count = 0;

    while (count < POLICY_VALUES_MAX && fp_policy_value_name(policy, count))
        count++;
    return count;
}

fp_options policy_options(const test_case *t, const policy_set *set)
{
    fp_options options = fp_options_default(t->syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (set->given[i])
            options.policies.of[i] = set->policies.of[i];
    options.policies.of[FP_MARKERS] = FP_MARKERS_TEXT; /* as its inputs are sent: MODEL-7.3 */
    options.catalogue = t->catalogue;
    options.prefix = t->prefix;
    options.finish = t->finish;
    options.finish_token = t->finish_token;
    return options;
}

/* How our parser reads a case under some policies. */
typedef struct reading {
    const test_case *test;
    policy_set set;
    fp_outcome *outcome; /* owned */
    size_t recovered;    /* judge_recovered() */
    size_t ends;         /* calls that come by call_end */
} reading;

static reading read_as(const test_case *t, const policy_set *set)
{
    const fp_options options = policy_options(t, set);
    reading r = { .test = t, .set = *set };

    need_memory(fp_parse(t->syntax, &options, t->input, &r.outcome) == FP_OK);
    r.ends = r.recovered = recovered_calls(t->syntax, &options, t->input);
    r.ends += complete_call_count(r.outcome);
    return r;
}

/* The set with one value in it changed. */
static policy_set with_value(const policy_set *set, unsigned policy, unsigned value)
{
    policy_set other = *set;

    other.given[policy] = true;
    other.policies.of[policy] = (uint8_t)value;
    return other;
}

/* Returns whether the readings are not all the same, as far as the worker is judged. A call that is
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

/* Returns whether the worker says what our parser says. */
static bool explains(const reading *r, const heard *said, const wire_hello *hello)
{
    const judged what = { hello->spans, hello->diagnostics, false };
    const fp_options options = policy_options(r->test, &r->set);
    difference d;

    return (judge_same_recovered(r->outcome, r->recovered, said->outcome, &what, &d) ||
            judge_whole_drops(r->test->syntax, &options, r->test->input, said->outcome, &what)) &&
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

/* Returns whether the answer is as all readings, in calls or in text, where the readings agree. */
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

/* What the answers to one case tell about the values. */
typedef struct evidence {
    bool answered, able;
    bool explained[POLICY_VALUES_MAX]; /* by the value: each answer that can tell */
    policy_odd odd;
} evidence;

static unsigned first_of(const bool *explained, unsigned count)
{
    unsigned v = 0;

    while (v < count && !explained[v])
        v++;
    return v;
}

/* Adds one more answer that can tell. */
static void add_answer(evidence *e, const bool *by, unsigned values, asked_as how)
{
    const unsigned value = first_of(by, values);
    const bool first = !e->able;

    for (unsigned v = 0; v < values; v++)
        e->explained[v] = by[v] && (first || e->explained[v]);
    e->able = true;
    if (value < values && !e->odd.as[0].name)
        e->odd.as[0] = (policy_as){ value, asked_name(how) };
    else if (value < values && !by[e->odd.as[0].value] && !e->odd.as[1].name)
        e->odd.as[1] = (policy_as){ value, asked_name(how) };
}

static evidence weigh(const reading *under, unsigned values, const heard *said,
                      const wire_hello *hello)
{
    const judged what = { hello->spans, hello->diagnostics, false };
    evidence e = { 0 };

    for (unsigned how = 0; how < ASKED_COUNT; how++) {
        bool by[POLICY_VALUES_MAX];

        if (!said[how].outcome)
            continue;
        e.answered = true;
        if (!can_tell(under, values, &said[how], &what))
            continue;
        for (unsigned v = 0; v < values; v++)
            by[v] = explains(&under[v], &said[how], hello);
        add_answer(&e, by, values, (asked_as)how);
    }
    return e;
}

static void note_odd(policy_sight *sight, const test_case *t, const policy_odd *odd)
{
    const size_t at = sight->able - sight->telling - 1;

    if (at < POLICY_ODD_MAX) {
        sight->odd[at] = *odd;
        sight->odd[at].test = t;
    }
}

static void note(policy_sight *sight, const test_case *t, const evidence *e)
{
    const unsigned best = first_of(e->explained, sight->values);
    bool decides = false;

    sight->able++;
    if (best == sight->values) { /* it fails in a way of its own, or in several */
        note_odd(sight, t, &e->odd);
        return;
    }
    sight->telling++;
    if (!sight->first)
        sight->first = t;
    for (unsigned v = 0; v < sight->values; v++) {
        decides = decides || !e->explained[v];
        sight->explains[v] += e->explained[v];
        if (!e->explained[v] && !sight->against[v]) {
            sight->against[v] = t;
            sight->instead[v] = best;
        }
    }
    sight->deciding += decides;
}

/* What one case tells of the policy. */
static void look_at(policy_probe *p, size_t index, fp_policy policy, const policy_set *base,
                    policy_sight *sight)
{
    const wire_hello *hello = session_hello(p->worker);
    const judged what = { hello->spans, hello->diagnostics, false };
    const test_case *t = p->what->cases[index];
    reading under[POLICY_VALUES_MAX];
    evidence e = { 0 };

    for (unsigned v = 0; v < sight->values; v++) {
        const bool can = fp_syntax_allows(t->syntax, policy, v);
        const policy_set set =
            with_value(base, policy, can ? v : t->syntax->policies[policy].value);

        under[v] = read_as(t, &set);
    }
    if (depends(under, sight->values, &what))
        e = weigh(under, sight->values, policy_answers_to(p->answers, index), hello);
    for (unsigned v = 0; v < sight->values; v++)
        fp_outcome_free(under[v].outcome);
    sight->dependent += e.answered;
    if (e.able)
        note(sight, t, &e);
    else if (e.answered && !sight->unable)
        sight->unable = t;
}

policy_sight policy_probe_look(policy_probe *p, fp_policy policy, const policy_set *base)
{
    policy_sight sight = { .values = value_count(policy) };

    for (size_t i = 0; i < p->what->count; i++)
        if (policy_answers_may_ask(p->answers, p->what->cases[i]))
            look_at(p, i, policy, base, &sight);
    return sight;
}

/* -- all policies at once ------------------------------------------------------------------------
 */

policy_misses policy_probe_misses(const policy_probe *p, const policy_set *set)
{
    const wire_hello *hello = session_hello(p->worker);
    policy_misses m = { 0 };

    for (size_t i = 0; i < p->what->count; i++) {
        const heard *said = policy_answers_known(p->answers, i);
        reading r = { 0 };

        for (unsigned how = 0; how < ASKED_COUNT; how++) {
            if (!said[how].outcome)
                continue;
            if (!r.outcome)
                r = read_as(p->what->cases[i], set);
            m.answers++;
            m.missed += !explains(&r, &said[how], hello);
        }
        fp_outcome_free(r.outcome);
    }
    return m;
}

/* A search for the set under which the fewest answers are missed. */
typedef struct search {
    const policy_probe *probe;
    const fp_syntax *syntax;
    policy_set best;
    size_t missed;
} search;

/* Under `recover` less is judged (MODEL-3.1), so it explains what `whole` does, and more. */
static bool recovers(const policy_set *set)
{
    return set->policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_RECOVER;
}

/* Takes the set if fewer answers are missed under it, or as few and more is judged. */
static bool improves(search *s, const policy_set *set)
{
    const size_t missed = policy_probe_misses(s->probe, set).missed;
    const bool judges_more = recovers(&s->best) && !recovers(set);

    if (missed > s->missed || (missed == s->missed && !judges_more))
        return false;
    s->best = *set;
    s->missed = missed;
    return true;
}

/* Returns whether the policy of the set can be changed to the value. */
static bool can_be(const search *s, const policy_set *set, unsigned policy, unsigned value)
{
    return value != set->policies.of[policy] &&
           fp_syntax_allows(s->syntax, (fp_policy)policy, value);
}

/* Changes one policy of the set. */
static bool change(search *s, const policy_set *set, unsigned policy)
{
    bool better = false;

    for (unsigned v = 0; v < value_count((fp_policy)policy); v++) {
        const policy_set other = with_value(set, policy, v);

        better = (can_be(s, set, policy, v) && improves(s, &other)) || better;
    }
    return better;
}

/* Changes single policies as long as that helps. */
static void climb(search *s)
{
    bool better = true;

    while (better && s->missed) {
        better = false;
        for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
            const policy_set from = s->best;

            better = change(s, &from, i) || better;
        }
    }
}

/* Changes two policies of the set. */
static bool change_two(search *s, const policy_set *set, unsigned one, unsigned other)
{
    bool better = false;

    for (unsigned v = 0; v < value_count((fp_policy)one); v++) {
        const policy_set first = with_value(set, one, v);

        better = (can_be(s, set, one, v) && change(s, &first, other)) || better;
    }
    return better;
}

/* Changes two at once, of those that were seen to fit badly: one value may hide what another
 * explains. */
static bool leap(search *s, const bool *in_doubt)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        for (unsigned k = i + 1; k < FP_POLICY_COUNT; k++) {
            const policy_set from = s->best;

            if (s->missed && in_doubt[i] && in_doubt[k] && change_two(s, &from, i, k))
                return true;
        }
    return false;
}

void policy_probe_fit(const policy_probe *p, const fp_syntax *syntax, policy_set *set,
                      const bool *in_doubt)
{
    search s = { p, syntax, *set, policy_probe_misses(p, set).missed };

    do {
        climb(&s);
    } while (leap(&s, in_doubt));
    *set = s.best;
}

/* -- the check --------------------------------------------------------------------------------- */

/* Returns a case that contradicts the declared value, if another value explains more of the
 * answers; NULL: none does. A single odd answer is only a failure of its case. */
static const test_case *broken_by(const policy_sight *sight, unsigned declared)
{
    for (unsigned v = 0; v < sight->values; v++)
        if (sight->explains[v] > sight->explains[declared])
            return sight->against[declared];
    return NULL;
}

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
