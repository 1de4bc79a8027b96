/* SPDX-License-Identifier: Apache-2.0 */
/* need.h: members that a table cannot do without; for what is wrong with a table. */
#ifndef FENCEPOST_ENGINES_NEED_H
#define FENCEPOST_ENGINES_NEED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fp_need {
    const char *sentence; /* what is wrong without it, by its name */
    bool is_there;
} fp_need;

/* clang-format off */
#define FP_NEED(table, member) { "it has no " #member, (table)->member != 0 }
/* clang-format on */

/* The sentence about the first one that is not there; NULL if all are. */
static inline const char *fp_need_fault(const fp_need *needs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!needs[i].is_there)
            return needs[i].sentence;
    return NULL;
}

#define FP_NEED_FAULT(needs) fp_need_fault((needs), sizeof(needs) / sizeof *(needs))

#endif
