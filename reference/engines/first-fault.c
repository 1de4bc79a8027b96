/* SPDX-License-Identifier: Apache-2.0 */
/* first-fault.c: what is wrong with a table of messages that begin with their calls. The parser
 * trusts its table. */
#include "engines/first.h"

#include "core/ascii.h"
#include "engines/need.h"

#include <string.h>

/* Whether the byte, if there is one, is read as a blank or as the beginning of an object. */
static bool is_read_otherwise(char c)
{
    return c && (c == '{' || fp_is_space((unsigned char)c));
}

static const char *fault_of_tag(const fp_first_table *table)
{
    if (!table->tag)
        return NULL;
    if (!*table->tag || strlen(table->tag) > UINT8_MAX)
        return "its tag is empty, or too long";
    return is_read_otherwise(*table->tag) || *table->tag == table->open
               ? "its tag begins as what may be in its place"
               : NULL;
}

static const char *fault_of_bytes(const fp_first_table *table)
{
    if (!table->open != !table->close)
        return "it has one of open and close, which come together";
    if (is_read_otherwise(table->open) || is_read_otherwise(table->close) ||
        is_read_otherwise(table->separator))
        return "open, close or separator is a blank, or a brace";
    return table->separator == table->close ? "separator and close are the same byte" : NULL;
}

const char *fp_first_fault(const fp_first_table *table)
{
    const fp_need needs[] = { FP_NEED(table, separator), FP_NEED(table, wrong),
                              FP_NEED(table, unfinished) };
    const char *fault = fp_object_fault(&table->object);

    if (!fault && table->object.keyed)
        fault = "a call is known by the key of its arguments, and the first key is the name";
    if (!fault)
        fault = FP_NEED_FAULT(needs);
    if (!fault)
        fault = fault_of_tag(table);
    return fault ? fault : fault_of_bytes(table);
}
