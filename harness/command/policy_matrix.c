/* SPDX-License-Identifier: Apache-2.0 */
/* policy_matrix.c: where each value of each policy applies. The rows of the syntaxes have the
 * possible and default values; the cases show what another value changes.
 */
#include "command/policy_matrix.h"

#include "command/choice_table.h"

#include "judge/judge.h"

#include <fencepost/syntax.h>

#include <stdio.h>

/* Longer inputs show nothing that short ones do not. */
enum { INPUT_MAX = 2048 };

/* How our parser reads a case. */
typedef struct reading {
    fp_outcome *outcome; /* owned */
    size_t recovered;    /* recovered_calls() */
} reading;

static reading read_under(const test_case *t, fp_policy policy, unsigned value)
{
    fp_options options = case_options(t);
    reading r;

    options.policies.of[policy] = (uint8_t)value;
    need_memory(fp_parse(t->syntax, &options, t->input, &r.outcome) == FP_OK);
    r.recovered = recovered_calls(t->syntax, &options, t->input);
    return r;
}

/* Returns whether the case means something else under the value than under the default. */
static bool case_changes(const test_case *t, fp_policy policy, unsigned value)
{
    static const judged ALL = { true, true, true };
    reading usual = read_under(t, policy, t->syntax->policies[policy].value);
    reading other = read_under(t, policy, value);
    difference d;
    const bool same =
        usual.recovered == other.recovered && judge_same(usual.outcome, other.outcome, &ALL, &d);

    fp_outcome_free(usual.outcome);
    fp_outcome_free(other.outcome);
    return !same;
}

static bool changes_something(const corpus *c, const fp_syntax *syntax, fp_policy policy,
                              unsigned value)
{
    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        if (t->syntax == syntax && t->input.len <= INPUT_MAX && case_changes(t, policy, value))
            return true;
    }
    return false;
}

/* The clause that gives the default: the syntax's, or the model's where all have the same. */
static const char *default_clause(const fp_syntax *syntax, fp_policy policy)
{
    const char *clause = syntax->policies[policy].clause;

    if (!clause && policy == FP_MALFORMED)
        return "MODEL-3.25";
    if (!clause && policy == FP_FALSE_OPENER)
        return "MODEL-3.26";
    return clause ? clause : "";
}

static void print_cell(const corpus *c, const fp_syntax *syntax, fp_policy policy, unsigned value)
{
    if (syntax->policies[policy].value == value)
        printf(" **default** %s |", default_clause(syntax, policy));
    else if (!fp_syntax_allows(syntax, policy, value))
        printf(" refused |");
    else
        printf(" %s |", changes_something(c, syntax, policy, value) ? "yes" : "nothing");
}

static void print_head(const fp_syntax *only)
{
    puts("# Where each policy applies\n\n"
         "Measured, not claimed: `fencepost list matrix` writes this file, and a test holds it "
         "true. What the values mean is in\n[section 3 of the model](model.md). **default**: the "
         "syntax has this value if no other one is declared, by the clause\nnamed; *yes*: it may "
         "be declared, and golden cases mean something else under it; *nothing*: it may be "
         "declared, and\nchanges no case, because the notation has nothing for it to change; "
         "*refused*: the syntax cannot have it (MODEL-3.20).\n");
    printf("| value |");
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (!only || *s == only)
            printf(" %s |", fp_syntax_id(*s));
    printf("\n|---|");
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (!only || *s == only)
            printf("---|");
    putchar('\n');
}

void policy_matrix_print(const corpus *c, const fp_syntax *only)
{
    const char *value;

    print_head(only);
    for (unsigned p = 0; p < FP_POLICY_COUNT; p++) {
        for (unsigned v = 0; (value = fp_policy_value_name((fp_policy)p, v)); v++) {
            printf("| `%s: %s` |", fp_policy_name((fp_policy)p), value);
            for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
                if (!only || *s == only)
                    print_cell(c, *s, (fp_policy)p, v);
            putchar('\n');
        }
    }
    if (!only)
        choice_table_print();
}
