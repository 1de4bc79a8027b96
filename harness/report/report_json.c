/* SPDX-License-Identifier: Apache-2.0 */
/* report_json.c: the master (spec/schema/report.schema.json), from which all other reports can be
 * made: JSON Lines, so that a run that is killed leaves a readable report: a line for the run, one
 * for each result, one for each finding, one for the summary. A check that holds is a short line;
 * what is known of a case stands with its check `golden`, and with each failure.
 */
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

/* -- members ----------------------------------------------------------------------------------- */

static void key(fp_json *line, const char *name)
{
    fp_json_raw(line, ",\"");
    fp_json_raw(line, name);
    fp_json_raw(line, "\":");
}

static void member(fp_json *line, const char *name, const char *text)
{
    key(line, name);
    fp_json_string(line, fp_str_of(text));
}

static void optional(fp_json *line, const char *name, const char *text)
{
    if (text)
        member(line, name, text);
}

static void number(fp_json *line, const char *name, uint64_t value)
{
    key(line, name);
    fp_json_number(line, value);
}

static void flag(fp_json *line, const char *name, bool value)
{
    key(line, name);
    fp_json_raw(line, value ? "true" : "false");
}

static void numbers(fp_json *line, const char *name, const size_t *values, size_t count)
{
    key(line, name);
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(line, i ? "," : "[");
        fp_json_number(line, values[i]);
    }
    fp_json_raw(line, count ? "]" : "[]");
}

static void texts(fp_json *line, const char *name, const char *const *values, size_t count)
{
    key(line, name);
    for (size_t i = 0; i < count; i++) {
        fp_json_raw(line, i ? "," : "[");
        fp_json_string(line, fp_str_of(values[i]));
    }
    fp_json_raw(line, count ? "]" : "[]");
}

static void json_member(fp_json *line, const char *name, const json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

    if (text) {
        key(line, name);
        fp_json_raw(line, text);
    }
    free(text);
}

/* Bytes that are not UTF-8 go as base64. */
static void add_input(fp_json *line, fp_str input)
{
    char *base64 = is_utf8(input) ? NULL : base64_encode(input);

    if (base64) {
        member(line, "input_base64", base64);
    } else {
        key(line, "input");
        fp_json_string(line, input);
    }
    free(base64);
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

    optional(line, "expected", expected);
    optional(line, "actual", actual);
    if (!expected || !actual || strcmp(expected, actual) == 0)
        return;
    for (size_t i = 0; expected[i] && expected[i] == actual[i]; i++) {
        column = expected[i] == '\n' ? 0 : column + 1;
        row += expected[i] == '\n';
    }
    key(line, "difference");
    fp_json_raw(line, "{\"line\":");
    fp_json_number(line, row);
    number(line, "byte", column);
    fp_json_raw(line, "}");
}

/* -- the run ----------------------------------------------------------------------------------- */

static void add_worker(fp_json *line, const char *const *words)
{
    size_t count = 0;

    while (words && words[count])
        count++;
    if (count)
        texts(line, "worker", words, count);
}

static void begin(reporter *self)
{
    const run_info *info = self->info;
    const size_t shard[] = { info->shard, info->shards };
    fp_json line = { 0 };

    self->state = xcalloc(1, sizeof(case_places));
    fp_json_raw(&line, "{\"record\":\"run\"");
    member(&line, "suite", info->suite ? info->suite : FP_VERSION);
    member(&line, "subject", info->subject);
    member(&line, "policies", info->policies);
    json_member(&line, "parser", info->parser);
    add_worker(&line, info->worker);
    optional(&line, "started", info->started);
    number(&line, "seed", info->seed);
    number(&line, "selected", info->selected);
    if (info->shards)
        numbers(&line, "shard", shard, 2);
    flag(&line, "strict", info->strict);
    fp_json_raw(&line, "}");
    put(self, &line);
}

/* -- results ----------------------------------------------------------------------------------- */

/* What the case is, for those who do not have the corpus. */
static void add_case(reporter *self, fp_json *line, const test_case *t)
{
    const size_t at = t->line ? t->line : case_line(self->state, spec_data(self->info->spec), t);

    member(line, "title", t->title);
    texts(line, "clauses", t->clauses, t->clause_count);
    if (t->refuse_count)
        texts(line, "refuses", t->refuses, t->refuse_count);
    if (*t->file)
        member(line, "file", t->file);
    if (at)
        number(line, "line", at);
}

