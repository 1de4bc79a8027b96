/* SPDX-License-Identifier: Apache-2.0 */
/* render.c: what the renderers of the syntaxes share. */
#include "call.h"
#include "rendering.h"
#include "typing.h"
#include "typing_tree.h"

#include <fencepost/jsontext.h>
#include <fencepost/syntax.h>

#include <stdlib.h>

/* -- reading back ---------------------------------------------------------------------------- */

/* What a parser makes of a block. */
typedef struct reading {
    const fp_call *call; /* the one that was written */
    size_t same;         /* how often it came */
    bool other;          /* something else came: text, or another call */
    bool met_limit;
} reading;

static int take(void *context, const fp_event *event)
{
    reading *got = context;
    const bool ends = event->type == FP_EVENT_CALL_END;

    if (ends && event->call->complete && fp_call_equal(event->call, got->call))
        got->same++;
    else if (ends || event->type == FP_EVENT_CALL_CUT || event->type == FP_EVENT_TEXT)
        got->other = true;
    else if (event->type == FP_EVENT_DIAGNOSTIC)
        got->met_limit = event->diagnostic.code == FP_LIMIT_EXCEEDED;
    return got->met_limit;
}

/* Why the block is not read as the call: what no renderer can help, or a fault of this one. */
static bool refuse_other(fp_rendering *r, const fp_call *call)
{
    const fp_policies *policies = &r->options->policies;
    const fp_catalogue *catalogue = r->options->catalogue;

    if (catalogue && policies->of[FP_UNKNOWN_TOOLS] == FP_UNKNOWN_DROP &&
        !fp_catalogue_find(catalogue, call->name))
        return fp_render_refuse(r, FP_PART_NAME, 0, 0, "MODEL-3.17",
                                "under `unknown_tool: drop` a name that the catalogue lacks is not "
                                "read as a call");
    if (policies->of[FP_VALUE_FRAMING] != r->syntax->policies[FP_VALUE_FRAMING].value)
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, "MODEL-3.17",
                                "under this `value_framing` its block is not read as this call");
    return fp_render_refuse(r, FP_PART_CALL, 0, 0, NULL,
                            "the renderer wrote a block that is not read as this call");
}

struct fp_renderer {
    const fp_syntax *syntax;
    fp_options options;
    fp_parser *parser; /* of blocks; NULL: no block was written yet */
    reading got;       /* what it makes of the last one */
};

/* A parser for a block, new or reset; NULL when memory is out. The block stands alone, so nothing
 * is before it. */
static fp_parser *parser_of_block(fp_renderer *renderer)
{
    fp_options alone = renderer->options;

    if (renderer->parser) {
        fp_parser_reset(renderer->parser);
        return renderer->parser;
    }
    alone.prefix = (fp_str){ 0 };
    alone.finish = FP_FINISH_STOP;
    alone.policies.of[FP_MARKERS] = FP_MARKERS_TEXT; /* as a tokenizer reads it (MODEL-7.4) */
    renderer->parser = fp_parser_new(renderer->syntax, &alone, take, &renderer->got);
    return renderer->parser;
}

/* MODEL-3.17, MODEL-4.3: policies and limits are each parser's own affair, so it is asked. */
static bool reads_back(fp_renderer *renderer, fp_rendering *r, const fp_call *call, fp_str block)
{
    fp_parser *parser = parser_of_block(renderer);
    const reading *got = &renderer->got;
    fp_status status;

    renderer->got = (reading){ .call = call };
    status = parser ? fp_parser_feed(parser, block.ptr, block.len) : FP_NO_MEMORY;
    if (status == FP_OK)
        status = fp_parser_finish(parser);
    if (status == FP_NO_MEMORY) {
        r->text->failed = true;
        return false;
    }
    if (got->met_limit)
        return fp_render_refuse(r, FP_PART_CALL, 0, 0, "MODEL-4.3",
                                "a parser under these limits would not take it whole");
    if (got->same != 1 || got->other)
        return refuse_other(r, call);
    return true;
}

/* -- rendering ------------------------------------------------------------------------------- */

fp_renderer *fp_renderer_new(const fp_syntax *syntax, const fp_options *options)
{
    fp_renderer *renderer = calloc(1, sizeof *renderer);

    if (renderer) {
        renderer->syntax = syntax;
        renderer->options = *options;
    }
    return renderer;
}

void fp_renderer_free(fp_renderer *renderer)
{
    if (renderer)
        fp_parser_free(renderer->parser);
    free(renderer);
}

