/* SPDX-License-Identifier: Apache-2.0 */
/* serve_builtin.c: our own parsers as adapters of fencepost/adapter.h: a worker that passes
 * everything, so that it tests the suite itself.
 */
#include "base/util.h"
#include "base/values.h"
#include "serve/serve.h"
#include "serve/serve_answer.h"
#include "worker/wire_input.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>
#include <fencepost/jsontext.h>
#include <fencepost/render.h>

#include <stdlib.h>
#include <string.h>

/* One parser that is open. */
typedef struct stream {
    serve_builtin *owner;
    const fp_syntax *syntax;
    fp_adapter_sink *sink;
    fp_parser *parser;
    fp_catalogue *catalogue;
    fp_str prefix; /* of its options; owned, */
    fp_str finish_token;
    bool told;     /* how its input is going to end */
    fp_json input; /* of the call that is said */
    bool drop_cut; /* policy unterminated: drop */
} stream;

/* -- events ---------------------------------------------------------------------------------- */

static void say_call(stream *s, const fp_call *call, bool ended)
{
    fp_json *out = &s->input;

    if (!ended && s->drop_cut)
        return;
    out->len = 0;
    wire_input_write(out, call);
    if (out->failed)
        return;
    serve_answer_call(s->sink,
                      &(fp_adapter_call){ .name = call->name.ptr,
                                          .name_len = call->name.len,
                                          .input = out->ptr,
                                          .input_len = out->len,
                                          .start = call->start,
                                          .end = call->end,
                                          .complete = call->complete },
                      ended);
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
    case FP_EVENT_REASONING:
        sink->reasoning(sink, e->data.ptr, e->data.len);
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
        say_call(s, e->call, e->type == FP_EVENT_CALL_END);
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

static void free_stream(stream *s)
{
    if (!s)
        return;
    fp_parser_free(s->parser);
    fp_catalogue_free(s->catalogue);
    free((char *)(uintptr_t)s->prefix.ptr);
    free((char *)(uintptr_t)s->finish_token.ptr);
    fp_json_free(&s->input);
    free(s);
}

/* It is kept for the next request, unless it knows of tools or of a prompt. */
static void close_stream(void *parser)
{
    stream *s = parser;
    stream *other = s;

    if (!s->catalogue && !s->prefix.len && !s->told && !s->input.failed) {
        other = s->owner->spare;
        s->owner->spare = s;
    }
    free_stream(other);
}

/* The parser that was kept, as a fresh one; NULL: there is none for this. */
static stream *take_spare(serve_builtin *owner, fp_adapter_sink *sink, const fp_syntax *syntax,
                          const fp_adapter_asked *asked)
{
    stream *s = owner->spare;

    if (!s || s->syntax != syntax || asked->catalogue || asked->prefix_len || asked->finish)
        return NULL;
    owner->spare = NULL;
    fp_parser_reset(s->parser);
    s->sink = sink;
    return s;
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

/* Those of the syntax, with the policies that are declared, where it can have them. */
static fp_options options_of(const fp_adapter *self, const fp_syntax *syntax)
{
    const serve_builtin *b = (const serve_builtin *)self;
    fp_options options = fp_options_default(syntax);

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (b->given[i] && fp_syntax_allows(syntax, (fp_policy)i, b->policies.of[i]))
            options.policies.of[i] = b->policies.of[i];
    return options;
}

static void *open_stream(const fp_adapter *self, fp_adapter_sink *sink,
                         const fp_adapter_asked *asked)
{
    serve_builtin *owner = (serve_builtin *)(uintptr_t)self;
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(asked->syntax));
    fp_options options = options_of(self, syntax);
    stream *s = take_spare(owner, sink, syntax, asked);

    if (s)
        return s;
    if (asked->prefix_len && !fp_syntax_allows(syntax, FP_REASONING, FP_REASONING_CHANNEL))
        return refuse(sink, "the syntax has no marks of reasoning, and a prefix opens nothing in "
                            "it (PROTOCOL-3.12)");
    s = xcalloc(1, sizeof *s);
    s->owner = owner;
    s->syntax = syntax;
    s->sink = sink;
    s->drop_cut = options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP;
    s->prefix = xcopy((fp_str){ asked->prefix, asked->prefix_len });
    options.prefix = s->prefix;
    s->told = asked->finish != FP_ADAPTER_FINISH_STOP;
    s->finish_token = xcopy((fp_str){ asked->finish_token, asked->finish_token_len });
    options.finish = (fp_finish)asked->finish;
    options.finish_token = s->finish_token;
    if (asked->catalogue) {
        s->catalogue = read_catalogue(sink, (fp_str){ asked->catalogue, asked->catalogue_len });
        if (!s->catalogue) {
            free_stream(s);
            return NULL;
        }
        options.catalogue = s->catalogue;
    }
    s->parser = fp_parser_new(syntax, &options, on_event, s);
    if (s->parser)
        return s;
    free_stream(s);
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

static int feed_token(void *parser, const char *token, size_t len)
{
    stream *s = parser;

    return judge(s, fp_parser_feed_token(s->parser, token, len));
}

static int finish_stream(void *parser)
{
    stream *s = parser;

    return judge(s, fp_parser_finish(s->parser));
}

/* -- beyond the adapter's functions ------------------------------------------------------------ */

/* The call of a request, owned: call_free(), also after false. */
static bool read_call(const serve_request *r, fp_call *call)
{
    const fp_str name = fp_jsontext_get(r->call, "name");
    const fp_str input = fp_jsontext_get(r->call, "input");
    fp_json text = { 0 };
    bool lone = false, good;

    *call = (fp_call){ .complete = true };
    good = fp_jsontext_kind(name) == '"' && fp_jsontext_kind(input) == '{' &&
           fp_jsontext_decode(name, &text, &lone);
    if (good)
        call->name = xcopy((fp_str){ text.ptr, text.len });
    fp_json_free(&text);
    return good && wire_input_read(input, call) == WIRE_INPUT_GOOD;
}

static void render_call(const fp_adapter *self, const serve_request *r, fp_adapter_sink *sink)
{
    const fp_syntax *syntax = fp_syntax_find(fp_str_of(r->syntax.ptr));
    fp_options options = options_of(self, syntax);
    fp_catalogue *catalogue = r->catalogue.len ? read_catalogue(sink, r->catalogue) : NULL;
    fp_json text = { 0 };
    fp_refusal refusal;
    fp_call call;

    options.catalogue = catalogue;
    if (!read_call(r, &call))
        refuse(sink,
               "\"call\" is not {\"name\", \"input\"}, a string and an object (PROTOCOL-6.1)");
    else if (fp_render(syntax, &options, &call, &text, &refusal))
        sink->text(sink, text.ptr, text.len);
    else
        refuse(sink, text.failed ? fp_status_text(FP_NO_MEMORY) : refusal.reason);
    call_free(&call);
    fp_json_free(&text);
    fp_catalogue_free(catalogue);
}

static void reset_stream(void *parser)
{
    stream *s = parser;

    fp_parser_reset(s->parser);
}

const serve_skills SERVE_BUILTIN_SKILLS = { .render = render_call, .reset = reset_stream };

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
                        FP_ADAPTER_BYTES | FP_ADAPTER_CATALOGUE | FP_ADAPTER_PREFIX |
                        FP_ADAPTER_FINISH | FP_ADAPTER_TOKENS,
        .policies = (const char *const *)b->texts,
        .open_as = open_stream,
        .feed = feed_stream,
        .finish = finish_stream,
        .close = close_stream,
        .feed_token = feed_token,
    };
    return b;
}

void serve_builtin_free(serve_builtin *b)
{
    if (!b)
        return;
    free_stream(b->spare);
    for (size_t i = 0; b->texts[i]; i++)
        free(b->texts[i]);
    free(b);
}
