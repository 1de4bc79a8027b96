/* SPDX-License-Identifier: Apache-2.0 */
/* tally.c: counts results on their way to a report. */
#include "report/tally.h"

#include "judge/declared.h"
#include "judge/golden.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void count_clause(tally *t, const char *id)
{
    void *grown = t->clauses;
    size_t i = 0;

    while (i < t->summary.clause_count && strcmp(t->clauses[i].clause, id) != 0)
        i++;
    if (i == t->summary.clause_count) {
        xgrow(&grown, &t->clause_cap, i, sizeof *t->clauses);
        t->clauses = grown;
        t->clauses[i] = (clause_count){ id, 0 };
        t->summary.clause_count++;
    }
    t->clauses[i].count++;
}

static size_t policy_count(const policy_set *set)
{
    size_t count = 0;

    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        count += set->given[i];
    return count;
}

/* The first policy that is found for a clause is shown: a parser declares one after the other. */
static void count_reading(tally *t, const result *r)
{
    void *grown = t->readings;
    size_t i = 0;

    while (i < t->summary.reading_count && strcmp(t->readings[i].clause, r->clause) != 0)
        i++;
    if (i == t->summary.reading_count) {
        xgrow(&grown, &t->reading_cap, i, sizeof *t->readings);
        t->readings = grown;
        t->readings[i] = (reading_count){ .clause = r->clause, .example = r->test->id };
        t->summary.reading_count++;
    }
    t->readings[i].count++;
    t->readings[i].reads |=
        r->test->syntax && reading_policy(r->test->syntax, r->clause, NULL) == FP_POLICY_COUNT;
    if (r->declares && !policy_count(&t->readings[i].declares)) {
        t->readings[i].declares = *r->declares;
        t->readings[i].example = r->test->id; /* which it makes right */
    }
}

/* What the parser could declare. */
static void count_would(tally *t, const policy_set *declares)
{
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++) {
        const unsigned value = declares->policies.of[i];

        if (!declares->given[i] || value >= WOULD_VALUES)
            continue;
        t->summary.would++;
        if (++t->would[i][value] > t->summary.would_most)
            t->summary.would_most = t->would[i][value];
    }
}

static bool is_cost_of(const policy_cost *one, const policy_cost *other)
{
    if (one->reading || other->reading)
        return one->reading && other->reading && strcmp(one->reading, other->reading) == 0;
    return one->policy == other->policy && one->value == other->value;
}

static void count_cost(tally *t, const test_case *test, const policy_cost *cost)
{
    void *grown = t->costs;
    size_t i = 0;

    while (i < t->summary.cost_count && !is_cost_of(&t->costs[i].sum, cost))
        i++;
    if (i == t->summary.cost_count) {
        xgrow(&grown, &t->cost_cap, i, sizeof *t->costs);
        t->costs = grown;
        t->costs[i] = (cost_count){
            .sum = { .policy = cost->policy, .value = cost->value, .reading = cost->reading },
            .example = test->id
        };
        t->summary.cost_count++;
    }
    policy_cost_add(&t->costs[i].sum, cost);
    t->costs[i].inputs++;
}

/* Returns whether the clause is among those that judge the case. */
static bool judges(const test_case *t, const char *id)
{
    for (size_t i = 0; i < t->clause_count - t->also_count; i++)
        if (strcmp(t->clauses[i], id) == 0)
            return true;
    return false;
}

/* Returns whether the parser declares the clause for the case's syntax. */
static bool declares_for(const json_t *readings, const test_case *t, const char *id)
{
    const json_t *list = json_object_get(readings, case_subject(t));

    for (size_t i = 0; i < json_array_size(list); i++)
        if (strcmp(json_string_value(json_array_get(list, i)), id) == 0)
            return true;
    return false;
}

