/* SPDX-License-Identifier: Apache-2.0 */
/* doc.c: describes a catalogue for a system prompt (CATALOGUE-5). Examples are data, rendered; a
 * tool without examples gets one made from its schema.
 */
#include "suite/doc.h"

#include "base/values.h"
#include "suite/rendering.h"

#include <fencepost/catalogue.h>
#include <fencepost/jsontext.h>
#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

typedef struct doc {
    const fp_syntax *syntax;
    const fp_options *options;
    fp_json *text;
    problems *problems;
    bool good;
} doc;

static void say(doc *d, const char *text)
{
    fp_json_raw(d->text, text);
}

static void say_bytes(doc *d, fp_str bytes)
{
    fp_json_bytes(d->text, bytes);
}

/* -- words of the catalogue ------------------------------------------------------------------ */

/* As many backticks as no run in the text has, and at least so many. */
static void say_ticks(doc *d, fp_str text, size_t least)
{
    size_t longest = least - 1, run = 0;

    for (size_t i = 0; i < text.len; i++) {
        run = text.ptr[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    for (size_t i = 0; i <= longest; i++)
        say(d, "`");
}

static bool has_control(fp_str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] < ' ')
            return true;
    return false;
}

/* A name; one with line ends as a JSON string. */
static void say_name(doc *d, fp_str name)
{
    if (has_control(name))
        fp_json_string(d->text, name);
    else
        say_bytes(d, name);
}

/* A name as code; blanks part it from backticks of its own. */
static void say_code(doc *d, fp_str name)
{
    const bool ticks = name.len && memchr(name.ptr, '`', name.len);

    say_ticks(d, name, 1);
    say(d, ticks ? " " : "");
    say_name(d, name);
    say(d, ticks ? " " : "");
    say_ticks(d, name, 1);
}

/* JSON in one line: a line end in it is always between tokens. */
static void say_json(doc *d, fp_str json)
{
    for (size_t i = 0; i < json.len; i++)
        say_bytes(d, json.ptr[i] == '\n' || json.ptr[i] == '\r' ? FP_STR(" ")
                                                                : (fp_str){ json.ptr + i, 1 });
}

/* How often the line's first byte is repeated at its beginning. */
static size_t run_length(fp_str line)
{
    size_t n = 0;

    while (n < line.len && line.ptr[n] == line.ptr[0])
        n++;
    return n;
}

/* Returns whether a line of a description would be a heading, a rule or a fence of the prompt. */
static bool is_structure(fp_str line)
{
    const size_t run = run_length(line);

    if (!run)
        return false;
    return line.ptr[0] == '#' || (run >= 3 && strchr("`~", line.ptr[0])) ||
           (run == line.len && strchr("=-*_", line.ptr[0]));
}

/* CATALOGUE-5.4: the lines of a description, each after the first indented, so that none of them
 * begins, ends or titles anything in the prompt. */
static void say_words(doc *d, fp_str words)
{
    for (size_t at = 0; at < words.len;) {
        size_t end = at, next;

        while (end < words.len && words.ptr[end] != '\n' && words.ptr[end] != '\r')
            end++;
        next = end + (end < words.len);
        next += end + 1 < words.len && words.ptr[end] == '\r' && words.ptr[next] == '\n';
        while (at < end && (words.ptr[at] == ' ' || words.ptr[at] == '\t'))
            at++;
        const fp_str line = { words.ptr + at, end - at };

        say(d, is_structure(line) ? "\\" : "");
        say_bytes(d, line);
        at = next;
        say(d, at >= words.len                                  ? ""
               : words.ptr[at] == '\n' || words.ptr[at] == '\r' ? "\n"
                                                                : "\n  ");
    }
}

/* -- arguments ------------------------------------------------------------------------------- */

static void say_types(doc *d, const fp_tool_arg *arg)
{
    char types[96], items[96];

    fp_types_text(arg->types, types, sizeof types);
    fp_types_text(arg->item_types, items, sizeof items);
    say(d, *types ? types : "any");
    if (*items) {
        say(d, " of ");
        say(d, items);
    }
}

/* The values of an `enum`, however they are laid out in the catalogue. */
static void say_choices(doc *d, const fp_tool_arg *arg)
{
    bool first = true;
    fp_str item;

    for (size_t at = 0; arg->enumeration.len && fp_jsontext_item(arg->enumeration, &at, &item);) {
        say(d, first ? ", one of " : ", ");
        say_json(d, item);
        first = false;
    }
}

/* - `name` (string, required): description */
static void say_arg(doc *d, const fp_tool_arg *arg)
{
    say(d, "- ");
    say_code(d, arg->name);
    say(d, " (");
    say_types(d, arg);
    say(d, arg->required ? ", required" : ", optional");
    say(d, arg->multiline ? ", may run over lines" : "");
    say_choices(d, arg);
    if (arg->default_value.len) {
        say(d, ", default ");
        say_json(d, arg->default_value);
    }
    say(d, ")");
    if (arg->description.len) {
        say(d, ": ");
        say_words(d, arg->description);
    }
    say(d, "\n");
}

