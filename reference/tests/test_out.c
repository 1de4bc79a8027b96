/* SPDX-License-Identifier: Apache-2.0 */
/* test_out.c: what syntaxes may ask for (fencepost/syntax.h), and ours do not ask for in each way.
 */
#include "core/out_call.h"

#include "eventlog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* With the policies and limits of a syntax that is no document. */
static fp_out out_of(fp_sink *sink, void *context)
{
    const fp_syntax *caret = fp_syntax_find(FP_STR("caret"));
    const fp_options options = fp_options_default(caret);
    fp_out out;

    fp_out_init(&out, caret, &options, sink, context);
    return out;
}

/* -- what is held ------------------------------------------------------------------------------ */

/* In a value whose first byte was a CR, which may begin a newline. */
static fp_out behind_cr(eventlog *log)
{
    fp_out out = out_of(eventlog_sink, log);

    out.options.policies.of[FP_VALUE_FRAMING] = FP_FRAMING_FIRST_NEWLINE;
    assert_true(fp_out_call_begin(&out, 0, FP_STR("n")));
    fp_out_arg_begin(&out, FP_STR("k"), 0, true, NULL);
    fp_out_payload(&out, '\r');
    assert_int_equal(out.value_edge.pending.len, 1);
    return out;
}

/* Bytes that are held at once are held as one by one: what waits goes on waiting for a newline. */
static void runs_are_held(void **state)
{
    static const struct {
        const char *run;
        size_t waiting;
    } ROWS[] = { { "\n", 1 }, { "\n\n", 1 }, { "x", 0 },      { "\v", 0 },
                 { "xx", 0 }, { "\nx", 0 },  { "\n\nx\n", 0 } };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const fp_str run = fp_str_of(ROWS[i].run);
        eventlog logs[2] = { { 0 }, { 0 } };
        fp_out at_once = behind_cr(&logs[0]), singly = behind_cr(&logs[1]);
        char *alone = malloc(run.len); /* nothing stands behind it */

        assert_non_null(alone);
        memcpy(alone, run.ptr, run.len);
        fp_out_hold_run(&at_once, (fp_str){ alone, run.len });
        free(alone);
        for (size_t k = 0; k < run.len; k++)
            assert_true(fp_out_hold_unit(&singly, (unsigned char)run.ptr[k]));
        assert_int_equal(at_once.value_edge.pending.len, ROWS[i].waiting);
        assert_true(fp_str_equal(fp_out_held(&at_once), run));
        assert_true(fp_out_equal(&at_once, &singly));
        fp_out_flush(&at_once);
        fp_out_flush(&singly);
        assert_true(eventlog_equal(&logs[0], &logs[1]));
        fp_out_free(&at_once);
        fp_out_free(&singly);
        eventlog_free(&logs[0]);
        eventlog_free(&logs[1]);
    }
}

static size_t no_role(void *context, fp_str bytes, fp_role *role)
{
    (void)context;
    *role = FP_ROLE_TEXT;
    return bytes.len;
}

static void little_is_held(void **state)
{
    fp_out out = out_of(NULL, NULL);

    (void)state;
    fp_out_mark_each(&out, 0, no_role, NULL);
    fp_out_overwrite(&out, 0, 1, 'x');
    assert_true(fp_out_hold(&out, 'a') && fp_out_hold(&out, 'b'));
    fp_out_overwrite(&out, 1, 2, 'x');
    fp_out_overwrite(&out, 2, 1, 'x');
    assert_true(fp_str_equal(fp_out_held(&out), FP_STR("ab")));
    fp_out_overwrite(&out, 1, 1, 'x');
    assert_true(fp_str_equal(fp_out_held(&out), FP_STR("ax")));
    fp_out_free(&out);
}

static void quotations_are_of_text(void **state)
{
    fp_out out = out_of(NULL, NULL);

    (void)state;
    out.quote.in_tag = true;
    assert_true(fp_out_quoted(&out));
    out.in_call = true;
    assert_false(fp_out_quoted(&out));
    fp_out_free(&out);
}

/* -- what is stored ---------------------------------------------------------------------------- */

static int count_limits(void *count, const fp_event *event)
{
    *(size_t *)count +=
        event->type == FP_EVENT_DIAGNOSTIC && event->diagnostic.code == FP_LIMIT_EXCEEDED;
    return 0;
}

static void bytes_are_put_aside(void **state)
{
    size_t limits = 0;
    fp_out out = out_of(count_limits, &limits);

    (void)state;
    out.options.limits.call = 4;
    assert_false(fp_out_put_aside(&out, FP_STR("abcde")));
    assert_int_equal(limits, 1);
    assert_int_equal(fp_out_aside(&out).len, 0);
    assert_true(fp_out_put_aside(&out, FP_STR("ab")) && fp_out_put_aside(&out, FP_STR("cd")));
    assert_int_equal(limits, 1);
    assert_false(fp_out_put_aside(&out, FP_STR("e")));
    assert_int_equal(limits, 2);
    fp_out_drop_aside(&out, 1);
    assert_int_equal(out.work, 3); /* those that move */
    assert_false(fp_out_put_aside(&out, FP_STR("ef")));
    assert_true(fp_out_put_aside(&out, FP_STR("e")));
    assert_true(fp_str_equal(fp_out_aside(&out), FP_STR("bcde")));
    fp_out_drop_aside(&out, 4);
    assert_int_equal(out.work, 3);
    assert_true(fp_out_put_aside(&out, FP_STR("fghi")));
    fp_out_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_held),
        cmocka_unit_test(little_is_held),
        cmocka_unit_test(quotations_are_of_text),
        cmocka_unit_test(bytes_are_put_aside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
