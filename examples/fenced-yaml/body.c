/* SPDX-License-Identifier: Apache-2.0 */
/* body.c: what is in a block: a YAML mapping, read with libyaml. Clauses: spec/fenced-yaml.md,
 * sections 4 and 5.
 *
 * The body is read twice: to see whether all of it is good, for a body is taken whole or not at
 * all, and to say it. Nothing of it stays: what outlives a step is in the parser's state.
 */
#include "fenced-yaml.h"

#include <fencepost/ascii.h>

#include <string.h>
#include <yaml.h>

/* More levels libyaml does not read. */
enum { LEVELS = 1000 };

/* Bits of a level. */
enum { MAPPING = 1, VALUE_NEXT = 2, BEGUN = 4 };

typedef enum verdict { GOES_ON, GOOD, BAD, LIMITED, NO_MEMORY } verdict;

typedef struct reading {
    fp_out *out;
    fp_str body;
    yaml_parser_t yaml;
    bool say;         /* the second time */
    size_t index, at; /* a character, as libyaml counts them, and its byte */
    size_t done;      /* bytes of the body that have their roles */
    size_t fault;     /* byte of what is wrong */
    bool document;    /* one has begun */
    size_t depth;     /* collections that are open, the arguments among them */
    unsigned char levels[LEVELS];
    fp_value_kind kind;         /* of the argument's value, as far as it has come */
    fp_json value;              /* its text: of a string the string, else JSON */
    size_t value_at, value_end; /* where it stands */
} reading;

/* -- places and roles -------------------------------------------------------------------------- */

/* The byte of the character that a mark counts. */
static size_t byte_of(reading *r, yaml_mark_t mark)
{
    if (mark.index < r->index)
        r->index = r->at = 0;
    while (r->index < mark.index && r->at < r->body.len) {
        r->at++;
        while (r->at < r->body.len && ((unsigned char)r->body.ptr[r->at] & 0xC0) == 0x80)
            r->at++;
        r->index++;
    }
    return r->at;
}

static void mark_as(reading *r, size_t to, fp_role role)
{
    if (to <= r->done)
        return;
    fp_out_mark_first(r->out, to - r->done, role);
    r->done = to;
}

static fp_role role_of(char c)
{
    if (c == '#')
        return FP_ROLE_SKIPPED;
    return fp_is_blank(c) || fp_is_line_end(c) ? FP_ROLE_BLANK : FP_ROLE_MARKER;
}

/* What is between keys and values: comments, blanks, and YAML's own marks. */
static void mark_between(reading *r, size_t to)
{
    while (r->done < to) {
        const char *body = r->body.ptr;
        const fp_role role = role_of(body[r->done]);
        size_t end = r->done + 1;

        while (end < to &&
               (role == FP_ROLE_SKIPPED ? body[end] != '\n' : role_of(body[end]) == role))
            end++;
        mark_as(r, end, role);
    }
}

static verdict bad(reading *r, yaml_mark_t mark)
{
    r->fault = byte_of(r, mark);
    return BAD;
}

/* -- arguments --------------------------------------------------------------------------------- */

/* A list is said as its items, a line each, in brackets. */
static void say_list(reading *r)
{
    const fp_str list = { r->value.ptr, r->value.len };
    fp_str item;

    fp_out_arg_is(r->out, FP_VALUE_LIST);
    fp_out_data(r->out, FP_STR("[\n"));
    for (size_t at = 0; fp_jsontext_item(list, &at, &item);) {
        fp_json text = { 0 };
        bool lone = false;

        if (!fp_jsontext_decode(item, &text, &lone))
            fp_out_no_memory(r->out);
        fp_out_item(r->out, true);
        fp_out_data(r->out, (fp_str){ text.ptr, text.len });
        fp_out_item(r->out, false);
        fp_out_data(r->out, FP_STR("\n"));
        fp_json_free(&text);
    }
    fp_out_data(r->out, FP_STR("]"));
}

static void begin_argument(reading *r, const yaml_event_t *key)
{
    const fp_str text = { (const char *)key->data.scalar.value, key->data.scalar.length };

    if (!r->say)
        return;
    mark_between(r, byte_of(r, key->start_mark));
    fp_out_arg_begin(r->out, text, fp_out_mark_offset(r->out), false, "FENCED-YAML-4.6");
    mark_as(r, byte_of(r, key->end_mark), FP_ROLE_KEY);
}

