/* SPDX-License-Identifier: Apache-2.0 */
/* object.c: the object of a call: its name, and what is given out as it comes, which is all from
 * the name on. What is before the name is held, and read a second time when the call begins.
 * Calls that are given out as a whole: object-whole.c. */
#include "core/out_json.h"
#include "core/out_units.h"
#include "engines/object-give.h"

#include <string.h>

/* -- reading --------------------------------------------------------------------------------- */

/* After a key: of members that are given again the first counts. */
static void note_member(fp_object *o, const fp_object_table *table)
{
    const uint8_t member =
        table->keyed ? FP_OBJECT_ARGUMENTS : fp_object_key_find(&o->key, table->members);

    o->again = member != FP_OBJECT_OTHER && o->seen & 1u << member;
    o->seen |= (uint8_t)(1u << member);
    o->member = o->again ? FP_OBJECT_OTHER : member;
}

/* Whether the name, as decoded, has room for so many more bytes. */
static bool lengthen_name(fp_object *o, const fp_out *out, size_t count)
{
    const size_t room = fp_out_limits(out)->name - o->name_len;

    if (count <= room) {
        o->name_len += count;
        return true;
    }
    o->naming = FP_OBJECT_LONG_NAME;
    o->name_over = room < o->string.firsts ? o->string.first : o->string.rest;
    return false;
}

static void end_name(fp_object *o)
{
    o->naming = o->name_len ? FP_OBJECT_NAMED : FP_OBJECT_BAD_NAME;
}

/* A byte of the value of the name, or of the key that is the name. */
static void read_name(fp_object *o, const fp_out *out, unsigned what, unsigned char c,
                      uint64_t offset)
{
    const bool ends = what & (FP_OBJECT_VALUE_END | FP_OBJECT_KEY_END);
    char bytes[FP_UNESCAPE_MAX];
    size_t count;

    if (what & (FP_OBJECT_VALUE_BEGIN | FP_OBJECT_KEY_BEGIN)) {
        o->name_at = offset;
        o->naming = c == '"' ? FP_OBJECT_UNNAMED : FP_OBJECT_BAD_NAME;
        return;
    }
    if (o->naming != FP_OBJECT_UNNAMED)
        return;
    count = ends ? fp_unescaped_end(&o->string, bytes)
                 : fp_unescaped_step(&o->string, c, offset, bytes);
    if (!lengthen_name(o, out, count) || !ends)
        return;
    o->name_end = offset + 1;
    if (!(what & FP_OBJECT_KEY) || !o->name_len) /* a key is the name once its colon has come */
        end_name(o);
}

/* A byte of the value of the arguments. */
static void read_arguments(fp_object *o, unsigned what, unsigned char c, uint64_t offset)
{
    if (what & FP_OBJECT_VALUE_BEGIN) {
        o->arguments = c;
        o->arguments_at = offset;
    }
    if (what & FP_OBJECT_VALUE_END)
        o->arguments_end = offset + 1;
}

/* Whether the key that is read is the name, if the table is keyed. */
static inline bool is_first_key(const fp_object *o)
{
    return !o->seen;
}

static bool is_keyed(const fp_out *out)
{
    const fp_object_table *table = fp_out_table(out);

    return table->keyed;
}

/* A byte of a key, or the colon after it. */
static void read_key_byte(fp_object *o, const fp_out *out, unsigned what, unsigned char c,
                          uint64_t offset)
{
    const fp_object_table *table = fp_out_table(out);
    const bool names = table->keyed && is_first_key(o) && !o->begun;

    if (what & FP_OBJECT_COLON) {
        note_member(o, table);
        if (names)
            end_name(o);
        return;
    }
    if (what & FP_OBJECT_KEY_BEGIN)
        o->key_at = offset;
    if (names)
        read_name(o, out, what, c, offset);
    fp_object_key_step(&o->key, table->members, what, c);
}

unsigned fp_object_read(fp_object *o, fp_out *out, unsigned char c, uint64_t offset)
{
    const unsigned what = fp_object_scan_step(&o->scan, out, c);

    if (what & (FP_OBJECT_KEY | FP_OBJECT_COLON))
        read_key_byte(o, out, what, c, offset);
    else if (what & FP_OBJECT_VALUE && !o->begun && o->member == FP_OBJECT_NAME)
        read_name(o, out, what, c, offset);
    else if (!o->begun && o->member == FP_OBJECT_ARGUMENTS)
        read_arguments(o, what, c, offset);
    return what;
}

