/* SPDX-License-Identifier: Apache-2.0 */
/* tags-json.c: blocks whose arguments are one JSON object, and values that are JSON. Of an object
 * JSON alone decides where it ends, so a tag in one of its strings is string; a value ends where
 * any other would. */
#include "core/out_json.h"
#include "core/step.h"
#include "engines/tags-reader.h"

#include <string.h>

void fp_tags_apply(fp_tags_reader *r, unsigned char last, const char *clause)
{
    (void)clause;
    if (fp_tags_open_block(r, last) && !fp_tags_enter_fence(r))
        fp_tags_enter(r->s, FP_TAGS_ARGS);
}

/* The object cannot be read to its end: the rest of the block is skipped. In one that is too deep
 * strings are still followed; after a wrong byte it is unknown what is a string. */
static bool break_json(fp_tags_reader *r)
{
    uint64_t wrong;
    const bool is_wrong = fp_out_json_args_wrong(r->out, &wrong);

    if (is_wrong)
        fp_out_call_diagnostic(r->out, FP_INVALID_JSON, wrong, r->table->clauses.bad_json);
    fp_tags_enter(r->s, FP_TAGS_BLOCK);
    r->s->in_text = false;
    r->s->broken = true;
    if (!is_wrong)
        r->s->part = r->s->idle = TOO_DEEP;
    return AGAIN;
}

bool fp_tags_take_json(fp_tags_reader *r, unsigned char c)
{
    const char byte = (char)c;
    const fp_args_state state =
        fp_out_json_args(r->out, (fp_str){ &byte, 1 }, r->table->clauses.duplicate);

    if (state == FP_ARGS_BAD)
        return break_json(r);
    fp_out_mark_byte(r->out, state == FP_ARGS_BLANK ? FP_ROLE_BLANK : FP_ROLE_VALUE);
    r->s->in_text = fp_out_json_args_in_text(r->out);
    if (state == FP_ARGS_CLOSED) {
        r->s->closed = true;
        if (!fp_tags_enter_fence(r))
            fp_tags_enter(r->s, FP_TAGS_BLOCK);
    }
    return TAKEN;
}

bool fp_tags_begins_body(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;

    if (c != '{' || !r->table->json_body || s->argued || s->broken || s->closed)
        return false;
    fp_tags_enter(s, FP_TAGS_ARGS);
    return true;
}

void fp_tags_settle(fp_tags_reader *r)
{
    fp_tags *s = r->s;
    uint64_t wrong = s->value;

    if (s->is_json && fp_tags_has_trees(r))
        fp_tags_settle_tree(r);
    else if (s->is_json && !fp_out_arg_try_json(r->out, &wrong)) {
        fp_out_call_diagnostic(r->out, FP_INVALID_JSON, wrong, r->table->clauses.bad_json);
        s->broken = true;
    }
    s->is_json = false;
    s->value = 0;
    fp_out_arg_end(r->out);
}

fp_in_string fp_tags_in_string(const void *state)
{
    const fp_tags *s = state;

    return s->in_text ? FP_STRING_PAYLOAD : FP_STRING_OTHER;
}

bool fp_tags_take_too_deep(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;
    const bool was_inside = s->in_string;

    if (was_inside) {
        s->in_string = s->in_escape || c != '"';
        s->in_escape = !s->in_escape && c == '\\';
    } else {
        s->in_string = c == '"';
    }
    if (!was_inside && fp_tags_may_begin(r, c)) {
        s->part = NO_TAG;
        return AGAIN;
    }
    fp_out_mark_byte(r->out, FP_ROLE_SKIPPED);
    return TAKEN;
}

/* -- the tag of a value ----------------------------------------------------------------------- */

/* Whether what follows the key, as far as it was read, and then this byte, begin this end. */
static bool parts_to(const fp_tags_reader *r, const char *end, unsigned char c)
{
    const size_t read = r->s->end;

    return strncmp(fp_tags_end(r), end, read) == 0 && c == (unsigned char)end[read];
}

void fp_tags_note_flag(fp_tags_reader *r, unsigned char c)
{
    const fp_tags_table *table = r->table;
    fp_tags *s = r->s;

    if (fp_tags_rule_of(r, s->tag)->act != FP_TAGS_ARGUES || !s->end ||
        c == (unsigned char)fp_tags_end(r)[s->end])
        return;
    if (parts_to(r, table->json_end, c))
        s->flagged = 1;
    for (uint8_t i = 0; table->json_also[i].end; i++)
        if (parts_to(r, table->json_also[i].end, c))
            s->flagged = (uint8_t)(i + 2);
}
