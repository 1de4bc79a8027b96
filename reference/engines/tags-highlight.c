/* SPDX-License-Identifier: Apache-2.0 */
/* tags-highlight.c: how an editor colours a notation of tags, from the table that it is read by:
 * calls as they are written, which is by the strict rules. */
#include "core/derive.h"
#include "core/ascii.h"
#include "engines/json-highlight.h"
#include "engines/tags-table.h"

#include <string.h>

/* Bytes that mean nothing in a block, in a class. */
#define BLANKS " \\t\\r\\n"

typedef struct maker {
    const fp_tags_table *table;
    const fp_tags_rules *rules;
    fp_derived *derived;
} maker;

/* -- bytes ----------------------------------------------------------------------------------- */

static void write_byte(fp_json *to, unsigned char c)
{
    static const char HEX[] = "0123456789ABCDEF";
    const char escaped[] = { '\\', (char)c };
    const char hex[] = { '\\', 'x', HEX[c >> 4], HEX[c & 0xF] };

    if (c < ' ' || c == 0x7F)
        fp_json_bytes(to, (fp_str){ hex, sizeof hex });
    else if (strchr("\\[](){}.*+?^$|-&", c))
        fp_json_bytes(to, (fp_str){ escaped, sizeof escaped });
    else
        fp_json_bytes(to, (fp_str){ escaped + 1, 1 });
}

static void write_bytes(fp_json *to, const char *bytes)
{
    for (; *bytes; bytes++)
        write_byte(to, (unsigned char)*bytes);
}

/* The class of these bytes. Patterns see characters: those beyond ASCII are as their first byte. */
static void write_class(fp_json *to, bool (*has)(unsigned char c))
{
    const bool most = has(0x80);

    fp_json_raw(to, most ? "[^" : "[");
    for (unsigned c = 0; c < 0x80; c++) {
        const unsigned first = c;

        if (has((unsigned char)c) == most)
            continue;
        while (c + 1 < 0x80 && has((unsigned char)(c + 1)) != most)
            c++;
        write_byte(to, (unsigned char)first);
        if (c > first + 1)
            fp_json_raw(to, "-");
        if (c > first)
            write_byte(to, (unsigned char)c);
    }
    fp_json_raw(to, "]");
}

/* Any name. No byte of one ends a tag, or its part of an id, so there is nothing to go back over.
 */
static void write_name(fp_json *to, const fp_tags_alphabet *alphabet)
{
    write_class(to, alphabet->begins);
    write_class(to, alphabet->has);
    fp_json_raw(to, "*+");
    if (!alphabet->ends)
        return;
    fp_json_raw(to, "(?<=");
    write_class(to, alphabet->ends);
    fp_json_raw(to, ")");
}

/* -- tags ------------------------------------------------------------------------------------ */

/* Acts, a bit each. */
enum {
    NESTS = 1 << FP_TAGS_NESTS,
    LEAVES = 1 << FP_TAGS_LEAVES,
    WRAPS = 1 << FP_TAGS_WRAPS,
    ENTERS = 1 << FP_TAGS_ENTERS,
    EXITS = 1 << FP_TAGS_EXITS,
    CALLS = 1 << FP_TAGS_CALLS,
    APPLIES = 1 << FP_TAGS_APPLIES,
    ARGUES = 1 << FP_TAGS_ARGUES,
    SETTLES = 1 << FP_TAGS_SETTLES,
    SHUTS = 1 << FP_TAGS_SHUTS,
    ENDS = 1 << FP_TAGS_ENDS,
    QUOTES = 1 << FP_TAGS_QUOTES
};

static bool does(const maker *m, fp_tags_area area, unsigned t, unsigned acts)
{
    return acts & 1u << (*m->rules)[area][t].act;
}

/* A pattern in the making. */
typedef struct pattern {
    const maker *m;
    fp_json text;
    const char *own; /* what stands for the name of the block or argument; NULL: any name */
    fp_role *groups; /* where its tags are groups: their roles; else NULL */
    unsigned count;  /* of the groups */
} pattern;

static void open_group(pattern *p, fp_role role)
{
    if (p->groups) {
        fp_json_raw(&p->text, "(");
        p->groups[++p->count] = role;
    }
}

static void close_group(pattern *p)
{
    if (p->groups)
        fp_json_raw(&p->text, ")");
}

/* The parts of an id before the name and after it, each with its mark. */
static void add_front(pattern *p, const fp_tags_id *id)
{
    if (!*id->before)
        return;
    fp_json_raw(&p->text, "(?:");
    write_bytes(&p->text, id->before);
    fp_json_raw(&p->text, ")?+");
}