/* What one needs to repeat the failure without it. */
static void add_failure(reporter *self, fp_json *line, const result *r)
{
    char *command = result_command(self->info, r);

    add_input(line, r->test->input);
    add_policy(line, &r->test->policy);
    if (r->test->catalogue_name)
        member(line, "catalogue", r->test->catalogue_name);
    else
        json_member(line, "catalogue", r->test->catalogue_json);
    member(line, "command", command);
    free(command);
}

static void add_verdict(fp_json *line, const result *r, bool strict)
{
    member(line, "verdict", verdict_name(r->verdict));
    if (r->tried) {
        number(line, "cuttings", r->tried);
        number(line, "cuttings_failed", r->failed);
    }
    optional(line, "class", r->failure);
    if (r->verdict == VERDICT_PASS)
        return;
    member(line, "message", r->sentence);
    flag(line, "counts", result_counts(r, strict));
    if (r->suspect)
        member(line, "suspect", suspect_name(r->suspect));
    if (r->advice)
        flag(line, "advice", true);
}

static void one_result(reporter *self, const result *r)
{
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"result\"");
    member(&line, "case", r->test->id);
    if (!*r->test->file)
        flag(&line, "given", true);
    member(&line, "syntax", case_subject(r->test));
    member(&line, "check", r->check);
    member(&line, "clause", r->clause);
    member(&line, "level", level_name(r->test->level));
    add_verdict(&line, r, self->info->strict);
    if (r->us)
        number(&line, "us", r->us);
    if (r->cut_name) {
        member(&line, "cut", r->cut_name);
        numbers(&line, "cuts", r->cuts, r->cut_count);
    }
    if (r->lag)
        number(&line, "lag", *r->lag);
    if (result_failed(r) || strcmp(r->check, "golden") == 0)
        add_case(self, &line, r->test);
    optional(&line, "basis", r->basis);
    if (result_failed(r))
        add_failure(self, &line, r);
    add_sides(&line, r->expected, r->actual);
    if (r->stderr_tail.len) {
        key(&line, "stderr");
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
    member(&line, "syntax", fp_syntax_id(f->test->syntax));
    member(&line, "check", f->check);
    member(&line, "clause", f->clause);
    member(&line, "class", f->failure);
    if (f->advice)
        flag(&line, "advice", true);
    add_input(&line, f->form.input);
    if (f->form.is_cut)
        numbers(&line, "cuts", f->form.cuts, f->form.cut_count);
    number(&line, "count", f->count);
    number(&line, "tries", f->tries);
    flag(&line, "minimal", f->minimal);
    texts(&line, "cases", cases, f->case_count);
    add_policy(&line, &policy);
    json_member(&line, "catalogue", f->form.tools);
    member(&line, "message", f->fails.sentence);
    add_sides(&line, f->fails.expected, f->fails.actual);
    member(&line, "command", command);
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
        member(line, "mutant", l->mutant);
        member(line, "says", l->says);
        number(line, "similarity_percent", (uint64_t)(l->similarity * 100 + 0.5));
        fp_json_raw(line, i + 1 == summary->likeness_count ? "}]" : "}");
    }
}

static void end(reporter *self, const run_summary *summary)
{
    fp_json line = { 0 };

    fp_json_raw(&line, "{\"record\":\"summary\"");
    number(&line, "cases", summary->cases);
    number(&line, "cuttings", summary->cuttings);
    if (summary->lags)
        number(&line, "longest_lag", summary->longest_lag);
    key(&line, "verdicts");
    for (unsigned v = 0; v < VERDICT_COUNT; v++) {
        fp_json_raw(&line, v ? "," : "{");
        fp_json_string(&line, fp_str_of(verdict_name((verdict)v)));
        fp_json_raw(&line, ":");
        fp_json_number(&line, summary->verdicts[v]);
    }
    fp_json_raw(&line, "}");
    number(&line, "advice", summary->advice);
    number(&line, "unexpected", summary->counted);
    if (summary->restarts)
        number(&line, "restarts", summary->restarts);
    optional(&line, "stopped", summary->stopped);
    number(&line, "unreduced", summary->unreduced);
    number(&line, "us", summary->us);
    add_likenesses(&line, summary);
    fp_json_raw(&line, "}");
    put(self, &line);
    case_places_free(self->state);
    free(self->state);
    self->state = NULL;
}

const report_format REPORT_JSON = { "json", false, begin, one_result, one_finding, end };
