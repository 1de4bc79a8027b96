/* SPDX-License-Identifier: Apache-2.0 */
/* outcome.c: text, calls and diagnostics of a whole input, collected. */
#include "call.h"

#include <fencepost/outcome.h>

#include <stdlib.h>
#include <string.h>

typedef struct kept_call {
    fp_builder builder;
    fp_call call; /* its views point into builder */
} kept_call;

struct fp_outcome {
    fp_buf text;
    fp_buf reasoning;
    kept_call **calls;
    size_t call_count, call_cap;
    fp_diagnostic *diagnostics;
    size_t diagnostic_count, diagnostic_cap;
    bool forget_cut;
};

fp_outcome *fp_outcome_new(void)
{
    return calloc(1, sizeof(fp_outcome));
}

static void free_call(kept_call *kept)
{
    if (kept)
        fp_builder_free(&kept->builder);
    free(kept);
}

void fp_outcome_free(fp_outcome *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->call_count; i++)
        free_call(o->calls[i]);
    free(o->calls);
    free(o->diagnostics);
    fp_buf_free(&o->text);
    fp_buf_free(&o->reasoning);
    free(o);
}

void fp_outcome_forget_cut(fp_outcome *o)
{
    o->forget_cut = true;
}

/* -- adding ---------------------------------------------------------------------------------- */

bool fp_outcome_add_text(fp_outcome *o, fp_str text)
{
    return fp_buf_append(&o->text, text.ptr, text.len);
}

bool fp_outcome_add_reasoning(fp_outcome *o, fp_str reasoning)
{
    return fp_buf_append(&o->reasoning, reasoning.ptr, reasoning.len);
}

static bool copy_value(fp_builder *b, const fp_value *value)
{
    const char *from = value->text.ptr;

    if (value->kind == FP_VALUE_LIST && !value->text.len) { /* of an argument given several times */
        fp_builder_last(b)->kind = FP_VALUE_LIST;
        for (size_t i = 0; i < value->item_count; i++)
            if (!fp_builder_item_apart(b, value->items[i]))
                return false;
        return true;
    }
    /* Items are ranges of the text: cut it where they begin and end. */
    for (size_t i = 0; i < value->item_count; i++) {
        const fp_str item = value->items[i];
        const char *at = item.len ? item.ptr : from;

        if (!fp_builder_data(b, from, (size_t)(at - from)) || !fp_builder_item(b) ||
            !fp_builder_data(b, item.ptr, item.len))
            return false;
        fp_builder_item_end(b);
        from = at + item.len;
    }
    fp_builder_last(b)->kind = value->kind;
    return fp_builder_data(b, from, value->text.len - (size_t)(from - value->text.ptr));
}

static bool copy_call(kept_call *kept, const fp_call *call)
{
    size_t misfits;

    kept->call = *call;
    if (!fp_builder_name(&kept->builder, call->name) || !fp_builder_id(&kept->builder, call->id))
        return false;
    for (size_t i = 0; i < call->arg_count; i++)
        if (!fp_builder_arg(&kept->builder, call->args[i].key) ||
            !copy_value(&kept->builder, &call->args[i].value))
            return false;
    return fp_builder_view(&kept->builder, NULL, false, &kept->call, &misfits);
}

bool fp_outcome_add_call(fp_outcome *o, const fp_call *call)
{
    void *calls = o->calls;
    const bool room = fp_grow(&calls, &o->call_cap, o->call_count, sizeof *o->calls);
    kept_call *kept = room ? calloc(1, sizeof *kept) : NULL;

    o->calls = calls;
    if (!kept || !copy_call(kept, call)) {
        free_call(kept);
        return false;
    }
    o->calls[o->call_count++] = kept;
    return true;
}

/* By offset, then by code: parsers find the same things in different order. */
static bool stands_after(const fp_diagnostic *a, const fp_diagnostic *b)
{
    return a->offset != b->offset ? a->offset > b->offset : a->code > b->code;
}

bool fp_outcome_add_diagnostic(fp_outcome *o, const fp_diagnostic *diagnostic)
{
    void *grown = o->diagnostics;
    const bool room =
        fp_grow(&grown, &o->diagnostic_cap, o->diagnostic_count, sizeof *o->diagnostics);
    fp_diagnostic *all = grown;
    size_t i = o->diagnostic_count;

    o->diagnostics = all;
    if (!room)
        return false;
    for (; i > 0 && stands_after(&all[i - 1], diagnostic); i--)
        all[i] = all[i - 1];
    all[i] = *diagnostic;
    o->diagnostic_count++;
    return true;
}

int fp_outcome_sink(void *outcome, const fp_event *event)
{
    fp_outcome *o = outcome;

    switch (event->type) {
    case FP_EVENT_TEXT:
        return !fp_outcome_add_text(o, event->data);
    case FP_EVENT_REASONING:
        return !fp_outcome_add_reasoning(o, event->data);
    case FP_EVENT_CALL_END:
        return !fp_outcome_add_call(o, event->call);
    case FP_EVENT_CALL_CUT:
        return o->forget_cut ? 0 : !fp_outcome_add_call(o, event->call);
    case FP_EVENT_DIAGNOSTIC:
        return !fp_outcome_add_diagnostic(o, &event->diagnostic);
    case FP_EVENT_CALL_BEGIN:
    case FP_EVENT_ARG_BEGIN:
    case FP_EVENT_ARG_DATA:
    case FP_EVENT_ARG_END:
    case FP_EVENT_COUNT:
        break;
    }
    return 0;
}

/* -- reading --------------------------------------------------------------------------------- */

fp_str fp_outcome_text(const fp_outcome *o)
{
    return fp_buf_str(&o->text);
}

fp_str fp_outcome_reasoning(const fp_outcome *o)
{
    return fp_buf_str(&o->reasoning);
}

size_t fp_outcome_call_count(const fp_outcome *o)
{
    return o->call_count;
}

const fp_call *fp_outcome_call(const fp_outcome *o, size_t index)
{
    return &o->calls[index]->call;
}

size_t fp_outcome_diagnostic_count(const fp_outcome *o)
{
    return o->diagnostic_count;
}

const fp_diagnostic *fp_outcome_diagnostic(const fp_outcome *o, size_t index)
{
    return &o->diagnostics[index];
}

/* -- whole inputs ---------------------------------------------------------------------------- */

fp_status fp_parse(const fp_syntax *syntax, const fp_options *options, fp_str input,
                   fp_outcome **outcome)
{
    const fp_options defaults = fp_options_default(syntax);
    fp_outcome *o = fp_outcome_new();
    fp_parser *parser =
        o ? fp_parser_new(syntax, options ? options : &defaults, fp_outcome_sink, o) : NULL;
    fp_status status = FP_NO_MEMORY;

    *outcome = NULL;
    if (parser) {
        if ((options ? options : &defaults)->policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
            fp_outcome_forget_cut(o);
        status = fp_parser_feed(parser, input.ptr, input.len);
        if (status == FP_OK)
            status = fp_parser_finish(parser);
        if (status == FP_STOPPED) /* the sink stops only when memory is out */
            status = FP_NO_MEMORY;
    }
    fp_parser_free(parser);
    if (status == FP_OK)
        *outcome = o;
    else
        fp_outcome_free(o);
    return status;
}