static void add_rest(pattern *p, const fp_tags_id *id)
{
    write_byte(&p->text, (unsigned char)id->after);
    write_class(&p->text, id->has);
    fp_json_raw(&p->text, "++");
}

/* What follows a name, up to this byte of it. */
static void add_end(pattern *p, const fp_tag *tag, const char *to)
{
    if (fp_tags_ends_line(tag)) {
        fp_json_raw(&p->text, "(?=[" BLANKS);
        write_byte(&p->text, (unsigned char)p->m->table->tags[0].mark[0]);
        fp_json_raw(&p->text, "]|$)");
        return;
    }
    for (const char *c = tag->end; c < to; c++) {
        if (fp_is_digit((unsigned char)*c)) {
            fp_json_raw(&p->text, "[0-9]++");
            continue;
        }
        if (*c != '\n') {
            write_byte(&p->text, (unsigned char)*c);
            continue;
        }
        close_group(p);
        fp_json_raw(&p->text, "[" BLANKS "]*+");
        open_group(p, FP_ROLE_MARKER);
    }
}

/* What follows a key whose value is a string, or JSON. */
static void add_either_end(pattern *p, const fp_tag *tag)
{
    fp_json_raw(&p->text, "(?:");
    write_bytes(&p->text, tag->end);
    fp_json_raw(&p->text, "|");
    write_bytes(&p->text, p->m->table->json_end);
    for (const fp_tags_json_end *also = p->m->table->json_also; also->end; also++) {
        fp_json_raw(&p->text, "|");
        write_bytes(&p->text, also->end);
    }
    fp_json_raw(&p->text, ")");
}

/* Those of its mark, its name, and the parts of what follows that. */
static unsigned groups_of(const fp_tag *tag)
{
    unsigned count = 3;

    for (const char *c = tag->end; c && *c; c++)
        count += *c == '\n';
    return count;
}

/* Whether the tag ends a tree, in which end tags of other keys are parts. */
static bool ends_tree(const maker *m, fp_tags_area area, unsigned t)
{
    return m->table->clauses.tree && does(m, area, t, SETTLES);
}

/* A tag, up to this byte of what follows its name. */
static void add_tag_to(pattern *p, fp_tags_area area, unsigned t, const char *to)
{
    const fp_tag *tag = &p->m->table->tags[t];
    const fp_tags_id *id = &p->m->table->id;
    const uint8_t name = (*p->m->rules)[area][t].name;
    const bool has_id = id->after && does(p->m, area, t, CALLS | APPLIES);

    if (p->count + groups_of(tag) >= FP_HIGHLIGHT_GROUPS)
        p->groups = NULL; /* a further way to end what it ends has no colours */
    open_group(p, FP_ROLE_MARKER);
    write_bytes(&p->text, tag->mark);
    if (has_id)
        add_front(p, id);
    close_group(p);
    if (name == FP_TAGS_NO_NAME)
        return;
    open_group(p, tag->of_argument ? FP_ROLE_KEY : FP_ROLE_NAME);
    if ((name == FP_TAGS_OWN_NAME || ends_tree(p->m, area, t)) && p->own)
        fp_json_raw(&p->text, p->own);
    else
        write_name(&p->text, fp_tags_alphabet_of(p->m->table, tag));
    close_group(p);
    open_group(p, FP_ROLE_MARKER);
    if (has_id)
        add_rest(p, id);
    if (p->m->table->json_end && tag->end && /* GCOVR_EXCL_BR_LINE: what argues has an end */
        does(p->m, area, t, ARGUES))
        add_either_end(p, tag);
    else
        add_end(p, tag, to);
    close_group(p);
}

static void add_tag(pattern *p, fp_tags_area area, unsigned t)
{
    const char *end = p->m->table->tags[t].end;

    add_tag_to(p, area, t, end ? end + strlen(end) : NULL);
}

/* The tags of an area that do one of these; what parts each from what is there, and stands around
 * it. */
static void add_tags(pattern *p, fp_tags_area area, unsigned acts, const char *joint,
                     const char *before, const char *after)
{
    for (unsigned t = 0; p->m->table->tags[t].mark; t++) {
        if (!does(p->m, area, t, acts))
            continue;
        if (p->text.len)
            fp_json_raw(&p->text, joint);
        fp_json_raw(&p->text, before);
        add_tag(p, area, t);
        fp_json_raw(&p->text, after);
    }
}

static const char *made(pattern *p)
{
    return fp_derived_string(p->m->derived, &p->text);
}

