/* SPDX-License-Identifier: Apache-2.0 */
/* out_json.c: what comes in JSON: decoded strings, and a call's input as an object whose members
 * become arguments as they come (MODEL-1.8). */
#include "out_call.h"
#include "unescape.h"

#include <fencepost/jsontext.h>

/* -- strings ----------------------------------------------------------------------------------- */

/* Hands what a JSON string stands for to take(), in pieces. */
static void decode(fp_out *out, fp_str string, void (*take)(fp_out *out, fp_str piece, void *extra),
                   void *extra)
{
    enum { PIECE = 256 };
    const fp_str inside = { string.ptr + 1, string.len - 2 };
    fp_unescape unescape = { 0 };
    char piece[PIECE];
    size_t len = 0;

    for (size_t i = 0; i < inside.len; i++) {
        if (len > PIECE - 2 * FP_UNESCAPE_MAX) {
            take(out, (fp_str){ piece, len }, extra);
            len = 0;
        }
        len += fp_unescape_step(&unescape, (unsigned char)inside.ptr[i], piece + len);
    }
    len += fp_unescape_end(&unescape, piece + len);
    take(out, (fp_str){ piece, len }, extra);
    out->work += inside.len;
    if (unescape.lone)
        fp_out_diagnostic(out, FP_INVALID_JSON, out->accounted, "MODEL-1.7");
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

        fp_out_arg_begin(out, key, out->accounted, false, duplicate);
        fp_out_arg_is_json(out);
    }
    if (lone)
        fp_out_diagnostic(out, FP_INVALID_JSON, out->accounted, "MODEL-1.7");
    fp_json_free(&json);
}

/* Whether a byte of this kind, now read, is part of the open member's value. */
static bool in_member(const fp_out *out, fp_scan_byte kind)
{
    const uint32_t depth = out->args_scan.depth;
    const bool inner = kind == FP_SCAN_BLANK || kind == FP_SCAN_COMMA || kind == FP_SCAN_COLON ||
                       kind == FP_SCAN_KEY; /* of an object or array that is the value */

    return out->in_arg && depth >= (inner ? 2 : kind == FP_SCAN_CLOSE ? 1 : 0);
}

/* Whether the member's value is complete with the byte of this kind, now read. */
static bool ends_member(const fp_out *out, fp_scan_byte kind)
{
    return out->args_scan.depth == 1 &&
           (kind == FP_SCAN_CLOSE ||
            (kind == FP_SCAN_STRING && !fp_jsonscan_in_string(&out->args_scan)));
}

/* Whether a byte of this kind stands behind a number or literal that is the open member's value:
 * these end where something else begins. */
static bool behind_scalar(const fp_out *out, fp_scan_byte kind)
{
    const uint32_t depth = out->args_scan.depth;

    return out->in_arg && out->args_begun &&
           (kind == FP_SCAN_BLANK || kind == FP_SCAN_COMMA ? depth == 1
                                                           : kind == FP_SCAN_CLOSE && depth == 0);
}

static fp_args_state take_arg_byte(fp_out *out, unsigned char c, const char *duplicate)
{
    const fp_scan_byte kind = fp_jsonscan_step(&out->args_scan, c);
    const char byte = (char)c;

    if (kind != FP_SCAN_BAD && out->args_scan.depth > out->options.limits.depth) {
        fp_out_limit_exceeded(out, out->accounted);
        return out->args = FP_ARGS_BAD;
    }
    if (kind == FP_SCAN_BAD)
        return out->args = FP_ARGS_BAD;
    if (out->args == FP_ARGS_BLANK) {
        if (kind == FP_SCAN_BLANK)
            return out->args;
        return out->args = c == '{' ? FP_ARGS_OPEN : FP_ARGS_BAD;
    }
    if (kind == FP_SCAN_KEY && out->args_scan.depth == 1 && !fp_buf_push(&out->args_key, byte))
        fp_out_no_memory(out);
    if (behind_scalar(out, kind))
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
    return out->args;
}

fp_args_state fp_out_json_args(fp_out *out, fp_str piece, const char *duplicate)
{
    for (size_t i = 0; i < piece.len && out->args != FP_ARGS_BAD && out->status == FP_OK; i++)
        take_arg_byte(out, (unsigned char)piece.ptr[i], duplicate);
    out->work += piece.len;
    return out->args;
}

static void take_args(fp_out *out, fp_str piece, void *duplicate)
{
    fp_out_json_args(out, piece, duplicate);
}

fp_args_state fp_out_json_args_in(fp_out *out, fp_str string, const char *duplicate)
{
    decode(out, string, take_args, (void *)(uintptr_t)duplicate);
    return out->args;
}

fp_args_state fp_out_json_args_state(const fp_out *out)
{
    return out->args;
}
