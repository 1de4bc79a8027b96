/* SPDX-License-Identifier: Apache-2.0 */
/* object-fault.c: what is wrong with a table of objects. Parser and renderer trust their table. */
#include "engines/object.h"

#include <string.h>

static const char *fault_of_members(const fp_object_member *members)
{
    unsigned met = 0;

    for (unsigned m = 0; members[m].key; m++) {
        if (m == FP_OBJECT_MEMBERS)
            return "there are more members than a parser can tell apart";
        if (members[m].is != FP_OBJECT_NAME && members[m].is != FP_OBJECT_ARGUMENTS &&
            members[m].is != FP_OBJECT_ID)
            return "a member is neither the name, the arguments nor the id";
        for (unsigned n = 0; n < m; n++)
            if (strcmp(members[n].key, members[m].key) == 0)
                return "two members have the same key";
        met |= 1u << members[m].is;
    }
    if (!(met & 1u << FP_OBJECT_NAME))
        return "no member is the name";
    return met & 1u << FP_OBJECT_ARGUMENTS ? NULL : "no member is the arguments";
}

static const char *fault_of_clauses(const fp_object_table *table)
{
    if (!table->clauses.again || !table->clauses.duplicate)
        return "no clause for what is given again";
    if (!table->clauses.bad_arguments || !table->clauses.bad_text)
        return "no clause for arguments that are not an object";
    if (!table->clauses.bad_name)
        return "no clause for a call without a name";
    return !table->clauses.long_name == !table->clauses.unfinished
               ? NULL
               : "one of the clauses of calls that are given out as a whole is missing";
}

static const char *fault_of_layout(const fp_object_table *table)
{
    if (!table->layout.before || !table->layout.between || !table->layout.after ||
        !table->layout.comma)
        return "the layout of a call is not whole";
    if (!table->layout.levels)
        return "no bracket is open around a value";
    if (!table->layout.bad_name || !table->layout.bad_bytes || !table->layout.bad_json ||
        !table->layout.over || !table->layout.bad_id != !table->layout.id)
        return "no clause for a call that is refused";
    return NULL;
}

const char *fp_object_fault(const fp_object_table *table)
{
    const char *fault = NULL;

    if (!table->keyed)
        fault = fault_of_members(table->members);
    else if (table->members[0].key)
        fault = "a table whose first key is the name has members";
    if (!fault)
        fault = fault_of_clauses(table);
    return fault ? fault : fault_of_layout(table);
}