static const char *pattern_of(const maker *m, fp_tags_area area, unsigned t, fp_role *groups)
{
    pattern p = { .m = m, .groups = groups };

    add_tag(&p, area, t);
    return made(&p);
}

/* -- lists of rules -------------------------------------------------------------------------- */

enum { RULES_MAX = 4 * FP_TAGS_MAX + 1 };

typedef struct rules {
    fp_highlight *list; /* NULL: memory is out */
    size_t count;
} rules;

static rules rules_of(const maker *m)
{
    return (rules){ fp_derived_room(m->derived, RULES_MAX + 1, sizeof(fp_highlight)), 0 };
}

static void add_rule(rules *r, fp_highlight rule)
{
    if (r->list)
        r->list[r->count++] = rule;
}

/* -- in a block ------------------------------------------------------------------------------ */

/* What is in a value: of tags in it that need an end of their own, one level. */
static const fp_highlight *value_rules(const maker *m)
{
    rules r = rules_of(m);

    for (unsigned t = 0; m->table->tags[t].mark; t++) {
        pattern end = { .m = m };

        if (!does(m, FP_TAGS_VALUE, t, NESTS))
            continue;
        add_tags(&end, FP_TAGS_VALUE, SETTLES, "|", "", "");
        add_rule(&r, (fp_highlight){ .begin = pattern_of(m, FP_TAGS_VALUE, t, NULL),
                                     .groups = { FP_ROLE_VALUE },
                                     .end = made(&end),
                                     .end_groups = { FP_ROLE_VALUE },
                                     .content = FP_ROLE_VALUE });
    }
    return r.list;
}

static fp_highlight rule_of_value(const maker *m, unsigned t)
{
    fp_highlight rule = { .content = FP_ROLE_VALUE, .inner = value_rules(m) };
    pattern end = { .m = m, .own = "\\2", .groups = rule.end_groups };

    add_tags(&end, FP_TAGS_VALUE, SETTLES, "|", "", "");
    end.groups = NULL;
    add_tags(&end, FP_TAGS_VALUE, EXITS, "|", "(?=", ")");
    rule.begin = pattern_of(m, FP_TAGS_BLOCK, t, rule.groups);
    rule.end = made(&end);
    return rule;
}

/* A value that is quoted. */
static fp_highlight rule_of_quoted(const maker *m, unsigned t)
{
    fp_highlight rule = { .content = FP_ROLE_VALUE };
    pattern begin = { .m = m, .groups = rule.groups }, end = { .m = m };

    add_tag(&begin, FP_TAGS_BLOCK, t);
    add_tags(&begin, FP_TAGS_VALUE, QUOTES, "", "", "");
    add_tags(&end, FP_TAGS_QUOTED, SETTLES, "|", "", "");
    rule.end_groups[0] = FP_ROLE_MARKER;
    rule.begin = made(&begin);
    rule.end = made(&end);
    return rule;
}

/* The tag of a value on two lines: its key, and what begins the value. */
static void add_two_lines(rules *r, const maker *m, unsigned t)
{
    const char *line_end = strchr(m->table->tags[t].end, '\n');
    fp_highlight first = { 0 }, second = rule_of_value(m, t);
    pattern match = { .m = m, .groups = first.groups }, begin = { .m = m };

    if (!line_end)
        return;
    add_tag_to(&match, FP_TAGS_BLOCK, t, line_end);
    fp_json_raw(&match.text, "(?=[ \\t\\r]*+$)");
    first.match = made(&match);
    write_bytes(&begin.text, line_end + 1);
    second.begin = made(&begin);
    memset(second.groups, 0, sizeof second.groups);
    second.groups[0] = FP_ROLE_MARKER;
    add_rule(r, first);
    add_rule(r, second);
}

/* What breaks a block: a run of bytes that begin no tag, or the first byte of one. */
static fp_highlight rule_of_skipped(const maker *m)
{
    const fp_tag *end = fp_tags_that(m->table, FP_TAGS_BLOCK, FP_TAGS_ENDS);
    const char *first = (const char[]){ end->mark[0], '\0' }; /* as that of any tag there */
    pattern match = { .m = m };

    fp_json_raw(&match.text, "[^" BLANKS);
    write_bytes(&match.text, first);
    fp_json_raw(&match.text, "]+|");
    write_bytes(&match.text, first);
    return (fp_highlight){ .match = made(&match), .groups = { FP_ROLE_SKIPPED } };
}

/* The object of arguments. */
static const fp_highlight RULE_OF_JSON = { .begin = "\\{",
                                           .groups = { FP_ROLE_VALUE },
                                           .end = "\\}",
                                           .end_groups = { FP_ROLE_VALUE },
                                           .content = FP_ROLE_VALUE,
                                           .inner = FP_JSON_ARGS_HIGHLIGHT };

