/* SPDX-License-Identifier: Apache-2.0 */
/* emoji-line-render.c: calls written as tool lines and bodies. Clauses: spec/emoji-line.md, section
 * 9. */
#include "syntaxes/emoji-line.h"

#include "core/ascii.h"
#include "core/rendering.h"

#include <string.h>

/* A call being written. */
typedef struct writing {
    fp_rendering *r;
    const fp_call *call;
    bool named;    /* it has the arguments of EMOJI-LINE-8.2 to 8.4 */
    bool one_line; /* the block is the tool line */
    bool ended;    /* the line end of the tool line is written, which may be the body's */
    size_t used;   /* arguments that have found their place */
} writing;

/* Where the call has the argument of this key; the count if it has none. */
static size_t find_arg(const fp_call *call, fp_str key)
{
    size_t i = 0;

    while (i < call->arg_count && !fp_str_equal(call->args[i].key, key))
        i++;
    return i;
}

static bool refuse(const writing *w, size_t arg, size_t byte, const char *clause,
                   const char *reason)
{
    return fp_render_refuse(w->r, FP_PART_VALUE, arg, byte, clause, reason);
}

static bool refuse_arguments(const writing *w)
{
    return fp_render_refuse(w->r, FP_PART_CALL, 0, 0,
                            w->named ? "EMOJI-LINE-9.7" : "EMOJI-LINE-9.5",
                            "the arguments are not those that a tool line and a body give");
}

static bool value(const writing *w, size_t arg, fp_str *text)
{
    return fp_render_value(w->r, w->call, arg, w->named ? "EMOJI-LINE-9.7" : "EMOJI-LINE-9.5",
                           text);
}

static bool is_lenient(const writing *w)
{
    return w->r->options->policies.of[FP_RECOVERY] == FP_RECOVERY_LENIENT;
}

/* -- the tool line ----------------------------------------------------------------------------- */

static bool write_name(writing *w)
{
    const fp_str name = w->call->name;
    size_t at = 0;

    while (at < name.len && fp_emoji_line_in_name((unsigned char)name.ptr[at]))
        at++;
    if (!name.len || at < name.len)
        return fp_render_refuse(w->r, FP_PART_NAME, 0, at, "EMOJI-LINE-9.2",
                                "no name has such a byte");
    fp_render_text(w->r, FP_EMOJI_LINE_START);
    fp_render_bytes(w->r, name);
    return true;
}

/* A piece of the argument string. Of the positional ones none begins with a blank. */
static bool write_piece(writing *w, size_t arg, fp_str text)
{
    const char *lf = text.len ? memchr(text.ptr, '\n', text.len) : NULL;

    if (lf)
        return refuse(w, arg, (size_t)(lf - text.ptr), "EMOJI-LINE-9.3",
                      "the argument string ends at a newline");
    if (text.len && fp_is_blank(text.ptr[0]))
        return refuse(w, arg, 0, "EMOJI-LINE-9.3",
                      "blanks before the argument string are none of it");
    w->used++;
    if (!text.len)
        return true;
    fp_render_text(w->r, " ");
    fp_render_bytes(w->r, text);
    return true;
}

/* EMOJI-LINE-9.7: a positional argument that is found again where it was. */
static bool write_word(writing *w, size_t arg, bool rest)
{
    fp_str text;

    if (!value(w, arg, &text))
        return false;
    if (!text.len)
        return refuse(w, arg, 0, "EMOJI-LINE-9.7", "a positional argument cannot be empty");
    for (size_t at = 0; at < text.len; at++)
        if (fp_is_blank(text.ptr[at]) && (!rest || at == 0 || at + 1 == text.len))
            return refuse(w, arg, at, "EMOJI-LINE-9.7", "blanks part the positional arguments");
    return write_piece(w, arg, text);
}

static bool write_positions(writing *w)
{
    const fp_tool *tool = w->r->tool;

    for (size_t position = 1; fp_tool_positional(tool, position); position++) {
        const size_t arg = find_arg(w->call, fp_tool_positional(tool, position)->name);

        if (arg == w->call->arg_count)
            return true; /* what stands after it has no place */
        if (!write_word(w, arg, !fp_tool_positional(tool, position + 1)))
            return false;
    }
    return true;
}

/* The whole argument string in one. */
static bool write_raw_args(writing *w)
{
    const size_t arg = find_arg(w->call, FP_STR("raw_args"));
    fp_str text;

    if (arg == w->call->arg_count && w->named)
        return true;
    if (arg == w->call->arg_count)
        return refuse_arguments(w);
    if (!value(w, arg, &text))
        return false;
    if (w->named && !text.len)
        return refuse(w, arg, 0, "EMOJI-LINE-9.7", "nothing but its bytes gives raw_args");
    return write_piece(w, arg, text);
}

