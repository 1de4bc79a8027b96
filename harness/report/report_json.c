/* SPDX-License-Identifier: Apache-2.0 */
/* report_json.c: the master report (spec/schema/report.schema.json), from which all others can be
 * made. It is JSON Lines, so that a killed run leaves a readable report: a line for the run, for
 * each result, for each finding, and for the summary. A check that holds is a short line. The case
 * itself is described in the line of its check `golden`, and in that of each failure.
 */
#include "base/members.h"
#include "base/visible.h"
#include "report/report.h"
#include "report/report_declared.h"
#include "result/again.h"
#include "result/cause.h"
#include "result/cost_line.h"
#include "result/record.h"
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

static const char *name_of(record_member member)
{
    return record_member_name(member);
}

static void begin_line(fp_json *line, record_kind kind)
{
    fp_json_raw(line, "{");
    member_text(line, name_of(OF_RECORD), record_name(kind));
}

static void add_policy(fp_json *line, record_member member, const policy_set *set)
{
    bool any = false;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        if (!set->given[i])
            continue;
        if (!any) {
            member_key(line, name_of(member));
            fp_json_raw(line, "{");
        }
        member_text(line, fp_policy_name((fp_policy)i),
                    fp_policy_value_name((fp_policy)i, set->policies.of[i]));
        any = true;
    }
    fp_json_raw(line, any ? "}" : "");
}

/* Both texts, and where they part: the line, from 1, and the byte in it, from 0. */
static void add_sides(fp_json *line, const char *expected, const char *actual, answer_sides sides)
{
    const char *titles[] = { sides_title(sides, false), sides_title(sides, true) };
    size_t row = 1, column = 0;

    member_text_if(line, name_of(OF_EXPECTED), expected);
    member_text_if(line, name_of(OF_ACTUAL), actual);
    if (sides != SIDES_JUDGED)
        member_texts(line, name_of(OF_SIDES), titles, 2);
    if (!expected || !actual || strcmp(expected, actual) == 0)
        return;
    for (size_t i = 0; expected[i] && expected[i] == actual[i]; i++) {
        column = expected[i] == '\n' ? 0 : column + 1;
        row += expected[i] == '\n';
    }
    member_key(line, name_of(OF_DIFFERENCE));
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
        member_texts(line, name_of(OF_WORKER), words, count);
}

static void begin(reporter *self)
{
    const run_info *info = self->info;
    const size_t shard[] = { info->shard, info->shards };
    size_t syntaxes = 0;
    fp_json line = { 0 };

    self->state = xcalloc(1, sizeof(case_places));
    while (info->syntaxes && info->syntaxes[syntaxes])
        syntaxes++;
    begin_line(&line, RECORD_RUN);
    member_text(&line, name_of(OF_SUITE), info->suite ? info->suite : FP_VERSION);
    member_text(&line, name_of(OF_SUBJECT), info->subject);
    member_text(&line, name_of(OF_POLICIES), info->policies);
    member_json(&line, name_of(OF_PARSER), info->parser);
    add_worker(&line, info->worker);
    member_text_if(&line, name_of(OF_STARTED), info->started);
    member_number(&line, name_of(OF_SEED), info->seed);
    member_number(&line, name_of(OF_SELECTED), info->selected);
    if (syntaxes)
        member_texts(&line, name_of(OF_SYNTAXES), info->syntaxes, syntaxes);
    if (info->shards)
        member_numbers(&line, name_of(OF_SHARD), shard, 2);
    member_text_if(&line, name_of(OF_ONLY), info->only);
    if (info->quick)
        member_flag(&line, name_of(OF_QUICK), true);
    member_flag(&line, name_of(OF_STRICT), info->strict);
    fp_json_raw(&line, "}");
    put(self, &line);
}

/* -- results ----------------------------------------------------------------------------------- */

/* What the case is, for those who do not have the corpus. */
static void add_case(reporter *self, fp_json *line, const test_case *t)
{
    const size_t at = t->line ? t->line : case_line(self->state, spec_data(self->info->spec), t);

    member_text(line, name_of(OF_TITLE), t->title);
    member_texts(line, name_of(OF_CLAUSES), t->clauses, t->clause_count);
    if (t->refuse_count)
        member_texts(line, name_of(OF_REFUSES), t->refuses, t->refuse_count);
    if (*t->file)
        member_text(line, name_of(OF_FILE), t->file);
    if (at)
        member_number(line, name_of(OF_LINE), at);
}

/* What one needs to repeat the failure without it. */
static void add_failure(reporter *self, fp_json *line, const result *r)
{
    char *command = result_command(self->info, r);

    member_bytes(line, name_of(OF_INPUT), r->test->input);
    add_policy(line, OF_POLICY, &r->test->policy);
    if (r->test->catalogue_name)
        member_text(line, name_of(OF_CATALOGUE), r->test->catalogue_name);
    else
        member_json(line, name_of(OF_CATALOGUE), r->test->catalogue_json);
    member_text(line, name_of(OF_COMMAND), command);
    free(command);
}

