/* SPDX-License-Identifier: Apache-2.0 */
/* out_json.c: what comes in JSON: decoded strings, and a call's input as an object whose members
 * become arguments as they come (MODEL-1.8). */
#include "out_call.h"
#include "unescape.h"

#include <fencepost/jsontext.h>

#include <string.h>

/* -- strings ----------------------------------------------------------------------------------- */

/* The last step of a string met a lone surrogate, perhaps: MODEL-1.7. */
static void diagnose_lone(fp_out *out, fp_unescaped *string)
{
    uint64_t offset;

    if (fp_unescaped_lone(string, &offset))
        fp_out_diagnostic(out, FP_INVALID_JSON, offset, "MODEL-1.7");
}

/* How many of the first bytes stand for themselves, whatever follows them; 0 in an escape. */
static size_t plain_run(const fp_unescaped *string, fp_str bytes)
{
    const char *slash;

    if (string->u.state || string->u.high || !bytes.len)
        return 0;
    slash = memchr(bytes.ptr, '\\', bytes.len);
    return slash ? (size_t)(slash - bytes.ptr) : bytes.len;
}

/* Hands what a JSON string stands for to take(), in pieces. */
static void decode(fp_out *out, fp_str string, void (*take)(fp_out *out, fp_str piece, void *extra),
                   void *extra)
{
    enum { PIECE = 256 };
    const fp_str inside = { string.ptr + 1, string.len - 2 };
    const uint64_t at = fp_out_where(out) + 1;
    fp_unescaped unescaped = { 0 };
    char piece[PIECE];
    size_t len = 0;

    for (size_t i = 0; i < inside.len; i++) {
        const size_t run = plain_run(&unescaped, (fp_str){ inside.ptr + i, inside.len - i });

        if (run || len > PIECE - 2 * FP_UNESCAPE_MAX) {
            take(out, (fp_str){ piece, len }, extra);
            len = 0;
        }
        if (run) {
            fp_out_at(out, at + i);
            take(out, (fp_str){ inside.ptr + i, run }, extra);
            i += run - 1;
            continue;
        }

        const size_t n =
            fp_unescaped_step(&unescaped, (unsigned char)inside.ptr[i], at + i, piece + len);

        if (!len) /* where what has come out stands, if it has */
            fp_out_at(out, unescaped.firsts ? unescaped.first : unescaped.rest);
        len += n;
        diagnose_lone(out, &unescaped);
    }
    len += fp_unescaped_end(&unescaped, piece + len);
    take(out, (fp_str){ piece, len }, extra);
    out->work += inside.len;
    diagnose_lone(out, &unescaped);
}

static void take_text(fp_out *out, fp_str piece, void *extra)
{
    (void)extra;
    fp_out_text(out, piece);
}

void fp_out_json_text(fp_out *out, fp_str string)
{
    decode(out, string, take_text, NULL);
}

static void take_buf(fp_out *out, fp_str piece, void *buf)
{
    if (!fp_buf_append(buf, piece.ptr, piece.len))
        fp_out_no_memory(out);
}

bool fp_out_json_call_begin(fp_out *out, uint64_t start, fp_str string)
{
    fp_buf name = { 0 };
    bool begun;

    decode(out, string, take_buf, &name);
    begun = fp_out_call_begin(out, start, fp_buf_str(&name));
    fp_buf_free(&name);
    return begun;
}

void fp_out_json_call_id(fp_out *out, fp_str string)
{
    fp_buf id = { 0 };

    decode(out, string, take_buf, &id);
    fp_out_call_id(out, fp_buf_str(&id));
    fp_buf_free(&id);
}

/* -- the object of arguments ------------------------------------------------------------------- */

/* A byte of a key, or of another string at any depth: every lone surrogate is diagnosed, and the
 * byte that makes a key too long is found. counts: it is a member's key. */
static void take_string_byte(fp_out *out, unsigned char c, bool was_inside, bool counts)
{
    const size_t limit = out->options.limits.key;
    fp_unescaped *string = &out->args_string;
    char bytes[FP_UNESCAPE_MAX];
    size_t n;

    if (!was_inside) {
        *string = (fp_unescaped){ 0 };
        out->args_key_at = fp_out_where(out);
        out->args_key_len = 0;
        return;
    }
    if (fp_jsonscan_in_string(&out->args_scan))
        n = fp_unescaped_step(string, c, fp_out_where(out), bytes);
    else
        n = fp_unescaped_end(string, bytes);
    if (!out->muted_call)
        diagnose_lone(out, string);
    if (!counts)
        return;
    if (n <= limit - out->args_key_len)
        out->args_key_len += n;
    else if (!out->args_key_over)
        out->args_key_over =
            limit - out->args_key_len < string->firsts ? string->first : string->rest;
}