/* Of a block without a body. EMOJI-LINE-9.1: an LF alone would take a CR with it. */
static void end_tool_line(fp_rendering *r)
{
    const fp_json *text = r->text;

    fp_render_text(r, text->len && text->ptr[text->len - 1] == '\r' ? "\r\n" : "\n");
}

/* -- the body ---------------------------------------------------------------------------------- */

static bool begins_with(fp_str text, fp_str beginning)
{
    return text.len >= beginning.len && memcmp(text.ptr, beginning.ptr, beginning.len) == 0;
}

/* Bytes of the emoji that the text begins with; 0 if there is none. EMOJI-LINE-1.5 */
static size_t emoji_length(const writing *w, fp_str text)
{
    const fp_str bare = FP_STR(FP_EMOJI_LINE_BARE);

    if (begins_with(text, FP_STR(FP_EMOJI_LINE_EMOJI)))
        return sizeof FP_EMOJI_LINE_EMOJI - 1;
    return is_lenient(w) && begins_with(text, bare) ? bare.len : 0;
}

/* Whether the parser would take what begins here for a marker: EMOJI-LINE-9.4. */
static bool is_marker(const writing *w, fp_str text, bool line_begins)
{
    const size_t emoji = emoji_length(w, text);
    const fp_str rest = { text.ptr + emoji, text.len - emoji };

    if (!emoji)
        return false;
    if (begins_with(rest, FP_STR(FP_EMOJI_LINE_SECOND)))
        return line_begins || is_lenient(w);
    return line_begins && rest.len > 1 && rest.ptr[0] == ' ' &&
           fp_emoji_line_in_name((unsigned char)rest.ptr[1]);
}

static bool write_body(writing *w, size_t arg, fp_str text)
{
    for (size_t at = 0; at < text.len; at++) {
        const bool line_begins = at == 0 || text.ptr[at - 1] == '\n';

        if (is_marker(w, (fp_str){ text.ptr + at, text.len - at }, line_begins))
            return refuse(w, arg, at, "EMOJI-LINE-9.4", "the body holds a marker");
    }
    w->used++;
    if (w->one_line)
        return true;
    w->ended = true;
    return fp_render_lines(w->r, arg, text);
}

/* EMOJI-LINE-9.7: the body of a tool with named arguments. */
static bool write_named_body(writing *w)
{
    const fp_tool_arg *multiline = fp_tool_multiline(w->r->tool);
    const fp_str key = multiline ? multiline->name : FP_STR("body");
    const fp_tool_arg *other = fp_tool_find_arg(w->r->tool, key);
    const size_t arg = find_arg(w->call, key);
    const bool raw_args =
        !fp_tool_positional(w->r->tool, 1) && fp_str_equal(key, FP_STR("raw_args"));
    fp_str text;

    if (arg == w->call->arg_count && !multiline)
        return true;
    if (arg == w->call->arg_count)
        return refuse_arguments(w);
    if (raw_args || (other && other->position))
        return true; /* it is written in the first of its two places */
    if (!value(w, arg, &text))
        return false;
    if (!multiline && (!text.len || fp_is_space(text.ptr[0])))
        return refuse(
            w, arg, 0, "EMOJI-LINE-9.7",
            "a body that no argument is for begins with its first byte that is not a blank");
    return write_body(w, arg, text);
}

static bool write_both_body(writing *w)
{
    const size_t arg = find_arg(w->call, FP_STR("body"));
    fp_str text;

    if (arg == w->call->arg_count)
        return refuse_arguments(w);
    if (!value(w, arg, &text))
        return false;
    if (w->one_line && text.len)
        return refuse(w, arg, 0, "EMOJI-LINE-9.6", "the block of this tool is its line");
    return write_body(w, arg, text);
}

bool fp_emoji_line_render(fp_rendering *r, const fp_call *call)
{
    const fp_catalogue *catalogue = r->options->catalogue;
    writing w = { .r = r,
                  .call = call,
                  .named = r->tool && r->tool->layout,
                  .one_line = catalogue &&
                              fp_emoji_line_is_one_line(fp_catalogue_find(catalogue, call->name)) };
    const bool words = w.named && fp_tool_positional(r->tool, 1);

    if (!call->complete)
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, "EMOJI-LINE-9.5",
                                "the call is not complete");
    if (!write_name(&w) || !(words ? write_positions(&w) : write_raw_args(&w)))
        return false;
    if (!w.named && !write_both_body(&w))
        return false;
    if (w.named && !w.one_line && !write_named_body(&w))
        return false;
    if (!w.ended)
        end_tool_line(r);
    if (w.used != call->arg_count)
        return refuse_arguments(&w);
    fp_render_text(r, w.one_line ? "" : FP_EMOJI_LINE_END);
    return true;
}
