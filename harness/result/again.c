/* SPDX-License-Identifier: Apache-2.0 */
/* again.c: the shell command that runs a failure again. */
#include "result/again.h"

#include "base/repeat.h"
#include "judge/adhoc.h"
#include "law/laws.h"
#include "suite/selection.h"
#include "template/template_cases.h"

#include <stdlib.h>
#include <string.h>

/* The shared object of "…/fencepost serve --so FILE", which is what --so FILE runs; else NULL. */
static const char *served_object(const char *const *words)
{
    const char *slash = words && words[0] ? strrchr(words[0], '/') : NULL;
    size_t count = 0;

    while (words && count < 5 && words[count])
        count++;
    if (count != 4 || strcmp(slash ? slash + 1 : words[0], "fencepost") != 0 ||
        strcmp(words[1], "serve") != 0 || strcmp(words[2], "--so") != 0)
        return NULL;
    return words[3];
}

/* What is tested: a shared object, or a worker's command line after --. */
static char *with_worker(char *command, const run_info *info)
{
    const char *object = served_object(info->worker);

    if (object)
        return with_option(command, " --so ", xstrdup(object));
    if (info->worker)
        command = joined(command, " --");
    for (const char *const *word = info->worker; word && *word; word++) {
        char *quoted = shell_word(*word);

        command = joined(joined(command, " "), quoted);
        free(quoted);
    }
    return command;
}

/* Bytes of a command's words: a person can read and copy what is no longer. */
enum { INPUT_MAX = 240, CUTS_MAX = 120, TOOLS_MAX = 200 };

static char *with_seed(char *command, const run_info *info)
{
    return with_option(command, " --seed ", xformat("%llu", (unsigned long long)info->seed));
}

/* Names the case where it was found: in the corpus, on the command line, or among those made up. */
static char *named_case(const run_info *info, const test_case *t, bool needs_seed)
{
    char *command = joined(with_plugins(xstrdup("fencepost")), " test");
    const bool is_made = !*t->file && info->generate;

    if (!*t->file)
        command = joined(joined(command, " --syntax "), fp_syntax_id(t->syntax));
    if (is_made)
        command = with_option(command, " --generate ", xformat("%zu", info->generate));
    else if (!*t->file)
        return needs_seed ? with_seed(joined(command, info->given), info)
                          : joined(command, info->given);
    command = joined(joined(command, " --case "), t->id);
    return needs_seed || is_made ? with_seed(command, info) : command;
}

/* A text for a reader of partial JSON, up to the prefix; a long one by the name of its case. */
static char *of_subject(const run_info *info, const result *r)
{
    const test_case *t = r->test;
    const fp_str text = { t->input.ptr, r->prefix ? r->prefix : t->input.len };
    const bool by_text = text.len <= INPUT_MAX && strcmp(t->subject, TEMPLATE_SUBJECT) != 0;
    char *escaped = by_text ? text_escape(text) : NULL;
    char *command = joined(xstrdup("fencepost test --subject "), t->subject);

    if (escaped && strlen(escaped) <= INPUT_MAX && strcmp(r->check, law_name(LAW_LINEAR)) != 0)
        command = with_option(command, " --text ", xstrdup(escaped));
    else
        command = joined(joined(command, " --case "), t->id);
    free(escaped);
    return with_worker(command, info);
}

/* A text for an executor, with the template that was given; a long one by the name of its case. */
static char *of_template(const run_info *info, const test_case *t)
{
    const size_t len = t->input.len + t->prefix.len;
    char *command = with_option(xstrdup("fencepost test"), " --template ", xstrdup(info->template));

    if (len <= INPUT_MAX || info->made_up) {
        command = with_option(command, " --text ", text_escape(t->input));
        if (t->prefix.len)
            command = with_option(command, " --prompt ", text_escape(t->prefix));
    } else if (info->given) {
        command = joined(command, info->given);
    } else {
        if (info->generate)
            command = with_option(command, " --generate ", xformat("%zu", info->generate));
        command = with_seed(joined(joined(command, " --case "), t->id), info);
    }
    return with_worker(command, info);
}

static bool needs_seed(const char *check)
{
    return check && strcmp(check, law_name(LAW_RENAMING)) == 0;
}