static void add_verdict(fp_json *line, const result *r, bool strict)
{
    member_text(line, name_of(OF_VERDICT), verdict_name(r->verdict));
    if (r->tried) {
        member_number(line, name_of(OF_CUTTINGS), r->tried);
        member_number(line, name_of(OF_CUTTINGS_FAILED), r->failed);
    }
    member_text_if(line, name_of(OF_CLASS), r->failure);
    if (result_failed(r))
        member_text(line, name_of(OF_HARM), harm_name(r->harm));
    if (r->verdict == VERDICT_PASS)
        return;
    member_text(line, name_of(OF_MESSAGE), r->sentence);
    member_flag(line, name_of(OF_COUNTS), result_counts(r, strict));
    if (r->suspect)
        member_text(line, name_of(OF_SUSPECT), suspect_name(r->suspect));
    if (r->advice)
        member_flag(line, name_of(OF_ADVICE), true);
}

static void one_result(reporter *self, const result *r)
{
    fp_json line = { 0 };

    begin_line(&line, RECORD_RESULT);
    member_text(&line, name_of(OF_CASE), r->test->id);
    if (!*r->test->file)
        member_flag(&line, name_of(OF_GIVEN), true);
    member_text(&line, name_of(OF_SYNTAX), case_subject(r->test));
    member_text(&line, name_of(OF_CHECK), r->check);
    member_text(&line, name_of(OF_CLAUSE), r->clause);
    member_text(&line, name_of(OF_LEVEL), level_name(r->test->level));
    add_verdict(&line, r, self->info->strict);
    if (r->us)
        member_number(&line, name_of(OF_US), r->us);
    if (r->cut_name) {
        member_text(&line, name_of(OF_CUT), r->cut_name);
        member_numbers(&line, name_of(OF_CUTS), r->cuts, r->cut_count);
    }
    if (r->tokens)
        member_flag(&line, name_of(OF_TOKENS), true);
    if (r->prefix)
        member_number(&line, name_of(OF_PREFIX), r->prefix);
    if (r->lag)
        member_number(&line, name_of(OF_LAG), *r->lag);
    if (result_failed(r) || strcmp(r->check, "golden") == 0)
        add_case(self, &line, r->test);
    member_text_if(&line, name_of(OF_BASIS), r->basis);
    if (r->declares)
        add_policy(&line, OF_DECLARES, r->declares);
    cost_line_result(&line, r);
    if (result_failed(r))
        add_failure(self, &line, r);
    add_sides(&line, r->expected, r->actual, r->sides);
    if (r->stderr_tail.len) {
        member_key(&line, name_of(OF_STDERR));
        visible_json(&line, r->stderr_tail);
    }
    fp_json_raw(&line, "}");
    put(self, &line);
}

/* -- findings ---------------------------------------------------------------------------------- */

/* Those that are not the syntax's defaults, as the candidate holds them. */
static policy_set unusual(const test_case *t, const candidate *form)
{
    const fp_options usual = case_usual(t);
    policy_set set = { .policies = form->policies };

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        set.given[i] = set.policies.of[i] != usual.policies.of[i];
    return set;
}

static void one_finding(reporter *self, const finding *f)
{
    const policy_set policy = unusual(f->test, &f->form);
    char *command = finding_command(self->info, f);
    const char *cases[FINDING_CASES];
    fp_json line = { 0 };

    for (size_t i = 0; i < f->case_count; i++)
        cases[i] = f->cases[i]->id;
    begin_line(&line, RECORD_FINDING);
    member_text(&line, name_of(OF_SYNTAX), case_subject(f->test));
    member_text(&line, name_of(OF_CHECK), f->check);
    member_text(&line, name_of(OF_CLAUSE), f->clause);
    member_text(&line, name_of(OF_CLASS), f->failure);
    member_text(&line, name_of(OF_HARM), harm_name(f->harm));
    if (f->advice)
        member_flag(&line, name_of(OF_ADVICE), true);
    member_bytes(&line, name_of(OF_INPUT), f->form.input);
    if (f->form.is_cut)
        member_numbers(&line, name_of(OF_CUTS), f->form.cuts, f->form.cut_count);
    member_number(&line, name_of(OF_COUNT), f->count);
    member_number(&line, name_of(OF_TRIES), f->tries);
    member_flag(&line, name_of(OF_MINIMAL), f->minimal);
    member_texts(&line, name_of(OF_CASES), cases, f->case_count);
    add_policy(&line, OF_POLICY, &policy);
    member_json(&line, name_of(OF_CATALOGUE), f->form.tools);
    if (f->form.template.len)
        member_bytes(&line, name_of(OF_TEMPLATE), f->form.template);
    member_text(&line, name_of(OF_MESSAGE), f->fails.sentence);
    add_sides(&line, f->fails.expected, f->fails.actual, f->fails.sides);
    member_text(&line, name_of(OF_COMMAND), command);
    fp_json_raw(&line, "}");
    put(self, &line);
    free(command);
}

