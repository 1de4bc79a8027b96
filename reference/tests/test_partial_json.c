/* SPDX-License-Identifier: Apache-2.0 */
/* test_partial_json.c: at every prefix of all cases, under all policies, the reader gives what the
 * model gives, which knows the whole text; and what the case says. */
#include "partial_model.h"
#include "randomtext.h"

#include <fencepost/partial_json.h>

#include <dirent.h>
#include <jansson.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CASES FP_SOURCE_DIR "/corpus/partial-json"

enum { POLICIES = 16 };

static fp_partial_policies policies_of(unsigned bits)
{
    return (fp_partial_policies){ .withhold_strings = bits & 1,
                                  .give_numbers = bits & 2,
                                  .give_literals = bits & 4,
                                  .null_for_keys = bits & 8 };
}

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->ptr, json->len };
}

static void empty(fp_json *json)
{
    json->len = 0;
}

/* The text in the one form that the model has for a value. */
static void one_form(fp_str text, fp_json *out)
{
    const fp_partial_policies none = { 0 };
    model *m;
    size_t at;

    assert_int_equal(model_read(text, &m, &at), MODEL_JSON);
    assert_true(model_give(m, text.len + 1, &none, out));
    model_free(m);
}

/* The answer of the reader, as a text: "nothing", "not JSON", or the value in one form. */
static void answer_of(const fp_partial *p, const fp_partial_policies *policies, fp_json *out)
{
    fp_json value = { 0 };

    empty(out);
    switch (fp_partial_value(p, policies, &value)) {
    case FP_PARTIAL_NOTHING:
        fp_json_raw(out, "nothing");
        break;
    case FP_PARTIAL_NOT_JSON:
        fp_json_raw(out, "not JSON");
        break;
    case FP_PARTIAL_VALUE:
        one_form(str_of(&value), out);
        break;
    }
    fp_json_free(&value);
}

static void check_same(const char *id, size_t prefix, const fp_json *ours, const fp_json *other)
{
    if (!fp_str_equal(str_of(ours), str_of(other)))
        fail_msg("%s, after %zu bytes: %.*s, and not %.*s", id, prefix, (int)ours->len, ours->ptr,
                 (int)other->len, other->ptr);
}

/* Of a text that can become JSON up to the wrong byte, which may be its end, by the whole text. */
static void check_prefixes(const char *id, fp_str text, size_t wrong, const model *whole)
{
    fp_partial *fed = fp_partial_new();
    fp_json ours = { 0 }, model_s = { 0 };
    size_t at;

    for (size_t i = 0; i <= wrong; i++) {
        for (unsigned bits = 0; bits < POLICIES; bits++) {
            const fp_partial_policies policies = policies_of(bits);

            answer_of(fed, &policies, &ours);
            empty(&model_s);
            if (!model_give(whole, i, &policies, &model_s))
                fp_json_raw(&model_s, "nothing");
            check_same(id, i, &ours, &model_s);
        }
        if (fp_partial_wrong(fed, &at))
            fail_msg("%s: wrong after %zu bytes", id, i);
        if (i < text.len)
            fp_partial_feed(fed, text.ptr + i, 1);
    }
    assert_true(wrong == text.len || fp_partial_wrong(fed, &at));
    fp_partial_free(fed);
    fp_json_free(&ours);
    fp_json_free(&model_s);
}

/* After the wrong byte nothing changes, and `kept` gives what the longest good prefix gave. */
static void check_wrong(const char *id, fp_str text, size_t wrong, const model *whole)
{
    fp_partial *fed = fp_partial_new();
    fp_json ours = { 0 }, model_s = { 0 };
    fp_partial_policies policies = { 0 };
    size_t at;

    fp_partial_feed(fed, text.ptr, text.len);
    assert_true(fp_partial_wrong(fed, &at));
    if (at != wrong)
        fail_msg("%s: byte %zu is wrong, and not %zu", id, wrong, at);
    assert_false(fp_partial_finished(fed));
    answer_of(fed, NULL, &ours);
    assert_true(fp_str_equal(str_of(&ours), FP_STR("not JSON")));
    policies.keep = true;
    answer_of(fed, &policies, &ours);
    if (!model_give(whole, wrong, &policies, &model_s))
        fp_json_raw(&model_s, "nothing");
    check_same(id, wrong, &ours, &model_s);
    fp_partial_free(fed);
    fp_json_free(&ours);
    fp_json_free(&model_s);
}

/* In whatever pieces it comes, and after a reset, the answer is the same. */
static void check_pieces(const char *id, fp_str text)
{
    fp_partial *fed = fp_partial_new();
    fp_json ours = { 0 }, other = { 0 };

    fp_partial_feed(fed, text.ptr, text.len);
    answer_of(fed, NULL, &ours);
    for (size_t size = 2; size < 8; size++) {
        fp_partial_reset(fed);
        for (size_t i = 0; i < text.len; i += size)
            fp_partial_feed(fed, text.ptr + i, text.len - i < size ? text.len - i : size);
        answer_of(fed, NULL, &other);
        check_same(id, text.len, &other, &ours);
    }
    fp_partial_free(fed);
    fp_json_free(&ours);
    fp_json_free(&other);
}

