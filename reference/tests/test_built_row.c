/* SPDX-License-Identifier: Apache-2.0 */
/* test_built_row.c: a row that is made while the program runs is used as any other, and freed:
 * each of its strings and tables has memory of its own, so that a pointer that is kept too long is
 * noticed by the address sanitizer. What the library gave of it outlives it, except for clauses.
 */
#include "engines/tags.h"

#include "core/ascii.h"

#include <fencepost/outcome.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 400 };

/* -- memory ---------------------------------------------------------------------------------- */

enum { PIECES = 100 };

/* A row and all that it points to. */
typedef struct built {
    void *pieces[PIECES];
    size_t count;
    fp_syntax *row;
} built;

static void *room(built *b, size_t size)
{
    void *piece = calloc(1, size);

    assert_non_null(piece);
    assert_true(b->count < PIECES);
    b->pieces[b->count++] = piece;
    return piece;
}

static void free_row(built *b)
{
    while (b->count)
        free(b->pieces[--b->count]);
    b->row = NULL;
}

/* The pattern with the word in place of each "@". */
static void spell(char *text, const char *pattern, const char *word)
{
    size_t len = 0;

    for (; *pattern; pattern++) {
        const fp_str piece = *pattern == '@' ? fp_str_of(word) : (fp_str){ pattern, 1 };

        assert_true(len + piece.len < TEXT);
        memcpy(text + len, piece.ptr, piece.len);
        len += piece.len;
    }
    text[len] = '\0';
}

static const char *own(built *b, const char *pattern, const char *word)
{
    char text[TEXT];

    spell(text, pattern, word);
    return memcpy(room(b, strlen(text) + 1), text, strlen(text) + 1);
}

/* -- rows ------------------------------------------------------------------------------------ */

enum { OPEN, CLOSE, KEY, KEY_END, SECTION, SECTION_END };

static bool is_name(unsigned char c)
{
    return fp_is_letter(c);
}

static bool is_digit(unsigned char c)
{
    return fp_is_digit(c);
}

static void set_tag(built *b, fp_tags_table *table, unsigned t, const char *mark, const char *word)
{
    table->tags[t].mark = own(b, mark, word);
    table->tags[t].end = t == OPEN || t == KEY ? own(b, ">", word) : NULL;
    table->tags[t].of_argument = t == KEY || t == KEY_END;
}

static void set_rule(built *b, fp_tags_rule *rule, fp_tags_act act, const char *word)
{
    const bool named = act == FP_TAGS_CALLS || act == FP_TAGS_APPLIES || act == FP_TAGS_ARGUES;

    *rule = (fp_tags_rule){ (uint8_t)act, named ? FP_TAGS_ANY_NAME : FP_TAGS_NO_NAME,
                            own(b, "@-2", word) };
}

/* Calls of tags, or of ids and JSON in sections. */
static const fp_tags_rules *build_rules(built *b, const char *word, bool json)
{
    fp_tags_rule(*rules)[FP_TAGS_MAX] = room(b, sizeof(fp_tags_rules));

    set_rule(b, &rules[FP_TAGS_BLOCK][CLOSE], FP_TAGS_ENDS, word);
    if (json) {
        set_rule(b, &rules[FP_TAGS_OUTSIDE][SECTION], FP_TAGS_ENTERS, word);
        set_rule(b, &rules[FP_TAGS_SECTION][SECTION_END], FP_TAGS_EXITS, word);
        set_rule(b, &rules[FP_TAGS_SECTION][OPEN], FP_TAGS_APPLIES, word);
    } else {
        set_rule(b, &rules[FP_TAGS_OUTSIDE][OPEN], FP_TAGS_CALLS, word);
        set_rule(b, &rules[FP_TAGS_BLOCK][KEY], FP_TAGS_ARGUES, word);
        set_rule(b, &rules[FP_TAGS_VALUE][KEY_END], FP_TAGS_SETTLES, word);
    }
    return (const fp_tags_rules *)rules;
}

