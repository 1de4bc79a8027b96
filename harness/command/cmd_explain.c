/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_explain.c: `fencepost explain`: shows what each byte of a text is, by which clause, and when
 * that is decided; what is wrong with the text, in the words of the spec; and its calls.
 */
#include "base/show.h"
#include "base/terminal.h"
#include "command/by_template.h"
#include "command/explain_why.h"
#include "command/options.h"
#include "suite/spec.h"
#include "template/template_explain.h"

#include <fencepost/json.h>
#include <fencepost/outcome.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_COLUMN = 46, DIAGNOSTIC_INDENT = 4 };

enum {
    OPT_SYNTAX,
    OPT_PREFIX,
    OPT_POLICY,
    OPT_LIMIT,
    OPT_CATALOGUE,
    OPT_PROMPT,
    OPT_FINISH,
    OPT_TOKENS,
    OPT_FORMAT,
    OPT_TEMPLATE,
    OPT_TOOLS
};

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "the syntax of the text (this or --template is needed)" },
    [OPT_PREFIX] = { "prefix", "N", "stop after N bytes, as if more were to come" },
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
    [OPT_FORMAT] = { "format", "F", "text (the default), or json: a line for each file" },
    [OPT_TEMPLATE] = { "template", "FILE",
                       "show which field of this response template each byte belongs to, and why "
                       "it waited; or of that of a tokenizer_config.json" },
    [OPT_TOOLS] = { "tools", "FILE",
                    "of --template: a JSON array of tools, by which arguments are cast" },
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
    const request *request;
    fp_options options;
    fp_str input;
    fp_outcome *outcome;
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
static int note_event(void *context, const fp_event *event)
{
    explanation *x = context;
    void *diagnostics = x->diagnostics;

    if (event->type != FP_EVENT_DIAGNOSTIC)
        return fp_outcome_sink(x->outcome, event);
    xgrow(&diagnostics, &x->diagnostic_cap, x->diagnostic_count, sizeof *x->diagnostics);
    x->diagnostics = diagnostics;
    x->diagnostics[x->diagnostic_count++] = event->diagnostic;
    return 0;
}

/* -- for people ------------------------------------------------------------------------------ */

static bool is_within_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The bytes on one line, without their middle if they are more than head and tail; owned. */
static char *visible(fp_str bytes, size_t head, size_t tail)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = xmemstream(&text, &size);

    if (bytes.len <= head + tail) {
        show_line(stream, bytes);
    } else {
        while (head && is_within_character(bytes.ptr[head]))
            head--;
        while (tail && is_within_character(bytes.ptr[bytes.len - tail]))
            tail--;
        show_line(stream, (fp_str){ bytes.ptr, head });
        fputs(" … ", stream);
        show_line(stream, (fp_str){ bytes.ptr + bytes.len - tail, tail });
    }
    xmemstream_close(stream, &text);
    return text;
}

/* As many of both ends of the bytes as fit the rest of a terminal's line, after so many columns. */
static void print_bytes(fp_str bytes, size_t before)
{
    enum { HEAD = 60, TAIL = 20 };
    const size_t room = show_room(stdout, before, SIZE_MAX);
    size_t head = HEAD, tail = TAIL;
    char *text = visible(bytes, head, tail);

    while (show_columns(text) > room && head > 1) {
        head -= (head + 7) / 8;
        tail -= (tail + 7) / 8;
        free(text);
        text = visible(bytes, head, tail);
    }
    puts(text);
    free(text);
}

static void print_diagnostic(const explanation *x, const spec *s, const fp_diagnostic *d)
{
    const fp_syntax *syntax = x->request->given.syntax;
    const clause *c = d->clause ? spec_find_for(s, d->clause, syntax) : NULL;
    char *why = explain_why(syntax, &x->options, x->input, d);

    show_text(stdout, "  ! %s at byte %" PRIu64 " (%s)\n", fp_code_name(d->code), d->offset,
              d->clause ? d->clause : "no clause");
    if (why) {
        char *text = visible(fp_str_of(why), strlen(why), 0);

        help_row(stdout, "", DIAGNOSTIC_INDENT, text);
        free(text);
    }
    if (c)
        help_row(stdout, "", DIAGNOSTIC_INDENT, c->sentence);
    free(why);
}

/* What the diagnostics say that belong to bytes from start to end; last: or to what follows. */
static void print_diagnostics(const explanation *x, const spec *s, uint64_t start, uint64_t end,
                              bool last)
{
    for (size_t i = 0; i < x->diagnostic_count; i++) {
        const fp_diagnostic *d = &x->diagnostics[i];

        if (d->offset >= start && (d->offset < end || last))
            print_diagnostic(x, s, d);
    }
}

