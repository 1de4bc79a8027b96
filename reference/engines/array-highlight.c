/* SPDX-License-Identifier: Apache-2.0 */
/* array-highlight.c: how an editor colours a notation of arrays, from the table that it is read by.
 * Clauses: spec/families/array.md. */
#include "core/derive.h"
#include "engines/array.h"
#include "engines/json-highlight.h"

#include <string.h>

#define BLANKS "[ \\t\\r]*+"

/* A mark as a pattern. */
static void write_mark(fp_json *to, const char *mark)
{
    for (; *mark; mark++) {
        fp_json_raw(to, strchr("\\^$.|?*+()[]{}", *mark) ? "\\" : "");
        fp_json_bytes(to, (fp_str){ mark, 1 });
    }
}

/* The keys of such members, as a pattern of one of them. */
static void write_keys(fp_json *to, const fp_array_table *table, uint8_t is)
{
    const char *before = "\"(?:";

    for (const fp_object_member *m = table->object.members; m->key; m++) {
        if (m->is != is)
            continue;
        fp_json_raw(to, before);
        fp_json_raw(to, m->key);
        before = "|";
    }
    fp_json_raw(to, ")\"");
}

static const char *keys_of(const fp_array_table *table, fp_derived *derived, uint8_t is)
{
    fp_json text = { 0 };

    write_keys(&text, table, is);
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
    if (table->object.keyed) {
        rules[0] = member(FP_JSON_STRING_PATTERN, FP_JSON_ARGUMENTS_HIGHLIGHT);
        rules[0].groups[0] = FP_ROLE_NAME;
        return rules;
    }
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

/* The first key of an object, as far as it decides. */
static void write_first_key(fp_json *text, const fp_array_table *table)
{
    if (table->object.keyed) {
        fp_json_raw(text, "(?!\"\")" FP_JSON_STRING_PATTERN BLANKS "[:\\n])))");
        return;
    }
    write_keys(text, table, FP_OBJECT_NAME);
    fp_json_raw(text, BLANKS "(?:\\n|:" BLANKS "(?:\\n|(?!\"\")" FP_JSON_STRING_PATTERN "))|(?!");
    write_keys(text, table, FP_OBJECT_NAME);
    fp_json_raw(text, ")" FP_JSON_STRING_PATTERN BLANKS "[:\\n])))");
}

/* An opening, as far as its line shows that it is one: ARRAY-2.1, ARRAY-2.3. */
static const char *opening(const fp_array_table *table, fp_derived *derived)
{
    fp_json text = { 0 };

    fp_json_raw(&text, table->fence ? FP_HIGHLIGHT_FENCE "(?:(?<!`)|(?<=[^`]```))" : "");
    fp_json_raw(&text, table->also ? "((?:" : "(");
    write_mark(&text, table->open);
    if (table->also) {
        fp_json_raw(&text, "|");
        write_mark(&text, table->also);
        fp_json_raw(&text, ")");
    }
    fp_json_raw(&text,
                table->bare ? ")(?=" BLANKS "(?:\\n|" : BLANKS "\\[)(?=" BLANKS "(?:[\\]\\n]|");
    fp_json_raw(&text, "\\{" BLANKS "(?:\\n|");
    write_first_key(&text, table);
    return fp_derived_string(derived, &text);
}

/* What ends a fence: its end mark, on any line, that may not begin a mark. */
static const char *fence_ending(const fp_array_table *table, fp_derived *derived)
{
    const size_t run = strlen(table->close);
    fp_json text = { 0 };

    fp_json_raw(&text, "(");
    write_mark(&text, table->close);
    fp_json_raw(&text, ")(?!");
    fp_json_bytes(&text, (fp_str){ table->open + run, 1 });
    fp_json_raw(&text, ")|(?=[^ \\t\\r\\n{])");
    return fp_derived_string(derived, &text);
}

/* What ends an array, with the end mark on its line: ARRAY-3.2. */
static const char *ending(const fp_array_table *table, fp_derived *derived)
{
    fp_json text = { 0 };

    fp_json_raw(&text, table->bare ? "((?:(?<=\\})" BLANKS : "(\\](?:" BLANKS);
    write_mark(&text, table->close);
    fp_json_raw(&text, table->bare ? "))|(?<=\\})|(?=[^ \\t\\r\\n{])" : ")?+)|(?=[^ \\t\\r\\n,{])");
    return fp_derived_string(derived, &text);
}

static const char *mark_of(const char *mark, fp_derived *derived)
{
    fp_json text = { 0 };

    write_mark(&text, mark);
    return fp_derived_string(derived, &text);
}

/* What ends reasoning: its own mark, or one that is not part of it. */
static const char *ending_of(const char *close, const char *open, fp_derived *derived)
{
    fp_json text = { 0 };

    write_mark(&text, close);
    fp_json_raw(&text, "|(?=");
    write_mark(&text, open);
    fp_json_raw(&text, ")");
    return fp_derived_string(derived, &text);
}

/* Reasoning, which is text, or an output of its own, perhaps up to the first call. */
static fp_highlight reasoning(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_array_table *table = syntax->table;
    const uint8_t policy = syntax->policies[FP_REASONING].value;
    const bool apart = policy != FP_REASONING_OPAQUE;
    const fp_role framing = apart ? FP_ROLE_FRAMING : FP_ROLE_TEXT;

    return (fp_highlight){ .begin = mark_of(syntax->reasoning->open[0], derived),
                           .groups = { framing },
                           .end = policy == FP_REASONING_UNTIL_CALL
                                      ? ending_of(syntax->reasoning->close, table->open, derived)
                                      : mark_of(syntax->reasoning->close, derived),
                           .end_groups = { framing },
                           .content = apart ? FP_ROLE_REASONING : FP_ROLE_TEXT };
}

/* A mark and its array, which begin on one line: ARRAY-3.4. */
const fp_highlight *fp_array_highlight(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_array_table *table = syntax->table;
    fp_highlight *rules = fp_derived_room(derived, 3, sizeof *rules);
    size_t n = 0;

    if (!rules)
        return NULL;
    if (syntax->reasoning)
        rules[n++] = reasoning(syntax, derived);
    rules[n] = (fp_highlight){ .begin = opening(table, derived),
                               .groups = { [1] = FP_ROLE_FRAMING },
                               .end = (table->fence ? fence_ending : ending)(table, derived),
                               .end_groups = { [1] = FP_ROLE_FRAMING },
                               .inner = objects(table, derived) };
    return derived->failed ? NULL : rules;
}
