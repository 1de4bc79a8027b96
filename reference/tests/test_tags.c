/* SPDX-License-Identifier: Apache-2.0 */
/* test_tags.c: a table of tags that the engine cannot read is refused with the reason, and so is a
 * call that a table cannot write. */
#include "engines/tags.h"

#include "core/ascii.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { OPEN, CLOSE, KEY, KEY_END, MORE, LAST };

static bool is_name(unsigned char c)
{
    return fp_is_letter(c);
}

static bool is_name_or_end(unsigned char c)
{
    return fp_is_letter(c) || c == '>';
}

/* A table without fault, of which each row of the test changes a copy. */
static const fp_tags_rules GOOD_RULES = {
    [FP_TAGS_OUTSIDE] = { [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "X-1" },
                        [KEY] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_VALUE] = { [KEY_END] = { FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "X-1" } },
};

typedef struct changed {
    fp_tags_table table;
    fp_tags_rules rules;
} changed;

/* As const, which an array is only with what it is in. */
static const fp_tags_rules *rules_of(const changed *c)
{
    return &c->rules;
}

static changed good(void)
{
    changed c = { .table = { .tags = { [OPEN] = { "<f=", ">", false, 0 },
                                       [CLOSE] = { "</f>", NULL, false, 0 },
                                       [KEY] = { "<k=", ">", true, 0 },
                                       [KEY_END] = { "</k=", ">", true, 0 } },
                             .names = { is_name, is_name, NULL },
                             .keys = { is_name, is_name, NULL } } };

    c.table.clauses.bad_name = c.table.clauses.bad_line = c.table.clauses.unfinished = "X-1";
    c.table.clauses.bad_json = c.table.clauses.bad_wrap = "X-1";
    c.table.layout.indent = "";
    memcpy(c.rules, GOOD_RULES, sizeof c.rules);
    return c;
}

static void no_tags(changed *c)
{
    c->table.tags[OPEN].mark = NULL;
}

static void empty_mark(changed *c)
{
    c->table.tags[OPEN].mark = "";
}

static void other_first_byte(changed *c)
{
    c->table.tags[KEY].mark = "[k=";
}

static void rule_without_tag(changed *c)
{
    c->rules[FP_TAGS_BLOCK][MORE] = c->rules[FP_TAGS_BLOCK][KEY];
}

static void rule_without_clause(changed *c)
{
    c->rules[FP_TAGS_BLOCK][KEY].clause = NULL;
}

static void nameless_call(changed *c)
{
    c->rules[FP_TAGS_OUTSIDE][OPEN].name = FP_TAGS_NO_NAME;
}

static void nameless_argument(changed *c)
{
    c->rules[FP_TAGS_BLOCK][KEY].name = FP_TAGS_NO_NAME;
}

static void call_with_a_key(changed *c)
{
    c->table.tags[OPEN].of_argument = true;
}

static void argument_with_a_name(changed *c)
{
    c->table.tags[KEY].of_argument = false;
}

static void empty_end(changed *c)
{
    c->table.tags[KEY].end = "";
}

static void no_beginnings(changed *c)
{
    c->table.keys.begins = NULL;
}

static void endless_name(changed *c)
{
    c->table.tags[KEY].end = NULL;
}

static void no_alphabet(changed *c)
{
    c->table.keys.has = NULL;
}

static bool is_none(unsigned char c)
{
    (void)c;
    return false;
}

static void nothing_begins_a_name(changed *c)
{
    c->table.names.begins = is_none;
}

static void nothing_is_in_a_name(changed *c)
{
    c->table.keys.has = is_none;
}

static void nothing_ends_a_name(changed *c)
{
    c->table.keys.ends = is_none;
}

static void end_in_alphabet(changed *c)
{
    c->table.names.has = is_name_or_end;
}

static void same_mark(changed *c)
{
    c->table.tags[KEY].mark = "</f>";
}