/* The key is complete: its member becomes an argument. */
static void begin_member(fp_out *out, const char *duplicate)
{
    fp_json json = { 0 };
    bool lone = false;

    if (!fp_jsontext_decode(fp_buf_str(&out->args_key), &json, &lone))
        fp_out_no_memory(out);
    out->args_key.len = 0;
    if (out->status == FP_OK) {
        const fp_str key = { json.ptr, json.len };

        if (key.len > out->options.limits.key)
            fp_out_limit_exceeded(out, out->args_key_over);
        fp_out_arg_begin(out, key, out->args_key_at, false, duplicate);
        fp_out_arg_is_read_json(out);
    }
    fp_json_free(&json);
}

/* Whether a byte of this kind, now read, is part of the open member's value: of an object or array
 * all is, around it are blanks. */
static bool in_member(const fp_out *out, fp_scan_byte kind)
{
    return out->in_arg && (kind != FP_SCAN_BLANK || out->args_scan.depth >= 2);
}

/* Whether the member's value is complete with the byte of this kind, now read. */
static bool ends_member(const fp_out *out, fp_scan_byte kind)
{
    return out->args_scan.depth == 1 &&
           (kind == FP_SCAN_CLOSE ||
            (kind == FP_SCAN_STRING && !fp_jsonscan_in_string(&out->args_scan)) ||
            (kind == FP_SCAN_SCALAR && fp_jsonscan_after_value(&out->args_scan)));
}

/* Whether a byte of this kind stands behind a number that is the open member's value: it ends where
 * something else begins. */
static bool behind_number(const fp_out *out, fp_scan_byte kind)
{
    const uint32_t depth = out->args_scan.depth;

    return out->in_arg && out->args_begun &&
           (kind == FP_SCAN_BLANK || kind == FP_SCAN_COMMA ? depth == 1
                                                           : kind == FP_SCAN_CLOSE && depth == 0);
}

void fp_out_json_args_reset(fp_out *out)
{
    out->args = FP_ARGS_BLANK;
    out->args_scan = (fp_jsonscan){ 0 };
    out->args_key.len = 0;
    out->args_key_over = 0;
}

static void bad_args(fp_out *out, bool too_deep)
{
    out->args_wrong = fp_out_where(out);
    out->args_too_deep = too_deep;
    if (too_deep)
        fp_out_limit_exceeded(out, out->args_wrong);
    out->args = FP_ARGS_BAD;
}

/* The first byte of the text that is no blank. */
static void open_args(fp_out *out, unsigned char c)
{
    if (c == '{')
        out->args = FP_ARGS_OPEN;
    else
        bad_args(out, false);
}

static void take_arg_byte(fp_out *out, unsigned char c, const char *duplicate)
{
    const bool in_string = fp_jsonscan_in_string(&out->args_scan);
    const fp_scan_byte kind = fp_jsonscan_step(&out->args_scan, c);
    const char byte = (char)c;

    if (kind == FP_SCAN_BAD || out->args_scan.depth > out->options.limits.depth) {
        bad_args(out, kind != FP_SCAN_BAD);
        return;
    }
    if (out->args == FP_ARGS_BLANK) {
        if (kind != FP_SCAN_BLANK)
            open_args(out, c);
        return;
    }

    const bool key = kind == FP_SCAN_KEY && out->args_scan.depth == 1;

    if (kind == FP_SCAN_KEY || kind == FP_SCAN_STRING)
        take_string_byte(out, c, in_string, key);
    if (key && !fp_buf_push(&out->args_key, byte))
        fp_out_no_memory(out);
    if (behind_number(out, kind))
        fp_out_arg_end(out);
    if (in_member(out, kind)) {
        fp_out_data(out, (fp_str){ &byte, 1 });
        out->args_begun = true;
        if (ends_member(out, kind))
            fp_out_arg_end(out);
    }
    if (kind == FP_SCAN_COLON && out->args_scan.depth == 1) {
        begin_member(out, duplicate);
        out->args_begun = false;
    }
    if (!out->args_scan.depth)
        out->args = FP_ARGS_CLOSED;
}

/* Whether the next byte is in the key of a member. */
static bool in_key(const fp_out *out)
{
    return out->args_scan.key && out->args_scan.depth == 1;
}

/* How many of the first bytes are text in a string: in a key, which is measured, what stands for
 * itself; else escapes of two bytes too, which are no surrogates and stay as they are. */
static size_t string_run(const fp_out *out, fp_str bytes)
{
    if (!fp_jsonscan_in_text(&out->args_scan) || out->args_string.u.high)
        return 0;
    return in_key(out) ? fp_jsonscan_plain(bytes.ptr, bytes.len)
                       : fp_jsonscan_text(bytes.ptr, bytes.len);
}

