/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_explain.c: `fencepost explain`: what each byte of a text is, by which clause, and when that
 * is decided; and what is wrong with it, in the words of the spec. */
#include "base/numbers.h"
#include "base/show.h"
#include "command/options.h"
#include "suite/spec.h"

#include <fencepost/json.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { OPT_SYNTAX, OPT_PREFIX, OPT_POLICY, OPT_LIMIT, OPT_CATALOGUE, OPT_FORMAT };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax of the text (needed)" },
    [OPT_PREFIX] = { "prefix", "N", "stop after N bytes, as if more were to come" },
    [OPT_POLICY] = { "policy", "NAME=VALUE", "set a policy; may be given for several" },
    [OPT_LIMIT] = { "limit", "NAME=BYTES", "set a limit; may be given for several" },
    [OPT_CATALOGUE] = { "catalogue", "FILE", "tools on offer; may be given for several files" },
    [OPT_FORMAT] = { "format", "F", "text (the default), or json: a line for each file" },
    { NULL, NULL, NULL },
};

typedef struct request {
    size_t prefix; /* 0: all */
    bool json;
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

/* -- for programs ---------------------------------------------------------------------------- */

static void write_member(fp_json *json, const char *name, uint64_t number)
{
    fp_json_raw(json, name);
    fp_json_number(json, number);
}

static void write_clause(fp_json *json, const char *id)
{
    fp_json_raw(json, ",\"clause\":");
    if (id)
        fp_json_string(json, fp_str_of(id));
    else
        fp_json_raw(json, "null");
    fp_json_raw(json, "}");
}

/* {"file", "length", "held", "ranges": […], "diagnostics": […]} */
static void write_explanation(fp_json *json, const explanation *x, const char *path, size_t held)
{
    fp_json_raw(json, "{\"file\":");
    fp_json_string(json, fp_str_of(path));
    write_member(json, ",\"length\":", x->input.len);
    write_member(json, ",\"held\":", held);
    fp_json_raw(json, ",\"ranges\":[");
    for (size_t i = 0; i < x->range_count; i++) {
        const range *r = &x->ranges[i];

        write_member(json, i ? ",{\"start\":" : "{\"start\":", r->start);
        write_member(json, ",\"end\":", r->end);
        write_member(json, ",\"decided\":", r->decided);
        fp_json_raw(json, ",\"role\":");
        fp_json_string(json, fp_str_of(fp_role_name(r->role)));
        write_clause(json, r->clause);
    }
    fp_json_raw(json, "],\"diagnostics\":[");
    for (size_t i = 0; i < x->diagnostic_count; i++) {
        const fp_diagnostic *d = &x->diagnostics[i];

        fp_json_raw(json, i ? ",{\"code\":" : "{\"code\":");
        fp_json_string(json, fp_str_of(fp_code_name(d->code)));
        write_member(json, ",\"offset\":", d->offset);
        write_clause(json, d->clause);
    }
    fp_json_raw(json, "]}\n");
}

static bool print_json(const explanation *x, const char *path, size_t held)
{
    fp_json json = { 0 };
    bool good;

    write_explanation(&json, x, path, held);
    good = !json.failed;
    if (good)
        fwrite(json.ptr, 1, json.len, stdout);
    fp_json_free(&json);
    return good;
}

/* -- the command ----------------------------------------------------------------------------- */

static bool explain(const request *r, const char *path, fp_str input, const spec *s)
{
    const fp_options options = given_options(&r->given, r->given.syntax);
    const bool whole = !r->prefix;
    explanation x = { .input = { input.ptr,
                                 whole || r->prefix > input.len ? input.len : r->prefix } };
    fp_parser *parser = fp_parser_new(r->given.syntax, &options, note_diagnostic, &x);
    fp_status status = parser ? FP_OK : FP_NO_MEMORY;

    if (parser)
        fp_parser_trace(parser, note_range, &x);
    x.parser = parser;
    for (size_t i = 0; i < x.input.len && status == FP_OK; i++)
        status = fp_parser_feed(parser, x.input.ptr + i, 1);
    if (whole && status == FP_OK)
        status = fp_parser_finish(parser);
    if (status == FP_OK && !r->json)
        print_explanation(&x, s, fp_parser_held(parser));
    else if (status == FP_OK && !print_json(&x, path, fp_parser_held(parser)))
        status = FP_NO_MEMORY;
    fp_parser_free(parser);
    free(x.ranges);
    free(x.diagnostics);
    return status == FP_OK;
}

static int explain_file(const request *r, const char *path, const spec *s, problems *p)
{
    fp_str input = { 0 };
    bool good;

    if (!file_read(path, &input, p))
        return EXIT_USAGE;
    good = explain(r, path, input, s);
    free((char *)(uintptr_t)input.ptr);
    if (!good)
        fputs("fencepost explain: out of memory\n", stderr);
    return good ? EXIT_AS_EXPECTED : EXIT_ADAPTER;
}

/* count 0: standard input. */
static int explain_files(request *r, size_t count, char *const *paths)
{
    problems p = { .by = "explain" };
    char *data = data_dir(&p);
    spec *s = data ? spec_load(data, &p) : NULL;
    int status = s && given_load(&r->given, &p) ? EXIT_AS_EXPECTED : EXIT_USAGE;

    if (!count && status == EXIT_AS_EXPECTED)
        status = explain_file(r, "-", s, &p);
    for (size_t i = 0; i < count && status == EXIT_AS_EXPECTED; i++) {
        if (!r->json && count > 1)
            printf("%s%s:\n", i ? "\n" : "", paths[i]);
        status = explain_file(r, paths[i], s, &p);
    }
    spec_free(s);
    free(data);
    return status;
}

/* A command_take. */
static int take_option(const command *self, void *context, int option)
{
    request *r = context;

    if (option == OPT_PREFIX)
        return given_number(self, OPTIONS[option].name, 1, SIZE_MAX, &r->prefix);
    r->json = strcmp(optarg, "json") == 0;
    return EXIT_AS_EXPECTED;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .given.limits = FP_LIMITS_DEFAULT };
    int status = given_read(self, &r.given, argc, argv, take_option, &r);

    if (status == EXIT_AS_EXPECTED)
        status = explain_files(&r, (size_t)(argc - optind), argv + optind);
    given_free(&r.given);
    return status;
}

const command CMD_EXPLAIN = {
    .name = "explain",
    .summary = "show what each byte of a text is, by which clause",
    .usage = "--syntax S [--prefix N] [--policy NAME=VALUE]… [--limit NAME=BYTES]… "
             "[--catalogue FILE]… [--format text|json] [FILE]…",
    .options = OPTIONS,
    .run = run,
};
