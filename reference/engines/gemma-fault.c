/* SPDX-License-Identifier: Apache-2.0 */
/* gemma-fault.c: what is wrong with a table of a literal of its own. The parser trusts its table.
 */
#include "engines/gemma.h"

#include <string.h>

/* Whether the first byte of all marks is the first of this one, and nowhere else in it. */
static bool is_mark(const fp_gemma_table *table, const char *mark)
{
    return mark && *mark && *mark == *table->open && !strchr(mark + 1, *mark);
}

static bool begins_like(const char *text, const char *mark)
{
    return strncmp(text, mark, strlen(mark)) == 0;
}

static const char *fault_of_marks(const fp_gemma_table *t)
{
    if (!t->open || !is_mark(t, t->open) || !is_mark(t, t->close) || !is_mark(t, t->quote))
        return "a mark is missing, or the byte that all begin with is not its first alone";
    if (t->open[1] == t->close[1])
        return "the second byte of a mark does not show whether a call begins or ends";
    if (begins_like(t->open, t->quote) || begins_like(t->quote, t->open) ||
        begins_like(t->close, t->quote) || begins_like(t->quote, t->close))
        return "a mark begins like the quote";
    if (!t->lead || !*t->lead)
        return "nothing is between the mark that opens a call and its name";
    if (strlen(t->close) > strlen(t->open) + strlen(t->lead) ||
        strlen(t->quote) > strlen(t->open) + strlen(t->lead))
        return "a mark is longer than a header, which is held before it";
    return NULL;
}

static const char *fault_of_alphabets(const fp_gemma_table *t)
{
    if (!t->is_name || !t->is_key)
        return "names or keys have no alphabet";
    if (t->is_name('{') || t->is_name((unsigned char)t->open[0]))
        return "a name does not end before its literal, or a mark";
    for (const char *c = " \t\r\n,:{}[]"; *c; c++)
        if (t->is_key((unsigned char)*c))
            return "a bare key does not end before what follows it";
    return t->is_key((unsigned char)t->open[0]) ? "a bare key may begin like a mark" : NULL;
}

static bool all(const char *const *clauses, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!clauses[i])
            return false;
    return true;
}

static const char *fault_of_clauses(const fp_gemma_table *t)
{
    const char *const clauses[] = {
        t->clauses.bad_name,   t->clauses.bad_json,  t->clauses.bad_line,  t->clauses.next_call,
        t->clauses.next_wrong, t->clauses.duplicate, t->clauses.stray,     t->clauses.stopped,
        t->clauses.unfinished, t->clauses.cut_mark,  t->clauses.long_name, t->clauses.long_mark,
        t->layout.bad_name,    t->layout.bad_string, t->layout.duplicate,  t->layout.bad_json,
    };

    return all(clauses, sizeof clauses / sizeof *clauses) ? NULL : "a clause is missing";
}

const char *fp_gemma_fault(const fp_gemma_table *table)
{
    const char *fault = fault_of_marks(table);

    if (!fault)
        fault = fault_of_alphabets(table);
    return fault ? fault : fault_of_clauses(table);
}
