/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory_calls.c: what test_memory does to parsers, done to what stands around them:
 * catalogues, calls under construction, values by their schemas, validation, rendering, and JSON.
 */
#include "failing_malloc.h"

#include "core/out.h"
#include "core/typing.h"

#include <fencepost/jsontext.h>
#include <fencepost/message.h>
#include <fencepost/validate.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char TOOLS[] =
    "{\"tools\":[{\"name\":\"t\\u0061sk\",\"description\":\"d\\n\",\"inputSchema\":{\"type\":"
    "\"object\",\"required\":[\"id\"],\"properties\":{"
    "\"id\":{\"type\":\"string\",\"description\":\"which\"},"
    "\"level\":{\"enum\":[\"low\",\"high\"]},"
    "\"status\":{\"enum\":[\"open\",\"done\"],\"default\":\"open\"},"
    "\"limit\":{\"type\":\"integer\"},\"word\":{\"type\":\"string\",\"pattern\":\"b\"},"
    "\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}},"
    "\"numbers\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}},"
    "\"body\":{\"type\":\"string\"}}},"
    "\"x-fencepost\":{\"version\":\"2\",\"category\":\"c\",\"kind\":\"block\","
    "\"positional\":[\"id\",\"level\"],\"multiline\":[\"body\"],"
    "\"examples\":[{\"title\":\"one\",\"input\":{\"id\":\"a\",\"limit\":1}}],\"validators\":{"
    "\"id\":{\"pattern\":\"[a-z]+\",\"oneOf\":[\"word\"],\"identifier\":true},"
    "\"level\":{\"normalize\":\"lowercase\"},\"body\":{\"maxLength\":3}}}},"
    "{\"name\":\"a\"},{\"name\":\"list\"}]}";

/* Each round did what it said; and at least so many were there, or the wrapping does not work. */
static void check_each(fail_job *job, const void *context, size_t least)
{
    const size_t count = fail_each(job, context);

    assert_true(count != SIZE_MAX && count >= least);
}

/* -- catalogues ------------------------------------------------------------------------------ */

/* That memory is out is never told as a mistake in the catalogue. */
static bool read_job(const void *context)
{
    fp_catalogue_error error = { 0 };
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(context), &error);

    fail_switch(FAIL_NEVER);
    if (!catalogue) {
        assert_string_equal(error.text, "out of memory");
        assert_int_equal(error.line, 0);
        return false;
    }
    assert_int_equal(fp_catalogue_count(catalogue), 3);
    assert_non_null(fp_catalogue_find(catalogue, FP_STR("task")));
    fp_catalogue_free(catalogue);
    return true;
}

static bool find_job(const void *context)
{
    const fp_catalogue *catalogue = context;
    const fp_tool *tool = fp_catalogue_find(catalogue, FP_STR("task"));

    return tool && fp_catalogue_has(catalogue, FP_STR("list")) &&
           !fp_catalogue_has(catalogue, FP_STR("nowhere")) &&
           fp_tool_positional(tool, 2) == fp_tool_find_arg(tool, FP_STR("level")) &&
           fp_tool_multiline(tool) == fp_tool_find_arg(tool, FP_STR("body"));
}

static fp_catalogue *tools(void)
{
    fp_catalogue_error error;
    fp_catalogue *catalogue = fp_catalogue_read(fp_str_of(TOOLS), &error);

    assert_non_null(catalogue);
    return catalogue;
}

static void each_allocation_of_a_catalogue(void **state)
{
    fp_catalogue *catalogue = tools();

    (void)state;
    check_each(read_job, TOOLS, 31);
    assert_int_equal(fail_each(find_job, catalogue), 0); /* it allocates nothing */
    assert_true(find_job(catalogue));
    fp_catalogue_free(catalogue);
}

/* -- calls ------------------------------------------------------------------------------------- */

/* FP_STR for what is static. */
#define STR(literal)                   \
    {                                  \
        (literal), sizeof(literal) - 1 \
    }

static const fp_str LINES[] = { STR("x"), STR("y \"z\"") };

/* Each rule of the tool has something to say. */
static const fp_arg ARGS[] = {
    { STR("level"), { .kind = FP_VALUE_STRING, .text = STR("HIGH") } },
    { STR("status"), { .kind = FP_VALUE_STRING, .text = STR("wild") } },
    { STR("limit"), { .kind = FP_VALUE_STRING, .text = STR("12") } },
    { STR("word"), { .kind = FP_VALUE_STRING, .text = STR("ac") } },
    { STR("lines"), { .kind = FP_VALUE_LIST, .items = LINES, .item_count = 2 } },
    { STR("body"), { .kind = FP_VALUE_STRING, .text = STR("long\xFF\n") } },
    { STR("more"), { .kind = FP_VALUE_JSON, .text = STR("{\"k\":[1]}") } },
};

