/* SPDX-License-Identifier: Apache-2.0 */
/* wire.c: writes requests, and reads what all answers have in common (spec/protocol.md). */
#include "worker/wire.h"

#include "base/visible.h"
#include "worker/made_tools.h"
#include "worker/wire_check.h"
#include "worker/wire_input.h"

#include <fencepost/jsontext.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VISIBLE_MAX = 80 };

/* -- requests -------------------------------------------------------------------------------- */

void wire_hello_request(fp_json *out, uint64_t id)
{
    fp_json_raw(out, "{\"op\":\"hello\",\"id\":");
    fp_json_number(out, id);
    fp_json_raw(out, ",\"protocols\":[1],\"suite\":");
    fp_json_string(out, fp_str_of(FP_VERSION));
    fp_json_raw(out, "}");
}

void wire_bye(fp_json *out, uint64_t id)
{
    fp_json_raw(out, "{\"op\":\"bye\",\"id\":");
    fp_json_number(out, id);
    fp_json_raw(out, "}");
}

/* Returns whether a chunk that ends or begins at this place does so in the middle of a character.
 */
static bool is_inside(fp_str input, size_t at)
{
    return at < input.len && ((unsigned char)input.ptr[at] & 0xC0) == 0x80;
}

/* Half of the character of four bytes whose middle is at this place, as an escape. */
static void write_half(fp_json *out, fp_str input, size_t middle, bool second)
{
    const unsigned char *b = (const unsigned char *)input.ptr + middle - 2;
    const uint32_t code =
        (b[0] & 0x07u) << 18 | (b[1] & 0x3Fu) << 12 | (b[2] & 0x3Fu) << 6 | (b[3] & 0x3Fu);
    const uint32_t rest = code - 0x10000;
    char escape[16];

    snprintf(escape, sizeof escape, "\\u%04x",
             (unsigned)(second ? 0xDC00 + (rest & 0x3FF) : 0xD800 + (rest >> 10)));
    fp_json_raw(out, escape);
}

/* A chunk that begins or ends with half of a surrogate pair: the string is written, then its quotes
 * are moved around the halves. */
static void write_halves(fp_json *out, fp_str input, size_t from, size_t to)
{
    const bool first = is_inside(input, from), last = is_inside(input, to);
    const size_t begin = first ? from + 2 : from, end = last ? to - 2 : to;

    fp_json_raw(out, "\"");
    if (first)
        write_half(out, input, from, true);

    const size_t quote = out->len;

    fp_json_string(out, (fp_str){ input.ptr + begin, end - begin });
    if (out->failed)
        return;
    memmove(out->ptr + quote, out->ptr + quote + 1, out->len - quote - 2);
    out->len -= 2;
    if (last)
        write_half(out, input, to, false);
    fp_json_raw(out, "\"");
}

static void write_bytes(fp_json *out, fp_str bytes)
{
    char *text;

    if (is_utf8(bytes)) {
        fp_json_string(out, bytes);
        return;
    }
    text = base64_encode(bytes);
    fp_json_raw(out, "{\"base64\":\"");
    fp_json_raw(out, text);
    fp_json_raw(out, "\"}");
    free(text);
}

/* A chunk, or a piece of one between tokens. */
static void write_piece(fp_json *out, const wire_request *r, fp_str chunk, unit u)
{
    const size_t from = chunk.len ? (size_t)(chunk.ptr - r->input.ptr) : 0;

    if (u == UNIT_UTF16 && chunk.len > 0 &&
        (is_inside(r->input, from) || is_inside(r->input, from + chunk.len)))
        write_halves(out, r->input, from, from + chunk.len);
    else if (u == UNIT_BYTE)
        write_bytes(out, chunk);
    else
        fp_json_string(out, chunk);
}

static void write_token(fp_json *out, fp_str token)
{
    fp_json_raw(out, "{\"token\":");
    fp_json_string(out, token);
    fp_json_raw(out, "}");
}

/* The pieces of a chunk in which tokens begin. One that is cut is in the chunk in which it begins,
 * as a whole. */