bool fp_render(const fp_syntax *syntax, const fp_options *options, const fp_call *call,
               fp_json *text, fp_refusal *refusal)
{
    fp_renderer renderer = { .syntax = syntax,
                             .options = options ? *options : fp_options_default(syntax) };
    const bool rendered = fp_renderer_render(&renderer, call, text, refusal);

    fp_parser_free(renderer.parser);
    return rendered;
}

bool fp_renderer_render(fp_renderer *renderer, const fp_call *call, fp_json *text,
                        fp_refusal *refusal)
{
    const fp_syntax *syntax = renderer->syntax;
    fp_rendering r = {
        .syntax = syntax, .options = &renderer->options, .text = text, .refusal = refusal
    };
    const size_t begin = text->len;
    bool rendered;

    *refusal = (fp_refusal){ 0 };
    if (r.options->catalogue && r.options->policies.of[FP_TYPES] == FP_TYPES_SCHEMA)
        r.tool = fp_catalogue_find(r.options->catalogue, call->name);
    if (!syntax->render)
        return fp_render_refuse(&r, FP_PART_CALL, 0, 0, "LAW-8.2", "the syntax has no renderer");
    rendered = syntax->render(&r, call);
    if (!rendered && !refusal->reason)
        return fp_render_refuse(&r, FP_PART_CALL, 0, 0, NULL, "the renderer gave no reason");
    return rendered && !text->failed &&
           reads_back(renderer, &r, call, (fp_str){ text->ptr + begin, text->len - begin });
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
    if (!r->text->failed) /* else the reason is that memory is out */
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
                                "the value is not a string, and values are strings here; with a "
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

/* The items of a JSON array, as views of it; allocated. NULL when memory is out, or for none. */
static fp_str *items_of(fp_str array, size_t *count)
{
    fp_str item, *items;
    size_t at = 0;

    for (*count = 0; fp_jsontext_item(array, &at, &item);)
        ++*count;
    items = *count ? calloc(*count, sizeof *items) : NULL;
    at = 0;
    for (size_t i = 0; items && fp_jsontext_item(array, &at, &item); i++)
        items[i] = item;
    return items;
}

bool fp_render_item_texts(fp_rendering *r, const fp_call *call, size_t i)
{
    const fp_arg *arg = &call->args[i];
    const fp_tool_arg *schema = schema_of(r, arg);
    fp_value read = { .kind = FP_VALUE_LIST };
    fp_buf scratch = { 0 };
    fp_str *items;
    bool fits, same;

    if (!schema || arg->value.kind != FP_VALUE_JSON || fp_jsontext_kind(arg->value.text) != '[')
        return false;
    items = items_of(arg->value.text, &read.item_count);
    r->text->failed = r->text->failed || (read.item_count && !items);
    if (!items)
        return false;
    read.items = items;
    same = apply(r, schema, &read, &scratch, &fits) && fits && fp_value_equal(&read, &arg->value);
    fp_buf_free(&scratch);
    free(items);
    return same;
}

bool fp_render_is_tree(fp_rendering *r, const fp_call *call, size_t i, fp_str tree)
{
    const fp_arg *arg = &call->args[i];
    const fp_tool_arg *schema = schema_of(r, arg);
    fp_value read = { .kind = FP_VALUE_JSON, .text = tree };
    fp_buf scratch = { 0 };
    bool fits = true, same = true;

    if (schema && !fp_typing_apply_tree(schema, &read, &scratch, &fits))
        r->text->failed = true;
    else
        same = fp_value_equal(&read, &arg->value);
    fp_buf_free(&scratch);
    return same && !r->text->failed;
}

static bool refuse_bytes(fp_rendering *r, fp_part part, size_t arg, fp_str bytes,
                         const char *clause)
{
    const size_t good = fp_utf8_valid(bytes);

    if (good < bytes.len)
        return fp_render_refuse(r, part, arg, good, clause,
                                "JSON cannot carry bytes that are not UTF-8");
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

bool fp_render_keys_once(fp_rendering *r, const fp_call *call, const char *clause)
{
    fp_builder keys = { 0 };
    bool once = true;

    for (size_t i = 0; i < call->arg_count && once && !r->text->failed; i++) {
        once = !fp_builder_has(&keys, call->args[i].key);
        if (!once)
            fp_render_refuse(r, FP_PART_KEY, i, 0, clause, "a key is there twice");
        else if (!fp_builder_arg(&keys, call->args[i].key))
            r->text->failed = true;
    }
    fp_builder_free(&keys);
    return once;
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
