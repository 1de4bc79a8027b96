/* SPDX-License-Identifier: Apache-2.0 */
/* arguments_split.c: reads the members of an object while its text comes in pieces. */
#include "worker/arguments_split.h"

#include "base/util.h"

#include <fencepost/jsontext.h>

#include <string.h>

/* -- strings ----------------------------------------------------------------------------------- */

enum { SIMPLE = 2, UNICODE = 6, PAIR = 2 * UNICODE }; /* bytes of an escape */

/* Of the escape "\uD8…" to "\uDB…": half of a pair, that another one may complete. */
static bool is_high(const string_pieces *s)
{
    return (s->escape[2] == 'd' || s->escape[2] == 'D') && s->escape[3] != '\0' &&
           strchr("89abAB", s->escape[3]);
}

/* Returns whether no byte more belongs to what is held. */
static bool is_whole(const string_pieces *s)
{
    if (s->len == SIMPLE)
        return s->escape[1] != 'u';
    if (s->len == UNICODE)
        return !is_high(s);
    return s->len == PAIR || (s->len == UNICODE + SIMPLE && s->escape[UNICODE + 1] != 'u');
}

static void decode_held(string_pieces *s, fp_json *to)
{
    char quoted[sizeof s->escape + 2] = "\"";
    const fp_str string = { quoted, s->len + 2 };
    size_t wrong;
    bool lone = false;

    memcpy(quoted + 1, s->escape, s->len);
    quoted[s->len + 1] = '"';
    if (fp_jsontext_valid(string, 1,
                          &wrong)) /* else the text is not JSON, which is told elsewhere */
        need_memory(fp_jsontext_decode(string, to, &lone));
    s->len = 0;
}

bool string_pieces_take(string_pieces *s, char byte, fp_json *to)
{
    if (s->len == UNICODE && byte != '\\')
        decode_held(s, to);
    if (!s->len && byte == '"')
        return true;
    if (!s->len && byte != '\\') {
        fp_json_bytes(to, (fp_str){ &byte, 1 });
        return false;
    }
    s->escape[s->len++] = byte;
    if (is_whole(s))
        decode_held(s, to);
    return false;
}

/* -- members ----------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void begin_value(arguments_split *s, char c)
{
    s->string.len = s->depth = 0;
    s->in_string = s->escaped = false;
    if (c == '"') {
        s->state = SPLIT_STRING;
        return;
    }
    s->state = SPLIT_OTHER;
    s->depth = c == '{' || c == '[';
}

/* A byte of a value that is not a string. True if it ends the value, and is not one of it. */
static bool ends_other(arguments_split *s, char c)
{
    if (s->in_string) {
        s->in_string = s->escaped || c != '"';
        s->escaped = !s->escaped && c == '\\';
        return false;
    }
    if (!s->depth)
        return c == ',' || c == '}' || is_blank(c);
    s->in_string = c == '"';
    s->depth += c == '{' || c == '[';
    s->depth -= c == '}' || c == ']';
    return false;
}

static void between_members(arguments_split *s, char c)
{
    if (c == '"') {
        s->state = SPLIT_KEY;
        s->string.len = s->text.len = 0;
    } else if (c != ',' && !is_blank(c)) {
        s->state = SPLIT_OVER;
    }
}

/* The data of a string so far, if there is any. */
static void say_data(arguments_split *s, arguments_sink *say, void *context)
{
    need_memory(!s->text.failed);
    if (s->text.len)
        say(context, FP_EVENT_ARG_DATA, json_text(&s->text));
    s->text.len = 0;
}

static void take(arguments_split *s, char c, arguments_sink *say, void *context)
{
    switch (s->state) {
    case SPLIT_BEFORE:
        s->state = c == '{' ? SPLIT_MEMBERS : is_blank(c) ? SPLIT_BEFORE : SPLIT_OVER;
        break;
    case SPLIT_MEMBERS:
        between_members(s, c);
        break;
    case SPLIT_KEY:
        if (!string_pieces_take(&s->string, c, &s->text))
            break;
        say(context, FP_EVENT_ARG_BEGIN, json_text(&s->text));
        s->text.len = 0;
        s->state = SPLIT_COLON;
        break;
    case SPLIT_COLON:
        if (c != ':' && !is_blank(c))
            begin_value(s, c);
        break;
    case SPLIT_STRING:
        if (!string_pieces_take(&s->string, c, &s->text))
            break;
        say_data(s, say, context);
        say(context, FP_EVENT_ARG_END, FP_STR(""));
        s->state = SPLIT_MEMBERS;
        break;
    case SPLIT_OTHER:
        if (!ends_other(s, c))
            break;
        say(context, FP_EVENT_ARG_END, FP_STR(""));
        s->state = SPLIT_MEMBERS;
        between_members(s, c);
        break;
    case SPLIT_OVER:
        break;
    }
}

void arguments_split_feed(arguments_split *s, fp_str piece, arguments_sink *say, void *context)
{
    for (size_t i = 0; i < piece.len; i++)
        take(s, piece.ptr[i], say, context);
    if (s->state == SPLIT_STRING)
        say_data(s, say, context);
}

void arguments_split_free(arguments_split *s)
{
    fp_json_free(&s->text);
    *s = (arguments_split){ 0 };
}
