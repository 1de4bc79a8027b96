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

#define BLANKS "[ \\t\\r]*+"

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

/* The keys of such members, as a pattern of one of them. */
static const char *keys_of(const fp_array_table *table, fp_derived *derived, uint8_t is)
{
    fp_json text = { 0 };

    for (const fp_object_member *m = table->object.members; m->key; m++) {
        if (m->is != is)
            continue;
        fp_json_raw(&text, text.len ? "|" : "\"(?:");
        fp_json_raw(&text, m->key);
    }
    fp_json_raw(&text, ")\"");
    return fp_derived_string(derived, &text);
}

/* A member, from its key on. */
static fp_highlight member(const char *key, const fp_highlight *inner)
{
    return (fp_highlight){ .begin = key,
                           .groups = { FP_ROLE_MARKER },
                           .end = FP_JSON_MEMBER_END,
                           .content = FP_ROLE_MARKER,
                           .inner = inner };
}

/* The members of an object: ARRAY-4.1. */
static const fp_highlight *members(const fp_array_table *table, fp_derived *derived)
{
    enum { COUNT = 3 };
    fp_highlight *rules = fp_derived_room(derived, COUNT + 1, sizeof *rules);

    if (!rules)
        return NULL;
    rules[0] = member(keys_of(table, derived, FP_OBJECT_NAME), FP_JSON_NAME_HIGHLIGHT);
    rules[1] = member(keys_of(table, derived, FP_OBJECT_ARGUMENTS), FP_JSON_ARGUMENTS_HIGHLIGHT);
    rules[2] = member(FP_JSON_STRING_PATTERN, FP_JSON_SKIPPED_HIGHLIGHT);
    return rules;
}

/* The objects of an array, and the commas and blanks around them. */
static const fp_highlight *objects(const fp_array_table *table, fp_derived *derived)
{
    enum { COUNT = 2 };
    fp_highlight *rules = fp_derived_room(derived, COUNT + 1, sizeof *rules);

    if (!rules)
        return NULL;
    rules[0] = (fp_highlight){ .begin = "\\{",
                               .groups = { FP_ROLE_MARKER },
                               .end = "\\}",
                               .end_groups = { FP_ROLE_MARKER },
                               .content = FP_ROLE_MARKER,
                               .inner = members(table, derived) };
    rules[1] = (fp_highlight){ .match = "[, \\t\\r]++", .groups = { FP_ROLE_FRAMING } };
    return rules;
}

/* An opening, as far as its line shows that it is one: ARRAY-2.1, ARRAY-2.3. */
static const char *opening(const fp_array_table *table, fp_derived *derived)
{
    const char *mark = pattern_of(derived, "(", table->open, BLANKS "\\[)");
    const char *name = keys_of(table, derived, FP_OBJECT_NAME);

    if (!mark || !name)
        return NULL;
    return JOINED(mark, "(?=" BLANKS "(?:[\\]\\n]|\\{" BLANKS "(?:\\n|", name,
                  BLANKS "(?:\\n|:" BLANKS "(?:\\n|(?!\"\")" FP_JSON_STRING_PATTERN "))|(?!", name,
                  ")" FP_JSON_STRING_PATTERN BLANKS "[:\\n])))");
}

/* A mark and its array, which begin on one line: ARRAY-3.4. */
static const fp_highlight *highlight(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_array_table *table = syntax->table;
    fp_highlight *rules = fp_derived_room(derived, 2, sizeof *rules);

    if (!rules)
        return NULL;
    rules[0] = (fp_highlight){ .begin = opening(table, derived),
                               .groups = { [1] = FP_ROLE_FRAMING },
                               .end = pattern_of(derived, "(\\](?:" BLANKS, table->close,
                                                 ")?+)|(?=[^ \\t\\r\\n,{])"),
                               .end_groups = { [1] = FP_ROLE_FRAMING },
                               .inner = objects(table, derived) };
    return derived->failed ? NULL : rules;
}

const fp_derive FP_ARRAY_DERIVE = {
    .completions = completions,
    .markers = markers,
    .highlight = highlight,
    .piece = piece,
};
