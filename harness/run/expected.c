/* SPDX-License-Identifier: Apache-2.0 */
/* expected.c: what a case expects of a parser with these policies. */
#include "run/expected.h"

static fp_outcome *outcome_under(const test_case *t, const fp_options *options)
{
    fp_outcome *outcome;

    need_memory(fp_parse(t->syntax, options, t->input, &outcome) == FP_OK);
    return outcome;
}

/* Returns whether an alternative of the case is for a parser with these policies, and with just
 * these. */
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

case_expected expected_of(const test_case *t, fp_options options, const policy_set *declared)
{
    static const judged ALL = { true, true, false };
    const fp_options own = case_options(t);
    fp_outcome *usual = outcome_under(t, &own);
    case_expected x = { .test = t, .options = options, .expect = t->expect, .borrowed = true };
    difference d;
    bool same;

    x.derived = outcome_under(t, &options);
    x.recovered = recovered_calls(t->syntax, &options, t->input);
    same = judge_same(usual, x.derived, &ALL, &d);
    fp_outcome_free(usual);
    if (same)
        return x;
    x.declared = d.choice ? d.choice : t->parts[d.part].first;
    for (size_t i = 0; i < t->accept_count; i++) {
        if (alternative_is_for(&t->accept[i], declared)) {
            x.expect = t->accept[i].expect;
            x.basis = "by an alternative of the case, for the declared policies";
            return x;
        }
    }
    x.expect = expectation_of_reference(x.derived);
    x.borrowed = false;
    x.basis = "by the reference parser under the declared policies and capabilities";
    return x;
}

void expected_release(case_expected *x)
{
    if (!x->borrowed)
        expectation_release(&x->expect);
    fp_outcome_free(x->derived);
}

bool expected_is(const case_expected *x, const fp_outcome *o, const judged *what, difference *d)
{
    difference other;

    if (judge_recovered(x->test, &x->expect, x->recovered, o, what, d) ||
        judge_whole_drops(x->test->syntax, &x->options, x->test->input, o, what))
        return true;
    for (size_t i = 0; x->borrowed && i < x->test->accept_count; i++) {
        const alternative *a = &x->test->accept[i];
        bool any = false;

        for (unsigned p = 0; p < FP_POLICY_COUNT; p++)
            any = any || a->policy.given[p];
        if (!any && judge_recovered(NULL, &a->expect, x->recovered, o, what, &other))
            return true;
    }
    return false;
}
