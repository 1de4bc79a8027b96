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

#include <fencepost/outcome.h>
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
    return syntax->step == fp_tags_step;
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
    const members *of = members_of_table(syntax);

    assert_true(of->size <= sizeof c->table);
    memcpy(&c->table, syntax->table, of->size);
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
        if (seen++ * most / all >= found.count && found.count < most && t->input.len <= LONGEST)
            found.list[found.count++] = t;
    }
    assert_true(found.count > 0);
    return found;
}

/* -- what a row makes of them ------------------------------------------------------------------ */

/* An outcome, as JSON. chunk: the input is fed in pieces of this size. */
static fp_json read_as(const fp_syntax *row, const fp_options *options, fp_str input, size_t chunk)
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
        assert_non_null(fp_outcome_diagnostic(outcome, i)->clause);
    fp_json_outcome(&text, outcome);
    need_memory(!text.failed);
    fp_parser_free(parser);
    fp_outcome_free(outcome);
    return text;
}

static bool are_equal(const fp_json *a, const fp_json *b)
{
    return a->len == b->len && memcmp(a->ptr, b->ptr, a->len) == 0;
}

static void fail_on(const char *what, const fp_syntax *row, const char *name, const test_case *t,
                    const fp_json *got, const fp_json *expected)
{
    fail_msg("%s without %s, %s: %s:\n%.*s\n%.*s", row->id, name, t->id, what, (int)got->len,
             got->ptr, (int)expected->len, expected->ptr);
}

static void check_input(const fp_syntax *row, const member *m, const char *name,
                        const test_case *t)
{
    fp_options options = case_options(t);
    fp_json whole, bytes, usual;

    if (strcmp(m->word, "policy") == 0)
        options.policies = fp_options_default(row).policies;
    whole = read_as(row, &options, t->input, t->input.len ? t->input.len : 1);
    bytes = read_as(row, &options, t->input, 1);
    if (!are_equal(&whole, &bytes))
        fail_on("bytes and the whole are read otherwise", row, name, t, &bytes, &whole);
    if (m->idle) {
        usual = read_as(t->syntax, &options, t->input, t->input.len ? t->input.len : 1);
        if (!are_equal(&whole, &usual))
            fail_on("it is read otherwise", row, name, t, &whole, &usual);
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

typedef struct tally {
    size_t refused, read;
} tally;

static bool says(const fp_json *why, const char *word)
{
    const size_t len = strlen(word);

    for (size_t at = 0; at + len <= why->len; at++)
        if (memcmp(why->ptr + at, word, len) == 0)
            return true;
    return false;
}

static void check_row(const fp_syntax *row, const member *m, const char *name, const inputs *in,
                      tally *t)
{
    fp_json why = { 0 };

    if (!fp_syntax_check(row, &why)) {
        if (!says(&why, m->word))
            fail_msg("%s without %s: \"%.*s\" does not say \"%s\"", in->list[0]->syntax->id, name,
                     (int)why.len, why.ptr, m->word);
        t->refused++;
    } else {
        for (size_t i = 0; i < in->count; i++) {
            check_input(row, m, name, in->list[i]);
            render_calls(row, in->list[i]);
        }
        ask_for_pieces(row);
        t->read++;
    }
    fp_json_free(&why);
}

/* Takes the member out of what is at base, which is in c; what is not there cannot be. */
static void without(copies *c, void *base, const member *m, const char *name, const inputs *in,
                    tally *t)
{
    char *at = (char *)base + m->at;
    char kept[sizeof(void *)];
    static const char ZEROS[sizeof kept];

    assert_true(m->size <= sizeof kept);
    if (memcmp(at, ZEROS, m->size) == 0)
        return;
    memcpy(kept, at, m->size);
    memset(at, 0, m->size);
    check_row(&c->row, m, name, in, t);
    memcpy(at, kept, m->size);
}

static void without_each(copies *c, void *base, const members *of, const inputs *in, tally *t)
{
    for (size_t i = 0; i < of->count; i++)
        without(c, base, &of->list[i], of->list[i].name, in, t);
}

/* -- rows -------------------------------------------------------------------------------------- */

static void without_rules(copies *c, fp_tags_rules rules, const inputs *in, tally *t)
{
    for (unsigned area = 0; area < FP_TAGS_AREAS; area++)
        for (unsigned tag = 0; tag < FP_TAGS_MAX; tag++)
            without_each(c, &rules[area][tag], &MEMBERS_OF_RULES, in, t);
}

static void check_syntax(const corpus *c, const fp_syntax *syntax, tally *t)
{
    copies *made = calloc(1, sizeof *made);
    const inputs in = inputs_of(c, syntax);

    need_memory(made);
    copy_row(made, syntax);
    without_each(made, &made->row, &MEMBERS_OF_ROWS, &in, t);
    if (syntax->fast)
        without_each(made, &made->fast, &MEMBERS_OF_SPEED, &in, t);
    if (syntax->reasoning)
        without_each(made, &made->marks, &MEMBERS_OF_MARKS, &in, t);
    if (syntax->table)
        without_each(made, &made->table, members_of_table(syntax), &in, t);
    if (reads_tags(syntax)) {
        without_rules(made, made->strict, &in, t);
        without_rules(made, made->lenient, &in, t);
    }
    free(made);
}

static void nothing_breaks_without_a_member(void **state)
{
    problems p = { 0 };
    corpus *c = corpus_load(FP_SOURCE_DIR, &p);
    tally t = { 0, 0 };

    (void)state;
    assert_non_null(c);
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++)
        check_syntax(c, *s, &t);
    print_message("%zu refused, %zu read\n", t.refused, t.read);
    assert_true(t.refused > 0 && t.read > 0);
    corpus_free(c);
}

/* The lists of members are whole: a new member is in one of them. */
static void no_member_is_left_out(void **state)
{
    static const members *const OF[] = { &MEMBERS_OF_ROWS, &MEMBERS_OF_SPEED, &MEMBERS_OF_DERIVE,
                                         &MEMBERS_OF_MARKS, &MEMBERS_OF_RULES };

    (void)state;
    for (size_t i = 0; i < sizeof OF / sizeof *OF; i++)
        if (members_gap(OF[i]) < OF[i]->size)
            fail_msg("%s: no member is at %zu", OF[i]->of, members_gap(OF[i]));
    for (const fp_syntax *const *s = FP_SYNTAXES; *s; s++) {
        const members *of = members_of_table(*s);

        if (of && members_gap(of) < of->size)
            fail_msg("%s: no member is at %zu", of->of, members_gap(of));
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
