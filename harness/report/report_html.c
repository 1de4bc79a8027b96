/* SPDX-License-Identifier: Apache-2.0 */
/* report_html.c: a self-contained page with one report, or several side by side:
 * harness/report/html/ with the reports as its data block.
 */
#include "report/report_html.h"

#include "base/members.h"
#include "base/visible.h"

#include "judge/adhoc.h"
#include "law/laws.h"
#include "report/report.h"
#include "report/report_cost.h"
#include "report/report_declared.h"
#include "report/report_text.h"
#include "result/again.h"
#include "result/cause.h"
#include "result/result_given.h"
#include "suite/case_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 6 };

static const char *const COLUMN_NAMES[COLUMNS] = { "case",    "check",   "clause",
                                                   "verdict", "message", "failure" };

/* How many results are of each status; in the order of data.js. */
enum { FAILED, ADVICE, DIFFERING, KNOWN, SKIPPED, DECLARED, PASSED, STATUSES };

static const char *const STATUS_NAMES[STATUSES] = { "failed",  "advice",   "differs", "known",
                                                    "skipped", "declared", "passed" };

/* What is kept of one report. */
typedef struct html_run {
    fp_json columns[COLUMNS];
    rows failures;
    rows findings;
    size_t statuses[STATUSES];
    policy_set policy;  /* what the parser declares */
    bool catalogue;     /* whether it takes one */
    json_t *failing;    /* "case check" of each failure; with a trend only */
    const json_t *past; /* that of the report before; NULL: there is none */
} html_run;

typedef struct html_state {
    html_data page;
    json_t *failed_before;
    case_places places;
    html_run run;
} html_state;

/* -- a run ------------------------------------------------------------------------------------- */

/* Returns whether the list of strings holds this one. */
static bool names(const json_t *list, const char *text)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *one = json_string_value(json_array_get(list, i));

        if (one && strcmp(one, text) == 0)
            return true;
    }
    return false;
}

static size_t check_row(html_state *state, const char *name)
{
    bool is_new;
    const size_t at = rows_place(&state->page.checks, name, &is_new);

    if (is_new)
        fp_json_string(&state->page.checks.list, fp_str_of(name));
    return at;
}

static size_t case_row(reporter *self, const test_case *t)
{
    html_state *state = self->state;
    const char *data = spec_data(self->info->spec);

    return html_case(&state->page.cases, &state->page.clauses, t,
                     t->line ? t->line : case_line(&state->places, data, t));
}

static html_state *state_new(const run_info *info)
{
    html_state *state = xcalloc(1, sizeof *state);

    html_spec(&state->page.syntaxes, &state->page.clauses, info->spec, info->corpus);
    check_row(state, "golden");
    for (unsigned l = 0; l < LAW_COUNT; l++)
        check_row(state, law_name((law)l));
    return state;
}

static void begin(reporter *self)
{
    const run_info *info = self->info;
    html_state *state = self->state ? self->state : state_new(info);
    html_run *run = &state->run;

    self->state = state;
    run->policy = policies_named(json_object_get(info->parser, "policies"));
    run->catalogue =
        !info->worker || names(json_object_get(info->parser, "capabilities"), "catalogue");
    run->failing = info->trend ? json_object() : NULL;
    run->past = state->failed_before;
}

/* -- results ----------------------------------------------------------------------------------- */

/* The policies and the catalogue by which our own parser reads for this one. */
static fp_options reading_options(const html_run *run, fp_options options)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        if (run->policy.given[i])
            options.policies.of[i] = run->policy.policies.of[i];
    if (!run->catalogue)
        options.catalogue = NULL;
    return options;
}

/* "code_fence: text": those that are not the syntax's defaults; owned, NULL: none. */
static char *unusual_policies(const test_case *t, const fp_options *options)
{
    const fp_options usual = case_usual(t);
    char *text = NULL;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        char *longer;

        if (options->policies.of[i] == usual.policies.of[i])
            continue;
        longer =
            xformat("%s%s%s: %s", text ? text : "", text ? ", " : "", fp_policy_name((fp_policy)i),
                    fp_policy_value_name((fp_policy)i, options->policies.of[i]));
        free(text);
        text = longer;
    }
    return text;
}

