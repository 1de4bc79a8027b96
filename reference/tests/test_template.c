/* SPDX-License-Identifier: Apache-2.0 */
/* test_template.c: each case of response templates, whole and however it is cut; patterns in and
 * outside the common subset; templates that are cut, and very large ones. */
#include "file_text.h"
#include "night.h"

#include <fencepost/jsontext.h>
#include <fencepost/template.h>

#include "template/reading.h"

#include <dirent.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CASES FP_SOURCE_DIR "/corpus/response-template"

/* Texts of so many bytes are cut in all 2^(n-1) ways. */
enum { ALL_WAYS = 9, ALL_WAYS_NIGHT = 14, EACH_PAIR = 64 };

enum { ENOUGH = 3 }; /* cases that show a planted fault */

static fp_str str_of(const fp_json *json)
{
    return (fp_str){ json->ptr ? json->ptr : "", json->len };
}

static fp_str decoded(fp_str string, fp_json *to)
{
    bool lone = false;

    to->len = 0;
    if (string.len)
        assert_true(fp_jsontext_decode(string, to, &lone));
    return str_of(to);
}

/* -- events as cases have them ----------------------------------------------------------------- */

/* ["open","a"],["chunk","a","text"],… of which adjacent pieces are one. */
typedef struct event_log {
    fp_json text;
    bool in_piece;
} event_log;

static void take_event(void *context, const fp_template_event *event)
{
    event_log *log = context;
    fp_json data = { 0 };
    const bool piece = event->type == FP_TEMPLATE_REGION_CHUNK;

    if (event->type == FP_TEMPLATE_REGION_MALFORMED)
        return;
    fp_json_string(&data, event->data);
    if (piece && log->in_piece) {
        log->text.len -= 2; /* "] */
        fp_json_bytes(&log->text, (fp_str){ data.ptr + 1, data.len - 1 });
        fp_json_raw(&log->text, "]");
        fp_json_free(&data);
        return;
    }
    fp_json_raw(&log->text, log->text.len ? "," : "");
    fp_json_raw(&log->text, event->type == FP_TEMPLATE_REGION_OPEN ? "[\"open\","
                            : !piece                               ? "[\"close\","
                            : event->dirty                         ? "[\"dirty\","
                                                                   : "[\"chunk\",");
    fp_json_string(&log->text, event->field);
    if (event->type != FP_TEMPLATE_REGION_OPEN)
        fp_json_raw(&log->text, ",");
    if (piece)
        fp_json_bytes(&log->text, str_of(&data));
    else if (event->type == FP_TEMPLATE_REGION_CLOSE)
        fp_json_bytes(&log->text, event->data);
    fp_json_raw(&log->text, "]");
    log->in_piece = piece;
    fp_json_free(&data);
}

/* -- an answer --------------------------------------------------------------------------------- */

/* {"message":…,"events":[…]}, or {"error":…,"events":[…]}. cuts: a bit for each place from 1 on;
 * places: how many bytes come at once, where there are no bits. */
typedef struct job {
    const fp_template *t;
    fp_template_options options;
    fp_str text;
} job;

static void finish(fp_template_parser *p, event_log *log, fp_json *out)
{
    const fp_template_fault fault = fp_template_finish(p);

    out->len = 0;
    if (fault) {
        fp_json_raw(out, "{\"error\":");
        fp_json_string(out, fp_str_of(fp_template_fault_name(fault)));
        assert_true(fp_template_parser_error(p)->reason[0]);
    } else {
        fp_json_raw(out, "{\"message\":");
        fp_template_message(p, out);
    }
    fp_json_raw(out, ",\"events\":[");
    fp_json_bytes(out, str_of(&log->text));
    fp_json_raw(out, "]}");
    fp_json_free(&log->text);
    fp_template_parser_free(p);
}

static fp_template_parser *start(job *j, event_log *log)
{
    fp_template_parser *p;

    j->options.sink = take_event;
    j->options.context = log;
    p = fp_template_parser_new(j->t, &j->options);
    assert_non_null(p);
    return p;
}

/* In up to three pieces. */
static void answer(job *j, size_t first, size_t second, fp_json *out)
{
    event_log log = { 0 };
    fp_template_parser *p = start(j, &log);

    fp_template_feed(p, j->text.ptr, first);
    fp_template_feed(p, j->text.ptr + first, second - first);
    fp_template_feed(p, j->text.ptr + second, j->text.len - second);
    finish(p, &log, out);
}

