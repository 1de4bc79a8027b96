/* SPDX-License-Identifier: Apache-2.0 */
/* object-fault.c: what is wrong with a table of objects. Parser and renderer trust their table. */
#include "engines/need.h"
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
            return "one of its members is neither the name, the arguments nor the id";
        if (!*members[m].key)
            return "one of its members has an empty key";
        for (unsigned n = 0; n < m; n++)
            if (strcmp(members[n].key, members[m].key) == 0)
                return "two members have the same key";
        met |= 1u << members[m].is;
    }
    if (!(met & 1u << FP_OBJECT_NAME))
        return "none of its members is the name";
    return met & 1u << FP_OBJECT_ARGUMENTS ? NULL : "none of its members is the arguments";
}

/* What comes together, or needs another. */
static const char *fault_of_groups(const fp_object_table *table)
{
    if (!table->clauses.long_name != !table->clauses.unfinished)
        return "it has one of clauses.long_name and clauses.unfinished, which come together";
    if (!table->layout.id != !table->layout.bad_id)
        return "it has one of layout.id and layout.bad_id, which come together";
    if (!table->layout.id_first != !table->layout.to_name)
        return "it has one of layout.id_first and layout.to_name, which come together";
    return table->layout.id_first && !table->layout.id ? "it has layout.id_first and no layout.id"
                                                       : NULL;
}

const char *fp_object_fault(const fp_object_table *table)
{
    const fp_need needs[] = {
        FP_NEED(table, clauses.again),    FP_NEED(table, clauses.duplicate),
        FP_NEED(table, clauses.bad_text), FP_NEED(table, clauses.bad_arguments),
        FP_NEED(table, clauses.bad_name), FP_NEED(table, layout.before),
        FP_NEED(table, layout.between),   FP_NEED(table, layout.after),
        FP_NEED(table, layout.comma),     FP_NEED(table, layout.levels),
        FP_NEED(table, layout.bad_name),  FP_NEED(table, layout.bad_bytes),
        FP_NEED(table, layout.bad_json),  FP_NEED(table, layout.over),
    };
    const char *fault = NULL;

    if (!table->keyed)
        fault = fault_of_members(table->members);
    else if (table->members[0].key)
        fault = "a table whose first key is the name has members";
    if (!fault)
        fault = FP_NEED_FAULT(needs);
    return fault ? fault : fault_of_groups(table);
}
