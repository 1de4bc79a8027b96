/* SPDX-License-Identifier: Apache-2.0 */
/* drive.c: answers the requests of a peer: lists the tests, and runs one of them. */
#include "run/drive.h"

#include "base/members.h"
#include "base/nearest.h"
#include "base/not_json.h"
#include "report/report.h"
#include "report/tally.h"
#include "run/drive_tests.h"
#include "run/readings_check.h"
#include "run/run.h"
#include "run/wanted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Failures of one test that are shown whole; of a law the others have a line each. */
enum { SHOWN = 1 };

typedef struct driving {
    const drive_config *config;
    session *peer;
    const wire_hello *hello;
    corpus *corpus;
    spec *spec;
    drive_tests tests;
} driving;

/* What has come of a test so far. */
typedef struct outcome {
    const drive_test *test;
    tally tally;
    verdict
        verdict; /* of the first that counts; else of the first that failed, passed, was skipped */
    bool any, counts;
    const char *clause;
    char *sentence; /* owned; or NULL */
    size_t checks, failed;
} outcome;

/* -- what is wrong with the peer -------------------------------------------------------------- */

static int wrong(fp_str line, const char *sentence)
{
    char begin[WIRE_ERROR_SIZE];

    wire_visible(line, begin, sizeof begin);
    fprintf(stderr, "fencepost drive: what the peer asks is wrong: %s: %s\n", sentence, begin);
    return EXIT_ADAPTER;
}

static int no_such_test(const driving *d, const char *id)
{
    const char **ids = xcalloc(d->tests.count + 1, sizeof *ids);
    char *question;

    for (size_t i = 0; i < d->tests.count; i++)
        ids[i] = d->tests.all[i].id;
    question = nearest_question(id, "", ids, d->tests.count);
    fprintf(stderr, "fencepost drive: there is no test %s%s\n", id,
            *question ? question : "; {\"op\":\"list\"} asks for all");
    free(question);
    free(ids);
    return EXIT_USAGE;
}

/* -- a test ----------------------------------------------------------------------------------- */

static unsigned rank(const result *r, bool counts)
{
    return counts ? 3 : result_failed(r) ? 2 : r->verdict != VERDICT_SKIPPED ? 1 : 0;
}

static void on_checked(void *context, const result *r)
{
    outcome *o = context;
    const bool counts = result_counts(r, o->tally.strict);
    const result before = { .verdict = o->verdict };

    if (strcmp(r->check, o->test->check) != 0)
        return;
    tally_result(&o->tally, r);
    o->checks++;
    o->failed += counts;
    if (o->any && rank(r, counts) <= rank(&before, o->counts))
        return;
    o->any = true;
    o->verdict = r->verdict;
    o->counts = counts;
    o->clause = r->clause;
    free(o->sentence);
    o->sentence = r->sentence ? xstrdup(r->sentence) : NULL;
}

/* What was printed on standard output from there to there; owned. */
static char *printed(off_t from, off_t to)
{
    const size_t size = to > from ? (size_t)(to - from) : 0;
    char *text = xcalloc(size + 1, 1);
    size_t done = 0;

    while (done < size) {
        const ssize_t n = pread(STDOUT_FILENO, text + done, size - done, from + (off_t)done);

        if (n <= 0)
            break;
        done += (size_t)n;
    }
    return text;
}

static off_t place(void)
{
    fflush(stdout);
    return lseek(STDOUT_FILENO, 0, SEEK_CUR);
}

/* Runs it; the failures as the terminal has them, owned. */
static char *run_test(const driving *d, const run_info *info, outcome *o)
{
    const drive_test *test = o->test;
    const test_case **cases = xcalloc(test->count, sizeof *cases);
    selection what = { .cases = cases, .count = test->count, .seed = d->config->seed, .jobs = 1 };
    findings *found = d->config->budget ? findings_new() : NULL;
    const char *wrong;
    off_t from, to;

    wanted_read(test->check, &what.checks, &wrong);
    drive_test_cases(test, d->corpus, cases);
    o->tally = (tally){ .format = report_find("tty"),
                        .reporter = { .info = info, .of = 1 },
                        .strict = d->config->strict,
                        .findings = found };
    rewind(stdout);
    tally_begin(&o->tally);
    from = place();
    run_worker(&what, d->peer, on_checked, o);
    if (found)
        causes_order(o->tally.causes, found);
    if (found && !session_lost(d->peer))
        findings_reduce_worker(found, d->peer, d->config->seed, d->config->budget);
    tally_end(&o->tally, 0, NULL);
    to = place();
    free(cases);
    return printed(from, to);
}

