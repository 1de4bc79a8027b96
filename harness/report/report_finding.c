/* SPDX-License-Identifier: Apache-2.0 */
/* report_finding.c: a finding in each format: the smallest form, ready to be pasted into an issue.
 */
#include "base/show.h"
#include "base/visible.h"
#include "judge/adhoc.h"
#include "report/report.h"
#include "report/report_cause.h"
#include "result/again.h"
#include "result/finding.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>

enum { CASES_SHOWN = 3, LITERAL_WHOLE = 200, LITERAL_END = 60 };

static char *cases_line(const finding *f)
{
    char *line = xformat("in %zu check%s:", f->count, f->count == 1 ? "" : "s");

    for (size_t i = 0; i < f->case_count && i < CASES_SHOWN; i++) {
        char *longer = xformat("%s%s %s", line, i ? "," : "", f->cases[i]->id);

        free(line);
        line = longer;
    }
    if (f->count > f->case_count || f->case_count > CASES_SHOWN) {
        char *longer = xformat("%s, …", line);

        free(line);
        line = longer;
    }
    return line;
}

/* So many bytes, or a few fewer: a character stays whole. */
static size_t whole_characters(fp_str bytes, size_t len)
{
    while (len && len < bytes.len && ((unsigned char)bytes.ptr[len] & 0xC0) == 0x80)
        len--;
    return len;
}

/* The input as a literal, in quotes; of a long one its ends, and how long it is. Owned: free(). */
static char *literal_of(fp_str input)
{
    const size_t head = whole_characters(input, LITERAL_END);
    const size_t tail =
        input.len > LITERAL_END ? whole_characters(input, input.len - LITERAL_END) : 0;
    char *begin, *end, *both;

    if (input.len <= LITERAL_WHOLE) {
        begin = text_escape(input);
        both = xformat("\"%s\"", begin);
        free(begin);
        return both;
    }
    begin = text_escape((fp_str){ input.ptr, head });
    end = text_escape((fp_str){ input.ptr + tail, input.len - tail });
    both = xformat("\"%s\" ‹… %zu bytes …› \"%s\"", begin, tail - head, end);
    free(begin);
    free(end);
    return both;
}

void finding_tty(reporter *self, const finding *f)
{
    const run_info *info = self->info;
    const clause *c = spec_find_for(info->spec, f->clause, f->test->syntax);
    char *cases, *seen;
    char *command = finding_command(info, f), *literal = literal_of(f->form.input);

    show_text(stdout, "\nsmallest form of %s %s%s\n", f->failure, f->check,
              f->advice ? "  (advice: the clause is not a MUST)" : "");
    cases = cases_line(f);
    show_wrapped(stdout, "  ", cases);
    free(cases);
    if (c) {
        show_text(stdout, "  %s (%s, %s#%s)\n", c->id, level_name(c->level), c->file, c->anchor);
        show_wrapped(stdout, "    ", c->required);
    }
    show_text(stdout, "  input%s: %s\n", f->form.is_cut ? ", cut" : "", literal);
    show_bytes(stdout, "    ", f->form.input, f->form.cuts, f->form.cut_count);
    show_template(stdout, "  ", &f->form);
    show_text(stdout, "  %s\n  harm: %s\n", f->fails.sentence, harm_title(f->harm));
    if (f->fails.expected && f->fails.actual)
        show_sides(stdout, sides_title(f->fails.sides, false), f->fails.expected,
                   sides_title(f->fails.sides, true), f->fails.actual);
    if (!f->minimal)
        show_text(stdout,
                  "  it may be smaller still: the tests for it were spent (--reduce-budget)\n");
    seen = visible_lines(fp_str_of(command));
    printf("  again: %s\n", seen);
    free(seen);
    free(command);
    free(literal);
}

/* A comment: what TAP readers count are the checks. The command, which may have several lines, is a
 * JSON string, as it is in the blocks of failures. */
void finding_tap(reporter *self, const finding *f)
{
    char *command = finding_command(self->info, f), *literal = literal_of(f->form.input);
    fp_json json = { 0 };
    fp_str quoted;

    fp_json_string(&json, fp_str_of(command));
    quoted = json_text(&json);
    printf("# smallest form of %s %s, in %zu, harm %s: %s\n#   again: %.*s\n", f->failure, f->check,
           f->count, harm_name(f->harm), literal, (int)quoted.len, quoted.ptr);
    fp_json_free(&json);
    free(command);
    free(literal);
}