static const fp_arg MISFITS[] = {
    { STR("id"), { .kind = FP_VALUE_STRING, .text = STR("ab") } },
    { STR("limit"), { .kind = FP_VALUE_STRING, .text = STR("x") } },
};

static const fp_arg ID = { STR("id"), { .kind = FP_VALUE_STRING, .text = STR("ab") } };

enum { ARG_COUNT = sizeof ARGS / sizeof *ARGS };

static const fp_call CALLS[] = {
    { .name = STR("task"), .id = STR("i"), .args = ARGS, .arg_count = ARG_COUNT },
    { .name = STR("task"), .args = &ID, .arg_count = 1, .complete = true },
    { .name = STR("task"), .args = MISFITS, .arg_count = 2, .complete = true },
};

typedef struct subject {
    const fp_catalogue *catalogue;
    const fp_call *call;
    const char *expected; /* JSON */
} subject;

/* A call whose checking lacked memory is not said to be wrong, nor to be right. */
static bool validate_job(const void *context)
{
    const subject *s = context;
    const fp_tool *tool = fp_catalogue_find(s->catalogue, s->call->name);
    fp_json json = { 0 };
    bool valid;
    const bool good = fp_validate(tool, s->call, &json, &valid);

    fail_switch(FAIL_NEVER);
    assert_true(good == !json.failed);
    if (good)
        assert_true(fp_str_equal((fp_str){ json.ptr, json.len }, fp_str_of(s->expected)));
    fp_json_free(&json);
    return good;
}

static void each_allocation_of_a_validation(void **state)
{
    fp_catalogue *catalogue = tools();
    const subject wrong = {
        catalogue, &CALLS[0],
        "{\"valid\":false,\"errors\":["
        "{\"field\":\"\",\"message\":\"the call is not complete\"},"
        "{\"field\":\"word\",\"message\":\"does not match the pattern \\\"b\\\"\"},"
        "{\"field\":\"body\",\"message\":\"longer, in characters, than 3\"}],\"warnings\":["
        "{\"field\":\"status\",\"message\":\"not one of the values allowed; the default is taken; "
        "allowed: [\\\"open\\\",\\\"done\\\"]\"},"
        "{\"field\":\"more\",\"message\":\"the tool declares no such argument\"}],\"normalized\":{"
        "\"level\":\"high\",\"status\":\"open\",\"limit\":12,\"word\":\"ac\","
        "\"lines\":[\"x\",\"y \\\"z\\\"\"],\"body\":\"long\xEF\xBF\xBD\\n\",\"more\":{\"k\":[1]}}}"
    };
    const subject right = { catalogue, &CALLS[1],
                            "{\"valid\":true,\"errors\":[],\"warnings\":[],"
                            "\"normalized\":{\"id\":\"ab\",\"status\":\"open\"}}" };
    const subject misfit = {
        catalogue, &CALLS[2],
        "{\"valid\":false,\"errors\":[{\"field\":\"limit\",\"message\":\"not of the type "
        "integer\"}],"
        "\"warnings\":[],\"normalized\":{\"id\":\"ab\",\"status\":\"open\"}}"
    };

    (void)state;
    check_each(validate_job, &wrong, 31);
    check_each(validate_job, &right, 9);
    check_each(validate_job, &misfit, 12);
    fp_catalogue_free(catalogue);
}

static bool typing_job(const void *context)
{
    const fp_tool *tool = context;
    fp_buf scratch = { 0 };
    bool good = true, fits = true;

    for (size_t i = 0; i < ARG_COUNT && good; i++) {
        const fp_tool_arg *arg = fp_tool_find_arg(tool, ARGS[i].key);
        fp_value value = ARGS[i].value;

        good = !arg || fp_typing_apply(arg, &value, &scratch, &fits);
        scratch.len = 0;
    }
    fp_buf_free(&scratch);
    return good;
}

/* A single value for which a list is wanted. */
static bool list_job(const void *context)
{
    fp_value value = { .kind = FP_VALUE_STRING, .text = FP_STR("5") };
    fp_buf scratch = { 0 };
    bool fits;
    const bool good =
        fp_buf_append(&scratch, "before", 6) && fp_typing_apply(context, &value, &scratch, &fits);

    if (good)
        assert_true(fits && fp_str_equal(value.text, FP_STR("[5]")));
    fp_buf_free(&scratch);
    return good;
}