/* -- causes ------------------------------------------------------------------------------------ */

static void put_cause(reporter *self, const cause *one)
{
    const policy_set policy = unusual(one->test, &one->form);
    fp_json line = { 0 };

    begin_line(&line, RECORD_CAUSE);
    member_text(&line, name_of(OF_SENTENCE), one->sentence);
    member_text(&line, name_of(OF_SYNTAX), one->subject);
    member_text(&line, name_of(OF_CASE), one->test->id);
    member_text(&line, name_of(OF_CHECK), one->check);
    member_text(&line, name_of(OF_CLAUSE), one->clause);
    member_text(&line, name_of(OF_HARM), harm_name(one->harm));
    member_text(&line, name_of(OF_TRIGGER), cause_trigger_name(one->trigger));
    member_bytes(&line, name_of(OF_INPUT), one->form.input);
    if (one->form.cut_count)
        member_numbers(&line, name_of(OF_CUTS), one->form.cuts, one->form.cut_count);
    member_number(&line, name_of(OF_COUNT), one->count);
    member_number(&line, name_of(OF_INPUTS), one->inputs);
    member_texts(&line, name_of(OF_KEYS), (const char *const *)one->keys, one->key_count);
    member_flag(&line, name_of(OF_REDUCED), one->reduced);
    member_numbers(&line, name_of(OF_RESULTS), one->results, one->count);
    add_policy(&line, OF_POLICY, &policy);
    member_json(&line, name_of(OF_CATALOGUE), one->form.tools);
    member_text(&line, name_of(OF_MESSAGE), one->message);
    member_text(&line, name_of(OF_COMMAND), one->command);
    fp_json_raw(&line, "}");
    put(self, &line);
}

/* -- the summary ------------------------------------------------------------------------------- */

/* Similarities in hundredths, which JSON has exact numbers for. */
static void add_likenesses(fp_json *line, const run_summary *summary)
{
    for (size_t i = 0; i < summary->likeness_count; i++) {
        const likeness *l = &summary->likenesses[i];

        if (!i)
            member_key(line, name_of(OF_BEHAVES_LIKE));
        fp_json_raw(line, i ? ",{" : "[{");
        member_text(line, "syntax", l->syntax);
        member_text(line, "mutant", l->mutant);
        member_text(line, "says", l->says);
        member_number(line, "similarity_percent", (uint64_t)(l->similarity * 100 + 0.5));
        fp_json_raw(line, i + 1 == summary->likeness_count ? "}]" : "}");
    }
}

static void add_readings(fp_json *line, const run_summary *summary)
{
    for (size_t i = 0; i < summary->reading_count; i++) {
        const reading_count *reading = &summary->readings[i];

        if (!i)
            member_key(line, name_of(OF_READINGS));
        fp_json_raw(line, i ? ",{" : "[{");
        member_text(line, name_of(OF_CLAUSE), reading->clause);
        member_number(line, name_of(OF_COUNT), reading->count);
        add_policy(line, OF_DECLARES, &reading->declares);
        member_text(line, "example", reading->example);
        fp_json_raw(line, i + 1 == summary->reading_count ? "}]" : "}");
    }
}

static void end(reporter *self, const run_summary *summary)
{
    fp_json line = { 0 };

    for (size_t i = 0; i < causes_count(summary->causes); i++)
        put_cause(self, causes_at(summary->causes, i));
    begin_line(&line, RECORD_SUMMARY);
    member_number(&line, name_of(OF_CASES), summary->cases);
    member_number(&line, name_of(OF_CUTTINGS), summary->cuttings);
    if (summary->lags)
        member_number(&line, name_of(OF_LONGEST_LAG), summary->longest_lag);
    member_key(&line, name_of(OF_VERDICTS));
    fp_json_raw(&line, "{");
    for (unsigned v = 0; v < VERDICT_COUNT; v++)
        member_number(&line, verdict_name((verdict)v), summary->verdicts[v]);
    fp_json_raw(&line, "}");
    member_number(&line, name_of(OF_ADVICE), summary->advice);
    member_number(&line, name_of(OF_UNEXPECTED), summary->counted);
    if (summary->restarts)
        member_number(&line, name_of(OF_RESTARTS), summary->restarts);
    member_text_if(&line, name_of(OF_STOPPED), summary->stopped);
    if (summary->stale)
        member_number(&line, name_of(OF_STALE), summary->stale);
    member_number(&line, name_of(OF_UNREDUCED), summary->unreduced);
    member_number(&line, name_of(OF_US), summary->us);
    add_readings(&line, summary);
    declared_json(&line, summary);
    cost_line_summary(&line, summary);
    add_likenesses(&line, summary);
    fp_json_raw(&line, "}");
    put(self, &line);
    case_places_free(self->state);
    free(self->state);
    self->state = NULL;
}

const report_format REPORT_JSON = { "json", false, begin, one_result, one_finding, end };
