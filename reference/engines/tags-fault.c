/* SPDX-License-Identifier: Apache-2.0 */
/* tags-fault.c: what is wrong with a table of tags. The parser trusts its table. */
#include "engines/tags-table.h"

#include "core/ascii.h"
#include "engines/need.h"

#include <limits.h>
#include <string.h>

static bool does(const fp_tags_rules *rules, fp_tags_area area, fp_tags_act act)
{
    for (unsigned t = 0; t < FP_TAGS_MAX; t++)
        if ((*rules)[area][t].act == act)
            return true;
    return false;
}

static bool has_opening(const fp_tags_rules *rules, fp_tags_area area)
{
    return does(rules, area, FP_TAGS_CALLS) || does(rules, area, FP_TAGS_APPLIES);
}

static bool has_json(const fp_tags_rules *rules)
{
    return does(rules, FP_TAGS_OUTSIDE, FP_TAGS_APPLIES) ||
           does(rules, FP_TAGS_SECTION, FP_TAGS_APPLIES);
}

static bool has_rule(const fp_tags_rules *rules, fp_tags_area area)
{
    for (unsigned t = 0; t < FP_TAGS_MAX; t++)
        if ((*rules)[area][t].act)
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

        if (fault)
            return fault;
    }
    return NULL;
}

static bool opens_block(const fp_tags_rule *rule)
{
    return rule->act == FP_TAGS_CALLS || rule->act == FP_TAGS_APPLIES;
}

/* Whether the text is a name, or begins one. */
static bool begins_name(const fp_tags_table *table, const char *text)
{
    if (*text && !table->names.begins((unsigned char)*text))
        return false;
    while (*text && table->names.has((unsigned char)*text))
        text++;
    return !*text;
}

/* An id is read byte by byte, so its parts must not run into each other. end: what follows it. */
static const char *fault_of_id(const fp_tags_table *table, unsigned char end)
{
    const fp_tags_id *id = &table->id;
    const fp_need needs[] = { FP_NEED(table, id.before), FP_NEED(table, id.has),
                              FP_NEED(table, id.first) };

    if (FP_NEED_FAULT(needs))
        return FP_NEED_FAULT(needs);
    if (!*id->first)
        return "id.first is empty, and a call without an id has to get one";
    if (table->names.ends)
        return "a name in an id has bytes that it may end with, which are not asked for";
    if (!begins_name(table, id->before))
        return "what precedes a name in an id has bytes that names do not have";
    if (table->names.has((unsigned char)id->after))
        return "what parts a name from the rest of its id is a byte of names";
    return id->has(end) ? "what ends an id is a byte of it" : NULL;
}

/* Whether a number is where it is not looked for: first, last, or next to another digit. */
static bool misplaces_number(const fp_tag *tag)
{
    for (const char *at = tag->end; *at; at++)
        if (fp_is_digit((unsigned char)*at) &&
            (at == tag->end || !at[1] || fp_is_digit((unsigned char)at[1])))
            return true;
    return false;
}

/* Whether blanks are somewhere in what follows a name where they are not looked for: next to
 * another, or at an end, and not alone. */
static bool misplaces_blanks(const fp_tag *tag)
{
    const char *at = fp_tags_ends_line(tag) ? NULL : strchr(tag->end, '\n');

    for (; at; at = strchr(at + 1, '\n'))
        if (at == tag->end || !at[1] || fp_is_space(at[1]))
            return true;
    return false;
}

/* What follows a name must not be how it goes on. */
static const char *fault_of_end(const fp_tags_table *table, const fp_tags_rule *rule,
                                const fp_tag *tag)
{
    const bool line = fp_tags_ends_line(tag);
    const char any[] = { ' ', '\t', '\r', '\n', table->tags[0].mark[0], '\0' };
    const char first[] = { tag->end[0], '\0' };

    if (misplaces_blanks(tag))
        return "a newline is at an end of what follows a name, or next to a blank";
    if (misplaces_number(tag))
        return "a number is at an end of what follows a name, or longer than a digit";
    if (line && !opens_block(rule))
        return "a tag that a line end follows opens no block";
    for (const char *c = line ? any : first; *c; c++) {
        const char *fault = NULL;

        if (opens_block(rule) && table->id.after)
            fault = fault_of_id(table, (unsigned char)*c);
        else if (fp_tags_alphabet_of(table, tag)->has((unsigned char)*c))
            fault = "what ends a name is a byte of names";
        if (fault)
            return fault;
    }
    return NULL;
}

