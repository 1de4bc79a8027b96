/* SPDX-License-Identifier: Apache-2.0 */
/* array-derive.c: what a notation of arrays is known by, from the table that it is read by: words
 * and pieces; and what is wrong with a table. */
#include "core/derive.h"
#include "engines/array.h"

#include "core/ascii.h"
#include "engines/need.h"

#include <string.h>

/* -- the table ------------------------------------------------------------------------------- */

/* The first key of such a member; where keys are names, one that is a name like any other. */
static const char *key_of(const fp_array_table *table, uint8_t is)
{
    const fp_object_member *m = table->object.members;

    if (table->object.keyed)
        return is == FP_OBJECT_NAME ? "name" : "arguments";
    while (m->is != is)
        m++;
    return m->key;
}

static bool is_mark(const char *mark)
{
    return *mark && strlen(mark) <= UINT8_MAX;
}

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

/* It is looked for after blanks, and by its first byte. That of a fence is a run, with which the
 * mark begins. */
static bool is_end_mark(const fp_array_table *table)
{
    const char *mark = table->close, *open = table->open;
    const size_t len = strlen(mark);

    if (!is_mark(mark) || fp_is_space((unsigned char)*mark))
        return false;
    if (!table->fence)
        return !strchr(mark + 1, *mark);
    return strspn(mark, (const char[]){ *mark, '\0' }) == len && begins_with(open, mark) &&
           open[len] && open[len] != *mark;
}

/* Whether a byte tells the two apart that are read as one at first. */
static bool is_other_mark(const char *also, const char *open)
{
    size_t same = 0;

    while (also[same] && also[same] == open[same])
        same++;
    return is_mark(also) && same && also[same] && open[same];
}

/* Whether the end of one array, and the beginning of the next, can be told apart. Of a fence they
 * are, by the byte after the run. */
static bool parts(const fp_array_table *table, const char *open)
{
    return !open || table->fence ||
           (!begins_with(open, table->close) && !begins_with(table->close, open));
}

static const char *fault_of_marks(const fp_array_table *table)
{
    if (!is_mark(table->open))
        return "open is empty, or too long";
    if (!is_end_mark(table))
        return table->fence
                   ? "close is not a run of one byte, with which open begins, before another byte"
                   : "close is empty or too long, begins with a blank, or has its first byte twice";
    if (table->fence && !table->bare)
        return "a fence has an array: it lacks bare";
    if (table->also && !is_other_mark(table->also, table->open))
        return "also does not begin as open does, or does not differ from it";
    return parts(table, table->open) && parts(table, table->also)
               ? NULL
               : "a mark is the beginning of another";
}

const char *fp_array_fault(const fp_array_table *table)
{
    const fp_need needs[] = { FP_NEED(table, open), FP_NEED(table, close) };
    const char *fault = fp_object_fault(&table->object);

    if (!fault)
        fault = FP_NEED_FAULT(needs);
    if (!fault)
        fault = fault_of_marks(table);
    if (fault)
        return fault;
    if (!begins_with(table->object.layout.before, table->open) ||
        !strchr(table->object.layout.before, '{'))
        return "a call is not written with the mark before it";
    return begins_with(table->object.layout.after, "}}")
               ? NULL
               : "a call is not written with two braces after it";
}

/* What is between a mark and an object: ARRAY-2.1. */
static const char *bracket_of(const fp_array_table *table)
{
    return table->bare ? "" : "[";
}

/* -- words ----------------------------------------------------------------------------------- */

/* The texts one after the other, as a string. */
static const char *joined(fp_derived *derived, const char *const *texts)
{
    fp_json text = { 0 };

    while (*texts)
        fp_json_raw(&text, *texts++);
    return fp_derived_string(derived, &text);
}

#define JOINED(...) joined(derived, (const char *const[]){ __VA_ARGS__, NULL })

