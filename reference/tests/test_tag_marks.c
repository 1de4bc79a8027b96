/* SPDX-License-Identifier: Apache-2.0 */
/* test_tag_marks.c: marks of tags that begin as a code fence does, and marks that have their first
 * byte again, by tables of the test's own: what is read, however the input is cut. */
#include "engines/tags.h"

#include "core/ascii.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT = 200 };

/* -- the tables ------------------------------------------------------------------------------ */

enum { OPEN, CLOSE, KEY, KEY_END, WRAP };

static bool is_name(unsigned char c)
{
    return fp_is_letter(c);
}

/* clang-format off */
static const fp_tags_rules RULES = {
    [FP_TAGS_OUTSIDE] = { [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "2" } },
    [FP_TAGS_BLOCK] = { [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "3" },
                        [KEY] = { FP_TAGS_ARGUES, FP_TAGS_ANY_NAME, "3" } },
    [FP_TAGS_VALUE] = { [KEY_END] = { FP_TAGS_SETTLES, FP_TAGS_OWN_NAME, "3" } },
};

static const fp_tags_rules WRAPPED = {
    [FP_TAGS_OUTSIDE] = { [WRAP] = { FP_TAGS_WRAPS, FP_TAGS_NO_NAME, "2" } },
    [FP_TAGS_OPENED] = { [OPEN] = { FP_TAGS_CALLS, FP_TAGS_ANY_NAME, "2" } },
    [FP_TAGS_BLOCK] = { [CLOSE] = { FP_TAGS_ENDS, FP_TAGS_NO_NAME, "3" } },
};

#define TABLE(rules, open, close, key, key_end, wrap)                                              \
    {                                                                                              \
        .tags = { [OPEN] = { (open), ">", false, 0 },                                              \
                  [CLOSE] = { (close), NULL, false, 0 },                                           \
                  [KEY] = { (key), "=", true, 0 },                                                 \
                  [KEY_END] = { (key_end), "=", true, 0 },                                         \
                  [WRAP] = { (wrap), NULL, false, 0 } },                                           \
        .strict = &(rules), .lenient = &(rules), .foreign = "",                                    \
        .names = { is_name, is_name, NULL }, .keys = { is_name, is_name, NULL }, .breaks = true,   \
        .layout = { .indent = "" },                                                                \
        .clauses = { .bad_name = "4", .bad_wrap = "4", .bad_line = "4", .mismatched = "4",         \
                     .stopped = "5", .unfinished = "5", .cut_tag = "5", .long_name = "6",          \
                     .long_tag = "6" },                                                            \
    }

static const fp_tags_table TILDES = TABLE(RULES, "~f:", "~/f>", "~k:", "~/k:", NULL);
static const fp_tags_table PAIRS = TABLE(RULES, "~~f:", "~~/f>", "~~k:", "~~/k:", NULL);
static const fp_tags_table WRAPS = TABLE(WRAPPED, "~f:", "~/f>", "~k:", "~/k:", "~~~t>");
static const fp_tags_table WITHIN = TABLE(RULES, "[[[", "[/]", "[=[", "[/=[", NULL);
/* clang-format on */

static const char *const TO_TILDE[] = { "~", NULL };
static const char *const TO_BRACKET[] = { "[", NULL };
static const fp_speed FAST_TILDE = { .at_ease = fp_tags_at_ease, .leads = { TO_TILDE } };
static const fp_speed FAST_BRACKET = { .at_ease = fp_tags_at_ease, .leads = { TO_BRACKET } };

static fp_syntax syntax_of(const fp_tags_table *table)
{
    fp_syntax syntax = { .id = "x",
                         .table = table,
                         .state_size = sizeof(fp_tags),
                         .step = fp_tags_step,
                         .finish = fp_tags_finish,
                         .reasoning = &FP_MARKS_THINK,
                         .fast = *table->tags[OPEN].mark == '~' ? &FAST_TILDE : &FAST_BRACKET };

    for (unsigned role = 0; role < FP_ROLE_COUNT; role++)
        syntax.clauses[role] = "1";
    for (unsigned policy = 0; policy < FP_POLICY_COUNT; policy++)
        syntax.policies[policy].clause = "1";
    syntax.policies[FP_EXTRA_CALLS].value = FP_EXTRA_ACCEPT;
    syntax.policies[FP_CODE_FENCE].value = FP_CODE_FENCE_TEXT;
    syntax.policies[FP_REASONING].value = FP_REASONING_CHANNEL;
    return syntax;
}

static void the_tables_are_good(void **state)
{
    (void)state;
    assert_null(fp_tags_fault(&TILDES));
    assert_null(fp_tags_fault(&PAIRS));
    assert_null(fp_tags_fault(&WRAPS));
    assert_null(fp_tags_fault(&WITHIN));
}

/* -- rows ------------------------------------------------------------------------------------ */

