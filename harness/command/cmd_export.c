/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_export.c: `fencepost export`: prints the golden cases as plain data, a line of JSON for each
 * (spec/schema/export.schema.json), with long inputs, catalogues and policies in full; or in the
 * shape of chat APIs (spec/data.md).
 */
#include "base/members.h"
#include "command/choices.h"
#include "command/command.h"
#include "command/export_shape.h"
#include "command/export_template.h"
#include "suite/corpus.h"
#include "suite/spec.h"

#include <fencepost/json.h>

#include <stdlib.h>
#include <string.h>

enum { OPT_SYNTAX, OPT_SHAPE, OPT_FORMAT, OPT_CUTS, OPT_SUBJECT };

static const command_option OPTIONS[] = {
    [OPT_SYNTAX] = { "syntax", "S", "only the cases of this syntax" },
    [OPT_SHAPE] = { "shape", "SHAPE", "case (the default), or chat: content and tool_calls" },
    [OPT_FORMAT] = { "format", "F", "json (the default): a line each; or yaml: one list" },
    [OPT_CUTS] = { "cuts", NULL, "with ways to cut each input" },
    [OPT_SUBJECT] = { "subject", "NAME",
                      "in place of the cases of parsers: response-template, those of executors of "
                      "response templates" },
    { NULL, NULL, NULL },
};

typedef struct request {
    const fp_syntax *only; /* NULL: all */
    bool chat, yaml, cuts;
    bool templates; /* --subject */
} request;

static void add_call(fp_json *line, const expected_call *expected)
{
    const fp_call *call = &expected->call;

    fp_json_raw(line, "{");
    member_bytes(line, "name", call->name);
    if (expected->judge_input) {
        member_key(line, "input");
        fp_json_input(line, call);
    }
    if (expected->judge_span) {
        member_key(line, "span");
        fp_json_raw(line, "[");
        fp_json_number(line, call->start);
        fp_json_raw(line, ",");
        fp_json_number(line, call->end);
        fp_json_raw(line, "]");
    }
    if (!expected->either) {
        member_key(line, "complete");
        fp_json_raw(line, call->complete ? "true" : "false");
    }
    fp_json_raw(line, "}");
}

static void add_diagnostic(fp_json *line, const expected_diagnostic *d)
{
    fp_json_raw(line, "{");
    member_text(line, "code", fp_code_name(d->code));
    if (d->judge_offset) {
        member_key(line, "offset");
        fp_json_number(line, d->offset);
    }
    if (d->clause)
        member_text(line, "clause", d->clause);
    fp_json_raw(line, "}");
}

static void add_expectation(fp_json *line, const expectation *e)
{
    member_key(line, "expect");
    fp_json_raw(line, "{");
    member_bytes(line, "text", e->text);
    if (e->reasoning.len)
        member_bytes(line, "reasoning", e->reasoning);
    member_key(line, "calls");
    fp_json_raw(line, "[");
    for (size_t i = 0; i < e->call_count; i++) {
        fp_json_raw(line, i ? "," : "");
        add_call(line, &e->calls[i]);
    }
    fp_json_raw(line, "]");
    member_key(line, "diagnostics");
    fp_json_raw(line, "[");
    for (size_t i = 0; i < e->diagnostic_count; i++) {
        fp_json_raw(line, i ? "," : "");
        add_diagnostic(line, &e->diagnostics[i]);
    }
    fp_json_raw(line, "]}");
}

static void add_policies(fp_json *line, const fp_policies *policies)
{
    member_key(line, "policies");
    fp_json_raw(line, "{");
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        member_text(line, fp_policy_name((fp_policy)i),
                    fp_policy_value_name((fp_policy)i, policies->of[i]));
    fp_json_raw(line, "}");
}

static void add_limits(fp_json *line, fp_limits limits)
{
    static const char *const NAMES[] = { "name", "key", "value", "call", "held", "depth" };

    member_key(line, "limits");
    fp_json_raw(line, "{");
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        member_key(line, NAMES[i]);
        fp_json_number(line, *fp_limits_field(&limits, fp_str_of(NAMES[i])));
    }
    fp_json_raw(line, "}");
}

static void add_alternatives(fp_json *line, const test_case *t)
{
    member_key(line, "accept");
    fp_json_raw(line, "[");
    for (size_t i = 0; i < t->accept_count; i++) {
        const alternative *a = &t->accept[i];
        fp_policies policies = case_options(t).policies;

        for (unsigned k = 0; k < FP_POLICY_COUNT; k++)
            if (a->policy.given[k])
                policies.of[k] = a->policy.policies.of[k];
        fp_json_raw(line, i ? ",{" : "{");
        member_text(line, "reason", a->reason);
        add_policies(line, &policies);
        add_expectation(line, &a->expect);
        fp_json_raw(line, "}");
    }
    fp_json_raw(line, "]");
}

/* By what each part is judged; all clauses of the case where it names none for the part. */
static void add_judged(fp_json *line, const test_case *t)
{
    const bool in_parts = case_in_parts(t);

    member_key(line, "judged");
    fp_json_raw(line, "{");
    for (unsigned i = 0; i < PART_COUNT; i++) {
        const part_clauses *part = &t->parts[i];
        const size_t all = t->clause_count - (in_parts ? 0 : t->also_count);

        member_key(line, part_name((case_part)i));
        fp_json_raw(line, "{");
        member_text(line, "level", level_name(part->level));
        member_text(line, "basis", basis_name(part->basis));
        member_texts(line, "clauses", part->count ? part->ids : t->clauses,
                     part->count ? part->count : all);
        fp_json_raw(line, "}");
    }
    fp_json_raw(line, "}");
}

