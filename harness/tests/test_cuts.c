/* SPDX-License-Identifier: Apache-2.0 */
/* test_cuts.c: the cuttings for foreign parsers. Rows say which pieces a named cutting makes; every
 * cutting of every sample is held to what cuts.h promises.
 */
#include "law/cuts.h"

#include "base/util.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define TOOL "\xF0\x9F\x9B\xA0"   /* U+1F6E0, two UTF-16 units */
#define LOOK "\xEF\xB8\x8F"       /* U+FE0F */
#define UML "\xC3\xA4"            /* U+00E4 */
#define CALL "^^^go\na: b\n^^^\n" /* of caret */

enum { TEXT_MAX = 4096 };

/* -- every cutting of a plan, as text ---------------------------------------------------------- */

typedef struct seen {
    char *name;
    fp_str key;  /* the offsets, as bytes; owned */
    size_t ways; /* pieces, none of them empty; 0: there are empty ones */
} seen;

typedef struct log {
    fp_str input;
    unit unit;
    seen *all;
    size_t count, cap;
    size_t stop_at; /* 0: never */
} log_of;

static bool is_edge(const size_t *edges, size_t count, size_t offset)
{
    for (size_t i = 0; i < count; i++) {
        if (edges[i] == offset)
            return true;
    }
    return false;
}

/* Keeps the cutting, and checks it by itself. */
static bool keep(void *context, const cutting *cut)
{
    log_of *l = context;
    size_t edge_count, covered = 0;
    size_t *edges = unit_edges(l->input, l->unit, &edge_count);
    void *all = l->all;
    seen s = { .name = xstrdup(cut->name), .ways = cut->count + 1 };

    assert_non_null(memchr(cut->name, '\0', sizeof cut->name));
    assert_true(cut->count > 0);
    for (size_t i = 0; i < cut->count; i++) {
        assert_true(is_edge(edges, edge_count, cut->at[i]));
        assert_true(i == 0 || cut->at[i - 1] <= cut->at[i]);
    }
    for (size_t i = 0; i <= cut->count; i++) {
        const fp_str chunk = cutting_chunk(l->input, cut, i);

        assert_true(chunk.len == 0 || chunk.ptr == l->input.ptr + covered);
        covered += chunk.len;
        s.ways = chunk.len > 0 ? s.ways : 0;
    }
    assert_int_equal(covered, l->input.len);
    s.key = xcopy((fp_str){ (const char *)cut->at, cut->count * sizeof *cut->at });
    xgrow(&all, &l->cap, l->count, sizeof *l->all);
    l->all = all;
    l->all[l->count++] = s;
    free(edges);
    return l->count != l->stop_at;
}

static void log_free(log_of *l)
{
    for (size_t i = 0; i < l->count; i++) {
        free(l->all[i].name);
        free((char *)(uintptr_t)l->all[i].key.ptr);
    }
    free(l->all);
}

static log_of log_made(const char *syntax, fp_str input, const cut_plan *plan)
{
    log_of l = { .input = input, .unit = plan->unit };

    assert_true(
        cuts_each(input, syntax ? fp_syntax_find(fp_str_of(syntax)) : NULL, plan, keep, &l));
    return l;
}

static int compare_keys(const void *a, const void *b)
{
    const seen *x = a, *y = b;
    const size_t len = x->key.len < y->key.len ? x->key.len : y->key.len;
    const int order = len ? memcmp(x->key.ptr, y->key.ptr, len) : 0;

    return order ? order : (x->key.len > y->key.len) - (x->key.len < y->key.len);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const seen *)a)->name, ((const seen *)b)->name);
}

static cut_plan plan_for(unit u)
{
    cut_plan plan = CUT_PLAN_DEFAULT;

    plan.unit = u;
    return plan;
}

/* -- samples: what holds for all -------------------------------------------------------------- */

static const struct sample {
    const char *title;
    const char *syntax;
    const char *input;
} SAMPLES[] = {
    { "empty", "caret", "" },
    { "one byte", "caret", "x" },
    { "two bytes", NULL, "xy" },
    { "one character of four bytes", "emoji-bracket", TOOL },
    { "a caret call", "caret", CALL },
    { "a caret call in text", "caret", "Please: " UML "\n" CALL "thanks" },
    { "an emoji call", "emoji-bracket", "a " TOOL LOOK "[b c]" TOOL LOOK "[/end]" },
    { "no UTF-8", "caret", "a\xFF" UML "\xC3^^^\xED\xA0\x80\xF0\x9F" },
    { "markers only", "caret", "^^^^^^ ---\n---" },
};