/* Cut after byte i + 1 where bit i is set. */
static void answer_cut(job *j, unsigned cuts, fp_json *out)
{
    event_log log = { 0 };
    fp_template_parser *p = start(j, &log);
    size_t from = 0;

    for (size_t i = 1; i <= j->text.len; i++)
        if (i == j->text.len || cuts >> (i - 1) & 1) {
            fp_template_feed(p, j->text.ptr + from, i - from);
            from = i;
        }
    finish(p, &log, out);
}

static void answer_bytes(job *j, fp_json *out)
{
    event_log log = { 0 };
    fp_template_parser *p = start(j, &log);

    for (size_t i = 0; i < j->text.len; i++)
        fp_template_feed(p, j->text.ptr + i, 1);
    finish(p, &log, out);
}

static void assert_same(const fp_json *a, const fp_json *b, const char *id)
{
    if (a->len != b->len || memcmp(a->ptr, b->ptr, a->len) != 0)
        fail_msg("%s: another answer when it is cut:\n%.*s\n%.*s", id, (int)a->len, a->ptr,
                 (int)b->len, b->ptr);
}

/* -- the proof of CHUNK ------------------------------------------------------------------------ */

/* What there is after each number of bytes, if they come as one piece: the state, and the events.
 */
typedef struct place {
    fp_template_parser *parser;
    event_log log;
} place;

static void start_place(job *j, place *at, fp_tpl_haste haste, size_t first)
{
    at->parser = start(j, &at->log);
    fp_tpl_hasten(at->parser, haste);
    fp_template_feed(at->parser, j->text.ptr, first);
}

static void end_place(place *at)
{
    fp_template_parser_free(at->parser);
    fp_json_free(&at->log.text);
}

static bool same_place(const place *a, const place *b)
{
    return a->log.text.len == b->log.text.len &&
           (!a->log.text.len || memcmp(a->log.text.ptr, b->log.text.ptr, a->log.text.len) == 0) &&
           fp_tpl_same_state(a->parser, b->parser);
}

/* TEMPLATE-10.1, for each cutting of the text, by induction over its pieces: the state after
 * [0, i) in one piece and then [i, k) is the one after [0, k) in one piece, for each i < k. So is
 * then the one after any pieces that end at k. The first k for which it is not, or 0. */
static size_t first_unproved(job *j, fp_tpl_haste haste)
{
    const size_t len = j->text.len;
    place *whole = calloc(len + 1, sizeof *whole);
    size_t found = 0;

    assert_non_null(whole);
    for (size_t k = 0; k <= len; k++)
        start_place(j, &whole[k], haste, k);
    for (size_t k = 1; k <= len && !found; k++)
        for (size_t i = 1; i < k && !found; i++) {
            place cut = { 0 };

            start_place(j, &cut, haste, i);
            fp_template_feed(cut.parser, j->text.ptr + i, k - i);
            found = same_place(&cut, &whole[k]) ? 0 : k;
            end_place(&cut);
        }
    for (size_t k = 0; k <= len; k++)
        end_place(&whole[k]);
    free(whole);
    return found;
}

/* How many cases show that a parser that decides too early does. */
static size_t hasty[FP_TPL_HASTES];

static void prove(job *j, const char *id)
{
    size_t found;

    if (j->text.len > EACH_PAIR)
        return;
    found = first_unproved(j, FP_TPL_PATIENT);
    if (found)
        fail_msg("%s: the state after %zu bytes depends on how they were cut", id, found);
    for (int haste = FP_TPL_PATIENT + 1; haste < FP_TPL_HASTES; haste++)
        hasty[haste] += hasty[haste] < ENOUGH && first_unproved(j, (fp_tpl_haste)haste);
}

/* How many cuttings were tried. */
static size_t cut_all_ways(job *j, const char *id)
{
    const size_t len = j->text.len, ways = by_day_and_night(ALL_WAYS, ALL_WAYS_NIGHT);
    const size_t stride = len <= EACH_PAIR ? by_day_and_night(5, 1) : len / 16;
    fp_json whole = { 0 }, cut = { 0 };
    size_t tried = 0;

    answer(j, 0, 0, &whole);
    answer_bytes(j, &cut);
    assert_same(&whole, &cut, id);
    for (size_t i = 1; i < len; i++)
        for (size_t k = i; k <= len;
             k += k + stride < len || k == len ? stride : len - k, tried++) {
            answer(j, i, k, &cut);
            assert_same(&whole, &cut, id);
        }
    for (unsigned cuts = 0; len && len <= ways && cuts < 1U << (len - 1); cuts++, tried++) {
        answer_cut(j, cuts, &cut);
        assert_same(&whole, &cut, id);
    }
    fp_json_free(&whole);
    fp_json_free(&cut);
    return tried;
}

