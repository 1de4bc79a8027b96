/* SPDX-License-Identifier: Apache-2.0 */
/* tags-id.c: the name in a tag. In a tag that opens a block it may be in an id: after some bytes
 * that may be missing, and before some that may not. */
#include "core/ascii.h"
#include "core/out_call.h"
#include "engines/tags-reader.h"

/* Whether the tag's name is in an id. */
static bool has_id(const fp_tags_reader *r)
{
    uint8_t act;

    if (!r->table->id.after)
        return false;
    act = fp_tags_rule_of(r, r->s->tag)->act;
    return act == FP_TAGS_CALLS || act == FP_TAGS_APPLIES;
}

/* How many bytes of the id are before the name: all that may, or none, for less is of the name.
 */
static size_t front(const fp_tags_reader *r)
{
    return has_id(r) && !r->table->id.before[r->s->front] ? r->s->front : 0;
}

static size_t name_length(const fp_tags_reader *r)
{
    return r->s->name - front(r) - r->s->rest;
}

/* Whether the id, so far and with this byte, may be what precedes a name, or how that begins. */
static bool is_front(const fp_tags_reader *r, unsigned char c)
{
    const fp_tags *s = r->s;
    const char *before = r->table->id.before;

    return s->front == s->name && before[s->front] && c == (unsigned char)before[s->front];
}

bool fp_tags_name_continues(const fp_tags_reader *r, const fp_tags_alphabet *names, unsigned char c)
{
    if (!has_id(r))
        return r->s->name ? names->has(c) : names->begins(c);
    if (r->s->rest)
        return r->table->id.has(c);
    if (c == (unsigned char)r->table->id.after)
        return name_length(r) > 0;
    return name_length(r) ? names->has(c) : names->begins(c);
}

void fp_tags_note_name(fp_tags_reader *r, unsigned char c)
{
    fp_tags *s = r->s;

    if (has_id(r)) {
        if (s->rest || c == (unsigned char)r->table->id.after)
            s->rest++;
        else if (is_front(r, c))
            s->front++;
    }
    s->name++;
}

bool fp_tags_has_name(const fp_tags_reader *r)
{
    return has_id(r) ? r->s->rest > 1 : r->s->name > 0;
}

/* The bytes that a name has at least, if this byte follows. */
static size_t length_with(const fp_tags_reader *r, unsigned char c)
{
    if (has_id(r) && (r->s->rest || c == (unsigned char)r->table->id.after))
        return name_length(r);
    return has_id(r) && is_front(r, c) ? 0 : name_length(r) + 1;
}

bool fp_tags_is_over(fp_tags_reader *r, unsigned char c)
{
    const fp_tags *s = r->s;
    const size_t limit = fp_out_limits(r->out)->name;
    const uint8_t act = fp_tags_rule_of(r, s->tag)->act;

    if ((act != FP_TAGS_CALLS && act != FP_TAGS_APPLIES) || length_with(r, c) <= limit)
        return false;
    fp_out_limit_exceeded(r->out, s->start + s->mark + s->before + front(r) + limit);
    return true;
}

fp_str fp_tags_call_name(const fp_tags_reader *r)
{
    const fp_tags *s = r->s;

    return fp_out_held_part(r->out, s->lead + s->mark + s->before + front(r), name_length(r));
}

void fp_tags_give_id(fp_tags_reader *r)
{
    const fp_tags *s = r->s;

    if (has_id(r))
        fp_out_call_id(r->out, fp_out_held_part(r->out, s->lead + s->mark + s->before, s->name));
}

void fp_tags_mark_name(fp_tags_reader *r, fp_role role, const char *of_name, const char *of_front)
{
    const size_t before = front(r);

    fp_out_cite(r->out, of_front);
    fp_out_mark_first(r->out, before, FP_ROLE_MARKER);
    fp_out_cite(r->out, of_name);
    fp_out_mark_first(r->out, r->s->name - before - r->s->rest, role);
}

/* -- what follows the name -------------------------------------------------------------------- */

bool fp_tags_take_digit(fp_tags_reader *r, const char *end, unsigned char c)
{
    fp_tags *s = r->s;

    if (!fp_is_digit(c))
        return false;
    if (fp_is_digit((unsigned char)end[s->end])) {
        s->end++;
        return true;
    }
    /* GCOVR_EXCL_BR_START: what follows a name begins with no digit */
    if (!s->end || !fp_is_digit((unsigned char)end[s->end - 1]))
        return false;
    /* GCOVR_EXCL_BR_STOP */
    s->digits++;
    return true;
}
