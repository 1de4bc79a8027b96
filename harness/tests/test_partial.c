/* SPDX-License-Identifier: Apache-2.0 */
/* test_partial.c: readers of partial JSON: values are compared, wrong answers break the law that
 * they are said to break, our own reader keeps all, and cases that are not in order are found. */
#include "partial/partial_cases.h"
#include "partial/partial_judge.h"
#include "partial/partial_made.h"
#include "partial/partial_value.h"
#include "run/run_partial.h"

#include <fencepost/jsontext.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* -- values ------------------------------------------------------------------------------------ */

static void test_values(void **state)
{
    static const struct {
        const char *a, *b;
        bool equal, has, begins; /* a has b; a begins b */
    } ROWS[] = {
        { "{}", "{}", true, true, true },
        { "{\"a\":1}", "{}", false, true, false },
        { "{}", "{\"a\":1}", false, false, true },
        { "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true, true, true },
        { "{\"a\":1,\"a\":2}", "{\"a\":2}", true, true, true },
        { "{\"a\":1,\"a\":2}", "{\"a\":1}", false, false, false },
        { "{\"\\u0061\":1}", "{\"a\":1}", true, true, true },
        { "{\"__proto__\":1}", "{}", false, true, false },
        { "[1]", "[1,2]", false, false, true },
        { "[1,2]", "[1]", false, true, false },
        { "[2]", "[1]", false, false, false },
        { "[[]]", "[[1]]", false, false, true },
        { "\"a\"", "\"ab\"", false, false, true },
        { "\"ab\"", "\"a\"", false, false, false },
        { "\"\\ud83d\"", "\"\xEF\xBF\xBD\"", true, true, true },
        { "\"\"", "\"a\"", false, false, true },
        { "1", "1.0", true, true, true },
        { "1", "12", false, false, false },
        { "-0", "0", false, false, false },
        { "true", "false", false, false, false },
        { "null", "0", false, false, false },
        { "{}", "[]", false, false, false },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        partial_value *a = partial_value_read(fp_str_of(ROWS[i].a));
        partial_value *b = partial_value_read(fp_str_of(ROWS[i].b));

        if (partial_value_equal(a, b, false) != ROWS[i].equal ||
            partial_value_has(a, b, false) != ROWS[i].has ||
            partial_value_begins(a, b, false) != ROWS[i].begins)
            fail_msg("%s and %s", ROWS[i].a, ROWS[i].b);
        partial_value_free(a);
        partial_value_free(b);
    }
}

static void test_doubles(void **state)
{
    static const struct {
        const char *a, *b;
        bool exact, doubles;
    } ROWS[] = { { "9007199254740993", "9007199254740992", false, true },
                 { "1e400", "1e999", false, true },
                 { "-1e400", "1e999", false, false },
                 { "1e-400", "0", false, true },
                 { "-0", "0", false, false },
                 { "0.1", "0.10", true, true },
                 { "1", "2", false, false } };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        partial_value *a = partial_value_read(fp_str_of(ROWS[i].a));
        partial_value *b = partial_value_read(fp_str_of(ROWS[i].b));

        if (partial_value_equal(a, b, false) != ROWS[i].exact ||
            partial_value_equal(a, b, true) != ROWS[i].doubles)
            fail_msg("%s and %s", ROWS[i].a, ROWS[i].b);
        partial_value_free(a);
        partial_value_free(b);
    }
}

/* -- judging ----------------------------------------------------------------------------------- */

enum { RIGHT = PARTIAL_CHECKS, STEPS = 3 };

/* "": nothing yet; "!": refused; "?": what no JSON has; "deep"; else a value. */
static partial_answer answer_of(const char *text)
{
    if (strcmp(text, "deep") == 0)
        return (partial_answer){ .kind = PARTIAL_DEEP };
    if (*text == '!' || *text == '?')
        return (partial_answer){ *text == '!' ? PARTIAL_REFUSED : PARTIAL_OTHER, FP_STR("why") };
    return (partial_answer){ *text ? PARTIAL_VALUE : PARTIAL_NOTHING, fp_str_of(text) };
}