/* -- examples -------------------------------------------------------------------------------- */

static void say_block(doc *d, fp_str block)
{
    say_ticks(d, block, 3);
    say(d, "text\n");
    say_bytes(d, block);
    say(d, block.len && block.ptr[block.len - 1] == '\n' ? "" : "\n");
    say_ticks(d, block, 3);
    say(d, "\n");
}

/* Says the call of a tool in the notation; false, with *refusal filled and nothing said, if it has
 * no form there. */
static bool say_input(doc *d, const fp_tool *tool, fp_str input, fp_refusal *refusal)
{
    fp_call call = { .name = xcopy(tool->name), .complete = true };
    fp_json block = { 0 };
    bool good;

    call_add_json(&call, input);
    good = xrender(d->syntax, d->options, &call, &block, refusal);
    if (good)
        say_block(d, json_text(&block));
    fp_json_free(&block);
    call_free(&call);
    return good;
}

/* -- an example made from the schema --------------------------------------------------------- */

/* The arguments that it gives: in this order the first that has a form in the notation. */
typedef enum choice { EACH, PLACED, NEEDED, CHOICE_COUNT } choice;

static bool is_chosen(const fp_tool_arg *arg, choice which)
{
    return arg->required || which == EACH || (which == PLACED && (arg->position || arg->multiline));
}

/* A value that a schema allows, as JSON. */
static const char *placeholder(const fp_tool_arg *arg, bool lines)
{
    if (!arg->types || arg->types & FP_TYPE_STRING)
        return lines && arg->multiline ? "\"...\\n...\"" : "\"...\"";
    if (arg->types & (FP_TYPE_INTEGER | FP_TYPE_NUMBER))
        return "1";
    if (arg->types & FP_TYPE_BOOLEAN)
        return "true";
    if (arg->types & FP_TYPE_ARRAY)
        return !arg->item_types || arg->item_types & FP_TYPE_STRING ? "[\"...\", \"...\"]"
                                                                    : "[1, 2]";
    return arg->types & FP_TYPE_OBJECT ? "{}" : "null";
}

/* The first value of an enum; else the default, unless it would hide that there may be lines; else
 * a placeholder. */
static fp_str sample(const fp_tool_arg *arg, bool lines)
{
    fp_str item;
    size_t at = 0;

    if (arg->enumeration.len && fp_jsontext_item(arg->enumeration, &at, &item))
        return item;
    return arg->default_value.len && !(lines && arg->multiline)
               ? arg->default_value
               : fp_str_of(placeholder(arg, lines));
}

/* The object {"key": sample, …}; owned by *json. */
static fp_str sample_input(const fp_tool *tool, choice which, bool lines, fp_json *json)
{
    bool first = true;

    json->len = 0;
    fp_json_raw(json, "{");
    for (size_t i = 0; i < tool->arg_count; i++) {
        const fp_tool_arg *arg = &tool->args[i];

        if (!is_chosen(arg, which))
            continue;
        fp_json_raw(json, first ? "" : ",");
        fp_json_string(json, arg->name);
        fp_json_raw(json, ":");
        fp_json_bytes(json, sample(arg, lines));
        first = false;
    }
    fp_json_raw(json, "}");
    need_memory(!json->failed);
    return json_text(json);
}

/* CATALOGUE-5.2: with lines where there may be lines, else without; of a tool that says how it is
 * laid out all arguments that fit, else those that a call needs. False: the tool cannot be called,
 * and *refusal has why a call with what it needs cannot be written. */
static bool say_sample(doc *d, const fp_tool *tool, fp_refusal *refusal)
{
    fp_json input = { 0 };
    bool good = false;

    for (int lines = 1; !good && lines >= 0; lines--)
        for (choice which = tool->layout ? EACH : NEEDED; !good && which < CHOICE_COUNT; which++)
            good = say_input(d, tool, sample_input(tool, which, lines, &input), refusal);
    fp_json_free(&input);
    return good;
}

/* -- examples -------------------------------------------------------------------------------- */

/* MODEL-3.18: what a body always gives to the tool, and this call lacks; NULL: nothing. */
static const fp_tool_arg *absent_body(const fp_tool *tool, const fp_call *call)
{
    const fp_tool_arg *body = fp_tool_multiline(tool);

    for (size_t i = 0; body && i < call->arg_count; i++)
        if (fp_str_equal(call->args[i].key, body->name))
            return NULL;
    return body;
}

