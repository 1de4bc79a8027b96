/* SPDX-License-Identifier: Apache-2.0 */
/* serve_request.c: reads requests as JSON text, so that what jansson refuses or rounds arrives
 * unchanged.
 */
#include "serve/serve_request.h"

#include "base/not_json.h"

#include <fencepost/ascii.h>
#include <fencepost/jsontext.h>

#include <stdio.h>
#include <stdlib.h>

enum { DEPTH_MAX = 512 };

/* The members that a request may have (PROTOCOL-1.5). */
typedef enum member {
    OP,
    ID,
    PROTOCOLS,
    SUITE,
    SYNTAX,
    CHUNKS,
    CATALOGUE,
    CALL,
    CUTS,
    REUSE,
    BESIDE,
    TIMED,
    PREFIX,
    MODE,
    FINISH,
    MEMBER_COUNT
} member;

static const char *const MEMBERS[MEMBER_COUNT] = {
    [OP] = "op",         [ID] = "id",         [PROTOCOLS] = "protocols", [SUITE] = "suite",
    [SYNTAX] = "syntax", [CHUNKS] = "chunks", [CATALOGUE] = "catalogue", [CALL] = "call",
    [CUTS] = "cuts",     [REUSE] = "reuse",   [BESIDE] = "beside",       [TIMED] = "timed",
    [PREFIX] = "prefix", [MODE] = "mode",     [FINISH] = "finish",
};

static const struct {
    const char *name;
    unsigned needs, may; /* members, 1 << … */
} OPS[] = {
    [SERVE_HELLO] = { "hello", 1 << PROTOCOLS, 1 << SUITE },
    [SERVE_PARSE] = { "parse", 1 << SYNTAX | 1 << CHUNKS,
                      1 << PREFIX | 1 << FINISH | 1 << MODE | 1 << CATALOGUE | 1 << REUSE |
                          1 << BESIDE | 1 << TIMED },
    [SERVE_RENDER] = { "render", 1 << SYNTAX | 1 << CALL, 1 << CATALOGUE },
    [SERVE_SWEEP] = { "sweep", 1 << SYNTAX | 1 << CHUNKS | 1 << CUTS,
                      1 << PREFIX | 1 << FINISH | 1 << CATALOGUE },
    [SERVE_BYE] = { "bye", 0, 0 },
};

typedef struct complaint {
    char *text;
    size_t size;
} complaint;

__attribute__((format(printf, 2, 3))) static bool wrong(const complaint *c, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(c->text, c->size, format, args);
    va_end(args);
    return false;
}

static bool find_member(fp_str key, member *found)
{
    for (unsigned i = 0; i < MEMBER_COUNT; i++) {
        if (fp_jsontext_is(key, fp_str_of(MEMBERS[i]))) {
            *found = (member)i;
            return true;
        }
    }
    return false;
}

/* The values of the members; those that are not there are empty. */
static bool read_members(fp_str line, fp_str values[MEMBER_COUNT], const complaint *c)
{
    fp_str key, value;
    member m;

    for (size_t at = 0; fp_jsontext_member(line, &at, &key, &value);) {
        if (!find_member(key, &m))
            return wrong(c, "unknown member %.*s (PROTOCOL-1.5)",
                         (int)(key.len < 60 ? key.len : 60), key.ptr);
        values[m] = value;
    }
    return true;
}

static bool read_id(fp_str value, serve_request *r, const complaint *c)
{
    size_t digits = 0;

    while (digits < value.len && fp_is_digit((unsigned char)value.ptr[digits]))
        digits++;
    if (!digits || digits < value.len)
        return wrong(c, "the request has no \"id\", a whole number from 0 up (PROTOCOL-1.1)");
    r->id = value;
    return true;
}

static bool read_op(const fp_str values[MEMBER_COUNT], serve_request *r, const complaint *c)
{
    unsigned given = 0;

    for (unsigned i = 0; i < MEMBER_COUNT; i++)
        given |= values[i].len ? 1u << i : 0;
    for (r->op = SERVE_HELLO; r->op < SERVE_UNKNOWN; r->op++)
        if (fp_jsontext_is(values[OP], fp_str_of(OPS[r->op].name)))
            break;
    if (r->op == SERVE_UNKNOWN)
        return wrong(c,
                     "this worker has no such \"op\"; it has hello, parse, render, sweep and bye");
    given &= ~(1u << OP | 1u << ID);
    if ((OPS[r->op].needs & ~given) || (given & ~(OPS[r->op].needs | OPS[r->op].may)))
        return wrong(c, "\"%s\" lacks a member, or has one of another op (spec/protocol.md)",
                     OPS[r->op].name);
    return true;
}

