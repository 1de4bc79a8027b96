/* SPDX-License-Identifier: Apache-2.0 */
/* tagged-table.c: words and pieces of a notation of objects between tags, from the table that it is
 * read by; and what is wrong with a table. */
#include "engines/tagged.h"

#include "core/derive.h"
#include "engines/need.h"

#include <string.h>

/* -- the table ------------------------------------------------------------------------------- */

static bool is_tag(const char *tag)
{
    return *tag == '<' && strlen(tag) <= UINT8_MAX;
}

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

/* Whether there are both, and one is the beginning of the other. */
static bool run_together(const char *tag, const char *other)
{
    /* GCOVR_EXCL_BR_START: the tags around an answer come together, and the others are there */
    return tag && other && (begins_with(tag, other) || begins_with(other, tag));
    /* GCOVR_EXCL_BR_STOP */
}

static const char *fault_of_tags(const fp_tagged_table *t)
{
    if (!is_tag(t->open) || !is_tag(t->close) || (t->other && !is_tag(t->other)))
        return "a tag does not begin with '<', or is too long";
    if (strchr(t->close + 1, '<')) /* the end of what is lost is looked for by that byte */
        return "close has its first byte twice";
    if (run_together(t->open, t->close) || run_together(t->other, t->open) ||
        run_together(t->other, t->close))
        return "a tag is the beginning of another";
    return t->other && !t->bad_other ? "it has other, and no bad_other" : NULL;
}

/* It ends with its one '>', has no other '<', and its second byte tells it from a tag that opens a
 * block. */
static bool is_answer_tag(const fp_tagged_table *t, const char *tag)
{
    return is_tag(tag) && !strchr(tag + 1, '<') && strchr(tag, '>') == tag + strlen(tag) - 1 &&
           tag[1] != t->open[1];
}

static const char *fault_of_answer(const fp_tagged_table *t)
{
    if (!t->answer != !t->answer_end)
        return "it has one of answer and answer_end, which come together";
    if (!t->answer)
        return NULL;
    if (!is_answer_tag(t, t->answer) || !is_answer_tag(t, t->answer_end))
        return "a tag around the answer is not one, or begins as open does";
    return run_together(t->answer, t->close) || run_together(t->answer_end, t->close) ||
                   run_together(t->answer, t->answer_end)
               ? "a tag is the beginning of another"
               : NULL;
}

const char *fp_tagged_fault(const fp_tagged_table *table)
{
    const fp_need needs[] = { FP_NEED(table, open), FP_NEED(table, close) };
    const char *fault = fp_object_fault(&table->object);

    if (!fault && table->object.keyed)
        fault = "its first key is the name, which this engine does not read";
    if (!fault)
        fault = FP_NEED_FAULT(needs);
    if (!fault)
        fault = fault_of_tags(table);
    if (!fault)
        fault = fault_of_answer(table);
    if (fault)
        return fault;
    if (!begins_with(table->object.layout.before, table->open) ||
        !strchr(table->object.layout.before, '{'))
        return "a call is not written with the tag before it";
    return begins_with(table->object.layout.after, "}}")
               ? NULL
               : "a call is not written with two braces after it";
}

/* -- pieces ---------------------------------------------------------------------------------- */

/* The layout of a call is split at the braces of its object. */
static bool piece(const fp_syntax *syntax, fp_block_piece which, fp_str name, fp_json *text)
{
    const fp_tagged_table *table = syntax->table;
    const char *before = table->object.layout.before;
    const char *const pieces[FP_PIECE_COUNT] = {
        [FP_PIECE_CLOSE] = table->object.layout.after + 2,
        [FP_PIECE_BARE_OPEN] = table->open,
        [FP_PIECE_BARE_CLOSE] = table->close,
        [FP_PIECE_OPENER] = table->open,
        [FP_PIECE_CLOSER] = table->close,
    };

    (void)name;
    if (which == FP_PIECE_OPEN) {
        fp_json_bytes(text, (fp_str){ before, strcspn(before, "{") });
        return true;
    }
    if (!pieces[which]) /* GCOVR_EXCL_BR_LINE: no case asks for tags of arguments */
        return false;
    fp_json_raw(text, pieces[which]);
    return true;
}

