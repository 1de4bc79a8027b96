/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory_lists.c: what test_memory does to parsers, done to the lists that rows derive. */
#include "failing_malloc.h"

#include <fencepost/syntax.h>
#include <fencepost/tags.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Asks for a list; whether it is there, which it is just if memory was not out. */
static bool there(const void *list, fp_derived *derived)
{
    const bool is_there = list != NULL;

    assert_true(is_there == !derived->failed);
    fp_derived_free(derived);
    return is_there;
}

static bool completions_job(const void *syntax)
{
    fp_derived derived = { 0 };

    return there(fp_syntax_completions(syntax, &derived), &derived);
}

static bool markers_job(const void *syntax)
{
    fp_derived derived = { 0 };

    return there(fp_syntax_markers(syntax, &derived), &derived);
}

static bool highlight_job(const void *syntax)
{
    fp_derived derived = { 0 };

    return there(fp_syntax_highlight(syntax, &derived), &derived);
}

/* Each round did as it said; and there were at least so many, or the wrapping does not work. */
static void check_each(fail_job *job, const fp_syntax *syntax, size_t least)
{
    assert_in_range(fail_each(job, syntax), least, SIZE_MAX - 1);
}

static void each_allocation_of_a_list(void **state)
{
    size_t derived = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if (!(*s)->derive || !(*s)->derive->completions)
            continue;
        /* A row may have a list of its own, and what other engines derive may be one. */
        const size_t least = (*s)->derive == &FP_TAGS_DERIVE ? 16 : 0;

        check_each(completions_job, *s, (*s)->completions ? 0 : least / 4);
        check_each(markers_job, *s, (*s)->markers ? 0 : least);
        check_each(highlight_job, *s, (*s)->highlight ? 0 : least);
        derived++;
    }
    assert_true(derived >= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(each_allocation_of_a_list) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