static bool read_protocols(fp_str value, serve_request *r, const complaint *c)
{
    fp_str item;

    if (fp_jsontext_kind(value) != '[')
        return wrong(c, "\"protocols\" is not an array (PROTOCOL-2.1)");
    for (size_t at = 0; fp_jsontext_item(value, &at, &item);)
        r->speaks_ours = r->speaks_ours || fp_str_equal(item, FP_STR("1"));
    return r->speaks_ours || wrong(c, "only protocol 1 is spoken here (PROTOCOL-2.1)");
}

/* -- chunks ---------------------------------------------------------------------------------- */

static void add_end(serve_request *r, size_t end)
{
    void *grown = r->ends;

    xgrow(&grown, &r->chunk_cap, r->chunk_count, sizeof *r->ends);
    r->ends = grown;
    r->ends[r->chunk_count++] = end;
}

/* One chunk, appended. */
static bool read_chunk(fp_str chunk, fp_json *bytes)
{
    const fp_str encoded = fp_jsontext_get(chunk, "base64");
    fp_json text = { 0 };
    fp_str decoded;
    bool lone = false, good;

    if (fp_jsontext_kind(chunk) == '"') {
        need_memory(fp_jsontext_decode(chunk, bytes, &lone));
        return true;
    }
    if (fp_jsontext_kind(encoded) != '"')
        return false;
    need_memory(fp_jsontext_decode(encoded, &text, &lone));
    good = base64_decode((fp_str){ text.ptr, text.len }, &decoded);
    fp_json_free(&text);
    if (good) {
        fp_json_bytes(bytes, decoded);
        need_memory(!bytes->failed);
        free((char *)(uintptr_t)decoded.ptr);
    }
    return good;
}

bool serve_request_next(fp_str chunks, size_t *at, fp_json *bytes)
{
    fp_str chunk;

    return fp_jsontext_kind(chunks) == '[' && fp_jsontext_item(chunks, at, &chunk) &&
           read_chunk(chunk, bytes);
}

/* A token, or another piece of a chunk, appended; a token is noted (PROTOCOL-3.15). */
static bool read_piece(fp_str piece, serve_request *r)
{
    const fp_str token = fp_jsontext_get(piece, "token");
    const size_t from = r->input.len;

    if (!token.len)
        return read_chunk(piece, &r->input);
    if (fp_jsontext_kind(token) != '"' || !read_chunk(token, &r->input) || r->input.len == from)
        return false;
    token_list_add(&r->tokens, from, r->input.len - from);
    return true;
}

/* The same for a whole chunk, which may be an array of pieces. */
static bool read_pieces(fp_str chunk, serve_request *r)
{
    fp_str piece;

    if (fp_jsontext_kind(chunk) != '[')
        return read_piece(chunk, r);
    for (size_t at = 0; fp_jsontext_item(chunk, &at, &piece);)
        if (!read_piece(piece, r))
            return false;
    return true;
}

static bool read_chunks(fp_str chunks, serve_request *r, const complaint *c)
{
    fp_str chunk;

    if (fp_jsontext_kind(chunks) != '[')
        return wrong(c, "\"chunks\" is not an array (PROTOCOL-3.1)");
    for (size_t at = 0; fp_jsontext_item(chunks, &at, &chunk);) {
        if (!read_pieces(chunk, r))
            return wrong(c,
                         "chunk %zu is neither a string nor {\"base64\": \"...\"} (PROTOCOL-3.2), "
                         "nor {\"token\": \"...\"} nor an array of such (PROTOCOL-3.15)",
                         r->chunk_count);
        add_end(r, r->input.len);
    }
    token_list_view(&r->tokens, (fp_str){ r->input.ptr, r->input.len });
    return true;
}

static bool read_prefix(fp_str prefix, serve_request *r, const complaint *c)
{
    return !prefix.len || read_chunk(prefix, &r->prefix) ||
           wrong(c, "\"prefix\" is neither a string nor {\"base64\": \"...\"} (PROTOCOL-3.12)");
}

static bool read_finish(fp_str finish, serve_request *r, const complaint *c)
{
    bool lone = false;

    r->finish = FP_FINISH_STOP;
    r->finish_token = (fp_str){ 0 };
    if (!finish.len)
        return true;
    if (fp_jsontext_kind(finish) == '"') {
        need_memory(fp_jsontext_decode(finish, &r->finish_text, &lone));
        fp_json_bytes(&r->finish_text, (fp_str){ "", 1 });
        need_memory(!r->finish_text.failed);
        if (finish_read(r->finish_text.ptr, &r->finish, &r->finish_token))
            return true;
    }
    return wrong(c, "\"finish\" is none of \"stop\", \"length\" and \"token:TEXT\" "
                    "(PROTOCOL-3.14)");
}

