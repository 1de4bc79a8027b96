/* SPDX-License-Identifier: Apache-2.0 */
/* serve_builtin.c: our own parsers behind fencepost/adapter.h: a worker without a fault, by which
 * the suite itself is judged.
 */
#include "serve.h"
#include "util.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>
#include <fencepost/render.h>

#include <stdlib.h>
#include <string.h>

/* One parser that is open. */
typedef struct stream {
    fp_adapter_sink *sink;
    fp_parser *parser;
    fp_catalogue *catalogue;
    fp_json input; /* of the call that is said */
    bool drop_cut; /* policy unterminated: drop */
} stream;

/* -- events ---------------------------------------------------------------------------------- */

/* JSON text, each byte that is not UTF-8 as U+FFFD (MODEL-1.6). */
static void write_json(fp_json *out, fp_str text)
{
    const fp_str REPLACEMENT = FP_STR("\xEF\xBF\xBD");

    while (text.len) {
        const size_t good = fp_utf8_valid(text);

        fp_json_bytes(out, (fp_str){ text.ptr, good });
        if (good == text.len)
            return;
        fp_json_bytes(out, REPLACEMENT);
        text = (fp_str){ text.ptr + good + 1, text.len - good - 1 };
    }
}

/* A string that is not UTF-8 is sent in base64 (PROTOCOL-3.7). */
static void write_value(fp_json *out, const fp_value *value)
{
    if (value->kind == FP_VALUE_JSON) {
        write_json(out, value->text);
    } else if (value->kind == FP_VALUE_STRING && !is_utf8(value->text)) {
        char *text = base64_encode(value->text);

        fp_json_raw(out, "{\"base64\":\"");
        fp_json_raw(out, text);
        fp_json_raw(out, "\"}");
        free(text);
    } else {
        fp_json_value(out, value);
    }
}

static void say_call(stream *s, const fp_call *call)
{
    fp_json *out = &s->input;

    if (!call->complete && s->drop_cut)
        return;
    out->len = 0;
    fp_json_raw(out, "{");
    for (size_t i = 0; i < call->arg_count; i++) {
        fp_json_raw(out, i ? "," : "");
        fp_json_string(out, call->args[i].key);
        fp_json_raw(out, ":");
        write_value(out, &call->args[i].value);
    }
    fp_json_raw(out, "}");
    s->sink->call(s->sink, &(fp_adapter_call){ .name = call->name.ptr,
                                               .name_len = call->name.len,
                                               .input = out->ptr,
                                               .input_len = out->len,
                                               .start = call->start,
                                               .end = call->end,
                                               .complete = call->complete });
}

/* An fp_sink. */
static int on_event(void *context, const fp_event *e)
{
    stream *s = context;
    fp_adapter_sink *sink = s->sink;

    switch (e->type) {
    case FP_EVENT_TEXT:
        sink->text(sink, e->data.ptr, e->data.len);
        break;
    case FP_EVENT_CALL_BEGIN:
        sink->call_begin(sink, e->data.ptr, e->data.len);
        break;
    case FP_EVENT_ARG_BEGIN:
        sink->arg_begin(sink, e->data.ptr, e->data.len);
        break;
    case FP_EVENT_ARG_DATA:
        sink->arg_data(sink, e->data.ptr, e->data.len);
        break;
    case FP_EVENT_ARG_END:
        sink->arg_end(sink);
        break;
    case FP_EVENT_CALL_END:
    case FP_EVENT_CALL_CUT:
        say_call(s, e->call);
        break;
    case FP_EVENT_DIAGNOSTIC:
        sink->diagnostic(sink, fp_code_name(e->diagnostic.code), e->diagnostic.offset,
                         e->diagnostic.clause);
        break;
    case FP_EVENT_COUNT:
        break;
    }
    return s->input.failed;
}

/* -- the adapter's functions ------------------------------------------------------------------ */

