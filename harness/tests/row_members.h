/* SPDX-License-Identifier: Apache-2.0 */
/* row_members.h: the members of a row, and of the tables of each engine, for tests that take each
 * of them out. */
#ifndef FENCEPOST_HARNESS_TESTS_ROW_MEMBERS_H
#define FENCEPOST_HARNESS_TESTS_ROW_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <fencepost/syntax.h>

typedef struct member {
    const char *name;
    size_t at, size;
    const char *word; /* in the sentence that refuses what lacks it */
    bool idle;        /* no outcome depends on it */
} member;

typedef struct members {
    const char *of;  /* the type */
    size_t from, to; /* the bytes of it that are theirs */
    const member *list;
    size_t count;
} members;

/* Of fp_syntax itself; of what `fast`, `derive` and `reasoning` point to; of a rule of tags. */
extern const members MEMBERS_OF_ROWS, MEMBERS_OF_SPEED, MEMBERS_OF_DERIVE, MEMBERS_OF_MARKS,
    MEMBERS_OF_RULES;

/* Of the row's table: those of the object that it begins with, if it does, and then its own. NULL
 * ends them. */
enum { PARTS_MAX = 2 };
typedef struct table_parts {
    const members *of[PARTS_MAX + 1];
} table_parts;
table_parts members_of_table(const fp_syntax *syntax);

/* The first byte of the type that no member of the list has, and that is not there to align the
 * next one; where they end if there is none. */
size_t members_gap(const members *of);

#endif
