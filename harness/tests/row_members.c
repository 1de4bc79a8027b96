/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/row_members.h"

#include "engines/array.h"
#include "engines/first.h"
#include "engines/gemma.h"
#include "engines/python.h"
#include "engines/tagged.h"
#include "engines/tags.h"
#include "syntaxes/glimmer.h"

#include <string.h>

/* clang-format off */
#define SAYS(type, member, word) { #member, offsetof(type, member), sizeof(((type *)0)->member), word, false }
#define M(type, member) SAYS(type, member, #member)
#define IDLE(type, member) { #member, offsetof(type, member), sizeof(((type *)0)->member), #member, true }
#define LIST_FROM(type, from, list) { #type, from, sizeof(type), list, sizeof(list) / sizeof *(list) }
#define LIST(type, list) LIST_FROM(type, 0, list)

/* -- rows -------------------------------------------------------------------------------------- */

#define POLICY(policy) \
    SAYS(fp_syntax, policies[policy].value, "policy"), SAYS(fp_syntax, policies[policy].clause, "clause")
#define ROLE(role) IDLE(fp_syntax, clauses[role])

static const member ROW[] = {
    M(fp_syntax, id), M(fp_syntax, title), IDLE(fp_syntax, howto), IDLE(fp_syntax, family),
    POLICY(FP_UNTERMINATED), POLICY(FP_EXTRA_CALLS), POLICY(FP_TEXT_AFTER), POLICY(FP_TEXT_SPACE),
    POLICY(FP_VALUE_FRAMING), POLICY(FP_UNKNOWN_TOOLS), POLICY(FP_CODE_FENCE), POLICY(FP_TYPES),
    POLICY(FP_RECOVERY), POLICY(FP_REASONING), POLICY(FP_MARKERS), POLICY(FP_MALFORMED), POLICY(FP_FALSE_OPENER),
    ROLE(FP_ROLE_TEXT), ROLE(FP_ROLE_MARKER), ROLE(FP_ROLE_NAME), ROLE(FP_ROLE_KEY), ROLE(FP_ROLE_VALUE),
    ROLE(FP_ROLE_BLANK), ROLE(FP_ROLE_SKIPPED), ROLE(FP_ROLE_FRAMING), ROLE(FP_ROLE_REASONING),
    M(fp_syntax, reasoning), M(fp_syntax, misfit), M(fp_syntax, encoded), IDLE(fp_syntax, document), M(fp_syntax, json),
    M(fp_syntax, typed), IDLE(fp_syntax, trees), IDLE(fp_syntax, stands), IDLE(fp_syntax, chooses), M(fp_syntax, state_size),
    IDLE(fp_syntax, stop_tokens),
    M(fp_syntax, table), M(fp_syntax, step), M(fp_syntax, finish), IDLE(fp_syntax, fast), M(fp_syntax, passed),
    IDLE(fp_syntax, render), M(fp_syntax, completions), M(fp_syntax, markers), IDLE(fp_syntax, highlight),
    IDLE(fp_syntax, derive), IDLE(fp_syntax, spacing), M(fp_syntax, tokens),
    IDLE(fp_syntax, message.mark), IDLE(fp_syntax, message.before), IDLE(fp_syntax, message.after),
};

#define LEADS(n) { "leads", offsetof(fp_speed, leads[n]), sizeof(((fp_speed *)0)->leads[n]), "leads", true }

static const member SPEED[] = {
    IDLE(fp_speed, at_ease), LEADS(0), LEADS(1), LEADS(2), LEADS(3), IDLE(fp_speed, in_string), IDLE(fp_speed, run),
};

static const member DERIVE[] = {
    IDLE(fp_derive, completions), IDLE(fp_derive, markers), IDLE(fp_derive, highlight), IDLE(fp_derive, piece),
};

static const member MARKS[] = {
    SAYS(fp_reasoning_marks, open[0], "open"), M(fp_reasoning_marks, open[1]), M(fp_reasoning_marks, close),
    M(fp_reasoning_marks, read_by_syntax), M(fp_reasoning_marks, closes_first),
};

const members MEMBERS_OF_ROWS = LIST(fp_syntax, ROW);
const members MEMBERS_OF_SPEED = LIST(fp_speed, SPEED);
const members MEMBERS_OF_DERIVE = LIST(fp_derive, DERIVE);
const members MEMBERS_OF_MARKS = LIST(fp_reasoning_marks, MARKS);