/* The reading of a case, once for each set of policies. */
static size_t case_reading(html_state *state, const test_case *t, const fp_options *options,
                           const char *policies)
{
    char *key = xformat("%s\n%s\n%d", t->id, policies ? policies : "", options->catalogue != NULL);
    bool is_new;
    const size_t at = rows_place(&state->page.readings, key, &is_new);

    if (is_new)
        html_reading(&state->page.readings.list, &state->page.texts, t->syntax, options, t->input);
    free(key);
    return at;
}

static void add_stderr(fp_json *json, fp_str text)
{
    if (!text.len)
        return;
    member_key(json, "stderr");
    visible_json(json, text);
}

/* What the two texts are, where these are not what was expected and what came. */
static void add_sides(fp_json *json, answer_sides sides)
{
    const char *titles[] = { sides_title(sides, false), sides_title(sides, true) };

    if (sides != SIDES_JUDGED)
        member_texts(json, "sides", titles, 2);
}

/* What is known of a failure, as a row; its place, from 1. */
static size_t add_failure(reporter *self, const result *r, bool is_fresh)
{
    html_state *state = self->state;
    const fp_options options = reading_options(&state->run, case_options(r->test));
    char *command = result_command(self->info, r);
    char *policies = unusual_policies(r->test, &options);
    const size_t reading = case_reading(state, r->test, &options, policies);
    const size_t cuttings[] = { r->tried, r->failed };
    const size_t at = rows_add(&state->run.failures);
    fp_json *json = &state->run.failures.list;
    rows *texts = &state->page.texts;

    fp_json_raw(json,
                result_counts(r, self->info->strict) ? "{\"counts\":true" : "{\"counts\":false");
    member_number(json, "class", rows_text(texts, r->failure));
    member_number(json, "harm", (uint64_t)r->harm);
    member_number(json, "expected", rows_text(texts, r->expected));
    member_number(json, "actual", rows_text(texts, r->actual));
    add_sides(json, r->sides);
    member_number(json, "suspect", rows_text(texts, r->suspect ? suspect_name(r->suspect) : NULL));
    member_number(json, "basis", rows_text(texts, r->basis));
    member_number(json, "cut", rows_text(texts, r->cut_name));
    if (r->cut_count)
        member_numbers(json, "cuts", r->cuts, r->cut_count);
    if (r->tried)
        member_numbers(json, "cuttings", cuttings, 2);
    member_number(json, "reading", reading);
    member_text_if(json, "policies", policies);
    member_text_if(json, "catalogue", r->test->catalogue_name);
    member_text_if(json, "command", command);
    add_stderr(json, r->stderr_tail);
    fp_json_raw(json, is_fresh ? ",\"fresh\":true}" : "}");
    free(command);
    free(policies);
    return at + 1;
}

static unsigned status_of(const result *r, bool strict)
{
    if (r->verdict == VERDICT_PASS)
        return PASSED;
    if (r->verdict == VERDICT_SKIPPED)
        return SKIPPED;
    if (r->verdict == VERDICT_DECLARED)
        return DECLARED;
    if (r->verdict == VERDICT_KNOWN)
        return KNOWN;
    if (result_counts(r, strict))
        return FAILED;
    return r->verdict == VERDICT_DIFFERS ? DIFFERING : ADVICE;
}

/* Notes a failure for the report that follows. Whether it is new since the report before. */
static bool note_failure(html_run *run, const result *r)
{
    char *key = xformat("%s %s", r->test->id, r->check);
    const bool is_fresh = run->past && !json_object_get(run->past, key);

    if (run->failing)
        json_object_set_new_nocheck(run->failing, key, json_true());
    free(key);
    return is_fresh;
}

/* Of all reports of a trend but the last only the totals are shown. */
static bool is_shown(const reporter *self)
{
    return !self->info->trend || self->index + 1 == self->of;
}