/* What the last of some answers to a text breaks, and policies: "" or "open_key null". */
static const struct {
    const char *policy, *text;
    struct {
        size_t prefix;
        const char *answer;
    } steps[STEPS];
    partial_check breaks;
} JUDGED[] = {
    { "", "{\"a\":1,", { { 7, "{\"a\":1}" } }, (partial_check)RIGHT },
    { "", "{\"a\":1,", { { 7, "!" } }, PARTIAL_CHECK_TOTAL },
    { "", "{\"a\":1,", { { 7, "{}" } }, PARTIAL_CHECK_PROMPT },
    { "", "{\"a\":1,", { { 7, "" } }, PARTIAL_CHECK_PROMPT },
    { "", "{\"a\":1,\"b", { { 7, "{\"a\":1}" }, { 8, "{}" } }, PARTIAL_CHECK_KEPT },
    { "", "{\"a\":1,\"b", { { 7, "{\"a\":1}" }, { 8, "" } }, PARTIAL_CHECK_KEPT },
    { "", "{\"a\":1,\"b", { { 9, "{\"a\":1,\"b\":null}" } }, PARTIAL_CHECK_HONEST },
    { "", "{\"a\":1,\"b", { { 9, "?" } }, PARTIAL_CHECK_HONEST },
    { "", "{\"a\":1,\"a\":", { { 7, "{\"a\":1}" }, { 11, "{\"a\":1}" } }, (partial_check)RIGHT },
    { "", "{\"a\":1,\"a\":2}", { { 7, "{\"a\":1}" }, { 13, "{\"a\":2}" } }, (partial_check)RIGHT },
    { "", "[1]", { { 3, "[1]" } }, (partial_check)RIGHT },
    { "", "[1]", { { 3, "[2]" } }, PARTIAL_CHECK_WHOLE },
    { "", "[1]", { { 3, "" } }, PARTIAL_CHECK_WHOLE },
    { "", "[1]", { { 3, "!" } }, PARTIAL_CHECK_TOTAL },
    { "", "[12", { { 3, "[]" } }, (partial_check)RIGHT },
    { "", "[12", { { 3, "[12]" } }, PARTIAL_CHECK_POLICIES },
    { "open_number given", "[12", { { 3, "[12]" } }, (partial_check)RIGHT },
    { "open_number given", "[12", { { 3, "[]" } }, PARTIAL_CHECK_POLICIES },
    { "", "t", { { 1, "true" } }, PARTIAL_CHECK_POLICIES },
    { "", "t", { { 1, "false" } }, PARTIAL_CHECK_HONEST },
    { "open_literal given", "t", { { 1, "true" } }, (partial_check)RIGHT },
    { "open_literal given", "t", { { 1, "" } }, PARTIAL_CHECK_POLICIES },
    { "", " ", { { 1, "\"\"" } }, PARTIAL_CHECK_HONEST },
    { "open_key null", "{\"a\"", { { 4, "{\"a\":null}" } }, (partial_check)RIGHT },
    { "", "[\"\\ud83d", { { 8, "[\"\\ud83d\"]" } }, PARTIAL_CHECK_HONEST },
    { "", "[1}", { { 3, "!" } }, (partial_check)RIGHT },
    { "", "[1}", { { 3, "[1]" } }, PARTIAL_CHECK_GOLDEN },
    { "", "[1}", { { 3, "" } }, PARTIAL_CHECK_GOLDEN },
    { "not_json kept", "[1,}", { { 4, "[1]" } }, (partial_check)RIGHT },
    { "not_json kept", "[1,}", { { 4, "!" } }, PARTIAL_CHECK_GOLDEN },
    { "not_json kept", "}", { { 1, "" } }, (partial_check)RIGHT },
    { "not_json repaired", "[1}", { { 3, "[7]" } }, (partial_check)RIGHT },
    { "numbers double",
      "[9007199254740993]",
      { { 18, "[9007199254740992]" } },
      (partial_check)RIGHT },
    { "", "[9007199254740993]", { { 18, "[9007199254740992]" } }, PARTIAL_CHECK_WHOLE },
};

static partial_policies policies_of(const char *words)
{
    partial_policies p = { 0 };
    char *name = xformat("%.*s", (int)strcspn(words, " "), words), *why = NULL;

    if (*words)
        assert_true(partial_policies_set(&p, name, strchr(words, ' ') + 1, &why));
    free(name);
    return p;
}