/* What stands around it. */
static fp_highlight rule_of_fence(const maker *m)
{
    pattern match = { .m = m };

    write_bytes(&match.text, m->table->fence.before);
    fp_json_raw(&match.text, "|");
    write_bytes(&match.text, m->table->fence.after);
    return (fp_highlight){ .match = made(&match), .groups = { FP_ROLE_MARKER } };
}

static const fp_highlight *block_rules(const maker *m, bool json)
{
    rules r = rules_of(m);

    if (json)
        add_rule(&r, RULE_OF_JSON);
    if (m->table->fence.before)
        add_rule(&r, rule_of_fence(m));
    for (unsigned t = 0; m->table->tags[t].mark; t++) {
        fp_highlight shut = { 0 };

        if (does(m, FP_TAGS_BLOCK, t, ARGUES)) {
            if (fp_tags_that(m->table, FP_TAGS_VALUE, FP_TAGS_QUOTES))
                add_rule(&r, rule_of_quoted(m, t));
            add_rule(&r, rule_of_value(m, t));
            add_two_lines(&r, m, t);
        }
        if (!does(m, FP_TAGS_BLOCK, t, SHUTS))
            continue;
        shut.match = pattern_of(m, FP_TAGS_BLOCK, t, shut.groups);
        add_rule(&r, shut);
    }
    if (m->table->breaks)
        add_rule(&r, rule_of_skipped(m));
    return r.list;
}

/* A block ends with its end tag, which belongs to the wrapping tag if there is one; before another;
 * and, where nothing breaks it, before anything else. */
static fp_highlight rule_of_block(const maker *m, fp_tags_area area, unsigned t)
{
    const bool wrapped = area == FP_TAGS_OPENED;
    fp_highlight rule = { .content = FP_ROLE_BLANK,
                          .inner =
                              block_rules(m, does(m, area, t, APPLIES) || m->table->json_body) };
    pattern end = { .m = m, .own = "\\2", .groups = wrapped ? NULL : rule.end_groups };

    rule.begin = pattern_of(m, area, t, rule.groups);
    add_tags(&end, FP_TAGS_BLOCK, ENDS, "|", wrapped ? "(?=" : "", wrapped ? ")" : "");
    end.groups = NULL;
    add_tags(&end, FP_TAGS_BLOCK, WRAPS | ENTERS | EXITS | CALLS | APPLIES, "|", "(?=", ")");
    if (!m->table->breaks) {
        fp_json_raw(&end.text, "|(?=[^" BLANKS "])");
        add_tags(&end, FP_TAGS_BLOCK, ARGUES | SHUTS, "", "(?!", ")");
    }
    rule.end = made(&end);
    return rule;
}

/* -- outside --------------------------------------------------------------------------------- */

/* Text in the wrapping tag of another notation: with that tag, where both are on one line;
 * else after it. */
static fp_highlight rule_of_foreign(const maker *m, unsigned wrap, bool within)
{
    pattern begin = { .m = m }, end = { .m = m };

    if (!within) {
        add_tag(&begin, FP_TAGS_OUTSIDE, wrap);
        fp_json_raw(&begin.text, "[ \\t\\r]*+");
    }
    fp_json_raw(&begin.text, "[");
    write_bytes(&begin.text, m->table->foreign);
    fp_json_raw(&begin.text, "]");
    add_tags(&end, FP_TAGS_FOREIGN, LEAVES, "|", within ? "(?=" : "", within ? ")" : "");
    return (fp_highlight){ .begin = made(&begin), .end = made(&end) };
}

/* Blanks in a section that have tags on both sides, or the line's ends. */
static fp_highlight rule_of_framing(const maker *m)
{
    pattern match = { .m = m };

    fp_json_raw(&match.text, "(?<![^");
    for (const fp_tag *tag = m->table->tags; tag->mark; tag++) {
        const char *last = tag->end ? tag->end : tag->mark;

        write_bytes(&match.text, last + strlen(last) - 1);
    }
    fp_json_raw(&match.text, "])[ \\t\\r]++(?=$");
    add_tags(&match, FP_TAGS_SECTION, EXITS | CALLS | APPLIES, "|", "", "");
    fp_json_raw(&match.text, ")");
    return (fp_highlight){ .match = made(&match), .groups = { FP_ROLE_FRAMING } };
}

