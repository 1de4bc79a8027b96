/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_parse.c: `fencepost parse`: prints the reference parser's result for a text as JSON. */
#include "base/values.h"
#include "command/by_template.h"
#include "command/options.h"
#include "template/template_parse.h"

#include <fencepost/ids.h>
#include <fencepost/json.h>
#include <fencepost/syntax.h>

#include <stdlib.h>
#include <string.h>

enum {
    OPT_SYNTAX,
    OPT_STREAM,
    OPT_EVENTS,
    OPT_IDS,
    OPT_POLICY,
    OPT_LIMIT,
    OPT_CATALOGUE,
    OPT_PROMPT,
    OPT_FINISH,
    OPT_TOKENS,
    OPT_TEMPLATE,
    OPT_TOOLS,
    OPT_CALLS
};

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax of the text (this or --template is needed)" },
    [OPT_STREAM] = { "stream", "N", "feed N bytes at a time" },
    [OPT_EVENTS] = { "events", NULL, "print the events, one a line, instead of the outcome" },
    [OPT_IDS] = { "ids", "PREFIX",
                  "give calls without an id one: PREFIX and their number, from 1" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "set a policy; may be given for several" },
    [OPT_LIMIT] = { "limit", "NAME=BYTES", "set a limit; may be given for several" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer; may be given for several files" },
    [OPT_PROMPT] = { "prompt", "TEXT", "what the prompt ended with, as '<think>\\n'" },
    [OPT_FINISH] = { "finish", "HOW",
                     "how the input ended: stop (the default), length, or token:TEXT" },
    [OPT_TOKENS] = { "tokens", "HOW",
                     "where tokens are: json, in a file of [\"text\", {\"token\": \"<mark>\"}]; or "
                     "marks, "
                     "each mark that is one" },
    [OPT_TEMPLATE] = { "template", "FILE",
                       "read the text by this response template, or that of a "
                       "tokenizer_config.json, in place of a syntax: "
                       "spec/response-template.md" },
    [OPT_TOOLS] = { "tools", "FILE",
                    "of --template: a JSON array of tools, by which arguments are cast" },
    [OPT_CALLS] = { "calls", NULL,
                    "of --template: text, reasoning and calls, as of a syntax, in place of message "
                    "and regions" },
    { NULL, NULL, NULL },
};

typedef struct request {
    size_t stream; /* 0: at once */
    bool events;
    const char *ids; /* the prefix; NULL: none are given */
    given given;
} request;

/* A command_take. */
static int take_option(const command *self, void *context, int option)
{
    request *r = context;
    char id[FP_CALL_ID_SIZE];

    if (option == OPT_TOOLS || option == OPT_TEMPLATE || option == OPT_CALLS)
        return command_usage_error(self, "--tools and --calls go with --template, which is written "
                                         "whole");
    if (option == OPT_STREAM)
        return given_number(self, OPTIONS[option].name, 1, SIZE_MAX, &r->stream);
    if (option == OPT_EVENTS)
        r->events = true;
    else
        r->ids = optarg;
    if (r->ids && !fp_call_id(r->ids, 1, id))
        return command_usage_error(self,
                                   "--ids '%s': write 1 to %d of A-Z a-z 0-9 _ -, as in call_",
                                   r->ids, FP_CALL_ID_PREFIX_MAX);
    return EXIT_AS_EXPECTED;
}

/* -- parsing --------------------------------------------------------------------------------- */

/* In one line, and in UTF-8: a JSON value is there as it was written, maybe in several lines, and a
 * blank between its tokens means the same; bytes in it may be anything (MODEL-1.6). */
static void print_json(fp_json *json)
{
    fp_json line = { 0 };

    utf8_write(&line, json_text(json));
    for (size_t i = 0; i < json_text(&line).len; i++)
        if (line.ptr[i] == '\n' || line.ptr[i] == '\r')
            line.ptr[i] = ' ';
    fwrite(line.ptr, 1, line.len, stdout);
    putchar('\n');
    fp_json_free(&line);
    fp_json_free(json);
}

/* An fp_sink. */
static int print_event(void *context, const fp_event *event)
{
    fp_json json = { 0 };

    (void)context;
    fp_json_event(&json, event);
    print_json(&json);
    return 0;
}

/* Where events go, and the ids that they get on the way (MODEL-1.10). */
typedef struct naming {
    const request *request;
    fp_outcome *outcome;
    size_t number; /* of the call that came last */
    char id[FP_CALL_ID_SIZE];
} naming;

/* A call begins without an id, and a syntax that carries ids gives it one later. */
static int print_begin(const naming *n, const fp_event *event)
{
    fp_json json = { 0 };

    fp_json_event(&json, event);
    if (!json.failed && !n->request->given.syntax->document) {
        json.len--; /* the closing brace */
        fp_json_raw(&json, ",\"id\":");
        fp_json_string(&json, fp_str_of(n->id));
        fp_json_raw(&json, "}");
    }
    print_json(&json);
    return 0;
}

/* An fp_sink. */
static int take_named(void *context, const fp_event *said)
{
    naming *n = context;
    fp_event event = *said;
    fp_call call;

    if (event.type == FP_EVENT_CALL_BEGIN) {
        fp_call_id(n->request->ids, ++n->number, n->id);
        if (n->request->events)
            return print_begin(n, &event);
    }
    if (event.call) {
        call = *event.call;
        call.id = call.id.len ? call.id : fp_str_of(n->id);
        event.call = &call;
    }
    return n->request->events ? print_event(NULL, &event) : fp_outcome_sink(n->outcome, &event);
}

