/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_lists.c: the words of a notation of tags, and its rules for editors, are those of its
 * table; and the lists of any row are to be had in one way. */
#include "engines/tags.h"

#include "core/ascii.h"
#include "core/derive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 4000 };

/* -- a notation with all that no syntax has ---------------------------------------------------- */

enum { WRAP, OPEN, CLOSE, ABORT, SHUT, KEY, KEY_END, DATA };

/* clang-format off */
static const fp_tags_rules STRICT = {
    [FP_TAGS_OUTSIDE] = { [WRAP] = { FP_TAGS_WRAPS, FP_TAGS_ANY_NAME, "X-1" },
                          [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" },
                          [DATA] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "X-1" } },
    [FP_TAGS_OPENED] = { [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_FOREIGN] = { [CLOSE] = { FP_TAGS_LEAVES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" },
                        [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_OWN_NAME, "X-1" },
                        [ABORT] = { FP_TAGS_ENDS, FP_TAGS_ANY_NAME, "X-1" },
                        [WRAP] = { FP_TAGS_WRAPS, FP_TAGS_ANY_NAME, "X-1" },
                        [SHUT] = { FP_TAGS_SHUTS, FP_TAGS_OWN_NAME, "X-1" },
                        [KEY] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_VALUE] = { [KEY] = { FP_TAGS_NESTS, FP_TAGS_NO_NAME, "X-1" },
                        [KEY_END] = { FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "X-1" },
                        [CLOSE] = { FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "X-1" },
                        [ABORT] = { FP_TAGS_SETTLES, FP_TAGS_ANY_NAME, "X-1" },
                        [SHUT] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "X-1" },
                        [DATA] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "X-1" } },
};

static const fp_tags_rules LENIENT = {
    [FP_TAGS_OUTSIDE] = { [KEY] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" } },
};
/* clang-format on */

static bool is_digit(unsigned char c)
{
    return fp_is_digit(c);
}

static bool is_digit_or_sign(unsigned char c)
{
    return fp_is_digit(c) || c == '+' || c == '-';
}

static bool is_x_or_y(unsigned char c)
{
    return c == 'x' || c == 'y';
}

static bool is_text(unsigned char c)
{
    return c >= ' ' && c != ']' && c != 0x7F;
}

/* Not all that a name may have. */
static bool is_y(unsigned char c)
{
    return c == 'y';
}

static const fp_tags_table TABLE = {
    .tags = { [WRAP] = { "[w\x01+", "]", false, 0 },
              [OPEN] = { "[f(", ")]", false, 0 },
              [CLOSE] = { "[/f(", ")]", false, 0 },
              [ABORT] = { "[!f(", ")]", false, 0 },
              [SHUT] = { "[/g(", ")]", false, 0 },
              [KEY] = { "[k ", "]", true, 0 },
              [KEY_END] = { "[/k ", "]", true, 0 },
              [DATA] = { "[d]", NULL, true, 0 } },
    .strict = &STRICT,
    .lenient = &LENIENT,
    .names = { is_digit, is_digit_or_sign, NULL },
    .keys = { is_text, is_text, is_digit },
    .foreign = "{^<\"!",
    .layout = { .indent = "\t" },
};

/* The same with few tags. */
static const fp_tags_rules FEW_RULES = {
    [FP_TAGS_OUTSIDE] = { [0] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "X-1" } },
    [FP_TAGS_OPENED] = { [1] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [2] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "X-1" } },
};

static const fp_tags_table FEW = {
    .tags = { { "<w>", NULL, false, 0 }, { "<f", ">", false, 0 }, { "</w>", NULL, false, 0 } },
    .strict = &FEW_RULES,
    .lenient = &FEW_RULES,
    .names = { is_x_or_y, is_x_or_y, is_y },
    .foreign = "",
    .breaks = true,
    .layout = { .indent = "" },
};

