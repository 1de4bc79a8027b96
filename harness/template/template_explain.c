/* SPDX-License-Identifier: Apache-2.0 */
/* template_explain.c: a text that our executor reads by a template byte by byte, and what it told
 * of each byte. */
#include "template/template_explain.h"

#include "base/show.h"
#include "base/values.h"
#include "base/visible.h"
#include "template/template_given.h"
#include "template/template_tools.h"

#include <fencepost/json.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef FP_TEMPLATE

enum { FIELD_SHOWN = 24, BYTES_SHOWN = 72, VALUE_SHOWN = 200, PART_COLUMN = 39 };

/* Neighbours of one field and part. Those of the prompt that were held end before the text begins:
 * their places are below 0. */
typedef struct range {
    int64_t start, end;
    fp_template_part part;
    fp_str field;
    size_t decided; /* bytes read when the last of it was decided */
    char *waited;   /* for what it was held: "fields.call.close"; owned; NULL: it was not */
    char *came;     /* what came of the region after it: "= …", JSON; owned; NULL: nothing */
} range;

typedef struct explanation {
    const template_explain *what;
    fp_str text; /* with U+FFFD for what is not UTF-8; owned */
    fp_template_parser *parser;
    range *ranges;
    size_t count, cap;
    int64_t told; /* up to here a range is there */
    size_t read;
    char *waits;   /* for what text was held before the last byte; owned */
    bool finished; /* the text has ended, so that there is a message */
} explanation;

/* -- what is told ------------------------------------------------------------------------------ */

/* An fp_template_trace. */
static void note_part(void *context, fp_template_part part, fp_str field, size_t len)
{
    explanation *x = context;
    range *last = x->count ? &x->ranges[x->count - 1] : NULL;
    const int64_t start = x->told;
    void *ranges = x->ranges;

    x->told += (int64_t)len;
    if (!last || last->part != part || last->came || part == FP_TEMPLATE_PART_OPEN ||
        part == FP_TEMPLATE_PART_CLOSE || !fp_str_equal(last->field, field)) {
        xgrow(&ranges, &x->cap, x->count, sizeof *x->ranges);
        x->ranges = ranges;
        last = &x->ranges[x->count++];
        *last = (range){ .start = start, .part = part, .field = field };
    }
    last->end = x->told;
    last->decided = x->read;
    if (x->waits && last->decided > (size_t)(last->end < 0 ? 0 : last->end)) {
        free(last->waited);
        last->waited = xstrdup(x->waits);
    }
}

/* An fp_template_sink: what came of a region belongs to its last bytes. */
static void note_event(void *context, const fp_template_event *event)
{
    explanation *x = context;
    range *last = x->count ? &x->ranges[x->count - 1] : NULL;
    const fp_str data = event->data;

    if (!last || last->came)
        return;
    if (event->type == FP_TEMPLATE_REGION_CLOSE)
        last->came = xformat("%.*s", (int)data.len, data.ptr);
    else if (event->type == FP_TEMPLATE_REGION_MALFORMED)
        last->came = xformat("malformed: %.*s", (int)data.len, data.ptr);
}

/* What is held now; owned; NULL: nothing that may be a delimiter. */
static char *waits_for(const fp_template_parser *p)
{
    fp_str field;
    bool close;

    if (!fp_template_parser_waits(p, &field, &close))
        return NULL;
    return xformat("fields.%.*s.%s", (int)field.len, field.ptr, close ? "close" : "open");
}

static void read_byte(explanation *x)
{
    fp_template_feed(x->parser, x->text.ptr + x->read++, 1);
    free(x->waits);
    x->waits = waits_for(x->parser);
}

/* -- for people -------------------------------------------------------------------------------- */

static fp_str bytes_of(const explanation *x, int64_t start, int64_t end)
{
    const int64_t from = start < 0 ? 0 : start, to = end < 0 ? 0 : end;

    return (fp_str){ x->text.ptr + from, (size_t)(to - from) };
}

