/* SPDX-License-Identifier: Apache-2.0 */
/* test_show.c: what a person sees, byte for byte. */
#include "base/show.h"
#include "base/util.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A stream into memory, and what came into it. */
typedef struct sink {
    FILE *out;
    char *text;
    size_t len;
} sink;

static void sink_begin(sink *s)
{
    *s = (sink){ 0 };
    s->out = open_memstream(&s->text, &s->len);
    assert_non_null(s->out);
}

static void sink_end(sink *s, const char *expected)
{
    assert_int_equal(fclose(s->out), 0);
    assert_string_equal(s->text, expected);
    free(s->text);
}

/* -- bytes ----------------------------------------------------------------------------------- */

enum { MAX_CUTS = 4 };

typedef struct bytes_row {
    const char *name;
    fp_str bytes;
    const char *shown;
    size_t cuts[MAX_CUTS];
    size_t cut_count;
} bytes_row;

#define NO_CUTS { 0 }, 0
#define BYTES(literal)               \
    {                                \
        literal, sizeof(literal) - 1 \
    }

static const bytes_row ROWS[] = {
    { "nothing", BYTES(""), "> ‹no bytes›\n", NO_CUTS },
    { "plain", BYTES("plain é 🛠"), "> plain é 🛠\n", NO_CUTS },
    { "lines", BYTES("a\n\nb\n"), "> a␊\n> ␊\n> b␊\n", NO_CUTS },
    { "controls", BYTES("a\tb\r\n\x01\x1b\x7f"), "> a␉b␍␊\n> ␁␛␡\n", NO_CUTS },
    { "NUL", BYTES("a\0b"), "> a␀b\n", NO_CUTS },
    { "last space", BYTES("a b "), "> a b␠\n", NO_CUTS },
    { "space before a line end", BYTES("a \n"), "> a ␊\n", NO_CUTS },
    { "not UTF-8", BYTES("a\xff\x80z"), "> a⟨FF⟩⟨80⟩z\n", NO_CUTS },
    { "overlong", BYTES("\xc0\xaf\xe0\x80\xaf"), "> ⟨C0⟩⟨AF⟩⟨E0⟩⟨80⟩⟨AF⟩\n", NO_CUTS },
    { "surrogate", BYTES("\xed\xa0\x80"), "> ⟨ED⟩⟨A0⟩⟨80⟩\n", NO_CUTS },
    { "above the last", BYTES("\xf4\x90\x80\x80"), "> ⟨F4⟩⟨90⟩⟨80⟩⟨80⟩\n", NO_CUTS },
    { "broken off", BYTES("\xf0\x9f\x9b"), "> ⟨F0⟩⟨9F⟩⟨9B⟩\n", NO_CUTS },
    { "selector", BYTES("🛠\xef\xb8\x8f["), "> 🛠⟨U+FE0F⟩[\n", NO_CUTS },
    { "no-break space", BYTES("\xc2\xa0"), "> ⟨U+00A0⟩\n", NO_CUTS },
    { "zero width", BYTES("\xe2\x80\x8b\xe2\x80\x8d"), "> ⟨U+200B⟩⟨U+200D⟩\n", NO_CUTS },
    { "direction", BYTES("\xe2\x80\xae\xe2\x81\xa6"), "> ⟨U+202E⟩⟨U+2066⟩\n", NO_CUTS },
    { "byte order mark", BYTES("\xef\xbb\xbf^"), "> ⟨U+FEFF⟩^\n", NO_CUTS },
    { "next line", BYTES("\xc2\x85"), "> ⟨U+0085⟩\n", NO_CUTS },
    { "tag", BYTES("\xf3\xa0\x80\x81"), "> ⟨U+E0001⟩\n", NO_CUTS },
    { "one cut", BYTES("abc"), "> a┆bc\n", { 1 }, 1 },
    { "cuts at the ends", BYTES("ab"), "> ┆ab┆\n", { 0, 2 }, 2 },
    { "empty chunk", BYTES("ab"), "> a┆┆b\n", { 1, 1 }, 2 },
    { "cut after the last line", BYTES("a\n"), "> a␊\n> ┆\n", { 2 }, 1 },
    { "cut between lines", BYTES("a\nb"), "> a␊\n> ┆b\n", { 2 }, 1 },
    { "cut in nothing", BYTES(""), "> ‹no bytes›┆\n", { 0 }, 1 },
    { "cut in a character", BYTES("é!"), "> ⟨C3⟩┆⟨A9⟩!\n", { 1 }, 1 },
    { "cut beside a character", BYTES("é!"), "> é┆!\n", { 2 }, 1 },
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static void shows_bytes(void **state)
{
    const bytes_row *r = *state;
    sink s;

    sink_begin(&s);
    show_bytes(s.out, "> ", r->bytes, r->cuts, r->cut_count);
    sink_end(&s, r->shown);
}

/* Returns whether text begins, or ends, so. */
static bool begins(const char *text, const char *with)
{
    return text && strncmp(text, with, strlen(with)) == 0;
}

static void leaves_the_middle_out(void **state)
{
    enum { LEN = 30000 };
    const size_t cuts[] = { 599, 700, 800, 29999 };
    char *bytes = xcalloc(LEN, 1);
    char *gap;
    sink s;

    (void)state;
    memset(bytes, 'x', LEN);
    bytes[599] = '\xC3'; /* the 600th byte is within a character */
    bytes[600] = '\xA9';
    sink_begin(&s);
    show_bytes(s.out, "", (fp_str){ bytes, LEN }, cuts, 4);
    assert_int_equal(fclose(s.out), 0);
    gap = strstr(s.text, "‹… 28801 bytes, 3 cuts …›");
    assert_non_null(gap);
    assert_int_equal(gap - s.text, 602); /* a byte alone is shown by its number */
    assert_true(begins(s.text + s.len - strlen("x┆x\n"), "x┆x\n"));
    free(s.text);

    sink_begin(&s);
    show_bytes(s.out, "", (fp_str){ bytes, 2000 }, NULL, 0);
    assert_int_equal(fclose(s.out), 0);
    assert_null(strstr(s.text, "‹"));
    free(s.text);
    free(bytes);
}

/* -- texts ----------------------------------------------------------------------------------- */

#define GAP8 "        "
#define GAP40 GAP8 GAP8 GAP8 GAP8 GAP8
#define X24 "xxxxxxxxxxxxxxxxxxxxxxxx"

/* The titles' line and the rule are as wide as the page. */
static char *below_the_rule(char *text)
{
    char *rule = strchr(text, '\n');
    char *rows = rule ? strchr(rule + 1, '\n') : NULL;

    assert_non_null(rows);
    assert_true(begins(text, "  left  "));
    assert_true(begins(rule + 1, "  ──"));
    return rows + 1;
}

typedef struct sides {
    const char *name, *left, *right, *rows;
} sides;

static const sides SIDES[] = {
    { "same", "a\nb\n", "a\nb\n",
      "│ a       " GAP40 " │ a\n"
      "│ b       " GAP40 " │ b\n" },
    { "the first that differs is marked", "a\nb\nc\n", "a\nB\nC\n",
      "│ a       " GAP40 " │ a\n"
      "▶ b       " GAP40 " │ B\n"
      "│ c       " GAP40 " │ C\n" },
    { "one goes on", "a\n", "a\nmore\n",
      "│ a       " GAP40 " │ a\n"
      "▶         " GAP40 " │ more\n" },
    { "one is empty", "", "a", "▶         " GAP40 " │ a\n" },
    { "wide characters", "é🛠\n", "é🛠\n",
      "│ é🛠    "
      " " GAP40 " │ é🛠\n" },
    { "long lines", X24 X24 "yy", X24 X24 "z",
      "▶ " X24 X24 " │ " X24 X24 "\n"
      "▶ yy      " GAP40 " │ z\n" },
};

enum { SIDES_COUNT = sizeof SIDES / sizeof *SIDES };

static void shows_sides(void **state)
{
    const sides *row = *state;
    sink s;

    sink_begin(&s);
    show_sides(s.out, "left", row->left, "right", row->right);
    assert_int_equal(fclose(s.out), 0);
    assert_string_equal(below_the_rule(s.text), row->rows);
    free(s.text);
}

static void wraps(void **state)
{
    sink s;

    (void)state;
    sink_begin(&s);
    show_wrapped(s.out, "> ", X24 " " X24 " " X24 " " X24 "\n\nshort");
    sink_end(&s, "> " X24 " " X24 " " X24 "\n> " X24 "\n\n> short\n");
    sink_begin(&s);
    show_wrapped(s.out, "", X24 X24 X24 X24 X24);
    sink_end(&s, X24 X24 X24 X24 "xx\nxxxxxxxxxxxxxxxxxxxxxx\n");
}

static void clips(void **state)
{
    sink s;

    (void)state;
    sink_begin(&s);
    show_clipped(s.out, "abcdef", 6);
    fputc('|', s.out);
    show_clipped(s.out, "abcdefg", 6);
    fputc('|', s.out);
    show_clipped(s.out, "ééééé", 4);
    fputc('|', s.out);
    show_clipped(s.out, "two\nlines", 20);
    sink_end(&s, "abcdef|abcde…|ééé…|two");
}

/* A text may quote what someone else wrote. */
static void tames(void **state)
{
    static const char HOSTILE[] = "a\033[2Jb\r\xc2\x9b"
                                  "c\xe2\x80\xae\x9b🛠\xef\xb8\x8f.\n.";
    static const char TAMED[] = "a␛[2Jb␍⟨U+009B⟩c⟨U+202E⟩⟨9B⟩🛠\xef\xb8\x8f.";
    char *rows = xformat("%s\n.\n", TAMED), *both;
    sink s;

    (void)state;
    sink_begin(&s);
    show_wrapped(s.out, "", HOSTILE);
    sink_end(&s, rows);
    sink_begin(&s);
    show_text(s.out, "%s\n", HOSTILE);
    sink_end(&s, rows);
    sink_begin(&s);
    show_clipped(s.out, HOSTILE, 80);
    sink_end(&s, TAMED);
    sink_begin(&s);
    show_sides(s.out, "left", HOSTILE, "right", HOSTILE);
    assert_int_equal(fclose(s.out), 0);
    both = below_the_rule(s.text);
    assert_true(strstr(both, TAMED) && strstr(strstr(both, TAMED) + 1, TAMED));
    assert_null(strpbrk(s.text, "\033\r"));
    free(s.text);
    free(rows);
}

int main(void)
{
    enum { FIRST = 4 };
    struct CMUnitTest tests[FIRST + ROW_COUNT + SIDES_COUNT] = {
        cmocka_unit_test(leaves_the_middle_out),
        cmocka_unit_test(wraps),
        cmocka_unit_test(clips),
        cmocka_unit_test(tames),
    };

    for (size_t i = 0; i < ROW_COUNT; i++)
        tests[FIRST + i] = (struct CMUnitTest){ ROWS[i].name, shows_bytes, NULL, NULL,
                                                (void *)(uintptr_t)&ROWS[i] };
    for (size_t i = 0; i < SIDES_COUNT; i++)
        tests[FIRST + ROW_COUNT + i] = (struct CMUnitTest){ SIDES[i].name, shows_sides, NULL, NULL,
                                                            (void *)(uintptr_t)&SIDES[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