/* Of a call as a whole; owned by the caller. */
static char *remedy_of_call(const fp_tool *tool, const fp_call *call, bool example)
{
    const fp_tool_arg *body = example ? absent_body(tool, call) : NULL;

    if (tool->arg_count && !fp_tool_positional(tool, 1))
        return xformat("add x-fencepost.positional, the names of its arguments in their order, or "
                       "choose another syntax");
    if (body)
        return xformat("give the example the argument \"%.*s\", be it empty, or choose another "
                       "syntax",
                       (int)body->name.len, body->name.ptr);
    return xformat("give each required argument a place in x-fencepost.positional or "
                   "x-fencepost.multiline, or choose another syntax");
}

static char *remedy_of(const fp_tool *tool, const fp_call *call, const fp_refusal *refusal,
                       bool example)
{
    switch (refusal->part) {
    case FP_PART_NAME:
        return xformat("rename the tool, or choose another syntax");
    case FP_PART_KEY:
        return xformat("rename the argument, or choose another syntax");
    case FP_PART_CALL:
        return remedy_of_call(tool, call, example);
    case FP_PART_VALUE:
        break;
    }
    return xformat("choose another syntax");
}

/* Why not, and what to do. The names in a refusal are those of the tool's input. number: of the
 * example; 0: the tool cannot be called at all. */
static void say_refused(const doc *d, const fp_tool *tool, fp_str input, const fp_refusal *refusal,
                        size_t number)
{
    fp_call call = { .name = xcopy(tool->name), .complete = true };
    char *what =
        number ? xformat("example %zu cannot be written", number) : xformat("it cannot be called");
    char *why, *remedy;

    call_add_json(&call, input);
    why = refusal_text(refusal, &call);
    remedy = remedy_of(tool, &call, refusal, number > 0);
    problem(d->problems, NULL, NULL, "tool %.*s: %s in %s, and is left out: %s: %s",
            (int)tool->name.len, tool->name.ptr, what, fp_syntax_id(d->syntax), why, remedy);
    free(remedy);
    free(why);
    free(what);
    call_free(&call);
}

/* The title of an example, as a line before it. */
static void say_title(doc *d, fp_str title)
{
    fp_json words = { 0 };
    bool lone = false;

    say(d, "\n");
    if (!title.len)
        return;
    need_memory(fp_jsontext_decode(title, &words, &lone));
    say_words(d, json_text(&words));
    say(d, ":\n\n");
    fp_json_free(&words);
}

/* How many of the tool's own examples could be said; each other is reported. */
static size_t say_given(doc *d, const fp_tool *tool)
{
    fp_str example;
    size_t at = 0, number = 0, count = 0;

    while (tool->examples.len && fp_jsontext_item(tool->examples, &at, &example)) {
        const size_t before = d->text->len;
        const fp_str input = fp_jsontext_get(example, "input");
        fp_refusal refusal;

        number++;
        say_title(d, fp_jsontext_get(example, "title"));
        if (say_input(d, tool, input, &refusal)) {
            count++;
        } else {
            d->text->len = before;
            say_refused(d, tool, input, &refusal, number);
            d->good = false;
        }
    }
    return count;
}

/* False: the tool cannot be called, which is reported. */
static bool say_examples(doc *d, const fp_tool *tool)
{
    fp_json input = { 0 };
    fp_refusal refusal;

    if (say_given(d, tool))
        return true;
    say(d, "\n");
    if (say_sample(d, tool, &refusal))
        return true;
    say_refused(d, tool, sample_input(tool, NEEDED, false, &input), &refusal, 0);
    fp_json_free(&input);
    return false;
}

/* -- the whole ------------------------------------------------------------------------------- */

/* CATALOGUE-5.3: of a tool that cannot be called there is nothing. */
static void say_tool(doc *d, const fp_tool *tool)
{
    const size_t before = d->text->len;

    say(d, "\n## ");
    say_name(d, tool->name);
    say(d, "\n\n");
    if (tool->version.len) {
        say(d, "Version ");
        say_name(d, tool->version);
        say(d, "\n\n");
    }
    if (tool->description.len) {
        say_words(d, tool->description);
        say(d, "\n\n");
    }
    say(d, tool->arg_count ? "Arguments:\n\n" : "No arguments.\n");
    for (size_t i = 0; i < tool->arg_count; i++)
        say_arg(d, &tool->args[i]);
    if (!say_examples(d, tool)) {
        d->text->len = before;
        d->good = false;
    }
}

bool doc_write(const fp_syntax *syntax, const fp_options *options, const categories *asked,
               fp_json *text, problems *p)
{
    doc d = { syntax, options, text, p, true };
    const fp_catalogue *catalogue = options->catalogue;

    say(&d, "# Tools\n\n");
    say(&d, syntax->howto ? syntax->howto : "To use a tool, answer as in the examples below.");
    say(&d, "\n");
    for (size_t i = 0; i < fp_catalogue_count(catalogue); i++)
        if (fp_catalogue_tool(catalogue, i)->kind != FP_KIND_CONTAINER &&
            categories_hold(asked, fp_catalogue_tool(catalogue, i)))
            say_tool(&d, fp_catalogue_tool(catalogue, i));
    return d.good;
}