/* A case that several clauses judge is one of each. */
static void count_declared(tally *t, const result *r)
{
    const json_t *readings = json_object_get(t->reporter.info->parser, "readings");

    for (size_t i = 0; i < t->summary.declared_count; i++) {
        declared_count *d = &t->declared[i];
        const bool named = strcmp(d->clause, r->clause) == 0, of = judges(r->test, d->clause);

        if (!declares_for(readings, r->test, d->clause))
            continue;
        if (r->verdict == VERDICT_PASS && !r->basis)
            d->agree += of;
        if (r->verdict != VERDICT_DECLARED || !(named || (of && judges(r->test, r->clause))))
            continue;
        d->example = d->example ? d->example : r->test->id;
        d->count++;
    }
}

/* From what the parser declares, in a report that is read back as well. */
static void find_declared(tally *t)
{
    json_t *readings = json_object_get(t->reporter.info->parser, "readings");
    size_t cap = 0, count = 0;
    const char *syntax;
    json_t *list;

    json_object_foreach (readings, syntax, list)
        for (size_t i = 0; i < json_array_size(list); i++) {
            const char *id = json_string_value(json_array_get(list, i));
            void *grown = t->declared;
            size_t k = 0;

            while (id && k < count && strcmp(t->declared[k].clause, id) != 0)
                k++;
            if (!id || k < count)
                continue;
            xgrow(&grown, &cap, count, sizeof *t->declared);
            t->declared = grown;
            t->declared[count++] = (declared_count){ .clause = id };
        }
    t->summary.declared_count = count;
    t->summary.declared = t->declared;
}

static int by_policy(const void *a, const void *b)
{
    const policy_cost *x = &((const cost_count *)a)->sum, *y = &((const cost_count *)b)->sum;

    if (x->reading && y->reading)
        return strcmp(x->reading, y->reading);
    if (x->reading || y->reading)
        return x->reading ? 1 : -1;
    return x->policy != y->policy ? (int)x->policy - (int)y->policy : (int)x->value - (int)y->value;
}

static int by_readings(const void *a, const void *b)
{
    const reading_count *x = a, *y = b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->clause, y->clause);
}

static int by_count(const void *a, const void *b)
{
    const clause_count *x = a, *y = b;

    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->clause, y->clause);
}

/* A case that our own parser does not meet either is the suite's fault before it is anybody's
 * (PROTOCOL-5.3). */
static suspect suspected(const tally *t, const result *r)
{
    fp_outcome *outcome;
    difference d;
    bool holds;

    if (r->suspect || !result_failed(r))
        return r->suspect;
    if (r->verdict == VERDICT_PROTOCOL)
        return SUSPECT_ADAPTER;
    if (!t->reporter.info->worker || r->basis || strcmp(r->check, "golden") != 0)
        return SUSPECT_PARSER;
    holds = golden_holds(r->test, &outcome, &d);
    fp_outcome_free(outcome);
    return holds ? SUSPECT_PARSER : SUSPECT_SUITE;
}

static void count(tally *t, const result *r)
{
    const bool same = r->test == t->last && t->last_check && strcmp(r->check, t->last_check) == 0;

    if (strcmp(r->check, "policies") != 0) { /* of a case that was counted before */
        t->summary.cases += r->test != t->last;
        t->last = r->test;
    }
    t->summary.verdicts[r->verdict]++;
    t->summary.cuttings += same ? 0 : r->tried; /* a check may fail in several ways */
    t->last_check = r->check;
    t->summary.us += r->us;
    if (r->lag) {
        t->summary.lags++;
        t->summary.late += *r->lag > 0;
        if (*r->lag > t->summary.longest_lag)
            t->summary.longest_lag = *r->lag;
    }
    t->summary.advice += result_failed(r) && r->advice;
    t->summary.counted += result_counts(r, t->strict);
    t->summary.harms[r->harm] += result_counts(r, t->strict);
    if (r->verdict == VERDICT_DIFFERS)
        count_reading(t, r);
    if (strcmp(r->check, "golden") == 0)
        count_declared(t, r);
    if (r->declares && r->verdict != VERDICT_KNOWN)
        count_would(t, r->declares);
    for (size_t i = 0; i < r->cost_count; i++)
        count_cost(t, r->test, &r->costs[i]);
    if (result_failed(r) && r->verdict != VERDICT_KNOWN &&
        (r->verdict != VERDICT_DIFFERS || t->strict))
        count_clause(t, r->clause);
}

