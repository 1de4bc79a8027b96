/* SPDX-License-Identifier: Apache-2.0 */
/* report_junit.c: JUnit XML, as CI systems read it: a suite for each syntax, a test case for each
 * check. What does not count (known failures, advice) is `skipped`, with the reason. If there was
 * no answer at all (crash, timeout, protocol), the check is an `error`.
 */
#include "base/visible.h"
#include "report/report.h"
#include "report/report_cause.h"
#include "report/report_text.h"
#include "result/finding.h"

#include <stdlib.h>
#include <string.h>

typedef struct suite {
    const char *syntax;
    fp_json body;
    size_t tests, failures, errors, skipped;
    uint64_t us;
} suite;

typedef struct junit {
    suite *suites; /* of the report under way */
    size_t count, cap;
    fp_json all;
    size_t tests, failures, errors, skipped;
    uint64_t us;
} junit;

static void begin(reporter *self)
{
    if (!self->state)
        self->state = xcalloc(1, sizeof(junit));
}

static suite *suite_of(junit *j, const char *syntax)
{
    void *grown = j->suites;

    for (size_t i = j->count; i > 0; i--)
        if (strcmp(j->suites[i - 1].syntax, syntax) == 0)
            return &j->suites[i - 1];
    xgrow(&grown, &j->cap, j->count, sizeof *j->suites);
    j->suites = grown;
    j->suites[j->count] = (suite){ .syntax = syntax };
    return &j->suites[j->count++];
}

static void attribute(fp_json *out, const char *name, const char *value)
{
    char *seen = visible_lines(fp_str_of(value));

    for (char *at = seen; *at; at++)
        if (*at == '\n')
            *at = ' ';
    text_format(out, " %s=\"", name);
    xml_text(out, seen);
    fp_json_raw(out, "\"");
    free(seen);
}

static void seconds(fp_json *out, uint64_t us)
{
    text_format(out, " time=\"%llu.%06llu\"", (unsigned long long)(us / 1000000),
                (unsigned long long)(us % 1000000));
}

/* "fencepost.caret.fence" and "no-parameters golden": how CI systems group tests. */
static void test_case_tag(fp_json *out, const result *r)
{
    const char *last = strrchr(r->test->id, '/');
    char *class = xformat("fencepost.%.*s", last ? (int)(last - r->test->id) : 0, r->test->id);
    char *name = xformat("%s %s", last ? last + 1 : r->test->id, r->check);

    for (char *at = class; *at; at++)
        if (*at == '/')
            *at = '.';
    fp_json_raw(out, "    <testcase");
    attribute(out, "classname", class);
    attribute(out, "name", name);
    seconds(out, r->us);
    free(class);
    free(name);
}

static void skipped(suite *s, const char *why, const char *sentence)
{
    char *message = xformat("%s%s", why, sentence ? sentence : "");

    s->skipped++;
    fp_json_raw(&s->body, "      <skipped");
    attribute(&s->body, "message", message);
    fp_json_raw(&s->body, "/>\n");
    free(message);
}

static void failed(suite *s, const run_info *info, const result *r)
{
    const bool silent = r->verdict == VERDICT_CRASH || r->verdict == VERDICT_TIMEOUT ||
                        r->verdict == VERDICT_PROTOCOL;
    const char *tag = silent ? "error" : "failure";
    char *text = failure_text(info, r);

    s->errors += silent;
    s->failures += !silent;
    text_format(&s->body, "      <%s", tag);
    attribute(&s->body, "type", r->failure ? r->failure : verdict_name(r->verdict));
    attribute(&s->body, "message", r->sentence);
    fp_json_raw(&s->body, ">");
    xml_text(&s->body, text);
    text_format(&s->body, "</%s>\n", tag);
    free(text);
}

/* It passes; what it says is not lost. */
static void declared(suite *s, const result *r)
{
    char *text = xformat("declared: reads %s otherwise: %s", r->clause, r->sentence);

    fp_json_raw(&s->body, "      <system-out>");
    xml_text(&s->body, text);
    fp_json_raw(&s->body, "</system-out>\n");
    free(text);
}

static void one_result(reporter *self, const result *r)
{
    suite *s = suite_of(self->state, case_subject(r->test));

    s->tests++;
    s->us += r->us;
    test_case_tag(&s->body, r);
    if (r->verdict == VERDICT_PASS) {
        fp_json_raw(&s->body, "/>\n");
        return;
    }
    fp_json_raw(&s->body, ">\n");
    if (r->verdict == VERDICT_DECLARED)
        declared(s, r);
    else if (r->verdict == VERDICT_SKIPPED)
        skipped(s, "", r->sentence);
    else if (r->verdict == VERDICT_KNOWN)
        skipped(s, "known failure: ", r->sentence);
    else if (r->verdict == VERDICT_DIFFERS && !self->info->strict)
        skipped(s, "differs, only Decisions of the suite say otherwise: ", r->sentence);
    else if (!result_counts(r, self->info->strict))
        skipped(s, "advice, the clause is not a MUST: ", r->sentence);
    else
        failed(s, self->info, r);
    fp_json_raw(&s->body, "    </testcase>\n");
}

