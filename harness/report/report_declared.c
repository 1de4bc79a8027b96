/* SPDX-License-Identifier: Apache-2.0 */
/* report_declared.c: what a parser declares to read otherwise, in each format. */
#include "report/report_declared.h"

#include "base/members.h"
#include "base/show.h"
#include "report/report_text.h"
#include "result/record.h"

#include <stdio.h>
#include <stdlib.h>

/* What comes of a declaration, in words; owned: free(). That it is not needed has to be told, or it
 * would hide the next change. */
static char *outcome_of(const declared_count *d)
{
    if (d->count && d->agree)
        return xformat("%zu case%s read otherwise, %zu as the spec has it", d->count,
                       d->count == 1 ? " is" : "s are", d->agree);
    if (d->count)
        return xformat("%zu case%s read otherwise", d->count, d->count == 1 ? " is" : "s are");
    if (d->agree == 1)
        return xstrdup("not needed: its one case is read as the spec has it");
    return d->agree
               ? xformat("not needed: all %zu cases of it are read as the spec has them", d->agree)
               : xstrdup("not needed: no case of it was read otherwise");
}

static char *sentence_of(const declared_count *d)
{
    char *text = outcome_of(d);
    char *sentence = xformat("declared reading %s: %s%s%s", d->clause, text,
                             d->example ? ", as " : "", d->example ? d->example : "");

    free(text);
    return sentence;
}

void declared_tty(const run_summary *summary)
{
    if (summary->declared_count)
        show_text(stdout, "\nwhat it declares to read otherwise:\n");
    for (size_t i = 0; i < summary->declared_count; i++) {
        char *sentence = sentence_of(&summary->declared[i]);

        show_text(stdout, "  %s\n", sentence);
        free(sentence);
    }
}

void declared_tap(const run_summary *summary)
{
    for (size_t i = 0; i < summary->declared_count; i++) {
        char *sentence = sentence_of(&summary->declared[i]);

        printf("# %s\n", sentence);
        free(sentence);
    }
}

void declared_markdown(fp_json *out, const run_info *info, const run_summary *summary)
{
    if (!summary->declared_count)
        return;
    fp_json_raw(out, "### What it declares to read otherwise: ");
    markdown_text(out, info->subject);
    fp_json_raw(out, "\n\n| clause | what comes of it | for example |\n| --- | --- | --- |\n");
    for (size_t i = 0; i < summary->declared_count; i++) {
        const declared_count *d = &summary->declared[i];
        char *text = outcome_of(d);

        text_format(out, "| %s | %s | ", d->clause, text);
        markdown_text(out, d->example ? d->example : "");
        fp_json_raw(out, " |\n");
        free(text);
    }
    fp_json_raw(out, "\n");
}

void declared_json(fp_json *line, const run_summary *summary)
{
    if (!summary->declared_count)
        return;
    member_key(line, record_member_name(OF_DECLARED));
    for (size_t i = 0; i < summary->declared_count; i++) {
        const declared_count *d = &summary->declared[i];

        fp_json_raw(line, i ? ",{" : "[{");
        member_text(line, "clause", d->clause);
        member_number(line, "count", d->count);
        member_number(line, "agree", d->agree);
        member_text_if(line, "example", d->example);
        fp_json_raw(line, "}");
    }
    fp_json_raw(line, "]");
}

void declared_html(fp_json *json, const run_summary *summary)
{
    fp_json_raw(json, ",\"declared\":[");
    for (size_t i = 0; i < summary->declared_count; i++) {
        const declared_count *d = &summary->declared[i];
        char *text = outcome_of(d);

        fp_json_raw(json, i ? ",[" : "[");
        fp_json_string(json, fp_str_of(d->clause));
        fp_json_raw(json, ",");
        fp_json_string(json, fp_str_of(text));
        fp_json_raw(json, ",");
        fp_json_string(json, fp_str_of(d->example ? d->example : ""));
        fp_json_raw(json, "]");
        free(text);
    }
    fp_json_raw(json, "]");
}
