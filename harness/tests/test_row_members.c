/* SPDX-License-Identifier: Apache-2.0 */
/* test_row_members.c: each member of each row, and of all that its engine reads, is taken out, one
 * at a time. The row is then refused, with a sentence that names the member, or it is read without
 * it: no golden input of the syntax breaks the parser, however it is cut, and where the member is
 * for speed or for people, the outcome is the same.
 */
#include "tests/night.h"
#include "tests/row_members.h"

#include "base/util.h"
#include "suite/corpus.h"
#include "syntaxes/glimmer.h"

#include <fencepost/outcome.h>
#include <fencepost/plugin.h>
#include <fencepost/render.h>
#include <fencepost/tags.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS_MAX = 64, LONGEST = 2000, TABLE_MAX = 2048 };

/* -- a row, and copies of what it points to ---------------------------------------------------- */

typedef struct copies {
    fp_syntax row;
    fp_speed fast;
    fp_derive derive;
    fp_reasoning_marks marks;
    union {
        fp_tags_table tags;
        char bytes[TABLE_MAX];
        void *align;
    } table;
    fp_tags_rules strict, lenient;
} copies;

static bool reads_tags(const fp_syntax *syntax)
{
    return syntax->step == fp_tags_step || syntax->render == fp_glimmer_render;
}

/* As const, which an array is only with what it is in. */
static const fp_tags_rules *strict_of(const copies *c)
{
    return &c->strict;
}

static const fp_tags_rules *lenient_of(const copies *c)
{
    return &c->lenient;
}

static void copy_table(copies *c, const fp_syntax *syntax)
{
    const table_parts parts = members_of_table(syntax);

    for (size_t i = 0; parts.of[i]; i++) {
        assert_true(parts.of[i]->to <= sizeof c->table);
        memcpy(&c->table, syntax->table, parts.of[i]->to);
    }
    c->row.table = &c->table;
    if (!reads_tags(syntax))
        return;
    memcpy(c->strict, c->table.tags.strict, sizeof c->strict);
    memcpy(c->lenient, c->table.tags.lenient, sizeof c->lenient);
    c->table.tags.strict = strict_of(c);
    c->table.tags.lenient = lenient_of(c);
}

static void copy_row(copies *c, const fp_syntax *syntax)
{
    c->row = *syntax;
    if (syntax->fast) {
        c->fast = *syntax->fast;
        c->row.fast = &c->fast;
    }
    if (syntax->reasoning) {
        c->marks = *syntax->reasoning;
        c->row.reasoning = &c->marks;
    }
    if (syntax->table)
        copy_table(c, syntax);
}

/* -- golden inputs ----------------------------------------------------------------------------- */

typedef struct inputs {
    const test_case *list[INPUTS_MAX];
    size_t count;
} inputs;

/* Some of the syntax's, from all its files. */
static inputs inputs_of(const corpus *c, const fp_syntax *syntax)
{
    const size_t most = by_day_and_night(6, INPUTS_MAX);
    size_t all = 0, seen = 0;
    inputs found = { .count = 0 };

    for (size_t i = 0; i < corpus_count(c); i++)
        all += corpus_case(c, i)->syntax == syntax;
    for (size_t i = 0; i < corpus_count(c); i++) {
        const test_case *t = corpus_case(c, i);

        if (t->syntax != syntax)
            continue;
        if (seen++ * most >= found.count * all && found.count < most && t->input.len <= LONGEST)
            found.list[found.count++] = t;
    }
    assert_true(found.count > 0);
    return found;
}

/* -- what a row makes of them ------------------------------------------------------------------ */

/* What is done, and what came of it. */
typedef struct trial {
    const fp_syntax *syntax;
    inputs in;
    const fp_syntax *row; /* without */
    const member *lacks;
    size_t refused, read, bad;
} trial;

/* An outcome, as JSON, and whether each diagnostic has a clause. The input is fed in pieces of the
 * size of a chunk. */