static void write_pieces(fp_json *out, const wire_request *r, fp_str chunk, unit u,
                         const token_list *tokens)
{
    const size_t begin = (size_t)(chunk.ptr - r->input.ptr), end = begin + chunk.len;
    size_t at = begin;
    const char *before = "[";

    for (size_t i = 0; i < tokens->count; i++) {
        const fp_token *t = &tokens->of[i];
        const size_t past = (size_t)t->at + t->text.len;
        const size_t start = t->at < begin ? begin : t->at < end ? (size_t)t->at : end;

        if (past <= at || t->at >= end)
            continue;
        if (start > at) {
            fp_json_raw(out, before);
            write_piece(out, r, (fp_str){ r->input.ptr + at, start - at }, u);
            before = ",";
        }
        if (t->at >= begin) {
            fp_json_raw(out, before);
            write_token(out, t->text);
            before = ",";
        }
        at = past < end ? past : end;
    }
    if (at < end || *before == '[') {
        fp_json_raw(out, before);
        write_piece(out, r, (fp_str){ r->input.ptr + at, end - at }, u);
    }
    fp_json_raw(out, "]");
}

/* Returns whether there are bytes of tokens in the chunk. */
static bool has_tokens(const wire_request *r, fp_str chunk, const token_list *tokens)
{
    const size_t begin = (size_t)(chunk.ptr - r->input.ptr);
    bool has = false;

    for (size_t i = 0; i < tokens->count; i++)
        has = has || (tokens->of[i].at < begin + chunk.len &&
                      tokens->of[i].at + tokens->of[i].text.len > begin);
    return has;
}

static void write_chunk(fp_json *out, const wire_request *r, size_t index, unit u,
                        const token_list *tokens)
{
    const fp_str chunk = cutting_chunk(r->input, r->cut, index);

    if (tokens && chunk.len && has_tokens(r, chunk, tokens))
        write_pieces(out, r, chunk, u, tokens);
    else
        write_piece(out, r, chunk, u);
}

bool wire_sends_tokens(const wire_hello *hello, const fp_syntax *syntax)
{
    const policy_set *declared = wire_hello_policy(hello, syntax);

    return hello->tokens && syntax->tokens && declared->given[FP_MARKERS] &&
           declared->policies.of[FP_MARKERS] == FP_MARKERS_TOKEN;
}

bool wire_cuts_token(const wire_hello *hello, const fp_syntax *syntax, fp_str beginning)
{
    return wire_sends_tokens(hello, syntax) && token_is_begun(syntax, beginning);
}

/* The tokens of the input that the worker gets; false: it gets none. */
static bool tokens_of(const wire_request *r, const wire_hello *hello, token_list *tokens)
{
    const test_case *t = r->of;

    if (r->op == WIRE_RENDER || !wire_sends_tokens(hello, r->syntax))
        return false;
    if (t && case_tells_tokens(t)) {
        for (size_t i = 0; i < t->tokens.count; i++)
            if (t->tokens.of[i].at + t->tokens.of[i].text.len <= r->input.len)
                token_list_add(tokens, (size_t)t->tokens.of[i].at, t->tokens.of[i].text.len);
    } else {
        token_list_spelt(tokens, r->syntax, r->input, 0);
    }
    token_list_view(tokens, r->input);
    return true;
}

/* That of the request, or, where the worker needs one, one that is made of the input. */
static void write_catalogue(fp_json *out, const wire_request *r, const wire_hello *hello)
{
    const bool make = !r->catalogue && hello->needs_tools && r->op != WIRE_RENDER && r->syntax;
    json_t *made = make ? made_tools(r->syntax, r->input) : NULL;
    const json_t *catalogue = made ? made : r->catalogue;
    char *text;

    if (!catalogue || !hello->catalogue)
        return;
    text = json_dumps(catalogue, JSON_COMPACT);
    json_decref(made);
    fp_json_raw(out, ",\"catalogue\":");
    fp_json_raw(out, text ? text : "");
    out->failed = out->failed || !text;
    free(text);
}