static uint64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* The time since the result before; a result that was read from a report has its own. */
static uint64_t time_of(tally *t, const result *r)
{
    const uint64_t before = t->said_us;

    t->said_us = now_us();
    return r->us ? r->us : t->said_us > before ? t->said_us - before : 1;
}

static void show_pace(void *context, const reduce_pace *pace)
{
    progress_forms(context, pace->done, pace->count, pace->tests, pace->budget);
}

void tally_begin(tally *t)
{
    if (t->findings)
        findings_watch(t->findings, show_pace, &t->progress);
    t->causes = causes_new(t->reporter.info);
    find_declared(t);
    t->said_us = now_us();
    progress_begin(&t->progress, t->reporter.info->selected, t->format == &REPORT_TTY);
    t->format->begin(&t->reporter);
    if (t->master)
        REPORT_JSON.begin(t->master);
}

void tally_finding(tally *t, const finding *f)
{
    progress_clear(&t->progress);
    t->format->finding(&t->reporter, f);
    if (t->master)
        REPORT_JSON.finding(t->master, f);
}

void tally_result(void *context, const result *r)
{
    tally *t = context;
    const verdict as = r->verdict == VERDICT_DECLARED ? VERDICT_DIFFERS : r->verdict;
    char *failure =
        (result_failed(r) || r->verdict != as) && !r->failure ? failure_class(as, r->kind) : NULL;
    result said = *r;

    said.us = time_of(t, r);
    said.suspect = suspected(t, r);
    said.failure = r->failure ? r->failure : failure;
    said.harm = harm_of_verdict(said.verdict, r->harm);
    if (t->known && known_takes(t->known, &said, result_counts(&said, t->strict)))
        said.verdict = VERDICT_KNOWN;
    count(t, &said);
    if (t->diagnosis)
        diagnosis_take(t->diagnosis, &said);
    causes_take(t->causes, &said, result_counts(&said, t->strict));
    if (result_failed(&said) && (said.verdict != VERDICT_DIFFERS || t->strict))
        progress_clear(&t->progress);
    t->format->result(&t->reporter, &said);
    progress_step(&t->progress, t->summary.cases, t->summary.counted);
    if (t->master)
        REPORT_JSON.result(t->master, &said);
    free(failure);
}

/* What a run that was stopped did not reduce is counted, and no smallest form of anything. */
static void say_findings(tally *t)
{
    for (size_t i = 0; i < findings_count(t->findings); i++)
        tally_finding(t, findings_at(t->findings, i));
    t->summary.unreduced = findings_left(t->findings);
}

static void find_causes(tally *t)
{
    if (t->findings)
        findings_join(t->findings);
    causes_make(t->causes, t->findings);
    t->summary.causes = t->causes;
}

int tally_end(tally *t, size_t restarts, const char *stopped)
{
    likeness likenesses[LIKENESSES_MAX];

    progress_clear(&t->progress);
    if (t->summary.clause_count)
        qsort(t->clauses, t->summary.clause_count, sizeof *t->clauses, by_count);
    t->summary.clauses = t->clauses;
    if (t->summary.reading_count)
        qsort(t->readings, t->summary.reading_count, sizeof *t->readings, by_readings);
    t->summary.readings = t->readings;
    if (t->summary.cost_count)
        qsort(t->costs, t->summary.cost_count, sizeof *t->costs, by_policy);
    t->summary.costs = t->costs;
    if (t->diagnosis)
        t->summary.likeness_count = diagnosis_find(t->diagnosis, likenesses);
    t->summary.likenesses = likenesses;
    t->summary.restarts = restarts;
    t->summary.stopped = stopped;
    find_causes(t);
    if (t->findings)
        say_findings(t);
    t->format->end(&t->reporter, &t->summary);
    if (t->master)
        REPORT_JSON.end(t->master, &t->summary);
    findings_free(t->findings);
    causes_free(t->causes);
    free(t->clauses);
    free(t->readings);
    free(t->declared);
    free(t->costs);
    return t->summary.counted || t->summary.stale || stopped ? EXIT_UNEXPECTED : EXIT_AS_EXPECTED;
}