/* A list whose items, and which itself, are held against the values that the schema names. */
static bool named_job(const void *context)
{
    fp_value value = { .kind = FP_VALUE_LIST, .items = LINES, .item_count = 2 };
    fp_buf scratch = { 0 };
    bool fits;
    const bool good = fp_typing_apply(context, &value, &scratch, &fits);

    if (good)
        assert_true(fits && fp_str_equal(value.text, FP_STR("[\"x\",\"y \\\"z\\\"\"]")));
    fp_buf_free(&scratch);
    return good;
}

static void each_allocation_of_typing(void **state)
{
    const fp_tool_arg named = { .types = FP_TYPE_ARRAY,
                                .constant = FP_STR("[\"x\",\"y \\\"z\\\"\"]"),
                                .item_types = FP_TYPE_STRING,
                                .item_enumeration = FP_STR("[\"x\",\"y \\\"z\\\"\"]") };
    const fp_tool_arg numbers = { .types = FP_TYPE_ARRAY, .item_types = FP_TYPE_INTEGER };
    fp_catalogue *catalogue = tools();

    (void)state;
    check_each(list_job, &numbers, 2);
    check_each(named_job, &named, 3);
    check_each(typing_job, fp_catalogue_find(catalogue, FP_STR("task")), 4);
    fp_catalogue_free(catalogue);
}

/* -- calls under construction ------------------------------------------------------------------ */

/* A key that is lost, a string that is decoded, and a list. */
static bool build(fp_builder *b)
{
    static const char STRING[] = "\"a string that takes more when it is decoded: \\n\"";
    bool lone = false;

    if (!fp_builder_name(b, FP_STR("n")) || !fp_builder_lost(b, FP_STR("k")) ||
        !fp_builder_arg(b, FP_STR("l")) || !fp_builder_data(b, STRING, sizeof STRING - 1))
        return false;
    fp_builder_last(b)->is_json = true;
    return fp_builder_arg_end(b, &lone) && fp_builder_arg(b, FP_STR("m")) &&
           fp_builder_item_apart(b, FP_STR("x")) && fp_builder_item_apart(b, FP_STR("y"));
}

static bool build_job(const void *context)
{
    fp_builder b = { 0 };
    fp_call call;
    size_t misfits;
    const bool good = build(&b) && fp_builder_view(&b, context, false, &call, &misfits);

    fp_builder_free(&b);
    return good;
}

typedef struct pair {
    fp_builder *to;
    const fp_builder *from;
} pair;

static bool assign_job(const void *context)
{
    const pair *p = context;

    return fp_builder_assign(p->to, p->from) && fp_buf_reserve(&p->to->bytes, p->to->bytes.cap);
}

/* What a syntax gives at once. */
static bool give_job(const void *context)
{
    const fp_syntax *syntax = context;
    const fp_options options = fp_options_default(syntax);
    const fp_str id = FP_STR("an id of more bytes than there is room for at first");
    const fp_str json = FP_STR("\"and a string that takes more when it is decoded: \\n\"");
    fp_out out;
    bool good;

    fp_out_init(&out, syntax, &options, NULL, NULL);
    fp_out_call_begin(&out, 0, FP_STR("n"));
    fp_out_call_id(&out, id);
    fp_out_arg_lost(&out, FP_STR("k"));
    if (fp_events_status(&out.events) == FP_OK) {
        fp_out_arg_begin(&out, FP_STR("l"), 0, false, NULL);
        fp_out_arg_is_read_json(&out);
        fp_out_data(&out, json);
        fp_out_arg_end(&out);
    }
    good = fp_events_status(&out.events) == FP_OK;
    assert_true(good || fp_events_status(&out.events) == FP_NO_MEMORY);
    fp_out_free(&out);
    return good;
}

/* A copy that is made again has the memory that it needs. */
static void each_allocation_of_a_call(void **state)
{
    fp_builder from = { 0 }, to = { 0 };
    const pair p = { &to, &from };

    (void)state;
    check_each(build_job, NULL, 6);
    check_each(give_job, *FP_SYNTAXES, 6);
    assert_true(build(&from) && assign_job(&p));
    assert_int_equal(fail_each(assign_job, &p), 0);
    assert_true(fp_builder_equal(&to, &from));
    fp_builder_free(&from);
    fp_builder_free(&to);
}

/* -- rendering -----------------------------------------------------------------------------------
 */

/* The keys that notations without keys have; and a key of any other. */
static const fp_arg PLAIN[] = {
    { STR("raw_args"), { .kind = FP_VALUE_STRING, .text = STR("some words") } },
    { STR("body"), { .kind = FP_VALUE_STRING, .text = STR("lines\n") } },
};
static const fp_arg LISTED = { STR("lines"),
                               { .kind = FP_VALUE_LIST, .items = LINES, .item_count = 1 } };