static const fp_highlight *section_rules(const maker *m)
{
    rules r = rules_of(m);

    for (unsigned t = 0; m->table->tags[t].mark; t++)
        if (does(m, FP_TAGS_SECTION, t, CALLS | APPLIES))
            add_rule(&r, rule_of_block(m, FP_TAGS_SECTION, t));
    add_rule(&r, rule_of_framing(m));
    return r.list;
}

static fp_highlight rule_of_section(const maker *m, unsigned t)
{
    pattern end = { .m = m };

    add_tags(&end, FP_TAGS_SECTION, EXITS, "|", "", "");
    return (fp_highlight){ .begin = pattern_of(m, FP_TAGS_OUTSIDE, t, NULL),
                           .groups = { FP_ROLE_FRAMING },
                           .end = made(&end),
                           .end_groups = { FP_ROLE_FRAMING },
                           .inner = section_rules(m) };
}

static const fp_highlight *wrap_rules(const maker *m, unsigned wrap)
{
    rules r = rules_of(m);

    for (unsigned t = 0; m->table->tags[t].mark; t++)
        if (does(m, FP_TAGS_OPENED, t, CALLS))
            add_rule(&r, rule_of_block(m, FP_TAGS_OPENED, t));
    if (*m->table->foreign)
        add_rule(&r, rule_of_foreign(m, wrap, true));
    return r.list;
}

/* A wrapping tag that an opening tag follows, or a line end, after which no rule can look. */
static fp_highlight rule_of_wrap(const maker *m, unsigned t)
{
    fp_highlight rule = { .content = FP_ROLE_BLANK, .inner = wrap_rules(m, t) };
    pattern begin = { .m = m, .groups = rule.groups }, end = { .m = m, .groups = rule.end_groups };

    add_tag(&begin, FP_TAGS_OUTSIDE, t);
    begin.groups = NULL;
    fp_json_raw(&begin.text, "(?=[ \\t\\r]*+(?:\\n");
    add_tags(&begin, FP_TAGS_OPENED, CALLS, "|", "", "");
    fp_json_raw(&begin.text, "))");
    add_tags(&end, FP_TAGS_BLOCK, ENDS, "|", "", "");
    end.groups = NULL;
    fp_json_raw(&end.text, "|(?=[^" BLANKS);
    write_bytes(&end.text, m->table->foreign);
    fp_json_raw(&end.text, "])");
    add_tags(&end, FP_TAGS_OPENED, CALLS, "", "(?!", ")");
    rule.begin = made(&begin);
    rule.end = made(&end);
    return rule;
}

/* Reasoning that is an output of its own. */
static fp_highlight rule_of_reasoning(const maker *m, const fp_reasoning_marks *marks)
{
    pattern begin = { .m = m };
    pattern end = { .m = m };

    write_bytes(&begin.text, marks->open[0]);
    write_bytes(&end.text, marks->close);
    return (fp_highlight){ .begin = made(&begin),
                           .groups = { FP_ROLE_FRAMING },
                           .end = made(&end),
                           .end_groups = { FP_ROLE_FRAMING },
                           .content = FP_ROLE_REASONING };
}

const fp_highlight *fp_tags_highlight(const fp_syntax *syntax, fp_derived *derived)
{
    const fp_tags_table *table = syntax->table;
    const maker m = { table, table->strict, derived };
    rules r = rules_of(&m);

    if (syntax->policies[FP_REASONING].value == FP_REASONING_OPAQUE)
        add_rule(&r, (fp_highlight){ .begin = "<think>", .end = "</think>" });
    if (syntax->policies[FP_REASONING].value == FP_REASONING_CHANNEL)
        add_rule(&r, rule_of_reasoning(&m, syntax->reasoning));
    for (unsigned t = 0; table->tags[t].mark; t++) {
        if (does(&m, FP_TAGS_OUTSIDE, t, CALLS | APPLIES))
            add_rule(&r, rule_of_block(&m, FP_TAGS_OUTSIDE, t));
        if (does(&m, FP_TAGS_OUTSIDE, t, ENTERS))
            add_rule(&r, rule_of_section(&m, t));
        if (does(&m, FP_TAGS_OUTSIDE, t, EXITS)) /* framing, of whatever it ends */
            add_rule(&r, (fp_highlight){ .match = pattern_of(&m, FP_TAGS_OUTSIDE, t, NULL),
                                         .groups = { FP_ROLE_FRAMING } });
        if (!does(&m, FP_TAGS_OUTSIDE, t, WRAPS))
            continue;
        if (*table->foreign)
            add_rule(&r, rule_of_foreign(&m, t, false));
        add_rule(&r, rule_of_wrap(&m, t));
    }
    return derived->failed ? NULL : r.list;
}