/* All that is known of a text, the witness being JSON that goes on as it does. */
static void check_text(const char *id, fp_str text, fp_str witness)
{
    model *of_text, *whole;
    size_t at, ignored;
    const model_verdict verdict = model_read(text, &of_text, &at);
    const size_t wrong = verdict == MODEL_WRONG ? at : text.len;

    if (model_read(witness, &whole, &ignored) != MODEL_JSON || witness.len < wrong ||
        memcmp(witness.ptr, text.ptr, wrong) != 0)
        fail_msg("%s: its witness is not JSON that begins with %zu bytes of it", id, wrong);
    check_prefixes(id, text, wrong, whole);
    if (verdict == MODEL_WRONG)
        check_wrong(id, text, wrong, whole);
    check_pieces(id, text);
    model_free(of_text);
    model_free(whole);
}

/* -- the cases --------------------------------------------------------------------------------- */

static fp_str json_str(const json_t *json)
{
    return (fp_str){ json_string_value(json), json_string_length(json) };
}

static unsigned digit_of(char c)
{
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = strchr(DIGITS, c);

    return c && found ? (unsigned)(found - DIGITS) : 0;
}

/* What base64 stands for; owned. */
static fp_str decoded(const char *base64)
{
    const size_t len = strlen(base64);
    char *bytes = malloc(len + 1);
    size_t count = 0;

    assert_non_null(bytes);
    for (size_t i = 0; i + 3 < len; i += 4) {
        const unsigned long all = ((unsigned long)digit_of(base64[i]) << 18) |
                                  ((unsigned long)digit_of(base64[i + 1]) << 12) |
                                  ((unsigned long)digit_of(base64[i + 2]) << 6) |
                                  digit_of(base64[i + 3]);

        bytes[count++] = (char)(all >> 16 & 0xFF);
        if (base64[i + 2] != '=')
            bytes[count++] = (char)(all >> 8 & 0xFF);
        if (base64[i + 3] != '=')
            bytes[count++] = (char)(all & 0xFF);
    }
    return (fp_str){ bytes, count };
}

/* The answers that the case has, from each of their places on. */
static void check_answers(const char *id, fp_str text, const json_t *answers)
{
    fp_partial *fed = fp_partial_new();
    fp_json ours = { 0 }, says = { 0 };
    const json_t *now = NULL;
    size_t step = 0;

    assert_true(json_array_size(answers) > 0);
    for (size_t i = 0; i <= text.len; i++) {
        const json_t *next = json_array_get(answers, step);

        if (next && (size_t)json_integer_value(json_array_get(next, 0)) == i) {
            now = json_array_get(next, 1);
            step++;
        }
        empty(&says);
        if (json_is_string(now))
            one_form(json_str(now), &says);
        else
            fp_json_raw(&says, json_is_null(now) ? "nothing" : "not JSON");
        answer_of(fed, NULL, &ours);
        check_same(id, i, &ours, &says);
        if (i < text.len)
            fp_partial_feed(fed, text.ptr + i, 1);
    }
    assert_int_equal(step, json_array_size(answers));
    fp_partial_free(fed);
    fp_json_free(&ours);
    fp_json_free(&says);
}

static void check_case(const json_t *one)
{
    const char *id = json_string_value(json_object_get(one, "id"));
    const json_t *text = json_object_get(one, "text"), *witness = json_object_get(one, "witness");
    const char *base64 = json_string_value(json_object_get(text, "base64"));
    const fp_str owned = base64 ? decoded(base64) : (fp_str){ 0 };
    const fp_str bytes = base64 ? owned : json_str(text);

    if (!json_is_array(text)) { /* which is of so many pieces that each prefix is too much */
        check_answers(id, bytes, json_object_get(one, "answers"));
        check_text(id, bytes, witness ? json_str(witness) : bytes);
    }
    free((char *)(uintptr_t)owned.ptr);
}

static size_t check_file(const char *name)
{
    char path[4096];
    json_t *file;
    const json_t *cases;
    size_t count;

    snprintf(path, sizeof path, "%s/%s", CASES, name);
    file = json_load_file(path, JSON_ALLOW_NUL, NULL);
    assert_non_null(file);
    cases = json_object_get(file, "cases");
    count = json_array_size(cases);
    for (size_t i = 0; i < count; i++)
        check_case(json_array_get(cases, i));
    json_decref(file);
    return count;
}

static void test_cases(void **state)
{
    DIR *folder = opendir(CASES);
    size_t count = 0;

    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strstr(entry->d_name, ".json"))
            count += check_file(entry->d_name);
    closedir(folder);
    assert_in_range(count, 250, 100000);
}

/* -- what is made up --------------------------------------------------------------------------- */