/* On one line: what is there, without what is after so many bytes. */
static void print_some(const char *before, fp_str bytes, size_t most)
{
    fp_json line = { 0 };

    visible_text(&line, visible_beginning(bytes, most));
    fp_json_raw(&line, bytes.len > most ? " …" : "");
    need_memory(!line.failed);
    printf("%s%.*s\n", before, (int)line.len, line.ptr ? line.ptr : "");
    fp_json_free(&line);
}

static void print_range(const explanation *x, const range *r)
{
    char *field = visible_line(visible_beginning(r->field, FIELD_SHOWN));
    char place[48];

    if (r->start < 0)
        snprintf(place, sizeof place, "prompt-%" PRId64, r->end < 0 ? 0 : r->end);
    else
        snprintf(place, sizeof place, "%" PRId64 "-%" PRId64, r->start, r->end);
    printf("%-13s %-18s %-6s", place, *field ? field : "-", fp_template_part_name(r->part));
    print_some("", bytes_of(x, r->start, r->end), BYTES_SHOWN);
    if (r->waited)
        show_text(stdout, "%*sheld back until byte %zu: it could be %s\n", PART_COLUMN, "",
                  r->decided, r->waited);
    if (r->came)
        print_some("    = ", fp_str_of(r->came), VALUE_SHOWN);
    free(field);
}

static void print_held(const explanation *x)
{
    const size_t held = fp_template_parser_held(x->parser);
    char place[48];

    if (!held || x->finished)
        return;
    snprintf(place, sizeof place, "%" PRId64 "-%zu", x->told, x->read);
    printf("%-13s %-25s", place, "held back: undecided");
    print_some("", bytes_of(x, x->told, (int64_t)x->read), BYTES_SHOWN);
    if (x->waits)
        show_text(stdout, "%*sit could be %s\n", PART_COLUMN, "", x->waits);
}

/* The message or the error of all of the text. */
static void print_end(const explanation *x)
{
    const fp_template_error *error = fp_template_parser_error(x->parser);
    char *policies = template_policies_text(&x->what->policies);
    fp_json message = { 0 }, line = { 0 };

    if (error->fault) {
        show_text(stdout, "\nerror (%s): %s\n", fp_template_fault_name(error->fault),
                  error->reason);
    } else if (x->finished) {
        fp_template_message(x->parser, &message);
        visible_in_json(&line, json_text(&message));
        need_memory(!message.failed && !line.failed);
        fputs("\nmessage: ", stdout);
        fwrite(line.ptr, 1, line.len, stdout);
        putchar('\n');
    }
    if (*policies)
        show_text(stdout, "read under %s\n", policies);
    fp_json_free(&message);
    fp_json_free(&line);
    free(policies);
}

static void print_all(const explanation *x)
{
    printf("%-13s %-18s %-6s%s\n", "bytes", "field", "part", "what is there");
    for (size_t i = 0; i < x->count; i++)
        print_range(x, &x->ranges[i]);
    print_held(x);
    print_end(x);
}

/* -- for programs ------------------------------------------------------------------------------ */

static void put_text(fp_json *to, const char *key, const char *text)
{
    fp_json_raw(to, key);
    if (text)
        fp_json_string(to, fp_str_of(text));
    else
        fp_json_raw(to, "null");
}

static void put_number(fp_json *to, const char *key, int64_t number)
{
    fp_json_raw(to, key);
    fp_json_number(to, (uint64_t)(number < 0 ? 0 : number));
}