static const fp_tags_table *build_table(built *b, const char *word, bool json)
{
    fp_tags_table *table = room(b, sizeof *table);

    set_tag(b, table, OPEN, "<@ ", word);
    set_tag(b, table, CLOSE, "</@>", word);
    set_tag(b, table, KEY, "<@-arg ", word);
    set_tag(b, table, KEY_END, "</@-arg>", word);
    set_tag(b, table, SECTION, "<@-all>", word);
    set_tag(b, table, SECTION_END, "</@-all>", word);
    table->strict = table->lenient = build_rules(b, word, json);
    table->names = table->keys = (fp_tags_alphabet){ is_name, is_name, NULL };
    if (json)
        table->id = (fp_tags_id){ own(b, "fn", word), ':', is_digit, own(b, "0", word) };
    table->foreign = own(b, "", word);
    table->breaks = true;
    table->clauses.bad_name = own(b, "@-3", word);
    table->clauses.bad_line = table->clauses.bad_json = own(b, "@-4", word);
    table->clauses.unfinished = table->clauses.cut_tag = own(b, "@-5", word);
    table->clauses.duplicate = own(b, "@-6", word);
    table->layout.indent = own(b, "", word);
    table->layout.bad_name = table->layout.bad_value = own(b, "@-7", word);
    table->layout.bad_json = table->layout.bad_call = own(b, "@-8", word);
    return table;
}

static built build(const char *word, bool json)
{
    built b = { .count = 0 };
    const char **to_tag = room(&b, 2 * sizeof *to_tag);
    fp_speed *fast = room(&b, sizeof *fast);

    to_tag[0] = own(&b, "<", word);
    b.row = room(&b, sizeof *b.row);
    b.row->id = own(&b, "@", word);
    b.row->title = own(&b, "@", word);
    for (unsigned i = 0; i < FP_POLICY_COUNT; i++)
        b.row->policies[i].clause = own(&b, "@-1", word);
    for (unsigned i = 0; i < FP_ROLE_COUNT; i++)
        b.row->clauses[i] = own(&b, "@-1", word);
    b.row->json = json;
    b.row->derive = &FP_TAGS_DERIVE;
    b.row->render = json ? fp_tags_render_json : fp_tags_render;
    b.row->table = build_table(&b, word, json);
    b.row->state_size = sizeof(fp_tags);
    b.row->step = fp_tags_step;
    b.row->finish = fp_tags_finish;
    fast->at_ease = fp_tags_at_ease;
    fast->leads[0] = to_tag;
    b.row->fast = fast;
    return b;
}

/* -- what is done with one ------------------------------------------------------------------- */

/* By kind: tags, JSON. "@" is the row's word. */
static const char *const INPUTS[] = {
    "a <@ f><@-arg k>v</@-arg></@> b <@ !",
    "a <@-all><@ fnf:12>{\"k\": \"v\"}</@></@-all> b <@-all><@ !",
};
static const char *const LEFT[] = { "a  b <@ !", "a  b <@ !" };
static const char *const BLOCKS[] = {
    "<@ f>\n<@-arg k>v</@-arg>\n</@>",
    "<@-all><@ fnf:12>{\"k\":\"v\"}</@></@-all>",
};

/* What is got of a row, and may be kept. */
typedef struct gained {
    fp_outcome *whole, *streamed;
    fp_json text; /* of the call */
    fp_derived derived;
    const char *const *markers, *const *completions;
    const fp_highlight *colours;
} gained;

static void see_clause(void *context, fp_role role, const char *clause, uint64_t start,
                       uint64_t end)
{
    size_t *seen = context;

    (void)role;
    assert_non_null(clause);
    *seen += strlen(clause) ? (size_t)(end - start) : 0;
}

/* Byte by byte; from the middle on by a clone of the parser, which is freed, and an assigned one.
 */
static fp_outcome *stream(const fp_syntax *row, const char *input)
{
    const size_t len = strlen(input);
    fp_outcome *outcome = fp_outcome_new();
    fp_parser *first = fp_parser_new(row, NULL, fp_outcome_sink, outcome);
    fp_parser *last = fp_parser_new(row, NULL, fp_outcome_sink, outcome);
    size_t seen = 0;

    assert_true(outcome && first && last);
    fp_parser_trace(first, see_clause, &seen);
    for (size_t i = 0; i < len; i++) {
        if (i == len / 2) {
            fp_parser *clone = fp_parser_clone(first, NULL, NULL);

            assert_non_null(clone);
            assert_true(fp_parser_assign(last, clone));
            assert_true(seen <= i && seen + fp_parser_held(first) >= i);
            fp_parser_free(clone);
        }
        assert_int_equal(fp_parser_feed(i < len / 2 ? first : last, input + i, 1), FP_OK);
    }
    assert_int_equal(fp_parser_finish(last), FP_OK);
    fp_parser_free(first);
    fp_parser_free(last);
    return outcome;
}