static void prefix_without_name(changed *c)
{
    c->table.tags[KEY].mark = "</f>k";
}

static void prefix_with_name(changed *c)
{
    c->table.tags[MORE] = (fp_tag){ "<k=x=", ">", true, 0 };
    c->rules[FP_TAGS_BLOCK][MORE] = c->rules[FP_TAGS_BLOCK][KEY];
}

static void prefix_and_blank(changed *c)
{
    c->table.tags[KEY].blanks = FP_TAGS_BEFORE_NAME;
    c->table.tags[MORE] = (fp_tag){ "<k= =", ">", true, 0 };
    c->rules[FP_TAGS_BLOCK][MORE] = c->rules[FP_TAGS_BLOCK][KEY];
}

static void no_opening(changed *c)
{
    c->rules[FP_TAGS_OUTSIDE][OPEN].act = FP_TAGS_STRAY;
}

static void opening_only_in_a_block(changed *c)
{
    c->table.tags[MORE] = (fp_tag){ "<g=", ">", false, 0 };
    c->rules[FP_TAGS_BLOCK][MORE] = c->rules[FP_TAGS_OUTSIDE][OPEN];
}

static void wrap_only_in_a_block(changed *c)
{
    c->table.tags[MORE] = (fp_tag){ "<w>", NULL, false, 0 };
    c->rules[FP_TAGS_BLOCK][MORE] = (fp_tags_rule){ FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "X-1" };
}

static void wrap_without_opening(changed *c)
{
    c->table.tags[MORE] = (fp_tag){ "<w>", NULL, false, 0 };
    c->rules[FP_TAGS_OUTSIDE][MORE] = (fp_tags_rule){ FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "X-1" };
}

static void wrap_without_others(changed *c)
{
    wrap_without_opening(c);
    c->rules[FP_TAGS_OPENED][OPEN] = c->rules[FP_TAGS_OUTSIDE][OPEN];
}

static void no_way_out_of_another(changed *c)
{
    wrap_without_others(c);
    c->table.foreign = "{";
}

static void no_end(changed *c)
{
    c->rules[FP_TAGS_BLOCK][CLOSE].act = FP_TAGS_NOTHING;
}

static void no_end_of_values(changed *c)
{
    c->rules[FP_TAGS_VALUE][KEY_END].act = FP_TAGS_STRAY;
}

/* -- ids, sections, JSON --------------------------------------------------------------------- */

static bool is_digit(unsigned char c)
{
    return fp_is_digit(c);
}

static bool is_digit_or_end(unsigned char c)
{
    return fp_is_digit(c) || c == '>';
}

static void with_id(changed *c)
{
    c->table.id = (fp_tags_id){ "n", ':', is_digit, "0" };
}

static void id_that_begins_with_its_name(changed *c)
{
    with_id(c);
    c->table.id.before = "";
}

static void id_without_front(changed *c)
{
    with_id(c);
    c->table.id.before = NULL;
}

static void id_without_bytes(changed *c)
{
    with_id(c);
    c->table.id.has = NULL;
}

static void id_without_first(changed *c)
{
    with_id(c);
    c->table.id.first = NULL;
}

static void id_with_nothing_first(changed *c)
{
    with_id(c);
    c->table.id.first = "";
}

static void id_of_names_with_ends(changed *c)
{
    with_id(c);
    c->table.names.ends = is_name;
}

static void front_that_begins_no_name(changed *c)
{
    with_id(c);
    c->table.id.before = "0n";
}

static void front_that_is_no_name(changed *c)
{
    with_id(c);
    c->table.id.before = "n0";
}

static void id_parted_by_a_letter(changed *c)
{
    with_id(c);
    c->table.id.after = 'x';
}

static void end_in_id(changed *c)
{
    with_id(c);
    c->table.id.has = is_digit_or_end;
}