/* -- cases ------------------------------------------------------------------------------------- */

static bool is_policy(fp_str policies, const char *name, const char *value)
{
    const fp_str given = fp_jsontext_get(policies, name);

    return given.len && fp_jsontext_is(given, fp_str_of(value));
}

static fp_template_policies policies_of(fp_str json)
{
    return (fp_template_policies){
        .malformed = is_policy(json, "malformed", "dropped") ? FP_TEMPLATE_MALFORMED_DROPPED
                     : is_policy(json, "malformed", "text")  ? FP_TEMPLATE_MALFORMED_TEXT
                                                             : FP_TEMPLATE_MALFORMED_ERROR,
        .leftover_last = is_policy(json, "leftover", "last"),
        .unterminated_dropped = is_policy(json, "unterminated", "dropped"),
        .no_anchor_nothing = is_policy(json, "no_anchor", "nothing"),
        .string_type_last = is_policy(json, "string_type", "last")
    };
}

static void expect(job *j, fp_str wanted, const char *id)
{
    fp_json got = { 0 };
    const fp_str message = fp_jsontext_get(wanted, "message");
    const fp_str error = fp_jsontext_get(wanted, "error");
    bool good;

    answer(j, 0, 0, &got);
    good = message.len
               ? fp_jsontext_equal(fp_jsontext_get(str_of(&got), "message"), message) &&
                     fp_jsontext_equal(fp_jsontext_get(str_of(&got), "events"),
                                       fp_jsontext_get(wanted, "events"))
               : error.len && fp_jsontext_equal(fp_jsontext_get(str_of(&got), "error"), error);
    if (!good)
        fail_msg("%s: %.*s", id, (int)got.len, got.ptr);
    fp_json_free(&got);
}

static size_t run_case(fp_str json)
{
    const fp_str wanted = fp_jsontext_get(json, "expect");
    const fp_template_policies policies = policies_of(fp_jsontext_get(json, "policy"));
    fp_json id = { 0 }, prefix = { 0 }, text = { 0 };
    fp_template_error error;
    fp_template *t = fp_template_load(fp_jsontext_get(json, "template"), &error);
    job j = { .t = t, .options.policies = &policies };
    size_t tried = 0;

    decoded(fp_jsontext_get(json, "id"), &id);
    fp_json_bytes(&id, (fp_str){ "", 1 });
    j.options.prefix = decoded(fp_jsontext_get(json, "prefix"), &prefix);
    j.options.tools = fp_jsontext_get(json, "tools");
    j.text = decoded(fp_jsontext_get(json, "text"), &text);
    if (fp_jsontext_get(wanted, "refused").len) {
        assert_null(t);
        assert_true(error.reason[0]);
    } else {
        if (!t)
            fail_msg("%s: %s", id.ptr, error.reason);
        expect(&j, wanted, id.ptr);
        tried = cut_all_ways(&j, id.ptr);
        prove(&j, id.ptr);
    }
    fp_template_free(t);
    fp_json_free(&id);
    fp_json_free(&prefix);
    fp_json_free(&text);
    return tried;
}

static void test_cases(void **state)
{
    DIR *folder = opendir(CASES);
    size_t cases = 0, tried = 0;

    (void)state;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[512];
        fp_json file;
        fp_str one;
        size_t wrong;

        if (!strstr(entry->d_name, ".json"))
            continue;
        snprintf(path, sizeof path, "%s/%s", CASES, entry->d_name);
        file = file_text(path);
        assert_true(fp_jsontext_valid(str_of(&file), 512, &wrong));
        for (size_t at = 0; fp_jsontext_item(fp_jsontext_get(str_of(&file), "cases"), &at, &one);
             cases++)
            tried += run_case(one);
        fp_json_free(&file);
    }
    closedir(folder);
    assert_in_range(cases, 600, 100000);
    assert_in_range(tried, 30000, 100000000);
    for (int haste = FP_TPL_PATIENT + 1; haste < FP_TPL_HASTES; haste++)
        assert_int_equal(hasty[haste], ENOUGH);
}

/* -- patterns ---------------------------------------------------------------------------------- */

