/* SPDX-License-Identifier: Apache-2.0 */
/* test_patience.c: how long a session waits for an answer, and for how long in vain. */
#include "worker/patience.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MS = 1000000 }; /* nanoseconds */

static patience after(int deadline_ms, unsigned silences, uint64_t slowest_ms)
{
    patience p = { .deadline_ms = deadline_ms };

    for (unsigned i = 0; i < silences; i++)
        patience_silence(&p);
    patience_answered(&p, slowest_ms * MS);
    return p;
}

/* The whole deadline until three requests were silent; then an eighth of it, 250 ms at least, five
 * times the slowest answer, and never more than the deadline. */
static void suspects(void **state)
{
    static const struct row {
        int deadline_ms;
        unsigned silences;
        uint64_t slowest_ms;
        int expected;
    } ROWS[] = {
        { 5000, 0, 0, 5000 },      { 5000, 2, 4000, 5000 }, { 5000, 3, 0, 625 },
        { 5000, 4, 124, 625 },     { 5000, 3, 200, 1000 },  { 5000, 3, 999, 4995 },
        { 5000, 3, 1200, 5000 },   { 1000, 3, 10, 250 },    { 100, 3, 0, 100 },
        { 1000000, 3, 0, 125000 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const patience p = after(ROWS[i].deadline_ms, ROWS[i].silences, ROWS[i].slowest_ms);

        assert_int_equal(patience_now(&p), ROWS[i].expected);
    }
}

/* A slower answer makes it wait longer again; a quicker one changes nothing. */
static void learns(void **state)
{
    patience p = after(5000, 3, 0);

    (void)state;
    patience_answered(&p, (uint64_t)700 * MS);
    assert_int_equal(patience_now(&p), 3500);
    patience_answered(&p, (uint64_t)7 * MS);
    assert_int_equal(patience_now(&p), 3500);
}

/* What a worker waits for a processor is not counted in its deadline, if it is a tenth of that;
 * after four deadlines the machine is too busy. */
static void waits_for_a_processor(void **state)
{
    static const struct row {
        uint64_t elapsed_ms, starved_ms;
        int owed;
        bool starved;
    } ROWS[] = {
        { 5000, 0, 0, false },         { 5000, 499, 0, false },    { 5000, 500, 500, false },
        { 5000, 3453, 3453, false },   { 8453, 3453, 0, false },   { 8453, 4453, 1000, false },
        { 38000, 37000, 2000, false }, { 40000, 36000, 0, true },  { 40001, 35000, 0, false },
        { 50000, 50000, 0, true },     { 600, 9000, 5000, false },
    };
    const patience p = after(5000, 0, 0);

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const struct row r = ROWS[i];

        assert_int_equal(patience_owed(&p, r.elapsed_ms, r.starved_ms), r.owed);
        assert_int_equal(patience_was_starved(&p, r.elapsed_ms, r.starved_ms), r.starved);
    }
}

/* 16 deadlines in vain, and nothing is confirmed any more; 32, and it is over. */
static void is_bounded(void **state)
{
    patience p = { .deadline_ms = 1000 };

    (void)state;
    for (int tenths = 0; tenths < 400; tenths++) {
        assert_int_equal(patience_confirms(&p), tenths < 160);
        assert_int_equal(patience_is_over(&p), tenths >= 320);
        patience_in_vain(&p, (uint64_t)100 * MS);
    }
}

int main(void)
{
    static const struct CMUnitTest TESTS[] = {
        cmocka_unit_test(suspects),
        cmocka_unit_test(learns),
        cmocka_unit_test(waits_for_a_processor),
        cmocka_unit_test(is_bounded),
    };

    return cmocka_run_group_tests_name("patience", TESTS, NULL, NULL);
}
