/* SPDX-License-Identifier: Apache-2.0 */
/* template_parse.c: a text that our executor reads by a template, as PROTOCOL-8.3 and 8.4 write
 * what comes of it. */
#include "template/template_parse.h"

#include "base/show.h"
#include "base/values.h"
#include "base/visible.h"
#include "template/template_given.h"
#include "template/template_tools.h"

#include <fencepost/json.h>
#include <fencepost/outcome.h>
#include <fencepost/template_bridge.h>

#include <stdio.h>
#include <stdlib.h>

#ifdef FP_TEMPLATE

/* The files, owned. */
typedef struct texts {
    fp_str template, input, tools;
} texts;

/* Where events go. Pieces that follow each other are one in an answer, and each a line in a
 * stream. */
typedef struct output {
    bool lines;
    fp_json events; /* of an answer, with commas between */
    bool in_piece;
    bool dirty;
    fp_json field, text; /* of the piece */
} output;

static void print_line(fp_json *json)
{
    need_memory(!json->failed);
    fwrite(json->ptr, 1, json->len, stdout);
    putchar('\n');
    fp_json_free(json);
}

static void put_event(fp_json *to, const fp_template_event *event)
{
    static const char *const TYPES[] = { [FP_TEMPLATE_REGION_OPEN] = "region_open",
                                         [FP_TEMPLATE_REGION_CHUNK] = "region_chunk",
                                         [FP_TEMPLATE_REGION_CLOSE] = "region_close",
                                         [FP_TEMPLATE_REGION_MALFORMED] = "region_malformed" };

    fp_json_raw(to, "{\"type\":\"");
    fp_json_raw(to, TYPES[event->type]);
    fp_json_raw(to, "\",\"field\":");
    fp_json_string(to, event->field);
    if (event->type == FP_TEMPLATE_REGION_CHUNK) {
        fp_json_raw(to, ",\"text\":");
        fp_json_string(to, event->data);
        fp_json_raw(to, event->dirty ? ",\"dirty\":true" : ",\"dirty\":false");
    } else if (event->type == FP_TEMPLATE_REGION_CLOSE) {
        fp_json_raw(to, ",\"value\":");
        fp_json_bytes(to, event->data);
    }
    fp_json_raw(to, "}");
}

static void say(output *o, const fp_template_event *event)
{
    fp_json line = { 0 };

    if (o->lines) {
        put_event(&line, event);
        print_line(&line);
        return;
    }
    fp_json_raw(&o->events, o->events.len ? "," : "");
    put_event(&o->events, event);
}

static void end_piece(output *o)
{
    const fp_template_event piece = { .type = FP_TEMPLATE_REGION_CHUNK,
                                      .field = json_text(&o->field),
                                      .data = json_text(&o->text),
                                      .dirty = o->dirty };

    if (!o->in_piece)
        return;
    need_memory(!o->field.failed && !o->text.failed);
    o->in_piece = false;
    say(o, &piece);
    o->text.len = o->field.len = 0;
}

/* An fp_template_sink. Of one region there are no other events between its pieces. */
static void take_event(void *context, const fp_template_event *event)
{
    output *o = context;

    if (o->lines || event->type != FP_TEMPLATE_REGION_CHUNK) {
        end_piece(o);
        say(o, event);
        return;
    }
    if (!o->in_piece)
        fp_json_bytes(&o->field, event->field);
    fp_json_bytes(&o->text, event->data);
    o->in_piece = true;
    o->dirty = event->dirty;
}

static void feed(fp_template_parser *p, fp_str input, size_t step)
{
    for (size_t at = 0; at < input.len;) {
        const size_t left = input.len - at, len = step && step < left ? step : left;

        fp_template_feed(p, input.ptr + at, len);
        at += len;
    }
}

