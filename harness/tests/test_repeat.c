/* SPDX-License-Identifier: Apache-2.0 */
/* test_repeat.c: commands that run something again. */
#include "base/repeat.h"
#include "base/util.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void quotes_words(void **state)
{
    static const struct {
        const char *word, *quoted;
    } WORDS[] = {
        { "a/b-1,2.c:d=e+%@", "a/b-1,2.c:d=e+%@" },
        { "", "''" },
        { "a b", "'a b'" },
        { "'", "''\\'''" },
        { "it's 'so'", "'it'\\''s '\\''so'\\'''" },
        { "$x\\n", "'$x\\n'" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        char *quoted = shell_word(WORDS[i].word);

        assert_string_equal(quoted, WORDS[i].quoted);
        free(quoted);
    }
}

/* A byte at a time this took a quarter of an hour. */
static void quotes_a_long_word(void **state)
{
    enum { LEN = 4 << 20 };
    char *word = xcalloc(LEN + 1, 1), *quoted;

    (void)state;
    memset(word, '\'', LEN);
    quoted = shell_word(word);
    assert_int_equal(strlen(quoted), 4 * (size_t)LEN + 2);
    assert_memory_equal(quoted + 1 + 4 * (size_t)(LEN - 1), "'\\'''", 6);
    free(quoted);
    free(word);
}

static void lists_cuts(void **state)
{
    enum { COUNT = 100000 };
    size_t *cuts = xcalloc(COUNT, sizeof *cuts);
    char *command;

    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        cuts[i] = SIZE_MAX - i;
    command = with_cuts(xstrdup("f"), cuts, 0);
    assert_string_equal(command, "f");
    command = with_cuts(command, cuts, 2);
    assert_string_equal(command, "f --cut 18446744073709551615,18446744073709551614");
    command = with_cuts(command, cuts, COUNT);
    assert_true(strlen(command) > (size_t)COUNT * 20);
    free(command);
    free(cuts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_words),
        cmocka_unit_test(quotes_a_long_word),
        cmocka_unit_test(lists_cuts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
