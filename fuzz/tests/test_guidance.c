/* SPDX-License-Identifier: Apache-2.0 */
/* test_guidance.c: what is new by the counters of an engine: here an array in their place. */
#include "guidance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 3 * 64 + 8 + 5 }; /* whole blocks, a whole word, and some */

__attribute__((section("__sancov_cntrs"))) static unsigned char counters[COUNT];

/* With one counter at this count, and all others at 0. */
static bool is_new_with(guidance_seen *seen, size_t which, unsigned char count)
{
    memset(counters, 0, sizeof counters);
    counters[which] = count;
    return guidance_is_new(seen);
}

/* Each counter is looked at, and its count goes by powers of two. */
static void each_counter(void **state)
{
    static const unsigned char COUNTS[] = { 1, 2, 3, 4, 8, 16, 32, 128 },
                               AGAIN[] = { 1, 2, 3, 7, 15, 31, 127, 255 };
    guidance_seen seen = { 0 };

    (void)state;
    assert_true(guidance_counts());
    assert_false(guidance_is_new(&seen)); /* nothing was counted */
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < sizeof COUNTS; k++) {
            assert_true(is_new_with(&seen, i, COUNTS[k]));
            assert_false(is_new_with(&seen, i, AGAIN[k]));
        }
    free(seen.of);
}

/* Counters of one word and of several blocks at a time. */
static void several_counters(void **state)
{
    guidance_seen seen = { 0 };

    (void)state;
    memset(counters, 1, sizeof counters);
    assert_true(guidance_is_new(&seen));
    assert_false(guidance_is_new(&seen));
    for (size_t i = 0; i < COUNT; i++) {
        counters[i] = 2;
        assert_true(guidance_is_new(&seen));
        assert_false(guidance_is_new(&seen));
    }
    free(seen.of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_counter),
        cmocka_unit_test(several_counters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