/* The end: the answer, or after a stream of events what became of them. */
static int conclude(const fp_template_parser *p, output *o)
{
    const fp_template_error *error = fp_template_parser_error(p);
    fp_json answer = { 0 };

    end_piece(o);
    need_memory(error->fault != FP_TEMPLATE_NO_MEMORY);
    fp_json_raw(&answer, error->fault ? "{\"error\":" : "{\"message\":");
    if (error->fault)
        fp_json_string(&answer, fp_str_of(error->reason));
    else
        fp_template_message(p, &answer);
    if (!error->fault && !o->lines) {
        fp_json_raw(&answer, ",\"events\":[");
        fp_json_bytes(&answer, json_text(&o->events));
        fp_json_raw(&answer, "]");
    }
    fp_json_raw(&answer, "}");
    need_memory(!o->events.failed);
    print_line(&answer);
    return error->fault ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

/* -- as text, reasoning and calls -------------------------------------------------------------- */

/* An fp_sink. */
static int print_event(void *context, const fp_event *event)
{
    fp_json line = { 0 };

    (void)context;
    fp_json_event(&line, event);
    print_line(&line);
    return 0;
}

static int parse_calls(const template_parse *what, const texts *x, const fp_template *t)
{
    fp_outcome *outcome = fp_outcome_new();
    fp_template_bridge *bridge = what->events ? fp_template_bridge_new(print_event, NULL)
                                              : fp_template_bridge_new(fp_outcome_sink, outcome);
    const fp_template_options options = { .prefix = what->prefix,
                                          .tools = x->tools,
                                          .policies = &what->policies.of,
                                          .sink = fp_template_bridge_take,
                                          .context = bridge };
    fp_template_parser *p = bridge ? fp_template_parser_new(t, &options) : NULL;
    const fp_template_error *error;
    fp_json json = { 0 };
    int code;

    need_memory(p && outcome);
    fp_template_bridge_follow(bridge, p);
    feed(p, x->input, what->stream);
    fp_template_finish(p);
    error = fp_template_parser_error(p);
    need_memory(error->fault != FP_TEMPLATE_NO_MEMORY && !fp_template_bridge_failed(bridge));
    if (error->fault) {
        fp_json_raw(&json, "{\"error\":");
        fp_json_string(&json, fp_str_of(error->reason));
        fp_json_raw(&json, "}");
    } else if (!what->events) {
        fp_json_outcome(&json, outcome);
    }
    if (json.len)
        print_line(&json);
    code = error->fault ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
    fp_template_parser_free(p);
    fp_template_bridge_free(bridge);
    fp_outcome_free(outcome);
    return code;
}

static int parse(const template_parse *what, const texts *x, const fp_template *t)
{
    output o = { .lines = what->events };
    const fp_template_options options = { .prefix = what->prefix,
                                          .tools = x->tools,
                                          .policies = &what->policies.of,
                                          .sink = take_event,
                                          .context = &o };
    fp_template_parser *p = fp_template_parser_new(t, &options);
    int code;

    need_memory(p);
    feed(p, x->input, what->stream);
    fp_template_finish(p);
    code = conclude(p, &o);
    fp_template_parser_free(p);
    fp_json_free(&o.events);
    fp_json_free(&o.field);
    fp_json_free(&o.text);
    return code;
}

static int parse_texts(const template_parse *what, const texts *x)
{
    fp_template_error error;
    fp_template *t;
    char *path;
    int code;

    t = fp_template_load(x->template, &error);
    need_memory(error.fault != FP_TEMPLATE_NO_MEMORY);
    if (!t) {
        path = visible_line(fp_str_of(template_given_name(what->template)));
        show_text(stderr, "fencepost parse: %s: %s\n", path, error.reason);
        free(path);
        return EXIT_USAGE;
    }
    code = what->calls ? parse_calls(what, x, t) : parse(what, x, t);
    fp_template_free(t);
    return code;
}

int template_parse_run(const template_parse *what)
{
    problems p = { .by = "parse" };
    texts x = { 0 };
    int code = EXIT_USAGE;

    if (template_given_read(what->template, &x.template, &p) &&
        (!what->tools || template_tools_read("parse", what->tools, &x.tools)) &&
        file_read(what->input, &x.input, &p))
        code = parse_texts(what, &x);
    free((char *)(uintptr_t)x.template.ptr);
    free((char *)(uintptr_t)x.tools.ptr);
    free((char *)(uintptr_t)x.input.ptr);
    return code;
}

#else

int template_parse_run(const template_parse *what)
{
    (void)what;
    fputs("fencepost parse: this program was built without PCRE2, which the executor of response "
          "templates needs\n",
          stderr);
    return EXIT_USAGE;
}

#endif
