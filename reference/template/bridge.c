/* SPDX-License-Identifier: Apache-2.0 */
/* bridge.c: regions of a template as text, reasoning and calls (TEMPLATE-9.5 to 9.7). */
#include "parts.h"

#include <fencepost/template_bridge.h>

#include <stdlib.h>

struct fp_template_bridge {
    fp_sink *sink;
    void *context;
    int64_t at;    /* so far bytes are told; below 0 those of the prompt that were held */
    int64_t start; /* of the delimiter that came last, if it opens, or of the region */
    bool opened;   /* that delimiter was told, and its region was not yet */
    bool failed;
};

static uint64_t offset_of(int64_t at)
{
    return at < 0 ? 0 : (uint64_t)at;
}

static void say(fp_template_bridge *b, const fp_event *event)
{
    if (!b->failed)
        b->failed = b->sink(b->context, event) != 0;
}

/* -- calls ------------------------------------------------------------------------------------- */

/* A value {"function": {"name": "…", "arguments": {…}}}; false: it is something else. */
static bool is_call(fp_str value, fp_str *name, fp_str *arguments)
{
    const fp_str function = fp_jsontext_get(value, "function");

    *name = fp_jsontext_get(function, "name");
    *arguments = fp_jsontext_get(function, "arguments");
    return name->len && fp_jsontext_kind(*name) == '"' && arguments->len &&
           fp_jsontext_kind(*arguments) == '{';
}

/* A string is its text, and all else JSON. False when memory is out. */
static bool read_argument(fp_tpl_arena *arena, fp_str key, fp_str value, fp_arg *arg)
{
    const bool is_string = fp_jsontext_kind(value) == '"';

    *arg = (fp_arg){ .key = fp_tpl_string(arena, key),
                     .value = { .kind = is_string ? FP_VALUE_STRING : FP_VALUE_JSON,
                                .text = is_string ? fp_tpl_string(arena, value) : value,
                                .raw = value } };
    return arg->key.ptr && arg->value.text.ptr;
}

static void say_call(fp_template_bridge *b, const fp_call *call)
{
    say(b, &(fp_event){ .type = FP_EVENT_CALL_BEGIN, .offset = call->start, .data = call->name });
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_arg *arg = &call->args[i];

        say(b, &(fp_event){ .type = FP_EVENT_ARG_BEGIN, .offset = call->start, .data = arg->key });
        say(b, &(fp_event){
                   .type = FP_EVENT_ARG_DATA, .offset = call->start, .data = arg->value.raw });
        say(b, &(fp_event){ .type = FP_EVENT_ARG_END, .offset = call->end });
    }
    say(b, &(fp_event){ .type = call->complete ? FP_EVENT_CALL_END : FP_EVENT_CALL_CUT,
                        .offset = call->end,
                        .call = call });
}

static void take_call(fp_template_bridge *b, fp_str name, fp_str arguments, bool cut)
{
    fp_tpl_arena arena = { .last = NULL };
    fp_str key, value;
    size_t count = 0, i = 0;
    fp_arg *args;
    bool good;

    for (size_t at = 0; fp_jsontext_member(arguments, &at, &key, &value);)
        count++;
    args = fp_tpl_alloc(&arena, count + 1, sizeof *args);
    good = args != NULL;
    for (size_t at = 0; good && fp_jsontext_member(arguments, &at, &key, &value);)
        good = read_argument(&arena, key, value, &args[i++]);

    const fp_call call = { .name = good ? fp_tpl_string(&arena, name) : FP_STR(""),
                           .id = FP_STR(""),
                           .args = args,
                           .arg_count = count,
                           .start = offset_of(b->start),
                           .end = offset_of(b->at),
                           .complete = !cut };

    if (good && call.name.ptr)
        say_call(b, &call);
    else
        b->failed = true;
    fp_tpl_arena_free(&arena);
}

/* One call, or a list in which each item that is one counts. */
static void take_value(fp_template_bridge *b, fp_str value, bool cut)
{
    fp_str item, name, arguments;

    if (fp_jsontext_kind(value) == '{' && is_call(value, &name, &arguments)) {
        take_call(b, name, arguments, cut);
        return;
    }
    for (size_t at = 0; fp_jsontext_kind(value) == '[' && fp_jsontext_item(value, &at, &item);)
        if (fp_jsontext_kind(item) == '{' && is_call(item, &name, &arguments))
            take_call(b, name, arguments, cut);
}

/* -- regions ----------------------------------------------------------------------------------- */

/* What the text of a field is: text, reasoning, or neither. */
static bool kind_of(fp_str field, fp_event_type *type)
{
    static const struct {
        const char *name;
        fp_event_type type;
    } KINDS[] = { { "content", FP_EVENT_TEXT },
                  { "thinking", FP_EVENT_REASONING },
                  { "reasoning", FP_EVENT_REASONING },
                  { "reasoning_content", FP_EVENT_REASONING } };

    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (fp_str_equal(field, fp_str_of(KINDS[i].name))) {
            *type = KINDS[i].type;
            return true;
        }
    return false;
}

void fp_template_bridge_take(void *bridge, const fp_template_event *event)
{
    fp_template_bridge *b = bridge;
    fp_event_type type;

    switch (event->type) {
    case FP_TEMPLATE_REGION_OPEN:
        b->start = b->opened ? b->start : b->at;
        b->opened = false;
        return;
    case FP_TEMPLATE_REGION_CHUNK:
        if (!event->dirty && event->data.len && kind_of(event->field, &type))
            say(b, &(fp_event){ .type = type,
                                .offset = offset_of(b->at - (int64_t)event->data.len),
                                .data = event->data });
        return;
    case FP_TEMPLATE_REGION_CLOSE:
        take_value(b, event->data, event->cut);
        return;
    case FP_TEMPLATE_REGION_MALFORMED:
        return;
    }
}

/* An fp_template_trace. */
static void note_part(void *context, fp_template_part part, fp_str field, size_t len)
{
    fp_template_bridge *b = context;

    (void)field;
    if (part == FP_TEMPLATE_PART_OPEN) {
        b->start = b->at;
        b->opened = true;
    }
    b->at += (int64_t)len;
}

void fp_template_bridge_follow(fp_template_bridge *b, fp_template_parser *p)
{
    b->at = -(int64_t)fp_template_parser_held(p);
    fp_template_parser_trace(p, note_part, b);
}

bool fp_template_bridge_failed(const fp_template_bridge *b)
{
    return b->failed;
}

fp_template_bridge *fp_template_bridge_new(fp_sink *sink, void *context)
{
    fp_template_bridge *b = calloc(1, sizeof *b);

    if (b)
        *b = (fp_template_bridge){ .sink = sink, .context = context };
    return b;
}

void fp_template_bridge_free(fp_template_bridge *b)
{
    free(b);
}
