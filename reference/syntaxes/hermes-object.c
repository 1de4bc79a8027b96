/* SPDX-License-Identifier: Apache-2.0 */
/* hermes-object.c: the object of a block, byte by byte. Clauses: spec/hermes.md, sections 1 and 4
 * to 6. It may be read twice: until there is a name, nothing is said (HERMES-9.2).
 */
#include "syntaxes/hermes.h"

#include <string.h>

static bool is_lenient(const fp_out *out)
{
    return fp_out_policy(out, FP_RECOVERY) == FP_RECOVERY_LENIENT;
}

/* -- keys: HERMES-1.6 -------------------------------------------------------------------------- */

static void keep_key(fp_hermes_object *o, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len && o->key_len < FP_HERMES_KEY; i++)
        o->key_bytes[o->key_len++] = bytes[i];
}

/* A byte of a member's key, its quotes included. */
static void read_key(fp_hermes_object *o, bool begins, unsigned char c, uint64_t offset)
{
    char bytes[FP_UNESCAPE_MAX];

    if (begins) {
        o->key_len = 0;
        o->key_at = offset;
    } else if (fp_jsonscan_in_string(&o->scan)) {
        keep_key(o, bytes, fp_unescape_step(&o->key, c, bytes));
    } else {
        keep_key(o, bytes, fp_unescape_end(&o->key, bytes));
    }
}

static bool key_is(const fp_hermes_object *o, const char *key)
{
    return fp_str_equal((fp_str){ o->key_bytes, o->key_len }, fp_str_of(key));
}

/* HERMES-4.1, 4.2 */
static fp_hermes_member member_of(const fp_hermes_object *o)
{
    if (key_is(o, "name"))
        return FP_HERMES_NAME;
    if (key_is(o, "arguments") || key_is(o, "parameters"))
        return FP_HERMES_ARGUMENTS;
    return FP_HERMES_OTHER;
}

/* -- structure --------------------------------------------------------------------------------- */

fp_scan_byte fp_hermes_scan(fp_hermes_object *o, const fp_out *out, unsigned char c,
                            uint64_t offset)
{
    const bool in_string = fp_jsonscan_in_string(&o->scan);
    fp_scan_byte kind = fp_jsonscan_step(&o->scan, c);

    if (kind == FP_SCAN_BAD && in_string && c < 0x20 && is_lenient(out))
        kind = fp_jsonscan_step(&o->scan, ' '); /* HERMES-6.2 */
    if (kind == FP_SCAN_KEY && o->scan.depth == 1)
        read_key(o, !in_string, c, offset);
    if (kind == FP_SCAN_COLON && o->scan.depth == 1) {
        o->fresh = true;
        o->member = member_of(o);
    }
    return kind;
}

/* Whether a byte of this kind is of the value of a member of the object, and begins it. */
static bool begins_value(fp_hermes_object *o, fp_scan_byte kind)
{
    const bool begins = o->fresh && kind != FP_SCAN_BLANK && kind != FP_SCAN_COLON;

    o->fresh = o->fresh && !begins;
    return begins;
}

/* Whether the value, a string or an object, ends with a byte of this kind. */
static bool ends_value(const fp_hermes_object *o, fp_scan_byte kind)
{
    return o->scan.depth == 1 &&
           (kind == FP_SCAN_CLOSE || (kind == FP_SCAN_STRING && !fp_jsonscan_in_string(&o->scan)));
}

/* -- the name ---------------------------------------------------------------------------------- */

/* HERMES-7.6 */
static bool is_over_limit(fp_hermes_object *o, fp_out *out, size_t len)
{
    const size_t limit = fp_out_limits(out)->name;

    if (len > limit - o->name_len) {
        fp_out_limit_exceeded(out, limit - o->name_len < o->string.firsts ? o->string.first
                                                                          : o->string.rest);
        return true;
    }
    o->name_len += len;
    return false;
}

fp_hermes_naming fp_hermes_find_name(fp_hermes_object *o, fp_out *out, fp_scan_byte kind,
                                     unsigned char c, uint64_t offset)
{
    const bool begins = begins_value(o, kind);
    const bool ends = ends_value(o, kind);
    char bytes[FP_UNESCAPE_MAX];

    if (o->member != FP_HERMES_NAME || (!begins && kind != FP_SCAN_STRING))
        return FP_HERMES_UNDECIDED;
    if (begins) {
        o->name_at = offset;
        if (c == '"')
            return FP_HERMES_UNDECIDED;
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "HERMES-4.3");
        return FP_HERMES_BAD_NAME;
    }
    if (is_over_limit(o, out,
                      ends ? fp_unescaped_end(&o->string, bytes)
                           : fp_unescaped_step(&o->string, c, offset, bytes)))
        return FP_HERMES_BAD_NAME;
    o->string.u.lone = false;
    if (ends && !o->name_len) {
        fp_out_diagnostic(out, FP_BAD_NAME, fp_out_mark_offset(out), "HERMES-4.3");
        return FP_HERMES_BAD_NAME;
    }
    return ends ? FP_HERMES_NAMED : FP_HERMES_UNDECIDED;
}

/* -- the arguments ----------------------------------------------------------------------------- */

/* HERMES-5.2, 6.4: the call is not whole; what is left of the value is skipped. */
static void spoil(fp_hermes_object *o, fp_out *out, uint64_t wrong, const char *clause)
{
    fp_out_call_diagnostic(out, FP_INVALID_JSON, wrong, clause);
    fp_out_call_spoil(out);
    o->member = FP_HERMES_OTHER;
}

