/* SPDX-License-Identifier: Apache-2.0 */
/* test_edge_quote.c: the ends of values and text (core/edge.c), and quoted text (core/quote.c),
 * alone and under every cutting into three.
 */
#include "core/edge.h"
#include "core/quote.h"

#include <fencepost/syntax.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* -- edges --------------------------------------------------------------------------------- */

enum {
    EXACT = FP_FRAMING_EXACT,
    FIRST = FP_FRAMING_FIRST_NEWLINE,
    EACH = FP_FRAMING_EACH_SIDE,
    TRIM = FP_FRAMING_TRIMMED,
    START = FP_FRAMING_TRIMMED_START,
    END = FP_FRAMING_TRIMMED_END,
    LINE = FP_FRAMING_OWN_LINE
};

typedef struct edge_row {
    unsigned mode;
    const char *value;
    const char *content;
} edge_row;

static const edge_row EDGES[] = {
    { EXACT, "", "" },
    { EXACT, "\n a \n", "\n a \n" },
    { FIRST, "", "" },
    { FIRST, "a", "a" },
    { FIRST, "\n", "" },
    { FIRST, "\r\n", "" },
    { FIRST, "\n\n", "\n" },
    { FIRST, "\r\n\r\n", "\r\n" },
    { FIRST, "\r", "\r" },
    { FIRST, "\ra", "\ra" },
    { FIRST, "\r\r\n", "\r\r\n" },
    { FIRST, "\n\r", "\r" },
    { FIRST, " \na\n", " \na\n" },
    { FIRST, "\na\n", "a\n" },
    { EACH, "", "" },
    { EACH, "a", "a" },
    { EACH, "\n", "" }, /* MODEL-3.5: a newline belongs to one side only */
    { EACH, "\r\n", "" },
    { EACH, "\n\n", "" },
    { EACH, "\n\r\n", "" },
    { EACH, "\r\n\r\n", "" },
    { EACH, "\n\n\n", "\n" },
    { EACH, "\na\n", "a" },
    { EACH, "\r\na\r\n", "a" },
    { EACH, "\n\na\n\n", "\na\n" },
    { EACH, "a\r\n\r\n", "a\r\n" },
    { EACH, "a\n\r\n", "a\n" },
    { EACH, "\r", "\r" },
    { EACH, "\r\r", "\r\r" },
    { EACH, "\n\r", "\r" },
    { EACH, "a\r", "a\r" },
    { EACH, "a\n\r", "a\n\r" },
    { EACH, "a\r\r\n", "a\r" },
    { EACH, "a \n ", "a \n " },
    { TRIM, "", "" },
    { TRIM, " \t\r\n", "" },
    { TRIM, " a b \r\n", "a b" },
    { TRIM, "\n\r a\r\n\tb\n", "a\r\n\tb" },
    { TRIM, "a", "a" },
    { TRIM, "\r\r\r", "" },
    { START, "", "" },
    { START, " \t\r\n", "" },
    { START, "\n\n a \n\n", "a \n" },
    { START, " a ", "a " },
    { START, "\ra\r\n", "a" },
    { START, "\r\r", "" },
    { END, "", "" },
    { END, "\n \t\r\n", "" },
    { END, "\n\n a \n\n", "\n a" },
    { END, " a ", " a" },
    { END, "\ra\r\n", "\ra" },
    { END, "\r", "" },
    { END, "\r a", "\r a" },
    { LINE, "\n\na\n\n", "\na\n" },
    { LINE, "\n", "" },
};

/* Feeds pieces as the core does, and collects the content. */
static void take(fp_edge *edge, const char *bytes, size_t len, fp_buf *content)
{
    size_t keep;
    const size_t front = fp_edge_take(edge, bytes, len, &keep);
    fp_buf rest = { 0 };

    assert_true(front <= len);
    assert_true(fp_buf_append(&rest, edge->pending.ptr, edge->pending.len));
    assert_true(fp_buf_append(&rest, bytes + front, len - front));
    assert_true(keep <= rest.len);
    assert_true(fp_buf_append(content, rest.ptr, rest.len - keep));
    fp_buf_drop(&rest, rest.len - keep);
    fp_buf_free(&edge->pending);
    edge->pending = rest;
}

