/* SPDX-License-Identifier: Apache-2.0 */
/* report_sarif.c: SARIF 2.1.0, which code scanning reads: a rule for each clause that failed, with
 * its text as help; a result for each failure, at the parser's source if the worker declares it
 * (PROTOCOL-2.11), else at its case in the case file. A known failure is a suppressed result,
 * advice a note. Each report is a run.
 */
#include "base/visible.h"
#include "report/report.h"
#include "report/report_cause.h"
#include "report/report_text.h"
#include "result/finding.h"
#include "suite/case_place.h"

#include <fencepost/ascii.h>

#include <stdlib.h>
#include <string.h>

typedef struct sarif {
    fp_json results; /* of the run under way */
    size_t result_count;
    const char **rules; /* ids of clauses: the spec's, or the source's */
    size_t rule_count, rule_cap;
    fp_json runs;
    case_places places;
} sarif;

static void begin(reporter *self)
{
    if (!self->state)
        self->state = xcalloc(1, sizeof(sarif));
}

static void string(fp_json *out, const char *before, const char *text)
{
    fp_json_raw(out, before);
    visible_json(out, fp_str_of(text));
}

/* The same, with what is invisible made visible: these texts are read by people. */
static void visible(fp_json *out, const char *before, const char *text)
{
    char *seen = visible_lines(fp_str_of(text));

    string(out, before, seen);
    free(seen);
}

static size_t rule_of(sarif *s, const char *id)
{
    void *grown = (void *)s->rules;

    for (size_t i = 0; i < s->rule_count; i++)
        if (strcmp(s->rules[i], id) == 0)
            return i;
    xgrow(&grown, &s->rule_cap, s->rule_count, sizeof *s->rules);
    s->rules = (const char **)grown;
    s->rules[s->rule_count] = id;
    return s->rule_count++;
}

/* -- results ----------------------------------------------------------------------------------- */

/* Where the case is, in the suite. */
static void put_case(reporter *self, fp_json *out, const test_case *t)
{
    sarif *s = self->state;
    const size_t line = t->line ? t->line : case_line(&s->places, spec_data(self->info->spec), t);

    if (!*t->file)
        return;
    string(out, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":", t->file);
    fp_json_raw(out, ",\"uriBaseId\":\"SUITE\"}");
    if (line)
        text_format(out, ",\"region\":{\"startLine\":%zu}", line);
    fp_json_raw(out, "},");
}

/* A path as a reference: what a URI does not take is written as %XX. */
static void put_uri(fp_json *out, const char *path)
{
    fp_json_raw(out, "\"");
    for (const char *p = path; *p; p++)
        if (fp_is_letter(*p) || fp_is_digit(*p) || strchr("-._~/", *p))
            fp_json_bytes(out, (fp_str){ p, 1 });
        else
            text_format(out, "%%%02X", (unsigned char)*p);
    fp_json_raw(out, "\"");
}

