/* SPDX-License-Identifier: Apache-2.0 */
/* report_cost.c: what the values that a parser declares cost it, in each format. */
#include "report/report_cost.h"

#include "base/show.h"
#include "report/report_text.h"

#include <stdio.h>
#include <stdlib.h>

/* "value_framing: trimmed", "reading OBJECT-5.5"; owned: free(). */
static char *declared(const cost_count *c)
{
    if (c->sum.reading)
        return xformat("reading %s", c->sum.reading);
    return xformat("%s: %s", fp_policy_name(c->sum.policy),
                   fp_policy_value_name(c->sum.policy, c->sum.value));
}

/* "declared value_framing: trimmed: leading blanks of 31 values are lost (29 cases, as ID)"; owned:
 * free(). */
static char *cost_sentence(const cost_count *c)
{
    char *name = declared(c), *text = policy_cost_text(&c->sum);
    char *sentence = xformat("declared %s: %s (%zu case%s, as %s)", name, text, c->inputs,
                             c->inputs == 1 ? "" : "s", c->example);

    free(name);
    free(text);
    return sentence;
}

void costs_tty(const run_summary *summary)
{
    if (summary->cost_count)
        show_text(stdout, "\nwhat it declares costs, in cases that are read as declared:\n");
    for (size_t i = 0; i < summary->cost_count; i++) {
        char *sentence = cost_sentence(&summary->costs[i]);

        show_text(stdout, "  %s\n", sentence);
        free(sentence);
    }
}

void costs_tap(const run_summary *summary)
{
    for (size_t i = 0; i < summary->cost_count; i++) {
        char *sentence = cost_sentence(&summary->costs[i]);

        printf("# %s\n", sentence);
        free(sentence);
    }
}

void costs_markdown(fp_json *out, const run_info *info, const run_summary *summary)
{
    if (!summary->cost_count)
        return;
    fp_json_raw(out, "### What it declares costs: ");
    markdown_text(out, info->subject);
    fp_json_raw(out, "\n\nIn cases that are read as declared, next to the default.\n\n"
                     "| declared | costs | cases | for example |\n"
                     "| --- | --- | ---: | --- |\n");
    for (size_t i = 0; i < summary->cost_count; i++) {
        const cost_count *c = &summary->costs[i];
        char *name = declared(c), *text = policy_cost_text(&c->sum);

        text_format(out, "| `%s` | %s | %zu | ", name, text, c->inputs);
        markdown_text(out, c->example);
        fp_json_raw(out, " |\n");
        free(name);
        free(text);
    }
    fp_json_raw(out, "\n");
}

void costs_html(fp_json *json, const run_summary *summary)
{
    fp_json_raw(json, ",\"costs\":[");
    for (size_t i = 0; i < summary->cost_count; i++) {
        const cost_count *c = &summary->costs[i];
        char *name = declared(c), *text = policy_cost_text(&c->sum);

        fp_json_raw(json, i ? ",[" : "[");
        fp_json_string(json, fp_str_of(name));
        fp_json_raw(json, ",");
        fp_json_string(json, fp_str_of(text));
        text_format(json, ",%zu,", c->inputs);
        fp_json_string(json, fp_str_of(c->example));
        fp_json_raw(json, "]");
        free(name);
        free(text);
    }
    fp_json_raw(json, "]");
}