static fp_parser *parser_for(const request *r, const fp_options *options, naming *n)
{
    if (r->ids)
        return fp_parser_new(r->given.syntax, options, take_named, n);
    return fp_parser_new(r->given.syntax, options, r->events ? print_event : fp_outcome_sink,
                         n->outcome);
}

static fp_status feed(const request *r, fp_parser *parser, fp_str input)
{
    const size_t step = r->stream ? r->stream : input.len;
    fp_status status = FP_OK;

    for (size_t at = 0; at < input.len && status == FP_OK; at += step) {
        const size_t left = input.len - at;

        status = fp_parser_feed(parser, input.ptr + at, left < step ? left : step);
        if (left <= step)
            break;
    }
    return status == FP_OK ? fp_parser_finish(parser) : status;
}

static bool parse(const request *r, fp_str input, const token_list *tokens)
{
    fp_options options = given_options(&r->given, r->given.syntax);
    fp_outcome *outcome = fp_outcome_new();
    naming names = { .request = r };
    fp_parser *parser;
    bool good = false;

    if (outcome && options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(outcome);
    options.tokens = tokens->of;
    options.token_count = tokens->count;
    names.outcome = outcome;
    parser = parser_for(r, &options, &names);
    if (outcome && parser)
        good = feed(r, parser, input) == FP_OK;
    if (good && !r->events) {
        fp_json json = { 0 };

        fp_json_outcome(&json, outcome);
        print_json(&json);
    }
    fp_parser_free(parser);
    fp_outcome_free(outcome);
    return good;
}

/* -- by a template ---------------------------------------------------------------------------- */

/* What --template takes. */
typedef struct parse_by_template {
    by_template by;
    template_parse parse;
} parse_by_template;

/* A command_take. */
static int take_for_template(const command *self, void *context, int option)
{
    parse_by_template *b = context;

    if (option == OPT_STREAM)
        return given_number(self, OPTIONS[option].name, 1, SIZE_MAX, &b->parse.stream);
    if (option == OPT_EVENTS || option == OPT_CALLS) {
        *(option == OPT_EVENTS ? &b->parse.events : &b->parse.calls) = true;
        return EXIT_AS_EXPECTED;
    }
    return by_template_take(self, &b->by, OPTIONS[option].name);
}

static int run_by_template(const command *self, int argc, char **argv)
{
    parse_by_template b = { .by.goes_with =
                                "--tools, --stream, --events, --calls, --policy and --prompt" };
    int status = command_read_options(self, argc, argv, take_for_template, &b);

    if (status == EXIT_AS_EXPECTED)
        status = by_template_file(self, &b.by, argc, argv, &b.parse.input);
    b.parse.template = b.by.template;
    b.parse.tools = b.by.tools;
    b.parse.prefix = b.by.given.prefix;
    b.parse.policies = b.by.policies;
    if (status == EXIT_AS_EXPECTED)
        status = template_parse_run(&b.parse);
    by_template_free(&b.by);
    return status;
}

/* -- the command ----------------------------------------------------------------------------- */

static int parse_file(request *r, const char *path)
{
    problems p = { .by = "parse" };
    token_list tokens = { 0 };
    fp_str input = { 0 };
    bool good;

    if (!given_load(&r->given, &p) || !given_text(&r->given, path, &input, &tokens, &p)) {
        free((char *)(uintptr_t)input.ptr);
        token_list_free(&tokens);
        return EXIT_USAGE;
    }
    good = parse(r, input, &tokens);
    token_list_free(&tokens);
    free((char *)(uintptr_t)input.ptr);
    if (!good)
        fputs("fencepost parse: out of memory\n", stderr);
    return good ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .given.limits = FP_LIMITS_DEFAULT };
    int status = EXIT_AS_EXPECTED;
    const char *path;

    if (by_template_asked(argc, argv))
        return run_by_template(self, argc, argv);
    status = given_read(self, &r.given, argc, argv, take_option, &r);
    path = status == EXIT_AS_EXPECTED ? command_one_file(self, argc, argv) : NULL;

    status = path ? parse_file(&r, path) : EXIT_USAGE;
    given_free(&r.given);
    return status;
}

static const command_example EXAMPLES[] = {
    { "fencepost parse --syntax hermes --events --stream 1 answer.txt",
      "what comes out after each byte" },
    { "fencepost parse --template tokenizer_config.json --stream 1 answer.txt",
      "the message and the events of a response template" },
    { NULL, NULL },
};

const command CMD_PARSE = {
    .name = "parse",
    .summary = "parse a text with a reference parser; print JSON",
    .usage =
        "--syntax S [--stream N] [--events] [--ids PREFIX] [--policy NAME=VALUE]… "
        "[--limit NAME=BYTES]… "
        "[--catalogue FILE]… [--tokens HOW] [FILE]\n"
        "--template FILE [--tools FILE] [--stream N] [--events] [--calls] [--policy NAME=VALUE]… "
        "[--prompt TEXT] [FILE]",
    .options = OPTIONS,
    .run = run,
    .unexpected = "With --template: the text gives an error.",
    .examples = EXAMPLES,
};
