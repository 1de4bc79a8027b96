/* SPDX-License-Identifier: Apache-2.0 */
/* test_tagged.c: a table of objects between tags that the engine cannot read is refused with the
 * reason. */
#include "engines/tagged.h"

#include "bad_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <fencepost/render.h>

/* A table without fault. */
static const fp_tagged_table GOOD = {
    .object = { .members = { { "n", FP_OBJECT_NAME }, { "a", FP_OBJECT_ARGUMENTS } },
                .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", NULL, NULL },
                .layout = { .before = "<a>{\"n\":",
                            .between = ",\"a\":{",
                            .after = "}}</a>",
                            .comma = ",",
                            .levels = 2,
                            .bad_name = "X-6",
                            .bad_bytes = "X-6",
                            .bad_json = "X-6",
                            .over = "X-6" } },
    .open = "<a>",
    .close = "</a>",
    .other = "<b",
    .bad_other = "X-7",
    .answer = "<r>",
    .answer_end = "</r>",
};

#define TAGGED fp_tagged_table

static const char NOT_A_TAG[] = "a tag does not begin with '<', or is too long";
static const char BEGINNING[] = "a tag is the beginning of another";
static const char ONE_ANSWER[] = "it has one of answer and answer_end, which come together";
static const char BAD_ANSWER[] = "a tag around the answer is not one, or begins as open does";
static const char NOT_WRITTEN[] = "a call is not written with the tag before it";

static const bad_table REFUSED[] = {
    NEEDED(TAGGED, open),
    NEEDED(TAGGED, close),
    BAD_TEXT(TAGGED, object.clauses.again, NULL, "it has no clauses.again"),
    BAD_TEXT(TAGGED, close, "[/a]", NOT_A_TAG),
    BAD_TEXT(TAGGED, close, "", NOT_A_TAG),
    BAD_TEXT(TAGGED, close, "<" TOO_LONG, NOT_A_TAG),
    BAD_TEXT(TAGGED, open, "a>", NOT_A_TAG),
    BAD_TEXT(TAGGED, open, "<" TOO_LONG, NOT_A_TAG),
    BAD_TEXT(TAGGED, other, "b", NOT_A_TAG),
    BAD_TEXT(TAGGED, close, "</a><x>", "close has its first byte twice"),
    BAD_TEXT(TAGGED, close, "<a", BEGINNING),
    BAD_TEXT(TAGGED, close, "<a></a>", "close has its first byte twice"),
    BAD_TEXT(TAGGED, close, "<a>/", BEGINNING),
    BAD_TEXT(TAGGED, other, "<a", BEGINNING),
    BAD_TEXT(TAGGED, other, "<a><b", BEGINNING),
    BAD_TEXT(TAGGED, other, "</", BEGINNING),
    BAD_TEXT(TAGGED, bad_other, NULL, "it has other, and no bad_other"),
    BAD_TEXT(TAGGED, object.layout.before, "<c>{\"n\":", NOT_WRITTEN),
    BAD_TEXT(TAGGED, object.layout.before, "<a>[\"n\":", NOT_WRITTEN),
    BAD_TEXT(TAGGED, object.layout.after, "}</a>",
             "a call is not written with two braces after it"),
    BAD_TEXT(TAGGED, answer, NULL, ONE_ANSWER),
    BAD_TEXT(TAGGED, answer_end, NULL, ONE_ANSWER),
    BAD_TEXT(TAGGED, answer_end, "</r>>", BAD_ANSWER),
    BAD_TEXT(TAGGED, answer_end, "</r", BAD_ANSWER),
    BAD_TEXT(TAGGED, answer, "<r<s>", BAD_ANSWER),
    BAD_TEXT(TAGGED, answer, "r>", BAD_ANSWER),
    BAD_TEXT(TAGGED, answer, "<answer>", BAD_ANSWER),
    BAD_TEXT(TAGGED, answer_end, "</a>", BEGINNING),
    BAD_TEXT(TAGGED, answer, "</a>", BEGINNING),
    BAD_TEXT(TAGGED, answer, "</r>", BEGINNING),
};

static const char *fault_of(const void *table)
{
    return fp_tagged_fault(table);
}

static void bad_tables_are_refused(void **state)
{
    (void)state;
    check_bad_tables(&GOOD, sizeof GOOD, fault_of, REFUSED, sizeof REFUSED / sizeof *REFUSED);
}

/* It has members, which the engine reads, and no first key that is the name. */
static void no_name_is_a_key(void **state)
{
    fp_tagged_table keyed = GOOD;

    (void)state;
    keyed.object.keyed = true;
    keyed.object.members[0].key = NULL;
    assert_string_equal(fp_tagged_fault(&keyed),
                        "its first key is the name, which this engine does not read");
}

/* -- tags within tags -------------------------------------------------------------------------- */

/* An open tag of two, whose second may be the first again; both begin as the close tag does. */
static const fp_tagged_table TWO = {
    .object = { .members = { { "n", FP_OBJECT_NAME }, { "a", FP_OBJECT_ARGUMENTS } },
                .clauses = { "X-1", "X-2", "X-3", "X-4", "X-5", NULL, NULL },
                .layout = { .before = "<|x|><|y|>{\"n\":",
                            .between = ",\"a\":{",
                            .after = "}}<|z|>",
                            .comma = ",",
                            .levels = 2 } },
    .open = "<|x|><|y|>",
    .close = "<|z|>",
};

