/* SPDX-License-Identifier: Apache-2.0 */
/* tags-fault.c: what is wrong with a table of tags. The parser trusts its table. */
#include "engines/tags-table.h"

#include "core/ascii.h"

#include <limits.h>
#include <string.h>

static bool does(const fp_tags_rules *rules, fp_tags_area area, fp_tags_act act)
{
    for (unsigned t = 0; t < FP_TAGS_MAX; t++)
        if ((*rules)[area][t].act == act)
            return true;
    return false;
}

/* -- tags ------------------------------------------------------------------------------------ */

/* Whether no byte is one of these, NUL aside. */
static bool is_empty(bool (*is_one)(unsigned char c))
{
    for (unsigned c = 1; c <= UCHAR_MAX; c++)
        if (is_one((unsigned char)c))
            return false;
    return true;
}

static const char *fault_of_alphabet(const fp_tags_alphabet *alphabet)
{
    if (!alphabet->begins || !alphabet->has)
        return "a tag has a name, and names have no alphabet";
    return is_empty(alphabet->begins) || is_empty(alphabet->ends ? alphabet->ends : alphabet->has)
               ? "a tag has a name, and no byte may begin or end one"
               : NULL;
}

static const char *fault_of_tags(const fp_tags_table *table)
{
    const char *first = table->tags[0].mark;

    if (!first || !*first)
        return "there is no tag, or the first one has no mark";
    for (const fp_tag *tag = table->tags; tag->mark; tag++) {
        const char *fault = tag->end ? fault_of_alphabet(fp_tags_alphabet_of(table, tag)) : NULL;

        if (tag->mark[0] != *first)
            return "the marks of the tags do not begin with the same byte";
        if (fault)
            return fault;
    }
    return NULL;
}

/* A rule names a tag that is there, with all that its name needs. */
static const char *fault_of_rule(const fp_tags_table *table, const fp_tags_rule *rule, unsigned t)
{
    const fp_tag *tag = &table->tags[t];
    const fp_tags_alphabet *alphabet = fp_tags_alphabet_of(table, tag);

    if (!rule->act)
        return NULL;
    if (!tag->mark)
        return "a rule is for a tag that has no mark";
    if (!rule->clause)
        return "a rule has no clause";
    if (rule->name == FP_TAGS_NO_NAME)
        return rule->act == FP_TAGS_CALLS || rule->act == FP_TAGS_ARGUES
                   ? "a tag that opens a block or an argument has no name"
                   : NULL;
    if (tag->of_argument ? rule->act == FP_TAGS_CALLS : rule->act == FP_TAGS_ARGUES)
        return "a tag that opens a block has a key, or one of an argument has none";
    if (!tag->end || !*tag->end)
        return "a tag has a name, and nothing that ends it";
    return alphabet->has((unsigned char)tag->end[0]) ? "what ends a name is a byte of names" : NULL;
}

/* -- marks ----------------------------------------------------------------------------------- */

/* Whether a name, or a blank before it, can begin with this byte. */
static bool may_follow(const fp_tags_table *table, const fp_tag *tag, unsigned char c)
{
    return fp_tags_alphabet_of(table, tag)->begins(c) ||
           (tag->blanks & FP_TAGS_BEFORE_NAME && fp_is_blank(c));
}

/* Two tags that do something in an area. */
static const char *fault_of_pair(const fp_tags_table *table, const fp_tags_rule *rules, unsigned a,
                                 unsigned b)
{
    const char *mark = table->tags[a].mark, *longer = table->tags[b].mark;
    const size_t length = strlen(mark);

    if (strncmp(mark, longer, length) != 0)
        return NULL;
    if (!longer[length])
        return "two tags of an area have the same mark";
    if (rules[a].name == FP_TAGS_NO_NAME)
        return "a mark is how another of the area begins, which can never be read";
    return may_follow(table, &table->tags[a], (unsigned char)longer[length])
               ? "a mark and the name after it can be how another mark of the area begins"
               : NULL;
}

static const char *fault_of_area(const fp_tags_table *table, const fp_tags_rule *rules)
{
    const char *fault = NULL;

    for (unsigned t = 0; t < FP_TAGS_MAX && !fault; t++)
        fault = fault_of_rule(table, &rules[t], t);
    for (unsigned a = 0; a < FP_TAGS_MAX; a++)
        for (unsigned b = 0; b < FP_TAGS_MAX && !fault; b++)
            if (a != b && rules[a].act && rules[b].act)
                fault = fault_of_pair(table, rules, a, b);
    return fault;
}

/* -- areas ----------------------------------------------------------------------------------- */

/* What begins a block within another is read as it would be outside. */
static bool begins_only_within(const fp_tags_rules *rules, fp_tags_act act)
{
    for (unsigned t = 0; t < FP_TAGS_MAX; t++)
        if ((*rules)[FP_TAGS_BLOCK][t].act == act && (*rules)[FP_TAGS_OUTSIDE][t].act != act)
            return true;
    return false;
}

static const char *fault_of_exits(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const bool wraps = does(rules, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS);

    if (!does(rules, FP_TAGS_OUTSIDE, FP_TAGS_CALLS) && !wraps)
        return "no tag opens a block";
    if (begins_only_within(rules, FP_TAGS_CALLS) || begins_only_within(rules, FP_TAGS_WRAPS))
        return "a tag begins a block within another, and none outside";
    if (wraps && !does(rules, FP_TAGS_OPENED, FP_TAGS_CALLS))
        return "no tag opens a block after the one that wraps it";
    if (wraps && !table->foreign)
        return "nothing says which bytes after a wrapping tag show another notation";
    if (wraps && *table->foreign && !does(rules, FP_TAGS_FOREIGN, FP_TAGS_LEAVES))
        return "no tag ends a block of another notation";
    if (!does(rules, FP_TAGS_BLOCK, FP_TAGS_ENDS))
        return "no tag ends a block";
    if (does(rules, FP_TAGS_BLOCK, FP_TAGS_ARGUES) && !does(rules, FP_TAGS_VALUE, FP_TAGS_SETTLES))
        return "no tag ends a value";
    return NULL;
}

static const char *fault_of_rules(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const char *fault = fault_of_exits(table, rules);

    for (unsigned area = 0; area < FP_TAGS_AREAS && !fault; area++)
        fault = fault_of_area(table, (*rules)[area]);
    return fault;
}

const char *fp_tags_fault(const fp_tags_table *table)
{
    const char *fault = fault_of_tags(table);

    if (!fault)
        fault = fault_of_rules(table, table->strict);
    return fault ? fault : fault_of_rules(table, table->lenient);
}