void fp_object_refuse_name(const fp_object *o, fp_out *out, uint64_t start)
{
    const fp_object_table *table = fp_out_table(out);

    if (o->naming == FP_OBJECT_LONG_NAME)
        fp_out_limit_exceeded(out, o->name_over);
    else
        fp_out_diagnostic(out, FP_BAD_NAME, start, table->clauses.bad_name);
}

/* -- the arguments, as they come ------------------------------------------------------------- */

/* The call is not complete; what is left of its arguments is skipped. */
static void spoil_call(fp_object *o, fp_out *out, uint64_t wrong, const char *clause)
{
    fp_out_call_diagnostic(out, FP_INVALID_JSON, wrong, clause);
    fp_out_call_spoil(out);
    o->member = FP_OBJECT_OTHER;
}

static void begin_arguments(fp_object *o, fp_out *out, unsigned char c, uint64_t offset)
{
    const fp_object_table *table = fp_out_table(out);

    if (c == '{')
        return;
    if (c == 'n')
        o->member = FP_OBJECT_OTHER;
    else if (c == '"' && fp_object_takes_text(out))
        o->member = FP_OBJECT_TEXT;
    else
        spoil_call(o, out, offset, table->clauses.bad_arguments);
}

size_t fp_object_escape(unsigned char c, bool in_string, char to[FP_OBJECT_ESCAPE])
{
    static const char DIGITS[] = "0123456789abcdef";
    const char escape[FP_OBJECT_ESCAPE] = { '\\', 'u', '0', '0', DIGITS[c >> 4], DIGITS[c & 15] };

    if (!in_string || c >= 0x20) {
        to[0] = (char)c;
        return 1;
    }
    memcpy(to, escape, sizeof escape);
    return sizeof escape;
}

/* A byte of the text of the arguments. */
static void give_byte(fp_out *out, unsigned char c, bool in_string, uint64_t offset)
{
    const fp_object_table *table = fp_out_table(out);
    char bytes[FP_OBJECT_ESCAPE];
    const size_t count = fp_object_escape(c, in_string, bytes);

    for (size_t i = 0; i < count; i++) {
        fp_out_at(out, offset);
        fp_out_json_args(out, (fp_str){ bytes + i, 1 }, table->clauses.duplicate);
    }
}

/* The text in a string, as far as it is read. */
static void check_text(fp_object *o, fp_out *out, bool ends, uint64_t offset)
{
    const fp_object_table *table = fp_out_table(out);
    const fp_args_state state = fp_out_json_args_state(out);
    uint64_t wrong;

    if (state == FP_ARGS_BAD && fp_out_json_args_wrong(out, &wrong)) {
        spoil_call(o, out, wrong, table->clauses.bad_text);
    } else if (state == FP_ARGS_BAD) { /* it is too deep, and diagnosed */
        fp_out_call_spoil(out);
        o->member = FP_OBJECT_OTHER;
    } else if (ends && state == FP_ARGS_OPEN) {
        spoil_call(o, out, offset, table->clauses.bad_text);
    }
}

/* A byte after the opening quote of a string of arguments. */
static void give_text(fp_object *o, fp_out *out, bool ends, unsigned char c, uint64_t offset)
{
    char bytes[FP_UNESCAPE_MAX];
    uint64_t lone;
    const size_t count = ends ? fp_unescaped_end(&o->string, bytes)
                              : fp_unescaped_step(&o->string, c, offset, bytes);

    if (fp_unescaped_lone(&o->string, &lone))
        fp_out_call_diagnostic(out, FP_INVALID_JSON, lone, "MODEL-1.7");
    for (size_t i = 0; i < count && fp_out_json_args_state(out) != FP_ARGS_BAD; i++)
        give_byte(out, (unsigned char)bytes[i], false,
                  i < o->string.firsts ? o->string.first : o->string.rest);
    check_text(o, out, ends, offset);
}

/* -- the id ---------------------------------------------------------------------------------- */

/* A byte of the value of an id, which is put aside until it is whole. */
static void give_id(fp_object *o, fp_out *out, unsigned what, unsigned char c, uint64_t offset)
{
    const char byte = (char)c;

    if (what & FP_OBJECT_VALUE_BEGIN)
        fp_out_drop_aside(out, fp_out_aside(out).len);
    if ((what & FP_OBJECT_VALUE_BEGIN && c != '"') ||
        !fp_out_put_aside(out, (fp_str){ &byte, 1 })) {
        o->member = FP_OBJECT_OTHER;
        return;
    }
    if (!(what & FP_OBJECT_VALUE_END) || fp_out_aside(out).len < 2) /* memory is out */
        return;
    fp_out_at(out, offset + 1 - fp_out_aside(out).len);
    fp_out_json_call_id(out, fp_out_aside(out));
    fp_out_drop_aside(out, fp_out_aside(out).len);
}

