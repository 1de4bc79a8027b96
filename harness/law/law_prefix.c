/* SPDX-License-Identifier: Apache-2.0 */
/* law_prefix.c: PREFIX: no event contradicts an earlier one. */
#include "law/law_prefix.h"

#include "law/law_check.h"
#include "law/law_reading.h"
#include "law/nesting.h"

#include <fencepost/ascii.h>
#include <fencepost/jsontext.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What the events so far contain of the open call. */
struct said {
    const law_subject *subject;
    law_breach *breach;
    bool holds;
    nesting open;
    fp_str name;
    fp_str *keys;
    char **data;
    size_t *data_len;
    size_t args, cap;
};

static void forget(said *w)
{
    for (size_t i = 0; i < w->args; i++) {
        free((char *)(uintptr_t)w->keys[i].ptr);
        free(w->data[i]);
    }
    free((char *)(uintptr_t)w->name.ptr);
    w->name = (fp_str){ 0 };
    w->args = 0;
}

static void say_arg(said *w, fp_str key)
{
    void *keys = w->keys, *data = w->data, *lens = w->data_len;
    size_t cap = w->cap;

    xgrow(&keys, &cap, w->args, sizeof *w->keys);
    cap = w->cap;
    xgrow(&data, &cap, w->args, sizeof *w->data);
    cap = w->cap;
    xgrow(&lens, &cap, w->args, sizeof *w->data_len);
    w->cap = cap;
    w->keys = keys;
    w->data = data;
    w->data_len = lens;
    w->keys[w->args] = xcopy(key);
    w->data[w->args] = NULL;
    w->data_len[w->args++] = 0;
}

static void say_data(said *w, fp_str bytes)
{
    const size_t i = w->args - 1;
    char *grown = xrealloc(w->data[i], w->data_len[i] + bytes.len + 1);

    memcpy(grown + w->data_len[i], bytes.ptr, bytes.len);
    w->data[i] = grown;
    w->data_len[i] += bytes.len;
}

/* Returns whether the key of argument i occurred before it; *times: how often in all. */
static bool said_before(const said *w, size_t i, size_t arg_count, size_t *times)
{
    bool before = false;

    *times = 1;
    if (w->args == arg_count)
        return false; /* no key occurs twice */
    *times = 0;
    for (size_t k = 0; k < w->args; k++) {
        if (!fp_str_equal(w->keys[k], w->keys[i]))
            continue;
        ++*times;
        before = before || k < i;
    }
    return before;
}

static bool begins_list(const char *data, size_t len)
{
    size_t i = 0;

    while (i < len && fp_is_blank((unsigned char)data[i]))
        i++;
    return i < len && data[i] == '[';
}

/* Returns whether any occurrence of the argument's key may hold a list. */
static bool said_a_list(const said *w, size_t first)
{
    for (size_t i = first; i < w->args; i++)
        if (fp_str_equal(w->keys[i], w->keys[first]) && begins_list(w->data[i], w->data_len[i]))
            return true;
    return false;
}

/* Returns whether a key that occurs several times became a list of as many items (MODEL-2.2). With
 * a schema an occurrence may be a list, which gives its elements (MODEL-3.9), or become JSON. */
static bool list_matches(const said *w, size_t first, size_t times, const fp_value *value)
{
    const bool schema = law_policy(w->subject, FP_TYPES) == FP_TYPES_SCHEMA;
    size_t item = 0;

    if (schema &&
        (value->kind == FP_VALUE_JSON || value->item_count != times || said_a_list(w, first)))
        return true;
    if (value->kind != FP_VALUE_LIST || value->item_count != times)
        return false;
    for (size_t i = first; i < w->args; i++)
        if (fp_str_equal(w->keys[i], w->keys[first]) &&
            !fp_str_equal((fp_str){ w->data[i], w->data_len[i] }, value->items[item++]))
            return false;
    return true;
}

/* Returns whether the text is in the data, from *at on; *at becomes what follows it. */
static bool comes_next(fp_str data, size_t *at, fp_str text)
{
    for (size_t i = *at; i + text.len <= data.len; i++)
        if (!text.len || memcmp(data.ptr + i, text.ptr, text.len) == 0) {
            *at = i + text.len;
            return true;
        }
    return false;
}

/* Returns whether the keys and strings of a tree are in its data, in this order. */
static bool tree_matches(fp_str data, fp_str tree)
{
    bool same = true;

    for (size_t from = 0, end, at = 0; same && from < tree.len; from = end) {
        fp_json text = { 0 };
        bool lone = false;

        end = from + 1;
        if (tree.ptr[from] != '"')
            continue;
        while (tree.ptr[end] != '"')
            end += tree.ptr[end] == '\\' ? 2 : 1;
        end++;
        need_memory(fp_jsontext_decode((fp_str){ tree.ptr + from, end - from }, &text, &lone));
        same = comes_next(data, &at, (fp_str){ text.ptr, text.len });
        fp_json_free(&text);
    }
    return same;
}