static void *refuse(fp_adapter_sink *sink, const char *message)
{
    sink->refuse(sink, message, strlen(message));
    return NULL;
}

static void close_stream(void *parser)
{
    stream *s = parser;

    fp_parser_free(s->parser);
    fp_catalogue_free(s->catalogue);
    fp_json_free(&s->input);
    free(s);
}

/* The array of tools as a file of tools is read. */
static fp_catalogue *read_catalogue(fp_adapter_sink *sink, fp_str tools)
{
    fp_catalogue_error error = { 0 };
    fp_catalogue *catalogue;
    fp_json file = { 0 };

    fp_json_raw(&file, "{\"tools\":");
    fp_json_bytes(&file, tools);
    fp_json_raw(&file, "}");
    catalogue = file.failed ? NULL : fp_catalogue_read((fp_str){ file.ptr, file.len }, &error);
    fp_json_free(&file);
    if (!catalogue)
        refuse(sink, error.text[0] ? error.text : "out of memory");
    return catalogue;
}

static void *open_stream(const fp_adapter *self, fp_adapter_sink *sink, const char *id,
                         const char *catalogue, size_t catalogue_len)
{
    const serve_builtin *b = (const serve_builtin *)self;
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(id));
    fp_options options = fp_options_default(syntax);
    stream *s = xcalloc(1, sizeof *s);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (b->given[i])
            options.policies.of[i] = b->policies.of[i];
    s->sink = sink;
    s->drop_cut = options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP;
    if (catalogue) {
        s->catalogue = read_catalogue(sink, (fp_str){ catalogue, catalogue_len });
        if (!s->catalogue) {
            close_stream(s);
            return NULL;
        }
        options.catalogue = s->catalogue;
    }
    s->parser = fp_parser_new(syntax, &options, on_event, s);
    if (s->parser)
        return s;
    close_stream(s);
    return refuse(sink, fp_status_text(FP_NO_MEMORY));
}

static int judge(stream *s, fp_status status)
{
    if (status == FP_OK)
        return 0;
    refuse(s->sink, fp_status_text(s->input.failed ? FP_NO_MEMORY : status));
    return 1;
}

static int feed_stream(void *parser, const char *bytes, size_t len)
{
    stream *s = parser;

    return judge(s, fp_parser_feed(s->parser, bytes, len));
}

static int finish_stream(void *parser)
{
    stream *s = parser;

    return judge(s, fp_parser_finish(s->parser));
}

/* -- the adapter ----------------------------------------------------------------------------- */

serve_builtin *serve_builtin_new(const bool given[FP_POLICY_COUNT], const fp_policies *policies)
{
    serve_builtin *b = xcalloc(1, sizeof *b);
    size_t count = 0;

    for (size_t i = 0; FP_SYNTAXES[i]; i++)
        b->syntaxes[i] = fp_syntax_id(FP_SYNTAXES[i]);
    b->policies = *policies;
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        b->given[i] = given[i];
        if (given[i])
            b->texts[count++] = xformat("%s=%s", fp_policy_name((fp_policy)i),
                                        fp_policy_value_name((fp_policy)i, policies->of[i]));
    }
    b->adapter = (fp_adapter){
        FP_ADAPTER_HEAD,
        .name = "fencepost",
        .version = FP_VERSION,
        .language = "c",
        .syntaxes = b->syntaxes,
        .unit = FP_ADAPTER_UNIT_BYTE,
        .capabilities = FP_ADAPTER_SPANS | FP_ADAPTER_DIAGNOSTICS | FP_ADAPTER_EVENTS |
                        FP_ADAPTER_BYTES | FP_ADAPTER_CATALOGUE,
        .policies = (const char *const *)b->texts,
        .open = open_stream,
        .feed = feed_stream,
        .finish = finish_stream,
        .close = close_stream,
    };
    return b;
}

void serve_builtin_free(serve_builtin *b)
{
    for (size_t i = 0; b && b->texts[i]; i++)
        free(b->texts[i]);
    free(b);
}
