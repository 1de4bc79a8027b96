/* SPDX-License-Identifier: Apache-2.0 */
/* report_cause.c: the causes of a run's failures, for a terminal, and as text for other formats. */
#include "report/report_cause.h"

#include "base/show.h"
#include "base/terminal.h"
#include "base/visible.h"

#include <stdlib.h>

static size_t shown_count(const causes *c)
{
    return causes_count(c) < CAUSES_SHOWN ? causes_count(c) : CAUSES_SHOWN;
}

/* Those that are not among the dozen get a line each, and so many of them. */
enum { MORE_LINES = 30 };

char *causes_more(const causes *c)
{
    const size_t more = causes_count(c) > CAUSES_SHOWN ? causes_count(c) - CAUSES_SHOWN : 0;
    size_t failures = 0;

    for (size_t i = CAUSES_SHOWN; i < causes_count(c); i++)
        failures += causes_at(c, i)->count;
    if (!failures)
        return NULL;
    return xformat("and %zu more cause%s of %zu failure%s, none graver", more, more == 1 ? "" : "s",
                   failures, failures == 1 ? "" : "s");
}

/* Where the clause is to be read, and how many failures there are. */
static char *evidence_of(const cause *one)
{
    const char *trigger = cause_trigger_title(one->trigger);

    return xformat("%zu failure%s, %s; harm: %s%s%s", one->count, one->count == 1 ? "" : "s",
                   one->clause, harm_title(one->harm), *trigger ? "; " : "", trigger);
}

static const char *form_title(const cause *one)
{
    return one->reduced ? "smallest input" : "shortest input";
}

void show_template(FILE *out, const char *indent, const candidate *form)
{
    char *seen = visible_line(form->template);

    if (form->template.len)
        show_text(out, "%stemplate: %s\n", indent, seen);
    free(seen);
}

static void show_cause(size_t number, const cause *one)
{
    const shades s = terminal_shades();
    char *evidence = evidence_of(one), *command = visible_lines(fp_str_of(one->command));

    show_text(stdout, "\n%zu. %s%s%s\n", number, s.bad, one->sentence, s.off);
    show_wrapped(stdout, "   ", evidence);
    show_text(stdout, "   %s%s:\n", form_title(one), one->form.is_cut ? ", cut" : "");
    show_bytes(stdout, "     ", one->form.input, one->form.cuts, one->form.cut_count);
    show_template(stdout, "   ", &one->form);
    show_text(stdout, "   %s\n", one->message);
    printf("   again: %s\n", command);
    free(evidence);
    free(command);
}

void causes_tty(const run_info *info, const causes *c)
{
    char *more = causes_more(c);

    if (causes_count(c))
        show_text(stdout, "\ncauses of what fails in %s, the gravest first:\n", info->subject);
    for (size_t i = 0; i < shown_count(c); i++)
        show_cause(i + 1, causes_at(c, i));
    if (more)
        show_text(stdout, "\n%s:\n", more);
    for (size_t i = CAUSES_SHOWN; i < causes_count(c) && i < CAUSES_SHOWN + MORE_LINES; i++)
        show_text(stdout, "  %s\n", causes_at(c, i)->sentence);
    free(more);
}

char *cause_text(const cause *one)
{
    char *evidence = evidence_of(one), *text = NULL, *command;
    size_t size = 0;
    FILE *out = xmemstream(&text, &size);

    show_wrapped(out, "", evidence);
    fprintf(out, "%s%s:\n", form_title(one), one->form.is_cut ? ", cut" : "");
    show_bytes(out, "  ", one->form.input, one->form.cuts, one->form.cut_count);
    show_template(out, "", &one->form);
    command = visible_lines(fp_str_of(one->command));
    fprintf(out, "%s\nagain: %s\n", one->message, command);
    xmemstream_close(out, &text);
    free(command);
    free(evidence);
    return text;
}