static void write_chunks(fp_json *out, const char *name, const wire_request *r, unit u,
                         const token_list *tokens)
{
    fp_json_raw(out, name);
    for (size_t i = 0; i <= (r->cut ? r->cut->count : 0); i++) {
        fp_json_raw(out, i ? "," : "");
        write_chunk(out, r, i, u, tokens);
    }
    fp_json_raw(out, "]");
}

/* The number of units before a place between two of them. */
static size_t units_before(const size_t *edges, size_t count, size_t at)
{
    size_t from = 0, to = count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (edges[middle] < at)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static void write_cuts(fp_json *out, const wire_request *r, unit u)
{
    size_t count;
    size_t *edges = unit_edges(r->input, u, &count);

    fp_json_raw(out, ",\"cuts\":[");
    for (size_t i = 0; i < r->sweep_count; i++) {
        fp_json_raw(out, i ? ",[" : "[");
        for (size_t k = 0; k < r->sweep[i].count; k++) {
            fp_json_raw(out, k ? "," : "");
            fp_json_number(out, units_before(edges, count, r->sweep[i].at[k]));
        }
        fp_json_raw(out, "]");
    }
    fp_json_raw(out, "]");
    free(edges);
}

/* One unit a chunk. */
static void write_beside(fp_json *out, const wire_request *request, const wire_hello *hello)
{
    const unit u = hello->unit == UNIT_BYTE && !hello->bytes ? UNIT_CODEPOINT : hello->unit;
    size_t count;
    size_t *edges = unit_edges(request->beside, u, &count);
    const cutting cut = { .at = edges + 1, .count = count > 2 ? count - 2 : 0 };

    write_chunks(out, ",\"beside\":[", &(wire_request){ .input = request->beside, .cut = &cut },
                 hello->unit, NULL);
    free(edges);
}

static void write_finish(fp_json *out, const test_case *t)
{
    char *text = finish_text(t->finish, t->finish_token);

    fp_json_raw(out, ",\"finish\":");
    fp_json_string(out, fp_str_of(text));
    free(text);
}

static void write_call(fp_json *out, const fp_call *call)
{
    fp_json_raw(out, ",\"call\":{\"name\":");
    fp_json_string(out, call->name);
    fp_json_raw(out, ",\"input\":");
    wire_input_write(out, call);
    fp_json_raw(out, "}");
}

/* Joins the lines of a value: in JSON a line end is white space, or it is escaped. */
static void join_lines(fp_json *line)
{
    char *at = line->ptr, *end = at + line->len;

    while (at && (at = memchr(at, '\n', (size_t)(end - at))))
        *at = ' ';
}

void wire_request_write(fp_json *out, uint64_t id, const wire_request *request,
                        const wire_hello *hello)
{
    static const char *const OPS[] = { [WIRE_PARSE] = "parse",
                                       [WIRE_RENDER] = "render",
                                       [WIRE_SWEEP] = "sweep",
                                       [WIRE_VALUE] = "value",
                                       [WIRE_TEMPLATE] = "template" };

    token_list tokens = { 0 };
    const bool told = request->syntax && tokens_of(request, hello, &tokens);

    fp_json_raw(out, "{\"op\":");
    fp_json_string(out, fp_str_of(OPS[request->op]));
    fp_json_raw(out, ",\"id\":");
    fp_json_number(out, id);
    if (request->op == WIRE_TEMPLATE)
        wire_template_members(out, request);
    if (request->syntax) {
        fp_json_raw(out, ",\"syntax\":");
        fp_json_string(out, fp_str_of(fp_syntax_id(request->syntax)));
    }
    if (request->op == WIRE_RENDER)
        write_call(out, request->call);
    else
        write_chunks(out, ",\"chunks\":[", request, hello->unit, told ? &tokens : NULL);
    token_list_free(&tokens);
    if (request->prefix.len) {
        fp_json_raw(out, ",\"prefix\":");
        write_bytes(out, request->prefix);
    }
    if (request->ends_as && request->ends_as->finish != FP_FINISH_STOP)
        write_finish(out, request->ends_as);
    if (hello->modes && request->op == WIRE_PARSE)
        fp_json_raw(out, request->whole ? ",\"mode\":\"whole\"" : ",\"mode\":\"stream\"");
    if (request->reuse)
        fp_json_raw(out, ",\"reuse\":true");
    if (request->timed)
        fp_json_raw(out, ",\"timed\":true");
    if (request->beside.len)
        write_beside(out, request, hello);
    if (request->op == WIRE_SWEEP)
        write_cuts(out, request, hello->unit);
    write_catalogue(out, request, hello);
    fp_json_raw(out, "}");
    join_lines(out);
}

wire_asked wire_asked_of(uint64_t id, const wire_request *request)
{
    return (wire_asked){ .op = request->op,
                         .id = id,
                         .input = request->input,
                         .chunks = request->cut ? request->cut->count + 1 : 1,
                         .cuttings = request->sweep_count,
                         .timed = request->timed,
                         .whole = request->whole };
}

bool wire_can_render(const fp_call *call)
{
    return is_utf8(call->name) && wire_input_carries(call);
}

bool wire_can_take(const wire_hello *hello, fp_str input, const cutting *cut)
{
    if (hello->bytes)
        return true;
    if (!is_utf8(input))
        return false;
    for (size_t i = 0; cut && hello->unit != UNIT_UTF16 && i < cut->count; i++) {
        if (is_inside(input, cut->at[i]))
            return false;
    }
    return true;
}

const char *wire_cannot_give(const wire_hello *hello, const test_case *t)
{
    const fp_str prefix = t->prefix;

    if (t->finish != FP_FINISH_STOP && !hello->finish)
        return "the case is about how the input ended; the worker lacks capability finish "
               "(PROTOCOL-3.14)";
    if (prefix.len && !hello->prefix)
        return "the case begins inside of what the prompt opened; the worker lacks capability "
               "prefix (PROTOCOL-3.12)";
    if (!hello->bytes && !is_utf8(prefix))
        return "the case has a prefix that is not UTF-8; the worker lacks capability bytes";
    return NULL;
}

/* -- people ---------------------------------------------------------------------------------- */

/* So many bytes of the line, as far as there is room. */
static void put_visible(fp_str line, size_t most, char *text, size_t size)
{
    static const char MORE[] = "\xE2\x80\xA6"; /* an ellipsis */
    size_t len = 0, i = 0;

    while (i < line.len && i < most && len + 4 + sizeof MORE < size) {
        const unsigned char c = (unsigned char)line.ptr[i++];

        len +=
            (size_t)snprintf(text + len, size - len, c >= 0x20 && c < 0x7F ? "%c" : "\\x%02X", c);
    }
    snprintf(text + len, size - len, "%s", i < line.len ? MORE : "");
}

void wire_visible(fp_str line, char *text, size_t size)
{
    put_visible(line, VISIBLE_MAX, text, size);
}

void wire_visible_all(fp_str line, char *text, size_t size)
{
    put_visible(line, line.len, text, size);
}

/* -- what all answers have in common --------------------------------------------------------- */

bool wire_wrong(const wire_fault *fault, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(fault->error, fault->size, format, args);
    va_end(args);
    visible_trim(fault->error);
    return false;
}

/* What jansson says, as not_json_text() has it, and where people see more in it. */
static void not_json(fp_str line, const json_error_t *problem, const wire_fault *fault)
{
    char begin[VISIBLE_MAX * 4 + 8], text[VISIBLE_MAX * 4 + 8];

    wire_visible(line, begin, sizeof begin);
    wire_visible(fp_str_of(problem->text), text, sizeof text);
    if (line.len == 0 || line.ptr[0] != '{')
        wire_wrong(
            fault,
            "a line that is not a JSON object: \"%s\"; only answers may be written to standard "
            "output, all else to standard error (PROTOCOL-1.2)",
            begin);
    else if (strstr(problem->text, "invalid Unicode"))
        wire_wrong(
            fault,
            "half of a surrogate pair stands alone in an answer, which is not a character: join "
            "the text of all chunks before it is written (PROTOCOL-1.1); byte %d of: %s",
            problem->position, begin);
    else if (strstr(problem->text, "NUL byte in object key"))
        wire_wrong(fault,
                   "a member's name holds a NUL, and no member's does but those of an input "
                   "(PROTOCOL-1.5); byte %d of: %s",
                   problem->position, begin);
    else
        wire_wrong(fault, "an answer: line 1, column %d: not JSON: %s, in: %s (PROTOCOL-1.1)",
                   problem->column, text, begin);
}

/* The line without what the inputs of calls hold, which is JSON and yet too much for jansson; NULL
 * if that does not help. */
static json_t *load_without_inputs(fp_str line)
{
    enum { DEPTH_MAX = 4096 };
    fp_json masked = { 0 };
    json_t *json = NULL;
    size_t wrong;

    if (!fp_jsontext_valid(line, DEPTH_MAX, &wrong) || !is_utf8(line))
        return NULL;
    wire_input_mask(line, &masked);
    need_memory(!masked.failed);
    json = json_loadb(masked.ptr, masked.len, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    fp_json_free(&masked);
    return json;
}

json_t *wire_load(fp_str line, uint64_t id, bool *paired, const wire_fault *fault)
{
    json_error_t problem;
    json_t *json = json_loadb(line.ptr ? line.ptr : "", line.len,
                              JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &problem);

    if (!json)
        json = load_without_inputs(line);

    const json_t *member = json_object_get(json, "id");
    const bool right =
        json_is_integer(member) && json_integer_value(member) == (json_int_t)id && id <= INT64_MAX;

    if (paired)
        *paired = right;
    if (right)
        return json;
    if (!json || !json_is_object(json))
        not_json(line, &problem, fault);
    else if (!member)
        wire_wrong(fault,
                   "the answer has no \"id\": it must be that of the request, %" PRIu64
                   " (PROTOCOL-1.1)",
                   id);
    else if (!json_is_integer(member) || json_integer_value(member) < 0)
        wire_wrong(fault,
                   "\"id\" is not a number from 0 up: it must be that of the request, %" PRIu64
                   " (PROTOCOL-1.1)",
                   id);
    else
        wire_wrong(fault,
                   "\"id\" is %" JSON_INTEGER_FORMAT ", and %" PRIu64
                   " was asked: answer each request once, with its id (PROTOCOL-1.4)",
                   json_integer_value(member), id);
    json_decref(json);
    return NULL;
}

bool wire_answer_id(fp_str line, uint64_t *id)
{
    json_t *json = json_loadb(line.ptr ? line.ptr : "", line.len,
                              JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    const json_t *member = json_object_get(json, "id");
    const bool good = json_is_integer(member) && json_integer_value(member) >= 0;

    if (good)
        *id = (uint64_t)json_integer_value(member);
    json_decref(json);
    return good;
}

bool wire_unknown(const wire_fault *fault, fp_str key, const char *const *names, const char *where,
                  const char *clause)
{
    char list[160] = "", text[VISIBLE_MAX * 4 + 8];

    for (size_t i = 0, len = 0; names[i] && len < sizeof list; i++)
        len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", i ? ", " : "", names[i]);
    wire_visible(key, text, sizeof text);
    return wire_wrong(fault, "%sunknown member \"%s\"; protocol.md %s names them: %s", where, text,
                      clause, list);
}

bool wire_only(const json_t *object, const char *const *names, const char *where,
               const char *clause, const wire_fault *fault)
{
    for (void *it = json_object_iter((json_t *)(uintptr_t)object); it;
         it = json_object_iter_next((json_t *)(uintptr_t)object, it)) {
        const char *const *name = names;

        while (*name && strcmp(*name, json_object_iter_key(it)) != 0)
            name++;
        if (!*name)
            return wire_unknown(fault, fp_str_of(json_object_iter_key(it)), names, where, clause);
    }
    return true;
}