static void one_result(reporter *self, const result *r)
{
    html_state *state = self->state;
    const unsigned status = status_of(r, self->info->strict);
    const bool is_fresh = status == FAILED && note_failure(&state->run, r);
    size_t cells[COLUMNS];

    state->run.statuses[status]++;
    if (!is_shown(self))
        return;
    cells[0] = case_row(self, r->test);
    cells[1] = check_row(state, r->check);
    cells[2] = html_clause(&state->page.clauses, r->clause);
    cells[3] = r->verdict;
    cells[4] = rows_text(&state->page.texts, r->verdict == VERDICT_PASS ? NULL : r->sentence);
    cells[5] = result_failed(r) ? add_failure(self, r, is_fresh) : 0;
    for (size_t i = 0; i < COLUMNS; i++) {
        fp_json *column = &state->run.columns[i];

        fp_json_raw(column, column->len ? "," : "");
        fp_json_number(column, cells[i]);
    }
}

/* -- findings ---------------------------------------------------------------------------------- */

static size_t finding_reading(html_state *state, const finding *f, const fp_options *options)
{
    const size_t at = rows_add(&state->page.readings);

    html_reading(&state->page.readings.list, &state->page.texts, f->test->syntax, options,
                 f->form.input);
    return at;
}

static void add_finding_cases(reporter *self, fp_json *json, const finding *f)
{
    size_t cases[FINDING_CASES];

    for (size_t i = 0; i < f->case_count; i++)
        cases[i] = case_row(self, f->cases[i]);
    member_numbers(json, "cases", cases, f->case_count);
}

static void one_finding(reporter *self, const finding *f)
{
    html_state *state = self->state;
    fp_options options = case_usual(f->test);
    fp_catalogue *tools = f->form.tools ? catalogue_of_tools(f->form.tools) : NULL;
    fp_json *json = &state->run.findings.list;
    char *command, *policies, *catalogue;
    size_t reading;

    if (!is_shown(self))
        return;
    options.policies = f->form.policies;
    options.catalogue = tools;
    options = reading_options(&state->run, options);
    command = finding_command(self->info, f);
    policies = unusual_policies(f->test, &options);
    catalogue = f->form.tools ? json_dumps(f->form.tools, JSON_COMPACT) : NULL;
    reading = finding_reading(state, f, &options);
    rows_add(&state->run.findings);
    fp_json_raw(json, f->minimal ? "{\"minimal\":true" : "{\"minimal\":false");
    member_number(json, "check", check_row(state, f->check));
    member_number(json, "clause", html_clause(&state->page.clauses, f->clause));
    member_number(json, "class", rows_text(&state->page.texts, f->failure));
    member_number(json, "message", rows_text(&state->page.texts, f->fails.sentence));
    member_number(json, "expected", rows_text(&state->page.texts, f->fails.expected));
    member_number(json, "actual", rows_text(&state->page.texts, f->fails.actual));
    add_sides(json, f->fails.sides);
    member_number(json, "count", f->count);
    member_number(json, "tries", f->tries);
    if (f->form.is_cut)
        member_numbers(json, "cuts", f->form.cuts, f->form.cut_count);
    member_number(json, "reading", reading);
    member_text_if(json, "policies", policies);
    member_text_if(json, "catalogue", catalogue);
    member_text_if(json, "command", command);
    add_finding_cases(self, json, f);
    fp_json_raw(json, "}");
    fp_catalogue_free(tools);
    free(command);
    free(policies);
    free(catalogue);
}

/* -- the end of a run -------------------------------------------------------------------------- */

static void add_statuses(fp_json *json, const html_run *run)
{
    for (size_t i = 0; i < STATUSES; i++)
        member_number(json, STATUS_NAMES[i], run->statuses[i]);
}