/* -- tables of tags ---------------------------------------------------------------------------- */

static const member RULE[] = {
    SAYS(fp_tags_rule, act, "tag"), M(fp_tags_rule, name), M(fp_tags_rule, clause),
};

const members MEMBERS_OF_RULES = LIST(fp_tags_rule, RULE);

#define TAGS(member) M(fp_tags_table, member)
#define TAG(n) SAYS(fp_tags_table, tags[n].mark, "mark"), SAYS(fp_tags_table, tags[n].end, "end"), \
    SAYS(fp_tags_table, tags[n].of_argument, "argument"), SAYS(fp_tags_table, tags[n].blanks, "blank")
#define JSON_ALSO(n) SAYS(fp_tags_table, json_also[n].end, "JSON"), SAYS(fp_tags_table, json_also[n].begin, "JSON")
#define ALPHABET(member) SAYS(fp_tags_table, member, "alphabet")

static const member OF_TAGS[] = {
    TAG(0), TAG(1), TAG(2), TAG(3), TAG(4), TAG(5), TAG(6), TAG(7), TAG(8), TAG(9), TAG(10), TAG(11), TAG(12),
    TAGS(strict), TAGS(lenient),
    ALPHABET(names.begins), ALPHABET(names.has), ALPHABET(names.ends), ALPHABET(keys.begins), ALPHABET(keys.has),
    ALPHABET(keys.ends),
    TAGS(id.before), TAGS(id.after), TAGS(id.has), TAGS(id.first), TAGS(blanks), TAGS(offers), TAGS(json_end),
    JSON_ALSO(0), JSON_ALSO(1), JSON_ALSO(2), JSON_ALSO(3), JSON_ALSO(4), JSON_ALSO(5),
    TAGS(json_body), TAGS(foreign), SAYS(fp_tags_table, breaks, "break"), TAGS(key_offset),
    TAGS(clauses.blank), SAYS(fp_tags_table, clauses.mismatched, "mismatched"), TAGS(clauses.bad_name),
    SAYS(fp_tags_table, clauses.bad_wrap, "bad_wrap"), TAGS(clauses.bad_line),
    SAYS(fp_tags_table, clauses.bad_json, "bad_json"), SAYS(fp_tags_table, clauses.tree, "tree"),
    TAGS(clauses.duplicate), TAGS(clauses.stopped),
    TAGS(clauses.unfinished), TAGS(clauses.cut_tag), TAGS(clauses.cut_wrap), TAGS(clauses.cut_open), TAGS(clauses.long_name),
    TAGS(clauses.long_tag), SAYS(fp_tags_table, layout.indent, "indent"), TAGS(layout.lines), TAGS(layout.many_lines),
    TAGS(layout.empty_line), TAGS(layout.again), TAGS(layout.ends_together), TAGS(layout.one_line), TAGS(layout.line_each),
    SAYS(fp_tags_table, layout.quoted, "quoted"), TAGS(layout.bad_name), TAGS(layout.bad_value), TAGS(layout.untyped),
    TAGS(layout.bad_list), TAGS(layout.bad_json), TAGS(layout.bad_call),
    SAYS(fp_tags_table, fence.before, "fence"), SAYS(fp_tags_table, fence.after, "fence"),
};

/* -- tables of objects ------------------------------------------------------------------------- */

#define OBJECT(member) M(fp_object_table, member)
#define KEYED(member) SAYS(fp_object_table, member, "members")
#define KEY(n) KEYED(members[n].key), KEYED(members[n].is)

static const member OF_OBJECTS[] = {
    KEY(0), KEY(1), KEY(2), KEY(3), KEY(4), KEY(5), KEY(6), KEY(7), KEYED(keyed),
    OBJECT(clauses.again), OBJECT(clauses.duplicate), OBJECT(clauses.bad_arguments), OBJECT(clauses.bad_text),
    OBJECT(clauses.bad_name), OBJECT(clauses.long_name), OBJECT(clauses.unfinished), OBJECT(layout.before),
    OBJECT(layout.between), OBJECT(layout.after), OBJECT(layout.id), OBJECT(layout.id_first), OBJECT(layout.to_name),
    OBJECT(layout.comma), OBJECT(layout.levels), OBJECT(layout.bracket), OBJECT(layout.bad_name),
    OBJECT(layout.duplicate), OBJECT(layout.bad_bytes), OBJECT(layout.bad_id), OBJECT(layout.bad_json),
    OBJECT(layout.lone), OBJECT(layout.over),
};

