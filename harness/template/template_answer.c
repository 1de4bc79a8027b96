/* SPDX-License-Identifier: Apache-2.0 */
/* template_answer.c: makes and compares answers of executors of response templates. */
#include "template/template_answer.h"

#include <fencepost/jsontext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->ptr ? json->ptr : "", json->len };
}

void template_answer_free(template_answer *a)
{
    fp_json_free(&a->message);
    fp_json_free(&a->events);
}

/* -- events ------------------------------------------------------------------------------------ */

/* The words of events as an answer has them in one form. */
typedef enum kind { OPEN, CHUNK, DIRTY, CLOSE } kind;
static const char *const WORDS[] = { "open", "chunk", "dirty", "close" };

/* Adds an event; field and data are JSON. */
static void add_event(fp_json *events, kind k, fp_str field, fp_str data)
{
    fp_json_raw(events, events->len ? ",[\"" : "[\"");
    fp_json_raw(events, WORDS[k]);
    fp_json_raw(events, "\",");
    fp_json_bytes(events, field);
    if (k != OPEN) {
        fp_json_raw(events, ",");
        fp_json_bytes(events, data);
    }
    fp_json_raw(events, "]");
}

/* A list of events that grows: a piece continues the piece before it, of the same field. */
typedef struct event_list {
    fp_json *events;
    bool in_piece;
    fp_json field; /* of that piece, JSON */
    kind last;
} event_list;

static void take(event_list *l, kind k, fp_str field, fp_str data)
{
    const bool piece = k == CHUNK || k == DIRTY;

    if (piece && data.len <= 2) /* an empty one tells nothing */
        return;
    if (piece && l->in_piece && k == l->last && fp_jsontext_equal(str_of(&l->field), field)) {
        l->events->len -= 2; /* its quote and bracket */
        fp_json_bytes(l->events, (fp_str){ data.ptr + 1, data.len - 1 });
        fp_json_raw(l->events, "]");
        return;
    }
    add_event(l->events, k, field, data);
    l->in_piece = piece;
    l->last = k;
    l->field.len = 0;
    fp_json_bytes(&l->field, field);
}

static void end_list(event_list *l, fp_json *to)
{
    fp_json_raw(to, "[");
    fp_json_bytes(to, str_of(l->events));
    fp_json_raw(to, "]");
    need_memory(!to->failed && !l->events->failed);
    fp_json_free(l->events);
    fp_json_free(&l->field);
}

/* -- ours -------------------------------------------------------------------------------------- */

#ifdef FP_TEMPLATE

static void on_event(void *context, const fp_template_event *event)
{
    static const kind KINDS[] = { [FP_TEMPLATE_REGION_OPEN] = OPEN,
                                  [FP_TEMPLATE_REGION_CHUNK] = CHUNK,
                                  [FP_TEMPLATE_REGION_CLOSE] = CLOSE };
    fp_json field = { 0 }, data = { 0 };
    kind k;

    if (event->type == FP_TEMPLATE_REGION_MALFORMED)
        return;
    k = event->dirty && event->type == FP_TEMPLATE_REGION_CHUNK ? DIRTY : KINDS[event->type];
    fp_json_string(&field, event->field);
    if (event->type == FP_TEMPLATE_REGION_CHUNK)
        fp_json_string(&data, event->data);
    else
        fp_json_bytes(&data, event->data);
    take(context, k, str_of(&field), str_of(&data));
    fp_json_free(&field);
    fp_json_free(&data);
}

static void feed(fp_template_parser *p, fp_str text, const size_t *cut)
{
    const bool bytes = cut && *cut == TEMPLATE_BYTES;
    const size_t first = cut && !bytes ? *cut : text.len;

    for (size_t i = 0; bytes && i < text.len; i++)
        fp_template_feed(p, text.ptr + i, 1);
    if (bytes)
        return;
    fp_template_feed(p, text.ptr, first);
    fp_template_feed(p, text.ptr + first, text.len - first);
}

