/* SPDX-License-Identifier: Apache-2.0 */
/* policy_table.c: the policies, for people. Clauses of the model that begin with their names
 * describe them; the rows of the syntaxes have the defaults.
 */
#include "command/policy_table.h"

#include "base/fill.h"
#include "base/show.h"
#include "base/terminal.h"
#include "command/command.h"

#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

/* The clause that says what the policy is; NULL if none does. */
static const clause *clause_of(const spec *s, fp_policy policy)
{
    char *begin = xformat("`%s`", fp_policy_name(policy));
    const clause *found = NULL;

    for (size_t i = 0; !found && i < spec_clause_count(s); i++) {
        const clause *c = spec_clause(s, i);

        if (spec_clause_in(c->id, "model") && strncmp(c->sentence, begin, strlen(begin)) == 0)
            found = c;
    }
    free(begin);
    return found;
}

static void append(char **list, const char *comma, const char *word)
{
    char *longer = xformat("%s%s%s", *list, **list ? comma : "", word);

    free(*list);
    *list = longer;
}

/* "report, drop, recover"; owned. */
static char *values_of(fp_policy policy)
{
    char *all = xstrdup("");
    const char *name;

    for (unsigned v = 0; (name = fp_policy_value_name(policy, v)); v++)
        append(&all, ", ", name);
    return all;
}

/* The ids of the syntaxes that have this value by default, "caret, xml"; owned. */
static char *syntaxes_with(fp_policy policy, unsigned value)
{
    char *ids = xstrdup("");

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if ((*s)->policies[policy].value == value)
            append(&ids, ", ", (*s)->id);
    return ids;
}

/* The value that most syntaxes have. */
static unsigned usual_value(fp_policy policy)
{
    size_t most = 0;
    unsigned usual = 0;

    for (unsigned v = 0; fp_policy_value_name(policy, v); v++) {
        size_t count = 0;

        for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
            count += (*s)->policies[policy].value == v;
        if (count > most) {
            most = count;
            usual = v;
        }
    }
    return usual;
}

/* "exact; trimmed: xml, caret": the default of most, and of those that have another one; owned. */
static char *defaults_of(fp_policy policy, const fp_syntax *only)
{
    const unsigned usual = only ? only->policies[policy].value : usual_value(policy);
    char *text = xstrdup(fp_policy_value_name(policy, usual));
    const char *name;

    for (unsigned v = 0; !only && (name = fp_policy_value_name(policy, v)); v++) {
        char *ids = syntaxes_with(policy, v);
        char *others = xformat("%s: %s", name, ids);

        if (v != usual && *ids)
            append(&text, "; ", others);
        free(others);
        free(ids);
    }
    return text;
}

/* On a terminal within its width, elsewhere on one line. */
static void print_row(const char *name, const char *clause_id, const char *text)
{
    enum { COLUMN = 26 };
    char *margin = xformat("%-14s %-10s", name, clause_id);

    if (terminal_width(stdout))
        help_row(stdout, margin, COLUMN, text);
    else
        printf("%s %s\n", margin, text);
    free(margin);
}

void policy_table_list(const spec *s, const fp_syntax *only)
{
    print_row("policy", "clause", "values; the default; where it is different");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const clause *c = clause_of(s, (fp_policy)i);
        char *values = values_of((fp_policy)i), *defaults = defaults_of((fp_policy)i, only);
        char *text = xformat("%s; default %s", values, defaults);

        print_row(fp_policy_name((fp_policy)i), c ? c->id : "", text);
        free(text);
        free(defaults);
        free(values);
    }
}

static void show_policy(const spec *s, fp_policy policy)
{
    enum { COLUMN = 22 };
    const shades shade = terminal_shades();
    const clause *c = clause_of(s, policy);
    const char *name = fp_policy_name(policy), *value;

    show_text(stdout, "%s%s%s  a policy%s%s\n\n", shade.strong, name, shade.off, c ? ": " : "",
              c ? c->id : "");
    if (c)
        show_wrapped(stdout, "  ", c->sentence);
    puts("\nvalues, and the syntaxes that have them by default:");
    for (unsigned v = 0; (value = fp_policy_value_name(policy, v)); v++) {
        char *ids = syntaxes_with(policy, v);
        char *margin = xformat("  %s", value);

        help_row(stdout, margin, COLUMN, *ids ? ids : "none");
        free(margin);
        free(ids);
    }
    value = fp_policy_value_name(policy, 1);
    show_text(stdout, "\nas an option: --policy %s=%s\n", name, value);
    show_text(stdout, "in a worker's hello: \"policies\": {\"%s\": \"%s\"}\n", name, value);
}

bool policy_table_show(const spec *s, const char *word)
{
    const size_t len = strcspn(word, "=");
    fp_policy policy;
    unsigned value;
    size_t shown = 0;

    if (fp_policy_find((fp_str){ word, len }, &policy)) {
        if (word[len] && !fp_policy_value_find(policy, fp_str_of(word + len + 1), &value))
            return false;
        show_policy(s, policy);
        return true;
    }
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!fp_policy_value_find((fp_policy)i, fp_str_of(word), &value))
            continue;
        if (shown++)
            putchar('\n');
        show_policy(s, (fp_policy)i);
    }
    return shown > 0;
}