static const fp_syntax ROW = { .id = "row", .table = &TABLE, .derive = &FP_TAGS_DERIVE };
static const fp_syntax FEW_ROW = { .id = "few",
                                   .policies = { [FP_REASONING] = { FP_REASONING_OPAQUE, "X-1" } },
                                   .table = &FEW,
                                   .derive = &FP_TAGS_DERIVE };

/* One with sections, ids, and arguments in JSON. */
enum { SECTION, SECTION_END, CALL, CALL_END, TAGGED, ARG, ARG_END };

static const fp_tags_rules SECTION_RULES = {
    [FP_TAGS_OUTSIDE] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "X-1" } },
    [FP_TAGS_SECTION] = { [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "X-1" },
                          [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "X-1" },
                          [TAGGED] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "X-1" },
                          [CALL_END] = { FP_TAGS_STRAY, FP_TAGS_NO_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [SECTION] = { FP_TAGS_ENTERS, FP_TAGS_NO_NAME, "X-1" },
                        [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "X-1" },
                        [CALL] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "X-1" },
                        [CALL_END] = { FP_TAGS_ENDS, FP_TAGS_OWN_NAME, "X-1" },
                        [ARG] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_VALUE] = { [ARG_END] = { FP_TAGS_SETTLES, FP_TAGS_NO_NAME, "X-1" },
                        [SECTION_END] = { FP_TAGS_EXITS, FP_TAGS_NO_NAME, "X-1" } },
};

static const fp_tags_table SECTIONED = {
    .tags = { [SECTION] = { "<s>", NULL, false, 0 },
              [SECTION_END] = { "</s>", NULL, false, 0 },
              [CALL] = { "<c ", "|>", false, 0 },
              [CALL_END] = { "</c ", ">", false, 0 },
              [TAGGED] = { "<t ", ">", false, 0 },
              [ARG] = { "<k ", "=", true, 0 },
              [ARG_END] = { "</k>", NULL, false, 0 } },
    .strict = &SECTION_RULES,
    .lenient = &SECTION_RULES,
    .names = { is_x_or_y, is_x_or_y, NULL },
    .keys = { is_x_or_y, is_x_or_y, NULL },
    .id = { "x", ':', is_digit, "0" },
    .breaks = true,
};

/* And one whose ids have nothing before the name, without sections. */
static const fp_tags_rules JSON_RULES = {
    [FP_TAGS_OUTSIDE] = { [0] = { FP_TAGS_APPLIES, FP_TAGS_ANY_NAME, "X-1" } },
    [FP_TAGS_BLOCK] = { [1] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "X-1" } },
};

static const fp_tags_table JSON = {
    .tags = { { "<c ", ">", false, 0 }, { "</c>", NULL, false, 0 } },
    .strict = &JSON_RULES,
    .lenient = &JSON_RULES,
    .names = { is_x_or_y, is_x_or_y, NULL },
    .id = { "", ':', is_digit, "0" },
    .breaks = true,
};

static const fp_syntax SECTIONED_ROW = { .id = "sectioned",
                                         .table = &SECTIONED,
                                         .derive = &FP_TAGS_DERIVE };
static const fp_syntax JSON_ROW = { .id = "json", .table = &JSON, .derive = &FP_TAGS_DERIVE };

/* -- words ----------------------------------------------------------------------------------- */

typedef const char *const *listing(const fp_syntax *syntax, fp_derived *derived);

static void check_words(const fp_syntax *syntax, listing *list, const char *const *expected)
{
    fp_derived derived = { 0 };
    const char *const *words = list(syntax, &derived);

    assert_non_null(words);
    for (; *words && *expected; words++, expected++)
        assert_string_equal(*words, *expected);
    assert_null(*words);
    assert_null(*expected);
    fp_derived_free(&derived);
}

static const fp_syntax *named(const char *id)
{
    return fp_syntax_find(fp_str_of(id));
}

