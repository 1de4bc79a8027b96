/* SPDX-License-Identifier: Apache-2.0 */
/* python-fault.c: what is wrong with a table of Python's calls. Parser and renderer trust their
 * table. */
#include "engines/python.h"

#include "core/ascii.h"
#include "engines/need.h"

#include <stdint.h>
#include <string.h>

enum { MARKS = FP_PYTHON_OPENS + 1 };

/* -- marks -----------------------------------------------------------------------------------
 */

/* Whether a list, a call or what is between two of them continues with this byte. */
static bool is_of_lists(unsigned char c)
{
    return fp_is_space(c) || fp_python_begins_word(c) || strchr("[],", c);
}

static const char *fault_of_mark(const char *mark)
{
    if (!*mark || strlen(mark) > UINT8_MAX)
        return "a mark is empty, or too long";
    return is_of_lists((unsigned char)*mark) ? "a mark begins as a list or a call goes on" : NULL;
}

/* One mark and another, or, where they are the same one, itself. */
static const char *fault_of_pair(const char *mark, const char *other, bool same)
{
    if (!same && strncmp(mark, other, strlen(mark)) == 0)
        return "a mark is another one, or how another begins";
    return strchr(mark + 1, *other) ? "the first byte of a mark is in a mark again" : NULL;
}

static const char *fault_of_marks(const fp_python_table *t)
{
    const char *marks[MARKS] = { t->closes };
    size_t count = 1;
    const char *fault = NULL;

    for (size_t i = 0; i < FP_PYTHON_OPENS; i++)
        if (t->opens[i])
            marks[count++] = t->opens[i];
    for (size_t i = 0; i < count && !fault; i++)
        fault = fault_of_mark(marks[i]);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count && !fault; k++)
            fault = fault_of_pair(marks[i], marks[k], i == k);
    return fault;
}

/* -- how calls are written -------------------------------------------------------------------
 */

static const char *after_blanks(const char *text)
{
    while (fp_is_space((unsigned char)*text))
        text++;
    return text;
}

/* What follows this in the text, and blanks; NULL if the text begins otherwise. */
static const char *after(const char *text, const char *begin)
{
    const size_t len = strlen(begin);

    return strncmp(text, begin, len) == 0 ? after_blanks(text + len) : NULL;
}

/* A mark and what follows it up to a name; or, where a message begins so, only that. */
static bool begins_list(const fp_python_table *t, const char *before)
{
    const char *bracket = t->lines ? "" : "[";
    const char *rest = t->first ? after(before, bracket) : NULL;
    bool begins =
        rest && !*rest; /* GCOVR_EXCL_BR_LINE: it is compared alike with the marks below */

    for (size_t i = 0; i < FP_PYTHON_OPENS && t->opens[i]; i++) {
        rest = after(before, t->opens[i]);
        rest = rest ? after(rest, bracket) : NULL;
        begins = begins || (rest && !*rest);
    }
    return begins;
}

/* A bracket, and perhaps the end mark; on lines of their own calls have only that. */
static bool ends_list(const fp_python_table *t, const char *text)
{
    const char *rest = after(after_blanks(text), t->lines ? t->closes : "]");
    const char *end = rest && !t->lines ? after(rest, t->closes) : NULL;

    return rest && (!*rest || (end && !*end));
}

const char *fp_python_fault(const fp_python_table *table)
{
    const fp_need needs[] = {
        FP_NEED(table, opens[0]),          FP_NEED(table, closes),
        FP_NEED(table, clauses.argument),  FP_NEED(table, clauses.literal),
        FP_NEED(table, clauses.duplicate), FP_NEED(table, clauses.unfinished),
        FP_NEED(table, layout.before),     FP_NEED(table, layout.after),
        FP_NEED(table, layout.bad_name),   FP_NEED(table, layout.bad_key),
        FP_NEED(table, layout.bad_bytes),  FP_NEED(table, layout.bad_value),
    };
    const char *fault = FP_NEED_FAULT(needs);

    if (!fault)
        fault = fault_of_marks(table);
    if (!fault && table->lines && table->first)
        fault = "calls on lines of their own may be in a list without a mark";
    if (!fault && !begins_list(table, table->layout.before))
        fault = "layout.before is not how a list begins, by opens, first and lines";
    if (!fault && !ends_list(table, table->layout.after))
        fault = "layout.after is not how a list ends, by closes and lines";
    return fault;
}
