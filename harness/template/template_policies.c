/* SPDX-License-Identifier: Apache-2.0 */
/* template_policies.c: the policies of executors of response templates. */
#include "template/template_policies.h"

#include <stdlib.h>
#include <string.h>

/* Each value that is not a default; the default of each policy is the first. */
static const struct {
    const char *name, *value;
    unsigned number;
} VALUES[] = {
    { "malformed", "error", 0 },      { "malformed", "dropped", 1 },
    { "malformed", "text", 2 },       { "leftover", "joined", 0 },
    { "leftover", "last", 1 },        { "unterminated", "closed", 0 },
    { "unterminated", "dropped", 1 }, { "no_anchor", "whole", 0 },
    { "no_anchor", "nothing", 1 },    { "string_type", "first", 0 },
    { "string_type", "last", 1 },     { "numbers", "exact", 0 },
    { "numbers", "double", 1 },
};

static unsigned get(const template_policies *p, const char *name)
{
    switch (name[0]) {
    case 'm':
        return (unsigned)p->of.malformed;
    case 'l':
        return p->of.leftover_last;
    case 'u':
        return p->of.unterminated_dropped;
    case 's':
        return p->of.string_type_last;
    default:
        return name[1] == 'o' ? p->of.no_anchor_nothing : p->numbers_double;
    }
}

static void set(template_policies *p, const char *name, unsigned number)
{
    switch (name[0]) {
    case 'm':
        p->of.malformed = (fp_template_malformed)number;
        return;
    case 'l':
        p->of.leftover_last = number;
        return;
    case 'u':
        p->of.unterminated_dropped = number;
        return;
    case 's':
        p->of.string_type_last = number;
        return;
    default:
        break;
    }
    if (name[1] == 'o')
        p->of.no_anchor_nothing = number;
    else
        p->numbers_double = number;
}

bool template_policies_set(template_policies *policies, fp_str name, fp_str value, char **why)
{
    bool known = false;

    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        if (!fp_str_equal(name, fp_str_of(VALUES[i].name)))
            continue;
        known = true;
        if (fp_str_equal(value, fp_str_of(VALUES[i].value))) {
            set(policies, VALUES[i].name, VALUES[i].number);
            return true;
        }
    }
    *why = known ? xformat("policy %.*s has no value \"%.*s\"", (int)name.len, name.ptr,
                           (int)value.len, value.ptr)
                 : xformat("there is no policy \"%.*s\"", (int)name.len, name.ptr);
    return false;
}

char *template_policies_text(const template_policies *policies)
{
    char *text = xstrdup("");

    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        char *longer;

        if (!VALUES[i].number || get(policies, VALUES[i].name) != VALUES[i].number)
            continue;
        longer = xformat("%s%s%s: %s", text, *text ? ", " : "", VALUES[i].name, VALUES[i].value);
        free(text);
        text = longer;
    }
    return text;
}

bool template_policies_include(const template_policies *all, const template_policies *some)
{
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++)
        if (VALUES[i].number && get(some, VALUES[i].name) == VALUES[i].number &&
            get(all, VALUES[i].name) != VALUES[i].number)
            return false;
    return true;
}

bool template_policies_equal(const template_policies *a, const template_policies *b)
{
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++)
        if (strcmp(VALUES[i].name, "numbers") != 0 &&
            get(a, VALUES[i].name) != get(b, VALUES[i].name))
            return false;
    return true;
}