/* One that is held against the schema to see what its text is read as. */
static const fp_arg CHOSEN = { STR("level"), { .kind = FP_VALUE_STRING, .text = STR("high") } };

/* One whose elements are held against it. */
static const fp_arg NUMBERS = { STR("numbers"), { .kind = FP_VALUE_JSON, .text = STR("[1, 2]") } };

static const fp_call RENDERED[] = {
    { .name = STR("task"), .args = PLAIN, .arg_count = 2, .complete = true },
    { .name = STR("task"), .args = &LISTED, .arg_count = 1, .complete = true },
    { .name = STR("task"), .args = &CHOSEN, .arg_count = 1, .complete = true },
    { .name = STR("task"), .args = &NUMBERS, .arg_count = 1, .complete = true },
};

typedef struct rendering {
    const fp_syntax *syntax;
    fp_options options;
    const fp_call *call;
} rendering;

/* A call whose rendering lacked memory is not said to be rendered. */
static bool render_job(const void *context)
{
    const rendering *r = context;
    fp_json text = { 0 };
    fp_refusal refusal;
    const bool good = fp_render(r->syntax, &r->options, r->call, &text, &refusal);

    assert_true(good == !text.failed);
    assert_true(good || !refusal.reason);
    fp_json_free(&text);
    return good;
}

static bool has_form(const rendering *r)
{
    fp_json text = { 0 };
    fp_refusal refusal;
    const bool has = fp_render(r->syntax, &r->options, r->call, &text, &refusal);

    fp_json_free(&text);
    return has;
}

static size_t renderings(rendering *r)
{
    size_t count = 0;

    for (size_t i = 0; i < sizeof RENDERED / sizeof *RENDERED; i++) {
        r->call = &RENDERED[i];
        if (!has_form(r))
            continue;
        check_each(render_job, r, 2);
        count++;
    }
    return count;
}

/* Where values are strings, and where they are as the tool's schema has them. */
static void each_allocation_of_a_rendering(void **state)
{
    fp_catalogue *catalogue = tools();
    size_t plain = 0, typed = 0;

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        rendering r = { .syntax = *syntax, .options = fp_options_default(*syntax) };

        plain += renderings(&r);
        r.options.catalogue = catalogue;
        r.options.policies.of[FP_TYPES] = FP_TYPES_SCHEMA;
        typed += renderings(&r);
    }
    assert_true(plain > 15);
    assert_true(typed > 12);
    fp_catalogue_free(catalogue);
}

/* -- messages ---------------------------------------------------------------------------------- */

/* A message whose document lacked memory is not said to be rendered. */
static bool message_job(const void *syntax)
{
    const fp_piece pieces[] = { { FP_STR("words"), NULL }, { .call = &RENDERED[0] } };
    fp_json text = { 0 };
    fp_refusal refusal;
    size_t at;
    const bool good =
        fp_render_message(syntax, NULL, &(fp_message){ pieces, 2 }, &text, &refusal, &at);

    assert_true(good == !text.failed);
    assert_null(refusal.reason);
    fp_json_free(&text);
    return good;
}

static void each_allocation_of_a_message(void **state)
{
    size_t documents = 0;

    (void)state;
    for (const fp_syntax *const *syntax = FP_SYNTAXES; *syntax; syntax++) {
        if (!fp_message_is_document(*syntax))
            continue;
        check_each(message_job, *syntax, 2);
        documents++;
    }
    assert_int_equal(documents, 3);
}

/* -- JSON -------------------------------------------------------------------------------------- */

/* Every kind of event. */
static const fp_event EVENTS[] = {
    { .type = FP_EVENT_TEXT, .data = STR("a text that is longer than what is taken at first") },
    { .type = FP_EVENT_CALL_BEGIN, .data = STR("task") },
    { .type = FP_EVENT_ARG_BEGIN, .data = STR("more") },
    { .type = FP_EVENT_ARG_DATA, .data = STR("\"\\\x01") },
    { .type = FP_EVENT_ARG_END },
    { .type = FP_EVENT_CALL_END, .call = &CALLS[0] },
    { .type = FP_EVENT_CALL_CUT, .call = &CALLS[1] },
    { .type = FP_EVENT_DIAGNOSTIC, .diagnostic = { FP_BAD_NAME, 7, "CARET-2.1" } },
};