static fp_json read_as(const fp_syntax *row, const fp_options *options, fp_str input, size_t chunk,
                       bool *cites)
{
    fp_outcome *outcome = fp_outcome_new();
    fp_parser *parser = fp_parser_new(row, options, fp_outcome_sink, outcome);
    fp_json text = { 0 };

    need_memory(outcome && parser);
    if (options->policies.of[FP_UNTERMINATED] == FP_UNTERMINATED_DROP)
        fp_outcome_forget_cut(outcome);
    for (size_t at = 0; at < input.len; at += chunk) {
        const size_t rest = input.len - at;

        need_memory(fp_parser_feed(parser, input.ptr + at, rest < chunk ? rest : chunk) == FP_OK);
    }
    need_memory(fp_parser_finish(parser) == FP_OK);
    for (size_t i = 0; i < fp_outcome_diagnostic_count(outcome); i++)
        *cites = *cites && fp_outcome_diagnostic(outcome, i)->clause;
    fp_json_outcome(&text, outcome);
    need_memory(!text.failed);
    fp_parser_free(parser);
    fp_outcome_free(outcome);
    return text;
}

static void check_equal(trial *t, const test_case *c, const char *what, const fp_json *got,
                        const fp_json *expected)
{
    if (got->len == expected->len && memcmp(got->ptr, expected->ptr, got->len) == 0)
        return;
    print_error("%s without %s, %s: %s:\n%.*s\n%.*s\n", t->syntax->id, t->lacks->name, c->id, what,
                (int)got->len, got->ptr, (int)expected->len, expected->ptr);
    t->bad++;
}

static void check_input(trial *t, const test_case *c)
{
    const size_t all = c->input.len ? c->input.len : 1;
    fp_options options = case_options(c);
    fp_json whole, bytes, usual;
    bool cites = true;

    if (strcmp(t->lacks->word, "policy") == 0)
        options.policies = fp_options_default(t->row).policies;
    whole = read_as(t->row, &options, c->input, all, &cites);
    bytes = read_as(t->row, &options, c->input, 1, &cites);
    check_equal(t, c, "byte by byte, and as a whole", &bytes, &whole);
    if (!cites) {
        print_error("%s without %s, %s: no clause\n", t->syntax->id, t->lacks->name, c->id);
        t->bad++;
    }
    if (t->lacks->idle) {
        usual = read_as(c->syntax, &options, c->input, all, &cites);
        check_equal(t, c, "without, and with it", &whole, &usual);
        fp_json_free(&usual);
    }
    fp_json_free(&whole);
    fp_json_free(&bytes);
}

static void render_calls(const fp_syntax *row, const test_case *t)
{
    for (size_t i = 0; i < t->expect.call_count; i++) {
        fp_json text = { 0 };
        fp_refusal refusal = { 0 };

        if (!fp_render(row, NULL, &t->expect.calls[i].call, &text, &refusal))
            assert_true(refusal.reason || !text.failed);
        fp_json_free(&text);
    }
}

static void ask_for_pieces(const fp_syntax *row)
{
    fp_derived derived = { 0 };

    fp_syntax_highlight(row, &derived);
    for (unsigned piece = 0; piece < FP_PIECE_COUNT; piece++) {
        fp_json text = { 0 };

        fp_syntax_piece(row, (fp_block_piece)piece, FP_STR("f"), &text);
        fp_json_free(&text);
    }
    need_memory(!derived.failed);
    fp_derived_free(&derived);
}

/* -- one member -------------------------------------------------------------------------------- */

static bool says(const fp_json *why, const char *word)
{
    const size_t len = strlen(word);

    for (size_t at = 0; at + len <= why->len; at++)
        if (memcmp(why->ptr + at, word, len) == 0)
            return true;
    return false;
}