static void take_key_run(fp_out *out, fp_str bytes)
{
    const size_t room = out->options.limits.key - out->args_key_len;

    if (!fp_buf_append(&out->args_key, bytes.ptr, bytes.len))
        fp_out_no_memory(out);
    if (bytes.len <= room)
        out->args_key_len += bytes.len;
    else if (!out->args_key_over)
        out->args_key_over = fp_out_where(out) + room;
}

/* Whether a byte goes on with a string that is a value, or stands in one. */
static bool goes_on_with_string(const fp_out *out, unsigned char c)
{
    return fp_jsonscan_in_string(&out->args_scan) && !out->args_scan.key &&
           (c != '"' || !fp_jsonscan_in_text(&out->args_scan));
}

/* Such a byte, in an escape as a rule. */
static void take_inside(fp_out *out, unsigned char c)
{
    const char byte = (char)c;

    if (fp_jsonscan_step(&out->args_scan, c) == FP_SCAN_BAD) {
        bad_args(out, false);
        return;
    }
    take_string_byte(out, c, true, false);
    fp_out_data(out, (fp_str){ &byte, 1 });
}

/* Such bytes: all strings but keys of members are in a value. */
static void take_string_run(fp_out *out, fp_str bytes)
{
    if (in_key(out))
        take_key_run(out, bytes);
    else
        fp_out_data(out, bytes);
}

fp_args_state fp_out_json_args(fp_out *out, fp_str piece, const char *duplicate)
{
    const uint64_t at = fp_out_where(out);

    for (size_t i = 0; i < piece.len && out->args != FP_ARGS_BAD && out->status == FP_OK;) {
        const size_t run = string_run(out, (fp_str){ piece.ptr + i, piece.len - i });

        fp_out_at(out, at + i);
        if (run)
            take_string_run(out, (fp_str){ piece.ptr + i, run });
        else if (goes_on_with_string(out, (unsigned char)piece.ptr[i]))
            take_inside(out, (unsigned char)piece.ptr[i]);
        else
            take_arg_byte(out, (unsigned char)piece.ptr[i], duplicate);
        i += run ? run : 1;
    }
    out->work += piece.len;
    return out->args;
}

/* What a step of a string brought out. */
static void take_brought_out(fp_out *out, const fp_unescaped *string, fp_str bytes,
                             const char *duplicate)
{
    for (size_t i = 0; i < bytes.len && out->args != FP_ARGS_BAD; i++) {
        fp_out_at(out, i < string->firsts ? string->first : string->rest);
        take_arg_byte(out, (unsigned char)bytes.ptr[i], duplicate);
    }
}

/* Bytes that stand for themselves, in a string too: most are text in a string of the object. */
static void take_plain(fp_out *out, fp_str bytes, const char *duplicate)
{
    if (fp_jsonscan_in_text(&out->args_scan) && !out->args_string.u.high)
        take_string_run(out, bytes);
    else
        fp_out_json_args(out, bytes, duplicate);
}

fp_args_state fp_out_json_args_in(fp_out *out, fp_str string, const char *duplicate)
{
    const fp_str inside = { string.ptr + 1, string.len - 2 };
    const uint64_t at = fp_out_where(out) + 1;
    fp_unescaped unescaped = { 0 };

    for (size_t i = 0; i <= inside.len && out->args != FP_ARGS_BAD && out->status == FP_OK; i++) {
        const size_t run = plain_run(&unescaped, (fp_str){ inside.ptr + i, inside.len - i });
        char bytes[FP_UNESCAPE_MAX];
        size_t n;

        if (run) {
            fp_out_at(out, at + i);
            take_plain(out, (fp_str){ inside.ptr + i, run }, duplicate);
            i += run - 1;
            continue;
        }
        n = i == inside.len
                ? fp_unescaped_end(&unescaped, bytes)
                : fp_unescaped_step(&unescaped, (unsigned char)inside.ptr[i], at + i, bytes);
        diagnose_lone(out, &unescaped);
        take_brought_out(out, &unescaped, (fp_str){ bytes, n }, duplicate);
    }
    out->work += inside.len;
    return out->args;
}

fp_args_state fp_out_json_args_state(const fp_out *out)
{
    return out->args;
}

bool fp_out_json_args_in_text(const fp_out *out)
{
    return fp_jsonscan_in_text(&out->args_scan);
}

bool fp_out_json_args_wrong(const fp_out *out, uint64_t *offset)
{
    *offset = out->args_wrong;
    /* GCOVR_EXCL_BR_START: asked of bad ones */
    return out->args == FP_ARGS_BAD && !out->args_too_deep;
    /* GCOVR_EXCL_BR_STOP */
}
