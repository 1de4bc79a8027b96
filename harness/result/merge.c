/* SPDX-License-Identifier: Apache-2.0 */
/* merge.c: joins the reports of the shards of one run. */
#include "result/merge.h"

#include <stdlib.h>
#include <string.h>

/* Says what the source has of its next case. */
static void say_case(report_source *s, on_result *say, void *context)
{
    const test_case *t = s->result.test;

    while (s->has_result && s->result.test == t) {
        say(context, &s->result);
        source_next(s);
    }
}

void merge_results(report_source *sources, size_t count, on_result *say, void *context)
{
    bool any = true;

    while (any) {
        any = false;
        for (size_t i = 0; i < count; i++) {
            any = any || sources[i].has_result;
            if (sources[i].has_result)
                say_case(&sources[i], say, context);
        }
    }
}

/* -- whether they belong together -------------------------------------------------------------- */

static bool same(const report_source *a, const report_source *b, record_member member, problems *p)
{
    const json_t *x = record_get(a->run, member), *y = record_get(b->run, member);

    if ((!x && !y) || json_equal(x, y))
        return true;
    return problem(p, b->name, NULL,
                   "not of the run of %s: \"%s\" differs; merge the shards of one run", a->name,
                   record_member_name(member));
}

static int by_shard(const void *a, const void *b)
{
    size_t x[2], y[2];

    source_shard(a, x);
    source_shard(b, y);
    return x[0] < y[0] ? -1 : x[0] > y[0];
}

bool merge_usable(const report_source *s, problems *p)
{
    if (s->wrong)
        return problem(p, s->name, NULL, "%s", s->wrong);
    if (!s->run)
        return problem(p, s->name, NULL,
                       "no report: `fencepost test --report DIR` writes DIR/report.jsonl");
    return true;
}

/* Shards are judged by one suite. */
static bool is_of_this_suite(const report_source *s, problems *p)
{
    if (!merge_usable(s, p))
        return false;
    if (strcmp(source_text(s, OF_SUITE), FP_VERSION) != 0)
        return problem(p, s->name, NULL, "written by version %s, and this is %s; merge with that",
                       source_text(s, OF_SUITE), FP_VERSION);
    return true;
}

/* How many cases the shards have decides how many they have in all. */
static bool counts_fit(const report_source *sources, size_t count, problems *p)
{
    size_t total = 0;
    bool fit = true;

    for (size_t i = 0; i < count; i++)
        total += source_number(&sources[i], OF_SELECTED);
    for (size_t i = 0; i < count; i++) {
        const size_t share = (total + count - 1 - i) / count;

        if (source_number(&sources[i], OF_SELECTED) != share)
            fit = problem(p, sources[i].name, NULL,
                          "%zu cases were selected, and of %zu in all its share is %zu: the shards "
                          "are of other selections",
                          source_number(&sources[i], OF_SELECTED), total, share);
    }
    return fit;
}

bool merge_sort(report_source *sources, size_t count, size_t *missing, problems *p)
{
    static const record_member SAME[] = { OF_SUBJECT, OF_POLICIES, OF_WORKER, OF_STRICT,
                                          OF_SEED,    OF_ONLY,     OF_QUICK };
    size_t first[2], last[2] = { 0, 0 };
    bool good = true;

    for (size_t i = 0; i < count; i++)
        good = is_of_this_suite(&sources[i], p) && good;
    if (!good)
        return false;
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < sizeof SAME / sizeof *SAME; k++)
            good = same(&sources[0], &sources[i], SAME[k], p) && good;
    qsort(sources, count, sizeof *sources, by_shard);
    source_shard(&sources[0], first);
    for (size_t i = 0; i < count; i++) {
        size_t shard[2];

        source_shard(&sources[i], shard);
        if (shard[1] != first[1])
            good = problem(p, sources[i].name, NULL, "shard %zu of %zu, and %s is of %zu", shard[0],
                           shard[1], sources[0].name, first[1]);
        else if (shard[0] == last[0])
            good = problem(p, sources[i].name, NULL, "shard %zu of %zu, which %s is too", shard[0],
                           shard[1], sources[i - 1].name);
        last[0] = shard[0];
    }
    *missing = first[1] > count ? first[1] - count : 0;
    return good && (*missing || counts_fit(sources, count, p));
}

/* -- the end ----------------------------------------------------------------------------------- */

static size_t sum_of(const report_source *sources, size_t count, record_member member)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += record_number(sources[i].summary, member);
    return sum;
}

size_t merge_restarts(const report_source *sources, size_t count)
{
    return sum_of(sources, count, OF_RESTARTS);
}

size_t merge_stale(const report_source *sources, size_t count)
{
    return sum_of(sources, count, OF_STALE);
}

size_t merge_unreduced(const report_source *sources, size_t count)
{
    return sum_of(sources, count, OF_UNREDUCED);
}

/* Why this one has less than its share; owned. NULL: it has all. */
static char *why_less(const report_source *s, const char *what)
{
    const char *stopped = record_text(s->summary, OF_STOPPED);

    if (stopped)
        return xformat("%s %s: %s", what, s->name, stopped);
    if (s->wrong)
        return xformat("%s %s: %s", what, s->name, s->wrong);
    if (!s->summary)
        return xformat("%s %s: its report ends before its summary: the run was killed", what,
                       s->name);
    return NULL;
}

char *merge_stopped(const report_source *sources, size_t count, const char *what)
{
    char *first = NULL, *all;
    size_t more = 0;

    for (size_t i = 0; i < count; i++) {
        char *why = why_less(&sources[i], what);

        more += first && why;
        if (first)
            free(why);
        else
            first = why;
    }
    if (!more)
        return first;
    all = xformat("%s; and %zu more, which were stopped too", first, more);
    free(first);
    return all;
}