static void a_syntax_is_known_by_its_tags(void **state)
{
    static const char *const XML[] = { "<tool:",
                                       "</tool:",
                                       "<param:",
                                       "</param:",
                                       "<tool:x>",
                                       ">",
                                       "</tool:x>",
                                       "<param:path>",
                                       "</param:path>",
                                       "<tool:x><param:path>",
                                       "</param:path></tool:x>",
                                       "<tool:x></tool:x>",
                                       "<tool:x>\n<param:path>",
                                       "</param:path>\n</tool:x>",
                                       "<tool:x>\n</tool:x>",
                                       NULL };
    /* clang-format off */
    static const char *const QWEN3_CODER[] = {
        "<tool_call>", "</tool_call>", "<function=", "</function>", "<parameter=", "</parameter>",
        "<function=x>", ">", "<parameter=path>", "<tool_call><function=x><parameter=path>",
        "</parameter></function></tool_call>", "<tool_call><function=x></function></tool_call>",
        "<tool_call>\n<function=x>\n<parameter=path>\n", "\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>\n<function=x>\n</function>\n</tool_call>", "<tool_call>{", "<tool_call>[", NULL
    };
    /* clang-format on */
    static const char *const OPENINGS[] = { "<tool_call><function=x>", "<function=x>", NULL };

    (void)state;
    check_words(named("xml"), fp_syntax_markers, XML);
    check_words(named("qwen3-coder"), fp_syntax_markers, QWEN3_CODER);
    check_words(named("qwen3-coder"), fp_syntax_completions, OPENINGS);
}

/* Names are of the alphabet, and no more of the other notations are shown than there is room for.
 */
static void a_table_is_known_by_its_tags(void **state)
{
    static const char *const MARKERS[] = { "[w\x01+",
                                           "[f(",
                                           "[/f(",
                                           "[!f(",
                                           "[/g(",
                                           "[k ",
                                           "[/k ",
                                           "[d]",
                                           "[w\x01+0+]",
                                           "]",
                                           "[f(0+)]",
                                           ")]",
                                           "[/f(0+)]",
                                           "[!f(0+)]",
                                           "[/g(0+)]",
                                           "[k  0]",
                                           "[/k  0]",
                                           "[w\x01+0+][f(0+)][k  0]",
                                           "[/f(0+)][/g(0+)][/f(0+)]",
                                           "[w\x01+0+][f(0+)][/g(0+)][/f(0+)]",
                                           "[w\x01+0+]\n[f(0+)]\n\t[k  0]",
                                           "[/f(0+)]\n[/g(0+)]\n[/f(0+)]",
                                           "[w\x01+0+]\n[f(0+)]\n[/g(0+)]\n[/f(0+)]",
                                           "[w\x01+0+]{",
                                           "[w\x01+0+]^",
                                           "[w\x01+0+]<",
                                           "[w\x01+0+]\"",
                                           NULL };
    static const char *const OPENINGS[] = { "[w\x01+0+][f(0+)]", "[f(0+)]", "[k  0]", NULL };
    static const char *const FEW_MARKERS[] = { "<w>",
                                               "<f",
                                               "</w>",
                                               "<fxy>",
                                               ">",
                                               "<w><fxy>",
                                               "<w><fxy></w>",
                                               "<w>\n<fxy>\n",
                                               "<w>\n<fxy>\n</w>",
                                               NULL };

    (void)state;
    check_words(&ROW, fp_syntax_markers, MARKERS);
    check_words(&ROW, fp_syntax_completions, OPENINGS);
    check_words(&FEW_ROW, fp_syntax_markers, FEW_MARKERS);
}

