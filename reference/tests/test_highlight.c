/* SPDX-License-Identifier: Apache-2.0 */
/* test_highlight.c: each syntax of the table has rules for editors, or is JSON, for which editors
 * have their own. What the rules colour is held by harness/tests/highlight.py, which needs npm. */
#include <fencepost/derive.h>
#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Whether there is a list with a rule in it, and each rule either matches, or begins and ends. */
static bool is_good(const fp_highlight *rules)
{
    if (!rules || (!rules->match && !rules->begin))
        return false;
    for (; rules->match || rules->begin; rules++)
        if (rules->match ? rules->begin || rules->end : !rules->end)
            return false;
    return true;
}

static void each_syntax_has_rules_or_is_json(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        fp_derived derived = { 0 };
        const fp_highlight *rules = fp_syntax_highlight(*s, &derived);

        assert_false(derived.failed);
        if ((*s)->encoded ? rules != NULL : !is_good(rules))
            fail_msg("%s: %s", (*s)->id, rules ? "its rules are not good" : "it has no rules");
        fp_derived_free(&derived);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_syntax_has_rules_or_is_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