static void test_judge(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof JUDGED / sizeof *JUDGED; i++) {
        const partial_policies policies = policies_of(JUDGED[i].policy);
        partial_judge *j = partial_judge_new(fp_str_of(JUDGED[i].text), &policies, NULL);
        partial_fault fault = { .check = (partial_check)RIGHT };
        size_t step = 0;
        bool right = true;

        for (; step < STEPS && JUDGED[i].steps[step].answer; step++) {
            const partial_answer answer = answer_of(JUDGED[i].steps[step].answer);

            assert_true(right); /* only the last is wrong */
            right = partial_judge_next(j, JUDGED[i].steps[step].prefix, &answer, &fault);
        }
        if (right != (JUDGED[i].breaks == (partial_check)RIGHT) ||
            (!right && fault.check != JUDGED[i].breaks))
            fail_msg("row %zu, %s: %s", i, JUDGED[i].text,
                     right ? "right" : partial_check_name(fault.check));
        if (!right) {
            assert_non_null(fault.says);
            free(fault.expected);
            free(fault.actual);
        }
        partial_judge_free(j);
    }
}

/* Beyond the levels that each reader has to read it may refuse, or not tell; up to there it may
 * not. */
static void test_levels(void **state)
{
    static const partial_policies usual = { 0 };
    char text[PARTIAL_LEVELS + 2];
    partial_judge *j;
    partial_fault fault;
    partial_answer refused = answer_of("!"), deep = answer_of("deep"), other = answer_of("[]");

    (void)state;
    memset(text, '[', sizeof text);
    j = partial_judge_new((fp_str){ text, sizeof text }, &usual, NULL);
    assert_false(partial_judge_next(j, PARTIAL_LEVELS, &refused, &fault));
    assert_int_equal(fault.check, PARTIAL_CHECK_TOTAL);
    free(fault.expected);
    free(fault.actual);
    assert_true(partial_judge_next(j, PARTIAL_LEVELS + 1, &refused, &fault));
    assert_true(partial_judge_next(j, PARTIAL_LEVELS + 1, &deep, &fault));
    assert_false(partial_judge_next(j, PARTIAL_LEVELS + 2, &other, &fault));
    free(fault.expected);
    free(fault.actual);
    partial_judge_free(j);
}

static void test_policies(void **state)
{
    partial_policies p = { 0 };
    char *why = NULL, *text;

    (void)state;
    assert_true(partial_policies_set(&p, "open_key", "null", &why));
    assert_true(partial_policies_set(&p, "numbers", "double", &why));
    text = partial_policies_text(&p);
    assert_string_equal(text, "open_key: null, numbers: double");
    free(text);
    assert_true(partial_policies_ours(&p).null_for_keys);
    assert_false(partial_policies_set(&p, "open", "null", &why));
    assert_non_null(strstr(why, "there are open_string, open_number, open_literal"));
    free(why);
    assert_false(partial_policies_set(&p, "open_key", "given", &why));
    assert_non_null(strstr(why, "it may be withheld, null"));
    free(why);
    for (unsigned check = 0; check < PARTIAL_CHECKS; check++)
        assert_int_equal(partial_check_find(partial_check_name((partial_check)check)), check);
    assert_int_equal(partial_check_find("none"), PARTIAL_CHECKS);
}

/* -- cases ------------------------------------------------------------------------------------- */

typedef struct tally {
    size_t results, failed;
} tally;

static void count(void *context, const result *r)
{
    tally *t = context;

    t->results++;
    t->failed += r->verdict != VERDICT_PASS;
    if (r->verdict != VERDICT_PASS)
        print_error("%s %s: %s\n", r->test->id, r->check, r->sentence);
}

static void judge_all(const partial_cases *cases, tally *t)
{
    bool *chosen = calloc(partial_cases_count(cases), sizeof *chosen);

    assert_non_null(chosen);
    memset(chosen, true, partial_cases_count(cases));
    run_partial_builtin(&(partial_run){ cases, chosen, count, t });
    free(chosen);
}

static void test_builtin(void **state)
{
    problems p = { .by = "test" };
    partial_cases *cases = partial_cases_load(FP_SOURCE_DIR, &p);
    partial_cases *made = partial_cases_made(100, 7);
    spec *s = spec_load(FP_SOURCE_DIR, &p);
    tally t = { 0 };

    (void)state;
    assert_non_null(cases);
    partial_cases_check(cases, s, &p);
    assert_int_equal(p.count, 0);
    judge_all(cases, &t);
    judge_all(made, &t);
    assert_int_equal(t.failed, 0);
    assert_int_equal(t.results,
                     (partial_cases_count(cases) + 100) * (PARTIAL_CHECKS - 1)); /* but LINEAR */
    partial_cases_free(cases);
    partial_cases_free(made);
    spec_free(s);
}

