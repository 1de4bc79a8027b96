/* SPDX-License-Identifier: Apache-2.0 */
/* test_limits.c: ROUND-TRIP under low limits (MODEL-4.3): what is rendered comes back, and what is
 * refused for a limit would not have come back. */
#include "generate/carry.h"
#include "generate/generate.h"
#include "judge/judge.h"
#include "tests/night.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CALLS = 300, CALLS_BY_DAY = 60, SEED = 4, LONGEST = 400 };

typedef struct bound {
    const char *limit;
    size_t most;
} bound;

static const bound BOUNDS[] = { { "name", 3 },   { "key", 4 },   { "value", 5 }, { "value", 90 },
                                { "call", 9 },   { "call", 90 }, { "held", 12 }, { "held", 40 },
                                { "held", 130 }, { "depth", 2 }, { "depth", 5 } };

enum { BOUND_COUNT = sizeof BOUNDS / sizeof *BOUNDS };

static void fail_with(const carrier *c, const bound *b, const fp_call *call, const char *what)
{
    fp_json sent = { 0 };

    fp_json_call(&sent, call);
    fail_msg("%s, limit %s %zu: %s\ncall: %.*s\nrendered: %.*s", fp_syntax_id(c->syntax), b->limit,
             b->most, what, (int)sent.len, sent.ptr, (int)c->text.len, c->text.ptr);
}

/* Returns whether the block that a carrier rendered is that call under the options of another. */
static bool would_come_back(const carrier *c, const carrier *wide, const fp_call *call)
{
    fp_outcome *o;
    bool same;

    assert_int_equal(
        fp_parse(c->syntax, &c->options, (fp_str){ wide->text.ptr, wide->text.len }, &o), FP_OK);
    same = outcome_is_call(o, call);
    fp_outcome_free(o);
    return same;
}

/* How many calls a limit was the matter with. */
static size_t try_bound(const fp_syntax *syntax, const bound *b)
{
    fp_options options = fp_options_default(syntax);
    generator *g = generator_new(SEED, LONGEST);
    const size_t calls = by_day_and_night(CALLS_BY_DAY, CALLS);
    carrier wide, c;
    size_t over = 0;

    carrier_open(&wide, syntax, &options);
    *fp_limits_field(&options.limits, fp_str_of(b->limit)) = b->most;
    carrier_open(&c, syntax, &options);
    for (size_t i = 0; i < calls; i++) {
        const fp_call *call = generator_call(g);
        const carriage is = carry(&c, call);

        if (is == LOST || (is == CARRIED && !would_come_back(&c, &c, call)))
            fail_with(&c, b, call, "it is rendered, and comes back as something else");
        if (is == CARRIED || carry(&wide, call) != CARRIED)
            continue;
        over++;
        if (strcmp(c.refusal.clause, "MODEL-4.3") == 0 && would_come_back(&c, &wide, call))
            fail_with(&wide, b, call, "it is refused, and would come back");
    }
    carrier_free(&c);
    carrier_free(&wide);
    generator_free(g);
    return over;
}

static void carries_or_refuses(void **state)
{
    size_t over = 0;

    for (size_t i = 0; i < BOUND_COUNT; i++)
        over += try_bound(*state, &BOUNDS[i]);
    assert_true(over > BOUND_COUNT);
}

int main(void)
{
    struct CMUnitTest tests[FP_SYNTAXES_MAX] = { { 0 } };
    size_t count = 0;

    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        if (fp_syntax_has_calls(*s))
            tests[count++] = (struct CMUnitTest){ .name = fp_syntax_id(*s),
                                                  .test_func = carries_or_refuses,
                                                  .initial_state = (void *)(uintptr_t)*s };
    return _cmocka_run_group_tests("calls under limits", tests, count, NULL, NULL);
}