static void check_sample(const struct sample *sample, unit u)
{
    const fp_str input = fp_str_of(sample->input);
    const cut_plan plan = plan_for(u);
    log_of l = log_made(sample->syntax, input, &plan);
    size_t units, two = 0, three = 0;

    free(unit_edges(input, u, &units));
    units--;
    for (size_t i = 0; i < l.count; i++) {
        two += l.all[i].ways == 2;
        three += l.all[i].ways == 3;
    }
    assert_int_equal(two, units > 1 ? units - 1 : 0);
    if (units <= plan.three_way_max)
        assert_int_equal(three, units > 2 ? (units - 1) * (units - 2) / 2 : 0);
    qsort(l.all, l.count, sizeof *l.all, compare_names);
    for (size_t i = 1; i < l.count; i++)
        assert_string_not_equal(l.all[i - 1].name, l.all[i].name);
    qsort(l.all, l.count, sizeof *l.all, compare_keys);
    for (size_t i = 1; i < l.count; i++)
        assert_true(compare_keys(&l.all[i - 1], &l.all[i]) < 0);
    log_free(&l);
}

static void holds_for_samples(void **state)
{
    const struct sample *sample = *state;

    for (unsigned u = 0; u < UNIT_COUNT; u++)
        check_sample(sample, (unit)u);
}

/* -- rows: the pieces of one cutting ---------------------------------------------------------- */

static const struct row {
    const char *cut;
    unit unit;
    const char *syntax;
    const char *input;
    const char *pieces; /* NULL: it is not made */
} ROWS[] = {
    { "one byte at a time", UNIT_BYTE, NULL, "a" UML "b", "a|\xC3|\xA4|b" },
    { "one character at a time", UNIT_CODEPOINT, NULL, "a" TOOL UML, "a|" TOOL "|" UML },
    { "one UTF-16 unit at a time", UNIT_UTF16, NULL, "a" TOOL UML, "a|\xF0\x9F|\x9B\xA0|" UML },
    { "size 3", UNIT_BYTE, NULL, "abcdefgh", "abc|def|gh" },
    { "size 3", UNIT_CODEPOINT, NULL, UML "bcdefgh", UML "bc|def|gh" },
    { "size 7", UNIT_BYTE, NULL, "abcdefg", NULL },
    { "size 4", UNIT_BYTE, NULL, "abcdefgh", NULL }, /* two-way at 4 */
    { "two-way at 4", UNIT_BYTE, NULL, "abcdefgh", "abcd|efgh" },
    { "two-way at 1", UNIT_CODEPOINT, NULL, UML "b", NULL },
    { "two-way at 2", UNIT_CODEPOINT, NULL, UML "b", UML "|b" },
    { "two-way at 2", UNIT_UTF16, NULL, TOOL, "\xF0\x9F|\x9B\xA0" },
    { "three-way at 1 and 4", UNIT_BYTE, NULL, "abcdefgh", "a|bcd|efgh" },
    { "marker edges", UNIT_BYTE, "caret", "ab^^^cd\nkk: vv", "ab|^^^|cd\nkk|: |vv" },
    { "marker edges -1", UNIT_BYTE, "caret", "ab^^^cd\nkk: vv", "a|b^^|^cd\nk|k:| vv" },
    { "marker edges +1", UNIT_BYTE, "caret", "ab^^^cd\nkk: vv", "ab^|^^c|d\nkk:| v|v" },
    { "marker edges", UNIT_CODEPOINT, "emoji-bracket", "a" TOOL LOOK "b]cd",
      "a|" TOOL "|" LOOK "|b|]|cd" },
    { "marker edges", UNIT_BYTE, NULL, "ab^^^cd", NULL },
    { "marker edges", UNIT_BYTE, "caret", "^^^", NULL }, /* at the ends there is nothing to cut */
    { "empty first chunk", UNIT_BYTE, NULL, "ab", "|ab" },
    { "empty last chunk", UNIT_BYTE, NULL, "ab", "ab|" },
    { "empty chunk between", UNIT_BYTE, NULL, "abcd", "ab||cd" },
    { "empty chunks", UNIT_BYTE, NULL, "abcd", "|ab||cd|" },
    { "empty chunks everywhere", UNIT_BYTE, NULL, "abc", "||a||b||c||" },
    { "empty first chunk", UNIT_BYTE, NULL, "", "|" },
    { "token-like", UNIT_CODEPOINT, "caret", "Say it, " UML "!\n\n^^^go_1\nk: x\n^^^\n",
      "Say| it|,| |" UML "|!|\n\n|^^^|go_1|\n|k|: |x|\n^^^\n" },
    { "token-like", UNIT_CODEPOINT, NULL, "two  blanks", "two|  |blanks" },
    { "inside characters, after byte 1", UNIT_BYTE, NULL, "a" UML TOOL LOOK,
      "a\xC3|\xA4\xF0|\x9F\x9B\xA0\xEF|\xB8\x8F" },
    { "inside characters, after byte 3", UNIT_BYTE, NULL, "a" UML TOOL TOOL,
      "a" UML "\xF0\x9F\x9B|\xA0\xF0\x9F\x9B|\xA0" },
    { "inside characters, after byte 1", UNIT_CODEPOINT, NULL, UML UML, NULL },
    { "inside characters, after byte 2", UNIT_UTF16, NULL, "ab" TOOL TOOL,
      "ab\xF0\x9F|\x9B\xA0\xF0\x9F|\x9B\xA0" },
};