/* Most are JSON, some are cut and some have a wrong byte; a seed gives the same again. */
static void test_made(void **state)
{
    enum { COUNT = 400 };
    size_t whole = 0, wrong = 0, short_ones = 0;

    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        const fp_str text = partial_made_text(3, i), again = partial_made_text(3, i);
        size_t at;

        assert_true(fp_str_equal(text, again));
        if (fp_jsontext_valid(text, 100, &at))
            whole++;
        else if (at == text.len)
            short_ones++;
        else
            wrong++;
        free((char *)(uintptr_t)text.ptr);
        free((char *)(uintptr_t)again.ptr);
    }
    assert_true(whole > COUNT / 2 && wrong > COUNT / 40 && short_ones > COUNT / 20);
}

/* A file of cases, with one member of its case otherwise; what is reported of it. */
static const struct {
    const char *id, *clauses, *text, *answers, *says;
} BROKEN[] = {
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "\"[}\"", "[[0,null],[1,\"[]\"],[2,false]]", NULL },
    { "partial-json/g/a", "\"PARTIAL-1.1\"", "\"[\"", "[[0,null],[1,\"[]\"]]",
      "does not begin with" },
    { "partial-json/f/a", "\"CARET-1.1\"", "\"[\"", "[[0,null],[1,\"[]\"]]", "cites CARET-1.1" },
    { "partial-json/f/a", "\"PARTIAL-9.9\"", "\"[\"", "[[0,null],[1,\"[]\"]]",
      "cites PARTIAL-9.9" },
    { "partial-json/f/a", "", "\"[\"", "[[0,null],[1,\"[]\"]]", "cites no clause" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "\"[\"", "[[0,null],[1,\"[1]\"]]",
      "after 1 bytes our own reader answers otherwise" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "\"[\"", "[[0,null]]", "after 1 bytes" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "\"[\"", "[[0,null],[1,\"[]\"],[5,false]]",
      "ascending" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "\"[\"", "[]", "after 0 bytes" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "{\"base64\":\"Ww==\"}", "[[0,null],[1,\"[]\"]]",
      NULL },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "{\"base64\":\"W\"}", "[[0,null]]",
      "is not a string" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "7", "[[0,null]]", "is not a string" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "[[\"[\",3]]", "[[0,null]]", "is not made of pieces" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "[[\"[\",3]]", "null", NULL },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "[[\"[\",0]]", "null", "not of pairs" },
    { "partial-json/f/a", "\"PARTIAL-1.1\"", "[[\"[\",9999999]]", "null", "not of pairs" },
};

static char *reported(const char *folder, const spec *s)
{
    char *text = NULL;
    size_t size = 0;
    problems p = { .out = xmemstream(&text, &size), .by = "test" };
    partial_cases *cases = partial_cases_load(folder, &p);

    if (cases)
        partial_cases_check(cases, s, &p);
    partial_cases_free(cases);
    xmemstream_close(p.out, &text);
    return text;
}

static void write_case(const char *path, size_t row)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fprintf(
        file,
        "{\"kind\":\"partial-json\",\"feature\":\"f\",\"cases\":[{\"id\":\"%s\",\"title\":\"t\","
        "\"clauses\":[%s],\"text\":%s,\"answers\":%s,\"origin\":\"o\"}]}\n",
        BROKEN[row].id, BROKEN[row].clauses, BROKEN[row].text, BROKEN[row].answers);
    fclose(file);
}

static void test_lint(void **state)
{
    char folder[] = "partial-XXXXXX", path[200];
    problems p = { .by = "test" };
    spec *s = spec_load(FP_SOURCE_DIR, &p);

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/corpus", folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/corpus/partial-json", folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/corpus/partial-json/f.json", folder);
    for (size_t i = 0; i < sizeof BROKEN / sizeof *BROKEN; i++) {
        char *says;

        write_case(path, i);
        says = reported(folder, s);
        if (BROKEN[i].says ? !strstr(says, BROKEN[i].says) : strstr(says, "f.json") != NULL)
            fail_msg("row %zu: %s", i, says);
        free(says);
    }
    remove(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    rmdir(folder);
    spec_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),   cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_judge),    cmocka_unit_test(test_levels),
        cmocka_unit_test(test_policies), cmocka_unit_test(test_builtin),
        cmocka_unit_test(test_made),     cmocka_unit_test(test_lint),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
