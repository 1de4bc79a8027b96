/* SPDX-License-Identifier: Apache-2.0 */
/* again.c: the shell command that runs a failure again. */
#include "result/again.h"

#include "base/repeat.h"
#include "judge/adhoc.h"
#include "law/laws.h"

#include <stdlib.h>
#include <string.h>

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

    if (f->command)
        return xstrdup(f->command);
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

    if (r->command)
        return xstrdup(r->command);
    /* Without a file it was given on the command line, and no corpus has it. */
    return *r->test->file ? case_command(info, r) : finding_command(info, &given);
}