/* What is held is an opening, in which there may be half an escape; or an end mark. */
static const char *const *completions(const fp_syntax *syntax, fp_derived *derived)
{
    enum { COUNT = 5 };
    const fp_array_table *table = syntax->table;
    const char **list = fp_derived_room(derived, COUNT + 1, sizeof *list);
    const char *name = key_of(table, FP_OBJECT_NAME);
    const char *value = table->object.keyed ? "\":{" : "\":\"x\"";

    if (!list)
        return NULL;
    list[0] = JOINED(table->open, bracket_of(table), "{\"", name, value);
    list[1] = JOINED("0000", value);
    list[2] = "0000\"";
    list[3] = table->close;
    if (table->also)
        list[4] = JOINED(table->also, bracket_of(table), "{\"", name, value);
    return derived->failed ? NULL : list;
}

static const char *const *markers(const fp_syntax *syntax, fp_derived *derived)
{
    enum { COUNT = 19 };
    const fp_array_table *table = syntax->table;
    const char **list = fp_derived_room(derived, COUNT + 1, sizeof *list);
    const char *name = key_of(table, FP_OBJECT_NAME);
    const char *arguments = key_of(table, FP_OBJECT_ARGUMENTS);
    size_t n = 0;

    if (!list)
        return NULL;
    list[n++] = table->open;
    list[n++] = table->close;
    list[n++] = JOINED(table->object.layout.before, "\"a\"", table->object.layout.between);
    list[n++] = JOINED(table->open, bracket_of(table), "{\"", arguments, "\": {\"k\": \"v\"}, \"",
                       name, "\": \"b\"}");
    list[n++] = table->object.layout.after;
    list[n++] = JOINED("\"", name, "\": \"");
    list[n++] = JOINED("\"", arguments, "\": ");
    list[n++] = "\"id\": \"x\"";
    list[n++] = "\"k\": \"v\", ";
    list[n++] = "}}, {";
    list[n++] = "[{";
    list[n++] = "}]";
    list[n++] = "[]";
    list[n++] = "\\\"";
    list[n++] = "\\ud83d";
    list[n++] = "\\ude00";
    if (table->also)
        list[n++] = table->also;
    if (syntax->reasoning && syntax->reasoning != &FP_MARKS_THINK) { /* which all know */
        list[n++] = syntax->reasoning->open[0];
        list[n++] = syntax->reasoning->close;
    }
    return derived->failed ? NULL : list;
}

/* -- pieces ---------------------------------------------------------------------------------- */

/* The layout of a call is split at the braces of its object. */
static bool piece(const fp_syntax *syntax, fp_block_piece which, fp_str name, fp_json *text)
{
    const fp_array_table *table = syntax->table;
    const char *before = table->object.layout.before, *between = table->object.layout.between;
    const char *const pieces[FP_PIECE_COUNT] = {
        [FP_PIECE_CLOSE] = table->object.layout.after + 2,
        [FP_PIECE_OPENER] = table->open,
        [FP_PIECE_CLOSER] = table->close,
        [FP_PIECE_BARE_OPEN] = table->open,
        [FP_PIECE_BARE_CLOSE] = table->bare ? "" : "]",
        [FP_PIECE_NEXT] = table->bare ? table->object.layout.after + 2 : ", ",
        [FP_PIECE_SECTION_END] = table->fence ? table->close : NULL,
        [FP_PIECE_NAME_IS] = strchr(before, '{') + 1,
        [FP_PIECE_NAME_KEY] = key_of(table, FP_OBJECT_NAME),
        [FP_PIECE_ARGUMENTS_KEY] = key_of(table, FP_OBJECT_ARGUMENTS),
    };

    (void)name;
    if (which == FP_PIECE_ARGUMENTS_ARE) { /* the brace of the arguments is a case's own */
        fp_json_bytes(text, (fp_str){ between, strlen(between) - 1 });
        return true;
    }
    if (which != FP_PIECE_OPEN && !pieces[which]) /* GCOVR_EXCL_BR_LINE: none asks for others */
        return false;
    if (which != FP_PIECE_OPEN)
        fp_json_raw(text, pieces[which]);
    if (which == FP_PIECE_OPEN || (which == FP_PIECE_NEXT && table->bare))
        fp_json_bytes(text, (fp_str){ before, strcspn(before, "{") });
    if (which == FP_PIECE_BARE_OPEN)
        fp_json_raw(text, bracket_of(table));
    return true;
}

const fp_derive FP_ARRAY_DERIVE = {
    .completions = completions,
    .markers = markers,
    .highlight = fp_array_highlight,
    .piece = piece,
};
