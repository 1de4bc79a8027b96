/* SPDX-License-Identifier: Apache-2.0 */
/* diff_by_template.c: compares executors of response templates, and prints what differs. */
#include "command/diff_by_template.h"

#include "base/interrupt.h"
#include "base/repeat.h"
#include "base/show.h"
#include "base/visible.h"
#include "diff/diff_templates.h"
#include "judge/adhoc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_executors(const template_diff *what, const executors *x)
{
    for (size_t i = 0; i < executors_count(x); i++) {
        char *name = executors_name(x, i);

        show_text(stdout, "%zu: %s\n", i + 1, name);
        free(name);
    }
    if (!what->has_text)
        show_text(stdout, "%zu texts made of %s, seed %zu\n", what->generate, what->template,
                  what->seed);
}

static void print_lines(const char *text)
{
    char *seen = visible_lines(fp_str_of(text)), *rest = NULL;

    for (char *line = strtok_r(seen, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        show_text(stdout, "      %s\n", line);
    free(seen);
}

/* What executors answer to the smallest form; those that answer the same in one paragraph. */
static void print_answers(const executors *x, const executions *e)
{
    for (size_t i = 0; i < executors_count(x); i++) {
        size_t first = 0;
        char *lines;

        while (first < i && !executors_agree(x, e, first, i))
            first++;
        if (first < i)
            continue;
        printf("  ");
        for (size_t k = i; k < executors_count(x); k++)
            if (k == i || executors_agree(x, e, i, k))
                printf(" %zu", k + 1);
        puts(":");
        lines = e->of[i].failure ? xformat("%s\n", e->of[i].failure)
                                 : template_answer_text(&e->of[i].answer);
        print_lines(lines);
        free(lines);
    }
}

static void print_command(const template_diff *what, const candidate *form)
{
    char *command = with_option(xstrdup("fencepost diff"), " --template ", xstrdup(what->template));

    for (size_t i = 0; i < what->spec_count; i++)
        command = with_option(command, " --parser ", xstrdup(what->specs[i]));
    command = with_option(command, " --text ", text_escape(form->input));
    if (form->prefix.len)
        command = with_option(command, " --prompt ", text_escape(form->prefix));
    show_text(stdout, "   again: %s\n", command);
    free(command);
}

static void print_difference(const template_diff *what, const executors *x,
                             const template_difference *d, size_t number)
{
    show_text(stdout, "\n%zu. %s: %zu text%s\n", number, d->how, d->count,
              d->count == 1 ? "" : "s");
    if (d->form.prefix.len) {
        puts("   prompt:");
        show_bytes(stdout, "      ", d->form.prefix, NULL, 0);
    }
    printf("   %s:\n", d->minimal ? "smallest text" : "text");
    show_bytes(stdout, "      ", d->form.input, NULL, 0);
    print_answers(x, &d->said);
    print_command(what, &d->form);
}

static int print_all(const template_diff *what, const executors *x, const template_differences *d)
{
    print_executors(what, x);
    for (size_t i = 0; i < d->count && i < what->show; i++)
        print_difference(what, x, &d->all[i], i + 1);
    if (d->count > what->show)
        show_text(stdout, "\n%zu more: --show N shows them\n", d->count - what->show);
    if (d->limited)
        show_text(stdout, "not compared: %zu, on which a pattern takes too long (TEMPLATE-2.5)\n",
                  d->limited);
    show_text(stdout, "%s%zu of %zu texts differ, in %zu way%s\n", d->count ? "\n" : "",
              d->separated, d->texts, d->count, d->count == 1 ? "" : "s");
    if (d->stopped)
        show_text(stderr, "fencepost diff: stopped early: %s\n", d->stopped);
    return d->count || d->stopped ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}

int diff_by_template(const template_diff *what)
{
    problems p = { .by = "diff" };
    template_file file;
    int code = template_file_read(what->template, &file, &p) ? EXIT_AS_EXPECTED : EXIT_USAGE;
    const template_question question = { .file = &file,
                                         .text = what->has_text ? &what->text : NULL,
                                         .prefix = what->prefix,
                                         .generate = what->generate,
                                         .seed = what->seed,
                                         .budget = what->budget };
    template_differences *d;
    executors *x = NULL;

    interrupt_hold();
    if (!code)
        x = executors_open(what->specs, what->spec_count, (int)what->deadline * 1000, &code);
    if (x) {
        d = diff_templates(x, &question);
        code = print_all(what, x, d);
        template_differences_free(d);
    }
    executors_close(x);
    template_file_free(&file);
    return code;
}