typedef struct search {
    const struct row *row;
    char pieces[TEXT_MAX];
    bool found;
} search;

static bool find(void *context, const cutting *cut)
{
    search *s = context;
    const fp_str input = fp_str_of(s->row->input);
    size_t len = 0;

    if (strcmp(cut->name, s->row->cut) != 0)
        return true;
    s->found = true;
    for (size_t i = 0; i <= cut->count; i++) {
        const fp_str chunk = cutting_chunk(input, cut, i);

        len += (size_t)snprintf(s->pieces + len, sizeof s->pieces - len, "%s%.*s", i ? "|" : "",
                                (int)chunk.len, chunk.ptr);
    }
    return false;
}

static void makes_the_pieces(void **state)
{
    const struct row *row = *state;
    const cut_plan plan = plan_for(row->unit);
    const fp_syntax *syntax = row->syntax ? fp_syntax_find(fp_str_of(row->syntax)) : NULL;
    search s = { .row = row };

    assert_int_equal(cuts_each(fp_str_of(row->input), syntax, &plan, find, &s), !row->pieces);
    assert_int_equal(s.found, row->pieces != NULL);
    if (row->pieces)
        assert_string_equal(s.pieces, row->pieces);
}

/* -- the plan -------------------------------------------------------------------------------- */

static void assert_same(const log_of *a, const log_of *b, bool same)
{
    bool equal = a->count == b->count;

    for (size_t i = 0; equal && i < a->count; i++)
        equal = compare_keys(&a->all[i], &b->all[i]) == 0;
    assert_int_equal(equal, same);
}

static void is_deterministic(void **state)
{
    const fp_str input = fp_str_of("Some text " CALL "and more text after it");
    cut_plan plan = CUT_PLAN_DEFAULT;
    log_of first = log_made("caret", input, &plan), again = log_made("caret", input, &plan), other;

    (void)state;
    plan.seed++;
    other = log_made("caret", input, &plan);
    assert_same(&first, &again, true);
    assert_same(&first, &other, false);
    log_free(&again);
    log_free(&other);

    /* A plan with fewer random cuttings has the first of them. */
    plan = CUT_PLAN_DEFAULT;
    plan.random = 5;
    other = log_made("caret", input, &plan);
    assert_true(other.count < first.count);
    first.count = other.count;
    for (size_t i = 0; i < other.count; i++)
        assert_string_equal(first.all[i].name, other.all[i].name);
    assert_same(&first, &other, true);
    first.count = again.count;
    log_free(&first);
    log_free(&other);
}

static void stops(void **state)
{
    log_of l = { .input = fp_str_of(CALL), .stop_at = 7 };
    const cut_plan plan = plan_for(UNIT_BYTE);

    (void)state;
    assert_false(cuts_each(l.input, NULL, &plan, keep, &l));
    assert_int_equal(l.count, 7);
    log_free(&l);
}

typedef struct tally {
    size_t two_way, three_way, all, most;
    bool one_by_one, size_2, size_4096;
} tally;

static bool count_them(void *context, const cutting *cut)
{
    tally *t = context;

    t->all++;
    t->two_way += strncmp(cut->name, "two-way", 7) == 0;
    t->three_way += strncmp(cut->name, "three-way", 9) == 0;
    t->one_by_one = t->one_by_one || strcmp(cut->name, "one byte at a time") == 0;
    t->size_2 = t->size_2 || strcmp(cut->name, "size 2") == 0;
    t->size_4096 = t->size_4096 || strcmp(cut->name, "size 4096") == 0;
    if (cut->count > t->most)
        t->most = cut->count;
    return true;
}