/* The block is in a section, between <s> and </s>. */
static void in_section(changed *c)
{
    static const fp_tags_rule ENTERS = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "X-1" };
    static const fp_tags_rule EXITS = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "X-1" };

    c->table.breaks = true;
    c->table.tags[MORE] = (fp_tag){ "<s>", NULL, false, 0 };
    c->table.tags[LAST] = (fp_tag){ "</s>", NULL, false, 0 };
    c->rules[FP_TAGS_SECTION][OPEN] = c->rules[FP_TAGS_OUTSIDE][OPEN];
    c->rules[FP_TAGS_SECTION][LAST] = EXITS;
    c->rules[FP_TAGS_OUTSIDE][OPEN].act = FP_TAGS_NOTHING;
    c->rules[FP_TAGS_OUTSIDE][MORE] = ENTERS;
}

static void of_json(changed *c)
{
    c->table.breaks = true;
    c->rules[FP_TAGS_OUTSIDE][OPEN].act = FP_TAGS_APPLIES;
}

static void section_of_json(changed *c)
{
    in_section(c);
    c->rules[FP_TAGS_SECTION][OPEN].act = FP_TAGS_APPLIES;
}

static void section_without_blocks(changed *c)
{
    in_section(c);
    c->rules[FP_TAGS_SECTION][OPEN].act = FP_TAGS_STRAY;
}

static void opening_only_in_a_sections_block(changed *c)
{
    in_section(c);
    c->table.tags[LAST + 1] = (fp_tag){ "<g=", ">", false, 0 };
    c->rules[FP_TAGS_BLOCK][LAST + 1] = c->rules[FP_TAGS_SECTION][OPEN];
}

static void section_without_exit(changed *c)
{
    in_section(c);
    c->rules[FP_TAGS_SECTION][LAST].act = FP_TAGS_STRAY;
}

static void json_of_blocks_that_do_not_break(changed *c)
{
    of_json(c);
    c->table.breaks = false;
}

static void json_without_name(changed *c)
{
    of_json(c);
    c->rules[FP_TAGS_OUTSIDE][OPEN].name = FP_TAGS_NO_NAME;
}

static void section_of_wrapped_blocks(changed *c)
{
    in_section(c);
    c->table.foreign = "";
    c->table.tags[MORE + 2] = (fp_tag){ "<w>", NULL, false, 0 };
    c->rules[FP_TAGS_OUTSIDE][MORE + 2] = (fp_tags_rule){ FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "X-1" };
    c->rules[FP_TAGS_OPENED][OPEN] = c->rules[FP_TAGS_SECTION][OPEN];
}

static void section_of_blocks_with_closing_tags(changed *c)
{
    in_section(c);
    c->rules[FP_TAGS_CLOSING][CLOSE] = c->rules[FP_TAGS_BLOCK][CLOSE];
}

static void section_that_nothing_begins(changed *c)
{
    c->rules[FP_TAGS_SECTION][OPEN] = c->rules[FP_TAGS_OUTSIDE][OPEN];
}

static void tags_in_json(changed *c)
{
    of_json(c);
    c->rules[FP_TAGS_ARGS][CLOSE] = c->rules[FP_TAGS_BLOCK][CLOSE];
}