/* {"length", "held", "ranges": […], "message" or "error"} */
static void print_json(const explanation *x)
{
    const fp_template_error *error = fp_template_parser_error(x->parser);
    fp_json to = { 0 };

    put_number(&to, "{\"length\":", (int64_t)x->read);
    put_number(&to, ",\"held\":", (int64_t)fp_template_parser_held(x->parser));
    fp_json_raw(&to, ",\"ranges\":[");
    for (size_t i = 0; i < x->count; i++) {
        const range *r = &x->ranges[i];

        put_number(&to, i ? ",{\"start\":" : "{\"start\":", r->start);
        put_number(&to, ",\"end\":", r->end);
        put_number(&to, ",\"decided\":", (int64_t)r->decided);
        fp_json_raw(&to, ",\"field\":");
        fp_json_string(&to, r->field);
        put_text(&to, ",\"part\":", fp_template_part_name(r->part));
        put_text(&to, ",\"waited\":", r->waited);
        fp_json_raw(&to, "}");
    }
    fp_json_raw(&to, "]");
    if (error->fault)
        put_text(&to, ",\"error\":", error->reason);
    else if (x->finished) {
        fp_json_raw(&to, ",\"message\":");
        fp_template_message(x->parser, &to);
    }
    fp_json_raw(&to, "}");
    need_memory(!to.failed);
    fwrite(to.ptr, 1, to.len, stdout);
    putchar('\n');
    fp_json_free(&to);
}

/* -- the command ------------------------------------------------------------------------------- */

static void explain(explanation *x, const fp_template *t, fp_str tools)
{
    const template_explain *what = x->what;
    const fp_template_options options = { .prefix = what->prompt,
                                          .tools = tools,
                                          .policies = &what->policies.of,
                                          .sink = note_event,
                                          .context = x };
    const size_t end = what->prefix && what->prefix < x->text.len ? what->prefix : x->text.len;

    x->parser = fp_template_parser_new(t, &options);
    need_memory(x->parser);
    x->told = -(int64_t)fp_template_parser_held(x->parser);
    x->waits = waits_for(x->parser);
    fp_template_parser_trace(x->parser, note_part, x);
    while (x->read < end)
        read_byte(x);
    x->finished = !what->prefix;
    if (x->finished)
        fp_template_finish(x->parser);
    need_memory(fp_template_parser_error(x->parser)->fault != FP_TEMPLATE_NO_MEMORY);
    if (what->json)
        print_json(x);
    else
        print_all(x);
}

static void explanation_end(explanation *x)
{
    fp_template_parser_free(x->parser);
    for (size_t i = 0; i < x->count; i++) {
        free(x->ranges[i].waited);
        free(x->ranges[i].came);
    }
    free(x->ranges);
    free(x->waits);
}

static int explain_text(const template_explain *what, fp_str template, fp_str input, fp_str tools)
{
    explanation x = { .what = what };
    fp_json text = { 0 };
    fp_template_error error;
    fp_template *t = fp_template_load(template, &error);
    char *path;

    need_memory(error.fault != FP_TEMPLATE_NO_MEMORY);
    if (!t) {
        path = visible_line(fp_str_of(template_given_name(what->template)));
        show_text(stderr, "fencepost explain: %s: %s\n", path, error.reason);
        free(path);
        return EXIT_USAGE;
    }
    utf8_write(&text, input);
    need_memory(!text.failed);
    x.text = json_text(&text);
    explain(&x, t, tools);
    explanation_end(&x);
    fp_json_free(&text);
    fp_template_free(t);
    return EXIT_AS_EXPECTED;
}

int template_explain_run(const template_explain *what)
{
    problems p = { .by = "explain" };
    fp_str template = { 0 }, input = { 0 }, tools = { 0 };
    int code = EXIT_USAGE;

    if (template_given_read(what->template, &template, &p) &&
        (!what->tools || template_tools_read("explain", what->tools, &tools)) &&
        file_read(what->input, &input, &p))
        code = explain_text(what, template, input, tools);
    free((char *)(uintptr_t) template.ptr);
    free((char *)(uintptr_t)input.ptr);
    free((char *)(uintptr_t)tools.ptr);
    return code;
}

#else

int template_explain_run(const template_explain *what)
{
    (void)what;
    fputs("fencepost explain: this program was built without PCRE2, which the executor of response "
          "templates needs\n",
          stderr);
    return EXIT_USAGE;
}

#endif
