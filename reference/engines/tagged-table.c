/* SPDX-License-Identifier: Apache-2.0 */
/* tagged-table.c: pieces of a notation of objects between tags, from the table that it is read
 * by; and what is wrong with a table. */
#include "engines/tagged.h"

#include <string.h>

/* -- the table ------------------------------------------------------------------------------- */

static bool is_tag(const char *tag)
{
    return tag && *tag == '<' && strlen(tag) <= UINT8_MAX;
}

static bool begins_with(const char *text, const char *begin)
{
    return strncmp(text, begin, strlen(begin)) == 0;
}

/* Such a tag, or none; it ends with its one '>', and has no other '<'. */
static bool is_answer_tag(const char *tag)
{
    return !tag ||
           (is_tag(tag) && !strchr(tag + 1, '<') && strchr(tag, '>') == tag + strlen(tag) - 1);
}

const char *fp_tagged_fault(const fp_tagged_table *table)
{
    const char *fault = fp_object_fault(&table->object);

    if (fault)
        return fault;
    if (!is_tag(table->open) || !is_tag(table->close) || (table->other && !is_tag(table->other)))
        return "a tag does not begin with '<', or is too long";
    if (begins_with(table->open, table->close) || begins_with(table->close, table->open))
        return "a tag is the beginning of another";
    if (!is_answer_tag(table->answer) || !is_answer_tag(table->answer_end) ||
        !table->answer != !table->answer_end)
        return "a tag around the answer is missing, or is not one";
    if (table->other && !table->bad_other)
        return "no clause is about a block of another notation";
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

const fp_derive FP_TAGGED_DERIVE = { .piece = piece };
