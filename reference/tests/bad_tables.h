/* SPDX-License-Identifier: Apache-2.0 */
/* bad_tables.h: copies of a good table of an engine, with one member changed in each, and why each
 * is refused. */
#ifndef FENCEPOST_TESTS_BAD_TABLES_H
#define FENCEPOST_TESTS_BAD_TABLES_H

#include <stddef.h>

typedef struct bad_table {
    size_t at, size;   /* of the member, */
    const void *value; /* which has this value in the copy */
    const char *fault;
} bad_table;

/* clang-format off */
#define BAD_VALUE(table, member, type, value, fault) \
    { offsetof(table, member), sizeof(type), &(type const){ value }, fault }
#define BAD_TEXT(table, member, text, fault) \
    { offsetof(table, member), sizeof(const char *), &(const char *const){ text }, fault }
/* clang-format on */

/* A member that is there in the good table, and is needed. */
#define NEEDED(table, member) BAD_TEXT(table, member, NULL, "it has no " #member)

/* Whether the good table has no fault, and each copy has its own. fault_of: what is wrong with a
 * table; NULL if nothing is. */
void check_bad_tables(const void *good, size_t size, const char *(*fault_of)(const void *table),
                      const bad_table *rows, size_t count);

#define SIXTY_FOUR "0123456789012345678901234567890123456789012345678901234567890123"
#define TOO_LONG SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR SIXTY_FOUR /* for a mark */

#endif
