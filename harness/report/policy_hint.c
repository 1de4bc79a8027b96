/* SPDX-License-Identifier: Apache-2.0 */
/* policy_hint.c: finds out whether failures may only be choices that were not declared. */
#include "report/policy_hint.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

enum { LEAST = 10, SHARE = 4 };

/* Returns whether the clause gives the policy in some syntax. */
static bool gives(const char *clause_id, fp_policy policy)
{
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const char *id = (*s)->policies[policy].clause;

        if (id && strcmp(id, clause_id) == 0)
            return true;
    }
    return false;
}

/* Returns whether the policy is among those declared: "unterminated: drop, xml.types: schema". */
static bool is_declared(const run_info *info, fp_policy policy)
{
    char *name = xformat("%s: ", fp_policy_name(policy));
    const bool declared = strstr(info->policies, name) != NULL;

    free(name);
    return declared;
}

/* Returns whether the clause gives a policy that is not declared. */
static bool is_open(const run_info *info, const char *clause_id)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (gives(clause_id, (fp_policy)i) && !is_declared(info, (fp_policy)i))
            return true;
    return false;
}

char *policy_hint(const run_info *info, const run_summary *summary)
{
    size_t all = 0, open = 0;

    for (size_t i = 0; i < summary->clause_count; i++) {
        const clause_count *c = &summary->clauses[i];

        all += c->count;
        open += is_open(info, c->clause) ? c->count : 0;
    }
    if (!info->worker || open < LEAST || open * SHARE < all)
        return NULL;
    return xformat(
        "%zu of the failures are of clauses that give policies which the parser does not "
        "declare: `fencepost policies -- COMMAND` shows which values fit it",
        open);
}
