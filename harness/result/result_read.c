/* SPDX-License-Identifier: Apache-2.0 */
/* result_read.c: reads the lines that report_json.c writes back as results. */
#include "result/result_read.h"

#include "base/interrupt.h"
#include "base/not_json.h"
#include "judge/adhoc.h"
#include "judge/judge.h"
#include "law/laws.h"
#include "partial/partial_cases.h"
#include "template/template_cases.h"
#include "result/cost_line.h"
#include "result/finding_read.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_SIZE = 65536, LINE_MOST = 128 << 20 };

/* -- lines ----------------------------------------------------------------------------------- */

/* Waits for something to read; what would end us is told to the process that writes. */
static void await(const report_source *s)
{
    struct pollfd in = { .fd = s->fd, .events = POLLIN };
    bool told = false;

    do {
        if (!told && s->relay > 0 && interrupt_stops()) {
            kill(s->relay, interrupt_pending() ? interrupt_pending() : SIGTERM);
            told = true;
        }
    } while (poll(&in, 1, INTERRUPT_TICK_MS) <= 0);
}

/* Reads more; false at the end. */
static bool read_more(report_source *s)
{
    ssize_t n;

    if (s->fd < 0)
        return false;
    if (s->start) {
        memmove(s->bytes, s->bytes + s->start, s->len - s->start);
        s->len -= s->start;
        s->scanned -= s->start;
        s->start = 0;
    }
    if (s->len > LINE_MOST)
        return false;
    while (s->cap - s->len < READ_SIZE) {
        void *grown = s->bytes;

        xgrow(&grown, &s->cap, s->cap, 1);
        s->bytes = grown;
    }
    do {
        await(s);
        n = read(s->fd, s->bytes + s->len, s->cap - s->len);
    } while (n < 0 && errno == EINTR);
    s->len += n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* The next line that LF ends; false at the end. A line without LF is the trace of a killed run. */
static bool next_line(report_source *s, fp_str *line)
{
    const char *end = NULL;

    while (!end) {
        if (s->scanned < s->len)
            end = memchr(s->bytes + s->scanned, '\n', s->len - s->scanned);
        s->scanned = end ? (size_t)(end - s->bytes) : s->len;
        if (!end && !read_more(s))
            return false;
    }
    *line = (fp_str){ s->bytes + s->start, s->scanned - s->start };
    s->start = ++s->scanned;
    s->line_no++;
    return true;
}

/* -- members --------------------------------------------------------------------------------- */

const char *source_text(const report_source *s, record_member member)
{
    const char *text = record_text(s->run, member);

    return text ? text : "";
}

size_t source_number(const report_source *s, record_member member)
{
    return record_number(s->run, member);
}

void source_shard(const report_source *s, size_t shard[2])
{
    const json_t *member = record_get(s->run, OF_SHARD);

    for (size_t i = 0; i < 2; i++) {
        const json_int_t number = json_integer_value(json_array_get(member, i));

        shard[i] = number > 0 ? (size_t)number : 1;
    }
}

/* -- results --------------------------------------------------------------------------------- */

/* Which: a name in the report, of which anybody may have made anything. */
static bool say_wrong(report_source *s, const char *what, const char *which)
{
    char *visible = text_escape(fp_str_of(which ? which : ""));

    if (!s->wrong)
        s->wrong = xformat("line %u: %s%.200s", s->line_no, what, visible);
    free(visible);
    return false;
}

static bool read_verdict(report_source *s, result *r)
{
    const char *suspected = record_text(s->line, OF_SUSPECT);
    unsigned who = 0;

    while (suspected && who < SUSPECT_COUNT && strcmp(suspected, suspect_name((suspect)who)) != 0)
        who++;
    if (!verdict_read(record_text(s->line, OF_VERDICT), &r->verdict) || who == SUSPECT_COUNT)
        return say_wrong(s, "an unknown verdict or suspect", NULL);
    r->suspect = (suspect)who;
    return true;
}

bool source_class(const report_source *s, const char *class, verdict *v, const char **kind)
{
    char *name;
    bool found = failure_class_read(class, v, kind);

    if (found || !class || !s->foreign)
        return found;
    name = xformat("%.*s", (int)strcspn(class, "/"), class);
    found = verdict_read(name, v);
    free(name);
    return found;
}

bool source_harm(const report_source *s, const json_t *line, harm *h)
{
    const char *name = record_text(line, OF_HARM);

    if (harm_read(name, h))
        return true;
    *h = HARM_NONE;
    return !name || s->foreign; /* the reports of older suites have none */
}

/* A failure has a class, and nothing else does; a known one has that of its failure, and a declared
 * reading that of one that is not declared. */
static bool read_class(report_source *s, result *r)
{
    verdict v;

    r->failure = record_text(s->line, OF_CLASS);
    if (r->verdict == VERDICT_DECLARED)
        return (source_class(s, r->failure, &v, &r->kind) && v == VERDICT_DIFFERS) ||
               say_wrong(s, "a declared reading has no such class: ", r->failure);
    if (!r->failure && !result_failed(r))
        return true;
    return (result_failed(r) && source_class(s, r->failure, &v, &r->kind) &&
            (v == r->verdict || r->verdict == VERDICT_KNOWN)) ||
           say_wrong(s, "the failure has no such class: ", r->failure);
}

const char *source_check(const char *name)
{
    static const char *const OTHERS[] = { "golden", "policies", "KEPT", "HONEST" };

    for (size_t i = 0; name && i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (strcmp(name, OTHERS[i]) == 0)
            return OTHERS[i];
    for (unsigned l = 0; name && l < LAW_COUNT; l++)
        if (strcmp(name, law_name((law)l)) == 0)
            return law_name((law)l);
    return NULL;
}

const test_case *source_case(const report_source *s, const char *id)
{
    const test_case *t = s->foreign ? NULL : corpus_find(s->corpus, id);

    return t ? t : given_case_find(&s->given, id);
}

const char *source_clause(report_source *s, const char *id)
{
    const clause *c = id ? spec_find(s->spec, id) : NULL;

    return c ? c->id : id && s->foreign ? given_name(&s->given, id) : NULL;
}

static bool is_titled(const json_t *titles, answer_sides sides)
{
    const char *left = json_string_value(json_array_get(titles, 0));
    const char *right = json_string_value(json_array_get(titles, 1));

    return left && right && strcmp(left, sides_title(sides, false)) == 0 &&
           strcmp(right, sides_title(sides, true)) == 0;
}

bool source_sides(const json_t *line, answer_sides *sides)
{
    const json_t *titles = record_get(line, OF_SIDES);
    unsigned found = SIDES_JUDGED;

    while (titles && found < SIDES_COUNT && !is_titled(titles, (answer_sides)found))
        found++;
    *sides = (answer_sides)found;
    return found < SIDES_COUNT;
}

/* Offsets of the case's input, ascending. */
static bool read_cuts(report_source *s, result *r)
{
    const json_t *cuts = record_get(s->line, OF_CUTS);
    json_int_t before = 0;

    r->cut_name = record_text(s->line, OF_CUT);
    s->cuts = xcalloc(json_array_size(cuts), sizeof *s->cuts);
    r->cuts = s->cuts;
    for (size_t i = 0; i < json_array_size(cuts); i++) {
        const json_int_t at = json_integer_value(json_array_get(cuts, i));

        if (at < before || (uint64_t)at > r->test->input.len)
            return say_wrong(s, "cuts that are none of the input of ", r->test->id);
        s->cuts[r->cut_count++] = (size_t)(before = at);
    }
    return true;
}

/* The case of this id: of the corpus, or of those that were made up for this run, and whose results
 * come in their order. */
static const test_case *case_named(report_source *s, const char *id)
{
    const test_case *found = corpus_find(s->corpus, id);

    for (size_t i = 0; !found && s->what && i < s->what->count; i++) {
        const size_t at = (s->met + i) % s->what->count;

        if (strcmp(s->what->cases[at]->id, id) == 0) {
            s->met = at;
            found = s->what->cases[at];
        }
    }
    return found;
}

/* The case that the line is about. Those of our own corpus must be in it. */
static const test_case *read_case(report_source *s, const char *id)
{
    const char *subject = record_text(s->line, OF_SYNTAX);
    const bool apart = subject && (strcmp(subject, PARTIAL_SUBJECT) == 0 ||
                                   strcmp(subject, TEMPLATE_SUBJECT) == 0); /* of no corpus */
    const test_case *t = s->foreign || apart || !id ? NULL : case_named(s, id);

    if (!t && (s->foreign || apart || record_flag(s->line, OF_GIVEN)))
        t = given_case_read(&s->given, s->line);
    return t;
}

static bool read_result(report_source *s)
{
    result *r = &s->result;
    const char *id = record_text(s->line, OF_CASE), *clause_id = record_text(s->line, OF_CLAUSE);

    *r = (result){ .test = read_case(s, id),
                   .check = source_check(record_text(s->line, OF_CHECK)),
                   .clause = source_clause(s, clause_id),
                   .us = record_number(s->line, OF_US),
                   .advice = record_flag(s->line, OF_ADVICE),
                   .sentence = record_text(s->line, OF_MESSAGE),
                   .tokens = record_flag(s->line, OF_TOKENS),
                   .prefix = record_number(s->line, OF_PREFIX),
                   .tried = record_number(s->line, OF_CUTTINGS),
                   .failed = record_number(s->line, OF_CUTTINGS_FAILED),
                   .lag = record_get(s->line, OF_LAG) ? &s->lag : NULL,
                   .expected = record_text(s->line, OF_EXPECTED),
                   .actual = record_text(s->line, OF_ACTUAL),
                   .command = record_command(s->line),
                   .declares = record_get(s->line, OF_DECLARES) ? &s->declares : NULL,
                   .basis = record_text(s->line, OF_BASIS),
                   .stderr_tail = json_str(record_get(s->line, OF_STDERR)) };
    r->costs = s->costs;
    r->cost_count = cost_line_read(s->line, r->clause, s->costs);
    s->lag = record_number(s->line, OF_LAG);
    s->declares = policies_named(record_get(s->line, OF_DECLARES));
    if (!r->test)
        return say_wrong(s, "this suite has no case ", id);
    if (!r->clause)
        return say_wrong(s, "this suite has no clause ", clause_id);
    if (!r->check || !read_verdict(s, r) || !source_sides(s->line, &r->sides) ||
        !source_harm(s, s->line, &r->harm) || (r->verdict != VERDICT_PASS && !r->sentence))
        return say_wrong(s, "not a whole result", NULL);
    if (!read_class(s, r))
        return false;
    return read_cuts(s, r);
}

static void drop_result(report_source *s)
{
    json_decref(s->line);
    free(s->cuts);
    s->line = NULL;
    s->cuts = NULL;
    s->has_result = false;
}

/* A line that is an object with a member "record"; it is s->line then. */
static const char *next_record(report_source *s)
{
    fp_str text;
    const char *record;

    drop_result(s);
    if (s->ended || !next_line(s, &text)) {
        if (s->len > LINE_MOST)
            say_wrong(s, "after it come more than 128 MiB without a line end", NULL);
        s->ended = true;
        return NULL;
    }
    s->line = json_loadb(text.ptr, text.len, JSON_ALLOW_NUL, NULL);
    record = record_text(s->line, OF_RECORD);
    if (!s->line && !s->wrong)
        s->wrong = not_json_text(text, s->line_no);
    else if (!record)
        say_wrong(s, "not a line of a JSON report", NULL);
    record_make_visible(s->line);
    return record;
}

static bool read_finding(report_source *s)
{
    finding *f = xcalloc(1, sizeof *f);
    void *grown = (void *)s->found;

    if (!finding_read(s, s->line, f)) {
        free(f);
        return say_wrong(s, "not a whole finding", NULL);
    }
    xgrow(&grown, &s->found_cap, s->found_count, sizeof(finding *));
    s->found = (finding **)grown;
    s->found[s->found_count++] = f;
    return true;
}

void source_next(report_source *s)
{
    const char *record = next_record(s);

    while (record && strcmp(record, record_name(RECORD_FINDING)) == 0 && !s->summary &&
           read_finding(s))
        record = next_record(s);
    while (record && strcmp(record, record_name(RECORD_CAUSE)) == 0 && !s->summary)
        record = next_record(s); /* causes are found again, for results may be joined */
    if (s->wrong)
        record = NULL;
    if (record && strcmp(record, record_name(RECORD_RESULT)) == 0 && !s->summary) {
        s->has_result = read_result(s);
    } else if (record && strcmp(record, record_name(RECORD_SUMMARY)) == 0 && !s->summary) {
        s->summary = s->line;
        s->line = NULL;
        if (next_record(s))
            say_wrong(s, "there is something after the summary", NULL);
    } else if (record) {
        say_wrong(s, "unexpected here: a record ", record);
    }
    s->ended = s->ended || s->wrong;
}

void source_open(report_source *s, const char *name, int fd, int relay, const source_world *world)
{
    const char *record;

    *s = (report_source){ .name = name,
                          .fd = fd,
                          .relay = relay,
                          .corpus = world->corpus,
                          .what = world->what,
                          .spec = world->spec };
    record = next_record(s);
    if (record && strcmp(record, record_name(RECORD_RUN)) == 0) {
        s->run = s->line;
        s->line = NULL;
        s->foreign = strcmp(source_text(s, OF_SUITE), FP_VERSION) != 0;
        source_next(s);
    } else if (record) {
        say_wrong(s, "a report begins with its run, and not with ", record);
    }
    s->ended = s->ended || s->wrong;
}

void source_close(report_source *s)
{
    drop_result(s);
    for (size_t i = 0; i < s->found_count; i++) {
        finding_free(s->found[i]);
        free(s->found[i]);
    }
    free((void *)s->found);
    given_cases_free(&s->given);
    json_decref(s->run);
    json_decref(s->summary);
    free(s->wrong);
    free(s->bytes);
    if (s->fd >= 0)
        close(s->fd);
}
