/* SPDX-License-Identifier: Apache-2.0 */
/* json_args.c: what comes in JSON: decoded strings, and a call's input as an object whose members
 * become arguments as they come (MODEL-1.8). */
#include "json_args.h"

#include "out.h"

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
    const uint64_t at = fp_ledger_where(&out->ledger) + 1;
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
    fp_ledger_work(&out->ledger, inside.len);
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
    fp_json_args *args = &out->call.json;
    const size_t limit = out->options.limits.key;
    fp_unescaped *string = &args->string;
    char bytes[FP_UNESCAPE_MAX];
    size_t n;

    if (!was_inside) {
        *string = (fp_unescaped){ 0 };
        args->key_at = fp_ledger_where(&out->ledger);
        args->key_len = 0;
        return;
    }
    if (fp_jsonscan_in_string(&args->scan))
        n = fp_unescaped_step(string, c, fp_ledger_where(&out->ledger), bytes);
    else
        n = fp_unescaped_end(string, bytes);
    if (!fp_out_is_muted(out))
        diagnose_lone(out, string);
    if (!counts)
        return;
    if (n <= limit - args->key_len)
        args->key_len += n;
    else if (!args->key_over)
        args->key_over = limit - args->key_len < string->firsts ? string->first : string->rest;
}

/* The key is complete: its member becomes an argument. */
static void begin_member(fp_out *out, const char *duplicate)
{
    fp_json_args *args = &out->call.json;
    fp_json json = { 0 };
    bool lone = false;

    if (!fp_jsontext_decode(fp_buf_str(&args->key), &json, &lone))
        fp_out_no_memory(out);
    args->key.len = 0;
    if (fp_out_goes_on(out)) {
        const fp_str key = { json.ptr, json.len };

        if (key.len > out->options.limits.key)
            fp_out_limit_exceeded(out, args->key_over);
        fp_out_arg_begin(out, key, args->key_at, false, duplicate);
        fp_out_arg_is_read_json(out);
    }
    fp_json_free(&json);
}

/* Whether a byte of this kind, now read, is part of the open member's value: of an object or array
 * all is, around it are blanks. */
static bool in_member(const fp_out *out, fp_scan_byte kind)
{
    return fp_call_in_arg(&out->call) && (kind != FP_SCAN_BLANK || out->call.json.scan.depth >= 2);
}

/* Whether the member's value is complete with the byte of this kind, now read. */
static bool ends_member(const fp_json_args *args, fp_scan_byte kind)
{
    return args->scan.depth == 1 &&
           (kind == FP_SCAN_CLOSE ||
            (kind == FP_SCAN_STRING && !fp_jsonscan_in_string(&args->scan)) ||
            (kind == FP_SCAN_SCALAR && fp_jsonscan_after_value(&args->scan)));
}

/* Whether a byte of this kind follows a number that is the open member's value: it ends where
 * something else begins. */
static bool behind_number(const fp_out *out, fp_scan_byte kind)
{
    const fp_json_args *args = &out->call.json;
    const uint32_t depth = args->scan.depth;

    return fp_call_in_arg(&out->call) && args->begun &&
           (kind == FP_SCAN_BLANK || kind == FP_SCAN_COMMA ? depth == 1
                                                           : kind == FP_SCAN_CLOSE && depth == 0);
}

static void bad_args(fp_out *out, bool too_deep)
{
    fp_json_args *args = &out->call.json;
    args->wrong = fp_ledger_where(&out->ledger);
    args->too_deep = too_deep;
    if (too_deep)
        fp_out_limit_exceeded(out, args->wrong);
    args->state = FP_ARGS_BAD;
}

/* The first byte of the text that is not a blank. */
static void open_args(fp_out *out, unsigned char c)
{
    if (c == '{')
        out->call.json.state = FP_ARGS_OPEN;
    else
        bad_args(out, false);
}

