/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_flags.c: tables of tags that tell of a value whether it is JSON, and of blocks that may
 * hold an object, or have one in a fence: which are refused, and why. */
#include "engines/tags.h"

#include "core/ascii.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { OPEN, CLOSE, KEY, KEY_END };

static bool is_name(unsigned char c)
{
    return fp_is_letter(c);
}

static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "X-1" },
                        [KEY] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_VALUE] = { [KEY_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "X-1" } },
};

static const struct {
    const char *end, *json_end;
    bool body, breaks;
    const char *fault; /* NULL: the table is good */
} ROWS[] = {
    { "=s>", NULL, false, false, NULL },
    { "=s>", "=j>", false, false, NULL },
    { "=s>", "=json>", true, true, NULL },
    { "=s>", "j>", false, false,
      "what follows the key of a JSON value parts from that of another at an end of it" },
    { "=s>", "=s", false, false,
      "what follows the key of a JSON value parts from that of another at an end of it" },
    { "=s>", "=s>j", false, false,
      "what follows the key of a JSON value parts from that of another at an end of it" },
    { "=s>", "=j\n>", false, false,
      "there are blanks or numbers in what tells whether a value is JSON" },
    { "=s\n>", "=j>", false, false,
      "there are blanks or numbers in what tells whether a value is JSON" },
    { "=s>", "=j>", true, false,
      "what is not a tag does not break a block of JSON, or of a section" },
};

static void check(size_t row, const char *fault, const char *expected)
{
    if (!expected)
        assert_null(fault);
    else if (fault)
        assert_string_equal(fault, expected);
    else
        fail_msg("row %zu has no fault", row);
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const fp_tags_table table = {
            .tags = { [OPEN] = { "<f=", ">", false, 0 },
                      [CLOSE] = { "</f>", NULL, false, 0 },
                      [KEY] = { "<k=", ROWS[i].end, true, 0 },
                      [KEY_END] = { "</k>", NULL, true, 0 } },
            .strict = &RULES,
            .lenient = &RULES,
            .names = { is_name, is_name, NULL },
            .keys = { is_name, is_name, NULL },
            .json_end = ROWS[i].json_end,
            .json_body = ROWS[i].body,
            .breaks = ROWS[i].breaks,
            .clauses = { .mismatched = "X-1",
                         .bad_name = "X-1",
                         .bad_line = "X-1",
                         .bad_json = "X-1",
                         .unfinished = "X-1" },
            .layout.indent = "",
        };

        check(i, fp_tags_fault(&table), ROWS[i].fault);
    }
}

static const fp_tags_rules APPLYING = {
    [FP_TAGS_OUTSIDE] = { [OPEN] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "X-1" } },
};

static const struct {
    const char *json_end;
    fp_tags_json_end also[FP_TAGS_JSON_ENDS];
    const char *fault;
} FURTHER[] = {
    { "=j>", { { "=n>", "n" }, { "=o>", "" } }, NULL },
    { "=j>", { { "=jn>", "n" } }, NULL },
    { NULL,
      { { "=n>", "n" } },
      "there are further ways to say that a value is JSON, and not the first, json_end" },
    { "=j>", { { "=n>", NULL } }, "a way to say that a value is JSON has no bytes that it is for" },
    { "=j>",
      { { "=j>x", "n" } },
      "what follows the key of a JSON value parts from that of another at an end of it" },
    { "=j>",
      { { "=n>", "n" }, { "=n>", "m" } },
      "what follows the key of a JSON value parts from that of another at an end of it" },
    { "=j>",
      { { "n>", "n" } },
      "what follows the key of a JSON value parts from that of another at an end of it" },
    { "=j>",
      { { "=n1>", "n" } },
      "there are blanks or numbers in what tells whether a value is JSON" },
};

static void bad_further_ends_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof FURTHER / sizeof *FURTHER; i++) {
        fp_tags_table table = {
            .tags = { [OPEN] = { "<f=", ">", false, 0 },
                      [CLOSE] = { "</f>", NULL, false, 0 },
                      [KEY] = { "<k=", "=s>", true, 0 },
                      [KEY_END] = { "</k>", NULL, true, 0 } },
            .strict = &RULES,
            .lenient = &RULES,
            .names = { is_name, is_name, NULL },
            .keys = { is_name, is_name, NULL },
            .json_end = FURTHER[i].json_end,
            .clauses = { .mismatched = "X-1",
                         .bad_name = "X-1",
                         .bad_line = "X-1",
                         .bad_json = "X-1",
                         .unfinished = "X-1" },
            .layout.indent = "",
        };

        memcpy(table.json_also, FURTHER[i].also, sizeof FURTHER[i].also);
        check(i, fp_tags_fault(&table), FURTHER[i].fault);
    }
}

static const char ONE_SIDE[] =
    "a fence has nothing on one side of an object, or begins with a blank";

static const struct {
    fp_tags_fence fence;
    bool body;
    const char *fault;
} FENCES[] = {
    { { NULL, NULL }, false, NULL },
    { { "```json", "```" }, false, NULL },
    { { "```json", NULL }, false, ONE_SIDE },
    { { NULL, "```" }, false, ONE_SIDE },
    { { "", "```" }, false, ONE_SIDE },
    { { "```json", "" }, false, ONE_SIDE },
    { { "\n```", "```" }, false, ONE_SIDE },
    { { "```json", "\n```" }, false, ONE_SIDE },
    { { "`", "`" }, true, "an object that is there in place of tags has a fence" },
};

static void bad_fences_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof FENCES / sizeof *FENCES; i++) {
        const fp_tags_table table = {
            .tags = { [OPEN] = { "<f=", "\n", false, 0 }, [CLOSE] = { "</f>", NULL, false, 0 } },
            .strict = &APPLYING,
            .lenient = &APPLYING,
            .names = { is_name, is_name, NULL },
            .json_body = FENCES[i].body,
            .breaks = true,
            .fence = FENCES[i].fence,
            .clauses = { .mismatched = "X-1",
                         .bad_name = "X-1",
                         .bad_line = "X-1",
                         .bad_json = "X-1",
                         .unfinished = "X-1" },
            .layout.indent = "",
        };

        check(i, fp_tags_fault(&table), FENCES[i].fault);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(bad_further_ends_are_refused),
        cmocka_unit_test(bad_fences_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