/* A list of texts as one, with commas; a list of words as a shell command. */
static void add_list(fp_json *json, const char *name, const json_t *list)
{
    fp_json text = { 0 };

    for (size_t i = 0; i < json_array_size(list); i++) {
        fp_json_raw(&text, i ? ", " : "");
        fp_json_bytes(&text, json_str(json_array_get(list, i)));
    }
    if (json_text(&text).len) {
        member_key(json, name);
        fp_json_string(json, json_text(&text));
    }
    fp_json_free(&text);
}

static void add_worker(fp_json *json, const char *const *words)
{
    fp_json text = { 0 };

    for (const char *const *word = words; word && *word; word++) {
        fp_json_raw(&text, word == words ? "" : " ");
        fp_json_raw(&text, *word);
    }
    if (json_text(&text).len) {
        member_key(json, "worker");
        fp_json_string(json, json_text(&text));
    }
    fp_json_free(&text);
}

static void add_likenesses(fp_json *json, const run_summary *summary)
{
    fp_json_raw(json, ",\"behaves\":[");
    for (size_t i = 0; i < summary->likeness_count; i++) {
        const likeness *l = &summary->likenesses[i];

        fp_json_raw(json, i ? ",[" : "[");
        fp_json_string(json, fp_str_of(l->syntax));
        fp_json_raw(json, ",");
        fp_json_string(json, fp_str_of(l->says));
        text_format(json, ",%u]", (unsigned)(l->similarity * 100 + 0.5));
    }
    fp_json_raw(json, "]");
}

/* Rows: [clause, count, what it would declare, an example]. */
static void add_readings(fp_json *json, html_state *state, const run_summary *summary)
{
    fp_json_raw(json, ",\"readings\":[");
    for (size_t i = 0; i < summary->reading_count; i++) {
        const reading_count *reading = &summary->readings[i];
        char *declares = reading_text(reading);

        text_format(json, "%s[%zu,%zu,", i ? "," : "",
                    html_clause(&state->page.clauses, reading->clause), reading->count);
        fp_json_string(json, fp_str_of(declares ? declares : ""));
        fp_json_raw(json, ",");
        fp_json_string(json, fp_str_of(reading->example));
        fp_json_raw(json, "]");
        free(declares);
    }
    fp_json_raw(json, "]");
}

/* The causes; their failures are places in the columns of results. */
static void add_causes(fp_json *json, html_state *state, const causes *c)
{
    fp_json_raw(json, ",\"causes\":[");
    for (size_t i = 0; i < causes_count(c); i++) {
        const cause *one = causes_at(c, i);
        fp_options options = case_usual(one->test);
        const size_t reading = rows_add(&state->page.readings);

        options.policies = one->form.policies;
        html_reading(&state->page.readings.list, &state->page.texts, one->test->syntax, &options,
                     one->form.input);
        fp_json_raw(json, i ? ",\n{\"sentence\":" : "{\"sentence\":");
        visible_json(json, fp_str_of(one->sentence));
        member_number(json, "harm", one->harm);
        member_number(json, "clause", html_clause(&state->page.clauses, one->clause));
        member_number(json, "check", check_row(state, one->check));
        member_text(json, "trigger", cause_trigger_title(one->trigger));
        member_number(json, "message", rows_text(&state->page.texts, one->message));
        member_number(json, "reading", reading);
        if (one->form.cut_count)
            member_numbers(json, "cuts", one->form.cuts, one->form.cut_count);
        member_text(json, "command", one->command);
        member_flag(json, "reduced", one->reduced);
        member_numbers(json, "results", one->results, one->count);
        fp_json_raw(json, "}");
    }
    fp_json_raw(json, "]");
}

