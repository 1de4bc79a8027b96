/* SPDX-License-Identifier: Apache-2.0 */
/* array-derive.c: what a notation of arrays is known by, from the table that it is read by: words,
 * pieces and colours; and what is wrong with a table. */
#include "engines/array.h"
#include "engines/json-highlight.h"

#include <string.h>

/* -- the table ------------------------------------------------------------------------------- */

/* The first key of such a member, which every table has. */
static const char *key_of(const fp_array_table *table, uint8_t is)
{
    const fp_object_member *m = table->object.members;

    while (m->is != is)
        m++;
    return m->key;
}

static bool is_mark(const char *mark)
{
    return mark && *mark && strlen(mark) <= UINT8_MAX && !strchr(mark + 1, *mark);
}

const char *fp_array_fault(const fp_array_table *table)
{
    const char *fault = fp_object_fault(&table->object);

    if (fault)
        return fault;
    if (!is_mark(table->open) || !is_mark(table->close))
        return "a mark is empty, too long, or has its first byte twice";
    if (strncmp(table->object.layout.before, table->open, strlen(table->open)) != 0 ||
        !strchr(table->object.layout.before, '{'))
        return "a call is not written with the mark before it";
    return strncmp(table->object.layout.after, "}}", 2) == 0
               ? NULL
               : "a call is not written with two braces after it";
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
    enum { COUNT = 4 };
    const fp_array_table *table = syntax->table;
    const char **list = fp_derived_room(derived, COUNT + 1, sizeof *list);
    const char *name = key_of(table, FP_OBJECT_NAME);

    if (!list)
        return NULL;
    list[0] = JOINED(table->open, "[{\"", name, "\":\"x\"");
    list[1] = "0000\":\"x\"";
    list[2] = "0000\"";
    list[3] = table->close;
    return derived->failed ? NULL : list;
}

static const char *const *markers(const fp_syntax *syntax, fp_derived *derived)
{
    enum { COUNT = 16 };
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
    list[n++] =
        JOINED(table->open, "[{\"", arguments, "\": {\"k\": \"v\"}, \"", name, "\": \"b\"}");
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
    return derived->failed ? NULL : list;
}

/* -- pieces ---------------------------------------------------------------------------------- */

/* The layout of a call is split at the braces of its object. */
static bool piece(const fp_syntax *syntax, fp_block_piece which, fp_str name, fp_json *text)
{
    const fp_array_table *table = syntax->table;
    const char *before = table->object.layout.before;
    const char *const pieces[FP_PIECE_COUNT] = {
        [FP_PIECE_CLOSE] = table->object.layout.after + 2,
        [FP_PIECE_OPENER] = table->open,
        [FP_PIECE_CLOSER] = table->close,
        [FP_PIECE_BARE_OPEN] = table->open,
        [FP_PIECE_BARE_CLOSE] = "]",
        [FP_PIECE_NAME_KEY] = key_of(table, FP_OBJECT_NAME),
        [FP_PIECE_ARGUMENTS_KEY] = key_of(table, FP_OBJECT_ARGUMENTS),
    };

    (void)name;
    if (which == FP_PIECE_OPEN) {
        fp_json_bytes(text, (fp_str){ before, strcspn(before, "{") });
        return true;
    }
    if (!pieces[which]) /* GCOVR_EXCL_BR_LINE: no case asks for tags of arguments */
        return false;
    fp_json_raw(text, pieces[which]);
    if (which == FP_PIECE_BARE_OPEN)
        fp_json_raw(text, "[");
    return true;
}

/* -- colours --------------------------------------------------------------------------------- */

#define STRING FP_JSON_STRING_PATTERN /* ARRAY-1.2, ARRAY-1.6 */
#define BLANKS "[ \\t\\r\\n]*+"

/* Within brackets of a member that means nothing: ARRAY-4.1. */
static const fp_highlight SKIPPED[] = {
    { .match = STRING, .groups = { FP_ROLE_MARKER } },
    { .begin = "[{\\[]",
      .groups = { FP_ROLE_MARKER },
      .end = "[}\\]]",
      .end_groups = { FP_ROLE_MARKER },
      .content = FP_ROLE_MARKER,
      .inner = SKIPPED },
    { 0 },
};

/* The mark as a pattern. */
static const char *pattern_of(fp_derived *derived, const char *before, const char *mark,
                              const char *after)
{
    fp_json text = { 0 };

    fp_json_raw(&text, before);
    for (; *mark; mark++) {
        fp_json_raw(&text, strchr("\\^$.|?*+()[]{}", *mark) ? "\\" : "");
        fp_json_bytes(&text, (fp_str){ mark, 1 });
    }
    fp_json_raw(&text, after);
    return fp_derived_string(derived, &text);
}

/* The members of an object: ARRAY-4.1. */
static const fp_highlight *members(const fp_array_table *table, fp_derived *derived)
{
    enum { COUNT = 4 };
    fp_highlight *rules = fp_derived_room(derived, COUNT + 1, sizeof *rules);
    const char *name = key_of(table, FP_OBJECT_NAME);
    const char *arguments = key_of(table, FP_OBJECT_ARGUMENTS);

    if (!rules)
        return NULL;
    rules[0] = (fp_highlight){ .match = pattern_of(derived, "(\"", name,
                                                   "\"" BLANKS ":" BLANKS ")(" STRING ")"),
                               .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_NAME } };
    rules[1] = (fp_highlight){ .begin = pattern_of(derived, "(\"", arguments,
                                                   "\"" BLANKS ":" BLANKS ")(\\{)"),
                               .groups = { [1] = FP_ROLE_MARKER, FP_ROLE_VALUE },
                               .end = "\\}",
                               .end_groups = { FP_ROLE_VALUE },
                               .content = FP_ROLE_VALUE,
                               .inner = FP_JSON_ARGS_HIGHLIGHT };
    rules[2] = SKIPPED[0];
    rules[3] = SKIPPED[1];
    return rules;
}

/* A list of one rule. */
static const fp_highlight *only(fp_derived *derived, const fp_highlight *rule)
{
    fp_highlight *rules = fp_derived_room(derived, 2, sizeof *rules);

    if (rules)
        rules[0] = *rule;
    return rules;
}

static const fp_highlight *highlight(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_array_table *table = syntax->table;
    const fp_highlight object = { .begin = "\\{",
                                  .groups = { FP_ROLE_MARKER },
                                  .end = "\\}",
                                  .end_groups = { FP_ROLE_MARKER },
                                  .content = FP_ROLE_MARKER,
                                  .inner = members(table, derived) };
    const fp_highlight array = { .begin = "\\[",
                                 .groups = { FP_ROLE_FRAMING },
                                 .end = "\\]",
                                 .end_groups = { FP_ROLE_FRAMING },
                                 .content = FP_ROLE_FRAMING,
                                 .inner = only(derived, &object) };
    const fp_highlight block = {
        .begin = pattern_of(derived, "(", table->open, ")(?=[ \\t\\r]*+(?:\\[|\\n))"),
        .groups = { [1] = FP_ROLE_FRAMING },
        .end = pattern_of(derived, "(", table->close, ")|(?=[^ \\t\\r\\n\\[])"),
        .end_groups = { [1] = FP_ROLE_FRAMING },
        .content = FP_ROLE_FRAMING,
        .inner = only(derived, &array)
    };
    const fp_highlight *rules = only(derived, &block);

    return derived->failed ? NULL : rules;
}

const fp_derive FP_ARRAY_DERIVE = {
    .completions = completions,
    .markers = markers,
    .highlight = highlight,
    .piece = piece,
};
