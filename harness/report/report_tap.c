/* SPDX-License-Identifier: Apache-2.0 */
/* report_tap.c: Test Anything Protocol, version 13: a test point for each check of each case. */
#include "base/visible.h"
#include "report/report.h"
#include "report/report_cost.h"
#include "report/report_declared.h"
#include "report/report_text.h"
#include "result/again.h"
#include "result/cause.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>

/* A text that may be another program's, which ends neither the line nor its meaning. */
static void line(const char *before, const char *text)
{
    char *seen = visible_line(fp_str_of(text));

    printf("%s%s\n", before, seen);
    free(seen);
}

static void begin(reporter *self)
{
    const run_info *info = self->info;

    printf("TAP version 13\n");
    line("# ", info->subject);
}

/* A line of a YAML block: a JSON string is one. */
static void yaml(const char *key, const char *text)
{
    fp_json json = { 0 };

    visible_json(&json, fp_str_of(text));
    need_memory(!json.failed);
    printf("  %s: %.*s\n", key, (int)json.len, json.ptr);
    fp_json_free(&json);
}

static void one_result(reporter *self, const result *r)
{
    const run_info *info = self->info;
    const bool failed = result_failed(r);

    char *id = visible_line(fp_str_of(r->test->id)), *check = visible_line(fp_str_of(r->check));

    printf("%s %zu - %s %s", failed ? "not ok" : "ok", ++self->count, id, check);
    free(id);
    free(check);
    if (r->verdict == VERDICT_SKIPPED)
        line(" # SKIP ", r->sentence);
    else if (r->verdict == VERDICT_KNOWN)
        printf(" # TODO known");
    else if (r->verdict == VERDICT_DECLARED)
        printf(" # declared: reads %s otherwise", r->clause);
    else if (r->verdict == VERDICT_DIFFERS && !info->strict)
        printf(" # TODO differs: only Decisions of the suite say otherwise");
    else if (failed && !result_counts(r, info->strict))
        printf(" # TODO advice: the clause is not a MUST");
    if (r->verdict != VERDICT_SKIPPED)
        printf("\n");
    if (!failed)
        return;

    char *command = result_command(info, r);

    printf("  ---\n");
    yaml("verdict", verdict_name(r->verdict));
    if (r->suspect)
        yaml("suspect", suspect_name(r->suspect));
    yaml("clause", r->clause);
    yaml("message", r->sentence);
    yaml("harm", harm_name(r->harm));
    if (r->cut_name)
        yaml("cut", r->cut_name);
    yaml("again", command);
    printf("  ...\n");
    free(command);
}

static void end(reporter *self, const run_summary *summary)
{
    char *closing = closing_sentence(summary);

    if (summary->stale && !summary->stopped)
        printf("not ok %zu - the file of known failures\n", ++self->count);
    if (summary->stopped)
        line("Bail out! ", summary->stopped);
    else
        printf("1..%zu\n", self->count);
    for (size_t i = 0; i < causes_count(summary->causes) && i < CAUSES_SHOWN; i++)
        line("# cause: ", causes_at(summary->causes, i)->sentence);
    for (size_t i = 0; i < summary->likeness_count; i++)
        printf("# behaves like: %s: %s (similarity %.2f)\n", summary->likenesses[i].syntax,
               summary->likenesses[i].says, summary->likenesses[i].similarity);
    for (size_t i = 0; i < summary->reading_count; i++) {
        const reading_count *reading = &summary->readings[i];
        char *declares = reading_text(reading);

        printf("# reads otherwise: %s in %zu, as in %s%s%s\n", reading->clause, reading->count,
               reading->example, declares ? "; would declare " : "", declares ? declares : "");
        free(declares);
    }
    declared_tap(summary);
    costs_tap(summary);
    if (summary->written)
        printf("# %s\n", summary->written);
    if (closing)
        printf("# %s\n", closing);
    free(closing);
}

const report_format REPORT_TAP = { "tap", false, begin, one_result, finding_tap, end };