static void check_edge(const edge_row *row, size_t first, size_t second)
{
    const size_t len = strlen(row->value);
    fp_edge edge = { 0 };
    fp_buf content = { 0 };

    fp_edge_begin(&edge, row->mode);
    if (first)
        take(&edge, row->value, first, &content);
    if (second > first)
        take(&edge, row->value + first, second - first, &content);
    if (len > second)
        take(&edge, row->value + second, len - second, &content);
    assert_true(fp_buf_append(&content, edge.pending.ptr, fp_edge_close(&edge)));
    if (!fp_str_equal(fp_buf_str(&content), fp_str_of(row->content)))
        fail_msg("row %zu, cut at %zu and %zu", (size_t)(row - EDGES), first, second);
    fp_buf_free(&edge.pending);
    fp_buf_free(&content);
}

static void edges(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof EDGES / sizeof *EDGES; i++) {
        const size_t len = strlen(EDGES[i].value);

        for (size_t first = 0; first <= len; first++)
            for (size_t second = first; second <= len; second++)
                check_edge(&EDGES[i], first, second);
    }
}

/* fp_edge_may_be() is false for all bytes that cannot be the back: most cannot, and need no second
 * look. */
static void backs_are_few(void **state)
{
    static const int LAST[] = { [EXACT] = -1,   [FIRST] = -1, [EACH] = '\r', [TRIM] = ' ',
                                [START] = '\r', [END] = ' ',  [LINE] = '\r' };

    (void)state;
    for (unsigned mode = 0; mode < sizeof LAST / sizeof *LAST; mode++) {
        fp_edge edge = { 0 };

        fp_edge_begin(&edge, mode);
        for (int byte = 0; byte <= 255; byte++)
            assert_true(fp_edge_may_be(&edge, (unsigned char)byte) == (byte <= LAST[mode]));
    }
}

/* -- quotes -------------------------------------------------------------------------------- */

/* For each byte of text, marks has 'q' if that byte is quoted. */
typedef struct quote_row {
    bool fences, tags;
    const char *text;
    const char *marks;
} quote_row;

static const quote_row QUOTES[] = {
    { true, false, "", "" },
    { true, false, "```\na\n```\nb\n", "...qqqqqqq.." },
    { true, false, "``\na\n", "....." },
    { true, false, "x```\na", "......" },
    { true, false, "   ```\na", "......qq" },
    { true, false, "    ```\na", "........." },
    { true, false, "\t```\na", "......" },
    { true, false, "~~~\n```\n~~~\na", "...qqqqqqqqq." },
    { true, false, "````\n```\n````\na", "...qqqqqqqqqqq." },
    { true, false, "```\n`````\na", "...qqqqqqq." },
    { true, false, "``` c `\na", "...qqqqq." }, /* a backtick in the info string: no fence */
    { true, false, "~~~ c `\na", "...qqqqqq" },
    { true, false, "```\n``` x\na\n```\n.", "...qqqqqqqqqqqqq." },
    { true, false, "```\n```  \r\n.", "...qqqqqqqq." },
    { true, false, "```\n   ```\n.", "...qqqqqqqq." },
    { true, false, "```\n    ```\n.", "...qqqqqqqqqq" },
    { true, false, "<think>a", "........" },
    { false, true, "```\na", "....." },
    { false, true, "<think>a</think>b", ".......qqqqqqqqq." },
    { false, true, "<<think>a", "........q" },
    { false, true, "<th<think>a", "..........q" },
    { false, true, "<think", "......" },
    { false, true, "<think>a<</think>b", ".......qqqqqqqqqq." },
    { false, true, "<think><think></think>b", ".......qqqqqqqqqqqqqqq." },
    { false, true, "</think>a", "........." },
    { true, true, "<think>\n```\n</think>a", ".......qqqqqqqqqqqqq." },
    { true, true, "```\n<think>\n```\na", "...qqqqqqqqqqqqq." },
};