static void end_argument(reading *r)
{
    if (!r->say)
        return;
    mark_between(r, r->value_at);
    if (r->value.failed)
        fp_out_no_memory(r->out);
    else if (r->kind == FP_VALUE_LIST)
        say_list(r);
    else
        fp_out_data(r->out, (fp_str){ r->value.ptr, r->value.len });
    if (r->kind == FP_VALUE_JSON)
        fp_out_arg_is(r->out, FP_VALUE_JSON);
    mark_as(r, r->value_end, FP_ROLE_VALUE);
    fp_out_arg_end(r->out);
}

/* -- events ------------------------------------------------------------------------------------ */

/* Whether a key comes next. */
static bool wants_key(const reading *r)
{
    return (r->levels[r->depth - 1] & (MAPPING | VALUE_NEXT)) == MAPPING;
}

/* A key, a value or an item begins. Inside a value it is JSON that is being written. */
static void begin_node(reading *r, const yaml_event_t *event)
{
    unsigned char *level = &r->levels[r->depth - 1];
    const bool value = *level & VALUE_NEXT;

    if (r->depth > 1)
        fp_json_raw(&r->value, value ? ":" : *level & BEGUN ? "," : "");
    *level |= BEGUN;
    if (*level & MAPPING)
        *level ^= VALUE_NEXT;
    if (r->depth == 1 && value) {
        r->value.len = 0;
        r->value_at = byte_of(r, event->start_mark);
    }
}

/* FENCED-YAML-5.1 to 5.4. */
static void take_value(reading *r, const yaml_event_t *event)
{
    const fp_str text = { (const char *)event->data.scalar.value, event->data.scalar.length };
    const bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const fp_str json = plain ? plain_json(text) : (fp_str){ "", 0 };

    if (r->depth == 1)
        r->kind = json.len ? FP_VALUE_JSON : FP_VALUE_STRING;
    else if (json.len || r->depth > 2)
        r->kind = FP_VALUE_JSON;
    if (json.len || r->depth == 1)
        fp_json_bytes(&r->value, json.len ? json : text);
    else
        fp_json_string(&r->value, text);
    r->value_end = byte_of(r, event->end_mark);
    if (r->depth == 1)
        end_argument(r);
}

static verdict take_scalar(reading *r, const yaml_event_t *event)
{
    const bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    const fp_str text = { (const char *)event->data.scalar.value, event->data.scalar.length };
    bool key;

    if (event->data.scalar.anchor || event->data.scalar.tag || !r->depth ||
        (plain && !event->data.scalar.plain_implicit))
        return bad(r, event->start_mark);
    key = wants_key(r);
    begin_node(r, event);
    if (key && r->depth == 1)
        begin_argument(r, event);
    else if (key)
        fp_json_string(&r->value, text);
    else
        take_value(r, event);
    return GOES_ON;
}

static verdict open_collection(reading *r, const yaml_event_t *event, bool mapping)
{
    const bool tagged = mapping
                            ? event->data.mapping_start.anchor || event->data.mapping_start.tag
                            : event->data.sequence_start.anchor || event->data.sequence_start.tag;

    if (tagged || (r->depth ? wants_key(r) : !mapping)) /* FENCED-YAML-4.1, 4.4, 4.5 */
        return bad(r, event->start_mark);
    if (r->depth >= fp_out_limits(r->out)->depth || r->depth == LEVELS) {
        r->fault = byte_of(r, event->start_mark);
        return LIMITED;
    }
    if (r->depth) {
        begin_node(r, event);
        r->kind = r->depth == 1 && !mapping ? FP_VALUE_LIST : FP_VALUE_JSON;
        fp_json_raw(&r->value, mapping ? "{" : "[");
    }
    r->levels[r->depth++] = mapping ? MAPPING : 0;
    return GOES_ON;
}