static const struct {
    const char *title;
    const fp_tags_table *table;
    const char *input;
    const char *said; /* text as it is; (NAME KEY=VALUE) a call, with !) one that is not complete */
} ROWS[] = {
    { "a tag after two tildes", &TILDES, "~~~f:x>~/f>.", "~~(x)." },
    { "a tag in the line that three tildes open", &TILDES, "~~~~f:x>~/f>\n~f:y>~/f>",
      "~~~~f:x>~/f>\n~f:y>~/f>" },
    { "a tag after such a fence", &TILDES, "~~~~f:x>~/f>\n~~~~\n~f:y>~/f>",
      "~~~~f:x>~/f>\n~~~~\n(y)" },
    { "a line that a call interrupts is not a fence", &TILDES, "~~~f:x>~/f>~\n~f:y>~/f>",
      "~~(x)~\n(y)" },
    { "a mark of reasoning in such a line", &TILDES, "~~~<think>~f:x>~/f>\n",
      "~~~<think>~f:x>~/f>\n" },
    { "the beginning of such a mark", &TILDES, "~~~</thin", "~~~</thin" },
    { "two tildes, and a tag of two", &PAIRS, "~~~~f:x>~~/f>.", "~~(x)." },
    { "three tildes, and what may begin a tag of two", &PAIRS, "~~~~~f:x>~~/f>.",
      "~~~~~f:x>~~/f>." },
    { "a tag in a wrapping tag", &WRAPS, "~~~t> ~f:x>~/f>.", "(x)." },
    { "a wrapping tag that is a fence", &WRAPS, "~~~t> ~~~t>~f:x>~/f>.", "~~~t> ~~~t>~f:x>~/f>." },
    { "a value that ends as its end tag begins", &WITHIN, "[[[f>[=[k=a[/=[/=[k=[/].",
      "(f k=a[/=)." },
    { "a value that ends with the mark of its end tag", &WITHIN, "[[[f>[=[k=a[/=[[/=[k=[/].",
      "(f k=a[/=[)." },
    { "a mark after its first byte", &WITHIN, "[[[[f>[/].", "[(f)." },
    { "a mark after its first two bytes", &WITHIN, "[[[[[f>[/].", "[[(f)." },
};

/* -- what is read ---------------------------------------------------------------------------- */

static void add(char *said, fp_str bytes)
{
    const size_t used = strlen(said);

    assert_true(bytes.len < TEXT - used);
    if (bytes.len)
        memcpy(said + used, bytes.ptr, bytes.len);
    said[used + bytes.len] = '\0';
}

static int say(void *context, const fp_event *event)
{
    char *said = context;

    if (event->type == FP_EVENT_REASONING)
        add(said, FP_STR("?"));
    if (event->type == FP_EVENT_CALL_BEGIN)
        add(said, FP_STR("("));
    if (event->type == FP_EVENT_ARG_BEGIN)
        add(said, FP_STR(" "));
    if (event->type < FP_EVENT_DIAGNOSTIC && event->type != FP_EVENT_ARG_END &&
        event->type != FP_EVENT_CALL_END && event->type != FP_EVENT_CALL_CUT)
        add(said, event->data);
    if (event->type == FP_EVENT_ARG_BEGIN)
        add(said, FP_STR("="));
    if (event->type == FP_EVENT_CALL_CUT)
        add(said, FP_STR("!)"));
    if (event->type == FP_EVENT_CALL_END)
        add(said, FP_STR(")"));
    return 0;
}

/* Reads the input in chunks of a first size, and then of another. */
static void read_cut(const fp_syntax *syntax, const char *input, size_t first, size_t then,
                     char *said)
{
    const size_t len = strlen(input);
    fp_parser *parser = fp_parser_new(syntax, NULL, say, said);

    assert_non_null(parser);
    for (size_t at = 0, n = first; at < len; at += n, n = then) {
        n = n < len - at ? n : len - at;
        assert_int_equal(fp_parser_feed(parser, input + at, n), FP_OK);
    }
    assert_int_equal(fp_parser_finish(parser), FP_OK);
    fp_parser_free(parser);
}

/* False at the first cutting by which the row is read as something else. */
static bool is_read(size_t row)
{
    const fp_syntax syntax = syntax_of(ROWS[row].table);
    const char *input = ROWS[row].input;
    const size_t len = strlen(input);

    for (size_t first = 1; first <= len; first++)
        for (size_t then = 1; then <= len; then += len - 1) {
            char said[TEXT] = "";

            read_cut(&syntax, input, first, then, said);
            if (strcmp(said, ROWS[row].said) == 0)
                continue;
            print_error("%s: in chunks of %zu and %zu it is\n%s\nnot\n%s\n", ROWS[row].title, first,
                        then, said, ROWS[row].said);
            return false;
        }
    return true;
}

static void each_row_is_read(void **state)
{
    size_t wrong = 0;

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        wrong += !is_read(i);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tables_are_good),
        cmocka_unit_test(each_row_is_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