static const member OF_ARRAYS[] = {
    M(fp_array_table, open), M(fp_array_table, also), M(fp_array_table, close),
    M(fp_array_table, bare), SAYS(fp_array_table, fence, "close"),
};

static const member OF_FIRST[] = {
    M(fp_first_table, tag), M(fp_first_table, open), M(fp_first_table, separator),
    M(fp_first_table, close), M(fp_first_table, wrong), M(fp_first_table, unfinished),
};

static const member OF_TAGGED[] = {
    M(fp_tagged_table, open), M(fp_tagged_table, close), M(fp_tagged_table, other),
    M(fp_tagged_table, bad_other), M(fp_tagged_table, answer), M(fp_tagged_table, answer_end), M(fp_tagged_table, near),
};

/* -- literals ---------------------------------------------------------------------------------- */

#define PYTHON(member) M(fp_python_table, member)

static const member OF_PYTHON[] = {
    PYTHON(opens[0]), PYTHON(opens[1]), PYTHON(closes), PYTHON(first), PYTHON(lines), PYTHON(clauses.not_a_call),
    PYTHON(clauses.argument), PYTHON(clauses.literal), PYTHON(clauses.duplicate), PYTHON(clauses.stray),
    PYTHON(clauses.unfinished), PYTHON(layout.before), PYTHON(layout.after), PYTHON(layout.json),
    PYTHON(layout.bad_name), PYTHON(layout.bad_key), PYTHON(layout.bad_bytes), PYTHON(layout.bad_value),
};

#define GEMMA(member) M(fp_gemma_table, member)

static const member OF_GEMMA[] = {
    GEMMA(open), GEMMA(close), GEMMA(quote), GEMMA(lead), GEMMA(is_name), GEMMA(is_key), GEMMA(clauses.bad_name),
    GEMMA(clauses.bad_json), GEMMA(clauses.bad_line), GEMMA(clauses.next_call), GEMMA(clauses.next_wrong),
    GEMMA(clauses.duplicate), GEMMA(clauses.stray), GEMMA(clauses.stopped), GEMMA(clauses.unfinished),
    GEMMA(clauses.cut_mark), GEMMA(clauses.long_name), GEMMA(clauses.long_mark), GEMMA(layout.bad_name),
    GEMMA(layout.bad_string), GEMMA(layout.duplicate), GEMMA(layout.bad_json),
};

/* -- tables ------------------------------------------------------------------------------------ */

/* After the object that such a table begins with. */
#define OWN(type, list) LIST_FROM(type, sizeof(fp_object_table), list)

static const struct {
    void (*step)(void *state, fp_out *out, unsigned char byte);
    bool has_object;
    members own;
} TABLES[] = {
    { fp_tags_step, false, LIST(fp_tags_table, OF_TAGS) },
    { fp_array_step, true, OWN(fp_array_table, OF_ARRAYS) },
    { fp_first_step, true, OWN(fp_first_table, OF_FIRST) },
    { fp_tagged_step, true, OWN(fp_tagged_table, OF_TAGGED) },
    { fp_python_step, false, LIST(fp_python_table, OF_PYTHON) },
    { fp_gemma_step, false, LIST(fp_gemma_table, OF_GEMMA) },
};

static const members OBJECTS = LIST(fp_object_table, OF_OBJECTS);
/* clang-format on */

table_parts members_of_table(const fp_syntax *syntax)
{
    for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++)
        if (syntax->step == TABLES[i].step)
            return TABLES[i].has_object ? (table_parts){ { &OBJECTS, &TABLES[i].own } }
                                        : (table_parts){ { &TABLES[i].own } };
    /* glimmer and json-envelope have machines of their own */
    if (syntax->render == fp_glimmer_render)
        return (table_parts){ { &TABLES[0].own } };
    return syntax->table ? (table_parts){ { &OBJECTS } } : (table_parts){ { NULL } };
}

size_t members_gap(const members *of)
{
    size_t end = of->from;

    for (size_t i = 0; i < of->count; i++) {
        const size_t at = of->list[i].at;

        if (at != end && (at % sizeof(void *) || at < end || at - end >= sizeof(void *)))
            return end;
        end = at + of->list[i].size;
    }
    return of->to - end < sizeof(void *) ? of->to : end;
}