/* -- the call -------------------------------------------------------------------------------- */

void fp_object_give_again(const fp_object *o, fp_out *out)
{
    const fp_object_table *table = fp_out_table(out);

    if (o->again)
        fp_out_call_diagnostic(out, FP_DUPLICATE_ARGUMENT, o->key_at, table->clauses.again);
}

fp_role fp_object_role(const fp_object *o, unsigned what)
{
    if (!(what & FP_OBJECT_VALUE) || o->member == FP_OBJECT_OTHER || o->member == FP_OBJECT_ID)
        return FP_ROLE_MARKER;
    return o->member == FP_OBJECT_NAME ? FP_ROLE_NAME : FP_ROLE_VALUE;
}

fp_role fp_object_give(fp_object *o, fp_out *out, unsigned what, unsigned char c, uint64_t offset)
{
    const bool begins = what & FP_OBJECT_VALUE_BEGIN;
    fp_role role;

    if (what & FP_OBJECT_COLON)
        fp_object_give_again(o, out);
    if (begins && o->member == FP_OBJECT_ARGUMENTS)
        begin_arguments(o, out, c, offset);
    role = fp_object_role(o, what);
    if (what & FP_OBJECT_KEY && is_first_key(o) && is_keyed(out))
        role = FP_ROLE_NAME;
    if (what & FP_OBJECT_VALUE && o->member == FP_OBJECT_ID)
        give_id(o, out, what, c, offset);
    else if (role == FP_ROLE_VALUE && o->member == FP_OBJECT_ARGUMENTS)
        give_byte(out, c, fp_jsonscan_in_string(&o->scan.json), offset);
    else if (role == FP_ROLE_VALUE && !begins)
        give_text(o, out, what & FP_OBJECT_VALUE_END, c, offset);
    return role;
}

bool fp_object_begin(const fp_object *o, fp_out *out, uint64_t start)
{
    const size_t before = (size_t)(o->name_at - fp_out_mark_offset(out));

    fp_out_at(out, o->name_at);
    return fp_out_json_call_begin(
        out, start, fp_out_held_part(out, before, (size_t)(o->name_end - o->name_at)));
}

typedef struct giving {
    fp_object *o;
    fp_out *out;
    uint64_t offset; /* of the next byte */
} giving;

static size_t give_next(void *context, fp_str bytes, fp_role *role)
{
    giving *g = context;
    const unsigned char c = (unsigned char)bytes.ptr[0];
    const unsigned what = fp_object_read(g->o, g->out, c, g->offset);

    *role = fp_object_give(g->o, g->out, what, c, g->offset++);
    return 1;
}

void fp_object_give_held(fp_object *o, fp_out *out)
{
    giving g = { .o = o, .out = out, .offset = fp_out_mark_offset(out) };

    *o = (fp_object){ .begun = true };
    fp_out_mark_each(out, fp_out_held_length(out), give_next, &g);
}

/* -- strings, for speed ---------------------------------------------------------------------- */

/* Whether the bytes so far end in the arguments, once the call has begun. */
static inline bool is_inside(const fp_object *o)
{
    return o->scan.in_value && o->member == FP_OBJECT_ARGUMENTS && o->begun;
}

bool fp_object_give_inside(fp_object *o, fp_out *out, unsigned char c)
{
    const fp_object_table *table;
    const char byte = (char)c;
    bool in_text;

    if (!is_inside(o))
        return false;
    in_text = fp_jsonscan_in_text(&o->scan.json);
    if (in_text ? c < 0x20 || c == '"' : !fp_jsonscan_in_string(&o->scan.json))
        return false;
    if ((!in_text || c == '\\') && fp_jsonscan_step(&o->scan.json, c) == FP_SCAN_BAD)
        return false;
    table = fp_out_table(out);
    fp_out_json_args(out, (fp_str){ &byte, 1 }, table->clauses.duplicate);
    return true;
}

bool fp_object_in_value(const fp_object *o)
{
    return is_inside(o) && fp_jsonscan_in_text(&o->scan.json);
}