/* Where a block may hold an object, there are words of JSON after the others. */
static void a_body_of_json_has_words(void **state)
{
    static const char *const WORDS[] = { "<w>\n<fxy>\n</w>", "\"", "\\ud83d",
                                         "{\"k\": \"v\", \"l\": [1, {\"m\": null}]}", NULL };
    fp_tags_table table = FEW;
    const fp_syntax row = { .id = "body", .table = &table, .derive = &FP_TAGS_DERIVE };
    fp_derived derived = { 0 };
    const char *const *words;

    (void)state;
    table.json_body = true;
    words = fp_syntax_markers(&row, &derived);
    assert_non_null(words);
    while (*words && strcmp(*words, WORDS[0]) != 0)
        words++;
    for (const char *const *expected = WORDS; *expected; expected++, words++) {
        assert_non_null(*words);
        assert_string_equal(*words, *expected);
    }
    assert_null(*words);
    fp_derived_free(&derived);
}

/* -- rules ----------------------------------------------------------------------------------- */

static const char LETTERS[FP_ROLE_COUNT + 1] = "TMNKVBSF"; /* of roles */

static void add(char *text, const char *more)
{
    assert_true(strlen(more) < TEXT - strlen(text));
    strncat(text, more, TEXT - strlen(text) - 1);
}

/* The pattern, and the letters of its groups up to the last that has a colour. */
static void add_pattern(char *text, const char *pattern, const fp_role *groups)
{
    char letters[FP_HIGHLIGHT_GROUPS + 1] = "";

    for (unsigned i = FP_HIGHLIGHT_GROUPS; i > 0; i--)
        if (*letters || groups[i - 1])
            memmove(letters + 1, letters, strlen(letters) + 1), letters[0] = LETTERS[groups[i - 1]];
    add(text, pattern);
    add(text, " ");
    add(text, letters);
}

/* Whether the list is one that is being written. */
static bool is_around(const fp_highlight *const *lists, size_t depth, const fp_highlight *list)
{
    for (size_t i = 0; i < depth; i++)
        if (lists[i] == list)
            return true;
    return false;
}

/* Each rule in a line, and those in it below, one blank further in; "again" where they are a list
 * that the rule is in. */
static void write_rules(char *text, const fp_highlight *rules)
{
    enum { DEPTH = 5 };
    const fp_highlight *stack[DEPTH] = { rules }, *lists[DEPTH] = { rules };
    size_t depth = 1;

    while (depth) {
        const fp_highlight *rule = stack[depth - 1]++;

        if (!rule->match && !rule->begin) {
            depth--;
            continue;
        }
        for (size_t i = 1; i < depth; i++)
            add(text, " ");
        add_pattern(text, rule->match ? rule->match : rule->begin, rule->groups);
        if (rule->begin) {
            const char content[] = { ' ', LETTERS[rule->content], '\0' };

            add(text, " ... ");
            add_pattern(text, rule->end, rule->end_groups);
            add(text, content);
        }
        if (is_around(lists, depth, rule->inner)) {
            add(text, " again");
        } else if (rule->inner) {
            assert_true(depth < DEPTH);
            lists[depth] = rule->inner;
            stack[depth++] = rule->inner;
        }
        add(text, "\n");
    }
}

static void check_rules(const fp_syntax *syntax, const char *expected)
{
    char text[TEXT] = "";
    fp_derived derived = { 0 };
    const fp_highlight *rules = fp_syntax_highlight(syntax, &derived);

    assert_non_null(rules);
    write_rules(text, rules);
    assert_string_equal(text, expected);
    fp_derived_free(&derived);
}

/* clang-format off */
#define NAME "[0-9][\\+\\-0-9]*+"
#define KEY "[^\\x00-\\x1F\\]\\x7F][^\\x00-\\x1F\\]\\x7F]*+(?<=[0-9])"
#define FEW_NAME "[xy][xy]*+(?<=[y])"