static void add_facts(fp_json *json, const reporter *self, const run_summary *summary)
{
    const run_info *info = self->info;
    const char *name = json_string_value(json_object_get(info->parser, "name"));
    const char *version = json_string_value(json_object_get(info->parser, "version"));
    const char *told = info->told_by;
    char *both = name && version && info->worker
                     ? xformat("%s %s%s%s%s", name, version, told ? " [" : "", told ? told : "",
                               told ? "]" : "")
                     : NULL;
    char *shard = info->shards ? xformat("%zu of %zu", info->shard, info->shards) : NULL;

    fp_json_raw(json, "{\"subject\":");
    visible_json(json, fp_str_of(info->subject));
    member_text_if(json, "name", both ? both : info->subject);
    member_text_if(json, "file", info->file);
    member_text_if(json, "suite", info->suite ? info->suite : FP_VERSION);
    member_text_if(json, "started", info->started);
    member_text_if(json, "policies", info->policies);
    add_list(json, "capabilities", json_object_get(info->parser, "capabilities"));
    add_worker(json, info->worker);
    member_number(json, "seed", info->seed);
    member_text_if(json, "shard", shard);
    member_number(json, "cases", summary->cases);
    member_number(json, "cuttings", summary->cuttings);
    member_number(json, "restarts", summary->restarts);
    member_number(json, "unreduced", summary->unreduced);
    if (summary->stale) {
        char *sentence = stale_sentence(summary);

        member_text(json, "stale", sentence);
        free(sentence);
    }
    member_text_if(json, "stopped", summary->stopped);
    add_readings(json, self->state, summary);
    declared_html(json, summary);
    costs_html(json, summary);
    add_likenesses(json, summary);
    add_causes(json, self->state, summary->causes);
    free(both);
    free(shard);
}

static void add_run(reporter *self, const run_summary *summary)
{
    html_state *state = self->state;
    html_run *run = &state->run;
    fp_json *json = &state->page.runs;

    fp_json_raw(json, json->len ? ",\n" : "");
    add_facts(json, self, summary);
    fp_json_raw(json, ",\n\"results\":{");
    for (size_t i = 0; i < COLUMNS; i++) {
        fp_json_raw(json, i ? ",\n\"" : "\"");
        fp_json_raw(json, COLUMN_NAMES[i]);
        fp_json_raw(json, "\":[");
        html_append(json, &run->columns[i]);
        fp_json_raw(json, "]");
    }
    fp_json_raw(json, "},\n\"failures\":[");
    html_append(json, &run->failures.list);
    fp_json_raw(json, "],\n\"findings\":[");
    html_append(json, &run->findings.list);
    fp_json_raw(json, "]}");
}

/* A point of the trend; and what failed in the report before, and does so no more. */
static void add_point(html_state *state, const run_info *info)
{
    html_run *run = &state->run;
    const char *key;
    json_t *value;

    fp_json_raw(&state->page.trend, state->page.trend.len ? ",{\"started\":" : "{\"started\":");
    fp_json_string(&state->page.trend, fp_str_of(info->started ? info->started : info->subject));
    add_statuses(&state->page.trend, run);
    fp_json_raw(&state->page.trend, "}");
    fp_json_free(&state->page.mended);
    state->page.mended = (fp_json){ 0 };
    json_object_foreach (state->failed_before, key, value) {
        if (json_object_get(run->failing, key))
            continue;
        fp_json_raw(&state->page.mended, state->page.mended.len ? "," : "");
        fp_json_string(&state->page.mended, fp_str_of(key));
    }
    json_decref(state->failed_before);
    state->failed_before = run->failing;
}

static void run_clear(html_run *run)
{
    for (size_t i = 0; i < COLUMNS; i++)
        fp_json_free(&run->columns[i]);
    rows_free(&run->failures);
    rows_free(&run->findings);
    *run = (html_run){ 0 };
}

/* -- the end ------------------------------------------------------------------------------------
 */

static void state_free(html_state *state)
{
    html_data_free(&state->page);
    json_decref(state->failed_before);
    case_places_free(&state->places);
    free(state);
}

static void end(reporter *self, const run_summary *summary)
{
    html_state *state = self->state;

    if (is_shown(self))
        add_run(self, summary);
    if (self->info->trend)
        add_point(state, self->info);
    run_clear(&state->run);
    if (self->index + 1 < self->of)
        return;
    rows_text(&state->page.texts, NULL);
    html_write(&state->page, self->info->trend, self->info->express);
    state_free(state);
    self->state = NULL;
}

const report_format REPORT_HTML = { "html", true, begin, one_result, one_finding, end };
