/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_explain.c: `fencepost explain`: what each byte of a text is, by which clause, and when that
 * is decided; and what is wrong with it, in the words of the spec. */
#include "options.h"
#include "show.h"
#include "spec.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_SYNTAX, OPT_PREFIX, OPT_POLICY, OPT_LIMIT, OPT_CATALOGUE };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax of the text (needed)" },
    [OPT_PREFIX] = { "prefix", "N", "stop after N bytes, as if more were to come" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "set a policy; may be given for several" },
    [OPT_LIMIT] = { "limit", "NAME=BYTES", "set a limit; may be given for several" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer; may be given for several files" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const fp_syntax *syntax;
    size_t prefix; /* 0: all */
    given given;
} request;

/* Neighbours of one role and clause. */
typedef struct range {
    uint64_t start, end;
    fp_role role;
    const char *clause;
    uint64_t decided; /* bytes read when the last of it was decided */
} range;

typedef struct explanation {
    fp_str input;
    const fp_parser *parser;
    range *ranges;
    size_t range_count, range_cap;
    fp_diagnostic *diagnostics;
    size_t diagnostic_count, diagnostic_cap;
} explanation;

static bool same_clause(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* An fp_trace. */
static void note_range(void *context, fp_role role, const char *by, uint64_t start, uint64_t end)
{
    explanation *x = context;
    const uint64_t decided = fp_parser_offset(x->parser);
    range *last = x->range_count ? &x->ranges[x->range_count - 1] : NULL;
    void *ranges = x->ranges;

    if (last && last->role == role && same_clause(last->clause, by)) {
        last->end = end;
        last->decided = decided;
        return;
    }
    xgrow(&ranges, &x->range_cap, x->range_count, sizeof *x->ranges);
    x->ranges = ranges;
    x->ranges[x->range_count++] = (range){ start, end, role, by, decided };
}

/* An fp_sink. */
static int note_diagnostic(void *context, const fp_event *event)
{
    explanation *x = context;
    void *diagnostics = x->diagnostics;

    if (event->type != FP_EVENT_DIAGNOSTIC)
        return 0;
    xgrow(&diagnostics, &x->diagnostic_cap, x->diagnostic_count, sizeof *x->diagnostics);
    x->diagnostics = diagnostics;
    x->diagnostics[x->diagnostic_count++] = event->diagnostic;
    return 0;
}

/* -- for people ------------------------------------------------------------------------------ */

static void print_bytes(fp_str bytes)
{
    enum { HEAD = 60, TAIL = 20 };

    if (bytes.len <= HEAD + TAIL) {
        show_line(stdout, bytes);
    } else {
        show_line(stdout, (fp_str){ bytes.ptr, HEAD });
        printf(" … ");
        show_line(stdout, (fp_str){ bytes.ptr + bytes.len - TAIL, TAIL });
    }
    putchar('\n');
}

/* What the diagnostics say that belong to bytes from start to end; last: or to what follows. */
static void print_diagnostics(const explanation *x, const spec *s, uint64_t start, uint64_t end,
                              bool last)
{
    for (size_t i = 0; i < x->diagnostic_count; i++) {
        const fp_diagnostic *d = &x->diagnostics[i];
        const clause *c = d->clause ? spec_find(s, d->clause) : NULL;

        if (d->offset < start || (d->offset >= end && !last))
            continue;
        printf("  ! %s at byte %" PRIu64 " (%s)\n", fp_code_name(d->code), d->offset,
               d->clause ? d->clause : "no clause");
        if (c)
            printf("    %s\n", c->sentence);
    }
}

static void print_range(const range *r, fp_str input)
{
    char bytes[48];

    snprintf(bytes, sizeof bytes, "%" PRIu64 "-%" PRIu64, r->start, r->end);
    printf("%-13s %-8s %-22s ", bytes, fp_role_name(r->role), r->clause ? r->clause : "-");
    print_bytes((fp_str){ input.ptr + r->start, (size_t)(r->end - r->start) });
    if (r->decided > r->end)
        printf("%36s held back until byte %" PRIu64 "\n", "", r->decided);
}

static void print_explanation(const explanation *x, const spec *s, size_t held)
{
    printf("%-13s %-8s %-22s %s\n", "bytes", "role", "clause", "what stands there");
    for (size_t i = 0; i < x->range_count; i++) {
        const range *r = &x->ranges[i];

        print_range(r, x->input);
        print_diagnostics(x, s, r->start, r->end, i + 1 == x->range_count && !held);
    }
    if (held) {
        const size_t from = x->input.len - held;

        printf("%zu-%-10zu %-31s ", from, x->input.len, "held back: undecided");
        print_bytes((fp_str){ x->input.ptr + from, held });
    }
    if (!x->range_count)
        print_diagnostics(x, s, 0, UINT64_MAX, true);
}

/* -- the command ----------------------------------------------------------------------------- */

static bool explain(const request *r, fp_str input, const spec *s)
{
    const fp_options options = given_options(&r->given, r->syntax);
    const bool whole = !r->prefix || r->prefix >= input.len;
    explanation x = { .input = { input.ptr, whole ? input.len : r->prefix } };
    fp_parser *parser = fp_parser_new(r->syntax, &options, note_diagnostic, &x);
    fp_status status = parser ? FP_OK : FP_NO_MEMORY;

    if (parser)
        fp_parser_trace(parser, note_range, &x);
    x.parser = parser;
    for (size_t i = 0; i < x.input.len && status == FP_OK; i++)
        status = fp_parser_feed(parser, x.input.ptr + i, 1);
    if (whole && status == FP_OK)
        status = fp_parser_finish(parser);
    if (status == FP_OK)
        print_explanation(&x, s, fp_parser_held(parser));
    fp_parser_free(parser);
    free(x.ranges);
    free(x.diagnostics);
    return status == FP_OK;
}

static int explain_file(request *r, const char *path)
{
    problems p = { 0 };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    int status = EXIT_USAGE;
    fp_str input = { 0 };

    if (s && given_load(&r->given, &p) && file_read(path, &input, &p))
        status = explain(r, input, s) ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
    if (status == EXIT_ADAPTER)
        fputs("fencepost explain: out of memory\n", stderr);
    free((char *)(uintptr_t)input.ptr);
    spec_free(s);
    free(data);
    return status;
}

static int read_option(const command *self, request *r, int option)
{
    switch (option) {
    case OPT_SYNTAX:
        return given_syntax(self, optarg, &r->syntax);
    case OPT_PREFIX:
        return given_size(optarg, &r->prefix)
                   ? EXIT_AS_EXPECTED
                   : command_usage_error(self, "--prefix %s: a number of bytes, from 1 on", optarg);
    case OPT_POLICY:
        return given_policy(self, &r->given, optarg);
    case OPT_LIMIT:
        return given_limit(self, &r->given, optarg);
    default:
        given_catalogue(&r->given, optarg);
        return EXIT_AS_EXPECTED;
    }
}

static int explain_as_asked(const command *self, request *r, int argc, char **argv)
{
    int option;

    while ((option = command_next_option(self, argc, argv)) >= 0)
        if (read_option(self, r, option) != EXIT_AS_EXPECTED)
            return EXIT_USAGE;
    if (option == -2)
        return EXIT_USAGE;
    if (!r->syntax)
        return command_usage_error(self, "say which syntax, as in --syntax %s",
                                   fp_syntax_id(FP_SYNTAXES[0]));
    if (argc - optind > 1)
        return command_usage_error(self, "takes one file, and was given %d", argc - optind);
    return explain_file(r, optind < argc ? argv[optind] : "-");
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .given.limits = FP_LIMITS_DEFAULT };
    const int status = explain_as_asked(self, &r, argc, argv);

    given_free(&r.given);
    return status;
}

const command CMD_EXPLAIN = {
    .name = "explain",
    .summary = "say what each byte of a text is, by which clause, and what is wrong with it",
    .usage = "--syntax S [--prefix N] [--policy NAME=VALUE]… [--limit NAME=BYTES]…\n"
             "                         [--catalogue FILE]… [FILE]",
    .options = OPTIONS,
    .run = run,
};