static fp_template_fault load_pattern(const char *pattern)
{
    fp_json json = { 0 };
    fp_template_error error;
    fp_template *t;

    fp_json_raw(&json,
                "{\"start_anchor\":\"A\",\"fields\":{\"a\":{\"transform\":1,\"open_pattern\":");
    fp_json_string(&json, fp_str_of(pattern));
    fp_json_raw(&json, "}}}");
    t = fp_template_load(str_of(&json), &error);
    assert_true(!t == !!error.reason[0]);
    fp_template_free(t);
    fp_json_free(&json);
    return error.fault;
}

static void test_subset(void **state)
{
    static const char *const INSIDE[] = { "a{2}b{1,}c{1,2}?", "[]a-z\\d\\-]", "(?P<n>a)(?:b|)",
                                          "(?<=ab)c(?!d)",    "{\"a\"",       "\\u00e9\\x41",
                                          "a??b*?c+?",        "\\{a\\}",      "[[]",
                                          "$^\\A\\Z\\b\\B" };
    static const char *const OUTSIDE[] = { "(a)\\1",
                                           "(?P=n)",
                                           "(?>a)",
                                           "a*+",
                                           "a++",
                                           "a{1}+",
                                           "(?R)",
                                           "(?i)a",
                                           "(?#x)",
                                           "(?(1)a)",
                                           "\\Ka",
                                           "\\Ra",
                                           "\\p{L}",
                                           "\\N{DASH}",
                                           "[[:alpha:]]",
                                           "[a--b]",
                                           "[a&&b]",
                                           "(*UTF)a",
                                           "a{e<=1}",
                                           "a{,2}",
                                           "a**",
                                           "(?<n>a)",
                                           "(?'n'a)",
                                           "(?<=a+)b",
                                           "(",
                                           "[a",
                                           "\\",
                                           "\\x1",
                                           "\\ud800",
                                           "\\m",
                                           "(?P<n>a)(?P<n>b)",
                                           "\\0",
                                           "(?P<a b>c)",
                                           "a???",
                                           "(?P<abcdefghijklmnopqrstuvwxyzabcdefg>a)" };

    (void)state;
    for (size_t i = 0; i < sizeof INSIDE / sizeof *INSIDE; i++)
        if (load_pattern(INSIDE[i]))
            fail_msg("%s is refused", INSIDE[i]);
    for (size_t i = 0; i < sizeof OUTSIDE / sizeof *OUTSIDE; i++)
        if (load_pattern(OUTSIDE[i]) != FP_TEMPLATE_OUTSIDE)
            fail_msg("%s is taken", OUTSIDE[i]);
}

static fp_template *loaded(const char *json)
{
    fp_template_error error;
    fp_template *t = fp_template_load(fp_str_of(json), &error);

    if (!t)
        fail_msg("%s", error.reason);
    return t;
}

/* Whether the limit is reached: whatever the cutting. */
static bool is_limited(const fp_template *t, const char *text)
{
    job j = { .t = t, .text = fp_str_of(text) };
    fp_json got = { 0 }, cut = { 0 };
    bool limited;

    answer(&j, 0, 0, &got);
    answer_bytes(&j, &cut);
    assert_same(&got, &cut, "limit");
    limited = fp_jsontext_is(fp_jsontext_get(str_of(&got), "error"), FP_STR("limit"));
    fp_json_free(&got);
    fp_json_free(&cut);
    return limited;
}

/* Machine code counts steps otherwise than TEMPLATE-2.5: between the two counts a place waits, and
 * is an error at the end. */
static void test_limit(void **state)
{
    static const char MANY[] = "xx aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaacx";
    fp_template *t = loaded("{\"start_anchor\":\"A\",\"fields\":{\"c\":{},\"a\":{\"open_pattern\":"
                            "\"(?:(?:a|aa)+b|a+c)d\",\"close\":\";\"}}}");

    (void)state;
    assert_true(is_limited(t, MANY));
    for (size_t from = 10; from < 24; from++)
        is_limited(t, MANY + from);
    assert_false(is_limited(t, MANY + 24));
    fp_template_free(t);
}

/* -- any bytes, any template ------------------------------------------------------------------- */

