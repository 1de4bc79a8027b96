/* SPDX-License-Identifier: Apache-2.0 */
/* report_json.c: the master (spec/schema/report.schema.json), from which all other reports can be
 * made: JSON Lines, so that a run that is killed leaves a readable report: a line for the run, one
 * for each result, one for each finding, one for the summary. A check that holds is a short line;
 * what is known of a case stands with its check `golden`, and with each failure.
 */
#include "base/members.h"
#include "report/report.h"
#include "result/again.h"
#include "result/finding.h"
#include "suite/case_place.h"

#include <fencepost/json.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A line leaves in one piece, so that a reader meets whole ones only. */
static void put(reporter *self, fp_json *line)
{
    FILE *out = self->out ? self->out : stdout;

    fp_json_raw(line, "\n");
    need_memory(!line->failed);
    fwrite(line->ptr, 1, line->len, out);
    fflush(out);
    fp_json_free(line);
}

static void add_policy(fp_json *line, const policy_set *set)
{
    bool any = false;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!set->given[i])
            continue;
        fp_json_raw(line, any ? "," : ",\"policy\":{");
        fp_json_string(line, fp_str_of(fp_policy_name((fp_policy)i)));
        fp_json_raw(line, ":");
        fp_json_string(line, fp_str_of(fp_policy_value_name((fp_policy)i, set->policies.of[i])));
        any = true;
    }
    fp_json_raw(line, any ? "}" : "");
}

/* Both texts, and where they part: the line, from 1, and the byte in it, from 0. */
static void add_sides(fp_json *line, const char *expected, const char *actual)
{
    size_t row = 1, column = 0;

    member_text_if(line, "expected", expected);
    member_text_if(line, "actual", actual);
    if (!expected || !actual || strcmp(expected, actual) == 0)
        return;
    for (size_t i = 0; expected[i] && expected[i] == actual[i]; i++) {
        column = expected[i] == '\n' ? 0 : column + 1;
        row += expected[i] == '\n';
    }
    member_key(line, "difference");
    fp_json_raw(line, "{\"line\":");
    fp_json_number(line, row);
    member_number(line, "byte", column);
    fp_json_raw(line, "}");
}

/* -- the run ----------------------------------------------------------------------------------- */

static void add_worker(fp_json *line, const char *const *words)
{
    size_t count = 0;

    while (words && words[count])
        count++;
    if (count)
        member_texts(line, "worker", words, count);
}

static void begin(reporter *self)
{
    const run_info *info = self->info;
    const size_t shard[] = { info->shard, info->shards };
    fp_json line = { 0 };

    self->state = xcalloc(1, sizeof(case_places));
    fp_json_raw(&line, "{\"record\":\"run\"");
    member_text(&line, "suite", info->suite ? info->suite : FP_VERSION);
    member_text(&line, "subject", info->subject);
    member_text(&line, "policies", info->policies);
    member_json(&line, "parser", info->parser);
    add_worker(&line, info->worker);
    member_text_if(&line, "started", info->started);
    member_number(&line, "seed", info->seed);
    member_number(&line, "selected", info->selected);
    if (info->shards)
        member_numbers(&line, "shard", shard, 2);
    member_flag(&line, "strict", info->strict);
    fp_json_raw(&line, "}");
    put(self, &line);
}

/* -- results ----------------------------------------------------------------------------------- */

/* What the case is, for those who do not have the corpus. */
static void add_case(reporter *self, fp_json *line, const test_case *t)
{
    const size_t at = t->line ? t->line : case_line(self->state, spec_data(self->info->spec), t);

    member_text(line, "title", t->title);
    member_texts(line, "clauses", t->clauses, t->clause_count);
    if (t->refuse_count)
        member_texts(line, "refuses", t->refuses, t->refuse_count);
    if (*t->file)
        member_text(line, "file", t->file);
    if (at)
        member_number(line, "line", at);
}

/* What one needs to repeat the failure without it. */
static void add_failure(reporter *self, fp_json *line, const result *r)
{
    char *command = result_command(self->info, r);

    member_bytes(line, "input", r->test->input);
    add_policy(line, &r->test->policy);
    if (r->test->catalogue_name)
        member_text(line, "catalogue", r->test->catalogue_name);
    else
        member_json(line, "catalogue", r->test->catalogue_json);
    member_text(line, "command", command);
    free(command);
}

static void add_verdict(fp_json *line, const result *r, bool strict)
{
    member_text(line, "verdict", verdict_name(r->verdict));
    if (r->tried) {
        member_number(line, "cuttings", r->tried);
        member_number(line, "cuttings_failed", r->failed);
    }
    member_text_if(line, "class", r->failure);
    if (r->verdict == VERDICT_PASS)
        return;
    member_text(line, "message", r->sentence);
    member_flag(line, "counts", result_counts(r, strict));
    if (r->suspect)
        member_text(line, "suspect", suspect_name(r->suspect));
    if (r->advice)
        member_flag(line, "advice", true);
}

