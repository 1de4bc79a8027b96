/* SPDX-License-Identifier: Apache-2.0 */
/* result.c: names and commands of results, and the table of formats. */
#include "result.h"

#include "adhoc.h"
#include "finding.h"
#include "laws.h"
#include "repeat.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

const char *verdict_name(verdict v)
{
    static const char *const NAMES[VERDICT_COUNT] = { "pass",     "wrong",   "refused",
                                                      "accepted", "crash",   "timeout",
                                                      "protocol", "skipped", "known" };

    return NAMES[v];
}

bool result_failed(const result *r)
{
    return r->verdict != VERDICT_PASS && r->verdict != VERDICT_SKIPPED;
}

char *failure_class(verdict v, const char *kind)
{
    return xformat("%s%s%s", verdict_name(v), kind ? "/" : "", kind ? kind : "");
}

bool result_counts(const result *r, bool strict)
{
    return result_failed(r) && r->verdict != VERDICT_KNOWN && (strict || !r->advice);
}

const report_format *report_find(const char *name)
{
    static const report_format *const FORMATS[] = { &REPORT_TTY,   &REPORT_TAP,   &REPORT_JSON,
                                                    &REPORT_JUNIT, &REPORT_SARIF, &REPORT_MARKDOWN,
                                                    &REPORT_HTML,  &REPORT_BADGE, &REPORT_SVG };

    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++)
        if (strcmp(FORMATS[i]->name, name) == 0)
            return FORMATS[i];
    return NULL;
}

/* The worker's command line, behind --. */
static char *with_worker(char *command, const run_info *info)
{
    if (info->worker)
        command = joined(command, " --");
    for (const char *const *word = info->worker; word && *word; word++) {
        char *quoted = shell_word(*word);

        command = joined(joined(command, " "), quoted);
        free(quoted);
    }
    return command;
}

/* Bytes: a shell takes words up to 128 KiB on Linux, and a person shorter ones. */
enum { COMMAND_INPUT_MAX = 16384 };

/* Of a case of the corpus. */
static char *case_command(const run_info *info, const result *r)
{
    char *command = joined(with_plugins(xstrdup("fencepost")), " test --case ");

    command = joined(command, r->test->id);
    command = with_cuts(command, r->cuts, r->cut_count);
    if (strcmp(r->check, "RENAMING") == 0) {
        char *seed = xformat(" --seed %llu", (unsigned long long)info->seed);

        command = joined(command, seed);
        free(seed);
    }
    return with_worker(command, info);
}

char *finding_command(const run_info *info, const finding *f)
{
    const fp_options usual = fp_options_default(f->test->syntax);
    char *command;

    if (f->form.input.len > COMMAND_INPUT_MAX && *f->test->file)
        return case_command(info, &(result){ .test = f->test, .check = f->check });
    command = joined(with_plugins(xstrdup("fencepost")), " test --syntax ");
    command = joined(command, fp_syntax_id(f->test->syntax));
    command = with_option(command, " --text ", text_escape(f->form.input));
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (f->form.policies.of[i] != usual.policies.of[i])
            command =
                with_option(command, " --policy ",
                            xformat("%s=%s", fp_policy_name((fp_policy)i),
                                    fp_policy_value_name((fp_policy)i, f->form.policies.of[i])));
    if (f->check && strcmp(f->check, law_name(LAW_RENAMING)) == 0)
        command = with_option(command, " --seed ", xformat("%llu", (unsigned long long)info->seed));
    if (f->form.tools)
        command = with_option(command, " --catalogue ", json_dumps(f->form.tools, JSON_COMPACT));
    return with_worker(with_cuts(command, f->form.cuts, info->worker ? f->form.cut_count : 0),
                       info);
}

char *result_command(const run_info *info, const result *r)
{
    const finding given = { .test = r->test,
                            .form = { .input = r->test->input,
                                      .cuts = (size_t *)(uintptr_t)r->cuts,
                                      .cut_count = r->cut_count,
                                      .tools = (json_t *)(uintptr_t)r->test->catalogue_json,
                                      .policies = case_options(r->test).policies } };

    /* Without a file it was given on the command line, and no corpus has it. */
    return *r->test->file ? case_command(info, r) : finding_command(info, &given);
}
