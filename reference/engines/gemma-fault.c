/* SPDX-License-Identifier: Apache-2.0 */
/* gemma-fault.c: what is wrong with a table of a literal of its own. The parser trusts its table.
 */
#include "engines/gemma.h"

#include "engines/need.h"

#include <string.h>

/* Whether the first byte of all marks is the first of this one, and nowhere else in it. */
static bool is_mark(const fp_gemma_table *table, const char *mark)
{
    return *mark && *mark == *table->open && !strchr(mark + 1, *mark);
}

static bool begins_like(const char *text, const char *mark)
{
    return strncmp(text, mark, strlen(mark)) == 0;
}

static const char *fault_of_marks(const fp_gemma_table *t)
{
    if (!is_mark(t, t->open) || !is_mark(t, t->close) || !is_mark(t, t->quote))
        return "a mark is empty, or the byte that all begin with is not its first alone";
    if (t->open[1] == t->close[1])
        return "the second byte of a mark does not show whether a call begins or ends";
    if (begins_like(t->open, t->quote) || begins_like(t->quote, t->open) ||
        begins_like(t->close, t->quote) || begins_like(t->quote, t->close))
        return "a mark begins like the quote";
    if (!*t->lead)
        return "lead is empty, which is between the mark that opens a call and its name";
    if (strlen(t->close) > strlen(t->open) + strlen(t->lead) ||
        strlen(t->quote) > strlen(t->open) + strlen(t->lead))
        return "a mark is longer than a header, which is held before it";
    return NULL;
}

static const char *fault_of_alphabets(const fp_gemma_table *t)
{
    if (t->is_name('{') || t->is_name((unsigned char)t->open[0]))
        return "a name does not end before its literal, or a mark";
    for (const char *c = " \t\r\n,:{}[]"; *c; c++)
        if (t->is_key((unsigned char)*c))
            return "a bare key does not end before what follows it";
    return t->is_key((unsigned char)t->open[0]) ? "a bare key may begin like a mark" : NULL;
}

const char *fp_gemma_fault(const fp_gemma_table *table)
{
    const fp_need needs[] = {
        FP_NEED(table, open),
        FP_NEED(table, close),
        FP_NEED(table, quote),
        FP_NEED(table, lead),
        FP_NEED(table, is_name),
        FP_NEED(table, is_key),
        FP_NEED(table, clauses.bad_name),
        FP_NEED(table, clauses.bad_json),
        FP_NEED(table, clauses.bad_line),
        FP_NEED(table, clauses.next_call),
        FP_NEED(table, clauses.next_wrong),
        FP_NEED(table, clauses.duplicate),
        FP_NEED(table, clauses.stray),
        FP_NEED(table, clauses.stopped),
        FP_NEED(table, clauses.unfinished),
        FP_NEED(table, clauses.cut_mark),
        FP_NEED(table, clauses.long_name),
        FP_NEED(table, clauses.long_mark),
        FP_NEED(table, layout.bad_name),
        FP_NEED(table, layout.bad_string),
        FP_NEED(table, layout.duplicate),
        FP_NEED(table, layout.bad_json),
    };
    const char *fault = FP_NEED_FAULT(needs);

    if (!fault)
        fault = fault_of_marks(table);
    return fault ? fault : fault_of_alphabets(table);
}