/* Pieces of JSON, well and badly joined. */
static size_t random_json(rng *r, char *text, size_t cap)
{
    static const char *const PIECES[] = {
        "{",        "}",       "[",       "]",        ":",        ",",        "\"a\"",
        "\"",       "1",       "-",       "0",        "0.5",      "1e2",      "E",
        ".",        "true",    "fa",      "lse",      "null",     "\\n",      "\\",
        " ",        "\"\"",    "\"k\":",  "[1]",      "{}",       "\x01",     "+",
        "\"a\": 1", "\\ud83d", "\\ude00", "\xC3\xA9", "\xE2\x82", "\xF0\x9F", "\"b\":["
    };

    return random_pieces(r, PIECES, sizeof PIECES / sizeof *PIECES, text, cap);
}

static void test_random(void **state)
{
    enum { TEXTS = 30000 };
    rng r = { 20261128 };
    size_t whole = 0, wrong = 0;

    (void)state;
    for (size_t i = 0; i < TEXTS; i++) {
        char bytes[200], name[40];
        const fp_str text = { bytes, random_json(&r, bytes, sizeof bytes) };
        fp_partial *fed = fp_partial_new();
        model *m;
        size_t at, ours;
        const model_verdict verdict = model_read(text, &m, &at);

        snprintf(name, sizeof name, "text %zu", i);
        fp_partial_feed(fed, text.ptr, text.len);
        if (fp_partial_wrong(fed, &ours) != (verdict == MODEL_WRONG) ||
            (verdict == MODEL_WRONG && ours != at))
            fail_msg("%.*s: the model finds byte %zu wrong, and the reader %zu", (int)text.len,
                     text.ptr, at, ours);
        if (verdict == MODEL_JSON)
            check_text(name, text, text);
        whole += verdict == MODEL_JSON;
        wrong += verdict == MODEL_WRONG;
        fp_partial_free(fed);
        model_free(m);
    }
    assert_true(whole > TEXTS / 50 && wrong > TEXTS / 10);
}

/* -- the rest ---------------------------------------------------------------------------------- */

static void test_depth(void **state)
{
    fp_partial *p = fp_partial_new();
    fp_json out = { 0 };
    size_t at;

    (void)state;
    for (size_t i = 0; i < FP_PARTIAL_DEPTH_MAX; i++)
        fp_partial_feed(p, i % 2 ? "{\"a\":" : "[", i % 2 ? 5 : 1);
    assert_int_equal(fp_partial_depth(p), FP_PARTIAL_DEPTH_MAX);
    assert_int_equal(fp_partial_value(p, NULL, &out), FP_PARTIAL_VALUE);
    assert_int_equal(out.len, 4 * FP_PARTIAL_DEPTH_MAX - 4); /* without the last key */
    fp_partial_feed(p, "[", 1);
    assert_true(fp_partial_wrong(p, &at));
    assert_int_equal(at, 3 * FP_PARTIAL_DEPTH_MAX);
    assert_int_equal(fp_partial_value(p, NULL, &out), FP_PARTIAL_NOT_JSON);
    fp_partial_free(p);
    fp_json_free(&out);
}

static void test_finished(void **state)
{
    static const struct {
        const char *text;
        bool finished;
    } ROWS[] = { { "", false },   { "[", false },   { "[]", true },      { "[] ", true },
                 { "12", false }, { "12\n", true }, { "true", true },    { "tru", false },
                 { "\"", false }, { "\"\"", true }, { "{\"a\"", false }, { "[]]", false } };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fp_partial *p = fp_partial_new();

        fp_partial_feed(p, ROWS[i].text, strlen(ROWS[i].text));
        assert_int_equal(fp_partial_finished(p), ROWS[i].finished);
        fp_partial_free(p);
    }
    fp_partial_free(NULL);
}

static void test_where(void **state)
{
    static const struct {
        const char *text;
        fp_partial_place place;
    } ROWS[] = { { "", FP_PARTIAL_BEFORE },
                 { " ", FP_PARTIAL_BEFORE },
                 { "{", FP_PARTIAL_BETWEEN },
                 { "[1,", FP_PARTIAL_BETWEEN },
                 { "{\"a", FP_PARTIAL_IN_KEY },
                 { "{\"a\"", FP_PARTIAL_AFTER_KEY },
                 { "{\"a\": ", FP_PARTIAL_AFTER_KEY },
                 { "{\"a\":{", FP_PARTIAL_BETWEEN },
                 { "[\"a", FP_PARTIAL_IN_STRING },
                 { "[\"\\", FP_PARTIAL_IN_CHARACTER },
                 { "[\"\\ud83d", FP_PARTIAL_IN_CHARACTER },
                 { "[\"\xC3", FP_PARTIAL_IN_CHARACTER },
                 { "[1", FP_PARTIAL_IN_NUMBER },
                 { "[nul", FP_PARTIAL_IN_LITERAL },
                 { "[] ", FP_PARTIAL_AFTER },
                 { "1 ", FP_PARTIAL_AFTER },
                 { "\"\"", FP_PARTIAL_AFTER } };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        fp_partial *p = fp_partial_new();

        fp_partial_feed(p, ROWS[i].text, strlen(ROWS[i].text));
        assert_int_equal(fp_partial_where(p), ROWS[i].place);
        fp_partial_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases), cmocka_unit_test(test_random),
        cmocka_unit_test(test_depth), cmocka_unit_test(test_finished),
        cmocka_unit_test(test_where),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