static template_answer execute(const fp_template *t, const template_case *one,
                               const template_policies *policies, const size_t *cut)
{
    template_answer a = { .kind = TEMPLATE_MESSAGE };
    fp_json events = { 0 };
    event_list list = { .events = &events };
    const fp_template_options options = { .prefix = one->test.prefix,
                                          .tools = one->tools,
                                          .policies = &policies->of,
                                          .sink = on_event,
                                          .context = &list };
    fp_template_parser *p = fp_template_parser_new(t, &options);

    need_memory(p);
    feed(p, one->test.input, cut);
    if (fp_template_finish(p)) {
        a.kind = TEMPLATE_ERROR;
        a.limited = fp_template_parser_error(p)->fault == FP_TEMPLATE_LIMIT;
        need_memory(fp_template_parser_error(p)->fault != FP_TEMPLATE_NO_MEMORY);
        fp_json_raw(&a.message, fp_template_parser_error(p)->reason);
    } else {
        fp_template_message(p, &a.message);
    }
    end_list(&list, &a.events);
    fp_template_parser_free(p);
    return a;
}

template_answer template_own_answer(const template_case *one, const template_policies *policies,
                                    const size_t *cut)
{
    fp_template_error error;
    fp_template *t = fp_template_load(one->template, &error);
    template_answer a = { .kind = TEMPLATE_REFUSAL };

    if (t)
        a = execute(t, one, policies, cut);
    else
        fp_json_raw(&a.message, error.reason);
    need_memory(error.fault != FP_TEMPLATE_NO_MEMORY && !a.message.failed);
    fp_template_free(t);
    return a;
}

#else

template_answer template_own_answer(const template_case *one, const template_policies *policies,
                                    const size_t *cut)
{
    (void)one;
    (void)policies;
    (void)cut;
    return (template_answer){ .kind = TEMPLATE_NO_ANSWER };
}

#endif

/* -- a worker's -------------------------------------------------------------------------------- */

static bool wrong(const char **why, const char *what)
{
    *why = what;
    return false;
}

static bool read_event(event_list *l, fp_str event, const char **why)
{
    const fp_str type = fp_jsontext_get(event, "type"), field = fp_jsontext_get(event, "field");
    const fp_str dirty = fp_jsontext_get(event, "dirty");
    const bool open = type.len && fp_jsontext_is(type, FP_STR("region_open"));
    const bool chunk = type.len && fp_jsontext_is(type, FP_STR("region_chunk"));
    const fp_str data = fp_jsontext_get(event, chunk ? "text" : "value");

    if (fp_jsontext_kind(type) == '"' && fp_jsontext_is(type, FP_STR("region_malformed")))
        return true;
    if (fp_jsontext_kind(type) != '"' || fp_jsontext_kind(field) != '"')
        return wrong(why, "an event has a \"type\" and a \"field\", which are strings");
    if (!open && !chunk && !fp_jsontext_is(type, FP_STR("region_close")))
        return wrong(why, "an event's type is not one that PROTOCOL-8.4 has");
    if (!open && !data.len)
        return wrong(why, "a region_chunk has a \"text\", and a region_close a \"value\"");
    if (chunk && (fp_jsontext_kind(data) != '"' ||
                  (fp_jsontext_kind(dirty) != 't' && fp_jsontext_kind(dirty) != 'f')))
        return wrong(why, "of a region_chunk \"text\" is a string, and \"dirty\" true or false");
    take(l, open ? OPEN : !chunk ? CLOSE : dirty.ptr[0] == 't' ? DIRTY : CHUNK, field, data);
    return true;
}

bool template_answer_read(fp_str json, template_answer *a, const char **why)
{
    const fp_str message = fp_jsontext_get(json, "message"), error = fp_jsontext_get(json, "error");
    const fp_str refused = fp_jsontext_get(json, "refused"),
                 events = fp_jsontext_get(json, "events");
    const fp_str words = error.len ? error : refused;
    fp_json all = { 0 };
    event_list list = { .events = &all };
    bool lone = false, good = true;
    fp_str event;

    *a = (template_answer){ .kind = error.len     ? TEMPLATE_ERROR
                                    : refused.len ? TEMPLATE_REFUSAL
                                                  : TEMPLATE_MESSAGE };
    if ((message.len > 0) + (error.len > 0) + (refused.len > 0) != 1)
        return wrong(why, "it has one of \"message\", \"error\" and \"refused\"");
    if (message.len && (fp_jsontext_kind(message) != '{' || fp_jsontext_kind(events) != '['))
        return wrong(why, "its \"message\" is an object, and comes with \"events\", an array");
    if (words.len && fp_jsontext_kind(words) != '"')
        return wrong(why, "its \"error\" or \"refused\" is not a string");
    for (size_t at = 0; good && message.len && fp_jsontext_item(events, &at, &event);)
        good = read_event(&list, event, why);
    end_list(&list, &a->events);
    if (message.len)
        fp_json_bytes(&a->message, message);
    else
        need_memory(fp_jsontext_decode(words, &a->message, &lone));
    if (!good)
        template_answer_free(a);
    return good;
}