static void take_arg_byte(fp_out *out, unsigned char c, const char *duplicate)
{
    fp_json_args *args = &out->call.json;
    const bool in_string = fp_jsonscan_in_string(&args->scan);
    const fp_scan_byte kind = fp_jsonscan_step(&args->scan, c);
    const char byte = (char)c;

    if (kind == FP_SCAN_BAD || args->scan.depth > out->options.limits.depth) {
        bad_args(out, kind != FP_SCAN_BAD);
        return;
    }
    if (args->state == FP_ARGS_BLANK) {
        if (kind != FP_SCAN_BLANK)
            open_args(out, c);
        return;
    }

    const bool key = kind == FP_SCAN_KEY && args->scan.depth == 1;

    if (kind == FP_SCAN_KEY || kind == FP_SCAN_STRING)
        take_string_byte(out, c, in_string, key);
    if (key && !fp_buf_push(&args->key, byte))
        fp_out_no_memory(out);
    if (behind_number(out, kind))
        fp_out_arg_end(out);
    if (in_member(out, kind)) {
        fp_out_data(out, (fp_str){ &byte, 1 });
        args->begun = true;
        if (ends_member(args, kind))
            fp_out_arg_end(out);
    }
    if (kind == FP_SCAN_COLON && args->scan.depth == 1) {
        begin_member(out, duplicate);
        args->begun = false;
    }
    if (!args->scan.depth)
        args->state = FP_ARGS_CLOSED;
}

/* Whether the next byte is in the key of a member. */
static bool in_key(const fp_json_args *args)
{
    return args->scan.key && args->scan.depth == 1;
}

/* How many of the first bytes are text in a string: in a key, which is measured, what stands for
 * itself; else escapes of two bytes too, which are not surrogates and stay as they are. */
static size_t string_run(const fp_json_args *args, fp_str bytes)
{
    if (!fp_jsonscan_in_text(&args->scan) || args->string.u.high)
        return 0;
    return in_key(args) ? fp_jsonscan_plain(bytes.ptr, bytes.len)
                        : fp_jsonscan_text(bytes.ptr, bytes.len);
}

static void take_key_run(fp_out *out, fp_str bytes)
{
    fp_json_args *args = &out->call.json;
    const size_t room = out->options.limits.key - args->key_len;

    if (!fp_buf_append(&args->key, bytes.ptr, bytes.len))
        fp_out_no_memory(out);
    if (bytes.len > room && !args->key_over)
        args->key_over = fp_ledger_where(&out->ledger) + room;
    args->key_len += bytes.len < room ? bytes.len : room; /* however many come at once */
}

/* Whether a byte continues a string that is a value, or is in one. */
static bool goes_on_with_string(const fp_json_args *args, unsigned char c)
{
    return fp_jsonscan_in_string(&args->scan) && !args->scan.key &&
           (c != '"' || !fp_jsonscan_in_text(&args->scan));
}

/* Such a byte, in an escape as a rule. */
static void take_inside(fp_out *out, unsigned char c)
{
    fp_json_args *args = &out->call.json;
    const char byte = (char)c;

    if (fp_jsonscan_step(&args->scan, c) == FP_SCAN_BAD) {
        bad_args(out, false);
        return;
    }
    take_string_byte(out, c, true, false);
    fp_out_data(out, (fp_str){ &byte, 1 });
}

/* Such bytes: all strings but keys of members are in a value. */
static void take_string_run(fp_out *out, fp_str bytes)
{
    if (in_key(&out->call.json))
        take_key_run(out, bytes);
    else
        fp_out_data(out, bytes);
}

fp_args_state fp_out_json_args(fp_out *out, fp_str piece, const char *duplicate)
{
    fp_json_args *args = &out->call.json;
    const uint64_t at = fp_ledger_where(&out->ledger);

    for (size_t i = 0; i < piece.len && args->state != FP_ARGS_BAD && fp_out_goes_on(out);) {
        const size_t run = string_run(args, (fp_str){ piece.ptr + i, piece.len - i });

        fp_out_at(out, at + i);
        if (run)
            take_string_run(out, (fp_str){ piece.ptr + i, run });
        else if (goes_on_with_string(args, (unsigned char)piece.ptr[i]))
            take_inside(out, (unsigned char)piece.ptr[i]);
        else
            take_arg_byte(out, (unsigned char)piece.ptr[i], duplicate);
        i += run ? run : 1;
    }
    fp_ledger_work(&out->ledger, piece.len);
    return args->state;
}

