/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_parse.c: `fencepost parse`: what the reference parser of a syntax says of a text, as JSON. */
#include "command.h"
#include "util.h"

#include <fencepost/catalogue.h>
#include <fencepost/json.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_SYNTAX, OPT_STREAM, OPT_EVENTS, OPT_POLICY, OPT_LIMIT, OPT_CATALOGUE };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax of the text (needed)" },
    [OPT_STREAM] = { "stream", "N", "feed N bytes at a time" },
    [OPT_EVENTS] = { "events", NULL, "print the events, one a line, instead of the outcome" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "set a policy; may be given for several" },
    [OPT_LIMIT] = { "limit", "NAME=BYTES", "set a limit; may be given for several" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "the tools on offer" },
    { NULL, NULL, NULL },
};

/* The names of the limits, for people. */
static const char LIMITS[] = "name, key, value, call, held, depth";

typedef struct request {
    const fp_syntax *syntax;
    const char *catalogue_path;
    size_t stream; /* 0: at once */
    bool events;
    bool policy_given[FP_POLICY_COUNT];
    fp_policies policies;
    fp_limits limits;
} request;

/* -- options --------------------------------------------------------------------------------- */

/* A whole number of at least 1. */
static bool read_size(const char *text, size_t *size)
{
    char *end;

    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);

    if (*text < '0' || *text > '9' || *end || errno || number == 0 || number > SIZE_MAX)
        return false;
    *size = (size_t)number;
    return true;
}

/* Adds to an owned list, "a, b". */
static void join(char **list, const char *item)
{
    char *longer = xformat("%s%s%s", *list, **list ? ", " : "", item);

    free(*list);
    *list = longer;
}

static int wrong_policy(const command *self, const char *given)
{
    char *names = xstrdup("");

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        join(&names, fp_policy_name((fp_policy)i));
    command_usage_error(self, "--policy %s: write NAME=VALUE; the policies are: %s", given, names);
    free(names);
    return EXIT_USAGE;
}

static int wrong_value(const command *self, const char *given, fp_policy policy)
{
    char *values = xstrdup("");

    for (unsigned i = 0; fp_policy_value_name(policy, i); i++)
        join(&values, fp_policy_value_name(policy, i));
    command_usage_error(self, "--policy %s: the values of %s are: %s", given,
                        fp_policy_name(policy), values);
    free(values);
    return EXIT_USAGE;
}

static int read_policy(const command *self, request *r, const char *given)
{
    const size_t len = strcspn(given, "=");
    fp_policy policy;
    unsigned value;

    if (given[len] != '=' || !fp_policy_find((fp_str){ given, len }, &policy))
        return wrong_policy(self, given);
    if (!fp_policy_value_find(policy, fp_str_of(given + len + 1), &value))
        return wrong_value(self, given, policy);
    r->policy_given[policy] = true;
    r->policies.of[policy] = (uint8_t)value;
    return EXIT_AS_EXPECTED;
}

static int read_limit(const command *self, request *r, const char *given)
{
    const size_t len = strcspn(given, "=");
    size_t *field = fp_limits_field(&r->limits, (fp_str){ given, len });

    if (given[len] != '=' || !field)
        return command_usage_error(self, "--limit %s: write NAME=BYTES; the limits are: %s", given,
                                   LIMITS);
    if (!read_size(given + len + 1, field))
        return command_usage_error(self, "--limit %s: a limit is a whole number from 1 on", given);
    return EXIT_AS_EXPECTED;
}

static int read_option(const command *self, request *r, int option)
{
    switch (option) {
    case OPT_SYNTAX:
        r->syntax = fp_syntax_find(fp_str_of(optarg));
        return r->syntax ? EXIT_AS_EXPECTED : command_unknown_syntax(self, optarg);
    case OPT_STREAM:
        return read_size(optarg, &r->stream)
                   ? EXIT_AS_EXPECTED
                   : command_usage_error(self, "--stream %s: a number of bytes, from 1 on", optarg);
    case OPT_EVENTS:
        r->events = true;
        return EXIT_AS_EXPECTED;
    case OPT_POLICY:
        return read_policy(self, r, optarg);
    case OPT_LIMIT:
        return read_limit(self, r, optarg);
    default:
        r->catalogue_path = optarg;
        return EXIT_AS_EXPECTED;
    }
}