static const char COLOURS[] =
    "\\[w\\x01\\+" NAME "\\][ \\t\\r]*+[\\{\\^<\"!]  ... "
        "\\[/f\\(" NAME "\\)\\]  T\n"
    "(\\[w\\x01\\+)(" NAME ")(\\])(?=[ \\t\\r]*+(?:\\n|\\[f\\(" NAME "\\)\\])) TMNM ... "
        "(\\[/f\\()(" NAME ")(\\)\\])"
        "|(\\[!f\\()(" NAME ")(\\)\\])"
        "|(?=[^ \\t\\r\\n\\{\\^<\"!])(?!\\[f\\(" NAME "\\)\\]) TMNMMNM B\n"
    " (\\[f\\()(" NAME ")(\\)\\]) TMNM ... "
        "(?=\\[/f\\(\\2\\)\\])"
        "|(?=\\[!f\\(" NAME "\\)\\])"
        "|(?=\\[w\\x01\\+" NAME "\\])"
        "|(?=\\[f\\(" NAME "\\)\\])"
        "|(?=[^ \\t\\r\\n])(?!\\[/g\\(\\2\\)\\])(?!\\[k " KEY "\\])  B\n"
    "  (\\[/g\\()(" NAME ")(\\)\\]) TMNM\n"
    "  (\\[k )(" KEY ")(\\]) TMKM ... "
        "(\\[/f\\()(\\2)(\\)\\])"
        "|(\\[!f\\()(" NAME ")(\\)\\])"
        "|(\\[/g\\()"
        "|\\[/k \\2\\] TMNMMNMM V\n"
    "   \\[k  V ... "
        "\\[/f\\(" NAME "\\)\\]|\\[!f\\(" NAME "\\)\\]|\\[/g\\(|\\[/k " KEY "\\] V V\n"
    " [\\{\\^<\"!]  ... "
        "(?=\\[/f\\(" NAME "\\)\\])  T\n"
    "(\\[f\\()(" NAME ")(\\)\\]) TMNM ... "
        "(\\[/f\\()(\\2)(\\)\\])"
        "|(\\[!f\\()(" NAME ")(\\)\\])"
        "|(?=\\[w\\x01\\+" NAME "\\])"
        "|(?=\\[f\\(" NAME "\\)\\])"
        "|(?=[^ \\t\\r\\n])(?!\\[/g\\(\\2\\)\\])(?!\\[k " KEY "\\]) TMNMMNM B\n"
    " (\\[/g\\()(" NAME ")(\\)\\]) TMNM\n"
    " (\\[k )(" KEY ")(\\]) TMKM ... "
        "(\\[/f\\()(\\2)(\\)\\])"
        "|(\\[!f\\()(" NAME ")(\\)\\])"
        "|(\\[/g\\()"
        "|\\[/k \\2\\] TMNMMNMM V\n"
    "  \\[k  V ... "
        "\\[/f\\(" NAME "\\)\\]|\\[!f\\(" NAME "\\)\\]|\\[/g\\(|\\[/k " KEY "\\] V V\n";

static const char FEW_COLOURS[] =
    "<think>  ... "
        "</think>  T\n"
    "(<w>)(?=[ \\t\\r]*+(?:\\n|<f" FEW_NAME ">)) TM ... "
        "(</w>)"
        "|(?=[^ \\t\\r\\n])(?!<f" FEW_NAME ">) TM B\n"
    " (<f)(" FEW_NAME ")(>) TMNM ... "
        "(?=</w>)  B\n"
    "  [^ \\t\\r\\n<]+|< S\n";

#define XY "[xy][xy]*+"
#define ID "(?:x)?+" XY ":[0-9]++"
#define TO_STOP "|(?=<s>)|(?=</s>)|(?=<c " ID "\\|>) TMNM B\n"
#define JSON_ARGS(in) \
    in "\\{ V ... \\} V V\n" \
    in " \"(?:[^\"\\\\\\x00-\\x1F]|\\\\[^\\x00-\\x1F])*+\" V\n" \
    in " [{\\[] V ... [}\\]] V V again\n"

