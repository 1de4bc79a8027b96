/* SPDX-License-Identifier: Apache-2.0 */
/* constrained.c: finds out whether a model can write an input if its output is constrained to the
 * template's grammar. Our own parser reads the input, our renderer writes what was read, and the
 * two texts are compared.
 */
#include "judge/constrained.h"

#include "base/util.h"
#include "judge/judge.h"

#include <fencepost/catalogue.h>
#include <fencepost/derive.h>
#include <fencepost/jsontext.h>
#include <fencepost/outcome.h>
#include <fencepost/render.h>
#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

/* Of JSON whose end is cut off: deeper is taken for what nobody writes. */
enum { CUT_LEVELS_MAX = 64 };

/* The input, and how far it was found to be as a renderer writes it. */
typedef struct reading {
    const fp_syntax *syntax;
    const fp_options *options;
    fp_str input;
    size_t at;
} reading;

static fp_str from(fp_str text, size_t at)
{
    return (fp_str){ text.ptr + at, text.len - at };
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static void skip_blanks(fp_str text, size_t *at)
{
    while (*at < text.len && is_blank(text.ptr[*at]))
        ++*at;
}

static bool begins_with(fp_str text, fp_str bytes)
{
    return bytes.len && text.len >= bytes.len && memcmp(text.ptr, bytes.ptr, bytes.len) == 0;
}

/* -- where a block begins -------------------------------------------------------------------- */

/* A piece of the notation; empty if it has no such piece. To be freed. */
static fp_json piece_of(const fp_syntax *syntax, fp_block_piece which)
{
    static const fp_str NAME = { "f", 1 };
    fp_json piece = { 0 };

    if (!fp_syntax_piece(syntax, which, NAME, &piece))
        piece.len = 0;
    return piece;
}

/* Where the piece is first in the input; the input's length if it is nowhere. */
static size_t first_of(const reading *r, fp_block_piece which)
{
    fp_json piece = piece_of(r->syntax, which);
    size_t at = 0;

    while (at < r->input.len && !begins_with(from(r->input, at), json_text(&piece)))
        at++;
    fp_json_free(&piece);
    return at;
}

/* Where the first mark is that sets the grammar going. */
static size_t first_opening(const reading *r)
{
    const size_t section = first_of(r, FP_PIECE_SECTION), block = first_of(r, FP_PIECE_OPENER);

    return section < block ? section : block;
}

/* -- blocks ---------------------------------------------------------------------------------- */

/* The length of the JSON string at the start of the text; 0 if it has no end. */
static size_t string_length(fp_str text)
{
    size_t len = 1;

    while (len < text.len && text.ptr[len] != '"')
        len += text.ptr[len] == '\\' ? 2 : 1;
    return len < text.len ? len + 1 : 0;
}

/* Returns whether both texts begin with JSON strings that stand for the same; *a and *b are their
 * lengths.
 */
static bool same_strings(fp_str left, fp_str right, size_t *a, size_t *b)
{
    fp_json decoded[2] = { { 0 }, { 0 } };
    bool lone = false, same;

    if (left.ptr[0] != '"' || right.ptr[0] != '"')
        return false;
    *a = string_length(left);
    *b = string_length(right);
    if (!*a || !*b)
        return false;
    need_memory(fp_jsontext_decode((fp_str){ left.ptr, *a }, &decoded[0], &lone) &&
                fp_jsontext_decode((fp_str){ right.ptr, *b }, &decoded[1], &lone));
    same = fp_str_equal(json_text(&decoded[0]), json_text(&decoded[1]));
    fp_json_free(&decoded[0]);
    fp_json_free(&decoded[1]);
    return same;
}

/* Returns whether the input continues with this block, up to its end or that of the input. A string
 * may have other escapes, and JSON other blanks: a grammar allows each. */
static bool continues_with(reading *r, fp_str block)
{
    size_t at = r->at, done = 0, a, b;

    while (done < block.len && at < r->input.len) {
        if (same_strings(from(r->input, at), from(block, done), &a, &b)) {
            at += a;
            done += b;
        } else if (r->input.ptr[at++] != block.ptr[done++]) {
            return false;
        } else if (block.ptr[done - 1] == ',' || block.ptr[done - 1] == ':') {
            skip_blanks(r->input, &at);
            skip_blanks(block, &done);
        }
    }
    r->at = at;
    return true;
}

/* Skips the piece and blanks before it, where the input continues with them. */
static void skip_piece(reading *r, fp_block_piece which)
{
    fp_json piece = piece_of(r->syntax, which);
    size_t at = r->at;

    skip_blanks(r->input, &at);
    if (begins_with(from(r->input, at), json_text(&piece)))
        r->at = at + piece.len;
    fp_json_free(&piece);
}

/* Takes the marks of its section off a block, and blanks inside of them: several blocks may share a
 * section. */
static fp_str without_section(const reading *r, fp_str block)
{
    fp_json open = piece_of(r->syntax, FP_PIECE_SECTION);
    fp_json close = piece_of(r->syntax, FP_PIECE_SECTION_END);
    size_t begin = 0;

    if (begins_with(block, json_text(&open)))
        begin = open.len;
    if (close.len && block.len >= begin + close.len &&
        memcmp(block.ptr + block.len - close.len, close.ptr, close.len) == 0)
        block.len -= close.len;
    while (block.len > begin && is_blank(block.ptr[block.len - 1]))
        block.len--;
    skip_blanks(block, &begin);
    fp_json_free(&open);
    fp_json_free(&close);
    return from(block, begin);
}

/* -- tools ----------------------------------------------------------------------------------- */

static bool has_key(const fp_call *call, fp_str key)
{
    size_t i = 0;

    while (i < call->arg_count && !fp_str_equal(call->args[i].key, key))
        i++;
    return i < call->arg_count;
}

/* Returns whether the tool has each argument of the call, and a complete call each that it
 * requires. A tool without arguments of its own takes any. */
static bool fits_tool(const fp_call *call, const fp_tool *tool)
{
    for (size_t i = 0; tool->arg_count && i < call->arg_count; i++)
        if (!fp_tool_find_arg(tool, call->args[i].key))
            return false;
    for (size_t i = 0; call->complete && i < tool->arg_count; i++)
        if (tool->args[i].required && !has_key(call, tool->args[i].name))
            return false;
    return true;
}

static bool is_of_catalogue(const fp_options *options, const fp_call *call)
{
    const fp_tool *tool = fp_catalogue_find(options->catalogue, call->name);

    return tool && fits_tool(call, tool);
}

/* -- the input ------------------------------------------------------------------------------- */

/* Appends what JSON text lacks whose end is missing: brackets and a quote. False if it has more
 * levels than that. */
static bool close_json(fp_json *text)
{
    char open[CUT_LEVELS_MAX];
    size_t levels = 0;
    bool quoted = false;

    for (size_t i = 0; i < text->len; i++) {
        const char byte = text->ptr[i];

        if (byte == '"')
            quoted = !quoted;
        else if (quoted)
            i += byte == '\\';
        else if ((byte == '{' || byte == '[') && levels == CUT_LEVELS_MAX)
            return false;
        else if (byte == '{' || byte == '[')
            open[levels++] = byte;
        else if ((byte == '}' || byte == ']') && levels)
            levels--;
    }
    if (quoted)
        fp_json_raw(text, "\"");
    while (levels)
        fp_json_raw(text, open[--levels] == '{' ? "}" : "]");
    return true;
}

/* The call as it would be if the input had gone on after its last value, which was cut. */
static bool render_cut(const reading *r, const fp_call *cut, fp_json *text)
{
    fp_arg *args = xcalloc(cut->arg_count, sizeof *args);
    fp_value *value = &args[cut->arg_count - 1].value;
    fp_json closed = { 0 };
    fp_refusal refusal;
    fp_call call = *cut;
    bool rendered;

    memcpy(args, cut->args, cut->arg_count * sizeof *args);
    fp_json_bytes(&closed, value->text);
    rendered = close_json(&closed);
    *value = (fp_value){ .kind = FP_VALUE_JSON, .text = json_text(&closed) };
    call.args = args;
    rendered = rendered && xrender(r->syntax, r->options, &call, text, &refusal);
    fp_json_free(&closed);
    free(args);
    return rendered;
}

/* How much of a section a block is compared with. */
typedef enum part { WITH_SECTION, IN_SECTION } part;

static bool continues_with_rendered(reading *r, const fp_call *call, part which, bool cut)
{
    const size_t begin = r->at;
    fp_json text = { 0 };
    fp_refusal refusal;
    bool continues =
        cut ? render_cut(r, call, &text) : xrender(r->syntax, r->options, call, &text, &refusal);
    fp_str block = json_text(&text);

    if (continues && which == IN_SECTION)
        block = without_section(r, block);
    continues = continues && continues_with(r, block);
    if (!continues)
        r->at = begin;
    fp_json_free(&text);
    return continues;
}

static bool continues_with_part(reading *r, const fp_call *call, part which)
{
    const bool may_be_cut = !call->complete && call->arg_count && r->syntax->json;

    return continues_with_rendered(r, call, which, false) ||
           (may_be_cut && continues_with_rendered(r, call, which, true));
}

/* Returns whether the input continues with this call as the renderer writes it; where there are
 * several, in a section of its own or in one that they share. */
static bool continues_with_call(reading *r, const fp_call *call, bool several)
{
    if (continues_with_part(r, call, WITH_SECTION))
        return true;
    if (!several)
        return false;
    skip_piece(r, FP_PIECE_SECTION);
    skip_blanks(r->input, &r->at);
    if (!continues_with_part(r, call, IN_SECTION))
        return false;
    skip_piece(r, FP_PIECE_SECTION_END);
    return true;
}

/* Returns whether nothing is left, or what begins the end of a section. */
static bool is_at_end(const reading *r)
{
    fp_json close = piece_of(r->syntax, FP_PIECE_SECTION_END);
    const fp_str left = from(r->input, r->at);
    const bool ends =
        left.len <= close.len && (!left.len || memcmp(left.ptr, close.ptr, left.len) == 0);

    fp_json_free(&close);
    return ends;
}

static bool continues_with_calls(reading *r, const fp_outcome *read)
{
    const size_t opening = first_opening(r);
    const size_t start = (size_t)fp_outcome_call(read, 0)->start;

    r->at = opening < start ? opening : start;
    for (size_t i = 0; i < fp_outcome_call_count(read); i++) {
        const fp_call *call = fp_outcome_call(read, i);

        if (r->options && r->options->catalogue && !is_of_catalogue(r->options, call))
            return false;
        if (i)
            skip_blanks(r->input, &r->at);
        if (!continues_with_call(r, call, fp_outcome_call_count(read) > 1))
            return false;
    }
    return is_at_end(r);
}

/* Returns whether the input ends before a call has its name, and could continue with one. */
static bool ends_before_a_name(const reading *r, size_t opening)
{
    static const fp_str NAME = { "qzxj", 4 };
    const fp_call call = { .name = NAME, .complete = true };
    const fp_str rest = from(r->input, opening);
    fp_json text = { 0 };
    fp_refusal refusal;
    fp_str block;
    size_t at = 0, same = 0;
    bool may = xrender(r->syntax, NULL, &call, &text, &refusal);

    block = json_text(&text);
    while (at < block.len && !begins_with(from(block, at), NAME))
        at++;
    while (same < at && same < rest.len && block.ptr[same] == rest.ptr[same])
        same++;
    may = may && at + NAME.len < block.len && (same == at || same == rest.len);
    may = may && !memchr(rest.ptr + same, block.ptr[at + NAME.len], rest.len - same);
    fp_json_free(&text);
    return may;
}

static bool is_written_without_calls(const reading *r, const fp_outcome *read)
{
    const size_t opening = first_opening(r);

    return opening < r->input.len ? ends_before_a_name(r, opening)
                                  : fp_str_equal(fp_outcome_text(read), r->input);
}

bool input_is_constrained(const fp_syntax *syntax, const fp_options *options, fp_str input)
{
    reading r = { syntax, options, input, 0 };
    fp_options recovers = options ? *options : fp_options_default(syntax);
    fp_outcome *read = NULL;
    bool is;

    report_blocks(&recovers);
    recovers.policies.of[FP_UNTERMINATED] = FP_UNTERMINATED_RECOVER;
    if (fp_parse(syntax, &recovers, input, &read) != FP_OK)
        end_out_of_memory();
    is = fp_outcome_call_count(read) ? continues_with_calls(&r, read)
                                     : is_written_without_calls(&r, read);
    fp_outcome_free(read);
    return is;
}