/* -- comparing --------------------------------------------------------------------------------- */

/* JSON with each number as the nearest double has it. */
static fp_json with_doubles(fp_str json)
{
    fp_json out = { 0 };
    bool in_string = false;

    for (size_t at = 0; at < json.len; at++) {
        const char c = json.ptr[at];
        char digits[64], written[64];
        size_t len = 0;

        if (!in_string)
            while (at + len < json.len && len < sizeof digits - 1 &&
                   strchr("+-.0123456789eE", json.ptr[at + len]) && json.ptr[at + len] &&
                   (len || c == '-' || (c >= '0' && c <= '9')))
                len++;
        if (len) {
            double value;

            memcpy(digits, json.ptr + at, len);
            digits[len] = '\0';
            value = strtod(digits, NULL);
            snprintf(written, sizeof written, "%.17g", value);
            fp_json_raw(&out, written[0] == 'i' ? "1e999" : written[1] == 'i' ? "-1e999" : written);
            at += len - 1;
            continue;
        }
        if (in_string && c == '\\')
            fp_json_bytes(&out, (fp_str){ json.ptr + at++, 1 });
        else if (c == '"')
            in_string = !in_string;
        fp_json_bytes(&out, (fp_str){ json.ptr + at, 1 });
    }
    need_memory(!out.failed);
    return out;
}

static bool texts_equal(fp_str a, fp_str b, bool doubles)
{
    fp_json x, y;
    bool same = fp_jsontext_equal(a, b);

    if (same || !doubles)
        return same;
    x = with_doubles(a);
    y = with_doubles(b);
    same = fp_jsontext_equal(str_of(&x), str_of(&y));
    fp_json_free(&x);
    fp_json_free(&y);
    return same;
}

bool template_answers_equal(const template_answer *a, const template_answer *b, bool doubles)
{
    if (a->kind != b->kind)
        return false;
    return a->kind != TEMPLATE_MESSAGE ||
           (texts_equal(str_of(&a->message), str_of(&b->message), doubles) &&
            texts_equal(str_of(&a->events), str_of(&b->events), doubles));
}

bool template_answer_is_expected(const template_answer *a, const template_case *one)
{
    const fp_str message = fp_jsontext_get(one->expect, "message");

    if (fp_jsontext_get(one->expect, "refused").len)
        return a->kind == TEMPLATE_REFUSAL || a->kind == TEMPLATE_ERROR;
    if (!message.len)
        return a->kind == TEMPLATE_ERROR;
    return a->kind == TEMPLATE_MESSAGE && fp_jsontext_equal(str_of(&a->message), message) &&
           fp_jsontext_equal(str_of(&a->events), fp_jsontext_get(one->expect, "events"));
}

char *template_answer_text(const template_answer *a)
{
    static const char *const KINDS[] = { [TEMPLATE_MESSAGE] = "message",
                                         [TEMPLATE_ERROR] = "error",
                                         [TEMPLATE_REFUSAL] = "refused",
                                         [TEMPLATE_NO_ANSWER] = "nothing" };
    const fp_str message = str_of(&a->message), events = str_of(&a->events);

    if (a->kind != TEMPLATE_MESSAGE)
        return xformat("%s: %.*s\n", KINDS[a->kind], (int)message.len, message.ptr);
    return xformat("message: %.*s\nevents: %.*s\n", (int)message.len, message.ptr, (int)events.len,
                   events.ptr);
}