static void print_range(const range *r, fp_str input)
{
    char bytes[48];

    snprintf(bytes, sizeof bytes, "%" PRIu64 "-%" PRIu64, r->start, r->end);
    printf("%-13s %-8s %-22s ", bytes, fp_role_name(r->role), r->clause ? r->clause : "-");
    print_bytes((fp_str){ input.ptr + r->start, (size_t)(r->end - r->start) }, BYTES_COLUMN);
    if (r->decided > r->end)
        printf("%36s held back until byte %" PRIu64 "\n", "", r->decided);
}

static void print_explanation(const explanation *x, const spec *s, size_t held)
{
    printf("%-13s %-8s %-22s %s\n", "bytes", "role", "clause", "what is there");
    for (size_t i = 0; i < x->range_count; i++) {
        const range *r = &x->ranges[i];

        print_range(r, x->input);
        print_diagnostics(x, s, r->start, r->end, i + 1 == x->range_count && !held);
    }
    if (held) {
        const size_t from = x->input.len - held;

        printf("%zu-%-10zu %-31s ", from, x->input.len, "held back: undecided");
        print_bytes((fp_str){ x->input.ptr + from, held }, BYTES_COLUMN);
    }
    if (!x->range_count)
        print_diagnostics(x, s, 0, UINT64_MAX, true);
}

/* -- the summary ------------------------------------------------------------------------------ */

/* Adds ", KIND NAME=VALUE" to an owned text. */
static void append(char **text, const char *kind, const char *name, const char *value)
{
    char *longer = xformat("%s, %s%s=%s", *text, kind, name, value);

    free(*text);
    *text = longer;
}

static size_t diagnostics_within(const explanation *x, uint64_t start, uint64_t end)
{
    size_t count = 0;

    for (size_t i = 0; i < x->diagnostic_count; i++)
        count += x->diagnostics[i].offset >= start && x->diagnostics[i].offset < end;
    return count;
}

static void print_call(const explanation *x, const fp_call *call)
{
    const size_t wrong = diagnostics_within(x, call->start, call->end);
    char *name = visible(call->name, call->name.len, 0);

    show_text(stdout, "  %s  bytes %" PRIu64 "-%" PRIu64 ", %s, %zu argument%s, %zu diagnostic%s\n",
              name, call->start, call->end, call->complete ? "complete" : "not complete",
              call->arg_count, call->arg_count == 1 ? "" : "s", wrong, wrong == 1 ? "" : "s");
    free(name);
    for (size_t i = 0; i < call->arg_count; i++) {
        const fp_arg *arg = &call->args[i];
        fp_json value = { 0 };
        char *key = visible(arg->key, arg->key.len, 0);

        fp_json_value(&value, &arg->value);
        printf("    %s: ", key);
        print_bytes(json_text(&value), show_columns(key) + DIAGNOSTIC_INDENT + 2);
        fp_json_free(&value);
        free(key);
    }
}

/* The calls, and under what they were read. */
static void print_summary(const explanation *x)
{
    const given *g = &x->request->given;
    const size_t calls = fp_outcome_call_count(x->outcome);
    fp_limits usual = FP_LIMITS_DEFAULT, limits = x->options.limits;
    char *under = xformat("read as %s", fp_syntax_id(g->syntax));

    show_text(stdout, "\n%zu call%s, %zu diagnostic%s%s\n", calls, calls == 1 ? "" : "s",
              x->diagnostic_count, x->diagnostic_count == 1 ? "" : "s", calls ? ":" : "");
    for (size_t i = 0; i < calls; i++)
        print_call(x, fp_outcome_call(x->outcome, i));
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        append(&under, "", fp_policy_name((fp_policy)i),
               fp_policy_value_name((fp_policy)i, x->options.policies.of[i]));
    for (size_t i = 0; i < GIVEN_LIMIT_COUNT; i++) {
        const size_t number = *fp_limits_field(&limits, fp_str_of(GIVEN_LIMITS[i]));
        char *text = xformat("%zu", number);

        if (number != *fp_limits_field(&usual, fp_str_of(GIVEN_LIMITS[i])))
            append(&under, "limit ", GIVEN_LIMITS[i], text);
        free(text);
    }
    for (size_t i = 0; i < g->catalogue_count; i++)
        append(&under, "", "catalogue", g->catalogue_paths[i]);
    help_row(stdout, "", 0, under);
    free(under);
}

