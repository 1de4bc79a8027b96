/* SPDX-License-Identifier: Apache-2.0 */
/* test_run_builtin.c: a case is judged in a child and nowhere else, and one that ends its child
 * costs that case.
 */
#include "judge/adhoc.h"
#include "judge/golden.h"
#include "run/run.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char WRONG[] =
    "wrong golden wrong: the text differs at its byte 0: expected \"prose\", "
    "got \"verse\", expected lines, actual lines\n";
static const char DEATHS[] = "dies TOTAL crash: the parser died: Killed\n"
                             "ends TOTAL crash: the parser ended its process, status 0\n";

enum { CASES = 4, TEXT_SIZE = 400 };

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's names */
static size_t judged_here;
static pid_t runner;

bool __real_golden_agrees(const test_case *t, const fp_outcome *outcome, difference *d);
bool __wrap_golden_agrees(const test_case *t, const fp_outcome *outcome, difference *d);

/* Its memory is the child's: what is counted in one is not seen here. */
bool __wrap_golden_agrees(const test_case *t, const fp_outcome *outcome, difference *d)
{
    judged_here++;
    if (getpid() != runner && strcmp(t->id, "ends") == 0)
        _exit(EXIT_AS_EXPECTED);
    if (getpid() != runner && strcmp(t->id, "dies") == 0)
        raise(SIGKILL);
    return __real_golden_agrees(t, outcome, d);
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* What is reported, a line for each failure. */
static void take(void *context, const result *r)
{
    char *lines = context;
    const size_t len = strlen(lines);

    if (r->verdict != VERDICT_PASS)
        snprintf(lines + len, TEXT_SIZE - len, "%s %s %s: %s%s%s\n", r->test->id, r->check,
                 verdict_name(r->verdict), r->sentence, r->expected ? ", expected lines" : "",
                 r->actual ? ", actual lines" : "");
}

/* Cases of prose, of which one is asked for another text than it has. */
static void run(const char *const ids[CASES], char lines[TEXT_SIZE])
{
    const fp_syntax *syntax = fp_syntax_find(FP_STR("caret"));
    policy_set policy = { 0 };
    problems p = { 0 };
    adhoc *prose = adhoc_new(syntax, FP_STR(""), FP_STR("prose"), NULL, &policy, &p);
    test_case tests[CASES];
    const test_case *cases[CASES];

    assert_non_null(prose);
    for (size_t i = 0; i < CASES; i++) {
        tests[i] = *adhoc_case(prose);
        tests[i].id = ids[i];
        if (strcmp(ids[i], "wrong") == 0)
            tests[i].input = FP_STR("verse");
        cases[i] = &tests[i];
    }
    lines[0] = '\0';
    judged_here = 0;
    runner = getpid();
    run_builtin(&(selection){ .cases = cases, .count = CASES, .seed = 1, .jobs = 2 }, take, lines);
    adhoc_free(prose);
}

static void test_judged_once(void **state)
{
    static const char *const IDS[CASES] = { "a", "wrong", "b", "c" };
    char lines[TEXT_SIZE];

    (void)state;
    run(IDS, lines);
    assert_string_equal(lines, WRONG);
    assert_int_equal(judged_here, 0);
}

static void test_deaths(void **state)
{
    static const char *const IDS[CASES] = { "dies", "a", "ends", "wrong" };
    char lines[TEXT_SIZE];

    (void)state;
    run(IDS, lines);
    assert_memory_equal(lines, DEATHS, strlen(DEATHS));
    assert_string_equal(lines + strlen(DEATHS), WRONG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judged_once),
        cmocka_unit_test(test_deaths),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
