/* SPDX-License-Identifier: Apache-2.0 */
/* drive_tests.c: finds and lists the tests of a drive. */
#include "run/drive_tests.h"

#include "base/members.h"

#include <stdlib.h>
#include <string.h>

static void add(drive_tests *tests, const drive_test *test)
{
    void *grown = tests->all;

    xgrow(&grown, &tests->cap, tests->count, sizeof *tests->all);
    tests->all = grown;
    tests->all[tests->count++] = *test;
}

static bool is_of_feature(const test_case *t, const test_case *first)
{
    return t->syntax == first->syntax && strcmp(t->feature, first->feature) == 0;
}

static size_t feature_count(const corpus *c, const test_case *first)
{
    size_t count = 0;

    for (size_t i = 0; i < corpus_count(c); i++)
        count += is_of_feature(corpus_case(c, i), first);
    return count;
}

/* Returns whether an earlier case is of the same feature: those of a family's files come apart. */
static bool is_known(const drive_tests *tests, const test_case *t)
{
    for (size_t i = tests->count; i > 0; i--)
        if (is_of_feature(tests->all[i - 1].first, t))
            return true;
    return false;
}

static void add_laws(drive_tests *tests, const corpus *c, const test_case *first)
{
    const size_t count = feature_count(c, first);

    for (int l = 0; l < LAW_COUNT; l++) {
        const char *name = law_name((law)l);
        char *id = xformat("%s/%s/%s", fp_syntax_id(first->syntax), first->feature, name);

        add(tests, &(drive_test){ id, name, law_clause((law)l), first, count });
    }
}

drive_tests drive_tests_of(const corpus *c, const wire_hello *hello)
{
    drive_tests tests = { 0 };

    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        if (!wire_hello_parses(hello, t->syntax))
            continue;
        if (!is_known(&tests, t))
            add_laws(&tests, c, t);
        add(&tests, &(drive_test){ xstrdup(t->id), DRIVE_GOLDEN, t->clauses[0], t, 1 });
    }
    return tests;
}

void drive_test_cases(const drive_test *test, const corpus *c, const test_case **cases)
{
    size_t count = 0;

    cases[0] = test->first;
    if (strcmp(test->check, DRIVE_GOLDEN) == 0)
        return;
    for (size_t i = 0; i < corpus_count(c) && count < test->count; i++)
        if (is_of_feature(corpus_case(c, i), test->first))
            cases[count++] = corpus_case(c, i);
}

void drive_tests_free(drive_tests *tests)
{
    for (size_t i = 0; i < tests->count; i++)
        free(tests->all[i].id);
    free(tests->all);
}

const drive_test *drive_tests_find(const drive_tests *tests, const char *id)
{
    for (size_t i = 0; i < tests->count; i++)
        if (strcmp(tests->all[i].id, id) == 0)
            return &tests->all[i];
    return NULL;
}

void drive_tests_write(const drive_tests *tests, fp_json *line)
{
    fp_json_raw(line, "{");
    member_text(line, "op", "tests");
    member_key(line, "tests");
    fp_json_raw(line, "[");
    for (size_t i = 0; i < tests->count; i++) {
        const drive_test *t = &tests->all[i];

        fp_json_raw(line, i ? ",{" : "{");
        member_text(line, "id", t->id);
        member_text(line, "syntax", fp_syntax_id(t->first->syntax));
        member_text(line, "feature", t->first->feature);
        member_text(line, "check", t->check);
        member_text(line, "clause", t->clause);
        member_number(line, "cases", t->count);
        if (strcmp(t->check, DRIVE_GOLDEN) == 0)
            member_text(line, "title", t->first->title);
        fp_json_raw(line, "}");
    }
    fp_json_raw(line, "]}");
}