static void close_collection(reading *r, const yaml_event_t *event, bool mapping)
{
    r->depth--;
    if (!r->depth)
        return;
    fp_json_raw(&r->value, mapping ? "}" : "]");
    /* One without brackets ends where the next thing begins. */
    if (event->end_mark.index > event->start_mark.index)
        r->value_end = byte_of(r, event->end_mark);
    if (r->depth == 1)
        end_argument(r);
}

static verdict begin_document(reading *r, const yaml_event_t *event)
{
    const bool directives = event->data.document_start.version_directive ||
                            event->data.document_start.tag_directives.start !=
                                event->data.document_start.tag_directives.end;

    if (directives || r->document) /* FENCED-YAML-4.4, 4.8 */
        return bad(r, event->start_mark);
    r->document = true;
    return GOES_ON;
}

static verdict take_event(reading *r, const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return begin_document(r, event);
    case YAML_ALIAS_EVENT: /* FENCED-YAML-4.4 */
        return bad(r, event->start_mark);
    case YAML_SCALAR_EVENT:
        return take_scalar(r, event);
    case YAML_MAPPING_START_EVENT:
        return open_collection(r, event, true);
    case YAML_SEQUENCE_START_EVENT:
        return open_collection(r, event, false);
    case YAML_MAPPING_END_EVENT:
        close_collection(r, event, true);
        break;
    case YAML_SEQUENCE_END_EVENT:
        close_collection(r, event, false);
        break;
    case YAML_STREAM_END_EVENT:
        return GOOD;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
    return GOES_ON;
}

/* -- bodies ------------------------------------------------------------------------------------ */

/* What libyaml refuses. */
static verdict refusal(reading *r)
{
    if (r->yaml.error == YAML_MEMORY_ERROR)
        return NO_MEMORY;
    if (r->yaml.error != YAML_READER_ERROR)
        return bad(r, r->yaml.problem_mark);
    r->fault = r->yaml.problem_offset < r->body.len ? r->yaml.problem_offset : r->body.len;
    return BAD;
}

static verdict walk(reading *r)
{
    verdict so_far = GOES_ON;

    if (!yaml_parser_initialize(&r->yaml))
        return NO_MEMORY;
    fp_out_held(r->out); /* libyaml looks at every byte, and that counts as work (law LINEAR) */
    yaml_parser_set_encoding(&r->yaml, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r->yaml, (const unsigned char *)(r->body.len ? r->body.ptr : ""),
                                 r->body.len);
    while (so_far == GOES_ON) {
        yaml_event_t event;

        if (!yaml_parser_parse(&r->yaml, &event)) {
            so_far = refusal(r);
        } else {
            so_far = take_event(r, &event);
            yaml_event_delete(&event);
        }
    }
    yaml_parser_delete(&r->yaml);
    fp_json_free(&r->value);
    return so_far;
}

/* Where the line of the fault begins. It is looked for in what is held, and so counts as work. */
static size_t line_of(const reading *r)
{
    const char *held = fp_out_held(r->out).ptr;
    size_t at = r->fault;

    while (at && held[at - 1] != '\n')
        at--;
    return at;
}

body_state body_read(fp_out *out, size_t len, uint64_t *at_fault)
{
    const uint64_t start = fp_out_mark_offset(out);
    fp_json copy = { 0 }; /* what is held moves while its bytes get their roles */
    reading r = { .out = out };
    verdict so_far = NO_MEMORY;

    fp_json_bytes(&copy, (fp_str){ fp_out_held(out).ptr, len });
    if (!copy.failed) {
        r.body = (fp_str){ copy.ptr, copy.len };
        so_far = walk(&r);
    }
    if (so_far == GOOD) {
        r = (reading){ .out = out, .body = r.body, .say = true };
        so_far = walk(&r);
        mark_between(&r, len);
    }
    if (so_far == BAD)
        *at_fault = start + line_of(&r);
    if (so_far == LIMITED)
        fp_out_limit_exceeded(out, start + r.fault); /* FENCED-YAML-8.2 */
    if (so_far == NO_MEMORY)
        fp_out_no_memory(out);
    mark_as(&r, len, FP_ROLE_SKIPPED);
    fp_json_free(&copy);
    return so_far == BAD ? BODY_BAD : so_far == LIMITED ? BODY_LIMITED : BODY_READ;
}
