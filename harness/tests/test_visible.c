/* SPDX-License-Identifier: Apache-2.0 */
/* test_visible.c: what others wrote, shown on a line and in quotes, byte for byte. */
#include "base/util.h"
#include "base/visible.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BYTES(literal)               \
    {                                \
        literal, sizeof(literal) - 1 \
    }

static const struct row {
    const char *name;
    fp_str bytes;
    const char *line, *quoted, *json;
} ROWS[] = {
    { "nothing", BYTES(""), "", "\"\"", "\"\"" },
    { "plain", BYTES("a é 🛠"), "a é 🛠", "\"a é 🛠\"", "\"a é 🛠\"" },
    { "quotes", BYTES("\"\\"), "\"\\", "\"\\\"\\\\\"", "\"\\\"\\\\\"" },
    { "lines", BYTES("a\r\nok 1 - b\t"), "a␍␊ok 1 - b␉", "\"a\\r\\nok 1 - b\\t\"",
      "\"a\\r\\nok 1 - b\\t\"" },
    { "controls", BYTES("\0\x1b[2J\a\b\x7f"), "␀␛[2J␇␈␡",
      "\"\\u0000\\u001b[2J\\u0007\\u0008\\u007f\"", "\"\\u0000\\u001b[2J\\u0007\\u0008\\u007f\"" },
    { "controls above ASCII", BYTES("\xc2\x80\xc2\x85\xc2\x9b\xc2\x9f"),
      "⟨U+0080⟩⟨U+0085⟩⟨U+009B⟩⟨U+009F⟩", "\"\\u0080\\u0085\\u009b\\u009f\"",
      "\"\\u0080\\u0085\\u009b\\u009f\"" },
    { "no characters", BYTES("\x9bm\xff"), "⟨9B⟩m⟨FF⟩", "\"\\x9Bm\\xFF\"",
      "\"\xEF\xBF\xBDm\xEF\xBF\xBD\"" },
    { "directions", BYTES("\u202e\u2066\u200f\u061c"), "⟨U+202E⟩⟨U+2066⟩⟨U+200F⟩⟨U+061C⟩",
      "\"\\u202e\\u2066\\u200f\\u061c\"", "\"\\u202e\\u2066\\u200f\\u061c\"" },
    { "line ends above ASCII", BYTES("\u2028\u2029"), "⟨U+2028⟩⟨U+2029⟩", "\"\\u2028\\u2029\"",
      "\"\\u2028\\u2029\"" },
    { "blanks", BYTES(" \u00a0\u3000\u2003"), " ⟨U+00A0⟩⟨U+3000⟩⟨U+2003⟩",
      "\" \\u00a0\\u3000\\u2003\"", "\" \\u00a0\\u3000\\u2003\"" },
    { "without a shape", BYTES("\u200b\ufeff\ufe0f\u3164"), "⟨U+200B⟩⟨U+FEFF⟩⟨U+FE0F⟩⟨U+3164⟩",
      "\"\\u200b\\ufeff\\ufe0f\\u3164\"", "\"\\u200b\\ufeff\\ufe0f\\u3164\"" },
    { "beyond plane 0", BYTES("\U000e0041\U0001d173"), "⟨U+E0041⟩⟨U+1D173⟩",
      "\"\\udb40\\udc41\\ud834\\udd73\"", "\"\\udb40\\udc41\\ud834\\udd73\"" },
};

enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static void shows(void **state)
{
    const struct row *r = *state;
    char *line = visible_line(r->bytes), *quoted = visible_quoted(r->bytes, SIZE_MAX);
    fp_json json = { 0 };

    assert_string_equal(line, r->line);
    assert_string_equal(quoted, r->quoted);
    visible_json(&json, r->bytes);
    assert_int_equal(json.len, strlen(r->json));
    assert_memory_equal(json.ptr, r->json, json.len);
    fp_json_free(&json);
    free(line);
    free(quoted);
}

/* Nothing of these ranges comes out as it is, and they are in order. */
static void hides_no_character_of_a_range(void **state)
{
    enum { LAST = 0x10FFFF };
    size_t controls = 0, turns = 0, shapeless = 0;

    (void)state;
    for (uint32_t c = 0; c <= LAST; c++) {
        controls += character_kind_of(c) == CHARACTER_CONTROL;
        turns += character_kind_of(c) == CHARACTER_TURNS;
        shapeless += character_kind_of(c) == CHARACTER_NO_SHAPE;
    }
    assert_int_equal(controls, 0x20 + 0x21 + 2);
    assert_int_equal(turns, 12);
    assert_true(shapeless > LAST - 0x3FFFE);
}

static void says_how_much_there_is(void **state)
{
    char *quoted = visible_quoted(FP_STR("aébcd"), 2);

    (void)state;
    assert_string_equal(quoted, "\"a\"… (6 bytes)");
    free(quoted);
    quoted = visible_quoted(FP_STR("aébcd"), 3);
    assert_string_equal(quoted, "\"aé\"… (6 bytes)");
    free(quoted);
    quoted = visible_quoted(FP_STR("aébcd"), 6);
    assert_string_equal(quoted, "\"aébcd\"");
    free(quoted);
}

static void takes_off_part_of_a_character(void **state)
{
    static const char *const TEXTS[][2] = {
        { "", "" },
        { "a", "a" },
        { "aé", "aé" },
        { "a\xc3", "a" },
        { "🛠", "🛠" },
        { "\xf0\x9f", "" },
        { "a\xf0\x9f\x9b", "a" },
        { "a\x9b", "a\x9b" },
        { "a\x80\x80\x80\x80", "a\x80\x80\x80\x80" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        char *text = xstrdup(TEXTS[i][0]);

        visible_trim(text);
        assert_string_equal(text, TEXTS[i][1]);
        free(text);
    }
}

int main(void)
{
    enum { FIRST = 3 };
    struct CMUnitTest tests[FIRST + ROW_COUNT] = {
        cmocka_unit_test(hides_no_character_of_a_range),
        cmocka_unit_test(says_how_much_there_is),
        cmocka_unit_test(takes_off_part_of_a_character),
    };

    for (size_t i = 0; i < ROW_COUNT; i++)
        tests[FIRST + i] =
            (struct CMUnitTest){ ROWS[i].name, shows, NULL, NULL, (void *)(uintptr_t)&ROWS[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