static void watch_each_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof QUOTES / sizeof *QUOTES; i++) {
        const quote_row *row = &QUOTES[i];
        const size_t len = strlen(row->text);
        fp_quote quote = { .fences = row->fences, .tags = row->tags };

        assert_int_equal(strlen(row->marks), len);
        for (size_t at = 0; at < len; at++) {
            if (fp_quote_open(&quote) != (row->marks[at] == 'q'))
                fail_msg("row %zu, byte %zu", i, at);
            fp_quote_watch(&quote, (unsigned char)row->text[at], true);
        }
    }
}

/* A call in the middle: what follows it is not at the start of a line, nor within a tag. */
static void interruptions(void **state)
{
    fp_quote quote = { .fences = true, .tags = true };

    (void)state;
    fp_quote_interrupt(&quote);
    for (const char *c = "```\n"; *c; c++)
        fp_quote_watch(&quote, (unsigned char)*c, true);
    assert_false(fp_quote_open(&quote));
    for (const char *c = "<thi"; *c; c++)
        fp_quote_watch(&quote, (unsigned char)*c, true);
    fp_quote_interrupt(&quote);
    for (const char *c = "nk>"; *c; c++)
        fp_quote_watch(&quote, (unsigned char)*c, true);
    assert_false(fp_quote_open(&quote));
    for (const char *c = "\n~~~"; *c; c++)
        fp_quote_watch(&quote, (unsigned char)*c, true);
    assert_true(fp_quote_open(&quote));
    fp_quote_interrupt(&quote); /* a line that a call ends opens no fence */
    assert_false(fp_quote_open(&quote));
}

/* Whether the byte that follows these texts is quoted. */
static void quoted_behind(void **state)
{
    static const struct {
        const char *text;
        bool open;
    } ROWS[] = {
        { "<think>>", true },          { "<think>/think>", true }, { "<think></think>", false },
        { "```\n```x\n", true },       { "```\n\n", true },        { "```\n```\n", false },
        { "   ```\n   ```\n", false }, { "  \n  ```\n", true },
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fp_quote quote = { .fences = true, .tags = true };

        for (const char *c = ROWS[i].text; *c; c++)
            fp_quote_watch(&quote, (unsigned char)*c, true);
        if (fp_quote_open(&quote) != ROWS[i].open)
            fail_msg("%s", ROWS[i].text);
    }
}

/* After a call no tag continues. */
static void interrupted(void **state)
{
    fp_quote quote = { .tags = true };

    (void)state;
    fp_quote_watch(&quote, '<', true);
    fp_quote_interrupt(&quote);
    for (const char *c = "think>"; *c; c++)
        fp_quote_watch(&quote, (unsigned char)*c, true);
    assert_false(fp_quote_open(&quote));
}

/* After as many tildes as are counted, 4 GiB, one more still belongs to the fence. */
static void longest_fence(void **state)
{
    fp_quote quote = {
        .fences = true, .part = FP_LINE_RUN, .mark = '~', .run = UINT32_MAX, .fence_line = true
    };

    (void)state;
    for (const char *c = "~\n"; *c; c++) {
        fp_quote_watch(&quote, (unsigned char)*c, true);
        assert_true(fp_quote_open(&quote));
    }
    assert_true(quote.open_run == UINT32_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quoted_behind),   cmocka_unit_test(interrupted),
        cmocka_unit_test(edges),           cmocka_unit_test(backs_are_few),
        cmocka_unit_test(watch_each_byte), cmocka_unit_test(interruptions),
        cmocka_unit_test(longest_fence),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
