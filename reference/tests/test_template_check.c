/* SPDX-License-Identifier: Apache-2.0 */
/* test_template_check.c: the checker of templates finds each weakness that was planted in a small
 * template (weak_templates.json) and nothing else, what it shows is so, and whatever it reads it
 * answers. */
#include "file_text.h"

#include <fencepost/jsontext.h>
#include <fencepost/template_check.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CLAUSES_MOST = 8 };

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->ptr ? json->ptr : "", json->len };
}

/* -- what is shown is so ----------------------------------------------------------------------- */

/* What was found in one template. */
typedef struct report {
    const fp_template *t; /* NULL: it was refused */
    const char *clauses[CLAUSES_MOST];
    size_t count;
    bool long_winded; /* there may be more of them */
} report;

/* Whether the executor gives that message, or an error, of the input. */
static void check_message(const fp_template *t, const fp_template_finding *f)
{
    const fp_template_options options = { .prefix = f->prefix };
    fp_template_parser *p = fp_template_parser_new(t, &options);
    fp_json message = { 0 };

    assert_non_null(p);
    fp_template_feed(p, f->input.ptr, f->input.len);
    if (!fp_template_finish(p)) {
        fp_template_message(p, &message);
        assert_true(fp_str_equal(str_of(&message), f->message));
    }
    fp_json_free(&message);
    fp_template_parser_free(p);
}

/* An fp_template_found. */
static void take(void *context, const fp_template_finding *f)
{
    report *r = context;

    assert_true(f->sentence[0]);
    assert_true(f->path.len > 0 || !r->t);
    if (f->has_cut) {
        assert_in_range(f->cut, 1, f->input.len - 1);
        assert_false(fp_str_equal(f->message, f->other));
    }
    if (r->t && f->message.len)
        check_message(r->t, f);
    if (r->count < CLAUSES_MOST)
        r->clauses[r->count++] = fp_template_weakness_clause(f->weakness);
    else
        assert_true(r->long_winded);
}

static report check(fp_str template)
{
    fp_template_error error;
    fp_template_tried tried;
    fp_template *t = fp_template_load(template, &error);
    report r = { .t = t };

    assert_int_equal(fp_template_check(template, take, &r, &tried, &error), FP_TEMPLATE_FINE);
    assert_int_equal(tried.fields_left + tried.literals_left + tried.patterns_left, 0);
    assert_false(tried.stopped);
    fp_template_free(t);
    return r;
}

/* -- the table --------------------------------------------------------------------------------- */

static bool is_expected(const report *r, fp_str clauses)
{
    size_t count = 0;
    fp_str clause;

    for (size_t at = 0; fp_jsontext_item(clauses, &at, &clause); count++)
        if (count >= r->count || !fp_jsontext_is(clause, fp_str_of(r->clauses[count])))
            return false;
    return count == r->count;
}

/* Each clause is planted in a row at least, and some rows are clean. */
static void test_table(void **state)
{
    fp_json text = file_text(FP_SOURCE_DIR "/reference/tests/weak_templates.json");
    bool planted[FP_TEMPLATE_WEAKNESSES] = { false };
    size_t clean = 0;
    fp_str row;

    (void)state;
    for (size_t at = 0; fp_jsontext_item(str_of(&text), &at, &row);) {
        const fp_str name = fp_jsontext_get(row, "name"), clauses = fp_jsontext_get(row, "clauses");
        const report r = check(fp_jsontext_get(row, "template"));

        if (!is_expected(&r, clauses)) {
            print_error("%.*s: expected %.*s, found", (int)name.len, name.ptr, (int)clauses.len,
                        clauses.ptr);
            for (size_t i = 0; i < r.count; i++)
                print_error(" %s", r.clauses[i]);
            print_error("\n");
            fail();
        }
        clean += !r.count;
        for (size_t i = 0; i < r.count; i++)
            for (unsigned w = 0; w < FP_TEMPLATE_WEAKNESSES; w++)
                if (strcmp(r.clauses[i], fp_template_weakness_clause((fp_template_weakness)w)) == 0)
                    planted[w] = true;
    }
    assert_true(clean >= 5);
    for (unsigned w = 0; w < FP_TEMPLATE_WEAKNESSES; w++)
        assert_true(planted[w]);
    fp_json_free(&text);
}

/* -- whatever it reads ------------------------------------------------------------------------- */

static void answers(fp_str template)
{
    fp_template_error error;
    fp_template_tried tried;
    fp_template *t = fp_template_load(template, &error);
    report r = { .t = t, .long_winded = true };
    const fp_template_fault fault = fp_template_check(template, take, &r, &tried, &error);

    assert_true(fault == FP_TEMPLATE_FINE || (fault == FP_TEMPLATE_REFUSED && error.reason[0]));
    assert_true(!(fault && r.count));
    fp_template_free(t);
}

