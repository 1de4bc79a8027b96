/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_parse.c: `fencepost parse`: what the reference parser of a syntax says of a text, as JSON. */
#include "base/values.h"
#include "command/options.h"

#include <fencepost/json.h>

#include <stdlib.h>

enum { OPT_SYNTAX, OPT_STREAM, OPT_EVENTS, OPT_POLICY, OPT_LIMIT, OPT_CATALOGUE };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax of the text (needed)" },
    [OPT_STREAM] = { "stream", "N", "feed N bytes at a time" },
    [OPT_EVENTS] = { "events", NULL, "print the events, one a line, instead of the outcome" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "set a policy; may be given for several" },
    [OPT_LIMIT] = { "limit", "NAME=BYTES", "set a limit; may be given for several" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer; may be given for several files" },
    { NULL, NULL, NULL },
};

typedef struct request {
    size_t stream; /* 0: at once */
    bool events;
    given given;
} request;

/* A command_take. */
static int take_option(const command *self, void *context, int option)
{
    request *r = context;

    if (option == OPT_STREAM)
        return given_number(self, OPTIONS[option].name, 1, SIZE_MAX, &r->stream);
    r->events = true;
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

static bool parse(const request *r, fp_str input)
{
    const fp_options options = given_options(&r->given, r->given.syntax);
    fp_outcome *outcome = fp_outcome_new();
    fp_parser *parser;
    bool good = false;

    if (outcome && options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(outcome);
    parser = fp_parser_new(r->given.syntax, &options, r->events ? print_event : fp_outcome_sink,
                           outcome);
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

/* -- the command ----------------------------------------------------------------------------- */

static int parse_file(request *r, const char *path)
{
    problems p = { .by = "parse" };
    fp_str input;
    bool good;

    if (!given_load(&r->given, &p) || !file_read(path, &input, &p))
        return EXIT_USAGE;
    good = parse(r, input);
    free((char *)(uintptr_t)input.ptr);
    if (!good)
        fputs("fencepost parse: out of memory\n", stderr);
    return good ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .given.limits = FP_LIMITS_DEFAULT };
    int status = given_read(self, &r.given, argc, argv, take_option, &r);
    const char *path = status == EXIT_AS_EXPECTED ? command_one_file(self, argc, argv) : NULL;

    status = path ? parse_file(&r, path) : EXIT_USAGE;
    given_free(&r.given);
    return status;
}

static const command_example EXAMPLES[] = {
    { "fencepost parse --syntax hermes --events --stream 1 answer.txt",
      "what comes out after each byte" },
    { NULL, NULL },
};

const command CMD_PARSE = {
    .name = "parse",
    .summary = "parse a text with a reference parser; print JSON",
    .usage = "--syntax S [--stream N] [--events] [--policy NAME=VALUE]… [--limit NAME=BYTES]… "
             "[--catalogue FILE]… [FILE]",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
