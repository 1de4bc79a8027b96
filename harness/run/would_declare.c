/* SPDX-License-Identifier: Apache-2.0 */
/* would_declare.c: finds the policy that would make a parser's answer right if it declared it. */
#include "run/would_declare.h"

/* Returns whether our parser reads the case as the outcome does. */
static bool reads_so(const test_case *t, const fp_options *options, const fp_outcome *o,
                     const judged *what)
{
    fp_outcome *ours;
    expectation e;
    difference d;
    bool same;

    need_memory(fp_parse(t->syntax, options, t->input, &ours) == FP_OK);
    e = expectation_of_reference(ours);
    same = judge_recovered(NULL, &e, recovered_calls(t->syntax, options, t->input), o, what, &d);
    expectation_release(&e);
    fp_outcome_free(ours);
    return same;
}

/* Of two values that make the answer right, the one under which more is judged is declared. */
static bool judges_less(fp_policy policy, unsigned value)
{
    return policy == FP_UNTERMINATED && value == FP_UNTERMINATED_RECOVER;
}

bool would_declare(const test_case *t, const fp_options *options, const fp_outcome *o,
                   const judged *what, policy_set *policy)
{
    *policy = (policy_set){ .policies = options->policies };
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        for (unsigned v = 0; fp_policy_value_name((fp_policy)i, v); v++) {
            fp_options other = *options;

            if (options->policies.of[i] == v ||
                (i == FP_MARKERS && !case_tells_tokens(t)) || /* it decides what is sent */
                !fp_syntax_allows(t->syntax, (fp_policy)i, v))
                continue;
            other.policies.of[i] = (uint8_t)v;
            if (!reads_so(t, &other, o, what))
                continue;
            *policy = (policy_set){ .policies = other.policies };
            policy->given[i] = true;
            if (!judges_less((fp_policy)i, v))
                return true;
        }
        if (policy->given[i])
            return true;
    }
    return false;
}