static const fp_syntax ROW = { .id = "row",
                               .table = &TWO,
                               .state_size = sizeof(fp_tagged),
                               .step = fp_tagged_step,
                               .finish = fp_tagged_finish };

#define CALL "<|x|><|y|>{\"n\":\"f\"}<|z|>"

static const struct {
    const char *input, *text;
    uint8_t recovery;
    size_t calls, whole; /* how many, and how many of them are complete */
} INPUTS[] = {
    { CALL, "", FP_RECOVERY_STRICT, 1, 1 },
    { "<|x|>" CALL, "<|x|>", FP_RECOVERY_STRICT, 1, 1 },
    { "<|x|><|x" CALL, "<|x|><|x", FP_RECOVERY_STRICT, 1, 1 },
    { "<|x|><|z|>", "<|x|><|z|>", FP_RECOVERY_STRICT, 0, 0 },
    { "<|" CALL, "<|", FP_RECOVERY_STRICT, 1, 1 },
    { "<|x|><|y|>{\"n\":\"f\"}" CALL, "", FP_RECOVERY_STRICT, 2, 1 },
    { "<|x|><|y|>{\"n\":\"f\"}" CALL, "", FP_RECOVERY_LENIENT, 2, 2 },
    { "<|x|><|y|>{\"n\":\"f\"}<|x|>" CALL, "<|x|>", FP_RECOVERY_STRICT, 2, 1 },
    { "<|x|><|y|>{\"n\":\"f\"}<|x|>" CALL, "<|x|>", FP_RECOVERY_LENIENT, 2, 1 },
    { "<|x|><|y|>{\"n\":\"f\"}<|x<|z|>", "<|x<|z|>", FP_RECOVERY_LENIENT, 1, 0 },
};

static void check(size_t i)
{
    fp_options options = fp_options_default(&ROW);
    fp_outcome *outcome = NULL;
    size_t count, whole = 0;

    options.policies.of[FP_RECOVERY] = INPUTS[i].recovery;
    assert_int_equal(fp_parse(&ROW, &options, fp_str_of(INPUTS[i].input), &outcome), FP_OK);
    count = fp_outcome_call_count(outcome);
    for (size_t k = 0; k < count; k++)
        whole += fp_outcome_call(outcome, k)->complete;
    if (!fp_str_equal(fp_outcome_text(outcome), fp_str_of(INPUTS[i].text)) ||
        count != INPUTS[i].calls || whole != INPUTS[i].whole)
        fail_msg("%s: text \"%.*s\", %zu calls, %zu of them complete", INPUTS[i].input,
                 (int)fp_outcome_text(outcome).len, fp_outcome_text(outcome).ptr, count, whole);
    fp_outcome_free(outcome);
}

static void a_tag_begins_within_what_is_not_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof INPUTS / sizeof *INPUTS; i++)
        check(i);
}

/* -- words ----------------------------------------------------------------------------------- */

static bool has_word(const char *const *words, const char *word)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words;
}

static void words_are_of_the_table(void **state)
{
    static const char *const OPENINGS[] = {
        "<a>{\"n\":\"x\"", "0000\":\"x\"", "0000\"", "</a>", "<r>", "</r>"
    };
    static const char *const MARKERS[] = { "<a>",
                                           "</a>",
                                           "<t>",
                                           "</t>",
                                           "<r>",
                                           "</r>",
                                           "<r>\n",
                                           "\n</r>\n",
                                           "<a>{\"n\":\"a\",\"a\":{",
                                           "<a>{\"a\": {\"k\": \"v\"}, \"n\": \"b\"}",
                                           "}}</a>",
                                           "<b",
                                           "<c>",
                                           "\\ude00" };
    const fp_reasoning_marks marks = { .open = { "<t>" }, .close = "</t>" };
    fp_tagged_table table = GOOD;
    fp_syntax row = {
        .id = "x", .table = &table, .reasoning = &marks, .derive = &FP_TAGGED_DERIVE
    };
    fp_derived derived = { 0 };
    const char *const *words = NULL;

    (void)state;
    table.near = "<c>";
    words = fp_syntax_completions(&row, &derived);
    for (size_t i = 0; i < sizeof OPENINGS / sizeof *OPENINGS; i++)
        assert_string_equal(words[i], OPENINGS[i]);
    words = fp_syntax_markers(&row, &derived);
    for (size_t i = 0; i < sizeof MARKERS / sizeof *MARKERS; i++)
        assert_true(has_word(words, MARKERS[i]));
    row.reasoning = &FP_MARKS_THINK;
    assert_false(has_word(fp_syntax_markers(&row, &derived), "<think>"));
    row.reasoning = NULL;
    assert_false(has_word(fp_syntax_markers(&row, &derived), "<t>"));
    fp_derived_free(&derived);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(no_name_is_a_key),
        cmocka_unit_test(a_tag_begins_within_what_is_not_one),
        cmocka_unit_test(words_are_of_the_table),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