/* The form itself, with all that it needs. */
static char *whole_form(const run_info *info, const test_case *t, const candidate *form)
{
    const fp_options usual = fp_options_default(t->syntax);
    char *command = joined(with_plugins(xstrdup("fencepost")), " test --syntax ");

    command = joined(command, fp_syntax_id(t->syntax));
    command = with_option(command, " --text ", text_escape(form->input));
    if (t->prefix.len)
        command = with_option(command, " --prompt ", text_escape(t->prefix));
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (form->policies.of[i] != usual.policies.of[i])
            command =
                with_option(command, " --policy ",
                            xformat("%s=%s", fp_policy_name((fp_policy)i),
                                    fp_policy_value_name((fp_policy)i, form->policies.of[i])));
    if (form->tools)
        command = with_option(command, " --catalogue ", json_dumps(form->tools, JSON_COMPACT));
    return with_cuts(command, form->cuts, info->worker ? form->cut_count : 0);
}

/* Returns whether the form is short enough for a command. */
static bool is_short(const candidate *form)
{
    char *text = form->input.len <= INPUT_MAX ? text_escape(form->input) : NULL;
    char *tools = form->tools ? json_dumps(form->tools, JSON_COMPACT) : NULL;
    const bool fits = text && strlen(text) <= INPUT_MAX && (!tools || strlen(tools) <= TOOLS_MAX) &&
                      cuts_length(form->cuts, form->cut_count) <= CUTS_MAX;

    free(text);
    free(tools);
    return fits;
}

/* Returns whether the case can be found again by its name. */
static bool has_name(const run_info *info, const test_case *t)
{
    return *t->file || info->given || info->generate;
}

/* The reduced form; where that is too long, the case that it was made of, with all its cuttings. */
char *finding_command(const run_info *info, const finding *f)
{
    char *command;

    if (f->command)
        return xstrdup(f->command);
    if (info->template) {
        test_case reduced = *f->test;
        run_info by = *info;
        char *template = xformat("%.*s", (int)f->form.template.len, f->form.template.ptr);

        reduced.input = f->form.input;
        reduced.prefix = f->form.prefix;
        by.template = *template ? template : info->template;
        by.made_up = info->made_up || *template; /* no case has it */
        command = of_template(&by, &reduced);
        free(template);
        return command;
    }
    if (is_short(&f->form) || !has_name(info, f->test)) {
        command = whole_form(info, f->test, &f->form);
        if (needs_seed(f->check))
            command = with_seed(command, info);
    } else {
        command = named_case(info, f->test, needs_seed(f->check));
    }
    return with_worker(command, info);
}

/* A long list of cuts has a name, unless a person gave it. */
static char *with_cutting(char *command, const run_info *info, const result *r)
{
    const bool has_cut_name = r->cut_name && strcmp(r->cut_name, CUT_AS_ASKED) != 0;

    if (!info->worker)
        return command;
    if (has_cut_name && cuts_length(r->cuts, r->cut_count) > CUTS_MAX)
        return with_option(command, " --cut ", xstrdup(r->cut_name));
    return with_cuts(command, r->cuts, r->cut_count);
}

char *result_command(const run_info *info, const result *r)
{
    const candidate form = { .input = { r->test->input.ptr,
                                        r->prefix ? r->prefix : r->test->input.len },
                             .cuts = (size_t *)(uintptr_t)r->cuts,
                             .cut_count = r->cut_count,
                             .tools = (json_t *)(uintptr_t)r->test->catalogue_json,
                             .policies = case_options(r->test).policies };
    char *command;

    if (r->command)
        return xstrdup(r->command);
    if (r->test->subject)
        return info->template ? of_template(info, r->test) : of_subject(info, r);
    /* Without a file it was given on the command line, and no corpus has it; nor has one a prefix.
     */
    if (r->prefix || !has_name(info, r->test) || (!*r->test->file && is_short(&form))) {
        command = whole_form(info, r->test, &form);
        if (needs_seed(r->check))
            command = with_seed(command, info);
    } else {
        command = with_cutting(named_case(info, r->test, needs_seed(r->check)), info, r);
    }
    return with_worker(command, info);
}
