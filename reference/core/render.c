/* SPDX-License-Identifier: Apache-2.0 */
/* render.c: what the renderers of the syntaxes share. */
#include "typing.h"

#include <fencepost/jsontext.h>
#include <fencepost/syntax.h>

#include <stdlib.h>

/* -- limits ---------------------------------------------------------------------------------- */

/* An upper bound of how deep it nests. */
static size_t count_brackets(fp_str block)
{
    size_t count = 0;

    for (size_t i = 0; i < block.len; i++)
        count += block.ptr[i] == '{' || block.ptr[i] == '[';
    return count;
}

/* Whether a block is so long, or may be so deep, that a parser could meet one of its limits. */
static bool may_meet(const fp_limits *limits, fp_str block)
{
    return block.len > limits->name || block.len > limits->key || block.len > limits->value ||
           block.len > limits->call || block.len > limits->held ||
           (block.len > limits->depth && count_brackets(block) > limits->depth);
}

static int stop_at_limit(void *context, const fp_event *event)
{
    bool *met = context;

    *met = event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.code == FP_LIMIT_EXCEEDED;
    return *met;
}

/* MODEL-4.3: what counts towards a limit is each parser's own affair, so it is asked. */
static bool stays_in_limits(fp_rendering *r, fp_str block)
{
    bool met = false;
    fp_parser *parser;
    fp_status status;

    if (!may_meet(&r->options->limits, block))
        return true;
    parser = fp_parser_new(r->syntax, r->options, stop_at_limit, &met);
    status = parser ? fp_parser_feed(parser, block.ptr, block.len) : FP_NO_MEMORY;
    if (status == FP_OK)
        status = fp_parser_finish(parser);
    fp_parser_free(parser);
    r->text->failed = status == FP_NO_MEMORY;
    if (met)
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, "MODEL-4.3",
                                "a parser under these limits would not take it whole");
    return !r->text->failed;
}

/* -- rendering ------------------------------------------------------------------------------- */

bool fp_render(const fp_syntax *syntax, const fp_options *options, const fp_call *call,
               fp_json *text, fp_refusal *refusal)
{
    const fp_options defaults = fp_options_default(syntax);
    fp_rendering r = {
        .syntax = syntax, .options = options ? options : &defaults, .text = text, .refusal = refusal
    };

    const size_t begin = text->len;

    *refusal = (fp_refusal){ 0 };
    if (r.options->catalogue && r.options->policies.of[FP_TYPES] == FP_TYPES_SCHEMA)
        r.tool = fp_catalogue_find(r.options->catalogue, call->name);
    if (!syntax->render)
        return fp_render_refuse(&r, FP_PART_CALL, 0, 0, NULL, "the syntax has no renderer");
    return syntax->render(&r, call) && !text->failed &&
           stays_in_limits(&r, (fp_str){ text->ptr + begin, text->len - begin });
}

void fp_render_text(fp_rendering *r, const char *text)
{
    fp_json_raw(r->text, text);
}

void fp_render_bytes(fp_rendering *r, fp_str bytes)
{
    fp_json_bytes(r->text, bytes);
}

bool fp_render_refuse(fp_rendering *r, fp_part part, size_t arg, size_t byte, const char *clause,
                      const char *reason)
{
    if (!r->text->failed) /* for then the reason is that memory is out */
        *r->refusal = (fp_refusal){ part, arg, byte, clause, reason };
    return false;
}

static const fp_tool_arg *schema_of(const fp_rendering *r, const fp_arg *arg)
{
    return r->tool ? fp_tool_find_arg(r->tool, arg->key) : NULL;
}

/* fp_typing_apply() for a rendering, which has failed when memory is out. */
static bool apply(fp_rendering *r, const fp_tool_arg *schema, fp_value *value, fp_buf *scratch,
                  bool *fits)
{
    const bool applied = fp_typing_apply(schema, value, scratch, fits);

    r->text->failed = r->text->failed || !applied;
    return applied;
}

/* Whether, under the argument's schema, this text is read as this value. */
static bool reads_as(fp_rendering *r, const fp_tool_arg *schema, fp_str text, const fp_value *value)
{
    fp_value read = { .kind = FP_VALUE_STRING, .text = text };
    fp_buf scratch = { 0 };
    bool fits;
    const bool same =
        apply(r, schema, &read, &scratch, &fits) && fits && fp_value_equal(&read, value);

    fp_buf_free(&scratch);
    return same;
}

bool fp_render_value(fp_rendering *r, const fp_call *call, size_t i, const char *clause,
                     fp_str *text)
{
    const fp_arg *arg = &call->args[i];
    const fp_tool_arg *schema = schema_of(r, arg);

    *text = arg->value.text;
    if (arg->value.kind == FP_VALUE_LIST)
        return fp_render_refuse(r, FP_PART_VALUE, i, 0, clause,
                                "the value is a list, which has no form here");
    if (schema && !reads_as(r, schema, *text, &arg->value))
        return fp_render_refuse(r, FP_PART_VALUE, i, 0, clause,
                                "the argument's schema reads this text as another value");
    if (!schema && arg->value.kind == FP_VALUE_JSON)
        return fp_render_refuse(r, FP_PART_VALUE, i, 0, clause,
                                "the value is no string, and values are strings here; with a "
                                "catalogue and `types: schema` they have types");
    return true;
}

bool fp_render_repeated(fp_rendering *r, const fp_call *call, size_t i, const char *clause)
{
    const fp_arg *arg = &call->args[i];
    const fp_tool_arg *schema = schema_of(r, arg);
    fp_value read = arg->value;
    fp_buf scratch = { 0 };
    bool fits;
    /* What does not fit stays what it was, so it is read as itself. */
    const bool same =
        !schema || (apply(r, schema, &read, &scratch, &fits) && fp_value_equal(&read, &arg->value));

    fp_buf_free(&scratch);
    if (!same)
        return fp_render_refuse(r, FP_PART_VALUE, i, 0, clause,
                                "the argument's schema reads these texts as another list");
    return true;
}

static bool refuse_bytes(fp_rendering *r, fp_part part, size_t arg, fp_str bytes,
                         const char *clause)
{
    const size_t good = fp_utf8_valid(bytes);

    if (good < bytes.len)
        return fp_render_refuse(r, part, arg, good, clause,
                                "JSON cannot carry bytes that are no UTF-8");
    return true;
}

bool fp_render_json(fp_rendering *r, const fp_call *call, size_t i, const char *clause)
{
    const fp_value *value = &call->args[i].value;

    if (value->kind != FP_VALUE_LIST && !refuse_bytes(r, FP_PART_VALUE, i, value->text, clause))
        return false;
    for (size_t k = 0; k < value->item_count; k++)
        if (!refuse_bytes(r, FP_PART_VALUE, i, value->items[k], clause))
            return false;
    fp_json_value(r->text, value);
    return true;
}

bool fp_render_json_input(fp_rendering *r, const fp_call *call, const char *clause)
{
    fp_render_text(r, "{");
    for (size_t i = 0; i < call->arg_count; i++) {
        if (!refuse_bytes(r, FP_PART_KEY, i, call->args[i].key, clause))
            return false;
        fp_render_text(r, i ? "," : "");
        fp_json_string(r->text, call->args[i].key);
        fp_render_text(r, ":");
        if (!fp_render_json(r, call, i, clause))
            return false;
    }
    fp_render_text(r, "}");
    return true;
}
