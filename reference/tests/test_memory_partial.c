/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory_partial.c: what test_memory does to parsers, done to the reader of partial JSON. */
#include "failing_malloc.h"

#include <fencepost/partial_json.h>

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* What was not taken for want of memory can be fed again. */
static bool read_job(const void *context)
{
    const char *text = context;
    fp_partial *p = fp_partial_new();
    fp_json value = { 0 };
    bool succeeded = p != NULL;

    for (size_t i = 0; succeeded && text[i]; i++)
        succeeded = fp_partial_feed(p, text + i, 1) == FP_OK;
    if (succeeded) {
        assert_int_equal(fp_partial_value(p, NULL, &value), FP_PARTIAL_VALUE);
        succeeded = !value.failed;
    }
    fp_json_free(&value);
    fp_partial_free(p);
    return succeeded;
}

static void test_read(void **state)
{
    (void)state;
    assert_in_range(fail_each(read_job, "{\"a\": [\"some text that is longer\", 12, tru"), 4, 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_read) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