static bool event_job(const void *context)
{
    fp_json json = { 0 };

    fp_json_event(&json, context);

    const bool good = !json.failed;

    if (good)
        assert_true(json.ptr[0] == '{' && json.ptr[json.len - 1] == '}');
    fp_json_free(&json);
    return good;
}

static bool decode_job(const void *context)
{
    fp_json text = { 0 };
    bool lone = false;
    bool good = true;

    for (size_t i = 0; i < 2 && good; i++)
        good = fp_jsontext_decode(fp_str_of(context), &text, &lone);
    assert_true(good == !text.failed);
    if (good)
        assert_true(
            fp_str_equal((fp_str){ text.ptr, text.len }, FP_STR("an \xC3\xA9, an \xC3\xA9, ")));
    fp_json_free(&text);
    return good;
}

/* Comparing needs no memory, so it cannot lack any. */
static bool compare_job(const void *context)
{
    const fp_str text = fp_str_of(context);
    size_t wrong;

    return fp_jsontext_valid(text, 8, &wrong) && fp_jsontext_equal(text, FP_STR("{\"k\":[10]}"));
}

static void each_allocation_of_json(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++)
        check_each(event_job, &EVENTS[i], 2);
    check_each(decode_job, "\"an \\u00e9, \"", 2);
    assert_int_equal(fail_each(compare_job, "{\"\\u006b\": [1e1]}"), 0);
    assert_true(compare_job("{\"\\u006b\": [1e1]}"));
}

/* Many arguments, or members, are sorted to be compared; without memory they are looked for. */
enum { MANY = 40 };

static void write_members(fp_json *json, bool turned, char last)
{
    fp_json_raw(json, "{");
    for (size_t i = 0; i < MANY; i++) {
        const size_t number = turned ? MANY - 1 - i : i;

        fp_json_raw(json, i ? "," : "");
        fp_json_raw(json, i % 2 ? "\"k" : "\"\\u006b");
        fp_json_number(json, number);
        fp_json_raw(json, "\":0");
    }
    fp_json_raw(json, ",\"k1\":1,\"");
    fp_json_bytes(json, (fp_str){ &last, 1 });
    fp_json_raw(json, "\":2}");
    assert_false(json->failed);
}

static void many_are_compared_without_memory(void **state)
{
    fp_json texts[3] = { { 0 } };
    fp_str is[3];
    fp_arg args[3][MANY];
    fp_call calls[3];
    fail_rounds rounds = { 0 };
    fp_arg renamed[MANY];
    fp_call other;

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        write_members(&texts[i], i > 0, i == 2 ? 'y' : 'x');
        is[i] = (fp_str){ texts[i].ptr, texts[i].len };
        for (size_t k = 0; k < MANY; k++) /* the keys are beginnings of one text */
            args[i][k] =
                (fp_arg){ { texts[0].ptr, i ? MANY - k : k + 1 },
                          { .kind = FP_VALUE_JSON, .text = i == 2 ? FP_STR("1") : FP_STR("0") } };
        calls[i] = (fp_call){ .name = FP_STR("t"), .args = args[i], .arg_count = MANY };
    }
    memcpy(renamed, args[1], sizeof renamed);
    renamed[0].key = FP_STR("another");
    other = (fp_call){ .name = FP_STR("t"), .args = renamed, .arg_count = MANY };
    while (fail_next(&rounds)) {
        assert_true(fp_jsontext_equal(is[0], is[1]));
        assert_false(fp_jsontext_equal(is[0], is[2]));
        assert_true(fp_call_equal(&calls[0], &calls[1]));
        assert_false(fp_call_equal(&calls[0], &calls[2]));
        assert_false(fp_call_equal(&calls[0], &other));
    }
    assert_true(rounds.count > 10);
    for (size_t i = 0; i < 3; i++)
        fp_json_free(&texts[i]);
}

/* The loop itself: a job that does not say that its memory was out is found out. */
static bool careless_job(const void *context)
{
    fp_buf buf = { 0 };

    fp_buf_append(&buf, context, 1);
    fp_buf_free(&buf);
    return true;
}

static void carelessness_is_caught(void **state)
{
    (void)state;
    assert_int_equal(fail_each(careless_job, "x"), SIZE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_allocation_of_a_catalogue),
        cmocka_unit_test(each_allocation_of_a_validation),
        cmocka_unit_test(each_allocation_of_typing),
        cmocka_unit_test(each_allocation_of_a_call),
        cmocka_unit_test(each_allocation_of_a_rendering),
        cmocka_unit_test(each_allocation_of_a_message),
        cmocka_unit_test(each_allocation_of_json),
        cmocka_unit_test(many_are_compared_without_memory),
        cmocka_unit_test(carelessness_is_caught),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