static void check_outcome(const fp_outcome *outcome, const char *left)
{
    const fp_call *call = fp_outcome_call(outcome, 0);

    assert_true(fp_str_equal(fp_outcome_text(outcome), fp_str_of(left)));
    assert_int_equal(fp_outcome_call_count(outcome), 1);
    assert_true(call->complete && fp_str_equal(call->name, FP_STR("f")));
    assert_true(call->arg_count == 1 && fp_str_equal(call->args[0].key, FP_STR("k")));
    assert_true(fp_str_equal(call->args[0].value.text, FP_STR("v")));
    assert_int_equal(fp_outcome_diagnostic_count(outcome), 1);
    assert_int_equal(fp_outcome_diagnostic(outcome, 0)->code, FP_BAD_NAME);
}

static gained use(const fp_syntax *row, const char *input, const char *clause)
{
    gained g = { .derived = { 0 } };
    fp_refusal refusal;

    assert_null(fp_tags_fault(row->table));
    assert_int_equal(fp_parse(row, NULL, fp_str_of(input), &g.whole), FP_OK);
    g.streamed = stream(row, input);
    assert_string_equal(fp_outcome_diagnostic(g.whole, 0)->clause, clause);
    assert_string_equal(fp_outcome_diagnostic(g.streamed, 0)->clause, clause);
    assert_true(fp_render(row, NULL, fp_outcome_call(g.whole, 0), &g.text, &refusal));
    g.markers = fp_syntax_markers(row, &g.derived);
    g.completions = fp_syntax_completions(row, &g.derived);
    g.colours = fp_syntax_highlight(row, &g.derived);
    return g;
}

static bool is_listed(const char *const *words, const char *word)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

static bool is_coloured(const fp_highlight *rules, const char *word)
{
    while (rules->begin && !strstr(rules->begin, word))
        rules++;
    return rules->begin && rules->inner && (rules->inner->begin || rules->inner->match);
}

/* The row is gone. */
static void check_gained(gained *g, const char *word, bool json)
{
    char left[TEXT], block[TEXT], opening[TEXT];

    spell(left, LEFT[json], word);
    spell(block, BLOCKS[json], word);
    spell(opening, json ? "<@ fnx:0>" : "<@ x>", word);
    check_outcome(g->whole, left);
    check_outcome(g->streamed, left);
    assert_true(fp_str_equal((fp_str){ g->text.ptr, g->text.len }, fp_str_of(block)));
    assert_true(is_listed(g->markers, opening) && is_listed(g->completions, opening));
    assert_true(is_coloured(g->colours, word));
    fp_outcome_free(g->whole);
    fp_outcome_free(g->streamed);
    fp_json_free(&g->text);
    fp_derived_free(&g->derived);
}

/* -- tests ----------------------------------------------------------------------------------- */

static void check(const char *word, bool json)
{
    char input[TEXT], clause[TEXT];
    built b = build(word, json);
    gained g;

    spell(input, INPUTS[json], word);
    spell(clause, "@-3", word);
    g = use(b.row, input, clause);
    free_row(&b);
    check_gained(&g, word, json);
}

static void rows_are_built_and_freed(void **state)
{
    (void)state;
    check("t", false);
    check("t", true);
    check("other", true);
    check("other", false);
}

/* Two rows at once, of other marks: what is a call by one is text by the other. */
static void rows_know_nothing_of_each_other(void **state)
{
    built rows[] = { build("t", false), build("other", false) };

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const char *foreign = "<t f></t>";
        fp_outcome *outcome;

        assert_int_equal(fp_parse(rows[i].row, NULL, fp_str_of(foreign), &outcome), FP_OK);
        assert_int_equal(fp_outcome_call_count(outcome), i == 0 ? 1 : 0);
        assert_int_equal(fp_outcome_text(outcome).len, i == 0 ? 0 : strlen(foreign));
        fp_outcome_free(outcome);
        free_row(&rows[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_built_and_freed),
        cmocka_unit_test(rows_know_nothing_of_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
