/* SPDX-License-Identifier: Apache-2.0 */
/* test_nearest.c: which names are suggested for which words; and for which none. */
#include "base/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const NAMES[] = {
    "test",
    "report",
    "list",
    "lint",
    "show",
    "parse",
    "syntax",
    "policy",
    "caret",
    "xml",
    "hermes",
    "unterminated",
    "drop",
    "value_framing",
    "junit",
    "markdown",
    "CARET-4.2",
    "CARET-4.3",
    "tap",
    "caret/fence/no-parameters",
    "caret/fence/no-parameters-at-all",
    "lock",
};

enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

static const struct row {
    const char *word, *question;
} ROWS[] = {
    /* one letter too many, too few, wrong; two in the wrong order, which is one error */
    { "tests", ", did you mean test?" },
    { "tset", ", did you mean test?" },
    { "lst", ", did you mean list?" },
    { "lsit", ", did you mean list?" },
    { "sytnax", ", did you mean syntax?" },
    { "carot", ", did you mean caret?" },
    { "carret", ", did you mean caret?" },
    { "pares", ", did you mean parse?" },
    { "hremes", ", did you mean hermes?" },
    { "untermianted", ", did you mean unterminated?" },
    { "untermianetd", ", did you mean unterminated?" },
    { "value-framing", ", did you mean value_framing?" },
    { "makrdwon", ", did you mean markdown?" },
    /* case does not count */
    { "Caret", ", did you mean caret?" },
    { "caret-4.22", ", did you mean CARET-4.2?" },
    { "CARET-4.9", ", did you mean CARET-4.2 or CARET-4.3?" },
    /* a beginning, and a beginning of a part */
    { "li", ", did you mean list or lint?" },
    { "pol", ", did you mean policy?" },
    { "framing", ", did you mean value_framing?" },
    { "no-parametres", "" },
    { "fence", ", did you mean caret/fence/no-parameters or caret/fence/no-parameters-at-all?" },
    { "caret/fence/no-parametres", ", did you mean caret/fence/no-parameters?" },
    { "caret/fnece/no-parametres", ", did you mean caret/fence/no-parameters?" },
    /* and no nonsense */
    { "", "" },
    { "q", "" },
    { "xx", "" },
    { "frob", "" },
    { "frobnicate", "" },
    { "lets", "" },
    { "best", ", did you mean test?" },
    { "arse", ", did you mean parse?" },
    { "ax", "" },
    { "emoji", "" },
    { "arguments", "" },
    { "elephant/in/the/room", "" },
};

static void suggests(void **state)
{
    const struct row *r = *state;
    char *said = nearest_question(r->word, "", NAMES, NAME_COUNT);

    assert_string_equal(said, r->question);
    free(said);
}

static void keeps_to_the_nearest(void **state)
{
    static const char *const SOME[] = {
        "abcdxx", "abcdeg", "bcdefg", "abcdeh", "abcdei", "abcdej"
    };
    static const char *const SHORT = "abcxx";
    const char *best[NEAREST_MAX];

    (void)state;
    assert_int_equal(nearest_names("abcdef", SOME, 6, best), NEAREST_MAX);
    assert_string_equal(best[0], "abcdeg");
    assert_string_equal(best[1], "abcdeh");
    assert_string_equal(best[2], "abcdei");
    assert_int_equal(nearest_names("abcdef", SOME, 1, best), 1);  /* two errors in six letters */
    assert_int_equal(nearest_names("abcde", &SHORT, 1, best), 0); /* and not in five */
}

static void survives_long_names(void **state)
{
    char name[400];
    const char *names[] = { name };
    const char *best[NEAREST_MAX];

    (void)state;
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(nearest_names("xxx", names, 1, best), 1);
    assert_int_equal(nearest_names("yxxx", names, 1, best), 0);
    name[127] = '\0';
    assert_int_equal(nearest_names("yxxx", names, 1, best), 0);
}

int main(void)
{
    enum { FIRST = 2, ROW_COUNT = sizeof ROWS / sizeof *ROWS };
    struct CMUnitTest tests[FIRST + ROW_COUNT] = {
        cmocka_unit_test(keeps_to_the_nearest),
        cmocka_unit_test(survives_long_names),
    };

    for (size_t i = 0; i < ROW_COUNT; i++)
        tests[FIRST + i] =
            (struct CMUnitTest){ ROWS[i].word, suggests, NULL, NULL, (void *)(uintptr_t)&ROWS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