static void test_what_is_not_a_template(void **state)
{
    static const char NULS[] = "{\"fields\":{\"a\":{\"open\":\"\\u0000\"}},"
                               "\"start_anchor\":\"\\u0000\"}";
    static const char *const TEXTS[] = { "",
                                         " ",
                                         "{",
                                         "[]",
                                         "7",
                                         "{}",
                                         "{\"response_template\":7}",
                                         "{\"fields\":{}}",
                                         "{\"fields\":{\"\xff\":{}}}",
                                         NULS };

    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        answers(fp_str_of(TEXTS[i]));
}

static void test_each_truncation(void **state)
{
    static const char WHOLE[] =
        "{\"response_template\":{\"start_anchor_pattern\":\"<A>\\\\s\",\"fields\":{\"a\":{"
        "\"open_pattern\":\"<(?P<name>\\\\w+)>\",\"close\":[\"</a>\",\"</\"],\"repeats\":true,"
        "\"content\":\"json\",\"transform\":{\"name\":\"{name}\"}},\"c\":{}}}}";

    (void)state;
    for (size_t len = 0; len < sizeof WHOLE; len++)
        answers((fp_str){ WHOLE, len });
}

static void repeat(fp_json *to, const char *text, size_t times)
{
    while (times--)
        fp_json_raw(to, text);
}

/* A name, a literal and a pattern of a megabyte; and ten thousand fields. */
static void test_large(void **state)
{
    static const char *const FRAMES[][2] = {
        { "{\"start_anchor\":\"<A>\",\"fields\":{\"",
          "\":{\"open\":\"<a>\",\"close\":\"</a>\"}}}" },
        { "{\"start_anchor\":\"<A>\",\"fields\":{\"a\":{\"open\":\"", "\",\"close\":\"</a>\"}}}" },
        { "{\"start_anchor\":\"<A>\",\"fields\":{\"a\":{\"open_pattern\":\"",
          "\",\"close\":\"</a>\"}}}" },
    };
    fp_json text = { 0 };
    char field[64];

    (void)state;
    for (size_t i = 0; i < sizeof FRAMES / sizeof *FRAMES; i++) {
        text.len = 0;
        fp_json_raw(&text, FRAMES[i][0]);
        repeat(&text, "n", 1U << 20);
        fp_json_raw(&text, FRAMES[i][1]);
        answers(str_of(&text));
    }
    text.len = 0;
    fp_json_raw(&text, "{\"start_anchor\":\"<A>\",\"fields\":{\"c\":{}");
    for (unsigned i = 0; i < 10000; i++) {
        snprintf(field, sizeof field, ",\"f%u\":{\"open\":\"<%u>\",\"close\":\"</%u>\"}", i, i, i);
        fp_json_raw(&text, field);
    }
    fp_json_raw(&text, "}}");
    answers(str_of(&text));
    fp_json_free(&text);
}

/* Patterns that try the maker of texts: deep, empty, counted, of alternatives, of sets. */
static void test_patterns(void **state)
{
    static const char *const PATTERNS[] = { "",
                                            "|",
                                            "a||b",
                                            "()",
                                            "(?:)*",
                                            "a{0}",
                                            "a{0,0}b",
                                            "(?:a{30}){30}",
                                            "[^a]",
                                            "[]]",
                                            "[^]]",
                                            "[a-]",
                                            "[\\\\w-]",
                                            "[\\\\x61-\\\\x7a]",
                                            "\\\\u00e9",
                                            "[\\\\u4e00-\\\\u9fff]+",
                                            "[｜▁]",
                                            "\\\\bx\\\\b",
                                            "^x$",
                                            "\\\\Ax\\\\Z",
                                            "(?<=x)y",
                                            "(?<!x)y",
                                            "(?=x)x",
                                            "(?!y)x",
                                            "(?:(?:a+)+)+b",
                                            "\\\\D\\\\W\\\\S",
                                            "x{2,}?",
                                            "(a|b|(c|d){2,3}){4,5}",
                                            "\\\\{[(]",
                                            "[^\\\\s\\\\S]",
                                            "é*?è" };
    fp_json text = { 0 };

    (void)state;
    for (size_t i = 0; i < sizeof PATTERNS / sizeof *PATTERNS; i++) {
        text.len = 0;
        fp_json_raw(&text, "{\"start_anchor\":\"<A>\",\"fields\":{\"a\":{\"open_pattern\":\"<");
        fp_json_raw(&text, PATTERNS[i]);
        fp_json_raw(&text, "\",\"close_pattern\":\"");
        fp_json_raw(&text, PATTERNS[i]);
        fp_json_raw(&text, "\"},\"c\":{}}}");
        answers(str_of(&text));
    }
    text.len = 0;
    fp_json_raw(&text, "{\"start_anchor_pattern\":\"");
    repeat(&text, "(?:", 200);
    fp_json_raw(&text, "a");
    repeat(&text, ")*", 200);
    fp_json_raw(&text, "\",\"fields\":{\"c\":{}}}");
    answers(str_of(&text));
    fp_json_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),           cmocka_unit_test(test_what_is_not_a_template),
        cmocka_unit_test(test_each_truncation), cmocka_unit_test(test_large),
        cmocka_unit_test(test_patterns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
