/* SPDX-License-Identifier: Apache-2.0 */
/* readings_check.c: whether the readings that a worker declares may be declared (PROTOCOL-2.14). */
#include "run/readings_check.h"

#include "judge/declared.h"

#include <stdio.h>
#include <string.h>

static const char *what_it_rests_on(const clause *c)
{
    return c->decision                ? "is a Decision for safety"
           : c->basis == BASIS_SAFETY ? "is for safety"
                                      : "rests on its source";
}

bool reading_is_allowed(const spec *s, const char *clause_id, const fp_syntax *syntax,
                        const policy_set *declared, char *why, size_t size)
{
    const clause *c = spec_find(s, clause_id);
    const moved_id *moved = c ? NULL : spec_find_moved(s, clause_id);
    const unsigned policy = reading_policy(syntax, clause_id, declared);

    if (moved)
        snprintf(why, size, "is %.60s now (PROTOCOL-2.14)", moved->to);
    else if (!c)
        snprintf(why, size, "is not a clause of spec/ (PROTOCOL-2.14)");
    else if (c->basis != BASIS_DECISION)
        snprintf(why, size,
                 "%s: only a Decision that is not for safety can be read otherwise (PROTOCOL-2.14)",
                 what_it_rests_on(c));
    else if (policy < FP_POLICY_COUNT)
        snprintf(why, size,
                 "says what %s has of policy \"%s\": declare a value of that (PROTOCOL-2.14)",
                 fp_syntax_id(syntax), fp_policy_name((fp_policy)policy));
    else
        return true;
    return false;
}

bool readings_check(const char *by, const spec *s, const wire_hello *hello)
{
    for (size_t i = 0; i < hello->syntax_count; i++) {
        const declared_readings *d = &hello->own_readings[i];

        for (size_t k = 0; k < d->count; k++) {
            char why[READINGS_ERROR_SIZE], id[100];

            if (reading_is_allowed(s, d->clauses[k], hello->syntaxes[i], &hello->own_policy[i], why,
                                   sizeof why))
                continue;
            wire_visible(fp_str_of(d->clauses[k]), id, sizeof id);
            fprintf(stderr,
                    "fencepost %s: the worker cannot be used: it declares reading %s, which %s\n",
                    by, id, why);
            return false;
        }
    }
    return true;
}