/* Smallest forms are not tests. */
static void one_finding(reporter *self, const finding *f)
{
    (void)self;
    (void)f;
}

/* -- the end ----------------------------------------------------------------------------------- */

static void property(fp_json *out, const char *name, const char *value)
{
    fp_json_raw(out, "      <property");
    attribute(out, "name", name);
    attribute(out, "value", value);
    fp_json_raw(out, "/>\n");
}

/* What the suite's failures come from: not tests, so they are its output. */
static void put_causes(fp_json *out, const char *syntax, const causes *c)
{
    size_t shown = 0;

    for (size_t i = 0; i < causes_count(c) && shown < CAUSES_SHOWN; i++) {
        const cause *one = causes_at(c, i);
        char *text;

        if (strcmp(one->subject, syntax) != 0)
            continue;
        text = cause_text(one);
        fp_json_raw(out, shown++ ? "\n" : "    <system-out>");
        xml_text(out, one->sentence);
        fp_json_raw(out, "\n");
        xml_text(out, text);
        free(text);
    }
    fp_json_raw(out, shown ? "</system-out>\n" : "");
}

static void put_suite(junit *j, const run_info *info, suite *s, const causes *found)
{
    char *name = xformat("%s: %s", info->subject, s->syntax);
    char *seed = xformat("%llu", (unsigned long long)info->seed);
    fp_json *out = &j->all;

    fp_json_raw(out, "  <testsuite");
    attribute(out, "name", name);
    text_format(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", s->tests,
                s->failures, s->errors, s->skipped);
    seconds(out, s->us);
    if (info->started) { /* which the schemas have without a zone */
        char *zoneless = xformat("%.*s", (int)strcspn(info->started, "Z"), info->started);

        attribute(out, "timestamp", zoneless);
        free(zoneless);
    }
    fp_json_raw(out, ">\n    <properties>\n");
    property(out, "suite", info->suite ? info->suite : FP_VERSION);
    property(out, "policies", info->policies);
    property(out, "seed", seed);
    fp_json_raw(out, "    </properties>\n");
    need_memory(!s->body.failed);
    fp_json_bytes(out, json_text(&s->body));
    put_causes(out, s->syntax, found);
    fp_json_raw(out, "  </testsuite>\n");
    fp_json_free(&s->body);
    j->tests += s->tests;
    j->failures += s->failures;
    j->errors += s->errors;
    j->us += s->us;
    free(seed);
    free(name);
}

/* A run that came to no end must not look like one whose tests passed. */
static void put_stopped(suite *s, const char *stopped)
{
    s->tests++;
    s->errors++;
    fp_json_raw(&s->body,
                "    <testcase classname=\"fencepost\" name=\"the whole run\" time=\"0\">\n"
                "      <error type=\"stopped\"");
    attribute(&s->body, "message", stopped);
    fp_json_raw(&s->body, "/>\n    </testcase>\n");
}

/* Nor one whose known failures are others than the file says. */
static void put_stale(suite *s, const run_summary *summary)
{
    char *sentence = stale_sentence(summary);

    s->tests++;
    s->failures++;
    fp_json_raw(&s->body,
                "    <testcase classname=\"fencepost\" name=\"known failures\" time=\"0\">\n"
                "      <failure type=\"stale\"");
    attribute(&s->body, "message", sentence);
    fp_json_raw(&s->body, "/>\n    </testcase>\n");
    free(sentence);
}

static void end(reporter *self, const run_summary *summary)
{
    junit *j = self->state;
    fp_json head = { 0 };

    if (summary->stale)
        put_stale(suite_of(j, "run"), summary);

    if (summary->stopped)
        put_stopped(suite_of(j, "run"), summary->stopped);
    for (size_t i = 0; i < j->count; i++)
        put_suite(j, self->info, &j->suites[i], summary->causes);
    j->count = 0;
    if (self->index + 1 < self->of)
        return;
    fp_json_raw(&head,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fencepost\"");
    text_format(&head, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", j->tests, j->failures,
                j->errors);
    seconds(&head, j->us);
    fp_json_raw(&head, ">\n");
    fp_json_raw(&j->all, "</testsuites>\n");
    text_put(&head);
    text_put(&j->all);
    free(j->suites);
    free(j);
    self->state = NULL;
}

const report_format REPORT_JUNIT = { "junit", true, begin, one_result, one_finding, end };
