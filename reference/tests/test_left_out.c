/* SPDX-License-Identifier: Apache-2.0 */
/* test_left_out.c: what a test leaves out is collected, and fails in CI unless the machine is the
 * reason. */
#include "left_out.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void expect_file(const char *path, const char *wanted)
{
    char text[200] = "";
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) < sizeof text - 1);
    fclose(file);
    assert_string_equal(text, wanted);
}

static void collected(void **state)
{
    char path[] = "left-out.XXXXXX";
    const int made = mkstemp(path);

    (void)state;
    assert_true(made >= 0);
    close(made);
    setenv("FENCEPOST_LEFT_OUT", path, 1);
    setenv("FENCEPOST_CI", "0", 1);
    assert_true(left_out("a part", "no tool", false));
    unsetenv("FENCEPOST_CI");
    assert_true(left_out("another", "no tool", false));
    setenv("FENCEPOST_CI", "1", 1);
    assert_false(left_out("a third", "no tool", false));
    assert_true(left_out("a fourth", "no such unit", true));
    expect_file(path, "left out: a part: no tool\nleft out: another: no tool\n"
                      "left out: a third: no tool\nleft out: a fourth: no such unit\n");
    unlink(path);
}

static void nowhere_to_collect(void **state)
{
    (void)state;
    unsetenv("FENCEPOST_CI");
    setenv("FENCEPOST_LEFT_OUT", "/no/such/folder/file", 1);
    assert_false(left_out("a part", "no tool", true));
    unsetenv("FENCEPOST_LEFT_OUT");
    assert_true(left_out("a part", "no tool", false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collected),
        cmocka_unit_test(nowhere_to_collect),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
