/* SPDX-License-Identifier: Apache-2.0 */
#include "bad_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_row(void *copy, const char *(*fault_of)(const void *table), const bad_table *row,
                      size_t number)
{
    char *member = (char *)copy + row->at;
    const char *fault;

    if (memcmp(member, row->value, row->size) == 0)
        fail_msg("row %zu changes nothing", number);
    memcpy(member, row->value, row->size);
    fault = fault_of(copy);
    if (!fault || strcmp(fault, row->fault) != 0)
        fail_msg("row %zu: \"%s\", expected \"%s\"", number, fault ? fault : "no fault",
                 row->fault);
}

void check_bad_tables(const void *good, size_t size, const char *(*fault_of)(const void *table),
                      const bad_table *rows, size_t count)
{
    void *copy = malloc(size);

    assert_non_null(copy);
    if (fault_of(good))
        fail_msg("the good table: %s", fault_of(good));
    for (size_t i = 0; i < count; i++) {
        memcpy(copy, good, size);
        check_row(copy, fault_of, &rows[i], i);
    }
    free(copy);
}
