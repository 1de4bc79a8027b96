/* SPDX-License-Identifier: Apache-2.0 */
/* test_tagged.c: a table of objects between tags that the engine cannot read is refused with the
 * reason; those of the syntaxes are good. */
#include "engines/tagged.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <fencepost/render.h>

/* A table without fault, of which each row of the test changes a copy. */
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
};

static void bad_object(fp_tagged_table *t)
{
    t->object.clauses.again = NULL;
}

static void no_tag(fp_tagged_table *t)
{
    t->open = NULL;
}

static void other_first_byte(fp_tagged_table *t)
{
    t->close = "[/a]";
}

static void other_notation_without_tag(fp_tagged_table *t)
{
    t->other = "b";
}

static void long_tag(fp_tagged_table *t)
{
    static char tag[UINT8_MAX + 2] = "<";

    memset(tag + 1, 'x', UINT8_MAX);
    t->close = tag;
}

static void close_begins_open(fp_tagged_table *t)
{
    t->close = "<a";
}

static void open_begins_close(fp_tagged_table *t)
{
    t->close = "<a></a>";
}

static void no_clause(fp_tagged_table *t)
{
    t->bad_other = NULL;
}

static void other_tag_written(fp_tagged_table *t)
{
    t->object.layout.before = "<c>{\"n\":";
}

static void no_brace_written(fp_tagged_table *t)
{
    t->object.layout.before = "<a>[\"n\":";
}

static void one_brace_after(fp_tagged_table *t)
{
    t->object.layout.after = "}</a>";
}

static void one_answer_tag(fp_tagged_table *t)
{
    t->answer = "<r>";
}

static void bad_answer_tag(fp_tagged_table *t)
{
    t->answer = "<r>";
    t->answer_end = "</r>>";
}

static void answer_tag_in_another(fp_tagged_table *t)
{
    t->answer = "<r<s>";
    t->answer_end = "</r>";
}

static void answer_without_tag(fp_tagged_table *t)
{
    t->answer = "r>";
    t->answer_end = "</r>";
}

static const struct {
    void (*change)(fp_tagged_table *t);
    const char *fault;
} REFUSED[] = {
    { bad_object, "no clause for what is given again" },
    { no_tag, "a tag does not begin with '<', or is too long" },
    { other_first_byte, "a tag does not begin with '<', or is too long" },
    { other_notation_without_tag, "a tag does not begin with '<', or is too long" },
    { long_tag, "a tag does not begin with '<', or is too long" },
    { close_begins_open, "a tag is the beginning of another" },
    { open_begins_close, "a tag is the beginning of another" },
    { no_clause, "no clause is about a block of another notation" },
    { other_tag_written, "a call is not written with the tag before it" },
    { no_brace_written, "a call is not written with the tag before it" },
    { one_answer_tag, "a tag around the answer is missing, or is not one" },
    { bad_answer_tag, "a tag around the answer is missing, or is not one" },
    { answer_tag_in_another, "a tag around the answer is missing, or is not one" },
    { answer_without_tag, "a tag around the answer is missing, or is not one" },
    { one_brace_after, "a call is not written with two braces after it" },
};

static void bad_tables_are_refused(void **state)
{
    (void)state;
    assert_null(fp_tagged_fault(&GOOD));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        fp_tagged_table table = GOOD;

        REFUSED[i].change(&table);
        assert_non_null(fp_tagged_fault(&table));
        assert_string_equal(fp_tagged_fault(&table), REFUSED[i].fault);
    }
}

static void the_tables_of_syntaxes_are_good(void **state)
{
    size_t count = 0;

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if ((*s)->step != fp_tagged_step)
            continue;
        count++;
        if (fp_tagged_fault((*s)->table))
            fail_msg("%s: %s", (*s)->id, fp_tagged_fault((*s)->table));
    }
    assert_true(count > 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(the_tables_of_syntaxes_are_good),
        cmocka_unit_test(a_tag_begins_within_what_is_not_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