static void print_all(const explanation *x, const spec *s)
{
    print_explanation(x, s, fp_parser_held(x->parser));
    print_summary(x);
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

static bool explain(const request *r, const char *path, fp_str input, const token_list *tokens,
                    const spec *s)
{
    const bool whole = !r->prefix;
    explanation x = { .request = r,
                      .options = given_options(&r->given, r->given.syntax),
                      .outcome = fp_outcome_new(),
                      .input = { input.ptr,
                                 whole || r->prefix > input.len ? input.len : r->prefix } };
    fp_parser *parser;
    fp_status status;

    x.options.tokens = tokens->of;
    x.options.token_count = tokens->count;
    parser = fp_parser_new(r->given.syntax, &x.options, note_event, &x);
    status = parser && x.outcome ? FP_OK : FP_NO_MEMORY;

    if (x.outcome && x.options.policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(x.outcome);
    if (parser)
        fp_parser_trace(parser, note_range, &x);
    x.parser = parser;
    for (size_t i = 0; i < x.input.len && status == FP_OK; i++)
        status = fp_parser_feed(parser, x.input.ptr + i, 1);
    if (whole && status == FP_OK)
        status = fp_parser_finish(parser);
    if (status == FP_OK && r->json)
        status = print_json(&x, path, fp_parser_held(parser)) ? FP_OK : FP_NO_MEMORY;
    else if (status == FP_OK)
        print_all(&x, s);
    fp_parser_free(parser);
    fp_outcome_free(x.outcome);
    free(x.ranges);
    free(x.diagnostics);
    return status == FP_OK;
}

static int explain_file(const request *r, const char *path, const spec *s, problems *p)
{
    token_list tokens = { 0 };
    fp_str input = { 0 };
    bool good;

    if (!given_text(&r->given, path, &input, &tokens, p)) {
        free((char *)(uintptr_t)input.ptr);
        token_list_free(&tokens);
        return EXIT_USAGE;
    }
    good = explain(r, path, input, &tokens, s);
    token_list_free(&tokens);
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

    if (option == OPT_TOOLS || option == OPT_TEMPLATE)
        return command_usage_error(self, "--tools goes with --template, which is written whole");
    if (option == OPT_PREFIX)
        return given_number(self, OPTIONS[option].name, 1, SIZE_MAX, &r->prefix);
    r->json = strcmp(optarg, "json") == 0;
    return EXIT_AS_EXPECTED;
}

/* What --template takes. */
typedef struct explain_by_template {
    by_template by;
    template_explain explain;
} explain_by_template;

/* A command_take. */
static int take_for_template(const command *self, void *context, int option)
{
    explain_by_template *b = context;

    if (option == OPT_PREFIX)
        return given_number(self, OPTIONS[option].name, 1, SIZE_MAX, &b->explain.prefix);
    if (option == OPT_FORMAT) {
        b->explain.json = strcmp(optarg, "json") == 0;
        return EXIT_AS_EXPECTED;
    }
    return by_template_take(self, &b->by, OPTIONS[option].name);
}

static int run_by_template(const command *self, int argc, char **argv)
{
    explain_by_template b = { .by.goes_with =
                                  "--tools, --prefix, --format, --policy and --prompt" };
    int status = command_read_options(self, argc, argv, take_for_template, &b);

    if (status == EXIT_AS_EXPECTED)
        status = by_template_file(self, &b.by, argc, argv, &b.explain.input);
    b.explain.template = b.by.template;
    b.explain.tools = b.by.tools;
    b.explain.prompt = b.by.given.prefix;
    b.explain.policies = b.by.policies;
    if (status == EXIT_AS_EXPECTED)
        status = template_explain_run(&b.explain);
    by_template_free(&b.by);
    return status;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { .given.limits = FP_LIMITS_DEFAULT };
    int status;

    if (by_template_asked(argc, argv))
        return run_by_template(self, argc, argv);
    status = given_read(self, &r.given, argc, argv, take_option, &r);
    if (status == EXIT_AS_EXPECTED)
        status = explain_files(&r, (size_t)(argc - optind), argv + optind);
    given_free(&r.given);
    return status;
}

static const command_example EXAMPLES[] = {
    { "fencepost explain --syntax hermes answer.txt", "where each call begins and ends, and why" },
    { "fencepost explain --template template.json --prefix 9 answer.txt",
      "what is held after nine bytes, and for which delimiter" },
    { NULL, NULL },
};

const command CMD_EXPLAIN = {
    .name = "explain",
    .summary = "show what each byte of a text is, by which clause",
    .usage = "--syntax S [--prefix N] [--policy NAME=VALUE]… [--limit NAME=BYTES]… "
             "[--catalogue FILE]… [--format text|json] [FILE]…\n"
             "--template FILE [--tools FILE] [--prefix N] [--policy NAME=VALUE]… [--prompt TEXT] "
             "[--format text|json] [FILE]",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