static void check_row(trial *t)
{
    fp_json why = { 0 };

    if (!fp_syntax_check(t->row, &why)) {
        if (!says(&why, t->lacks->word)) {
            print_error("%s without %s: \"%.*s\" does not say \"%s\"\n", t->syntax->id,
                        t->lacks->name, (int)why.len, why.ptr, t->lacks->word);
            t->bad++;
        }
        t->refused++;
    } else {
        for (size_t i = 0; i < t->in.count; i++) {
            check_input(t, t->in.list[i]);
            render_calls(t->row, t->in.list[i]);
        }
        ask_for_pieces(t->row);
        t->read++;
    }
    fp_json_free(&why);
}

/* Takes each member out of what is at base, which the row is made of. */
static void without_each(trial *t, void *base, const members *of)
{
    static const char ZEROS[sizeof(void *)];

    for (size_t i = 0; i < of->count; i++) {
        const member *m = &of->list[i];
        char *at = (char *)base + m->at;
        char kept[sizeof ZEROS];

        assert_true(m->size <= sizeof kept);
        if (memcmp(at, ZEROS, m->size) == 0) /* it is not there */
            continue;
        memcpy(kept, at, m->size);
        memset(at, 0, m->size);
        t->lacks = m;
        check_row(t);
        memcpy(at, kept, m->size);
    }
}

/* -- rows -------------------------------------------------------------------------------------- */

static void without_rules(trial *t, fp_tags_rules rules)
{
    for (unsigned area = 0; area < FP_TAGS_AREAS; area++)
        for (unsigned tag = 0; tag < FP_TAGS_MAX; tag++)
            without_each(t, &rules[area][tag], &MEMBERS_OF_RULES);
}

static void check_syntax(const corpus *c, const fp_syntax *syntax, trial *t)
{
    copies *made = calloc(1, sizeof *made);
    const table_parts parts = members_of_table(syntax);

    need_memory(made);
    copy_row(made, syntax);
    t->syntax = syntax;
    t->in = inputs_of(c, syntax);
    t->row = &made->row;
    without_each(t, &made->row, &MEMBERS_OF_ROWS);
    if (syntax->fast)
        without_each(t, &made->fast, &MEMBERS_OF_SPEED);
    if (syntax->reasoning)
        without_each(t, &made->marks, &MEMBERS_OF_MARKS);
    if (syntax->derive) {
        made->derive = *syntax->derive;
        made->row.derive = &made->derive;
        without_each(t, &made->derive, &MEMBERS_OF_DERIVE);
        made->row.derive = syntax->derive;
    }
    for (size_t i = 0; parts.of[i]; i++)
        without_each(t, &made->table, parts.of[i]);
    if (reads_tags(syntax)) {
        without_rules(t, made->strict);
        without_rules(t, made->lenient);
    }
    free(made);
}

static void nothing_breaks_without_a_member(void **state)
{
    problems p = { 0 };
    corpus *c = corpus_load(FP_SOURCE_DIR, &p);
    trial t = { .syntax = NULL };

    (void)state;
    assert_non_null(c);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        check_syntax(c, *s, &t);
    corpus_free(c);
    print_message("%zu rows are refused, %zu are read\n", t.refused, t.read);
    assert_true(t.refused > 0 && t.read > 0);
    assert_int_equal(t.bad, 0);
}

static void check_whole(const members *of)
{
    if (members_gap(of) < of->to)
        fail_msg("%s: no member is at %zu", of->of, members_gap(of));
}

/* The lists of members are whole: a new member is in one of them. */
static void no_member_is_left_out(void **state)
{
    (void)state;
    check_whole(&MEMBERS_OF_ROWS);
    check_whole(&MEMBERS_OF_SPEED);
    check_whole(&MEMBERS_OF_DERIVE);
    check_whole(&MEMBERS_OF_MARKS);
    check_whole(&MEMBERS_OF_RULES);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const table_parts parts = members_of_table(*s);

        for (size_t i = 0; parts.of[i]; i++)
            check_whole(parts.of[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_member_is_left_out),
        cmocka_unit_test(nothing_breaks_without_a_member),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