static void test_bytes(void **state)
{
    fp_template *t =
        loaded("{\"start_anchor\":\"A\",\"fields\":{\"c\":{},\"a\":{\"open\":\"<\xc3\xa9>\","
               "\"close_pattern\":\"<.>\\\\s*\"}}}");
    static const char TEXT[] = "\xff<\xc3\xa9>\xe2\x82<\xf0\x9f\x98\x80> \xed\xa0\x80\xc3";
    job j = { .t = t, .text = { TEXT, sizeof TEXT - 1 } };
    fp_json got = { 0 };

    (void)state;
    cut_all_ways(&j, "bytes");
    answer(&j, 0, 0, &got);
    assert_true(fp_jsontext_equal(
        fp_jsontext_get(str_of(&got), "message"),
        FP_STR("{\"a\":\"\xef\xbf\xbd\xef\xbf\xbd\",\"c\":\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
               "\xef\xbf\xbd\xef\xbf\xbd\"}")));
    fp_json_free(&got);
    fp_template_free(t);
}

static const char LARGE[] =
    "{\"version\":1,\"defaults\":{\"role\":\"x\",\"a\":[]},\"start_anchor_pattern\":\"<(?:A|B)>\","
    "\"fields\":{\"a\":{\"open_pattern\":\"<(?P<n>\\\\w+)>\",\"close\":[\"</a>\",\"</\"],"
    "\"repeats\":true,\"content\":\"xml-inline\",\"content_args\":{\"tag_pattern\":"
    "\"(?P<key>.)=(?P<value>.)\",\"merge_duplicates\":true,\"value_parser\":{\"name\":\"json\","
    "\"args\":{\"unquoted_keys\":true,\"string_delims\":[[\"<\",\">\"]]}}},\"transform\":"
    "{\"f\":\"{n}\",\"x\":[\"{content.a}\"]}},\"c\":{\"close\":\"<e>\",\"optional\":false}}}";

static void test_cut_templates(void **state)
{
    fp_template_error error;
    const size_t len = strlen(LARGE);

    (void)state;
    for (size_t i = 0; i < len; i++) {
        assert_null(fp_template_load((fp_str){ LARGE, i }, &error));
        assert_int_equal(error.fault, FP_TEMPLATE_REFUSED);
    }
    fp_template_free(loaded(LARGE));
}

/* A text that opens the last of many fields. */
static void read_large(const fp_json *json, const char *text)
{
    fp_template_error error;
    fp_template *t = fp_template_load(str_of(json), &error);
    job j = { .t = t, .text = fp_str_of(text) };
    fp_json got = { 0 };

    assert_non_null(t);
    answer(&j, 1, 2, &got);
    assert_true(fp_jsontext_get(str_of(&got), "message").len > 2);
    fp_json_free(&got);
    fp_template_free(t);
}

static void test_large_templates(void **state)
{
    enum { FIELDS = 10000, NAME = 1 << 20 };
    fp_json json = { 0 };
    char number[64];

    (void)state;
    fp_json_raw(&json, "{\"start_anchor\":\"A\",\"fields\":{");
    for (int i = 0; i < FIELDS; i++) {
        snprintf(number, sizeof number, "%s\"f%d\":{\"open\":\"<%d>\",\"close\":\"</%d>\"}",
                 i ? "," : "", i, i, i);
        fp_json_raw(&json, number);
    }
    fp_json_raw(&json, "}}");
    read_large(&json, "<9999>x</9999><1>y</1>");
    json.len = 0;
    fp_json_raw(&json, "{\"start_anchor\":\"A\",\"fields\":{\"");
    for (int i = 0; i < NAME; i++)
        fp_json_raw(&json, "n");
    fp_json_raw(&json, "\":{\"open\":\"<a>\"}}}");
    read_large(&json, "<a>x");
    fp_json_free(&json);
}

static void test_twice(void **state)
{
    fp_template *t = loaded("{\"start_anchor\":\"A\",\"fields\":{\"c\":{}}}");
    fp_template_parser *p = fp_template_parser_new(t, &(fp_template_options){ .prefix = { 0 } });

    (void)state;
    assert_int_equal(fp_template_finish(p), FP_TEMPLATE_FINE);
    assert_int_equal(fp_template_feed(p, "x", 1), FP_TEMPLATE_FINISHED);
    assert_int_equal(fp_template_finish(p), FP_TEMPLATE_FINISHED);
    fp_template_parser_free(p);
    fp_template_free(t);
}

static void test_config(void **state)
{
    (void)state;
    fp_template_free(
        loaded("{\"model_max_length\": 1, \"response_template\": {\"start_anchor\": \"A\", "
               "\"fields\": {\"c\": {}}}}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),         cmocka_unit_test(test_subset),
        cmocka_unit_test(test_limit),         cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_cut_templates), cmocka_unit_test(test_large_templates),
        cmocka_unit_test(test_twice),         cmocka_unit_test(test_config),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