static void one_result(reporter *self, const result *r)
{
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"result\"");
    member_text(&line, "case", r->test->id);
    if (!*r->test->file)
        member_flag(&line, "given", true);
    member_text(&line, "syntax", case_subject(r->test));
    member_text(&line, "check", r->check);
    member_text(&line, "clause", r->clause);
    member_text(&line, "level", level_name(r->test->level));
    add_verdict(&line, r, self->info->strict);
    if (r->us)
        member_number(&line, "us", r->us);
    if (r->cut_name) {
        member_text(&line, "cut", r->cut_name);
        member_numbers(&line, "cuts", r->cuts, r->cut_count);
    }
    if (r->lag)
        member_number(&line, "lag", *r->lag);
    if (result_failed(r) || strcmp(r->check, "golden") == 0)
        add_case(self, &line, r->test);
    member_text_if(&line, "basis", r->basis);
    if (result_failed(r))
        add_failure(self, &line, r);
    add_sides(&line, r->expected, r->actual);
    if (r->stderr_tail.len) {
        member_key(&line, "stderr");
        fp_json_string(&line, r->stderr_tail);
    }
    fp_json_raw(&line, "}");
    put(self, &line);
}

/* -- findings ---------------------------------------------------------------------------------- */

/* Those that are not the syntax's defaults, as the candidate holds them. */
static policy_set unusual(const finding *f)
{
    const fp_options usual = fp_options_default(f->test->syntax);
    policy_set set = { .policies = f->form.policies };

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        set.given[i] = set.policies.of[i] != usual.policies.of[i];
    return set;
}

static void one_finding(reporter *self, const finding *f)
{
    const policy_set policy = unusual(f);
    char *command = finding_command(self->info, f);
    const char *cases[FINDING_CASES];
    fp_json line = { 0 };

    for (size_t i = 0; i < f->case_count; i++)
        cases[i] = f->cases[i]->id;
    fp_json_raw(&line, "{\"record\":\"finding\"");
    member_text(&line, "syntax", fp_syntax_id(f->test->syntax));
    member_text(&line, "check", f->check);
    member_text(&line, "clause", f->clause);
    member_text(&line, "class", f->failure);
    if (f->advice)
        member_flag(&line, "advice", true);
    member_bytes(&line, "input", f->form.input);
    if (f->form.is_cut)
        member_numbers(&line, "cuts", f->form.cuts, f->form.cut_count);
    member_number(&line, "count", f->count);
    member_number(&line, "tries", f->tries);
    member_flag(&line, "minimal", f->minimal);
    member_texts(&line, "cases", cases, f->case_count);
    add_policy(&line, &policy);
    member_json(&line, "catalogue", f->form.tools);
    member_text(&line, "message", f->fails.sentence);
    add_sides(&line, f->fails.expected, f->fails.actual);
    member_text(&line, "command", command);
    fp_json_raw(&line, "}");
    put(self, &line);
    free(command);
}

/* -- the summary ------------------------------------------------------------------------------- */

/* Similarities in hundredths, which JSON has exact numbers for. */
static void add_likenesses(fp_json *line, const run_summary *summary)
{
    for (size_t i = 0; i < summary->likeness_count; i++) {
        const likeness *l = &summary->likenesses[i];

        fp_json_raw(line, i ? ",{\"syntax\":" : ",\"behaves_like\":[{\"syntax\":");
        fp_json_string(line, fp_str_of(l->syntax));
        member_text(line, "mutant", l->mutant);
        member_text(line, "says", l->says);
        member_number(line, "similarity_percent", (uint64_t)(l->similarity * 100 + 0.5));
        fp_json_raw(line, i + 1 == summary->likeness_count ? "}]" : "}");
    }
}

static void end(reporter *self, const run_summary *summary)
{
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"summary\"");
    member_number(&line, "cases", summary->cases);
    member_number(&line, "cuttings", summary->cuttings);
    if (summary->lags)
        member_number(&line, "longest_lag", summary->longest_lag);
    member_key(&line, "verdicts");
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        fp_json_raw(&line, v ? "," : "{");
        fp_json_string(&line, fp_str_of(verdict_name((verdict)v)));
        fp_json_raw(&line, ":");
        fp_json_number(&line, summary->verdicts[v]);
    }
    fp_json_raw(&line, "}");
    member_number(&line, "advice", summary->advice);
    member_number(&line, "unexpected", summary->counted);
    if (summary->restarts)
        member_number(&line, "restarts", summary->restarts);
    member_text_if(&line, "stopped", summary->stopped);
    member_number(&line, "unreduced", summary->unreduced);
    member_number(&line, "us", summary->us);
    add_likenesses(&line, summary);
    fp_json_raw(&line, "}");
    put(self, &line);
    case_places_free(self->state);
    free(self->state);
    self->state = NULL;
}

const report_format REPORT_JSON = { "json", false, begin, one_result, one_finding, end };
