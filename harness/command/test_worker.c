/* SPDX-License-Identifier: Apache-2.0 */
/* test_worker.c: the worker of `fencepost test` and of `fencepost fuzz`. */
#include "command/test_worker.h"

#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>

/* -- how it is started ------------------------------------------------------------------------ */

session *test_worker_open(const char *by, const test_options *o)
{
    const session_config config = test_options_session(o);
    char error[SESSION_ERROR_SIZE];
    session *worker = session_open(&config, error, sizeof error);

    if (!worker) {
        fprintf(stderr, "fencepost %s: the worker cannot be used: %s\n", by, error);
        return NULL;
    }
    if (smoke_test(worker, error, sizeof error))
        return worker;
    fprintf(stderr,
            "fencepost %s: the adapter failed its smoke test: %s\n"
            "Nothing was tested. Repair the adapter first; spec/protocol.md says what to answer.\n",
            by, error);
    session_close(worker);
    return NULL;
}

/* -- what it declares -------------------------------------------------------------------------- */

/* Adds the policies of a set that are not those of another one; of a syntax, or NULL: of all. */
static char *add_policies(char *text, const policy_set *set, const policy_set *but,
                          const fp_syntax *syntax)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        char *longer;

        if (!set->given[i] || (but->given[i] && but->policies.of[i] == set->policies.of[i]))
            continue;
        longer =
            xformat("%s%s%s%s%s: %s", text, *text ? ", " : "", syntax ? fp_syntax_id(syntax) : "",
                    syntax ? "." : "", fp_policy_name((fp_policy)i),
                    fp_policy_value_name((fp_policy)i, set->policies.of[i]));
        free(text);
        text = longer;
    }
    return text;
}

/* Adds the readings of a syntax; those that an earlier one has, too, are there already. */
static char *add_readings(char *text, const wire_hello *hello, size_t index)
{
    const declared_readings *d = &hello->own_readings[index];

    for (size_t k = 0; k < d->count; k++) {
        bool there = false;
        char *longer;

        for (size_t i = 0; i < index; i++)
            there = there || declared_has(&hello->own_readings[i], d->clauses[k]);
        if (there)
            continue;
        longer = xformat("%s%sreading %s", text, *text ? ", " : "", d->clauses[k]);
        free(text);
        text = longer;
    }
    return text;
}

char *test_worker_policies(const wire_hello *hello)
{
    static const policy_set NONE = { 0 };
    char *text = add_policies(xstrdup(""), &hello->policy, &NONE, NULL);

    for (size_t i = 0; i < hello->syntax_count; i++)
        text = add_policies(text, &hello->own_policy[i], &hello->policy, hello->syntaxes[i]);
    for (size_t i = 0; i < hello->syntax_count; i++)
        text = add_readings(text, hello, i);
    if (hello->constrained) {
        char *longer = xformat("%s%soutput: constrained", text, *text ? ", " : "");

        free(text);
        text = longer;
    }
    return text;
}