/* How far two texts are alike. */
static size_t common(const char *a, const char *b)
{
    size_t n = 0;

    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* What tells a value that is JSON from another is read byte by byte, after the first. */
static const char *fault_of_parting(const char *end, const char *json_end)
{
    const size_t n = common(end, json_end);

    if (!n || !end[n] || !json_end[n])
        return "what follows the key of a JSON value parts from that of another at an end of it";
    return strpbrk(json_end, "\n0123456789") || strpbrk(end, "\n0123456789")
               ? "there are blanks or numbers in what tells whether a value is JSON"
               : NULL;
}

static const char *fault_of_json_end(const fp_tags_table *table, const fp_tags_rule *rule,
                                     const fp_tag *tag)
{
    const fp_tags_json_end *also = table->json_also;
    const char *fault = NULL;

    if (rule->act != FP_TAGS_ARGUES || (!table->json_end && !also->end))
        return NULL;
    if (!table->json_end)
        return "there are further ways to say that a value is JSON, and not the first, json_end";
    fault = fault_of_parting(tag->end, table->json_end);
    for (; !fault && also->end; also++) {
        fault = also->begin ? fault_of_parting(tag->end, also->end)
                            : "a way to say that a value is JSON has no bytes that it is for";
        for (const fp_tags_json_end *other = table->json_also; !fault && other != also; other++)
            fault = fault_of_parting(other->end, also->end);
        fault = fault ? fault : fault_of_parting(table->json_end, also->end);
    }
    return fault;
}

/* A rule names a tag that is there, with all that its name needs. */
static const char *fault_of_rule(const fp_tags_table *table, const fp_tags_rule *rule, unsigned t)
{
    const fp_tag *tag = &table->tags[t];

    if (!rule->act)
        return NULL;
    if (!tag->mark)
        return "a rule is for a tag that has no mark";
    if (!rule->clause)
        return "a rule has no clause";
    if (rule->name == FP_TAGS_NO_NAME)
        return opens_block(rule) || rule->act == FP_TAGS_ARGUES
                   ? "a tag that opens a block or an argument has no name"
                   : NULL;
    if (tag->of_argument ? opens_block(rule) : rule->act == FP_TAGS_ARGUES)
        return "a tag that opens a block has a key, or one of an argument has none";
    if (!tag->end || !*tag->end)
        return "a tag has a name, and nothing that ends it";

    const char *fault = fault_of_end(table, rule, tag);

    return fault ? fault : fault_of_json_end(table, rule, tag);
}

/* What stands around the object of arguments is looked for after blanks. */
static const char *fault_of_fence(const fp_tags_table *table)
{
    const fp_tags_fence *fence = &table->fence;

    if (!fence->before && !fence->after)
        return NULL;
    if (!fence->before || !fence->after || !*fence->before || !*fence->after ||
        fp_is_space((unsigned char)*fence->before) || fp_is_space((unsigned char)*fence->after))
        return "a fence has nothing on one side of an object, or begins with a blank";
    return table->json_body ? "an object that is there in place of tags has a fence" : NULL;
}

/* -- marks ----------------------------------------------------------------------------------- */

/* Whether a name, or a blank before it, can begin with this byte. */
static bool may_follow(const fp_tags_table *table, const fp_tag *tag, unsigned char c)
{
    return fp_tags_alphabet_of(table, tag)->begins(c) ||
           (tag->blanks & FP_TAGS_BEFORE_NAME && fp_is_space(c));
}

/* Whether a tag, which is held, is read where what began like the longer mark of another, which is
 * held as well, goes on as it does not: a name has no such mark in it. */
static bool is_told_apart(const fp_tags_table *table, const fp_tags_rule *rules, unsigned a,
                          unsigned b)
{
    const char *rest = table->tags[b].mark + strlen(table->tags[a].mark);
    const fp_tags_alphabet *names = fp_tags_alphabet_of(table, &table->tags[a]);

    /* GCOVR_EXCL_BR_START: one notation has such tags; without any of these they would be refused
     */
    return table->breaks && !table->offers && !table->tags[a].blanks &&
           rules[a].name == FP_TAGS_ANY_NAME && rules[a].act >= FP_TAGS_WRAPS &&
           rules[b].act >= FP_TAGS_WRAPS && !fp_tags_begins_name(names, fp_str_of(rest));
    /* GCOVR_EXCL_BR_STOP */
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
        return table->offers && rules[a].name == FP_TAGS_ANY_NAME &&
                       rules[b].name == FP_TAGS_ANY_NAME
                   ? NULL
                   : "two tags of an area have the same mark, and no offers tells them apart";
    if (rules[a].name == FP_TAGS_NO_NAME)
        return "a mark without a name is how another of the area begins, which can never be read";
    return may_follow(table, &table->tags[a], (unsigned char)longer[length]) &&
                   !is_told_apart(table, rules, a, b)
               ? "a mark and the name after it can be how another mark of the area begins"
               : NULL;
}

/* The first byte of a tag is looked for, which is that of all, or of all that end a quoted value.
 */
static const char *fault_of_first_byte(const fp_tags_table *table, const fp_tags_rule *rules,
                                       fp_tags_area area, unsigned t)
{
    unsigned first = 0;

    while (area == FP_TAGS_QUOTED && first < t && !rules[first].act)
        first++;
    return rules[t].act && table->tags[t].mark[0] != table->tags[first].mark[0]
               ? "the marks of the tags do not begin with the same byte"
               : NULL;
}

static const char *fault_of_area(const fp_tags_table *table, const fp_tags_rule *rules,
                                 fp_tags_area area)
{
    const char *fault = NULL;

    for (unsigned t = 0; t < FP_TAGS_MAX && !fault; t++) {
        fault = fault_of_rule(table, &rules[t], t);
        if (!fault)
            fault = fault_of_first_byte(table, rules, area, t);
    }
    for (unsigned a = 0; a < FP_TAGS_MAX; a++)
        for (unsigned b = 0; b < FP_TAGS_MAX && !fault; b++)
            if (a != b && rules[a].act && rules[b].act)
                fault = fault_of_pair(table, rules, a, b);
    return fault;
}

/* -- areas ----------------------------------------------------------------------------------- */

/* Whether the area has no blocks, or the tag does this in it. */
static bool does_where_blocks_are(const fp_tags_rules *rules, fp_tags_area area, unsigned t,
                                  fp_tags_act act)
{
    const bool has_blocks = has_opening(rules, area) || does(rules, area, FP_TAGS_WRAPS);

    return !has_blocks || (*rules)[area][t].act == act;
}

/* What begins a block within another is read as it would be where that one is. */
static bool begins_only_within(const fp_tags_rules *rules, fp_tags_act act)
{
    for (unsigned t = 0; t < FP_TAGS_MAX; t++)
        if ((*rules)[FP_TAGS_BLOCK][t].act == act &&
            (!does_where_blocks_are(rules, FP_TAGS_OUTSIDE, t, act) ||
             !does_where_blocks_are(rules, FP_TAGS_SECTION, t, act)))
            return true;
    return false;
}

static const char *fault_of_exits(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const bool wraps = does(rules, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS);
    const bool enters = does(rules, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS);

    if (!has_opening(rules, FP_TAGS_OUTSIDE) && !wraps && !enters)
        return "no tag opens a block";
    if (begins_only_within(rules, FP_TAGS_CALLS) || begins_only_within(rules, FP_TAGS_WRAPS))
        return "a tag begins a block within another, and none outside";
    if (wraps && !does(rules, FP_TAGS_OPENED, FP_TAGS_CALLS))
        return "no tag opens a block after the one that wraps it";
    if (wraps && !table->foreign)
        return "it has no foreign: which bytes after a wrapping tag show another notation";
    if (wraps && *table->foreign && !does(rules, FP_TAGS_FOREIGN, FP_TAGS_LEAVES))
        return "no tag ends a block of another notation";
    if (enters && !has_opening(rules, FP_TAGS_SECTION))
        return "no tag opens a block in a section";
    if (enters && !does(rules, FP_TAGS_SECTION, FP_TAGS_EXITS))
        return "no tag ends a section";
    if (!does(rules, FP_TAGS_BLOCK, FP_TAGS_ENDS))
        return "no tag ends a block";
    if (does(rules, FP_TAGS_BLOCK, FP_TAGS_ARGUES) && !does(rules, FP_TAGS_VALUE, FP_TAGS_SETTLES))
        return "no tag ends a value";
    return NULL;
}

/* What the engine does not read: blocks that end early, and are in a section or ended by the next
 * block; blocks of a section that are wrapped, or end before what follows their inner part; and
 * tags where no byte is looked at. */
static const char *fault_of_ways(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const bool enters = does(rules, FP_TAGS_OUTSIDE, FP_TAGS_ENTERS);

    if ((enters || has_json(rules) || table->json_body) && !table->breaks)
        return "what is not a tag does not break a block of JSON, or of a section";
    if (!table->breaks &&
        (has_opening(rules, FP_TAGS_BLOCK) || does(rules, FP_TAGS_BLOCK, FP_TAGS_WRAPS)))
        return "what is not a tag does not break a block, and a tag in it opens another";
    if (enters && (does(rules, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS) || has_rule(rules, FP_TAGS_CLOSING)))
        return "a block of a section is wrapped, or may end early";
    if (!enters && has_rule(rules, FP_TAGS_SECTION))
        return "no tag begins a section, and there are rules for it";
    if (has_rule(rules, FP_TAGS_ARGS))
        return "there are rules for JSON, in which no tag is one";
    return NULL;
}

/* Whether a tag quotes what is not a value, or a tag does something else in one that is quoted than
 * to end it. */
static bool misquotes(const fp_tags_rules *rules)
{
    for (unsigned t = 0; t < FP_TAGS_MAX; t++) {
        const fp_tags_rule *rule = &(*rules)[FP_TAGS_QUOTED][t];

        if (rule->act && (rule->act != FP_TAGS_SETTLES || rule->name != FP_TAGS_NO_NAME))
            return true;
        for (unsigned area = 0; area < FP_TAGS_AREAS; area++)
            if (area != FP_TAGS_VALUE && (*rules)[area][t].act == FP_TAGS_QUOTES)
                return true;
    }
    return false;
}

static const char *fault_of_quotes(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const bool quotes = does(rules, FP_TAGS_VALUE, FP_TAGS_QUOTES);

    if (misquotes(rules))
        return "a tag quotes what is not a value, or does not end what is quoted";
    if (quotes != has_rule(rules, FP_TAGS_QUOTED))
        return "no tag ends a quoted value, or none begins one";
    return quotes && !table->layout.quoted ? "nothing says which values are quoted" : NULL;
}

/* Whether a tag of parts does something else, or where no parts are, or has no name. */
static bool misgrows(const fp_tags_rules *rules)
{
    for (unsigned area = 0; area < FP_TAGS_AREAS; area++)
        for (unsigned t = 0; t < FP_TAGS_MAX; t++) {
            const fp_tags_rule *rule = &(*rules)[area][t];
            const bool grows = rule->act == FP_TAGS_GROWS, shrinks = rule->act == FP_TAGS_SHRINKS;

            if ((grows && area != FP_TAGS_VALUE && area != FP_TAGS_BRANCH) ||
                (shrinks && area != FP_TAGS_BRANCH) ||
                (area == FP_TAGS_BRANCH && rule->act && !grows && !shrinks) ||
                ((grows || shrinks) && rule->name != FP_TAGS_ANY_NAME))
                return true;
        }
    return false;
}

/* A value that is a tree. */
static const char *fault_of_trees(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const bool grows = does(rules, FP_TAGS_VALUE, FP_TAGS_GROWS);

    if (misgrows(rules))
        return "a tag of parts is where none are, or has no name, or another tag is among them";
    if (grows != does(rules, FP_TAGS_BRANCH, FP_TAGS_GROWS) ||
        grows != does(rules, FP_TAGS_BRANCH, FP_TAGS_SHRINKS))
        return "no tag begins a part, or none ends one";
    /* GCOVR_EXCL_BR_START: one notation has trees, and does without all of these */
    return grows && (table->json_end || does(rules, FP_TAGS_VALUE, FP_TAGS_NESTS) ||
                     does(rules, FP_TAGS_VALUE, FP_TAGS_QUOTES))
               ? "a value with parts may be JSON or quoted, or has tags that nest otherwise"
               : NULL;
    /* GCOVR_EXCL_BR_STOP */
}

static const char *fault_of_rules(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const char *fault = fault_of_exits(table, rules);

    if (!fault)
        fault = fault_of_ways(table, rules);
    if (!fault)
        fault = fault_of_quotes(table, rules);
    if (!fault)
        fault = fault_of_trees(table, rules);
    for (unsigned area = 0; area < FP_TAGS_AREAS && !fault; area++)
        fault = fault_of_area(table, (*rules)[area], (fp_tags_area)area);
    return fault;
}

/* Whether an end tag may be that of another block, or come before the inner part is closed. */
static bool may_mismatch(const fp_tags_rules *rules)
{
    bool any = does(rules, FP_TAGS_BLOCK, FP_TAGS_SHUTS);

    for (unsigned t = 0; t < FP_TAGS_MAX; t++)
        any = any ||
              ((*rules)[FP_TAGS_BLOCK][t].act == FP_TAGS_ENDS &&
               (*rules)[FP_TAGS_BLOCK][t].name == FP_TAGS_ANY_NAME) ||
              ((*rules)[FP_TAGS_VALUE][t].act == FP_TAGS_SETTLES &&
               (*rules)[FP_TAGS_VALUE][t].name == FP_TAGS_ANY_NAME);
    return any;
}

/* What diagnostics cite must be there: a reader of them trusts that it is. */
static const char *fault_of_clauses(const fp_tags_table *table, const fp_tags_rules *rules)
{
    const bool json = table->json_body || table->json_end || has_json(rules);

    const fp_need needs[] = { FP_NEED(table, clauses.bad_line),
                              FP_NEED(table, clauses.unfinished) };

    if (FP_NEED_FAULT(needs))
        return FP_NEED_FAULT(needs);
    if (may_mismatch(rules) && !table->clauses.mismatched)
        return "an end tag may be that of another block, and there is no clause mismatched";
    if (does(rules, FP_TAGS_OUTSIDE, FP_TAGS_WRAPS) && !table->clauses.bad_wrap)
        return "a tag wraps blocks, and there is no clause bad_wrap";
    if (does(rules, FP_TAGS_VALUE, FP_TAGS_GROWS) && !table->clauses.tree)
        return "a value may have parts, and there is no clause tree";
    if (json && !table->clauses.bad_json)
        return "there is JSON in a block, and no clause bad_json";
    return does(rules, FP_TAGS_BLOCK, FP_TAGS_ARGUES) && !has_json(rules) && !table->layout.indent
               ? "its layout has no indent, not even an empty one"
               : NULL;
}

const char *fp_tags_fault(const fp_tags_table *table)
{
    const char *fault = fault_of_tags(table);

    if (!fault && !table->strict)
        fault = "it has no strict, the rules for a value of policy recovery";
    if (!fault && !table->lenient)
        fault = "it has no lenient, the rules for a value of policy recovery";
    if (!fault)
        fault = fault_of_fence(table);
    if (!fault)
        fault = fault_of_rules(table, table->strict);
    if (!fault)
        fault = fault_of_rules(table, table->lenient);
    if (!fault)
        fault = fault_of_clauses(table, table->strict);
    return fault ? fault : fault_of_clauses(table, table->lenient);
}
