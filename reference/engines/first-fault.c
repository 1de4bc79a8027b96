/* SPDX-License-Identifier: Apache-2.0 */
/* first-fault.c: what is wrong with a table of messages that begin with their calls. */
#include "engines/first.h"

#include <string.h>

const char *fp_first_fault(const fp_first_table *table)
{
    const char *fault = fp_object_fault(&table->object);

    if (fault)
        return fault;
    if (table->tag && (!*table->tag || strlen(table->tag) > UINT8_MAX))
        return "a tag is empty, or too long";
    if (!table->separator || !table->open != !table->close)
        return "a bracket or a separator is missing";
    return table->wrong && table->unfinished ? NULL : "a clause is missing";
}