static const char SECTION_COLOURS[] =
    "<s> F ... </s> F T\n"
    " (<c (?:x)?+)(" XY ")(:[0-9]++\\|>) TMNM ... (</c )(\\2)(>)" TO_STOP
    JSON_ARGS("  ")
    "  (<k )(" XY ")(=) TMKM ... (</k>)|(?=</s>) TM V\n"
    "  [^ \\t\\r\\n<]+|< S\n"
    " (<t (?:x)?+)(" XY ")(:[0-9]++>) TMNM ... (</c )(\\2)(>)" TO_STOP
    "  (<k )(" XY ")(=) TMKM ... (</k>)|(?=</s>) TM V\n"
    "  [^ \\t\\r\\n<]+|< S\n"
    " (?<![^>>>>>=>])[ \\t\\r]++(?=$|</s>|<c " ID "\\|>|<t " ID ">) F\n";

static const char JSON_COLOURS[] =
    "(<c )(" XY ")(:[0-9]++>) TMNM ... (</c>) TM B\n"
    JSON_ARGS(" ")
    " [^ \\t\\r\\n<]+|< S\n";
/* clang-format on */

/* How well it colours the syntaxes, harness/tests/highlight.py measures. */
static void a_table_is_coloured_by_its_tags(void **state)
{
    (void)state;
    check_rules(&ROW, COLOURS);
    check_rules(&FEW_ROW, FEW_COLOURS);
    check_rules(&SECTIONED_ROW, SECTION_COLOURS);
    check_rules(&JSON_ROW, JSON_COLOURS);
}

/* -- any row --------------------------------------------------------------------------------- */

static void arrays_come_as_they_are(void **state)
{
    static const char *const WORDS[] = { "w", NULL };
    static const fp_highlight RULES[] = { { .match = "w" }, { 0 } };
    const fp_syntax arrays = { .completions = WORDS, .markers = WORDS, .highlight = RULES };
    static const fp_derive NONE = { 0 };
    fp_syntax both = arrays, none = { 0 };
    const fp_syntax nothing = { 0 };
    fp_derived derived = { 0 };

    (void)state;
    both.derive = &FP_TAGS_DERIVE;
    none.derive = &NONE;
    assert_ptr_equal(fp_syntax_completions(&arrays, &derived), WORDS);
    assert_ptr_equal(fp_syntax_markers(&arrays, &derived), WORDS);
    assert_ptr_equal(fp_syntax_highlight(&arrays, &derived), RULES);
    assert_ptr_equal(fp_syntax_completions(&both, &derived), WORDS);
    assert_ptr_equal(fp_syntax_markers(&both, &derived), WORDS);
    assert_ptr_equal(fp_syntax_highlight(&both, &derived), RULES);
    assert_null(fp_syntax_completions(&nothing, &derived));
    assert_null(fp_syntax_markers(&nothing, &derived));
    assert_null(fp_syntax_highlight(&nothing, &derived));
    assert_null(fp_syntax_completions(&none, &derived));
    assert_null(fp_syntax_markers(&none, &derived));
    assert_null(fp_syntax_highlight(&none, &derived));
    assert_null(derived.pieces);
    assert_false(derived.failed);
}

static void a_size_that_cannot_be_is_refused(void **state)
{
    fp_derived derived = { 0 };
    fp_json text = { 0 };
    const char *string = fp_derived_string(&derived, &text);

    (void)state;
    assert_string_equal(string, "");
    assert_non_null(fp_derived_room(&derived, 3, 0));
    assert_false(derived.failed);
    assert_null(fp_derived_room(&derived, SIZE_MAX / 2, 3));
    assert_true(derived.failed);
    fp_derived_free(&derived);
    assert_false(derived.failed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_syntax_is_known_by_its_tags),
        cmocka_unit_test(a_table_is_known_by_its_tags),
        cmocka_unit_test(a_body_of_json_has_words),
        cmocka_unit_test(a_table_is_coloured_by_its_tags),
        cmocka_unit_test(arrays_come_as_they_are),
        cmocka_unit_test(a_size_that_cannot_be_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