static bool read_mode(fp_str mode, serve_request *r, const complaint *c)
{
    r->whole = fp_jsontext_is(mode, FP_STR("whole"));
    return !mode.len || r->whole || fp_jsontext_is(mode, FP_STR("stream")) ||
           wrong(c, "\"mode\" is neither \"stream\" nor \"whole\" (PROTOCOL-2.8)");
}

/* What is parsed with, or rendered in. */
static bool read_syntax(const fp_str values[MEMBER_COUNT], serve_request *r, const complaint *c)
{
    bool lone = false;

    if (fp_jsontext_kind(values[SYNTAX]) != '"')
        return wrong(c, "\"syntax\" is not a string (PROTOCOL-3.1)");
    fp_jsontext_decode(values[SYNTAX], &r->syntax, &lone);
    fp_json_bytes(&r->syntax, (fp_str){ "", 1 });
    need_memory(!r->syntax.failed);
    if (values[CATALOGUE].len && fp_jsontext_kind(values[CATALOGUE]) != '[')
        return wrong(c, "\"catalogue\" is not an array (PROTOCOL-3.3)");
    r->catalogue = values[CATALOGUE];
    r->call = values[CALL];
    r->cuts = values[CUTS];
    r->beside = values[BESIDE];
    r->reuse = fp_str_equal(values[REUSE], FP_STR("true"));
    r->timed = fp_str_equal(values[TIMED], FP_STR("true"));
    return true;
}

/* -- the line -------------------------------------------------------------------------------- */

static bool wrong_json(fp_str line, const complaint *c)
{
    char *text = not_json_text(line, 1);

    wrong(c, "the request: %s (PROTOCOL-1.1)", text);
    free(text);
    return false;
}

bool serve_request_read(fp_str line, serve_request *r, char *error, size_t size)
{
    const complaint c = { error, size };
    fp_str values[MEMBER_COUNT] = { { 0 } };
    size_t at = 0;

    r->op = SERVE_UNKNOWN;
    r->id = r->catalogue = r->call = r->cuts = r->beside = (fp_str){ 0 };
    r->speaks_ours = r->reuse = false;
    r->syntax.len = r->input.len = r->prefix.len = r->finish_text.len = 0;
    r->chunk_count = r->tokens.count = 0;
    if (!fp_jsontext_valid(line, DEPTH_MAX, &at))
        return wrong_json(line, &c);
    if (fp_jsontext_kind(line) != '{')
        return wrong(&c, "the request is not a JSON object (PROTOCOL-1.1)");
    /* The id first: without it there is no answer. */
    if (!read_id(fp_jsontext_get(line, "id"), r, &c) || !read_members(line, values, &c) ||
        !read_op(values, r, &c))
        return false;
    if (r->op == SERVE_HELLO)
        return read_protocols(values[PROTOCOLS], r, &c);
    if (r->op != SERVE_BYE && !read_syntax(values, r, &c))
        return false;
    if (r->op == SERVE_SWEEP && fp_jsontext_kind(r->cuts) != '[')
        return wrong(&c, "\"cuts\" is not an array (PROTOCOL-6.2)");
    return read_prefix(values[PREFIX], r, &c) && read_finish(values[FINISH], r, &c) &&
           read_mode(values[MODE], r, &c) &&
           (!values[CHUNKS].len || read_chunks(values[CHUNKS], r, &c));
}

/* A number of a few digits. */
static bool read_offset(fp_str text, size_t *offset)
{
    *offset = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (!fp_is_digit((unsigned char)text.ptr[i]) || *offset > SIZE_MAX / 100)
            return false;
        *offset = *offset * 10 + (size_t)(text.ptr[i] - '0');
    }
    return text.len > 0;
}

bool serve_request_cut(serve_request *r, fp_str cut, const size_t *edges, size_t edge_count)
{
    size_t before = 0, offset;
    fp_str item;

    r->chunk_count = 0;
    if (fp_jsontext_kind(cut) != '[')
        return false;
    for (size_t at = 0; fp_jsontext_item(cut, &at, &item);) {
        if (!read_offset(item, &offset) || offset > (edges ? edge_count - 1 : r->input.len))
            return false;
        offset = edges ? edges[offset] : offset;
        if (offset < before)
            return false;
        add_end(r, before = offset);
    }
    add_end(r, r->input.len);
    return true;
}

void serve_request_free(serve_request *r)
{
    fp_json_free(&r->syntax);
    fp_json_free(&r->input);
    fp_json_free(&r->prefix);
    fp_json_free(&r->finish_text);
    token_list_free(&r->tokens);
    free(r->ends);
}