static tally tally_of(size_t len, size_t call_at)
{
    const cut_plan plan = plan_for(UNIT_BYTE);
    char *text = xcalloc(len, 1);
    tally t = { 0 };

    memset(text, 'x', len);
    memcpy(text + call_at, CALL, sizeof CALL - 1);
    assert_true(
        cuts_each((fp_str){ text, len }, fp_syntax_find(FP_STR("caret")), &plan, count_them, &t));
    free(text);
    return t;
}

static void spares_long_inputs(void **state)
{
    const tally medium = tally_of(5000, 2000), large = tally_of(200000, 100000);

    (void)state;
    assert_true(medium.two_way >= 64 && medium.two_way < 100);
    assert_true(medium.one_by_one && medium.size_2 && !medium.size_4096);
    assert_int_equal(medium.three_way, 0);
    assert_true(medium.all < 200);

    assert_true(large.two_way >= 64 && large.two_way < 100);
    assert_true(!large.one_by_one && !large.size_2 && large.size_4096);
    assert_true(large.all < 120);
    assert_true(large.most <= 200000 / 16);
}

/* The cuts of an input in which a call comes again and again, and of one whose calls all differ. */
static tally tally_of_calls(unsigned calls, bool differ)
{
    const cut_plan plan = plan_for(UNIT_BYTE);
    char *text = xcalloc(calls, 64), *end = text;
    tally t = { 0 };

    for (unsigned i = 0; i < calls; i++) {
        end = stpcpy(end, CALL);
        if (differ)
            end += snprintf(end, 16, "%c%c%c\n", 'a' + (int)(i / 26), 'a' + (int)(i % 26), 'x');
    }
    assert_true(cuts_each((fp_str){ text, (size_t)(end - text) }, fp_syntax_find(FP_STR("caret")),
                          &plan, count_them, &t));
    free(text);
    return t;
}

/* Edges of markers that have the same bytes around them are not all cut at. */
static void samples_equal_edges(void **state)
{
    const tally same = tally_of_calls(300, false), more = tally_of_calls(600, false),
                differ = tally_of_calls(300, true);

    (void)state;
    assert_true(same.two_way < 200 && more.two_way < same.two_way + 20);
    assert_true(differ.two_way > 900);
}

static void knows_units(void **state)
{
    static const char TEXT[] = "a" TOOL UML "\xFF";
    static const size_t EDGES[UNIT_COUNT][9] = {
        [UNIT_BYTE] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 },
        [UNIT_CODEPOINT] = { 0, 1, 5, 7, 8 },
        [UNIT_UTF16] = { 0, 1, 3, 5, 7, 8 },
    };
    static const size_t COUNTS[UNIT_COUNT] = { 9, 5, 6 };

    (void)state;
    for (unsigned u = 0; u < UNIT_COUNT; u++) {
        size_t count;
        size_t *edges = unit_edges(fp_str_of(TEXT), (unit)u, &count);
        unit found;

        assert_int_equal(count, COUNTS[u]);
        assert_memory_equal(edges, EDGES[u], count * sizeof *edges);
        free(edges);
        assert_true(unit_find(fp_str_of(unit_name((unit)u)), &found));
        assert_int_equal(found, u);
    }
    assert_false(unit_find(FP_STR("furlong"), &(unit){ UNIT_BYTE }));
    assert_true(cutting_chunk(FP_STR("whole"), NULL, 0).len == 5);
}

int main(void)
{
    enum { FIRST = 4 };
    struct CMUnitTest tests[FIRST + COUNT(SAMPLES) + COUNT(ROWS)] = {
        cmocka_unit_test(is_deterministic),   cmocka_unit_test(stops),
        cmocka_unit_test(spares_long_inputs), cmocka_unit_test(samples_equal_edges),
        cmocka_unit_test(knows_units),
    };
    size_t n = FIRST;

    for (size_t i = 0; i < COUNT(SAMPLES); i++)
        tests[n++] = (struct CMUnitTest){ SAMPLES[i].title, holds_for_samples, NULL, NULL,
                                          (void *)(uintptr_t)&SAMPLES[i] };
    for (size_t i = 0; i < COUNT(ROWS); i++)
        tests[n++] = (struct CMUnitTest){ ROWS[i].cut, makes_the_pieces, NULL, NULL,
                                          (void *)(uintptr_t)&ROWS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