static const struct {
    void (*change)(changed *c);
    const char *fault;
} REFUSED[] = {
    { no_tags, "there is no tag, or the first one has no mark" },
    { empty_mark, "there is no tag, or the first one has no mark" },
    { other_first_byte, "the marks of the tags do not begin with the same byte" },
    { rule_without_tag, "a rule is for a tag that has no mark" },
    { rule_without_clause, "a rule has no clause" },
    { nameless_call, "a tag that opens a block or an argument has no name" },
    { nameless_argument, "a tag that opens a block or an argument has no name" },
    { call_with_a_key, "a tag that opens a block has a key, or one of an argument has none" },
    { argument_with_a_name, "a tag that opens a block has a key, or one of an argument has none" },
    { empty_end, "a tag has a name, and nothing that ends it" },
    { no_beginnings, "a tag has a name, and names have no alphabet" },
    { endless_name, "a tag has a name, and nothing that ends it" },
    { no_alphabet, "a tag has a name, and names have no alphabet" },
    { nothing_begins_a_name, "a tag has a name, and no byte may begin or end one" },
    { nothing_is_in_a_name, "a tag has a name, and no byte may begin or end one" },
    { nothing_ends_a_name, "a tag has a name, and no byte may begin or end one" },
    { end_in_alphabet, "what ends a name is a byte of names" },
    { same_mark, "two tags of an area have the same mark, and no offers tells them apart" },
    { prefix_without_name,
      "a mark without a name is how another of the area begins, which can never be read" },
    { prefix_with_name, "a mark and the name after it can be how another mark of the area begins" },
    { prefix_and_blank, "a mark and the name after it can be how another mark of the area begins" },
    { no_opening, "no tag opens a block" },
    { opening_only_in_a_block, "a tag begins a block within another, and none outside" },
    { wrap_only_in_a_block, "a tag begins a block within another, and none outside" },
    { wrap_without_opening, "no tag opens a block after the one that wraps it" },
    { wrap_without_others,
      "it has no foreign: which bytes after a wrapping tag show another notation" },
    { no_way_out_of_another, "no tag ends a block of another notation" },
    { no_end, "no tag ends a block" },
    { no_end_of_values, "no tag ends a value" },
    { id_without_front, "it has no id.before" },
    { id_without_bytes, "it has no id.has" },
    { id_without_first, "it has no id.first" },
    { id_with_nothing_first, "id.first is empty, and a call without an id has to get one" },
    { id_of_names_with_ends,
      "a name in an id has bytes that it may end with, which are not asked for" },
    { front_that_begins_no_name, "what precedes a name in an id has bytes that names do not have" },
    { front_that_is_no_name, "what precedes a name in an id has bytes that names do not have" },
    { id_parted_by_a_letter, "what parts a name from the rest of its id is a byte of names" },
    { end_in_id, "what ends an id is a byte of it" },
    { section_without_blocks, "no tag opens a block in a section" },
    { opening_only_in_a_sections_block, "a tag begins a block within another, and none outside" },
    { section_without_exit, "no tag ends a section" },
    { json_of_blocks_that_do_not_break,
      "what is not a tag does not break a block of JSON, or of a section" },
    { json_without_name, "a tag that opens a block or an argument has no name" },
    { section_of_wrapped_blocks, "a block of a section is wrapped, or may end early" },
    { section_of_blocks_with_closing_tags, "a block of a section is wrapped, or may end early" },
    { section_that_nothing_begins, "no tag begins a section, and there are rules for it" },
    { tags_in_json, "there are rules for JSON, in which no tag is one" },
};

/* In either table of rules. */
static void bad_tables_are_refused(void **state)
{
    changed c = good();

    (void)state;
    c.table.strict = c.table.lenient = rules_of(&c);
    assert_null(fp_tags_fault(&c.table));
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        for (unsigned lenient = 0; lenient < 2; lenient++) {
            c = good();
            REFUSED[i].change(&c);
            c.table.strict = lenient ? &GOOD_RULES : rules_of(&c);
            c.table.lenient = lenient ? rules_of(&c) : &GOOD_RULES;
            assert_non_null(fp_tags_fault(&c.table));
            assert_string_equal(fp_tags_fault(&c.table), REFUSED[i].fault);
        }
}

/* A mark may be how another begins where the byte that parts them begins no name: `<` of a key and
 * `</f>`. */
static void mark_that_a_name_parts(changed *c)
{
    c->table.tags[KEY].mark = "<";
    c->table.tags[KEY].blanks = FP_TAGS_BEFORE_NAME;
}

static void no_arguments(changed *c)
{
    c->rules[FP_TAGS_BLOCK][KEY].act = FP_TAGS_NOTHING;
}

