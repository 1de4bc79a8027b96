/* SPDX-License-Identifier: Apache-2.0 */
/* report_json.c: the master (spec/schema/report.schema.json): JSON Lines, so that a run that is
 * killed leaves a readable report: a line for the run, one for each result, one for the summary.
 */
#include "report.h"

#include <fencepost/json.h>

#include <stdio.h>

static void put(fp_json *line)
{
    fwrite(line->ptr, 1, line->len, stdout);
    putchar('\n');
    fflush(stdout);
    fp_json_free(line);
}

static void member(fp_json *line, const char *key, const char *text)
{
    fp_json_raw(line, ",\"");
    fp_json_raw(line, key);
    fp_json_raw(line, "\":");
    fp_json_string(line, fp_str_of(text));
}

static void number(fp_json *line, const char *key, uint64_t value)
{
    fp_json_raw(line, ",\"");
    fp_json_raw(line, key);
    fp_json_raw(line, "\":");
    fp_json_number(line, value);
}

static void begin(reporter *self)
{
    const run_info *info = self->info;
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"run\"");
    member(&line, "suite", FP_VERSION);
    member(&line, "subject", info->subject);
    member(&line, "policies", info->policies);
    if (info->worker) {
        fp_json_raw(&line, ",\"worker\":[");
        for (const char *const *word = info->worker; *word; word++) {
            fp_json_raw(&line, word == info->worker ? "" : ",");
            fp_json_string(&line, fp_str_of(*word));
        }
        fp_json_raw(&line, "]");
    }
    number(&line, "seed", info->seed);
    number(&line, "selected", info->selected);
    if (info->shards) {
        fp_json_raw(&line, ",\"shard\":[");
        fp_json_number(&line, info->shard);
        fp_json_raw(&line, ",");
        fp_json_number(&line, info->shards);
        fp_json_raw(&line, "]");
    }
    fp_json_raw(&line, info->strict ? ",\"strict\":true}" : ",\"strict\":false}");
    put(&line);
}

static void add_cuts(fp_json *line, const result *r)
{
    if (!r->cut_name)
        return;
    member(line, "cut", r->cut_name);
    fp_json_raw(line, ",\"cuts\":[");
    for (size_t i = 0; i < r->cut_count; i++) {
        fp_json_raw(line, i ? "," : "");
        fp_json_number(line, r->cuts[i]);
    }
    fp_json_raw(line, "]");
}

static void one_result(reporter *self, const result *r)
{
    const run_info *info = self->info;
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"result\"");
    member(&line, "case", r->test->id);
    member(&line, "check", r->check);
    member(&line, "clause", r->clause);
    member(&line, "level", level_name(r->test->level));
    member(&line, "verdict", verdict_name(r->verdict));
    if (r->tried) {
        number(&line, "cuttings", r->tried);
        number(&line, "cuttings_failed", r->failed);
    }
    if (r->failure)
        member(&line, "class", r->failure);
    if (r->verdict != VERDICT_PASS) {
        member(&line, "message", r->sentence);
        fp_json_raw(&line,
                    result_counts(r, info->strict) ? ",\"counts\":true" : ",\"counts\":false");
        if (r->suspect)
            member(&line, "suspect", suspect_name(r->suspect));
        if (r->advice)
            fp_json_raw(&line, ",\"advice\":true");
    }
    add_cuts(&line, r);
    if (r->basis)
        member(&line, "basis", r->basis);
    if (r->expected)
        member(&line, "expected", r->expected);
    if (r->actual)
        member(&line, "actual", r->actual);
    if (r->stderr_tail.len) {
        fp_json_raw(&line, ",\"stderr\":");
        fp_json_string(&line, r->stderr_tail);
    }
    fp_json_raw(&line, "}");
    put(&line);
}

/* Similarities in hundredths, which JSON has exact numbers for. */
static void add_likenesses(fp_json *line, const run_summary *summary)
{
    for (size_t i = 0; i < summary->likeness_count; i++) {
        const likeness *l = &summary->likenesses[i];

        fp_json_raw(line, i ? ",{\"syntax\":" : ",\"behaves_like\":[{\"syntax\":");
        fp_json_string(line, fp_str_of(l->syntax));
        member(line, "mutant", l->mutant);
        member(line, "says", l->says);
        number(line, "similarity_percent", (uint64_t)(l->similarity * 100 + 0.5));
        fp_json_raw(line, i + 1 == summary->likeness_count ? "}]" : "}");
    }
}

static void end(reporter *self, const run_summary *summary)
{
    fp_json line = { 0 };

    (void)self;
    fp_json_raw(&line, "{\"record\":\"summary\"");
    number(&line, "cases", summary->cases);
    number(&line, "cuttings", summary->cuttings);
    fp_json_raw(&line, ",\"verdicts\":{");
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        fp_json_raw(&line, v ? "," : "");
        fp_json_string(&line, fp_str_of(verdict_name((verdict)v)));
        fp_json_raw(&line, ":");
        fp_json_number(&line, summary->verdicts[v]);
    }
    fp_json_raw(&line, "}");
    number(&line, "advice", summary->advice);
    number(&line, "unexpected", summary->counted);
    if (summary->restarts)
        number(&line, "restarts", summary->restarts);
    if (summary->stopped)
        member(&line, "stopped", summary->stopped);
    number(&line, "unreduced", summary->unreduced);
    add_likenesses(&line, summary);
    fp_json_raw(&line, "}");
    put(&line);
}

const report_format REPORT_JSON = { "json", begin, one_result, finding_json, end };
