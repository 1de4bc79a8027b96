/* SPDX-License-Identifier: Apache-2.0 */
/* test_finding.c: what the smallest form of a failure keeps of it. */
#include "result/finding.h"

#include "judge/judge.h"
#include "law/laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define A_CALL "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"

/* A parser that leaks text wherever its two paths differ, and runs a call too much where there is a
 * name. */
static failing runs_a_call_of_a_name(void *context, const finding *f, const candidate *c)
{
    static const char NAME[] = "name";
    bool named = false;

    (void)context;
    for (size_t i = 0; i + strlen(NAME) <= c->input.len; i++)
        named |= memcmp(c->input.ptr + i, NAME, strlen(NAME)) == 0;
    return (failing){ .verdict = f->verdict,
                      .kind = f->kind,
                      .harm = named ? HARM_UNWRITTEN_CALL : HARM_TEXT,
                      .sentence = xstrdup("the one-shot path answers differently") };
}

/* A cause is as grave as its gravest failure: what is shown of it must do that. */
static void the_smallest_form_does_no_less_harm(void **state)
{
    const test_case t = { .id = "hermes/made/a",
                          .syntax = fp_syntax_find(FP_STR("hermes")),
                          .file = "corpus/hermes/made.json",
                          .input = FP_STR(A_CALL) };
    const result r = { .test = &t,
                       .check = law_name(LAW_PARITY),
                       .clause = "LAW-15.1",
                       .verdict = VERDICT_WRONG,
                       .harm = HARM_UNWRITTEN_CALL,
                       .sentence = "the one-shot path answers differently" };
    findings *f = findings_new();

    (void)state;
    findings_take(f, &r);
    findings_reduce(f, runs_a_call_of_a_name, NULL, 2000);
    assert_int_equal(findings_count(f), 1);
    assert_int_equal(findings_at(f, 0)->harm, HARM_UNWRITTEN_CALL);
    assert_int_equal(findings_at(f, 0)->form.input.len, strlen("name"));
    assert_memory_equal(findings_at(f, 0)->form.input.ptr, "name", strlen("name"));
    findings_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_smallest_form_does_no_less_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