/* -- words ----------------------------------------------------------------------------------- */

static const char *key_of(const fp_tagged_table *table, uint8_t is)
{
    const fp_object_member *m = table->object.members;

    while (m->is != is)
        m++;
    return m->key;
}

/* The texts one after the other, as a string. */
static const char *joined(fp_derived *derived, const char *const *texts)
{
    fp_json text = { 0 };

    while (*texts)
        fp_json_raw(&text, *texts++);
    return fp_derived_string(derived, &text);
}

#define JOINED(...) joined(derived, (const char *const[]){ __VA_ARGS__, NULL })

/* What is held is an opening, in which there may be half an escape; or another tag. */
static const char *const *completions(const fp_syntax *syntax, fp_derived *derived)
{
    enum { COUNT = 6 };
    const fp_tagged_table *table = syntax->table;
    const char **list = fp_derived_room(derived, COUNT + 1, sizeof *list);

    if (!list)
        return NULL;
    list[0] = JOINED(table->open, "{\"", key_of(table, FP_OBJECT_NAME), "\":\"x\"");
    list[1] = "0000\":\"x\"";
    list[2] = "0000\"";
    list[3] = table->close;
    list[4] = table->answer;
    list[5] = table->answer_end;
    return derived->failed ? NULL : list;
}

/* The tags, and those of reasoning that not all know. Returns how many there are. */
static size_t add_tags(const fp_syntax *syntax, fp_derived *derived, const char **list)
{
    const fp_tagged_table *table = syntax->table;
    size_t n = 0;

    list[n++] = table->open;
    list[n++] = table->close;
    if (syntax->reasoning && syntax->reasoning != &FP_MARKS_THINK) {
        list[n++] = syntax->reasoning->open[0];
        list[n++] = syntax->reasoning->close;
    }
    if (table->answer) {
        list[n++] = table->answer;
        list[n++] = table->answer_end;
        list[n++] = JOINED(table->answer, "\n");
        list[n++] = JOINED("\n", table->answer_end, "\n");
    }
    return n;
}

static const char *const *markers(const fp_syntax *syntax, fp_derived *derived)
{
    static const char *const MEMBERS[] = {
        "\"name\": \"",   "\"arguments\": ",           "\"parameters\": ",
        "\"k\": \"v\", ", "\"l\": [1, {\"m\": null}]", "\"{\\\"k\\\": 1}\""
    };
    static const char *const BYTES[] = { "{", "}", "\\\"", "\\ud83d", "\\ude00", "<" };
    enum {
        TAGS = 8,
        CALLS = 5, /* those of the layout, and two of other notations */
        MEMBER_COUNT = sizeof MEMBERS / sizeof *MEMBERS,
        BYTE_COUNT = sizeof BYTES / sizeof *BYTES
    };
    const fp_tagged_table *table = syntax->table;
    const char **list =
        fp_derived_room(derived, TAGS + CALLS + MEMBER_COUNT + BYTE_COUNT + 1, sizeof *list);
    size_t n;

    if (!list)
        return NULL;
    n = add_tags(syntax, derived, list);
    list[n++] = JOINED(table->object.layout.before, "\"a\"", table->object.layout.between);
    list[n++] = JOINED(table->open, "{\"", key_of(table, FP_OBJECT_ARGUMENTS),
                       "\": {\"k\": \"v\"}, \"", key_of(table, FP_OBJECT_NAME), "\": \"b\"}");
    list[n++] = table->object.layout.after;
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        list[n++] = MEMBERS[i];
    if (table->other)
        list[n++] = table->other;
    if (table->near)
        list[n++] = table->near;
    for (size_t i = 0; i < BYTE_COUNT; i++)
        list[n++] = BYTES[i];
    return derived->failed ? NULL : list;
}

const fp_derive FP_TAGGED_DERIVE = { .completions = completions,
                                     .markers = markers,
                                     .piece = piece };