/* The parser's source, which is in the repository of who reads this; the case is then beside it. */
static void put_parser_place(fp_json *out, const char *file, size_t line)
{
    fp_json_raw(out, "\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    put_uri(out, file);
    text_format(out, ",\"uriBaseId\":\"%%SRCROOT%%\"},\"region\":{\"startLine\":%zu}},",
                line ? line : 1);
}

static void put_location(reporter *self, fp_json *out, const test_case *t)
{
    const json_t *parser = self->info->parser;
    const char *file = json_string_value(json_object_get(parser, "file"));

    fp_json_raw(out, ",\"locations\":[{");
    if (file)
        put_parser_place(out, file, (size_t)json_integer_value(json_object_get(parser, "line")));
    else
        put_case(self, out, t);
    string(out, "\"logicalLocations\":[{\"fullyQualifiedName\":", t->id);
    fp_json_raw(out, ",\"kind\":\"case\"}]}]");
    if (!file || !*t->file)
        return;
    fp_json_raw(out, ",\"relatedLocations\":[{\"id\":1,");
    put_case(self, out, t);
    fp_json_raw(out, "\"message\":{\"text\":\"the case\"}}]");
}

static const char *level_of(const result *r, bool strict)
{
    if (r->verdict == VERDICT_DECLARED)
        return "none";
    return r->verdict == VERDICT_KNOWN || result_counts(r, strict) ? "error" : "note";
}

static void one_result(reporter *self, const result *r)
{
    sarif *s = self->state;
    fp_json *out = &s->results;
    char *text, *message, *print;

    if (!result_failed(r) && r->verdict != VERDICT_DECLARED)
        return;
    text = failure_text(self->info, r);
    message =
        xformat("%s, %s (%s): %s\n%s", r->test->id, r->check, r->test->title, r->sentence, text);
    print = xformat("%s %s", r->test->id, r->check);
    string(out, s->result_count++ ? ",\n{\"ruleId\":" : "{\"ruleId\":", r->clause);
    text_format(out, ",\"ruleIndex\":%zu,%s\"level\":\"%s\",\"rank\":%u", rule_of(s, r->clause),
                r->verdict == VERDICT_DECLARED ? "\"kind\":\"pass\"," : "",
                level_of(r, self->info->strict), 100 * (unsigned)r->harm / (HARM_COUNT - 1));
    visible(out, ",\"message\":{\"text\":", message);
    fp_json_raw(out, "}");
    put_location(self, out, r->test);
    string(out, ",\"partialFingerprints\":{\"fencepost/v1\":", print);
    fp_json_raw(out, "}");
    if (r->verdict == VERDICT_KNOWN)
        fp_json_raw(out, ",\"suppressions\":[{\"kind\":\"external\",\"justification\":"
                         "\"a known failure\"}]");
    string(out, ",\"properties\":{\"check\":", r->check);
    string(out, ",\"class\":", r->failure ? r->failure : verdict_name(r->verdict));
    string(out, ",\"harm\":", harm_name(r->harm));
    fp_json_raw(out, "}}");
    free(print);
    free(message);
    free(text);
}

/* Each failure has its result already. */
static void one_finding(reporter *self, const finding *f)
{
    (void)self;
    (void)f;
}

/* -- rules ------------------------------------------------------------------------------------- */

static void put_rule(fp_json *out, const run_info *info, const char *id)
{
    const clause *c = spec_find(info->spec, id);
    char *help;

    string(out, "{\"id\":", id);
    if (c) {
        help = xformat("%s (%s, %s#%s)\n\n%s\n\n%s", c->id, level_name(c->level), c->file,
                       c->anchor, c->sentence, c->rest);
        string(out, ",\"shortDescription\":{\"text\":", c->sentence);
        string(out, "},\"help\":{\"text\":", help);
        string(out, ",\"markdown\":", help);
        text_format(out, "},\"defaultConfiguration\":{\"level\":\"%s\"}",
                    c->level == LEVEL_MUST ? "error" : "note");
        text_format(out, ",\"properties\":{\"tags\":[\"%s\"]}", level_name(c->level));
        free(help);
    } else {
        fp_json_raw(out, ",\"shortDescription\":{\"text\":\"a clause of another version\"}");
    }
    fp_json_raw(out, "}");
}

static void put_tool(fp_json *out, const reporter *self, const sarif *s)
{
    const run_info *info = self->info;

    fp_json_raw(out, "{\"tool\":{\"driver\":{\"name\":\"fencepost\",\"version\":");
    fp_json_string(out, fp_str_of(info->suite ? info->suite : FP_VERSION));
    fp_json_raw(out, ",\"rules\":[");
    for (size_t i = 0; i < s->rule_count; i++) {
        fp_json_raw(out, i ? ",\n" : "\n");
        put_rule(out, info, s->rules[i]);
    }
    fp_json_raw(out, "]}}");
}

/* -- the end ----------------------------------------------------------------------------------- */

/* What concerns the run and no case; NULL: nothing. */
static void put_notification(fp_json *out, const char *before, const char *sentence)
{
    if (!sentence)
        return;
    fp_json_raw(out, before);
    visible(out, "{\"level\":\"error\",\"message\":{\"text\":", sentence);
    fp_json_raw(out, "}}");
}

static void put_invocation(fp_json *out, const run_info *info, const run_summary *summary)
{
    fp_json_raw(out, ",\n\"invocations\":[{\"executionSuccessful\":");
    fp_json_raw(out, summary->stopped ? "false" : "true");
    if (info->started)
        string(out, ",\"startTimeUtc\":", info->started);
    put_notification(out, ",\"toolExecutionNotifications\":[", summary->stopped);
    if (summary->stale) {
        char *sentence = stale_sentence(summary);

        put_notification(out, summary->stopped ? "," : ",\"toolExecutionNotifications\":[",
                         sentence);
        free(sentence);
    }
    fp_json_raw(out, summary->stopped || summary->stale ? "]}]" : "}]");
}

/* What the results come from, the gravest cause first. */
static void put_causes(fp_json *out, const causes *c)
{
    fp_json_raw(out, ",\"causes\":[");
    for (size_t i = 0; i < causes_count(c) && i < CAUSES_SHOWN; i++) {
        const cause *one = causes_at(c, i);

        visible(out, i ? ",\n{\"sentence\":" : "{\"sentence\":", one->sentence);
        string(out, ",\"clause\":", one->clause);
        string(out, ",\"harm\":", harm_name(one->harm));
        string(out, ",\"trigger\":", cause_trigger_name(one->trigger));
        text_format(out, ",\"results\":%zu", one->count);
        visible(out, ",\"again\":", one->command);
        fp_json_raw(out, "}");
    }
    fp_json_raw(out, "]");
}

static void end_run(reporter *self, const run_summary *summary)
{
    sarif *s = self->state;
    fp_json *out = &s->runs;
    char *id = xformat("fencepost/%s/", self->info->subject);

    fp_json_raw(out, self->index ? ",\n" : "");
    put_tool(out, self, s);
    string(out, ",\n\"automationDetails\":{\"id\":", id);
    fp_json_raw(out, "},\"columnKind\":\"unicodeCodePoints\",\"originalUriBaseIds\":{\"SUITE\":"
                     "{\"description\":{\"text\":\"the data of Fencepost: spec/ and corpus/\"}}}");
    put_invocation(out, self->info, summary);
    visible(out, ",\"properties\":{\"subject\":", self->info->subject);
    visible(out, ",\"policies\":", self->info->policies);
    put_causes(out, summary->causes);
    fp_json_raw(out, "},\n\"results\":[\n");
    need_memory(!s->results.failed);
    fp_json_bytes(out, json_text(&s->results));
    fp_json_raw(out, "]}");
    fp_json_free(&s->results);
    s->result_count = s->rule_count = 0;
    free(id);
}

static void end(reporter *self, const run_summary *summary)
{
    sarif *s = self->state;

    end_run(self, summary);
    if (self->index + 1 < self->of)
        return;
    fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
          "\"runs\":[\n",
          stdout);
    text_put(&s->runs);
    fputs("]}\n", stdout);
    case_places_free(&s->places);
    free((void *)s->rules);
    free(s);
    self->state = NULL;
}

const report_format REPORT_SARIF = { "sarif", true, begin, one_result, one_finding, end };
