/* SPDX-License-Identifier: Apache-2.0 */
/* test_refusal.c: what people are told of a call that a renderer refused. */
#include "suite/rendering.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct row {
    const char *name;
    fp_refusal refusal;
    const char *text;
} ROWS[] = {
    { "the call",
      { .part = FP_PART_CALL, .reason = "it is too deep", .clause = "X-1.1" },
      "it is too deep (X-1.1)" },
    { "its name",
      { .part = FP_PART_NAME, .byte = 2, .reason = "a blank", .clause = "X-1.2" },
      "the name \"f\", byte 2: a blank (X-1.2)" },
    { "a key",
      { .part = FP_PART_KEY, .reason = "a colon", .clause = "X-1.3" },
      "the key \"k\", byte 0: a colon (X-1.3)" },
    { "a value",
      { .part = FP_PART_VALUE, .byte = 1, .reason = "a NUL" },
      "the value of \"k\", byte 1: a NUL (no clause)" },
    { "a clause alone",
      { .part = FP_PART_NAME, .clause = "X-1.4" },
      "the name \"f\", byte 0: the renderer gave no reason (X-1.4)" },
    { "nothing at all", { 0 }, "the renderer gave no reason" },
};

static void says_why(void **state)
{
    const struct row *r = *state;
    const fp_arg arg = { .key = FP_STR("k"), .value = { .text = FP_STR("v") } };
    const fp_call call = { .name = FP_STR("f"), .args = &arg, .arg_count = 1 };
    char *text = refusal_text(&r->refusal, &call);

    assert_string_equal(text, r->text);
    free(text);
}

int main(void)
{
    enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };
    struct CMUnitTest tests[ROW_COUNT];

    for (size_t i = 0; i < ROW_COUNT; i++)
        tests[i] =
            (struct CMUnitTest){ ROWS[i].name, says_why, NULL, NULL, (void *)(uintptr_t)&ROWS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
