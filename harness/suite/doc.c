/* SPDX-License-Identifier: Apache-2.0 */
/* doc.c: a catalogue in the words of a system prompt. Examples are data, rendered; a tool without
 * examples gets one that is made from its schema. */
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
        say_bytes(d, item);
        first = false;
    }
}

/* - `name` (string, required): description */
static void say_arg(doc *d, const fp_tool_arg *arg)
{
    say(d, "- `");
    say_bytes(d, arg->name);
    say(d, "` (");
    say_types(d, arg);
    say(d, arg->required ? ", required" : ", optional");
    say(d, arg->multiline ? ", may run over lines" : "");
    say_choices(d, arg);
    if (arg->default_value.len) {
        say(d, ", default ");
        say_bytes(d, arg->default_value);
    }
    say(d, ")");
    if (arg->description.len) {
        say(d, ": ");
        say_bytes(d, arg->description);
    }
    say(d, "\n");
}

/* -- examples -------------------------------------------------------------------------------- */

/* Longer than any run of backticks in the text. */
static void say_fence(doc *d, fp_str text)
{
    size_t longest = 2, run = 0;

    for (size_t i = 0; i < text.len; i++) {
        run = text.ptr[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    for (size_t i = 0; i <= longest; i++)
        say(d, "`");
}

static void say_block(doc *d, fp_str block)
{
    say_fence(d, block);
    say(d, "text\n");
    say_bytes(d, block);
    say(d, block.len && block.ptr[block.len - 1] == '\n' ? "" : "\n");
    say_fence(d, block);
    say(d, "\n");
}

static void say_call(doc *d, const fp_call *call, const char *what)
{
    fp_json block = { 0 };
    fp_refusal refusal;

    if (xrender(d->syntax, d->options, call, &block, &refusal)) {
        say_block(d, json_text(&block));
    } else {
        char *why = refusal_text(&refusal, call);

        problem(d->problems, "doc", NULL, "tool %.*s: %s is unrepresentable in %s: %s",
                (int)call->name.len, call->name.ptr, what, fp_syntax_id(d->syntax), why);
        say(d, "(an example that this notation cannot carry)\n");
        d->good = false;
        free(why);
    }
    fp_json_free(&block);
}

/* A value that a schema allows, as JSON. */
static const char *placeholder(const fp_tool_arg *arg)
{
    if (!arg->types || arg->types & FP_TYPE_STRING)
        return "\"...\"";
    if (arg->types & (FP_TYPE_INTEGER | FP_TYPE_NUMBER))
        return "1";
    if (arg->types & FP_TYPE_BOOLEAN)
        return "true";
    if (arg->types & FP_TYPE_ARRAY)
        return !arg->item_types || arg->item_types & FP_TYPE_STRING ? "[\"...\", \"...\"]"
                                                                    : "[1, 2]";
    return arg->types & FP_TYPE_OBJECT ? "{}" : "null";
}

/* The first value of an enum; else the default; else a placeholder. */
static fp_str sample(const fp_tool_arg *arg)
{
    fp_str item;
    size_t at = 0;

    if (arg->enumeration.len && fp_jsontext_item(arg->enumeration, &at, &item))
        return item;
    return arg->default_value.len ? arg->default_value : fp_str_of(placeholder(arg));
}

/* The object {"key": sample, …} of the arguments that a call needs, or of all. */
static void sample_input(const fp_tool *tool, bool all, fp_json *json)
{
    bool first = true;

    fp_json_raw(json, "{");
    for (size_t i = 0; i < tool->arg_count; i++) {
        const fp_tool_arg *arg = &tool->args[i];

        if (!all && !arg->required)
            continue;
        fp_json_raw(json, first ? "" : ",");
        fp_json_string(json, arg->name);
        fp_json_raw(json, ":");
        fp_json_bytes(json, sample(arg));
        first = false;
    }
    fp_json_raw(json, "}");
}

static void say_input(doc *d, const fp_tool *tool, fp_str input, const char *what)
{
    fp_call call = { .name = xcopy(tool->name), .complete = true };

    call_add_json(&call, input);
    say_call(d, &call, what);
    call_free(&call);
}

static void say_examples(doc *d, const fp_tool *tool)
{
    fp_str example;
    size_t at = 0, number = 0;

    while (tool->examples.len && fp_jsontext_item(tool->examples, &at, &example)) {
        const fp_str title = fp_jsontext_get(example, "title");
        char *what = xformat("example %zu", ++number);
        fp_json words = { 0 };
        bool lone = false;

        say(d, "\n");
        if (title.len) {
            need_memory(fp_jsontext_decode(title, &words, &lone));
            say_bytes(d, json_text(&words));
            say(d, ":\n\n");
        }
        say_input(d, tool, fp_jsontext_get(example, "input"), what);
        fp_json_free(&words);
        free(what);
    }
    if (!number) {
        fp_json input = { 0 };

        sample_input(tool, tool->layout, &input);
        need_memory(!input.failed);
        say(d, "\n");
        say_input(d, tool, json_text(&input), "an example made from its schema");
        fp_json_free(&input);
    }
}

/* -- the whole ------------------------------------------------------------------------------- */

static void say_tool(doc *d, const fp_tool *tool)
{
    say(d, "\n## ");
    say_bytes(d, tool->name);
    say(d, "\n\n");
    if (tool->description.len) {
        say_bytes(d, tool->description);
        say(d, "\n\n");
    }
    say(d, tool->arg_count ? "Arguments:\n\n" : "No arguments.\n");
    for (size_t i = 0; i < tool->arg_count; i++)
        say_arg(d, &tool->args[i]);
    say_examples(d, tool);
}

bool doc_write(const fp_syntax *syntax, const fp_options *options, fp_json *text, problems *p)
{
    doc d = { syntax, options, text, p, true };
    const fp_catalogue *catalogue = options->catalogue;

    say(&d, "# Tools\n\n");
    say(&d, syntax->howto ? syntax->howto : "To use a tool, answer as in the examples below.");
    say(&d, "\n");
    for (size_t i = 0; i < fp_catalogue_count(catalogue); i++)
        if (fp_catalogue_tool(catalogue, i)->kind != FP_KIND_CONTAINER)
            say_tool(&d, fp_catalogue_tool(catalogue, i));
    return d.good;
}
