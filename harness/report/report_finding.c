/* SPDX-License-Identifier: Apache-2.0 */
/* report_finding.c: a finding in each format: the smallest form, ready to be pasted into an issue.
 */
#include "base/show.h"
#include "judge/adhoc.h"
#include "report/report.h"
#include "result/again.h"
#include "result/finding.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>

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

    show_text(stdout, "\nsmallest form of %s %s%s\n", f->failure, f->check,
              f->advice ? "  (advice: the clause is no MUST)" : "");
    cases_line(f);
    if (c) {
        show_text(stdout, "  %s (%s, %s#%s)\n", c->id, level_name(c->level), c->file, c->anchor);
        show_wrapped(stdout, "    ", c->sentence);
    }
    show_text(stdout, "  input%s: \"%s\"\n", f->form.is_cut ? ", cut" : "", literal);
    show_bytes(stdout, "    ", f->form.input, f->form.cuts, f->form.cut_count);
    show_text(stdout, "  %s\n", f->fails.sentence);
    if (f->fails.expected && f->fails.actual)
        show_sides(stdout, "expected", f->fails.expected, "actual", f->fails.actual);
    if (!f->minimal)
        show_text(stdout,
                  "  it may be smaller still: the tests for it were spent (--reduce-budget)\n");
    printf("  again: %s\n", command);
    free(command);
    free(literal);
}

/* A comment: what TAP readers count are the checks. The command, which may have several lines, is a
 * JSON string, as it is in the blocks of failures. */
void finding_tap(reporter *self, const finding *f)
{
    char *command = finding_command(self->info, f), *literal = text_escape(f->form.input);
    fp_json json = { 0 };
    fp_str quoted;

    fp_json_string(&json, fp_str_of(command));
    quoted = json_text(&json);
    printf("# smallest form of %s %s, in %zu: \"%s\"\n#   again: %.*s\n", f->failure, f->check,
           f->count, literal, (int)quoted.len, quoted.ptr);
    fp_json_free(&json);
    free(command);
    free(literal);
}
