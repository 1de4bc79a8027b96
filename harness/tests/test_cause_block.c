/* SPDX-License-Identifier: Apache-2.0 */
/* test_cause_block.c: what a failure's input and answer have of events, and of blanks. */
#include "result/cause_block.h"
#include "result/cause_place.h"

#include "base/util.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *quoted, *after;
} BLANKS[] = {
    { "", "" },
    { "a b", "a b" },
    { " \\n\\r\\t\\f", "" },
    { " \\u000b\\u00a0\\u2003\\u3000\\ufeffx ", "x " },
    { "\\u0041", "\\u0041" },
    { "\\\\n", "\\\\n" },
    { "\\u20", "\\u20" },
};

static void blanks_are_passed_over(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof BLANKS / sizeof *BLANKS; i++) {
        const fp_str after = after_blanks(fp_str_of(BLANKS[i].quoted));

        if (!fp_str_equal(after, fp_str_of(BLANKS[i].after)))
            fail_msg("row %zu: %.*s", i, (int)after.len, after.ptr);
    }
}

#define EVENT(delta) \
    "data: {\"choices\":[{\"index\":0,\"delta\":" delta ",\"finish_reason\":null}]}\n"
#define OPENS                                                                 \
    EVENT("{\"tool_calls\":[{\"index\":0,\"id\":\"c\",\"type\":\"function\"," \
          "\"function\":{\"name\":\"f\"}}]}")

static const struct {
    const char *syntax, *input;
    bool broken;
} EVENTS[] = {
    { "native-openai", OPENS "\n", false }, /* the call is cut, and all events are whole */
    { "native-openai", OPENS, true },
    { "native-openai", OPENS "\n" EVENT("{}"), true },
    { "caret", "^^^f\n^^^^\n^^^\n", false }, /* a line of a block is not an event */
};

static void an_event_that_breaks_off_is_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) {
        const test_case t = { .id = "made",
                              .syntax = fp_syntax_find(fp_str_of(EVENTS[i].syntax)),
                              .input = fp_str_of(EVENTS[i].input) };
        const result r = { .test = &t };
        const fp_options options = case_options(&t);
        fp_outcome *outcome = NULL;

        assert_int_equal(fp_parse(t.syntax, &options, t.input, &outcome), FP_OK);
        if (has_broken_event(&r, outcome) != EVENTS[i].broken)
            fail_msg("row %zu", i);
        fp_outcome_free(outcome);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blanks_are_passed_over),
        cmocka_unit_test(an_event_that_breaks_off_is_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