static void tell_verdict(const driving *d, const outcome *o, const char *text)
{
    fp_json line = { 0 };

    fp_json_raw(&line, "{");
    member_text(&line, "op", "verdict");
    member_text(&line, "test", o->test->id);
    member_text(&line, "verdict", verdict_name(o->verdict));
    member_flag(&line, "counts", o->counts);
    member_text(&line, "clause", o->clause ? o->clause : o->test->clause);
    member_number(&line, "checks", o->checks);
    member_number(&line, "failed", o->failed);
    member_text_if(&line, "sentence",
                   o->any ? o->sentence : "no case of the feature is asked for this law");
    if (*text)
        member_text(&line, "text", text);
    fp_json_raw(&line, "}");
    session_peer_tell(d->peer, json_text(&line));
    fp_json_free(&line);
}

/* A test of which no case is asked for the law (LINEAR looks at a few) is skipped. */
static int run_named(const driving *d, const char *id)
{
    const drive_test *test = drive_tests_find(&d->tests, id);
    run_info info = { .subject = d->hello->name,
                      .worker = d->config->worker,
                      .policies = "",
                      .spec = d->spec,
                      .strict = d->config->strict,
                      .seed = d->config->seed,
                      .show = SHOWN,
                      .alone = true };
    outcome o = { .test = test, .verdict = VERDICT_SKIPPED };
    char *text;

    if (!test)
        return no_such_test(d, id);
    info.selected = test->count;
    text = run_test(d, &info, &o);
    if (!session_lost(d->peer))
        tell_verdict(d, &o, text);
    else
        fprintf(stderr, "fencepost drive: in the test %s the peer failed: %s\n", id,
                session_lost(d->peer));
    free(text);
    free(o.sentence);
    return session_lost(d->peer) ? EXIT_ADAPTER : EXIT_AS_EXPECTED;
}

/* -- what the peer asks ------------------------------------------------------------------------ */

static int tell_tests(const driving *d)
{
    fp_json line = { 0 };

    drive_tests_write(&d->tests, &line);
    session_peer_tell(d->peer, json_text(&line));
    fp_json_free(&line);
    return EXIT_AS_EXPECTED;
}

/* One request; *ends: it was the last. */
static int obey(const driving *d, fp_str line, json_t *request, bool *ends)
{
    const char *op = json_string_value(json_object_get(request, "op"));
    const char *test = json_string_value(json_object_get(request, "test"));
    const size_t members = json_object_size(request);

    if (op && strcmp(op, "list") == 0 && members == 1)
        return tell_tests(d);
    if (op && strcmp(op, "run") == 0 && test && members == 2)
        return run_named(d, test);
    *ends = op && strcmp(op, "bye") == 0 && members == 1;
    if (*ends)
        return EXIT_AS_EXPECTED;
    return wrong(line, "it is none of {\"op\":\"list\"}, {\"op\":\"run\",\"test\":ID} and "
                       "{\"op\":\"bye\"} (spec/drive.md)");
}

static int read_request(const driving *d, fp_str borrowed, bool *ends)
{
    const fp_str line = xcopy(borrowed); /* which the requests of a test would overwrite */
    json_t *request = json_loadb(line.ptr, line.len, JSON_REJECT_DUPLICATES, NULL);
    char *reason = request ? NULL : not_json_text(line, 1);
    const int code = request ? obey(d, line, request, ends) : wrong(line, reason);

    json_decref(request);
    free(reason);
    free((char *)(uintptr_t)line.ptr);
    return code;
}

static int converse(const driving *d)
{
    bool ends = false;
    int code = EXIT_AS_EXPECTED;

    while (!code && !ends) {
        fp_str line;
        const worker_status status = session_peer_line(d->peer, &line);

        if (status == WORKER_OK)
            code = read_request(d, line, &ends);
        else if (line.len)
            code = wrong(line, status == WORKER_TOO_LONG ? "the line is too long"
                                                         : "the line does not end");
        else
            ends = true;
    }
    return code;
}

int drive(const drive_config *config, session *peer)
{
    const wire_hello *hello = session_hello(peer);
    problems p = { .by = "drive" };
    const fp_syntax **only = xcalloc(hello->syntax_count + 1, sizeof *only);
    driving d = { .config = config, .peer = peer, .hello = hello };
    int code = EXIT_USAGE;

    memcpy((void *)only, (const void *)hello->syntaxes, hello->syntax_count * sizeof *only);
    d.corpus = corpus_load_of(config->data, only, &p);
    d.spec = d.corpus ? spec_load(config->data, &p) : NULL;
    if (d.spec) {
        spec_grade(d.spec, d.corpus);
        d.tests = drive_tests_of(d.corpus, hello);
        code = readings_check("drive", d.spec, hello) ? converse(&d) : EXIT_ADAPTER;
    }
    drive_tests_free(&d.tests);
    spec_free(d.spec);
    corpus_free(d.corpus);
    free((void *)only);
    return code;
}
