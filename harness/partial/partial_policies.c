/* SPDX-License-Identifier: Apache-2.0 */
/* partial_policies.c: the policies of readers of partial JSON, by their names. */
#include "partial/partial_policies.h"

#include "base/util.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 4 };

static const struct {
    const char *name;
    const char *values[VALUES_MAX];
} POLICIES[PARTIAL_POLICY_COUNT] = {
    [PARTIAL_OPEN_STRING] = { "open_string", { "given", "withheld" } },
    [PARTIAL_OPEN_NUMBER] = { "open_number", { "withheld", "given" } },
    [PARTIAL_OPEN_LITERAL] = { "open_literal", { "withheld", "given" } },
    [PARTIAL_OPEN_KEY] = { "open_key", { "withheld", "null" } },
    [PARTIAL_NOT_JSON] = { "not_json", { "error", "kept", "repaired" } },
    [PARTIAL_NUMBERS] = { "numbers", { "exact", "double" } },
};

const char *partial_policy_name(partial_policy policy)
{
    return POLICIES[policy].name;
}

const char *partial_policy_value(partial_policy policy, unsigned value)
{
    return value < VALUES_MAX ? POLICIES[policy].values[value] : NULL;
}

/* "a, b"; owned. */
static char *listed(char *list, const char *name)
{
    char *longer = xformat("%s%s%s", list, *list ? ", " : "", name);

    free(list);
    return longer;
}

static char *names_of_policies(void)
{
    char *list = xstrdup("");

    for (unsigned i = 0; i < PARTIAL_POLICY_COUNT; i++)
        list = listed(list, POLICIES[i].name);
    return list;
}

static char *names_of_values(partial_policy policy)
{
    char *list = xstrdup("");

    for (unsigned v = 0; partial_policy_value(policy, v); v++)
        list = listed(list, partial_policy_value(policy, v));
    return list;
}

bool partial_policies_set(partial_policies *p, const char *name, const char *value, char **why)
{
    unsigned policy = 0, v = 0;
    char *names;

    while (policy < PARTIAL_POLICY_COUNT && strcmp(POLICIES[policy].name, name) != 0)
        policy++;
    if (policy == PARTIAL_POLICY_COUNT) {
        names = names_of_policies();
        *why = xformat("unknown policy \"%.40s\"; there are %s", name, names);
        free(names);
        return false;
    }
    while (partial_policy_value((partial_policy)policy, v) &&
           strcmp(partial_policy_value((partial_policy)policy, v), value) != 0)
        v++;
    if (!partial_policy_value((partial_policy)policy, v)) {
        names = names_of_values((partial_policy)policy);
        *why = xformat("policy \"%s\" cannot be \"%.40s\"; it may be %s", name, value, names);
        free(names);
        return false;
    }
    p->given[policy] = true;
    p->of[policy] = (uint8_t)v;
    return true;
}

char *partial_policies_text(const partial_policies *p)
{
    char *text = xstrdup("");

    for (unsigned i = 0; i < PARTIAL_POLICY_COUNT; i++) {
        char *one;

        if (!p->given[i])
            continue;
        one = xformat("%s: %s", POLICIES[i].name, POLICIES[i].values[p->of[i]]);
        text = listed(text, one);
        free(one);
    }
    return text;
}

fp_partial_policies partial_policies_ours(const partial_policies *p)
{
    return (fp_partial_policies){ .withhold_strings = p->of[PARTIAL_OPEN_STRING] != 0,
                                  .give_numbers = p->of[PARTIAL_OPEN_NUMBER] != 0,
                                  .give_literals = p->of[PARTIAL_OPEN_LITERAL] != 0,
                                  .null_for_keys = p->of[PARTIAL_OPEN_KEY] != 0,
                                  .keep = p->of[PARTIAL_NOT_JSON] != NOT_JSON_ERROR };
}