/* -- parsing --------------------------------------------------------------------------------- */

static void print_json(fp_json *json)
{
    if (!json->failed)
        fwrite(json->ptr, 1, json->len, stdout);
    putchar('\n');
    fp_json_free(json);
}

/* An fp_sink. */
static int print_event(void *context, const fp_event *event)
{
    fp_json json = { 0 };

    (void)context;
    fp_json_event(&json, event);

    const int failed = json.failed;

    print_json(&json);
    return failed;
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

static bool parse(const request *r, const fp_catalogue *catalogue, fp_str input)
{
    fp_options options = fp_options_default(r->syntax);
    fp_outcome *outcome = fp_outcome_new();
    fp_parser *parser;
    bool good = false;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (r->policy_given[i])
            options.policies.of[i] = r->policies.of[i];
    options.limits = r->limits;
    options.catalogue = catalogue;
    if (outcome && options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(outcome);
    parser = fp_parser_new(r->syntax, &options, r->events ? print_event : fp_outcome_sink, outcome);
    if (outcome && parser)
        good = feed(r, parser, input) == FP_OK;
    if (good && !r->events) {
        fp_json json = { 0 };

        fp_json_outcome(&json, outcome);
        good = !json.failed;
        print_json(&json);
    }
    fp_parser_free(parser);
    fp_outcome_free(outcome);
    return good;
}

/* -- the command ----------------------------------------------------------------------------- */

static fp_catalogue *read_catalogue(const char *path, problems *p)
{
    fp_catalogue_error error = { 0 };
    fp_catalogue *catalogue;
    fp_str bytes;

    if (!file_read(path, &bytes, p))
        return NULL;
    catalogue = fp_catalogue_read(bytes, &error);
    free((char *)(uintptr_t)bytes.ptr);
    if (!catalogue && error.line) {
        char *place = xformat("line %zu", error.line);

        problem(p, path, place, "%s", error.text);
        free(place);
    } else if (!catalogue) {
        problem(p, path, NULL, "%s", error.text);
    }
    return catalogue;
}

static int parse_file(const request *r, const char *path)
{
    problems p = { 0 };
    fp_catalogue *catalogue = NULL;
    fp_str input;
    bool good;

    if (r->catalogue_path) {
        catalogue = read_catalogue(r->catalogue_path, &p);
        if (!catalogue)
            return EXIT_USAGE;
    }
    if (!file_read(path, &input, &p)) {
        fp_catalogue_free(catalogue);
        return EXIT_USAGE;
    }
    good = parse(r, catalogue, input);
    free((char *)(uintptr_t)input.ptr);
    fp_catalogue_free(catalogue);
    if (!good)
        fputs("fencepost parse: out of memory\n", stderr);
    return good ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .limits = FP_LIMITS_DEFAULT };
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        if (read_option(self, &r, option) != EXIT_AS_EXPECTED)
            return EXIT_USAGE;
    if (option == -2)
        return EXIT_USAGE;
    if (!r.syntax)
        return command_usage_error(self, "say which syntax, as in --syntax %s",
                                   fp_syntax_id(FP_SYNTAXES[0]));
    if (argc - optind > 1)
        return command_usage_error(self, "takes one file, and was given %d", argc - optind);
    return parse_file(&r, optind < argc ? argv[optind] : "-");
}

const command CMD_PARSE = {
    .name = "parse",
    .summary = "parse a text (a file, or standard input) with a reference parser; print JSON",
    .usage = "--syntax S [--stream N] [--events] [--policy NAME=VALUE]… [--limit NAME=BYTES]…\n"
             "                       [--catalogue FILE] [FILE]",
    .options = OPTIONS,
    .run = run,
};