static void wrap_that_no_other_notation_has(changed *c)
{
    wrap_without_others(c);
    c->table.foreign = "";
}

static void good_tables_are_not(void **state)
{
    static void (*const CHANGES[])(changed * c) = { mark_that_a_name_parts,
                                                    no_arguments,
                                                    wrap_that_no_other_notation_has,
                                                    with_id,
                                                    id_that_begins_with_its_name,
                                                    in_section,
                                                    of_json,
                                                    section_of_json };

    (void)state;
    for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
        changed c = good();

        CHANGES[i](&c);
        c.table.strict = c.table.lenient = rules_of(&c);
        assert_null(fp_tags_fault(&c.table));
    }
}

/* Whether the clause is one of the syntax, or of its family: the id in capitals, a hyphen, and a
 * number. */
static bool is_clause_of(const char *clause, const char *id)
{
    while (id && *id && *clause == (fp_is_letter((unsigned char)*id) ? *id & ~0x20 : *id))
        clause++, id++;
    return id && !*id && *clause == '-' && fp_is_digit((unsigned char)clause[1]);
}

static void check_clauses(const fp_syntax *syntax, const char *const *clauses, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (clauses[i] && !is_clause_of(clauses[i], syntax->id) &&
            !is_clause_of(clauses[i], syntax->family))
            fail_msg("%s: its table has the clause %s", syntax->id, clauses[i]);
}

static void check_rules(const fp_syntax *syntax, const fp_tags_rules *rules)
{
    for (unsigned area = 0; area < FP_TAGS_AREAS; area++)
        for (unsigned t = 0; t < FP_TAGS_MAX; t++)
            check_clauses(syntax, &(*rules)[area][t].clause, 1);
}

/* `explain` shows them, which no case looks at. */
static void the_clauses_of_tables_are_of_their_syntaxes(void **state)
{
    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const fp_tags_table *table = (*s)->step == fp_tags_step ? (*s)->table : NULL;

        if (!table)
            continue;
        check_rules(*s, table->strict);
        check_rules(*s, table->lenient);
        check_clauses(*s, (const char *const *)&table->clauses,
                      sizeof table->clauses / sizeof(const char *));
        check_clauses(*s, &table->layout.bad_name, 1);
        check_clauses(*s, &table->layout.bad_value, 1);
        check_clauses(*s, &table->layout.untyped, 1);
        check_clauses(*s, &table->layout.bad_list, 1);
        check_clauses(*s, &table->layout.bad_json, 1);
        check_clauses(*s, &table->layout.bad_call, 1);
    }
}

static void check_refusal(const fp_syntax *syntax, const fp_call *call, fp_part part,
                          const char *reason)
{
    fp_json text = { 0 };
    fp_refusal refusal;

    assert_false(fp_render(syntax, NULL, call, &text, &refusal));
    assert_int_equal(refusal.part, part);
    assert_string_equal(refusal.reason, reason);
    fp_json_free(&text);
}

static void a_refusal_is_about_the_name_or_the_key(void **state)
{
    const fp_arg arg = { FP_STR("a<"), .value = { .kind = FP_VALUE_STRING, .text = FP_STR("v") } };
    const fp_call bad_name = { .name = FP_STR("f<") };
    const fp_call bad_key = { .name = FP_STR("f"), .args = &arg, .arg_count = 1 };

    (void)state;
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        if ((*s)->render != fp_tags_render) /* in JSON any key can be written */
            continue;
        check_refusal(*s, &bad_name, FP_PART_NAME, "no name has such a byte");
        check_refusal(*s, &bad_key, FP_PART_KEY, "no key has such a byte");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_tables_are_refused),
        cmocka_unit_test(good_tables_are_not),
        cmocka_unit_test(the_clauses_of_tables_are_of_their_syntaxes),
        cmocka_unit_test(a_refusal_is_about_the_name_or_the_key),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