/* Returns whether an argument's value is what its data was said to be: the data itself, or without
 * the blanks around it, if it is JSON; what it stands for, if it is a JSON string; `true`, if it is
 * a flag, which has no data; of a tree its strings. What a schema makes of it is another matter:
 * that is not a string. */
static bool value_matches(const law_subject *s, fp_str data, const fp_value *value)
{
    const bool typed = law_policy(s, FP_TYPES) == FP_TYPES_SCHEMA && value->kind != FP_VALUE_STRING;
    size_t wrong;

    if (!fp_str_equal(data, value->raw))
        return false;
    if (typed || fp_str_equal(data, value->text))
        return true;
    if (s->syntax->trees && value->kind == FP_VALUE_JSON)
        return tree_matches(data, value->text);
    if (value->kind == FP_VALUE_JSON)
        return data.len ? fp_str_equal(fp_jsontext_trim(data), value->text)
                        : fp_str_equal(value->text, FP_STR("true"));
    return (s->syntax->encoded || s->syntax->json || s->syntax->typed) &&
           value->kind == FP_VALUE_STRING && fp_jsontext_valid(data, 1, &wrong) &&
           fp_jsontext_is(fp_jsontext_trim(data), value->text);
}

static bool call_matches(const said *w, const fp_call *call)
{
    size_t arg = 0, times;

    if (!fp_str_equal(w->name, call->name))
        return false;
    for (size_t i = 0; i < w->args; i++) {
        if (said_before(w, i, call->arg_count, &times))
            continue;
        if (arg == call->arg_count || !fp_str_equal(w->keys[i], call->args[arg].key))
            return false;

        const fp_value *value = &call->args[arg++].value;

        if (times > 1 ? !list_matches(w, i, times, value)
                      : !value_matches(w->subject, (fp_str){ w->data[i], w->data_len[i] }, value))
            return false;
    }
    return arg == call->arg_count;
}

said *said_new(const law_subject *s, law_breach *breach)
{
    said *w = xcalloc(1, sizeof *w);

    breach->law = LAW_PREFIX;
    *w = (said){ .subject = s, .breach = breach, .holds = true };
    return w;
}

void said_hear(said *w, const fp_event *event)
{
    const size_t at = (size_t)event->offset;

    if (!w->holds)
        return;
    if (!nests(&w->open, event->type,
               law_policy(w->subject, FP_UNTERMINATED) == FP_UNTERMINATED_RECOVER)) {
        w->holds = law_broken(w->breach, at, at, "%s comes at byte %zu, where it cannot",
                              fp_event_name(event->type), at);
        return;
    }
    switch (event->type) {
    case FP_EVENT_CALL_BEGIN:
        w->name = xcopy(event->data);
        break;
    case FP_EVENT_ARG_BEGIN:
        say_arg(w, event->data);
        break;
    case FP_EVENT_ARG_DATA:
        say_data(w, event->data);
        break;
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        if (!call_matches(w, event->call))
            w->holds = law_broken(w->breach, (size_t)event->call->start, (size_t)event->call->end,
                                  "%s at byte %zu contradicts an earlier event of the call",
                                  fp_event_name(event->type), at);
        forget(w);
        break;
    case FP_EVENT_ARG_END:
    case FP_EVENT_TEXT:
    case FP_EVENT_REASONING:
    case FP_EVENT_DIAGNOSTIC:
    case FP_EVENT_COUNT:
        break;
    }
}

bool said_end(said *w)
{
    const bool holds =
        w->holds && (!w->open.in_call || law_broken(w->breach, 0, w->subject->input.len,
                                                    "a call_begin has no call_end or call_cut"));

    forget(w);
    free(w->keys);
    free(w->data);
    free(w->data_len);
    free(w);
    return holds;
}

bool law_prefix(const law_subject *s, law_breach *breach)
{
    law_reading *whole = law_reading_begin(s);
    bool holds = whole->keeps;

    if (!holds)
        *breach = whole->taken_back;
    else
        law_reading_pieces(s, whole);
    if (holds && whole->runs_ahead)
        holds = law_broken(breach, (size_t)whole->ahead_fed, (size_t)whole->ahead_fed,
                           "%s is about byte %" PRIu64 ", and %" PRIu64 " bytes have been fed",
                           fp_event_name(whole->ahead), whole->ahead_at, whole->ahead_fed);
    law_reading_end(s, whole);
    return holds;
}