/* A member begins: HERMES-4.5. */
static void begin_member(fp_hermes_object *o, fp_out *out)
{
    bool *has = o->member == FP_HERMES_NAME ? &o->has_name : &o->has_arguments;

    if (o->member == FP_HERMES_OTHER)
        return;
    if (*has) {
        fp_out_call_diagnostic(out, FP_DUPLICATE_ARGUMENT, o->key_at, "HERMES-4.5");
        o->member = FP_HERMES_OTHER;
    }
    *has = true;
}

/* HERMES-5.1, 5.2, 6.3 */
static void begin_arguments(fp_hermes_object *o, fp_out *out, unsigned char c, uint64_t offset)
{
    if (c == '{')
        return;
    if (c == 'n') {
        o->member = FP_HERMES_OTHER;
    } else if (c == '"' && is_lenient(out)) {
        o->member = FP_HERMES_STRING;
    } else {
        spoil(o, out, offset, "HERMES-5.2");
    }
}

/* A byte of the text of the arguments: HERMES-5.3, 6.2. */
static void give(fp_out *out, unsigned char c, bool in_string, uint64_t offset)
{
    static const char DIGITS[] = "0123456789abcdef";
    const char byte = (char)c;
    const char escape[] = { '\\', 'u', '0', '0', DIGITS[c >> 4], DIGITS[c & 15] };
    const bool escaped = in_string && c < 0x20;
    const fp_str text = { escaped ? escape : &byte, escaped ? sizeof escape : 1 };

    for (size_t i = 0; i < text.len; i++) {
        fp_out_at(out, offset);
        fp_out_json_args(out, (fp_str){ text.ptr + i, 1 }, "HERMES-5.5");
    }
}

/* HERMES-6.4: the text in a string, as far as it is read. */
static void check_text(fp_hermes_object *o, fp_out *out, bool ends, uint64_t offset)
{
    const fp_args_state state = fp_out_json_args_state(out);
    uint64_t wrong;

    if (state == FP_ARGS_BAD && fp_out_json_args_wrong(out, &wrong)) {
        spoil(o, out, wrong, "HERMES-6.4");
    } else if (state == FP_ARGS_BAD) { /* HERMES-7.8: diagnosed */
        fp_out_call_spoil(out);
        o->member = FP_HERMES_OTHER;
    } else if (ends && state == FP_ARGS_OPEN) {
        spoil(o, out, offset, "HERMES-6.4");
    }
}

/* A byte behind the opening quote of a string of arguments. */
static void take_string(fp_hermes_object *o, fp_out *out, bool ends, unsigned char c,
                        uint64_t offset)
{
    char bytes[FP_UNESCAPE_MAX];
    uint64_t lone;
    const size_t count = ends ? fp_unescaped_end(&o->string, bytes)
                              : fp_unescaped_step(&o->string, c, offset, bytes);

    if (fp_unescaped_lone(&o->string, &lone))
        fp_out_call_diagnostic(out, FP_INVALID_JSON, lone, "MODEL-1.7");
    for (size_t i = 0; i < count && fp_out_json_args_state(out) != FP_ARGS_BAD; i++)
        give(out, (unsigned char)bytes[i], false,
             i < o->string.firsts ? o->string.first : o->string.rest);
    check_text(o, out, ends, offset);
}

fp_role fp_hermes_say(fp_hermes_object *o, fp_out *out, fp_scan_byte kind, unsigned char c,
                      uint64_t offset)
{
    const bool begins = begins_value(o, kind);
    const bool ends = ends_value(o, kind);
    fp_role role = FP_ROLE_MARKER;

    if (kind == FP_SCAN_COLON && o->scan.depth == 1)
        begin_member(o, out);
    if (o->fresh || o->member == FP_HERMES_OTHER)
        return role;
    if (begins && o->member == FP_HERMES_ARGUMENTS)
        begin_arguments(o, out, c, offset);
    if (o->member != FP_HERMES_OTHER)
        role = o->member == FP_HERMES_NAME ? FP_ROLE_NAME : FP_ROLE_VALUE;
    if (o->member == FP_HERMES_ARGUMENTS)
        give(out, c, fp_jsonscan_in_string(&o->scan), offset);
    else if (o->member == FP_HERMES_STRING && !begins)
        take_string(o, out, ends, c, offset);
    if (ends)
        o->member = FP_HERMES_OTHER;
    return role;
}

bool fp_hermes_say_inside(fp_hermes_object *o, fp_out *out, unsigned char c)
{
    const bool in_text = fp_jsonscan_in_text(&o->scan);
    const char byte = (char)c;

    if (o->member != FP_HERMES_ARGUMENTS || !fp_jsonscan_in_string(&o->scan) ||
        !fp_out_in_call(out) || (in_text && (c < 0x20 || c == '"')))
        return false;
    if ((!in_text || c == '\\') && fp_jsonscan_step(&o->scan, c) == FP_SCAN_BAD)
        return false;
    fp_out_json_args(out, (fp_str){ &byte, 1 }, "HERMES-5.5");
    return true;
}

void fp_hermes_escaped(fp_hermes_object *o, unsigned char c)
{
    fp_jsonscan_step(&o->scan, c);
}

bool fp_hermes_in_value(const fp_hermes_object *o)
{
    const bool in_key = o->scan.key && o->scan.depth == 2;

    return o->has_name && o->member == FP_HERMES_ARGUMENTS && fp_jsonscan_in_text(&o->scan) &&
           !in_key;
}
