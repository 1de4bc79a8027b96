/* SPDX-License-Identifier: Apache-2.0 */
/* report_finding.c: a finding in each format: the smallest form, ready to be pasted into an issue.
 */
#include "adhoc.h"
#include "finding.h"
#include "report.h"
#include "show.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void cases_line(const finding *f)
{
    printf("  in %zu check%s:", f->count, f->count == 1 ? "" : "s");
    for (size_t i = 0; i < f->case_count; i++)
        printf("%s %s", i ? "," : "", f->cases[i]->id);
    printf("%s\n", f->count > f->case_count ? ", …" : "");
}

void finding_tty(reporter *self, const finding *f)
{
    const run_info *info = self->info;
    const clause *c = spec_find(info->spec, f->clause);
    char *command = finding_command(info, f), *literal = text_escape(f->form.input);

    printf("\nsmallest form of %s %s%s\n", f->failure, f->check,
           f->advice ? "  (advice: the clause is no MUST)" : "");
    cases_line(f);
    if (c) {
        printf("  %s (%s, %s#%s)\n", c->id, level_name(c->level), c->file, c->anchor);
        show_wrapped(stdout, "    ", c->sentence);
    }
    printf("  input%s: \"%s\"\n", f->form.is_cut ? ", cut" : "", literal);
    show_bytes(stdout, "    ", f->form.input, f->form.cuts, f->form.cut_count);
    printf("  %s\n", f->fails.sentence);
    if (f->fails.expected && f->fails.actual)
        show_sides(stdout, "expected", f->fails.expected, "actual", f->fails.actual);
    if (!f->minimal)
        printf("  it may be smaller still: the tests for it were spent (--reduce-budget)\n");
    printf("  again: %s\n", command);
    free(command);
    free(literal);
}

/* A comment: what TAP readers count are the checks. The command, which may have several lines, is a
 * JSON string, as it is in the blocks of failures. */
void finding_tap(reporter *self, const finding *f)
{
    char *command = finding_command(self->info, f), *literal = text_escape(f->form.input);
    fp_json quoted = { 0 };

    fp_json_string(&quoted, fp_str_of(command));
    printf("# smallest form of %s %s, in %zu: \"%s\"\n#   again: %.*s\n", f->failure, f->check,
           f->count, literal, (int)quoted.len, quoted.ptr);
    fp_json_free(&quoted);
    free(command);
    free(literal);
}

/* -- JSON -------------------------------------------------------------------------------------- */

static void member(fp_json *line, const char *key, const char *text)
{
    fp_json_raw(line, ",\"");
    fp_json_raw(line, key);
    fp_json_raw(line, "\":");
    fp_json_string(line, fp_str_of(text));
}

static void add_input(fp_json *line, fp_str input)
{
    char *base64 = is_utf8(input) ? NULL : base64_encode(input);

    if (base64) {
        member(line, "input_base64", base64);
    } else {
        fp_json_raw(line, ",\"input\":");
        fp_json_string(line, input);
    }
    free(base64);
}

static void add_numbers(fp_json *line, const finding *f)
{
    if (f->form.is_cut)
        fp_json_raw(line, ",\"cuts\":[");
    for (size_t i = 0; i < f->form.cut_count; i++) {
        fp_json_raw(line, i ? "," : "");
        fp_json_number(line, f->form.cuts[i]);
    }
    fp_json_raw(line, f->form.is_cut ? "]" : "");
    fp_json_raw(line, ",\"count\":");
    fp_json_number(line, f->count);
    fp_json_raw(line, ",\"tries\":");
    fp_json_number(line, f->tries);
    fp_json_raw(line, f->minimal ? ",\"minimal\":true" : ",\"minimal\":false");
}

static void add_cases(fp_json *line, const finding *f)
{
    fp_json_raw(line, ",\"cases\":[");
    for (size_t i = 0; i < f->case_count; i++) {
        fp_json_raw(line, i ? "," : "");
        fp_json_string(line, fp_str_of(f->cases[i]->id));
    }
    fp_json_raw(line, "]");
}

/* Those that are not the syntax's defaults, as the candidate holds them. */
static void add_policies(fp_json *line, const finding *f)
{
    const fp_options usual = fp_options_default(f->test->syntax);
    bool any = false;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (f->form.policies.of[i] == usual.policies.of[i])
            continue;
        fp_json_raw(line, any ? "," : ",\"policy\":{");
        fp_json_string(line, fp_str_of(fp_policy_name((fp_policy)i)));
        fp_json_raw(line, ":");
        fp_json_string(line, fp_str_of(fp_policy_value_name((fp_policy)i, f->form.policies.of[i])));
        any = true;
    }
    fp_json_raw(line, any ? "}" : "");
}

void finding_json(reporter *self, const finding *f)
{
    char *command = finding_command(self->info, f);
    char *tools = f->form.tools ? json_dumps(f->form.tools, JSON_COMPACT) : NULL;
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"finding\"");
    member(&line, "syntax", fp_syntax_id(f->test->syntax));
    member(&line, "check", f->check);
    member(&line, "clause", f->clause);
    member(&line, "class", f->failure);
    if (f->advice)
        fp_json_raw(&line, ",\"advice\":true");
    add_input(&line, f->form.input);
    add_numbers(&line, f);
    add_cases(&line, f);
    add_policies(&line, f);
    if (tools) {
        fp_json_raw(&line, ",\"catalogue\":");
        fp_json_raw(&line, tools);
    }
    member(&line, "message", f->fails.sentence);
    if (f->fails.expected)
        member(&line, "expected", f->fails.expected);
    if (f->fails.actual)
        member(&line, "actual", f->fails.actual);
    member(&line, "command", command);
    fp_json_raw(&line, "}\n");
    fwrite(line.ptr, 1, line.len, stdout);
    fp_json_free(&line);
    free(tools);
    free(command);
}