/* Where they are, in bytes: [[start, end], …]. */
static void add_tokens(fp_json *line, const token_list *tokens)
{
    fp_json_raw(line, ",\"tokens\":[");
    for (size_t i = 0; i < tokens->count; i++) {
        fp_json_raw(line, i ? ",[" : "[");
        fp_json_number(line, tokens->of[i].at);
        fp_json_raw(line, ",");
        fp_json_number(line, tokens->of[i].at + tokens->of[i].text.len);
        fp_json_raw(line, "]");
    }
    fp_json_raw(line, "]");
}

static void add_case(fp_json *line, const test_case *t)
{
    const fp_options options = case_options(t);

    fp_json_raw(line, "{");
    member_text(line, "id", t->id);
    member_text(line, "title", t->title);
    member_text(line, "syntax", fp_syntax_id(t->syntax));
    member_text(line, "level", level_name(t->level));
    member_texts(line, "clauses", (const char *const *)t->clauses, t->clause_count);
    add_judged(line, t);
    member_text(line, "origin", t->origin);
    if (t->prefix.len)
        member_bytes(line, "prefix", t->prefix);
    if (t->finish != FP_FINISH_STOP) {
        char *finish = finish_text(t->finish, t->finish_token);

        member_text(line, "finish", finish);
        free(finish);
    }
    member_bytes(line, "input", t->input);
    if (t->tokens.count)
        add_tokens(line, &t->tokens);
    add_policies(line, &options.policies);
    add_limits(line, options.limits);
    member_json(line, "tools", t->catalogue_json);
    add_expectation(line, &t->expect);
    add_alternatives(line, t);
}

/* Values are as they were written, and JSON may be written over several lines: outside of strings,
 * which hold none as they are, a line end is a blank. */
static void make_one_line(char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] == '\n' || text[i] == '\r')
            text[i] = ' ';
}

static void export_case(const request *r, fp_json *line, const test_case *t)
{
    line->len = 0;
    if (r->chat)
        export_chat(line, t);
    else
        add_case(line, t);
    if (r->cuts)
        export_cuts(line, t);
    fp_json_raw(line, "}");
    need_memory(!line->failed);
    make_one_line(line->ptr, line->len);
    if (r->yaml) {
        export_yaml((fp_str){ line->ptr, line->len }, stdout);
        return;
    }
    fwrite(line->ptr, 1, line->len, stdout);
    putchar('\n');
}

static void export_cases(const request *r, const corpus *c)
{
    fp_json line = { 0 };
    size_t left_out = 0;

    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        if (r->only && t->syntax != r->only)
            continue;
        if (r->chat && !export_fits_chat(t))
            left_out++;
        else
            export_case(r, &line, t);
    }
    fp_json_free(&line);
    if (left_out)
        fprintf(stderr,
                "fencepost export: %zu cases are left out: no message of a chat API holds bytes "
                "that are not UTF-8, calls that are not whole, or limits of a parser\n",
                left_out);
}

/* One option; an exit status if it is wrong. */
static int take(const command *self, void *context, int option)
{
    request *r = context;
    const char *const name = OPTIONS[option].name;

    if (option == OPT_CUTS) {
        r->cuts = true;
        return 0;
    }
    if (option == OPT_SYNTAX) {
        r->only = fp_syntax_find(fp_str_of(optarg));
        return r->only ? 0 : command_unknown_syntax(self, optarg);
    }
    if (option == OPT_SUBJECT) {
        r->templates = true;
        return choices_have(choices_of(self->name, name), optarg)
                   ? 0
                   : choices_refuse(self, name, optarg);
    }
    if (!choices_have(choices_of(self->name, name), optarg))
        return choices_refuse(self, name, optarg);
    *(option == OPT_SHAPE ? &r->chat : &r->yaml) =
        strcmp(optarg, option == OPT_SHAPE ? "chat" : "yaml") == 0;
    return 0;
}

static int run(const command *self, int argc, char **argv)
{
    request r = { 0 };
    const fp_syntax *these[2] = { NULL, NULL };
    problems p = { .by = "export" };
    const int code = command_read_options(self, argc, argv, take, &r);
    corpus *c;
    spec *s;
    char *data;

    if (code)
        return code;
    if (optind < argc)
        return command_usage_error(self, "takes no operand, and was given %s", argv[optind]);
    if (r.templates && (r.only || r.chat || r.yaml))
        return command_usage_error(self, "--subject goes with --cuts alone");
    if (r.templates)
        return export_template(r.cuts);
    data = data_dir(&p);
    these[0] = r.only;
    c = data ? corpus_load_of(data, r.only ? these : NULL, &p) : NULL;
    s = c ? spec_load(data, &p) : NULL;
    if (s) {
        spec_grade(s, c);
        export_cases(&r, c);
    }
    spec_free(s);
    corpus_free(c);
    free(data);
    return p.count ? EXIT_USAGE : EXIT_AS_EXPECTED;
}

static const command_example EXAMPLES[] = {
    { "fencepost export --syntax hermes --shape chat --cuts",
      "fixtures for a test of an inference engine's parser" },
    { "fencepost export --subject response-template --cuts",
      "the cases of executors of response templates" },
    { NULL, NULL },
};

const command CMD_EXPORT = {
    .name = "export",
    .summary = "print the golden cases as plain data",
    .usage = "[--syntax S] [--shape SHAPE] [--format F] [--subject NAME] [--cuts]",
    .options = OPTIONS,
    .run = run,
    .examples = EXAMPLES,
};