/* What a step of a string brought out. */
static void take_brought_out(fp_out *out, const fp_unescaped *string, fp_str bytes,
                             const char *duplicate)
{
    fp_json_args *args = &out->call.json;
    for (size_t i = 0; i < bytes.len && args->state != FP_ARGS_BAD; i++) {
        fp_out_at(out, i < string->firsts ? string->first : string->rest);
        take_arg_byte(out, (unsigned char)bytes.ptr[i], duplicate);
    }
}

/* Bytes that stand for themselves, in a string too: most are text in a string of the object. */
static void take_plain(fp_out *out, fp_str bytes, const char *duplicate)
{
    fp_json_args *args = &out->call.json;
    if (fp_jsonscan_in_text(&args->scan) && !args->string.u.high)
        take_string_run(out, bytes);
    else
        fp_out_json_args(out, bytes, duplicate);
}

fp_args_state fp_out_json_args_in(fp_out *out, fp_str string, const char *duplicate)
{
    fp_json_args *args = &out->call.json;
    const fp_str inside = { string.ptr + 1, string.len - 2 };
    const uint64_t at = fp_ledger_where(&out->ledger) + 1;
    fp_unescaped unescaped = { 0 };

    for (size_t i = 0; i <= inside.len && args->state != FP_ARGS_BAD && fp_out_goes_on(out); i++) {
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
    fp_ledger_work(&out->ledger, inside.len);
    return args->state;
}

fp_args_state fp_out_json_args_state(const fp_out *out)
{
    return out->call.json.state;
}

fp_args_next fp_out_json_args_next(const fp_out *out)
{
    const fp_jsonscan *scan = &out->call.json.scan;

    if (fp_jsonscan_before_key(scan))
        return FP_ARGS_NEXT_KEY;
    return fp_jsonscan_before_value(scan) ? FP_ARGS_NEXT_VALUE : FP_ARGS_NEXT_OTHER;
}

bool fp_out_json_args_in_text(const fp_out *out)
{
    return fp_jsonscan_in_text(&out->call.json.scan);
}

bool fp_out_json_args_wrong(const fp_out *out, uint64_t *offset)
{
    const fp_json_args *args = &out->call.json;
    *offset = args->wrong;
    /* GCOVR_EXCL_BR_START: asked of bad ones */
    return args->state == FP_ARGS_BAD && !args->too_deep;
    /* GCOVR_EXCL_BR_STOP */
}

/* -- life -------------------------------------------------------------------------------------- */

void fp_json_args_free(fp_json_args *args)
{
    fp_buf_free(&args->key);
}

void fp_json_args_reset(fp_json_args *args)
{
    *args = (fp_json_args){ .key = fp_buf_emptied(&args->key) };
}

bool fp_json_args_assign(fp_json_args *to, const fp_json_args *from)
{
    const fp_buf key = to->key;

    *to = *from;
    to->key = key;
    return fp_buf_assign(&to->key, &from->key);
}

bool fp_json_args_equal(const fp_json_args *a, const fp_json_args *b)
{
    return a->state == b->state && a->begun == b->begun &&
           memcmp(&a->scan, &b->scan, sizeof a->scan) == 0 &&
           fp_unescaped_equal(&a->string, &b->string) && a->key_at == b->key_at &&
           a->key_over == b->key_over && a->key_len == b->key_len && a->wrong == b->wrong &&
           a->too_deep == b->too_deep && fp_buf_equal(&a->key, &b->key);
}

bool fp_json_args_is_valid(const fp_json_args *args)
{
    if (args->state == FP_ARGS_BAD)
        return true;
    if (args->too_deep || (args->state == FP_ARGS_OPEN) != (args->scan.depth > 0))
        return false;
    return args->state == FP_ARGS_OPEN || !args->key.len;
}
